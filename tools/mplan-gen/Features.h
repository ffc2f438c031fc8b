//===- Features.h - What a program may be made of ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A feature is a group of statements under one name. The default list never
// changes: what is added later is off unless it is listed, and draws no number
// while it is off, so that a seed and a list give the same program for ever.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_FEATURES_H
#define MPLAN_TOOLS_GEN_FEATURES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mplan::gen {

/// New ones go to the end.
enum class Feature : unsigned {
  Tensor,
  Memref,
  Types,
  Generic,
  Named,
  Constants,
  Slices,
  Pad,
  Concat,
  Reshape,
  Reduce,
  Select,
  If,
  For,
  While,
  Switch,
  Execute,
  Joins,
  Carried,
  Calls,
  Returns,
  State,
  Blocks,
  Irreducible,
  Views,
  Copies,
  Partial,
  Stores,
  Dealloc,
  Parallel,
  ParallelAlloc,
  Affine,
  TensorBlocks,
  Spaces,
};

struct FeatureInfo {
  Feature feature;
  llvm::StringRef name, description;
  bool isDefault;
};

/// All features, in the order of the enum.
llvm::ArrayRef<FeatureInfo> getFeatures();

class FeatureSet {
public:
  static FeatureSet getDefault();

  /// Reads a list of names with commas between; "default" stands for the
  /// default list. At least one of "tensor" and "memref" must be in it.
  static llvm::Expected<FeatureSet> parse(llvm::StringRef list);

  bool has(Feature feature) const { return bits >> unsigned(feature) & 1; }
  void add(Feature feature) { bits |= uint64_t(1) << unsigned(feature); }

private:
  uint64_t bits = 0;
};

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_FEATURES_H
