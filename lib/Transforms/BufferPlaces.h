//===- BufferPlaces.h - Which bytes a buffer is in --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After placement a buffer is a view of the arena at a constant offset, and all
// that is accessed through it, in whatever loop and through whatever further
// views, is within its bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_BUFFERPLACES_H
#define MPLAN_LIB_TRANSFORMS_BUFFERPLACES_H

#include "AccessPlaces.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mplan {

/// The bytes that accesses through `buffer`, a memref in `function`, stay in:
/// of a view at an offset that is computed, all of what it is a view of.
/// Nothing of a buffer that may be one of several.
std::optional<Place> findPlace(mlir::Value buffer,
                               mlir::FunctionOpInterface function);

/// The alignment in bytes that the address of `buffer` surely has: 1 if nothing
/// is known.
uint64_t getKnownAlignment(mlir::Value buffer,
                           mlir::FunctionOpInterface function);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_BUFFERPLACES_H
