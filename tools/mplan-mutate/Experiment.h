//===- Experiment.h - Corrupts the plans of programs, and counts -*- C++
//-*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The experiment: right plans and wrong ones go to the proof, and what the
// oracle calls harmful must have been rejected.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_EXPERIMENT_H
#define MPLAN_TOOLS_MUTATE_EXPERIMENT_H

#include "Corrupt.h"
#include "Judge.h"
#include "Subject.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace mplan::mutate {

struct ExperimentOptions {
  SubjectOptions subject;
  unsigned tries = 4;    ///< How many corruptions of each kind a program.
  unsigned runs = 1;     ///< How many harmful ones of these are run.
  unsigned replaced = 2; ///< How many right plans beside the planner's.
  bool useProof = true;  ///< Else it accepts everything.
  /// Is it a failure if a program cannot be planned?
  bool mustPlan = false;
};

/// What came of the corruptions of one kind.
struct Count {
  int64_t made = 0;
  int64_t harmful = 0;  ///< Of these.
  int64_t caught = 0;   ///< Of the harmful: rejected by the proof.
  int64_t missed = 0;   ///< Of the harmful: not rejected.
  int64_t run = 0;      ///< Of the harmful: run, with and without poison.
  int64_t poisoned = 0; ///< Of these: poisoned, a result changes, or a crash.
  int64_t plain = 0;    ///< Of these: the same as it is.
};

struct Totals {
  int64_t programs = 0;
  int64_t refused = 0;       ///< Programs that the planner refuses.
  int64_t failures = 0;      ///< What should not happen; said in the log.
  int64_t right = 0;         ///< Right plans tried.
  int64_t falseAlarms = 0;   ///< Right plans that the proof rejected.
  int64_t harmfulRight = 0;  ///< Right plans that the oracle calls harmful.
  int64_t harmlessRun = 0;   ///< Wrong plans without harm that were run.
  int64_t overlooked = 0;    ///< Of these: a result changed.
  std::vector<Count> counts; ///< By kind.

  Totals() : counts(getKinds().size()) {}
  /// True if everything came out as it must.
  bool isGood() const;
};

/// Makes a program anew each time that it is called; null, after a diagnostic,
/// if that fails.
using ProgramMaker = llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>()>;

/// Tries right and wrong plans of one program, which messages call `name`.
/// The same `seed` makes the same ones. What is not as it must be goes to
/// `log`.
void experiment(ProgramMaker makeProgram, llvm::StringRef name, uint64_t seed,
                const ExperimentOptions &options, Totals &totals,
                llvm::raw_ostream &log);

/// Prints what was counted: a table, or one line of JSON.
void printTable(const Totals &totals, llvm::raw_ostream &os);
void printJson(const Totals &totals, llvm::raw_ostream &os);

/// Says what the oracle, the proof and the poison run make of one plan, given
/// as one offset for each allocation of the program. Fails, after a diagnostic,
/// if it cannot be tried; else `isGood` says if the proof knew of any harm.
mlir::LogicalResult tryOffsets(ProgramMaker makeProgram, bool carrying,
                               llvm::ArrayRef<int64_t> offsets,
                               const ExperimentOptions &options,
                               llvm::raw_ostream &os, bool &isGood);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_EXPERIMENT_H
