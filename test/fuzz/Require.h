//===- Require.h - What a fuzz target asserts -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A promise of ours that an input breaks ends the process, as a crash would, so
// that libFuzzer keeps the input.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TEST_FUZZ_REQUIRE_H
#define MPLAN_TEST_FUZZ_REQUIRE_H

#include <cstdio>
#include <cstdlib>
#include <string>

namespace mplan::fuzz {

/// Stops with `promise`, and `details` where there are some, unless it `holds`.
inline void require(bool holds, const char *promise,
                    const std::string &details = {}) {
  if (holds)
    return;
  std::fprintf(stderr, "fuzz: broken promise: %s\n%s\n", promise,
               details.c_str());
  std::abort();
}

} // namespace mplan::fuzz

#endif // MPLAN_TEST_FUZZ_REQUIRE_H
