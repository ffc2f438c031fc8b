//===- Footprint.cpp - What a program on tensors will need ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Footprint.h"

#include "mplan/Analysis/PlanSummary.h"
#include "mplan/Transforms/Allocate.h"
#include "mplan/Transforms/Bufferize.h"
#include "mplan/Transforms/Coalesce.h"
#include "mplan/Transforms/IoToArena.h"
#include "mplan/Transforms/OutParams.h"
#include "mplan/Transforms/Privatize.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mplan;

bool Footprint::isBelow(const Footprint &other) const {
  return size <= other.size &&
         std::tie(peak, largest, numLargest, size) <
             std::tie(other.peak, other.largest, other.numLargest, other.size);
}

static LogicalResult plan(ModuleOp module, const PlanSettings &settings) {
  BufferizeOptions bufferizeOptions;
  bufferizeOptions.bufferAlignment = settings.bufferAlignment;
  PrivatizeOptions privatize;
  privatize.sequential = settings.sequential;
  if (failed(bufferize(module, bufferizeOptions)) ||
      failed(turnResultsIntoArguments(module)))
    return failure();
  coalesceBuffers(module);
  if (failed(privatizeBuffers(module, privatize)))
    return failure();
  IoToArenaOptions io;
  io.inputsDie = settings.inputsDie;
  if (settings.ioInArena && failed(moveIoToArena(module, io)))
    return failure();
  return allocateBuffers(module, settings.allocate);
}

/// Finds the most that the slots of `function` need over its ticks.
static void addLargest(FunctionOpInterface function, Footprint &footprint) {
  struct Change {
    int64_t bytes = 0;
    bool isBirth = false;
  };
  std::map<int64_t, Change> changes; // By tick.
  DataLayout layout = DataLayout::closest(function);
  function->walk([&](SlotOp slot) {
    ArrayRef<int64_t> live = slot.getLive().value_or(ArrayRef<int64_t>());
    // The verifier of the slot has seen that it has a size.
    int64_t bytes = *getBufferBytes(slot.getType(), layout);
    for (size_t i = 0; i + 1 < live.size(); i += 2) {
      changes[live[i]].bytes += bytes;
      changes[live[i]].isBirth |= bytes != 0;
      changes[live[i + 1]].bytes -= bytes;
    }
  });
  int64_t alive = 0;
  for (const auto &[tick, change] : changes) {
    alive += change.bytes;
    // A buffer that takes the place of one that dies counts anew.
    if (!change.isBirth || alive < footprint.largest)
      continue;
    if (alive > footprint.largest)
      footprint.numLargest = 0;
    footprint.largest = alive;
    ++footprint.numLargest;
  }
}

FailureOr<Footprint> mplan::takeFootprint(OwningOpRef<ModuleOp> module,
                                          const PlanSettings &settings) {
  // That it cannot be planned is for the pass that plans it to say.
  ScopedDiagnosticHandler silence(module->getContext(),
                                  [](Diagnostic &) { return success(); });
  if (failed(plan(*module, settings)))
    return failure();
  FailureOr<std::vector<ArenaSummary>> arenas = summarizePlan(*module);
  if (failed(arenas))
    return failure();
  Footprint result;
  const GroupPeak *largest = nullptr;
  for (const ArenaSummary &arena : *arenas) {
    result.peak += arena.peak;
    result.size += arena.footprint;
    if (arena.groups.empty())
      continue;
    const GroupPeak &group = arena.getLargestGroup();
    if (!largest || group.bytes > largest->bytes)
      largest = &group;
  }
  if (largest && !largest->path.empty()) {
    result.where = largest->path.back().op->getLoc();
    for (const PlacedBuffer &buffer : largest->alive) {
      SlotOp slot = buffer.slot;
      result.alive.push_back({slot->getLoc(), buffer.size});
    }
  }
  for (auto function : module->getOps<FunctionOpInterface>())
    addLargest(function, result);
  return result;
}

FailureOr<Footprint> mplan::computeFootprint(ModuleOp module,
                                             const PlanSettings &settings) {
  return takeFootprint(OwningOpRef<ModuleOp>(module.clone()), settings);
}
