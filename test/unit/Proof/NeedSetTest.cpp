//===- NeedSetTest.cpp - The persistent set against a plain one -----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does the same by chance to a few NeedSets and to sorted maps, and compares
// all that can be asked. The sets share nodes with copies of each other, none
// of which may notice what becomes of the others.
//
//===----------------------------------------------------------------------===//

#include "NeedSet.h"

#include "../RandomNumbers.h"

#include "gtest/gtest.h"

#include <map>

using namespace mplan::proof;
using mplan::test::Random;
using Need = NeedSet::Need;

namespace {
/// By slot and root; the reader, which is only ever compared.
using Plain = std::map<std::pair<unsigned, unsigned>, mlir::Operation *>;

constexpr unsigned numSlots = 24, numRoots = 5;

/// Slots ascend with their lower ends; some are empty, some cover many others.
std::vector<ByteRange> makeSlots(Random &random) {
  std::vector<ByteRange> slots;
  unsigned lower = 0;
  for (unsigned slot = 0; slot < numSlots; ++slot) {
    lower += random.in(0, 3);
    slots.push_back({lower, lower + unsigned(random.in(0, 9))});
  }
  return slots;
}

/// Never looked into.
mlir::Operation *makeReader(Random &random) {
  return reinterpret_cast<mlir::Operation *>(random.in(1, 3) << 4);
}

std::vector<std::pair<unsigned, unsigned>> list(const Plain &plain) {
  std::vector<std::pair<unsigned, unsigned>> keys;
  for (const auto &[key, reader] : plain)
    keys.push_back(key);
  return keys;
}

/// Compares all answers of `set` with those of `plain`.
void compare(const NeedSet &set, const Plain &plain,
             const std::vector<ByteRange> &slots) {
  std::vector<std::pair<unsigned, unsigned>> all;
  set.forEach([&](const Need &need) {
    all.push_back({need.slot, need.root});
    EXPECT_EQ(need.bytes.lower, slots[need.slot].lower);
    EXPECT_EQ(need.bytes.upper, slots[need.slot].upper);
  });
  ASSERT_EQ(all, list(plain));
  EXPECT_EQ(set.empty(), plain.empty());
  for (unsigned slot = 0; slot < numSlots; ++slot) {
    std::vector<std::pair<unsigned, unsigned>> ofSlot, overlapping, expected,
        expectedOverlaps;
    set.forEachOfSlot(slot, [&](const Need &need) {
      ofSlot.push_back({need.slot, need.root});
    });
    set.forEachOverlap(slots[slot], [&](const Need &need) {
      overlapping.push_back({need.slot, need.root});
    });
    for (const auto &[key, reader] : plain) {
      if (key.first == slot)
        expected.push_back(key);
      if (slots[key.first].overlaps(slots[slot]) && !slots[slot].empty())
        expectedOverlaps.push_back(key);
    }
    EXPECT_EQ(ofSlot, expected);
    EXPECT_EQ(overlapping, expectedOverlaps);
    for (unsigned root = 0; root < numRoots; ++root)
      EXPECT_EQ(set.contains(slot, root), plain.count({slot, root}) == 1);
  }
}
} // namespace

TEST(NeedSet, AgreesWithAPlainSet) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const std::vector<ByteRange> slots = makeSlots(random);
    constexpr unsigned count = 4;
    NeedSet sets[count];
    Plain plains[count];
    for (int step = 0; step < 400; ++step) {
      const unsigned i = random.in(0, count - 1), j = random.in(0, count - 1);
      const unsigned slot = random.in(0, numSlots - 1);
      const unsigned root = random.in(0, numRoots - 1);
      switch (random.in(0, 9)) {
      default: {
        mlir::Operation *reader = makeReader(random);
        sets[i].insert({slot, root, slots[slot], reader});
        plains[i][{slot, root}] = reader;
        EXPECT_EQ(sets[i].find(slot, root)->reader, reader);
        break;
      }
      case 5:
      case 6:
        sets[i].erase(slot, root);
        plains[i].erase({slot, root});
        break;
      case 7: // Keeps the reader of either.
        sets[i].unite(sets[j]);
        plains[i].insert(plains[j].begin(), plains[j].end());
        break;
      case 8:
        sets[i] = sets[j];
        plains[i] = plains[j];
        break;
      case 9: {
        std::vector<std::pair<unsigned, unsigned>> difference, expected;
        sets[i].forEachNotIn(sets[j], [&](const Need &need) {
          difference.push_back({need.slot, need.root});
        });
        for (const auto &[key, reader] : plains[i])
          if (plains[j].count(key) == 0)
            expected.push_back(key);
        EXPECT_EQ(difference, expected);
        break;
      }
      }
      EXPECT_EQ(sets[i] == sets[j], list(plains[i]) == list(plains[j]));
      if (step % 20 == 0)
        for (unsigned k = 0; k < count; ++k)
          compare(sets[k], plains[k], slots);
    }
  }
}

/// The shape, and so the comparison, follows from what is in a set, not from
/// how it came there.
TEST(NeedSet, EqualWhateverTheOrder) {
  Random random(1);
  std::vector<Need> needs;
  for (unsigned slot = 0; slot < 200; ++slot)
    needs.push_back({slot, unsigned(random.in(0, 3)), {slot, slot + 3}});
  NeedSet forward;
  for (const Need &need : needs)
    forward.insert(need);
  for (int i = 0; i < 10; ++i) {
    random.shuffle(needs);
    NeedSet shuffled;
    for (const Need &need : needs) {
      shuffled.insert({need.slot, need.root + 7, need.bytes});
      shuffled.insert(need);
    }
    EXPECT_FALSE(shuffled == forward);
    for (const Need &need : needs)
      shuffled.erase(need.slot, need.root + 7);
    EXPECT_TRUE(shuffled == forward);
  }
}

/// A copy keeps its contents while what it was copied from changes, all in
/// memory that follows the changes.
TEST(NeedSet, CopiesAreApart) {
  NeedSet set;
  std::vector<NeedSet> copies;
  for (unsigned slot = 0; slot < 300; ++slot) {
    copies.push_back(set);
    set.insert({slot, 0, {slot, slot + 1}});
  }
  for (unsigned slot = 0; slot < 300; slot += 2)
    set.erase(slot, 0);
  for (unsigned i = 0; i < copies.size(); ++i) {
    unsigned size = 0;
    copies[i].forEach([&](const Need &need) { EXPECT_EQ(need.slot, size++); });
    EXPECT_EQ(size, i);
  }
}
