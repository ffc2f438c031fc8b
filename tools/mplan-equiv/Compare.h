//===- Compare.h - Are two values the same ----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bit for bit, or floats within a tolerance; what differs is described with its
// first index, both values and a count.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_COMPARE_H
#define MPLAN_TOOLS_EQUIV_COMPARE_H

#include "Signature.h"

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace mplan::equiv {

/// One of two things to compare, and whose it is.
struct View {
  llvm::StringRef who;
  llvm::ArrayRef<uint8_t> bytes;
};

/// Describes how `a` and `b` differ; nothing if they do not. Both hold elements
/// of `element` in row-major `shape`. With a `tolerance` floats may differ by
/// `tolerance * (1 + |a|)`, and one NaN equals another; without, bits decide.
std::optional<std::string> describeDifference(const Element &element,
                                              llvm::ArrayRef<int64_t> shape,
                                              View a, View b, double tolerance);

/// Is every element NaN (and at least one there)?
bool isAllNaN(const Element &element, llvm::ArrayRef<uint8_t> bytes);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_COMPARE_H
