//===- RowRange.h - Rows that move with a row -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_ROWRANGE_H
#define MPLAN_ANALYSIS_ROWRANGE_H

#include <cstdint>

namespace mplan {

/// The rows (scale * t + lo) / div to (scale * t + hi) / div, both included and
/// rounded down, that are read for row t. There are as many for each t: hi - lo
/// is a multiple of div. Where rows are made of one, as by upsampling, div is
/// how many.
struct RowRange {
  int64_t scale = 0, lo = 0, hi = 0, div = 1;

  int64_t first(int64_t t) const { return divideDown(scale * t + lo); }
  int64_t last(int64_t t) const { return divideDown(scale * t + hi); }
  int64_t size() const { return (hi - lo) / div + 1; }

  /// What is read for row byScale * t + offset.
  RowRange at(int64_t byScale, int64_t offset) const {
    return {scale * byScale, scale * offset + lo, scale * offset + hi, div};
  }
  /// The rows `rows` below.
  RowRange below(int64_t rows) const {
    return {scale, lo + rows * div, hi + rows * div, div};
  }
  bool operator==(const RowRange &other) const {
    return scale == other.scale && lo == other.lo && hi == other.hi &&
           div == other.div;
  }

private:
  int64_t divideDown(int64_t value) const {
    return value >= 0 ? value / div : -((div - 1 - value) / div);
  }
};

} // namespace mplan

#endif // MPLAN_ANALYSIS_ROWRANGE_H
