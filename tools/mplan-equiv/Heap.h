//===- Heap.h - Where compiled programs allocate ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// malloc, aligned_alloc and free of the compiled programs. Upstream's
// bufferization frees nothing, so what a call allocates is given back in one go
// once its results have been copied out. New memory is filled with junk: a
// program that reads what it never wrote gives itself away.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_HEAP_H
#define MPLAN_TOOLS_EQUIV_HEAP_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include <cstdint>

namespace mplan::equiv {

/// Makes `engine` resolve the heap's functions here. Before the first lookup.
void registerHeap(mlir::ExecutionEngine &engine);

/// Sets what new memory is filled with.
void setHeapJunk(uint8_t byte);

/// Bytes allocated since the last release, freed or not.
int64_t heapAllocated();

/// Frees all that is still allocated.
void releaseHeap();

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_HEAP_H
