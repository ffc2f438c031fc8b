//===- BufferUses.cpp - Who touches a buffer ------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worklist of aliases, and one function for each way in which an operation
// may take one.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/BufferUses.h"

#include "mplan/Analysis/CallOrder.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mplan;

//===----------------------------------------------------------------------===//
// Questions about one operation
//===----------------------------------------------------------------------===//

bool mplan::isParallelLoop(Operation *op) {
  return op->hasTrait<OpTrait::HasParallelRegion>() ||
         (isa<LoopLikeOpInterface>(op) && !isa<RegionBranchOpInterface>(op));
}

Operation *mplan::getEnclosingParallelOp(Operation *op) {
  for (op = op->getParentOp(); op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp())
    if (isParallelLoop(op))
      return op;
  return nullptr;
}

/// True if `operand`, which `op` only writes, is written at every index.
static bool coversOperand(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<memref::CopyOp>(op))
    return true;
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRefType().getRank() == 0;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.isDpsInit(&operand))
    return false;
  // Every index of the output is reached if each of its dimensions is a loop
  // of its own, and no other loop is empty.
  AffineMap map = linalgOp.getMatchingIndexingMap(&operand);
  return map.isProjectedPermutation() &&
         (map.getNumResults() == map.getNumDims() ||
          llvm::all_of(linalgOp.getStaticLoopRanges(), [](int64_t extent) {
            return !ShapedType::isDynamic(extent) && extent > 0;
          }));
}

bool mplan::isWholeView(Value buffer, Value view) {
  auto bufferType = dyn_cast<MemRefType>(buffer.getType());
  auto viewType = dyn_cast<MemRefType>(view.getType());
  return bufferType && viewType && bufferType.hasStaticShape() &&
         viewType.hasStaticShape() &&
         bufferType.getElementType() == viewType.getElementType() &&
         bufferType.getNumElements() == viewType.getNumElements() &&
         bufferType.getLayout().isIdentity() &&
         viewType.getLayout().isIdentity();
}

/// True if control can reach `to` from `from` within their region.
static bool canReach(Block *from, Block *to) {
  SmallVector<Block *> worklist = {from};
  llvm::SmallPtrSet<Block *, 8> seen = {from};
  while (!worklist.empty()) {
    Block *block = worklist.pop_back_val();
    if (block == to)
      return true;
    for (Block *successor : block->getSuccessors())
      if (seen.insert(successor).second)
        worklist.push_back(successor);
  }
  return false;
}

bool mplan::isHeldWhenMadeAgain(Value join, Operation *allocation) {
  auto argument = dyn_cast<BlockArgument>(join);
  if (!argument)
    return false;
  // For blocks, only those from which the buffer is made again.
  Region *region = argument.getParentRegion();
  Operation *ancestor = region->findAncestorOpInRegion(*allocation);
  return ancestor && canReach(argument.getOwner(), ancestor->getBlock());
}

