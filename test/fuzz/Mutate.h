//===- Mutate.h - Changes to a module by chance -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random bytes do not get past a parser. So modules are changed in two ways
// that mostly keep them valid: as IR, op by op, and as text, token by token,
// which also makes what no IR could hold.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TEST_FUZZ_MUTATE_H
#define MPLAN_TEST_FUZZ_MUTATE_H

#include "mlir/IR/BuiltinOps.h"

#include <iterator>
#include <random>

namespace mplan::fuzz {

/// Everything by chance, and the same for the same seed.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}

  /// From 0 to `limit` - 1; `limit` is not 0.
  size_t below(size_t limit) { return engine() % limit; }
  bool oneIn(size_t n) { return below(n) == 0; }

  template <typename Range>
  auto &pick(Range &&range) {
    return range[below(std::size(range))];
  }

private:
  std::minstd_rand engine;
};

/// Numbers at which something changes: sizes, offsets, alignments, extents.
int64_t pickNumber(Random &random);

/// The text with some of its tokens or lines changed.
std::string mutateText(llvm::StringRef text, Random &random);

/// Changes one thing in the module. False if nothing came of it; the module
/// need not verify afterwards.
bool mutateOps(mlir::ModuleOp module, Random &random);

/// Copies an op of `donor` to a place in `module` where values of the types
/// that it needs are to be had. False if there is none.
bool spliceOps(mlir::ModuleOp module, mlir::ModuleOp donor, Random &random);

} // namespace mplan::fuzz

#endif // MPLAN_TEST_FUZZ_MUTATE_H
