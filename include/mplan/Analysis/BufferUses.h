//===- BufferUses.h - Who touches a buffer ----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a buffer through all its aliases (views, selects, region and block
// arguments, region results, calls) to every operation that reads or writes
// it. Everything is understood through interfaces; a use that is not
// understood is a refusal, never a guess.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_BUFFERUSES_H
#define MPLAN_ANALYSIS_BUFFERUSES_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mplan {

/// What one operation does to a buffer.
struct Access {
  mlir::Operation *op;
  bool reads;
  bool writes;
  /// It writes every element and reads none: what was there before is lost.
  bool overwrites;
};

/// A use that makes a buffer impossible to plan.
struct Refusal {
  mlir::Operation *op;
  std::string reason; ///< A clause about the buffer: "is returned ...".
  /// A loop hands the buffer to its next iteration, which makes it again.
  bool isCarried = false;
};

/// A buffer is passed on to a value that stands for one of several.
struct Forward {
  mlir::OpOperand *operand; ///< Of the operation that passes it on.
  mlir::Value into;         ///< A block argument or a result.
  /// The operand surely is all of the buffer, and `into` is the operand where
  /// that was passed on.
  bool isWhole;
};

struct BufferUses {
  std::vector<Access> accesses; ///< In no particular order.
  llvm::SmallVector<mlir::Operation *> deallocs;
  std::optional<Refusal> refusal;
  /// Where an alias leaves the function as a result; null if none does.
  mlir::Operation *returned = nullptr;
  /// The largest alignment in bytes that the program says the buffer has.
  int64_t assumedAlignment = 1;
  /// The innermost region that holds the buffer and all its aliases.
  mlir::Region *home = nullptr;
  /// Filled by `getNameUses` alone.
  std::vector<Forward> forwards;
};

/// Answers for the buffers of one module, going through calls; remembers what
/// it found of each function argument. The call graph must have no cycle.
class BufferUseAnalysis {
public:
  explicit BufferUseAnalysis(mlir::SymbolTableCollection &symbols)
      : symbols(symbols) {}

  /// Follows `buffer`, the result of an allocation or a function argument, up
  /// to the first use that is refused, or, if said so, beyond it to every use
  /// that can be known.
  BufferUses getUses(mlir::Value buffer, bool beyondRefusals = false);

  /// Follows `name`, any memref, through views alone: not to the values that
  /// control flow may pass it on to, which are listed as forwards. To be
  /// returned counts as being read.
  BufferUses getNameUses(mlir::Value name);

  /// What the body of `callee` does to its argument number `index`.
  const BufferUses &getArgumentUses(mlir::FunctionOpInterface callee,
                                    unsigned index);

  mlir::SymbolTableCollection &getSymbols() { return symbols; }

private:
  mlir::SymbolTableCollection &symbols;
  llvm::DenseMap<mlir::Value, std::unique_ptr<BufferUses>> arguments;
};

/// True if `view`, one of `source`, spans every element of it in the same
/// order, as their types show.
bool isWholeView(mlir::Value source, mlir::Value view);

/// True if `allocation` may run again while `join`, to which its buffer is
/// passed on, still holds the buffer that it made before: `join` is an argument
/// of a block from which control reaches `allocation`.
bool isHeldWhenMadeAgain(mlir::Value join, mlir::Operation *allocation);

/// True for a loop whose iterations may run in any order and at once: one that
/// says so, or that does not say how they follow each other.
bool isParallelLoop(mlir::Operation *op);

/// The innermost parallel loop around `op`, within its function; null if there
/// is none.
mlir::Operation *getEnclosingParallelOp(mlir::Operation *op);

} // namespace mplan

#endif // MPLAN_ANALYSIS_BUFFERUSES_H
