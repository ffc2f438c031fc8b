//===- NotePlaces.cpp - Note which bytes every access is in ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ranges of bytes of one base that have no byte in common never meet, in
// whatever loop, at whatever time: what is noted are bytes, not buffers, and so
// nothing need be known of lifetimes. Accesses to a buffer that may be one of
// several (an argument of a loop, a select) are not noted.
//
//===----------------------------------------------------------------------===//

#include "BufferPlaces.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANNOTEPLACESPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// Of a nest with more places than this only smaller nests in it are noted:
/// each access lists all others.
static constexpr size_t maxPlaces = 32;

/// The places of all that `op` itself accesses; empty if one is unknown, or if
/// it accesses nothing.
static SmallVector<Place, 2> findPlaces(Operation *op,
                                        FunctionOpInterface function) {
  SmallVector<Place, 2> places;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || op->getNumRegions() != 0)
    return places;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      continue;
    Value value = effect.getValue();
    std::optional<Place> place = value && isa<MemRefType>(value.getType())
                                     ? findPlace(value, function)
                                     : std::nullopt;
    if (!place)
      return {};
    if (!llvm::is_contained(places, *place))
      places.push_back(*place);
  }
  return places;
}

namespace {
class Notes {
public:
  explicit Notes(FunctionOpInterface function) : function(function) {}

  void note(Region &region) {
    for (Block &block : region)
      for (Operation &op : block)
        if (op.getNumRegions() != 0)
          noteNest(&op);
  }

private:
  void noteNest(Operation *nest) {
    SmallVector<std::pair<Operation *, SmallVector<Place, 2>>> accesses;
    SmallVector<Place> all;
    nest->walk([&](Operation *op) {
      SmallVector<Place, 2> places = findPlaces(op, function);
      for (const Place &place : places)
        if (!llvm::is_contained(all, place))
          all.push_back(place);
      if (!places.empty())
        accesses.emplace_back(op, std::move(places));
      return all.size() > maxPlaces ? WalkResult::interrupt()
                                    : WalkResult::advance();
    });
    if (all.size() > maxPlaces) {
      for (Region &region : nest->getRegions())
        note(region);
      return;
    }
    for (auto &[op, places] : accesses)
      op->setLoc(notePlaces(op->getLoc(), {numNests, places}));
    ++numNests;
  }

  FunctionOpInterface function;
  int64_t numNests = 0;
};

struct MplanNotePlacesPass
    : mplan::impl::MplanNotePlacesPassBase<MplanNotePlacesPass> {
  using Base::Base;
  void runOnOperation() override {
    FunctionOpInterface function = getOperation();
    Notes(function).note(function.getFunctionBody());
  }
};
} // namespace
