//===- Steps.h - The steps of bufferization ---------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Bufferize.cpp strings together, in the order in which it does. All but
// the last two work on tensors. They say *where* a value is to be computed by
// `bufferization.materialize_in_destination` on tensors and leave it to
// upstream's analysis to prove each place right: a destination is never a
// memref, whose reads and writes that analysis would not see.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_BUFFERIZE_STEPS_H
#define MPLAN_LIB_TRANSFORMS_BUFFERIZE_STEPS_H

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Bufferize.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace mplan::bufferize_steps {

//===- Calls.cpp ----------------------------------------------------------===//

/// True if a tensor is among the types of `func`'s arguments or results.
bool hasTensorsInSignature(mlir::func::FuncOp func);

/// True if any op in or under `root` has to do with a tensor.
bool usesTensors(mlir::Operation *root);

/// An error at the first function of the interface that has a result of unknown
/// rank, or function without a body that has a tensor for a result.
mlir::LogicalResult checkResults(mlir::ModuleOp module);

/// An error at the first function with tensors in its type that is referred to
/// by something else than a call, which would not know its new type.
mlir::LogicalResult checkReferences(mlir::ModuleOp module);

/// The defined functions of `module`, callees before their callers. An error
/// that names the cycle if one calls itself.
mlir::FailureOr<llvm::SmallVector<mlir::func::FuncOp>>
orderCalleesFirst(mlir::ModuleOp module);

/// Gives each public function on tensors that is called inside the module a
/// private double for those calls, then inlines private functions that are
/// called once or have a result of unknown extent.
mlir::LogicalResult prepareCalls(mlir::ModuleOp module);

/// Has functions without a body leave their arguments alone, as functions of
/// the interface do, unless they say that they do not.
void protectArgumentsOfCallees(mlir::ModuleOp module);

//===- Structure.cpp ------------------------------------------------------===//

/// The operands of which one becomes `result`, if its op runs one of its
/// regions, once, and hands on what that yields; else none.
llvm::SmallVector<mlir::OpOperand *> getBranchOperands(mlir::OpResult result);

/// Turns branches between blocks into `scf` in functions on tensors.
mlir::LogicalResult liftControlFlow(mlir::ModuleOp module);

//===- WhileLoops.cpp -----------------------------------------------------===//

/// Has each tensor that a while loop's first region hands on take the place of
/// one that it takes, as far as extents are known.
void pairWhileLoops(mlir::ModuleOp module);

//===- Globals.cpp --------------------------------------------------------===//

/// Lowers `ml_program.global` on tensors to `memref.global`: a load copies the
/// value out, a store copies it in.
mlir::LogicalResult lowerGlobals(mlir::ModuleOp module);

/// While this lives, no global that can be written has an initial value: one
/// that equals a constant of the program would be taken for the constant, for
/// upstream does not ask whether the global stays as it is.
class HiddenInitialValues {
public:
  explicit HiddenInitialValues(mlir::ModuleOp module);
  ~HiddenInitialValues();
  HiddenInitialValues(const HiddenInitialValues &) = delete;
  HiddenInitialValues &operator=(const HiddenInitialValues &) = delete;

private:
  llvm::SmallVector<std::pair<mlir::memref::GlobalOp, mlir::Attribute>> hidden;
};

//===- Prepare.cpp --------------------------------------------------------===//

/// An error at the first sparse tensor: its storage grows with its values, and
/// One-Shot would take it for a dense one.
mlir::LogicalResult checkDense(mlir::ModuleOp module);

/// An error at the first `tensor.expand_shape` whose extents are not those of
/// its type: its verifier does not compare them, that of the memref op does.
mlir::LogicalResult checkReshapes(mlir::ModuleOp module);

/// Rewrites what One-Shot cannot bufferize, or only with an allocation of its
/// own, to destination-passing style.
void convertToDestinationStyle(mlir::ModuleOp module);

/// An error at the first op on tensors that nothing can bufferize.
mlir::LogicalResult checkBufferizable(mlir::ModuleOp module);

/// Gives every op that accumulates into a cheap initial value (a fill, a
/// broadcast constant) a copy of it of its own: computing it again costs no
/// more than copying it would.
void rematerializeInits(mlir::ModuleOp module);

/// Makes equal slices of one tensor one value: One-Shot takes two for two.
void mergeEqualSlices(mlir::ModuleOp module);

//===- MovingSlices.cpp ---------------------------------------------------===//

/// Has every op that updates, in a loop, another slice in each iteration of a
/// tensor from before the loop do so in a copy, made here: none of those
/// updates can be in place, and One-Shot does not see all that follows.
void copyTensorsOfMovingSlices(mlir::ModuleOp module);

//===- UpdateChain.cpp ----------------------------------------------------===//

/// The value whose buffer `value` is an update of: follows definite aliases
/// backwards, through loops and branches.
mlir::Value findUpdatedValue(mlir::Value value);

/// As `findUpdatedValue` of the value of `use`, but to where the buffer comes
/// from: a placement is an update of its destination.
mlir::Value findPlace(mlir::OpOperand &use);

/// What a branch gives as one of its results, and the places that it is in.
struct BranchPlaces {
  llvm::SmallVector<mlir::OpOperand *> yielded;
  llvm::SmallVector<mlir::Value> places; ///< One each.
};

/// Of `result`, if that is a tensor of known extents and the result of a branch
/// as `getBranchOperands` has it; else empty.
BranchPlaces getBranchPlaces(mlir::OpResult result);

//===- Placements.cpp -----------------------------------------------------===//

/// A value, as it is used somewhere, and the buffer that it should be in by
/// then.
struct Placement {
  mlir::OpOperand *use;
  mlir::Value dest;
};

/// Notes on `op` which operands are empty tensors, before the steps that put
/// destinations there: what is computed in one does not depend on what was
/// there. `decouplePlacements` wants to know.
void noteEmptyTensors(mlir::Operation *op);
void forgetEmptyTensors(mlir::ModuleOp module);

/// `value` in the buffer of `dest`, copied there if it is not made there.
mlir::Value createPlacement(mlir::RewriterBase &rewriter, mlir::Value value,
                            mlir::Value dest);

/// Puts `value` in `dest` before `anchor` and has `uses` take it from there.
void placeFor(mlir::RewriterBase &rewriter, mlir::Value value, mlir::Value dest,
              mlir::Operation *anchor, llvm::ArrayRef<mlir::OpOperand *> uses);

/// Adds a copy for each placement that did not come by itself, by what `state`
/// says; with none, for each.
void enforcePlacements(llvm::ArrayRef<Placement> expected,
                       const mlir::bufferization::OneShotAnalysisState *state);

/// Has every copy into a destination that was put in here, in `func`, take its
/// value from a temporary: then none can be in conflict with another, to
/// whatever analysis.
void decouplePlacements(mlir::func::FuncOp func);

//===- Destinations.cpp ---------------------------------------------------===//

/// Has the value of `use` computed in `dest`, of the same type, as directly as
/// can be: through branches, in the initial value of a loop or of a chain of
/// updates, and, if said so, through reshapes; if `within` is given, only by
/// what is in that. True if the value of `use` is in `dest` then whatever
/// one-shot decides; else only if it takes the updates for such in place.
bool computeInDestination(mlir::RewriterBase &rewriter, mlir::OpOperand &use,
                          mlir::Value dest, bool throughReshapes,
                          mlir::Operation *within = nullptr);

/// Has what is inserted into a tensor in another shape than it is made in be
/// made there: eliminating empty tensors does not look through reshapes.
void giveReshapedSlicesDestinations(mlir::ModuleOp module);

/// Has the branches of `scf.if` and the like write a result that they make to
/// one place.
void giveBranchesDestinations(mlir::ModuleOp module,
                              llvm::SmallVectorImpl<Placement> &expected);

//===- Places.cpp ---------------------------------------------------------===//

/// An error at the first `mplan.place` of a tensor of unknown extents.
mlir::LogicalResult checkPlaces(mlir::ModuleOp module);

/// Has what makes a value that an `mplan.place` wants in an arena compute it
/// there, or a copy made there. Where that should come by itself, adds to
/// `expected`.
void lowerPlaces(mlir::ModuleOp module,
                 llvm::SmallVectorImpl<Placement> &expected);

/// If all of `places` are made in one arena, with the same wishes, the first.
EmptyOp getSamePool(llvm::ArrayRef<mlir::Value> places);

/// Copies values out of an arena with a memory space of its own where they meet
/// others that are not there: in calls. An error if the memory space of a value
/// is in doubt.
mlir::LogicalResult
separateMemorySpaces(mlir::ModuleOp module,
                     const mlir::bufferization::BufferizationOptions &options);

//===- Loops.cpp ----------------------------------------------------------===//

/// The value whose buffer an iteration puts the value of `use` in at its end;
/// null if `use` is not by the end of an iteration.
mlir::Value getCarriedTo(mlir::OpOperand &use);

/// Has loops write what they carry into what they carried before. Where that
/// should come by itself, adds to `expected`. An error if a loop carries a new
/// tensor whose extents may be others than before, by `fixedExtents`.
mlir::LogicalResult
giveLoopsDestinations(mlir::ModuleOp module,
                      const llvm::DenseSet<mlir::Value> &fixedExtents,
                      llvm::SmallVectorImpl<Placement> &expected);

//===- LoopExtents.cpp ----------------------------------------------------===//

/// The arguments of loops' bodies that are tensors whose extents are the same
/// in every iteration. To be asked while tensors are made with their own sizes,
/// and not in places of whose sizes nothing is known.
llvm::DenseSet<mlir::Value> findFixedExtents(mlir::ModuleOp module);

//===- OutParams.cpp ------------------------------------------------------===//

/// How `makeOutParams` changed a function.
struct OutParams {
  mlir::func::FuncOp func;
  /// For each result, the argument that it is to be the same buffer as; -1 for
  /// a result that stays.
  llvm::SmallVector<int64_t> argOfResult;
};

/// The type of the buffer for a result of `func`: `type`, or, if extents of
/// that are unknown, what is known of the tensors of which `returned` are
/// casts. Null if there is none: of a result of unknown rank, or a private
/// function's of unknown extents.
mlir::RankedTensorType
getResultBufferType(mlir::func::FuncOp func, mlir::Type type,
                    llvm::ArrayRef<mlir::Value> returned);

/// The error for a result that has no such type.
mlir::InFlightDiagnostic emitUnknownExtents(mlir::func::FuncOp func,
                                            unsigned index);

/// Turns results that are tensors into arguments to write them to. Until they
/// are memrefs the functions go on returning them. Where a private function's
/// result should come to be in its argument by itself, adds to `expected`.
mlir::FailureOr<llvm::SmallVector<OutParams>>
makeOutParams(mlir::ModuleOp module,
              llvm::ArrayRef<mlir::func::FuncOp> calleesFirst,
              llvm::SmallVectorImpl<Placement> &expected);

/// Drops, on memrefs, the results that are arguments by now. A public
/// function's result that is not is copied: nobody but the caller, who gave the
/// buffer for that, knows of it. A private function's would be an error.
mlir::LogicalResult dropResults(mlir::ModuleOp module,
                                llvm::ArrayRef<OutParams> outParams);

//===- Cleanup.cpp --------------------------------------------------------===//

/// Folds what bufferization leaves behind: copies of a buffer to itself, dead
/// allocations, casts.
void cleanUp(mlir::ModuleOp module);

/// Turns copies that would need a runtime function into `linalg.copy`.
void expandStridedCopies(mlir::ModuleOp module);

} // namespace mplan::bufferize_steps

#endif // MPLAN_LIB_TRANSFORMS_BUFFERIZE_STEPS_H
