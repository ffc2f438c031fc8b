//===- Validate.cpp - Is a plan right? ------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sweeps over the ticks at which buffers begin and end to live, and holds the
// live byte ranges in a set ordered by offset. While no two of them overlap, a
// new one can only overlap its neighbours in the set.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Validate.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace mplan::solver;

/// What is wrong with the place of this buffer, whatever the others do.
static std::optional<Violation> validatePlace(const Problem &problem,
                                              std::optional<Bytes> capacity,
                                              size_t index, Bytes offset) {
  const Buffer &buffer = problem.buffers[index];
  auto violation = [&](Violation::Kind kind, Bytes got, Bytes limit) {
    return Violation{kind, index, Violation::none, 0, got, limit};
  };
  if (offset < 0)
    return violation(Violation::NegativeOffset, offset, 0);
  if (offset % buffer.alignment != 0)
    return violation(Violation::Misaligned, offset, buffer.alignment);
  if (buffer.fixedOffset && *buffer.fixedOffset != offset)
    return violation(Violation::MovedFixed, offset, *buffer.fixedOffset);
  if (buffer.size == 0)
    return std::nullopt;
  const Bytes max = std::numeric_limits<Bytes>::max();
  const Bytes limit = capacity.value_or(max);
  if (offset > max - buffer.size)
    return violation(Violation::OverCapacity, max, limit);
  if (offset + buffer.size > limit)
    return violation(Violation::OverCapacity, offset + buffer.size, limit);
  return std::nullopt;
}

namespace {
/// A buffer begins or ends to live.
struct Event {
  Tick tick;
  bool begins;
  size_t buffer;

  // What ends at a tick makes room for what begins there.
  bool operator<(const Event &other) const {
    if (tick != other.tick)
      return tick < other.tick;
    if (begins != other.begins)
      return other.begins;
    return buffer < other.buffer;
  }
};
} // namespace

/// The first overlap. Expects that each place by itself is right.
static std::optional<Violation>
validateOverlaps(const Problem &problem, const std::vector<Bytes> &offsets) {
  std::vector<Event> events;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    if (problem.buffers[i].size == 0)
      continue;
    for (const Segment &segment : problem.buffers[i].segments) {
      events.push_back({segment.lower, true, i});
      events.push_back({segment.upper, false, i});
    }
  }
  std::sort(events.begin(), events.end());

  std::map<Bytes, size_t> live; // The buffer at an offset.
  auto overlap = [&](size_t a, size_t b, Tick tick) {
    return Violation{Violation::Overlap,
                     std::min(a, b),
                     std::max(a, b),
                     tick,
                     std::max(offsets[a], offsets[b]),
                     std::min(offsets[a] + problem.buffers[a].size,
                              offsets[b] + problem.buffers[b].size)};
  };
  for (const Event &event : events) {
    const size_t index = event.buffer;
    const Bytes offset = offsets[index];
    if (!event.begins) {
      live.erase(offset);
      continue;
    }
    auto above = live.lower_bound(offset);
    if (above != live.end() &&
        above->first < offset + problem.buffers[index].size)
      return overlap(index, above->second, event.tick);
    if (above != live.begin()) {
      auto below = std::prev(above);
      if (below->first + problem.buffers[below->second].size > offset)
        return overlap(index, below->second, event.tick);
    }
    live.emplace_hint(above, offset, index);
  }
  return std::nullopt;
}

/// `validate`, for a capacity that is not the problem's.
static std::optional<Violation>
validateOffsets(const Problem &problem, std::optional<Bytes> capacity,
                const std::vector<Bytes> &offsets) {
  const size_t count = problem.buffers.size();
  if (offsets.size() != count)
    return Violation{Violation::OffsetCount,
                     Violation::none,
                     Violation::none,
                     0,
                     static_cast<Bytes>(offsets.size()),
                     static_cast<Bytes>(count)};
  for (size_t i = 0; i < count; ++i)
    if (std::optional<Violation> violation =
            validatePlace(problem, capacity, i, offsets[i]))
      return violation;
  return validateOverlaps(problem, offsets);
}

std::optional<Violation>
mplan::solver::validate(const Problem &problem,
                        const std::vector<Bytes> &offsets) {
  return validateOffsets(problem, problem.capacity, offsets);
}

std::optional<Violation> mplan::solver::validate(const Problem &problem,
                                                 const Solution &solution) {
  auto violation = [&](Violation::Kind kind, Bytes limit) {
    return Violation{kind, Violation::none, Violation::none,
                     0,    solution.height, limit};
  };
  const std::optional<Bytes> capacity = problem.capacity;
  if (solution.status == Status::Infeasible) {
    // The one claim without a plan is that the bound is above the capacity.
    if (!capacity || solution.lowerBound <= *capacity)
      return violation(Violation::WrongStatus, solution.lowerBound);
    return std::nullopt;
  }
  if (solution.status == Status::Invalid)
    return std::nullopt;

  // A plan that was not found within the capacity is a plan without one.
  const bool overCapacity = solution.status == Status::NotFound;
  if (std::optional<Violation> fault = validateOffsets(
          problem, overCapacity ? std::nullopt : capacity, solution.offsets))
    return fault;

  Bytes height = 0;
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    if (problem.buffers[i].size > 0)
      height = std::max(height, solution.offsets[i] + problem.buffers[i].size);
  if (solution.height != height)
    return violation(Violation::WrongHeight, height);
  if (height < solution.lowerBound)
    return violation(Violation::BelowBound, solution.lowerBound);
  if (overCapacity && (!capacity || height <= *capacity))
    return violation(Violation::WrongStatus, capacity.value_or(0));
  const bool optimal = solution.status == Status::Optimal;
  if (!overCapacity && optimal != (height == solution.lowerBound))
    return violation(Violation::WrongStatus, solution.lowerBound);
  return std::nullopt;
}

std::string mplan::solver::describe(const Problem &problem,
                                    const Violation &violation) {
  const std::string got = std::to_string(violation.got);
  const std::string limit = std::to_string(violation.limit);
  auto first = [&] { return describeBuffer(problem, violation.first); };
  switch (violation.kind) {
  case Violation::OffsetCount:
    return "there are " + got + " offsets for " + limit + " buffers";
  case Violation::NegativeOffset:
    return first() + " has the negative offset " + got;
  case Violation::Misaligned:
    return first() + " has the offset " + got +
           ", which is not a multiple of its alignment " + limit;
  case Violation::MovedFixed:
    return first() + " has the offset " + got + ", but is fixed at " + limit;
  case Violation::OverCapacity:
    return first() + " ends at " + got + ", above the capacity " + limit;
  case Violation::Overlap:
    return first() + " and " + describeBuffer(problem, violation.second) +
           " are both alive at tick " + std::to_string(violation.tick) +
           " and share the bytes [" + got + ", " + limit + ")";
  case Violation::WrongHeight:
    return "the height is stated as " + got + " and is " + limit;
  case Violation::BelowBound:
    return "the height " + got + " is below the stated lower bound " + limit;
  case Violation::WrongStatus:
    return "the status does not agree with height " + got +
           " and bound or capacity " + limit;
  }
  return "unknown violation";
}
