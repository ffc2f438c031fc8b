//===- AccessPlaces.cpp - Which bytes an access is in ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A note is the metadata of a fused location:
// {mplan.nest = 3, mplan.places = [["arena", 0, 64], ["arena", 64, 96]]}.
//
//===----------------------------------------------------------------------===//

#include "AccessPlaces.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mplan;

static constexpr llvm::StringLiteral kNestName = "mplan.nest";
static constexpr llvm::StringLiteral kPlacesName = "mplan.places";

/// The note that `loc` itself is, or null.
static DictionaryAttr getNote(LocationAttr loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto note = fused ? dyn_cast_if_present<DictionaryAttr>(fused.getMetadata())
                    : nullptr;
  return note && note.contains(kPlacesName) ? note : nullptr;
}

bool mplan::areApart(ArrayRef<Place> accessed, const Place &other) {
  return llvm::all_of(
      accessed, [&](const Place &place) { return place.isApartFrom(other); });
}

std::string mplan::describe(const Place &place) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto number = dyn_cast<IntegerAttr>(place.base))
    os << "argument " << number.getInt();
  else
    os << "@" << cast<StringAttr>(place.base).getValue();
  os << " [" << place.begin << ", " << place.end << ")";
  return text;
}

Location mplan::notePlaces(Location loc, const NotedPlaces &noted) {
  Builder builder(loc.getContext());
  SmallVector<Attribute> places;
  for (const Place &place : noted.places)
    places.push_back(builder.getArrayAttr(
        {place.base, builder.getI64IntegerAttr(place.begin),
         builder.getI64IntegerAttr(place.end)}));
  return FusedLoc::get(
      loc.getContext(), {loc},
      builder.getDictionaryAttr(
          {builder.getNamedAttr(kNestName,
                                builder.getI64IntegerAttr(noted.nest)),
           builder.getNamedAttr(kPlacesName, builder.getArrayAttr(places))}));
}

/// The place that `attr` describes; nothing if it describes none.
static std::optional<Place> readPlace(Attribute attr) {
  auto fields = dyn_cast<ArrayAttr>(attr);
  if (!fields || fields.size() != 3 || !isa<StringAttr, IntegerAttr>(fields[0]))
    return std::nullopt;
  auto begin = dyn_cast<IntegerAttr>(fields[1]);
  auto end = dyn_cast<IntegerAttr>(fields[2]);
  if (!begin || !end)
    return std::nullopt;
  return Place{fields[0], begin.getInt(), end.getInt()};
}

std::optional<NotedPlaces> mplan::readPlaces(Location loc) {
  DictionaryAttr note;
  bool isOne = true;
  loc->walk([&](Location nested) {
    if (DictionaryAttr other = getNote(nested)) {
      isOne &= !note || note == other;
      note = other;
    }
    return WalkResult::advance();
  });
  if (!note || !isOne)
    return std::nullopt;
  auto nest = note.getAs<IntegerAttr>(kNestName);
  auto places = note.getAs<ArrayAttr>(kPlacesName);
  if (!nest || !places || places.empty())
    return std::nullopt;
  NotedPlaces noted;
  noted.nest = nest.getInt();
  for (Attribute attr : places) {
    std::optional<Place> place = readPlace(attr);
    if (!place)
      return std::nullopt;
    noted.places.push_back(*place);
  }
  return noted;
}

Location mplan::forgetPlaces(Location loc) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](LocationAttr nested) -> Attribute {
    return getNote(nested) ? cast<FusedLoc>(nested).getLocations().front()
                           : Location(nested);
  });
  return cast<LocationAttr>(replacer.replace(loc));
}

/// True if `pointer` is computed from the base of one of `places`.
static bool isFromBase(Value pointer, ArrayRef<Place> places) {
  while (auto element = pointer.getDefiningOp<LLVM::GEPOp>())
    pointer = element.getBase();
  auto global = pointer.getDefiningOp<LLVM::AddressOfOp>();
  auto argument = dyn_cast<BlockArgument>(pointer);
  return llvm::any_of(places, [&](const Place &place) {
    if (auto name = dyn_cast<StringAttr>(place.base))
      return global && global.getGlobalName() == name;
    return argument &&
           isa<LLVM::LLVMFuncOp>(argument.getOwner()->getParentOp()) &&
           argument.getOwner()->isEntryBlock() &&
           argument.getArgNumber() == cast<IntegerAttr>(place.base).getInt();
  });
}

/// True if what is noted of `access` can still be so. A pass that made one op
/// of two would have kept the note of one.
static bool isPlausible(LLVM::AliasAnalysisOpInterface access,
                        ArrayRef<Place> places) {
  SmallVector<Value> accessed = access.getAccessedOperands();
  return llvm::all_of(
      accessed, [&](Value pointer) { return isFromBase(pointer, places); });
}

AccessNests mplan::readNests(LLVM::LLVMFuncOp function) {
  AccessNests all;
  function.walk([&](LLVM::AliasAnalysisOpInterface access) {
    if (isa<CallOpInterface>(access.getOperation()))
      return;
    std::optional<NotedPlaces> noted = readPlaces(access->getLoc());
    if (!noted || !isPlausible(access, noted->places)) {
      ++all.numUnknown;
      return;
    }
    AccessNest &nest = all.nests[noted->nest];
    for (const Place &place : noted->places)
      if (!llvm::is_contained(nest.places, place))
        nest.places.push_back(place);
    nest.accesses.emplace_back(access, noted->places);
  });
  return all;
}
