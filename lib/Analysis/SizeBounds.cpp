//===- SizeBounds.cpp - How large a dynamic size can be -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's constraint set walks backwards from a value and relates what it
// meets; it asks at each step whether to stop. That is where what it does not
// know is added: declared bounds, ranges by interface, and what flows in
// through calls and branches. Only bounds are ever added that hold, so a walk
// may be cut short anywhere: the answer is then wider, and still true.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/SizeBounds.h"

#include "mplan/Analysis/CallOrder.h"
#include "mplan/Analysis/JoinOperands.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mplan;
using presburger::BoundType;

/// How many values one walk relates to each other: eliminating a variable is
/// costly in a large set.
static constexpr unsigned kMaxValues = 96;
/// How many of them are related even where their bounds are known.
static constexpr unsigned kMaxRelated = 16;
/// How many walks may be inside one another, and done for one question.
static constexpr unsigned kMaxDepth = 48;
static constexpr unsigned kMaxWalks = 1024;

namespace {
/// Upstream's set, whose answers are not cut to 64 bits.
class ConstraintSet : public ValueBoundsConstraintSet {
public:
  ConstraintSet(MLIRContext *context, const StopConditionFn &stopCondition)
      : ValueBoundsConstraintSet(context, stopCondition) {}

  int64_t populate(const Variable &variable) {
    return populateConstraints(variable.getMap(), variable.getOperands());
  }

  /// The bound of a column, included; nothing if there is none in 64 bits.
  std::optional<int64_t> getBound(BoundType type, int64_t position) const {
    std::optional<llvm::DynamicAPInt> bound =
        cstr.getConstantBound(type, position);
    if (!bound || *bound > std::numeric_limits<int64_t>::max() ||
        *bound < std::numeric_limits<int64_t>::min())
      return std::nullopt;
    return int64_t(*bound);
  }
};
} // namespace

/// One walk.
struct SizeBounds::Query {
  unsigned valuesLeft = kMaxValues;
  Value openArgument;
  int64_t openDim = -1;
};

std::optional<int64_t> mplan::getDeclaredBound(FunctionOpInterface function,
                                               unsigned index, int64_t dim) {
  auto bounds =
      function.getArgAttrOfType<DenseI64ArrayAttr>(index, kUpperBoundAttrName);
  if (!bounds || dim < 0 || dim >= bounds.size() || bounds[dim] < 0)
    return std::nullopt;
  return bounds[dim];
}

/// The function that `value` is an argument of, or null.
static FunctionOpInterface getFunctionOfArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return nullptr;
  return dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

static bool isInteger(Value value) {
  return isa<IndexType, IntegerType>(value.getType());
}

static void addRange(Value value, int64_t dim, const SizeRange &range,
                     ValueBoundsConstraintSet &set) {
  auto add = [&](auto &&bound) {
    if (range.lower)
      bound >= *range.lower;
    if (range.upper)
      bound <= *range.upper;
  };
  if (dim >= 0)
    add(set.bound(value)[dim]);
  else
    add(set.bound(value));
}

//===----------------------------------------------------------------------===//
// Where a value comes from
//===----------------------------------------------------------------------===//

/// The operands that calls give for an argument; false if not all are known.
bool SizeBounds::findArgumentsOfCalls(FunctionOpInterface function,
                                      unsigned index,
                                      SmallVectorImpl<Value> &in) {
  if (SymbolTable::getSymbolVisibility(function) !=
      SymbolTable::Visibility::Private)
    return false;
  if (!users)
    users.emplace(symbols, function->getParentOfType<ModuleOp>());
  for (Operation *user : users->getUsers(function)) {
    auto call = dyn_cast<CallOpInterface>(user);
    if (!call || getCallee(call, symbols) != function ||
        index >= call.getArgOperands().size())
      return false;
    in.push_back(call.getArgOperands()[index]);
  }
  return true;
}

/// Finds the values of which `value` is always one, if it is that: a join, an
/// argument of a function, a result of a call.
bool SizeBounds::findIncoming(Value value, SmallVectorImpl<Value> &in) {
  if (FunctionOpInterface function = getFunctionOfArgument(value))
    return findArgumentsOfCalls(function,
                                cast<BlockArgument>(value).getArgNumber(), in);

  if (auto call = value.getDefiningOp<CallOpInterface>()) {
    FunctionOpInterface callee = getCallee(call, symbols);
    if (!callee || callee.isExternal())
      return false;
    unsigned index = cast<OpResult>(value).getResultNumber();
    for (Block &block : callee.getFunctionBody()) {
      Operation *end = block.getTerminator();
      if (!end->hasTrait<OpTrait::ReturnLike>())
        continue;
      if (index >= end->getNumOperands())
        return false;
      in.push_back(end->getOperand(index));
    }
    return true;
  }

  SmallVector<OpOperand *> operands;
  if (!findJoinOperands(value, operands))
    return false;
  for (OpOperand *operand : operands)
    in.push_back(operand->get());
  return true;
}

