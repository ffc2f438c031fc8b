//===- Replay.cpp - Is a plan harmful, going by a trace -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include <algorithm>

using namespace mplan::mutate;

std::optional<Harm> mplan::mutate::findHarm(const Trace &trace,
                                            llvm::ArrayRef<Place> places) {
  std::vector<std::vector<uint32_t>> arenas;
  for (const Instance &instance : trace.instances) {
    const Place &place = places[instance.site];
    if (arenas.size() <= place.arena)
      arenas.resize(place.arena + 1);
    size_t end = place.offset + instance.bytes;
    if (arenas[place.arena].size() < end)
      arenas[place.arena].resize(end, ~uint32_t(0));
  }
  for (const Copy &copy : trace.copies) {
    unsigned read = trace.instances[copy.from].site;
    unsigned written = trace.instances[copy.to].site;
    int64_t from = places[read].offset + copy.fromBegin;
    int64_t to = places[written].offset + copy.toBegin;
    if (places[read].arena == places[written].arena && from != to &&
        from < to + copy.bytes && to < from + copy.bytes)
      return Harm{read, written, std::max(from, to) - places[read].offset};
  }
  for (const Event &event : trace.events) {
    const Place &place = places[trace.instances[event.instance].site];
    uint32_t *bytes = arenas[place.arena].data() + place.offset;
    if (event.isStore) {
      std::fill(bytes + event.begin, bytes + event.end, event.instance);
      continue;
    }
    for (uint32_t i = event.begin; i < event.end; ++i)
      if (bytes[i] != event.instance)
        return Harm{trace.instances[event.instance].site,
                    trace.instances[bytes[i]].site, i};
  }
  return std::nullopt;
}