static bool isMemref(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

//===----------------------------------------------------------------------===//
// UseWalk
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral notForwarded =
    "is given to an operation that does not say what it does to it";

namespace {
/// One walk over all uses of one buffer.
class UseWalk {
public:
  UseWalk(BufferUseAnalysis &analysis, Value buffer, bool beyondRefusals,
          bool followsForwards)
      : analysis(analysis), buffer(buffer), beyondRefusals(beyondRefusals),
        followsForwards(followsForwards) {}

  BufferUses run() {
    uses.home = buffer.getParentRegion();
    addAlias(buffer, /*isWhole=*/true);
    while (!worklist.empty()) {
      auto [alias, isWhole] = worklist.pop_back_val();
      for (OpOperand &use : alias.getUses()) {
        visitUse(use, isWhole);
        if (uses.refusal && !beyondRefusals)
          return std::move(uses);
      }
    }
    return std::move(uses);
  }

private:
  void refuse(Operation *op, const Twine &reason) {
    if (!uses.refusal)
      uses.refusal = {op, reason.str(), /*isCarried=*/false};
  }

  /// Adds a value that may be the buffer, or (`isWhole`) surely is all of it.
  void addAlias(Value value, bool isWhole) {
    if (!seen.insert(value).second)
      return;
    while (!uses.home->isAncestor(value.getParentRegion()))
      uses.home = uses.home->getParentRegion();
    worklist.push_back({value, isWhole});
  }

  void addAccess(Operation *op, bool reads, bool writes,
                 bool overwrites = false) {
    uses.accesses.push_back({op, reads, writes, overwrites && !reads});
  }

  void visitUse(OpOperand &use, bool isWhole);
  void visitForward(OpOperand &use, Value into, bool isWhole);
  void visitRegionEdges(RegionBranchOpInterface op, RegionBranchPoint point,
                        OpOperand &use, bool isWhole);
  void visitBranch(BranchOpInterface op, OpOperand &use, bool isWhole);
  void visitCall(CallOpInterface op, OpOperand &use);
  void visitView(ViewLikeOpInterface op, bool isWhole);
  void visitEffects(MemoryEffectOpInterface op, OpOperand &use, bool isWhole);

  BufferUseAnalysis &analysis;
  Value buffer;
  bool beyondRefusals;
  bool followsForwards;
  BufferUses uses;
  SmallVector<std::pair<Value, bool>> worklist;
  DenseSet<Value> seen;
};
} // namespace

void UseWalk::visitUse(OpOperand &use, bool isWhole) {
  Operation *op = use.getOwner();
  // Its promise is about objects: slots that share bytes at different times
  // break it, and the optimiser believes it.
  if (isa<memref::DistinctObjectsOp>(op))
    return refuse(op, "is promised to be distinct from another, which is not "
                      "true of planned buffers; remove the promise");
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call, use);
  if (auto view = dyn_cast<ViewLikeOpInterface>(op);
      view && view.getViewSource() == use.get())
    return visitView(view, isWhole);
  // Elsewhere an unranked memref says too little.
  if (isa<UnrankedMemRefType>(use.get().getType()))
    return refuse(op, "is used as an unranked memref");
  if (isa<SelectLikeOpInterface>(op))
    return visitForward(use, op->getResult(0), isWhole);
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return visitRegionEdges(branch, RegionBranchPoint::parent(), use, isWhole);
  if (auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(op))
    if (auto parent = dyn_cast<RegionBranchOpInterface>(op->getParentOp()))
      return visitRegionEdges(parent, RegionBranchPoint(terminator), use,
                              isWhole);
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    return visitBranch(branch, use, isWhole);
  if (op->hasTrait<OpTrait::ReturnLike>() &&
      isa<FunctionOpInterface>(op->getParentOp())) {
    uses.returned = op;
    if (!followsForwards)
      addAccess(op, /*reads=*/true, /*writes=*/false);
    return;
  }
  if (op->hasTrait<OpTrait::IsTerminator>())
    return refuse(op, "leaves a region in a way that is not understood");
  if (isPure(op)) {
    // It keeps nothing: what it gives is a view, a fact about the shape, or a
    // pointer in disguise.
    if (isa<ShapedDimOpInterface, memref::RankOp>(op))
      return;
    if (!llvm::all_of(op->getResults(), isMemref))
      return refuse(op, "has its address taken");
    for (Value result : op->getResults())
      visitForward(use, result, /*isWhole=*/false);
    return;
  }
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
    return visitEffects(effects, use, isWhole);
  refuse(op, "is given to an operation that nothing is known of");
}

void UseWalk::visitView(ViewLikeOpInterface op, bool isWhole) {
  Value dest = op.getViewDest();
  if (!isMemref(dest))
    return refuse(op, "has its address taken");
  if (auto assume = dyn_cast<memref::AssumeAlignmentOp>(op.getOperation()))
    uses.assumedAlignment =
        std::max<int64_t>(uses.assumedAlignment, assume.getAlignment());
  if (auto type = dyn_cast<MemRefType>(dest.getType());
      type &&
      type.getElementType() !=
          cast<ShapedType>(op.getViewSource().getType()).getElementType())
    uses.assumedAlignment =
        std::max(uses.assumedAlignment,
                 getNaturalAlignment(type, DataLayout::closest(op)));
  // A cast changes what is known of the shape, not the elements.
  addAlias(dest, isWhole && (isa<memref::CastOp>(op.getOperation()) ||
                             isWholeView(buffer, dest)));
  // Its shape, in the same buffer.
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op.getOperation());
      effects &&
      effects.getEffectOnValue<MemoryEffects::Read>(op.getViewSource()))
    addAccess(op, /*reads=*/true, /*writes=*/false);
}

/// The buffer is passed on as `use` and may be found in `into`.
void UseWalk::visitForward(OpOperand &use, Value into, bool isWhole) {
  if (!followsForwards) {
    uses.forwards.push_back({&use, into, isWhole});
    return;
  }
  Operation *definition = buffer.getDefiningOp();
  if (definition && !uses.refusal && isHeldWhenMadeAgain(into, definition))
    uses.refusal = {use.getOwner(),
                    "is passed on to the next iteration, which makes it again: "
                    "both would be alive at once",
                    /*isCarried=*/true};
  addAlias(into, /*isWhole=*/false);
}

/// Control goes from `point`, where `use` stands, to regions of `op` or past
/// it.
void UseWalk::visitRegionEdges(RegionBranchOpInterface op,
                               RegionBranchPoint point, OpOperand &use,
                               bool isWhole) {
  bool isForwarded = false;
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(point, successors);
  for (const RegionSuccessor &successor : successors) {
    OperandRange operands = op.getSuccessorOperands(point, successor);
    ValueRange inputs = successor.getSuccessorInputs();
    if (operands.empty() ||
        use.getOperandNumber() < operands.getBeginOperandIndex())
      continue;
    unsigned index = use.getOperandNumber() - operands.getBeginOperandIndex();
    if (index >= operands.size() || index >= inputs.size())
      continue;
    isForwarded = true;
    visitForward(use, inputs[index], isWhole);
  }
  if (!isForwarded)
    refuse(use.getOwner(), notForwarded);
}