/// The range that covers all values that `value` may be.
SizeRange SizeBounds::getJoined(Value value, int64_t dim) {
  SmallVector<Value> incoming;
  if (!findIncoming(value, incoming))
    return {};
  std::optional<SizeRange> joined;
  for (Value other : incoming) {
    // Handed on as it was, around a loop.
    if (other == value)
      continue;
    // A view of the whole, but under another type, says no more of it.
    if (other.getType() != value.getType() && dim >= 0) {
      auto shaped = dyn_cast<ShapedType>(other.getType());
      if (!shaped || !shaped.hasRank() || dim >= shaped.getRank())
        return {};
    }
    SizeRange range = getRange(other, dim);
    if (!joined) {
      joined = range;
      continue;
    }
    auto join = [](std::optional<int64_t> a, std::optional<int64_t> b,
                   auto &&choose) -> std::optional<int64_t> {
      return a && b ? std::optional<int64_t>(choose(*a, *b)) : std::nullopt;
    };
    if (joined->upper && !range.upper) {
      joined->openArgument = range.openArgument;
      joined->openDim = range.openDim;
    }
    joined->lower = join(joined->lower, range.lower,
                         [](int64_t a, int64_t b) { return std::min(a, b); });
    joined->upper = join(joined->upper, range.upper,
                         [](int64_t a, int64_t b) { return std::max(a, b); });
  }
  return joined.value_or(SizeRange());
}

//===----------------------------------------------------------------------===//
// What an operation says of its results
//===----------------------------------------------------------------------===//

/// The range of an integer of any width.
ConstantIntRanges SizeBounds::getIntRange(Value value) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  SizeRange range = getRange(value);
  auto lower = APInt::getSignedMinValue(width);
  auto upper = APInt::getSignedMaxValue(width);
  if (range.lower && APInt(64, *range.lower).isSignedIntN(width))
    lower = APInt(width, *range.lower, /*isSigned=*/true);
  if (range.upper && APInt(64, *range.upper).isSignedIntN(width))
    upper = APInt(width, *range.upper, /*isSigned=*/true);
  return ConstantIntRanges::fromSigned(lower, upper);
}

/// The range of an integer that its operation infers from its operands'.
SizeRange SizeBounds::getInferred(OpResult result) {
  auto op = dyn_cast<InferIntRangeInterface>(result.getOwner());
  if (!op)
    return {};
  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands()) {
    if (isInteger(operand))
      operands.emplace_back(getIntRange(operand));
    else
      operands.push_back(IntegerValueRange::getMaxRange(operand));
  }
  SizeRange range;
  op.inferResultRangesFromOptional(
      operands, [&](Value value, const IntegerValueRange &inferred) {
        if (value != result || inferred.isUninitialized())
          return;
        const APInt &lower = inferred.getValue().smin();
        const APInt &upper = inferred.getValue().smax();
        if (!lower.isMinSignedValue())
          range.lower = lower.trySExtValue();
        if (!upper.isMaxSignedValue())
          range.upper = upper.trySExtValue();
      });
  return range;
}

/// The results of `map`, applied to `operands`, as expressions of `set`.
static SmallVector<AffineExpr> getExprs(AffineMap map, ValueRange operands,
                                        ValueBoundsConstraintSet &set) {
  SmallVector<AffineExpr> values;
  for (Value operand : operands)
    values.push_back(set.getExpr(operand));
  auto split = ArrayRef(values);
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults())
    exprs.push_back(
        expr.replaceDimsAndSymbols(split.take_front(map.getNumDims()),
                                   split.drop_front(map.getNumDims())));
  return exprs;
}

