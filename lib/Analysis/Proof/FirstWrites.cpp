//===- FirstWrites.cpp - Where nothing was written yet --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward fixpoint over a flow's blocks, then one pass that marks.
//
//===----------------------------------------------------------------------===//

#include "FirstWrites.h"

using namespace mplan;
using namespace mplan::proof;

namespace {
/// The slots that may have been written.
struct Written {
  NeedSet slots; // roots and readers unused
  /// In a block that control is not seen to enter: anything.
  bool all = false;

  bool contains(unsigned slot) const { return all || slots.contains(slot, 0); }
};

class FirstWrites {
public:
  FirstWrites(FunctionFlow &flow, const SlotTable &table)
      : flow(flow), table(table), in(flow.blocks.size()),
        out(flow.blocks.size()) {}

  void run() {
    solve();
    for (unsigned block = 0; block < flow.blocks.size(); ++block)
      mark(block);
  }

private:
  void apply(const Step &step, Written &written) const {
    if (step.kind == Step::Birth) {
      written.slots.erase(flow.roots[step.accesses[0].root].index, 0);
      return;
    }
    for (const Access &access : step.accesses)
      if (access.write)
        for (SlotRef ref : flow.roots[access.root].targets.slots)
          written.slots.insert({ref.slot, 0, table[ref.slot].bytes, nullptr});
  }

  void solve() {
    std::vector<bool> isDirty(flow.blocks.size(), true);
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned index : flow.order) {
        if (!isDirty[index])
          continue;
        isDirty[index] = false;
        const FlowBlock &block = flow.blocks[index];
        Written written;
        written.all = index != 0 && block.predecessors.empty();
        for (unsigned predecessor : block.predecessors) {
          written.slots.unite(out[predecessor].slots);
          written.all |= out[predecessor].all;
        }
        in[index] = written;
        for (const Step &step : block.steps)
          apply(step, written);
        if (written.all == out[index].all && written.slots == out[index].slots)
          continue;
        out[index] = written;
        for (const Edge &edge : block.edges) {
          isDirty[edge.target] = true;
          changed = true;
        }
      }
    }
  }

  void note(unsigned root, const Written &written,
            llvm::SmallVectorImpl<unsigned> &unwritten) const {
    for (SlotRef ref : flow.roots[root].targets.slots)
      if (!ref.earlier && !written.contains(ref.slot))
        unwritten.push_back(ref.slot);
  }

  void mark(unsigned index) {
    FlowBlock &block = flow.blocks[index];
    Written written = in[index];
    for (Step &step : block.steps) {
      if (step.kind != Step::Birth)
        for (const Access &access : step.accesses)
          note(access.root, written, step.unwritten);
      for (const Move &move : step.moves)
        note(move.from, written, step.unwritten);
      apply(step, written);
    }
    for (Edge &edge : block.edges) {
      for (const Move &move : edge.moves)
        note(move.from, written, edge.unwritten);
      if (in[edge.target].all || written.all)
        continue;
      in[edge.target].slots.forEachNotIn(written.slots,
                                         [&](const NeedSet::Need &slot) {
                                           edge.unwritten.push_back(slot.slot);
                                         });
    }
  }

  FunctionFlow &flow;
  const SlotTable &table;
  std::vector<Written> in, out;
};
} // namespace

void mplan::proof::markUnwritten(FunctionFlow &flow, const SlotTable &table) {
  FirstWrites(flow, table).run();
}
