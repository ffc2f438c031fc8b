//===- WalkTest.cpp - Running steps forwards and taking them back ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// However a walk came to a state, it knows of it what one knows that came there
// straight; and states that led nowhere are remembered exactly.
//
//===----------------------------------------------------------------------===//

#include "Contract.h"
#include "Random.h"
#include "Search.h"

#include <gtest/gtest.h>

#include <set>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;
using namespace mplan::scheduler::test;

TEST(Walk, BackAndForthIsAsStraight) {
  Random random(1);
  for (Shape shape : allShapes()) {
    shape.steps = 16;
    const Problem problem = makeProblem(random, shape);
    const Model model(problem);
    for (bool whole : {false, true}) {
      const Chunks chunks = whole ? contract(model) : Chunks(model);
      Walk walk(model, chunks);
      for (int i = 0; i < 300; ++i) {
        const bool isBack =
            walk.isAtEnd() || (!walk.getTrail().empty() && random.oneIn(2));
        if (isBack)
          walk.retreat();
        else
          walk.advance(
              walk.getReady()[random.in(0, walk.getReady().size() - 1)]);

        Walk straight(model, chunks);
        for (int chunk : walk.getTrail())
          straight.advance(chunk);
        EXPECT_EQ(walk.getLive(), straight.getLive());
        EXPECT_EQ(walk.getDone().getWords(), straight.getDone().getWords());
        EXPECT_EQ(std::set<int>(walk.getReady().begin(), walk.getReady().end()),
                  std::set<int>(straight.getReady().begin(),
                                straight.getReady().end()));
        for (int chunk : walk.getReady()) {
          EXPECT_EQ(walk.getCost(chunk).peak, straight.getCost(chunk).peak);
          EXPECT_EQ(walk.getCost(chunk).net, straight.getCost(chunk).net);
        }
      }
    }
  }
}

TEST(StateSet, RemembersWhatWasInserted) {
  Random random(2);
  StateSet set(3);
  std::set<std::vector<uint64_t>> truth;
  EXPECT_FALSE(set.contains(Bits(192)));
  for (int i = 0; i < 5000; ++i) {
    Bits state(192);
    for (int j = random.in(0, 3); j > 0; --j)
      state.set(random.in(0, 191));
    EXPECT_EQ(set.contains(state), truth.count(state.getWords()) == 1);
    if (random.oneIn(2)) {
      EXPECT_TRUE(set.insert(state));
      truth.insert(state.getWords());
    }
  }
  set.clear();
  EXPECT_FALSE(set.contains(Bits(192)));
}
