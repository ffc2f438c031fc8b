//===- CorruptPlan.cpp - Wrong offsets and wrong live ranges --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Corrupt.h. Offsets stay aligned: else a look at the figures would be
// enough to tell.
//
//===----------------------------------------------------------------------===//

#include "Corrupt.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mplan;
using namespace mplan::mutate;

/// A site that has bytes and is alive, in `parts` or more stretches, or none.
static std::optional<unsigned> pickSite(const Origin &origin,
                                        gen::Random &random, size_t parts = 1) {
  std::vector<unsigned> candidates;
  for (auto [index, site] : llvm::enumerate(origin.sites))
    if (site.bytes > 0 && (*origin.plan)[index].live.size() >= parts)
      candidates.push_back(index);
  if (candidates.empty())
    return std::nullopt;
  return random.pick(candidates);
}

static bool changed(const Plan &a, const Plan &b) {
  return llvm::any_of(llvm::zip_equal(a, b), [](auto pair) {
    return std::get<0>(pair).offset != std::get<1>(pair).offset;
  });
}

std::optional<Plan> mplan::mutate::corruptPlan(Kind kind, const Origin &origin,
                                               gen::Random &random) {
  const std::vector<Site> &sites = origin.sites;
  std::optional<unsigned> one = pickSite(origin, random),
                          two = pickSite(origin, random);
  if (!one || sites[*one].arena != sites[*two].arena)
    return std::nullopt;
  Plan plan = *origin.plan;
  int64_t alignment = sites[*one].alignment;
  int64_t &offset = plan[*one].offset;
  switch (kind) {
  case Kind::Move:
    offset = std::max<int64_t>(0, offset + alignment * random.between(-4, 4));
    break;
  case Kind::Overlap: {
    // Some first byte at which the two meet, if only by one.
    int64_t low =
        std::max<int64_t>(0, plan[*two].offset - sites[*one].bytes + 1);
    int64_t high = plan[*two].offset + sites[*two].bytes - 1;
    int64_t steps = high / alignment - (low + alignment - 1) / alignment;
    if (steps < 0)
      return std::nullopt;
    offset =
        llvm::alignTo(low, alignment) + alignment * random.between(0, steps);
    break;
  }
  default: // Kind::Swap
    if (plan[*two].offset % alignment != 0 ||
        offset % sites[*two].alignment != 0)
      return std::nullopt;
    std::swap(offset, plan[*two].offset);
  }
  if (!changed(plan, *origin.plan))
    return std::nullopt;
  return plan;
}

/// Takes ticks away from `live`.
static void cut(Kind kind, LiveRange &live, gen::Random &random) {
  size_t index = random.below(live.size());
  solver::Segment &segment = live[index];
  switch (kind) {
  case Kind::End:
    segment.upper = random.between(segment.lower, segment.upper - 1);
    break;
  case Kind::Start:
    segment.lower = random.between(segment.lower + 1, segment.upper);
    break;
  default: // Kind::Segment
    segment.upper = segment.lower;
  }
  if (segment.lower == segment.upper)
    live.erase(live.begin() + index);
}

/// Where `site` could go, all others as they are, by its corrupted live range
/// but not by its true one.
static std::optional<int64_t> findWrongOffset(const Origin &origin,
                                              const Plan &plan, unsigned site,
                                              gen::Random &random) {
  std::vector<unsigned> all(origin.sites.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<int64_t> candidates;
  for (unsigned other : all) {
    if (origin.sites[other].arena != origin.sites[site].arena)
      continue;
    const Placed &placed = (*origin.plan)[other];
    for (int64_t from :
         {placed.offset, placed.offset + origin.sites[other].bytes}) {
      int64_t offset = origin.conflicts.findOffset(site, from, all, plan);
      if (offset !=
          origin.conflicts.findOffset(site, offset, all, *origin.plan))
        candidates.push_back(offset);
    }
  }
  if (candidates.empty())
    return std::nullopt;
  return random.pick(candidates);
}

std::optional<Plan> mplan::mutate::corruptRanges(Kind kind,
                                                 const Origin &origin,
                                                 gen::Random &random) {
  std::optional<unsigned> site =
      pickSite(origin, random, kind == Kind::Segment ? 2 : 1);
  if (!site)
    return std::nullopt;
  Plan plan = *origin.plan;
  cut(kind, plan[*site].live, random);
  // Once it alone is placed again, once all are.
  if (random.chance(50)) {
    std::optional<int64_t> offset =
        findWrongOffset(origin, plan, *site, random);
    if (!offset)
      return std::nullopt;
    plan[*site].offset = *offset;
    return plan;
  }
  origin.conflicts.placeWrong(*origin.plan, plan, random);
  if (!changed(plan, *origin.plan))
    return std::nullopt;
  return plan;
}
