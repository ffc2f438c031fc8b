//===- Program.h - Programs of MLIR under fuzzing ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the fuzz targets on IR have in common: a context with every dialect, a
// parser that prints nothing, and pipelines in which each pass is watched.
//
// An input is a module as text. Its first line may be a comment with options of
// `--mplan-pipeline`, of a fixed list, so that options are mutated like the
// rest and a finding shows them: "// io=arena state=arena".
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TEST_FUZZ_PROGRAM_H
#define MPLAN_TEST_FUZZ_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

namespace mplan::fuzz {

/// A context with every dialect, single-threaded. It is another one from time
/// to time, since types and attributes stay in a context: nothing made in one
/// may outlive the input that it was made for.
mlir::MLIRContext &getContext();

/// To be called once for each input, before `getContext`.
void startInput();

/// Takes the diagnostics of its scope, prints nothing, and knows the errors.
class Diagnostics {
public:
  explicit Diagnostics(mlir::MLIRContext &context);

  bool hasError() const { return !errors.empty(); }
  const std::string &getErrors() const { return errors; }

private:
  std::string errors; ///< One a line.
  mlir::ScopedDiagnosticHandler handler;
};

/// Null where the text is no valid module, and where it holds what upstream
/// cannot take (see Program.cpp).
mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text);

/// The words in the first line of `text`, if it is a comment, that are known
/// options.
llvm::SmallVector<llvm::StringRef> getOptions(llvm::StringRef text);

/// All the options there are, for the mutator.
llvm::ArrayRef<llvm::StringRef> getKnownOptions();

/// The same module, with its own copy of everything.
mlir::OwningOpRef<mlir::ModuleOp> clone(mlir::ModuleOp module);

/// Runs the passes that `build` adds. Requires that each leaves valid IR, or
/// fails with an error.
mlir::LogicalResult
runPasses(mlir::ModuleOp module,
          llvm::function_ref<void(mlir::OpPassManager &)> build);

/// Runs `--mplan-pipeline` with those options of the input that are its own.
mlir::LogicalResult runPlanPipeline(mlir::ModuleOp module,
                                    llvm::ArrayRef<llvm::StringRef> options);

} // namespace mplan::fuzz

#endif // MPLAN_TEST_FUZZ_PROGRAM_H
