//===- Model.cpp - A problem as the solvers see it ------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduces ticks to maximal cliques, and lists conflicts, by sweeps.
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace mplan::solver;
using namespace mplan::solver::detail;

Model::Model(const Problem &problem) {
  std::vector<Event> events;     // By segment, numbered through all items.
  std::vector<int> firstSegment; // By item.
  int numSegments = 0;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    if (buffer.size == 0)
      continue;
    items.push_back(
        {buffer.size, buffer.alignment, buffer.fixedOffset.value_or(-1), i});
    firstSegment.push_back(numSegments);
    for (const Segment &segment : buffer.segments) {
      events.push_back({segment.lower, true, size_t(numSegments)});
      events.push_back({segment.upper, false, size_t(numSegments)});
      ++numSegments;
    }
  }
  firstSegment.push_back(numSegments);
  std::sort(events.begin(), events.end());

  // A clique is complete when something ends after something has begun.
  std::vector<Span> segmentSpans(numSegments);
  bool grown = false;
  int live = 0;
  for (const Event &event : events) {
    if (event.begins) {
      segmentSpans[event.id].first = numCliques;
      grown = true;
      numMeetings += live++;
      continue;
    }
    if (grown)
      ++numCliques;
    grown = false;
    segmentSpans[event.id].last = numCliques;
    --live;
  }

  // Segments between which no clique was completed are one span.
  std::vector<Span> merged;
  std::vector<int> firstMerged; // By item.
  for (int item = 0; item < size(); ++item) {
    firstMerged.push_back(static_cast<int>(merged.size()));
    for (int s = firstSegment[item]; s < firstSegment[item + 1]; ++s) {
      if (s > firstSegment[item] && merged.back().last == segmentSpans[s].first)
        merged.back().last = segmentSpans[s].last;
      else
        merged.push_back(segmentSpans[s]);
    }
  }
  firstMerged.push_back(static_cast<int>(merged.size()));
  sortItems(merged, firstMerged);
}

/// Brings items and their spans into an order of their own.
void Model::sortItems(const std::vector<Span> &unsorted,
                      const std::vector<int> &firstUnsorted) {
  auto less = [&](int a, int b) {
    const Span *x = unsorted.data() + firstUnsorted[a];
    const Span *xEnd = unsorted.data() + firstUnsorted[a + 1];
    const Span *y = unsorted.data() + firstUnsorted[b];
    const Span *yEnd = unsorted.data() + firstUnsorted[b + 1];
    for (; x != xEnd && y != yEnd; ++x, ++y) {
      if (x->first != y->first)
        return x->first < y->first;
      if (x->last != y->last)
        return x->last < y->last;
    }
    if ((x == xEnd) != (y == yEnd))
      return x == xEnd;
    const Item &one = items[a], &two = items[b];
    return std::tie(one.size, one.alignment, one.fixed, one.buffer) <
           std::tie(two.size, two.alignment, two.fixed, two.buffer);
  };
  std::vector<int> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), less);

  std::vector<Item> sorted;
  for (int item : order) {
    sorted.push_back(items[item]);
    firstSpan.push_back(static_cast<int>(allSpans.size()));
    allSpans.insert(allSpans.end(), unsorted.begin() + firstUnsorted[item],
                    unsorted.begin() + firstUnsorted[item + 1]);
  }
  firstSpan.push_back(static_cast<int>(allSpans.size()));
  items = std::move(sorted);
}

int Model::numCliquesOf(int item) const {
  int count = 0;
  for (const Span &span : spans(item))
    count += span.last - span.first;
  return count;
}

Conflicts::Conflicts(const Model &model) {
  // Spans by their first clique; those alive at it meet there.
  struct Start {
    int clique, last, item;
  };
  std::vector<Start> starts;
  for (int item = 0; item < model.size(); ++item)
    for (const Span &span : model.spans(item))
      starts.push_back({span.first, span.last, item});
  std::sort(starts.begin(), starts.end(), [](const Start &a, const Start &b) {
    return a.clique != b.clique ? a.clique < b.clique : a.item < b.item;
  });
  auto forEachMeeting = [&](auto &&visit) {
    std::vector<Start> live;
    for (const Start &start : starts) {
      size_t kept = 0;
      for (const Start &other : live) {
        if (other.last <= start.clique)
          continue;
        live[kept++] = other;
        visit(start.item, other.item);
      }
      live.resize(kept);
      live.push_back(start);
    }
  };

  // Count, then fill, then drop those that met more than once.
  first.assign(model.size() + 1, 0);
  forEachMeeting([&](int a, int b) {
    ++first[a + 1];
    ++first[b + 1];
  });
  for (int item = 0; item < model.size(); ++item)
    first[item + 1] += first[item];
  others.resize(first.back());
  last.assign(first.begin(), first.end() - 1);
  forEachMeeting([&](int a, int b) {
    others[last[a]++] = b;
    others[last[b]++] = a;
  });
  for (int item = 0; item < model.size(); ++item) {
    auto begin = others.begin() + first[item],
         end = others.begin() + last[item];
    std::sort(begin, end);
    last[item] = std::unique(begin, end) - others.begin();
  }
}
