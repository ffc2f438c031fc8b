//===- ClaimAliases.cpp - Tell LLVM which accesses never meet -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM knows that two buffers of malloc's do not alias, and not that two ranges
// of one global do not once their addresses are computed in loops. It believes
// alias scopes: an access is in the scopes of its places, and meets none that
// is in scopes which it is said not to alias. A scope is one range of bytes of
// one base, so that what is said is true of any two accesses at any time.
//
//===----------------------------------------------------------------------===//

#include "AccessPlaces.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANCLAIMALIASESPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// A scope for each of `places`.
static SmallVector<LLVM::AliasScopeAttr> makeScopes(ArrayRef<Place> places,
                                                    LLVM::LLVMFuncOp function) {
  MLIRContext *context = function.getContext();
  auto domain =
      LLVM::AliasScopeDomainAttr::get(context, function.getSymNameAttr());
  SmallVector<LLVM::AliasScopeAttr> scopes;
  for (const Place &place : places)
    scopes.push_back(LLVM::AliasScopeAttr::get(
        domain, StringAttr::get(context, describe(place))));
  return scopes;
}

/// Of a base that is an argument, what is said is true while the function runs,
/// and not of a call before or after.
static void declareScopes(ArrayRef<Place> places,
                          ArrayRef<LLVM::AliasScopeAttr> scopes,
                          LLVM::LLVMFuncOp function) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  for (auto [place, scope] : llvm::zip_equal(places, scopes))
    if (isa<IntegerAttr>(place.base))
      LLVM::NoAliasScopeDeclOp::create(builder, function.getLoc(), scope);
}

/// True if LLVM would have to be told that an access to `accessed` does not
/// meet `other`, and must not be: both are in one base.
static bool mayMeet(ArrayRef<Place> accessed, const Place &other) {
  return !llvm::is_contained(accessed, other) &&
         llvm::any_of(accessed, [&](const Place &place) {
           return place.base == other.base && !place.isApartFrom(other);
         });
}

namespace {
struct MplanClaimAliasesPass
    : mplan::impl::MplanClaimAliasesPassBase<MplanClaimAliasesPass> {
  using Base::Base;

  void runOnOperation() override {
    LLVM::LLVMFuncOp function = getOperation();
    numClaimed = numDenied = 0;
    AccessNests all = readNests(function);
    for (auto &[number, nest] : all.nests)
      claim(nest);
    if (remarks && !function.isExternal())
      emitRemark(function.getLoc())
          << "@" << function.getSymName() << ": " << numClaimed
          << " times an access is said not to meet a range of bytes, "
          << numDenied << " times it may; " << all.numUnknown
          << " accesses are of unknown bytes or in no loop";
    function.walk(
        [](Operation *op) { op->setLoc(forgetPlaces(op->getLoc())); });
  }

private:
  int64_t numClaimed = 0, numDenied = 0;

  void claim(const AccessNest &nest) {
    // What nobody is said not to meet needs no scope. An access in two places
    // needs both, if one: of a copy it would be said else that it meets
    // neither.
    SmallVector<Place> claimed, scoped;
    for (const auto &[access, accessed] : nest.accesses)
      for (const Place &place : nest.places) {
        if (!areApart(accessed, place))
          numDenied += mayMeet(accessed, place);
        else if (!llvm::is_contained(claimed, place))
          claimed.push_back(place);
      }
    auto isScoped = [&](ArrayRef<Place> accessed) {
      return llvm::any_of(accessed, [&](const Place &place) {
        return llvm::is_contained(claimed, place);
      });
    };
    for (const auto &[access, accessed] : nest.accesses)
      for (const Place &place : accessed)
        if (isScoped(accessed) && !llvm::is_contained(scoped, place))
          scoped.push_back(place);
    if (scoped.empty())
      return;

    SmallVector<LLVM::AliasScopeAttr> scopes =
        makeScopes(scoped, getOperation());
    declareScopes(scoped, scopes, getOperation());
    for (auto [access, accessed] : nest.accesses) {
      SmallVector<Attribute> own, others;
      for (auto [place, scope] : llvm::zip_equal(scoped, scopes)) {
        if (llvm::is_contained(accessed, place))
          own.push_back(scope);
        else if (areApart(accessed, place))
          others.push_back(scope);
      }
      if (isScoped(accessed))
        access.setAliasScopes(ArrayAttr::get(&getContext(), own));
      if (!others.empty())
        access.setNoAliasScopes(ArrayAttr::get(&getContext(), others));
      numClaimed += others.size();
    }
  }
};
} // namespace
