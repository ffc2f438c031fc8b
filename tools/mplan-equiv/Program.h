//===- Program.h - A compiled module that can be called ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One side of the comparison: LLVM dialect, compiled by MLIR's execution
// engine, called through the convention that its LLVM type shows.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_PROGRAM_H
#define MPLAN_TOOLS_EQUIV_PROGRAM_H

#include "CallingConvention.h"
#include "Signature.h"
#include "Values.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace mplan::equiv {

/// What a result held: row-major elements without gaps.
struct ResultValue {
  llvm::SmallVector<int64_t> shape;
  Bytes bytes;
};

/// What one call left behind.
struct Outcome {
  std::vector<Buffer> arguments; ///< As they are after the call.
  std::vector<ResultValue> results;
  bool outsIntact = true;  ///< Nothing written around an out-parameter.
  int64_t allocated = 0;   ///< Bytes taken from the heap.
  int64_t nanoseconds = 0; ///< That the call took.
};

/// A function of this process that compiled code may call.
struct RuntimeFunction {
  llvm::StringRef name;
  void *address;
};

/// Makes `engine` resolve the names here. Before the first lookup.
void registerFunctions(mlir::ExecutionEngine &engine,
                       llvm::ArrayRef<RuntimeFunction> functions);

class Program {
public:
  /// Compiles `module`, which must be in the LLVM dialect. `side` names the
  /// program in messages; `junk` fills what it allocates. `addSymbols` may tell
  /// the engine of functions beside the heap's. Errors are reported on the
  /// module.
  static mlir::FailureOr<std::unique_ptr<Program>>
  compile(mlir::ModuleOp module, llvm::StringRef side,
          const Signature &signature, const ResultUpdates &updates,
          unsigned optLevel, llvm::ArrayRef<llvm::StringRef> libraries,
          uint8_t junk,
          llvm::function_ref<void(mlir::ExecutionEngine &)> addSymbols = {});

  /// The bytes of an argument, by number. Weights may take half of the memory:
  /// they are made again wherever they are wanted, not kept.
  using MakeArgument = llvm::function_ref<Bytes(unsigned)>;

  /// Calls the entry. Extents that were dynamic when compiling are in
  /// `signature`, those of results behind out-parameters in `shapes`, one entry
  /// a result.
  Outcome run(const Signature &signature, MakeArgument makeArgument,
              llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes) const;

  llvm::StringRef side() const { return name; }
  const CallingConvention &convention() const { return abi; }

private:
  Program() = default;

  std::string name;
  CallingConvention abi;
  uint8_t junk = 0;
  std::unique_ptr<llvm::TargetMachine> machine; ///< Outlives the engine.
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*packed)(void **) = nullptr;
};

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_PROGRAM_H
