//===- Options.h - What the command line asks for ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of mplan-equiv as a plain struct, with the syntax of each
// option checked; whether an argument number exists is checked later, against
// the entry's signature.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_OPTIONS_H
#define MPLAN_TOOLS_EQUIV_OPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mplan::equiv {

/// `--int-range=ARG:LO..HI`: both ends are drawn too.
struct IntRange {
  unsigned argument;
  int64_t low, high;
};

/// `--float-range=ARG:LO..HI`.
struct FloatRange {
  unsigned argument;
  double low, high;
};

/// `--dim=ARG:DIM=N`.
struct DimSize {
  unsigned argument, dim;
  int64_t size;
};

/// `--extent=ARG:DIM=N,N,...`: one size a round.
struct Extents {
  unsigned argument, dim;
  llvm::SmallVector<int64_t> sizes;
};

/// `--input=ARG:FILE` and `--expect=RESULT:FILE`.
struct PortFile {
  unsigned index;
  std::string file;
};

/// `--mode=NAME:PASSES`: a side under test.
struct Mode {
  std::string name, passes;

  /// `--mode=NAME:reference`: the reference once more.
  bool isReference() const { return passes == "reference"; }
};

struct Options {
  std::string input;       ///< Module to read; - is the standard input.
  bool splitInput = false; ///< There are many, with `// -----` between.
  std::string other;       ///< Module of the sides under test; empty: the same.
  std::string entry;       ///< Function to run; empty: the only public one.
  std::string import;      ///< Passes that all sides start with.
  llvm::SmallVector<Mode> modes; ///< At least one; the names differ.
  bool copyBeforeWrite = false;  ///< The reference writes nothing in place.
  bool seedWeights = false;
  uint64_t seed = 0;
  unsigned seeds = 2; ///< How many seeds, counted up from `seed`.
  unsigned optLevel = 2;
  double tolerance = 0;       ///< Between two sides.
  double expectTolerance = 0; ///< Between the side under test and `--expect`.
  bool allowConstant = false;
  bool allowNaN = false;
  bool times = false; ///< Say how long a call takes.
  llvm::SmallVector<IntRange> intRanges;
  llvm::SmallVector<FloatRange> floatRanges;
  llvm::SmallVector<DimSize> dims;
  /// All with as many sizes as there are rounds.
  llvm::SmallVector<Extents> extents;
  llvm::SmallVector<PortFile> inputs, expected;
  llvm::SmallVector<std::string> libraries; ///< Shared libraries to call into.
};

/// Reads the command line. Nothing is returned when it is wrong: what is wrong
/// has been printed by then.
std::optional<Options> parseOptions(int argc, char **argv);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_OPTIONS_H
