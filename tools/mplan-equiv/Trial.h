//===- Trial.h - Runs both sides and judges ---------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeds or golden cases, two calls each, and the verdict that the tool exits
// with.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_TRIAL_H
#define MPLAN_TOOLS_EQUIV_TRIAL_H

#include "Options.h"
#include "Program.h"
#include "Signature.h"

#include "llvm/Support/raw_ostream.h"

namespace mplan::equiv {

/// The exit code.
enum class Verdict { Equal = 0, Different = 1, Error = 2 };

/// Calls `reference` and all of `planned` from the same inputs and compares
/// results and arguments after each call. One verdict for each of `planned`;
/// one that differs is called no more. What is found goes to `out`, errors to
/// `err`.
std::vector<Verdict> runTrials(const Program &reference,
                               llvm::ArrayRef<const Program *> planned,
                               const Signature &signature,
                               const Options &options, llvm::raw_ostream &out,
                               llvm::raw_ostream &err);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_TRIAL_H
