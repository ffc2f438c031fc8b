//===- Rules.h - Orders by simple rules -------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List scheduling: of the steps that can run, the one that is best by some rule
// does, over and over. No rule is the best for all problems.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_RULES_H
#define MPLAN_LIB_SCHEDULER_RULES_H

#include "Walk.h"

namespace mplan::scheduler::detail {

/// What runs first. Ties by the other costs, then by number.
enum class Rule {
  LeastAfter,  ///< What leaves the fewest bytes alive.
  LeastPeak,   ///< What takes the fewest bytes.
  FreesFirst,  ///< Of those that leave no more than before, what takes the
               ///< fewest bytes; else what leaves the fewest.
  NewestFirst, ///< What became ready last: depth first.
};

inline constexpr Rule allRules[] = {Rule::LeastAfter, Rule::LeastPeak,
                                    Rule::FreesFirst, Rule::NewestFirst};

/// The steps in the order that the rule gives.
std::vector<size_t> orderByRule(const Model &model, const Chunks &chunks,
                                Rule rule);

/// Whatever chance wants to run first, the same for the same seed.
std::vector<size_t> orderByChance(const Model &model, uint64_t seed);

/// From the last step to the first: whatever leaves the fewest bytes alive
/// before it is the last of what is left.
std::vector<size_t> orderBackwards(const Model &model);

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_RULES_H
