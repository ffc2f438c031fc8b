//===- Mplan.h - The mplan dialect ------------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's classes, and what several parts of mplan ask of a memref type.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_IR_MPLAN_H
#define MPLAN_IR_MPLAN_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mplan/IR/MplanDialect.h.inc"
#include "mplan/IR/MplanEnums.h.inc"

#define GET_OP_CLASSES
#include "mplan/IR/MplanOps.h.inc"

namespace mplan {

/// On an argument of a function that is a tensor or a memref: the most that
/// each extent can be, an array of i64 with one entry a dimension, -1 for none.
constexpr llvm::StringLiteral kUpperBoundAttrName = "mplan.upper_bound";

/// On what makes a buffer or is to become one (an allocation, a global, an
/// argument of an entry): the arena that it is to lie in.
constexpr llvm::StringLiteral kPoolAttrName = "mplan.pool";

/// Beside it: the byte of the arena that it is to begin at.
constexpr llvm::StringLiteral kOffsetAttrName = "mplan.offset";

/// On an argument of a function without a body: the function keeps the pointer.
constexpr llvm::StringLiteral kKeepsAttrName = "mplan.keeps";

/// On an argument of a function: it holds result number N of the function as it
/// was on tensors: an out-param, or a writable argument updated in place.
constexpr llvm::StringLiteral kResultAttrName = "mplan.result";

/// On a public function: it may run while other entries of the module run.
inline constexpr llvm::StringLiteral kConcurrentAttrName = "mplan.concurrent";

/// On an argument: a few rows of a tensor, of which the next ones come with
/// each iteration of the loop that reads it. On that loop, once what it carries
/// lies in memory: an iteration of it can be a call.
inline constexpr llvm::StringLiteral kFedAttrName = "mplan.fed";

/// On the argument through which a function gets an arena: the arena's name.
inline constexpr llvm::StringLiteral kArenaArgAttr = "mplan.arena";
/// Beside it: the alignment in bytes that the caller must give the storage.
inline constexpr llvm::StringLiteral kArenaAlignmentArgAttr = "mplan.alignment";
/// Beside it: so many bytes from the first on are state, if any.
inline constexpr llvm::StringLiteral kArenaStateArgAttr = "mplan.state";

/// Bytes from the first to the last element of a buffer of `type`, both
/// included. Fails where no constant answer exists: a dynamic shape or stride,
/// a layout that is not strided, a negative stride or offset, an element type
/// without a size, or more than INT64_MAX bytes.
llvm::FailureOr<int64_t> getBufferBytes(mlir::MemRefType type,
                                        const mlir::DataLayout &layout);

/// The alignment in bytes that loads and stores of `type`'s elements rely on:
/// the preferred alignment of the element type (16 for vector<3xf32>, 8 for
/// i64 unless the data layout says otherwise).
int64_t getNaturalAlignment(mlir::MemRefType type,
                            const mlir::DataLayout &layout);

/// The role of the buffer that an `mplan.alloc` or `mplan.slot` makes; none for
/// other operations.
std::optional<Role> getRole(mlir::Operation *op);
/// True if whoever calls the entry has filled a buffer of this role before.
bool isFilledBefore(Role role);
/// True if whoever calls the entry reads a buffer of this role afterwards.
bool isReadAfter(Role role);

/// True for memory spaces that mean the same: none is the same as 0.
bool isSameMemorySpace(mlir::Attribute a, mlir::Attribute b);

} // namespace mplan

#endif // MPLAN_IR_MPLAN_H
