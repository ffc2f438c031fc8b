//===- Plan.cpp - A plan apart from the program ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Slots are written here and not by the planner's own code,
// which would refuse some of the programs that wrong plans are put into.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "Instrument.h"

#include "mplan/Analysis/Allocations.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Allocate.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;

static MemRefType getType(Operation *allocation) {
  return cast<MemRefType>(allocation->getResult(0).getType());
}

static llvm::DenseMap<int64_t, SlotOp> findSlots(ModuleOp planned) {
  llvm::DenseMap<int64_t, SlotOp> slots;
  if (planned)
    planned.walk([&](SlotOp slot) { slots[getLabel(slot)] = slot; });
  return slots;
}

FailureOr<std::vector<Site>> mplan::mutate::findSites(ModuleOp module,
                                                      ModuleOp planned) {
  llvm::DenseMap<int64_t, SlotOp> slots = findSlots(planned);
  std::vector<Site> sites;
  std::vector<Attribute> spaces;
  bool isOk = true;
  module.walk([&](Operation *op) {
    if (!isPlannable(op))
      return;
    Site site{op, getLabel(op)};
    DataLayout layout = DataLayout::closest(op);
    MemRefType type = getType(op);
    SlotOp slot = slots.lookup(site.label);
    FailureOr<int64_t> bytes =
        getBufferBytes(slot ? slot.getType() : type, layout);
    if (failed(bytes)) {
      isOk = false;
      return;
    }
    site.bytes = *bytes;
    site.alignment = std::max(getNaturalAlignment(type, layout),
                              getPlaceRequest(op).alignment);
    auto space = llvm::find_if(spaces, [&](Attribute each) {
      return isSameMemorySpace(each, type.getMemorySpace());
    });
    site.arena = space - spaces.begin();
    if (space == spaces.end())
      spaces.push_back(type.getMemorySpace());
    sites.push_back(site);
  });
  if (!isOk)
    return failure();
  return sites;
}

Plan mplan::mutate::readPlan(ModuleOp planned, ArrayRef<Site> sites) {
  llvm::DenseMap<int64_t, SlotOp> slots = findSlots(planned);
  Plan plan;
  for (const Site &site : sites) {
    Placed &placed = plan.emplace_back();
    SlotOp slot = slots.lookup(site.label);
    if (!slot)
      continue;
    placed.offset = slot.getOffset();
    ArrayRef<int64_t> ticks = slot.getLive().value_or(ArrayRef<int64_t>());
    for (size_t i = 0; i + 1 < ticks.size(); i += 2)
      placed.live.push_back({ticks[i], ticks[i + 1]});
  }
  return plan;
}

OwningOpRef<ModuleOp> mplan::mutate::writePlan(ModuleOp module,
                                               ArrayRef<Site> sites,
                                               const Plan &plan) {
  OwningOpRef<ModuleOp> copy = module.clone();
  SmallVector<Operation *> allocations, releases;
  copy->walk([&](Operation *op) {
    if (isPlannable(op))
      allocations.push_back(op);
    else if (isa<memref::DeallocOp>(op))
      releases.push_back(op);
  });
  for (Operation *release : releases)
    release->erase();

  // One arena for each memory space; those of the program know other plans.
  for (auto arena : llvm::make_early_inc_range(copy->getOps<ArenaOp>()))
    arena.erase();
  SymbolTable symbols(*copy);
  OpBuilder builder = OpBuilder::atBlockBegin(copy->getBody());
  std::vector<ArenaOp> arenas;
  for (auto [site, allocation] : llvm::zip_equal(sites, allocations)) {
    if (site.arena == arenas.size()) {
      arenas.push_back(ArenaOp::create(
          builder, copy->getLoc(), builder.getStringAttr("arena"),
          builder.getI64IntegerAttr(0), builder.getI64IntegerAttr(1),
          /*capacity=*/nullptr, getType(allocation).getMemorySpace(),
          /*storage=*/nullptr, /*peak=*/nullptr, /*unplanned=*/nullptr,
          /*state=*/nullptr, /*red_zone=*/nullptr));
      symbols.insert(arenas.back());
    }
  }
  for (size_t i = 0; i != sites.size(); ++i) {
    ArenaOp arena = arenas[sites[i].arena];
    arena.setSize(
        std::max<int64_t>(*arena.getSize(), plan[i].offset + sites[i].bytes));
    arena.setAlignment(
        std::max<int64_t>(arena.getAlignmentOrOne(), sites[i].alignment));
    PlannedSlot slot;
    slot.allocation.op = allocations[i];
    slot.allocation.bytes = sites[i].bytes;
    slot.allocation.alignment = sites[i].alignment;
    slot.allocation.live = plan[i].live;
    slot.offset = plan[i].offset;
    replaceBySlot(slot, arena, i);
  }
  return copy;
}

std::vector<Place> mplan::mutate::getPlaces(ArrayRef<Site> sites,
                                            const Plan &plan) {
  std::vector<Place> places;
  for (auto [site, placed] : llvm::zip_equal(sites, plan))
    places.push_back({site.arena, placed.offset});
  return places;
}