/// An induction variable lies between the bounds of its loop.
static void addLoopBounds(BlockArgument argument,
                          ValueBoundsConstraintSet &set) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<affine::AffineForOp>(parent)) {
    // By the interface it has no bounds that are maps.
    if (argument != loop.getInductionVar())
      return;
    for (AffineExpr from :
         getExprs(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), set))
      set.bound(argument) >= from;
    for (AffineExpr to :
         getExprs(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), set))
      set.bound(argument) < to;
    return;
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  if (!loop)
    return;
  auto variables = loop.getLoopInductionVars();
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds();
  auto steps = loop.getLoopSteps();
  if (!variables || !lower || !upper || !steps)
    return;
  for (auto [variable, from, to, step] :
       llvm::zip(*variables, *lower, *upper, *steps)) {
    if (variable != argument || getConstantIntValue(step).value_or(0) <= 0)
      continue;
    set.bound(argument) >= set.getExpr(from);
    set.bound(argument) < set.getExpr(to);
  }
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Adds to `set` what is known here of a value that a walk meets. True if the
/// walk stops at it.
bool SizeBounds::visit(Value value, int64_t dim, Set &set, Query &query) {
  // What was asked before need not be followed again: close by for what it says
  // of other values, further on its own bounds will do.
  auto answered = known.find({value, dim});
  if (answered != known.end()) {
    addRange(value, dim, answered->second, set);
    if (answered->second.upper && query.valuesLeft + kMaxRelated < kMaxValues)
      return true;
  }
  if (query.valuesLeft == 0)
    return true;
  --query.valuesLeft;
  if (dim >= 0)
    set.bound(value)[dim] >= 0;

  if (FunctionOpInterface function = getFunctionOfArgument(value)) {
    unsigned index = cast<BlockArgument>(value).getArgNumber();
    SizeRange joined = getJoined(value, dim);
    SizeRange declared;
    declared.upper = getDeclaredBound(function, index, dim);
    addRange(value, dim, joined, set);
    addRange(value, dim, declared, set);
    if (!joined.upper && !declared.upper && !query.openArgument) {
      query.openArgument = joined.openArgument ? joined.openArgument : value;
      query.openDim = joined.openArgument ? joined.openDim : dim;
    }
    return true;
  }

  SizeRange joined = getJoined(value, dim);
  addRange(value, dim, joined, set);
  if (joined.openArgument && !query.openArgument) {
    query.openArgument = joined.openArgument;
    query.openDim = joined.openDim;
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (dim < 0)
      addLoopBounds(argument, set);
    // Upstream takes every argument for one of an operation.
    return !argument.getOwner()->isEntryBlock();
  }
  if (dim < 0)
    addRange(value, dim, getInferred(cast<OpResult>(value)), set);
  if (auto max = value.getDefiningOp<affine::AffineMaxOp>())
    addRange(value, dim, getMaximum(max.getMap(), max.getOperands()), set);
  // Two that upstream's set stops at.
  if (auto cast = value.getDefiningOp<memref::ReinterpretCastOp>())
    set.bound(value)[dim] == cast.getMixedSizes()[dim];
  if (auto view = value.getDefiningOp<memref::ViewOp>())
    set.bound(value)[dim] ==
        OpFoldResult(view.getSizes()[view.getType().getDynamicDimIndex(dim)]);
  return false;
}

/// The range of `variable`, by a walk.
SizeRange SizeBounds::computeRange(const Set::Variable &variable) {
  Query query;
  ConstraintSet set(variable.getContext(),
                    [&](Value met, std::optional<int64_t> metDim, Set &set) {
                      return visit(met, metDim.value_or(-1), set, query);
                    });
  int64_t position = set.populate(variable);
  SizeRange range;
  range.lower = set.getBound(BoundType::LB, position);
  range.upper = set.getBound(BoundType::UB, position);
  if (!range.upper) {
    range.openArgument = query.openArgument;
    range.openDim = query.openDim;
  }
  return range;
}

/// The range of the largest of the results of `map`: upstream bounds it from
/// below alone.
SizeRange SizeBounds::getMaximum(AffineMap map, ValueRange operands) {
  SizeRange maximum;
  for (auto [index, expr] : llvm::enumerate(map.getResults())) {
    SizeRange range =
        computeRange({map.getSubMap({unsigned(index)}), operands});
    if (index == 0) {
      maximum = range;
      continue;
    }
    if (range.lower)
      maximum.lower =
          std::max(maximum.lower.value_or(*range.lower), *range.lower);
    if (!range.upper)
      maximum.upper.reset();
    else if (maximum.upper)
      maximum.upper = std::max(*maximum.upper, *range.upper);
  }
  return maximum;
}

SizeRange SizeBounds::getRange(Value value, int64_t dim) {
  std::pair<Value, int64_t> key(value, dim);
  auto it = known.find(key);
  if (it != known.end())
    return it->second;
  // A value that depends on itself, around a loop: anything may come of it.
  auto again = active.find(key);
  if (again != active.end()) {
    cutAt = std::min(cutAt, again->second);
    return {};
  }
  if (active.empty())
    walksLeft = kMaxWalks;
  if (active.size() == kMaxDepth || walksLeft == 0) {
    cutAt = 0;
    return {};
  }
  --walksLeft;
  unsigned depth = active.size();
  active[key] = depth;
  unsigned outerCut = std::exchange(cutAt, kNoCut);

  SizeRange range;
  if (dim < 0 && !value.getType().isIndex()) {
    // Upstream's sets are for indices alone.
    auto result = dyn_cast<OpResult>(value);
    range = result && isa<InferIntRangeInterface>(result.getOwner())
                ? getInferred(result)
                : getJoined(value, dim);
  } else {
    std::optional<int64_t> extent;
    if (dim >= 0)
      extent = dim;
    range = computeRange({value, extent});
  }
  active.erase(key);
  // What was cut short on the way to another value may be known better when
  // that is known.
  if (cutAt >= depth) {
    known[key] = range;
    cutAt = kNoCut;
  }
  cutAt = std::min(cutAt, outerCut);
  return range;
}
