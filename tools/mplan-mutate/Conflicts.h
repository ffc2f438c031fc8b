//===- Conflicts.h - Which buffers are needed at the same time --*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Going by live ranges, over calls, and a simple way to place buffers by that:
// what a planner of that knowledge could come up with.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_CONFLICTS_H
#define MPLAN_TOOLS_MUTATE_CONFLICTS_H

#include "Plan.h"
#include "Random.h"

#include "llvm/ADT/SmallBitVector.h"

namespace mplan::mutate {

class Conflicts {
public:
  /// For `module`, whose sites are `sites`. Fails with a diagnostic.
  static mlir::FailureOr<Conflicts> compute(mlir::ModuleOp module,
                                            llvm::ArrayRef<Site> sites);

  /// True if sites `a` and `b`, alive as `plan` says, must not share bytes: at
  /// one tick of a function, or the one in a function that runs during a call
  /// which the other lives across.
  bool mustDiffer(unsigned a, unsigned b, const Plan &plan) const;

  /// The lowest offset for `site`, from `from` on, at which it meets none of
  /// the sites in `others` that it must not meet.
  int64_t findOffset(unsigned site, int64_t from,
                     llvm::ArrayRef<unsigned> others, const Plan &plan) const;

  /// Gives all sites offsets, one after the other in `order`.
  void place(llvm::ArrayRef<unsigned> order, Plan &plan) const;

  /// True if no two sites share bytes that must not.
  bool isRight(const Plan &plan) const;

  /// Places the sites of `plan` by its live ranges, in several orders, until
  /// that is not right by those of `truth`. Leaves it as it is where no order
  /// does.
  void placeWrong(const Plan &truth, Plan &plan, gen::Random &random) const;

private:
  struct Call {
    int64_t tick;
    llvm::SmallBitVector runs; ///< The functions that run meanwhile.
  };
  bool livesAcross(unsigned site, unsigned other, const Plan &plan) const;

  std::vector<Site> sites;
  std::vector<unsigned> functions;      ///< By site: which holds it.
  std::vector<std::vector<Call>> calls; ///< By function.
};

/// True if the bytes of the two sites meet.
bool shareBytes(const Site &a, const Placed &placedA, const Site &b,
                const Placed &placedB);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_CONFLICTS_H
