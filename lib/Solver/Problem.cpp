//===- Problem.cpp - The rules of a problem -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that a problem keeps the rules that solvers and validator rely on.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Problem.h"
#include "mplan/Solver/Validate.h"

#include <algorithm>
#include <limits>

using namespace mplan::solver;

const char *mplan::solver::toString(Status status) {
  switch (status) {
  case Status::Optimal:
    return "optimal";
  case Status::Feasible:
    return "feasible";
  case Status::Infeasible:
    return "infeasible";
  case Status::NotFound:
    return "not found";
  case Status::Invalid:
    return "invalid";
  }
  return "unknown";
}

std::string mplan::solver::describeBuffer(const Problem &problem,
                                          size_t buffer) {
  std::string text = "buffer " + std::to_string(buffer);
  const std::string &name = problem.buffers[buffer].name;
  if (!name.empty())
    text += " ('" + name + "')";
  return text;
}

std::string mplan::solver::describe(const Problem &problem,
                                    const ProblemError &error) {
  if (error.buffer == ProblemError::none)
    return error.message;
  std::string text = describeBuffer(problem, error.buffer);
  if (error.other != ProblemError::none)
    text += " and " + describeBuffer(problem, error.other);
  return text + ": " + error.message;
}

static std::string toString(const Segment &segment) {
  return "[" + std::to_string(segment.lower) + ", " +
         std::to_string(segment.upper) + ")";
}

/// What is wrong with this buffer alone. The index is filled in by the caller.
static std::optional<ProblemError> check(const Buffer &buffer) {
  auto error = [](ProblemError::Kind kind, std::string message) {
    return ProblemError{kind, ProblemError::none, ProblemError::none,
                        std::move(message)};
  };
  if (buffer.size < 0)
    return error(ProblemError::NegativeSize,
                 "the size is negative: " + std::to_string(buffer.size));
  if (buffer.alignment < 1)
    return error(ProblemError::BadAlignment,
                 "the alignment must be at least 1, got " +
                     std::to_string(buffer.alignment));
  if (buffer.segments.empty())
    return error(ProblemError::NoSegment, "it has no segment: never alive");
  for (const Segment &segment : buffer.segments)
    if (segment.lower >= segment.upper)
      return error(ProblemError::EmptySegment,
                   "the segment " + toString(segment) + " is empty");
  for (size_t i = 1; i < buffer.segments.size(); ++i)
    if (buffer.segments[i].lower <= buffer.segments[i - 1].upper)
      return error(ProblemError::UnorderedSegments,
                   "the segment " + toString(buffer.segments[i]) +
                       " must begin after the end of the one before it, " +
                       toString(buffer.segments[i - 1]));
  if (!buffer.fixedOffset)
    return std::nullopt;
  if (*buffer.fixedOffset < 0)
    return error(ProblemError::NegativeFixedOffset,
                 "the fixed offset is negative: " +
                     std::to_string(*buffer.fixedOffset));
  if (*buffer.fixedOffset % buffer.alignment != 0)
    return error(ProblemError::MisalignedFixedOffset,
                 "the fixed offset " + std::to_string(*buffer.fixedOffset) +
                     " is not a multiple of the alignment " +
                     std::to_string(buffer.alignment));
  return std::nullopt;
}

/// Heights stay within `Bytes` whatever a solver does: even if each buffer is
/// stacked, with all its padding, on top of the fixed ones.
static std::optional<ProblemError> checkTotal(const Problem &problem) {
  const Bytes max = std::numeric_limits<Bytes>::max();
  auto tooLarge = [](size_t buffer) {
    return ProblemError{ProblemError::TooLarge, buffer, ProblemError::none,
                        "the sizes and alignments up to this buffer add up to "
                        "more than 2^63 - 1 bytes"};
  };
  Bytes total = 0;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    if (buffer.fixedOffset) {
      if (*buffer.fixedOffset > max - buffer.size)
        return ProblemError{
            ProblemError::TooLarge, i, ProblemError::none,
            "the fixed offset " + std::to_string(*buffer.fixedOffset) +
                " plus the size " + std::to_string(buffer.size) +
                " exceeds 2^63 - 1"};
      total = std::max(total, *buffer.fixedOffset + buffer.size);
    }
  }
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    if (buffer.fixedOffset)
      continue;
    if (buffer.size > max - total)
      return tooLarge(i);
    total += buffer.size;
    if (buffer.alignment - 1 > max - total)
      return tooLarge(i);
    total += buffer.alignment - 1;
  }
  return std::nullopt;
}

/// Do fixed buffers overlap one another?
static std::optional<ProblemError> checkFixed(const Problem &problem) {
  Problem fixed;
  std::vector<size_t> indices;
  std::vector<Bytes> offsets;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    if (!buffer.fixedOffset)
      continue;
    fixed.buffers.push_back(buffer);
    indices.push_back(i);
    offsets.push_back(*buffer.fixedOffset);
  }
  std::optional<Violation> overlap = validate(fixed, offsets);
  if (!overlap)
    return std::nullopt;
  return ProblemError{
      ProblemError::FixedOverlap, indices[overlap->first],
      indices[overlap->second],
      "both are fixed and alive at tick " + std::to_string(overlap->tick) +
          ", and share the bytes [" + std::to_string(overlap->got) + ", " +
          std::to_string(overlap->limit) + ")"};
}

std::optional<ProblemError> mplan::solver::check(const Problem &problem) {
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    if (std::optional<ProblemError> error = ::check(problem.buffers[i])) {
      error->buffer = i;
      return error;
    }
  }
  if (std::optional<ProblemError> error = checkTotal(problem))
    return error;
  if (std::optional<ProblemError> error = checkFixed(problem))
    return error;
  if (problem.capacity && *problem.capacity < 0)
    return ProblemError{
        ProblemError::NegativeCapacity, ProblemError::none, ProblemError::none,
        "the capacity is negative: " + std::to_string(*problem.capacity)};
  return std::nullopt;
}