void UseWalk::visitBranch(BranchOpInterface op, OpOperand &use, bool isWhole) {
  bool isForwarded = false;
  for (auto [index, target] : llvm::enumerate(op->getSuccessors())) {
    SuccessorOperands operands = op.getSuccessorOperands(index);
    for (unsigned i = operands.getProducedOperandCount(), e = operands.size();
         i != e; ++i)
      if (operands.getOperandIndex(i) == use.getOperandNumber()) {
        isForwarded = true;
        visitForward(use, target->getArgument(i), isWhole);
      }
  }
  if (!isForwarded)
    refuse(op, notForwarded);
}

void UseWalk::visitCall(CallOpInterface op, OpOperand &use) {
  FunctionOpInterface callee = getCallee(op, analysis.getSymbols());
  if (!callee)
    return refuse(op, "is given to a call whose callee is not known");
  OperandRange arguments = op.getArgOperands();
  unsigned begin = arguments.getBeginOperandIndex();
  if (use.getOperandNumber() < begin ||
      use.getOperandNumber() - begin >= callee.getNumArguments())
    return refuse(op, "is given to a call, but not as an argument");
  unsigned index = use.getOperandNumber() - begin;

  bool mayReturn = true;
  if (callee.isExternal()) {
    // It uses its arguments during the call, and keeps none of them.
    if (callee.getArgAttr(index, kKeepsAttrName))
      refuse(op, "is kept by the function that it is passed to");
    addAccess(op, /*reads=*/true, /*writes=*/true);
  } else {
    const BufferUses &inner = analysis.getArgumentUses(callee, index);
    if (inner.refusal)
      refuse(inner.refusal->op, inner.refusal->reason);
    else if (!inner.deallocs.empty())
      refuse(inner.deallocs.front(),
             "is released by a function that it is passed to");
    bool reads = llvm::any_of(
        inner.accesses, [](const Access &access) { return access.reads; });
    bool writes = llvm::any_of(
        inner.accesses, [](const Access &access) { return access.writes; });
    if (reads || writes)
      addAccess(op, reads, writes);
    uses.assumedAlignment =
        std::max(uses.assumedAlignment, inner.assumedAlignment);
    mayReturn = inner.returned || inner.refusal;
  }
  if (mayReturn)
    for (Value result : op->getResults())
      if (isMemref(result))
        visitForward(use, result, /*isWhole=*/false);
}

void UseWalk::visitEffects(MemoryEffectOpInterface op, OpOperand &use,
                           bool isWhole) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  op.getEffectsOnValue(use.get(), effects);
  bool reads = false, writes = false, frees = false;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    reads |= isa<MemoryEffects::Read>(effect.getEffect());
    writes |= isa<MemoryEffects::Write>(effect.getEffect());
    frees |= isa<MemoryEffects::Free>(effect.getEffect());
  }
  if (frees) {
    if (op->getNumResults() != 0)
      return refuse(op, "is released and allocated anew in one operation");
    uses.deallocs.push_back(op);
    return;
  }
  if (!reads && !writes)
    return refuse(op, "is stored in memory, or used in a way that its "
                      "operation does not declare");
  // An operation without effects on its own results hands none of its
  // operands on; one that makes a new buffer says that it allocates.
  auto view = dyn_cast<ViewLikeOpInterface>(op.getOperation());
  for (Value result : op->getResults())
    if ((!view || view.getViewDest() != result) && // of another operand
        !isa<TensorType, VectorType>(result.getType()) &&
        !result.getType().isIntOrIndexOrFloat() &&
        !isa<ComplexType>(result.getType()) &&
        !op.getEffectOnValue<MemoryEffects::Allocate>(result))
      return refuse(op, "may be a part of what this operation gives");
  addAccess(op, reads, writes,
            writes && !reads && isWhole && coversOperand(use));
}

//===----------------------------------------------------------------------===//
// BufferUseAnalysis
//===----------------------------------------------------------------------===//

BufferUses BufferUseAnalysis::getUses(Value buffer, bool beyondRefusals) {
  return UseWalk(*this, buffer, beyondRefusals, /*followsForwards=*/true).run();
}

BufferUses BufferUseAnalysis::getNameUses(Value name) {
  return UseWalk(*this, name, /*beyondRefusals=*/false,
                 /*followsForwards=*/false)
      .run();
}

const BufferUses &BufferUseAnalysis::getArgumentUses(FunctionOpInterface callee,
                                                     unsigned index) {
  Value argument = callee.getArgument(index);
  if (!arguments.contains(argument)) {
    // The walk may add to the map: find the place after it.
    auto found = std::make_unique<BufferUses>(getUses(argument));
    arguments[argument] = std::move(found);
  }
  return *arguments[argument];
}
