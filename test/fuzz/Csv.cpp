//===- Csv.cpp - Fuzz target: the reader of CSV, and the solver -----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any text at all is a problem or an error with a place in the text. A problem
// that was read is planned, the plan is right, and written out it reads back as
// it was.
//
//===----------------------------------------------------------------------===//

#include "Require.h"

#include "mplan/Solver/Bounds.h"
#include "mplan/Solver/Csv.h"
#include "mplan/Solver/Solve.h"
#include "mplan/Solver/Validate.h"

#include <algorithm>
#include <cstdint>

using namespace mplan::fuzz;
using namespace mplan::solver;

/// An error lies in the text: at a byte of it, or right behind a line.
static void checkError(std::string_view text, const CsvError &error) {
  size_t lines = 1 + std::count(text.begin(), text.end(), '\n');
  require(error.line >= 1 && error.line <= lines && error.column >= 1 &&
              error.column <= text.size() + 1,
          "an error lies within the text", describe("input", error));
  require(!error.message.empty(), "an error says something");
}

static bool isSame(const Problem &left, const Problem &right) {
  return left.buffers.size() == right.buffers.size() &&
         std::equal(left.buffers.begin(), left.buffers.end(),
                    right.buffers.begin(),
                    [](const Buffer &a, const Buffer &b) {
                      return a.size == b.size && a.alignment == b.alignment &&
                             a.fixedOffset == b.fixedOffset &&
                             std::equal(a.segments.begin(), a.segments.end(),
                                        b.segments.begin(), b.segments.end(),
                                        [](Segment x, Segment y) {
                                          return x.lower == y.lower &&
                                                 x.upper == y.upper;
                                        });
                    });
}

/// The text as a problem: solved within `capacity`, if there is one.
static void solveText(std::string_view text, std::optional<Bytes> capacity) {
  CsvError error;
  std::optional<Problem> problem = parseCsv(text, error);
  if (!problem)
    return checkError(text, error);
  if (std::optional<ProblemError> fault = check(*problem))
    require(false, "what the reader accepts passes the check",
            describe(*problem, *fault));

  CsvError ignored;
  std::optional<Problem> again = parseCsv(formatCsv(*problem), ignored);
  require(again && isSame(*problem, *again),
          "what was written reads back as the same problem",
          formatCsv(*problem));

  problem->capacity = capacity;
  SolveOptions options;
  // Enough for every method to start on problems of the sizes at hand.
  options.steps = 20'000;
  options.shakes = 1;
  Solution solution = solve(*problem, options);
  require(solution.status != Status::Invalid,
          "a problem that passes the check is solved", solution.error);
  if (std::optional<Violation> fault = validate(*problem, solution))
    require(false, "a solution is valid", describe(*problem, *fault));
  if (solution.offsets.empty())
    return;

  std::vector<Bytes> plan;
  std::optional<Problem> planned =
      parseCsv(formatCsv(*problem, solution.offsets), ignored, &plan);
  require(planned && plan == solution.offsets,
          "a plan that was written reads back as the same plan",
          formatCsv(*problem, solution.offsets));
}

/// The text as a plan of unknown worth: judged.
static void judgeText(std::string_view text) {
  CsvError error;
  std::vector<Bytes> plan;
  std::optional<Problem> problem = parseCsv(text, error, &plan);
  if (!problem)
    return checkError(text, error);
  require(plan.size() == problem->buffers.size(), "a plan has an offset each");
  if (std::optional<Violation> fault = validate(*problem, plan))
    require(!describe(*problem, *fault).empty(), "a fault has words");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  solveText(text, std::nullopt);
  // Some capacity that follows from the text alone.
  solveText(text, Bytes(size % 7) * 64);
  judgeText(text);
  return 0;
}
