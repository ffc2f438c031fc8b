//===- Bufferize.cpp - How our operations bufferize -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of upstream's interface, apart from the dialect's header: only these
// need what it needs. An arena's memory space becomes that of the buffers.
//
//===----------------------------------------------------------------------===//

#include "Bufferize.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace {

/// What an `mplan.place` and an `mplan.empty` have in common.
template <typename OpTy, typename Model>
struct PoolModel : BufferizableOpInterface::ExternalModel<Model, OpTy> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  FailureOr<BufferLikeType> getBufferType(Operation *op, Value,
                                          const BufferizationOptions &,
                                          const BufferizationState &,
                                          SmallVector<Value> &) const {
    auto pool = cast<OpTy>(op);
    return cast<BufferLikeType>(MemRefType::get(
        pool.getType().getShape(), pool.getType().getElementType(),
        MemRefLayoutAttrInterface(), pool.getMemorySpace()));
  }

  FailureOr<Value> makeBuffer(RewriterBase &rewriter, Operation *op,
                              const BufferizationOptions &options,
                              BufferizationState &state) const {
    auto pool = cast<OpTy>(op);
    if (!pool.getType().hasStaticShape())
      return op->emitOpError("has type ")
             << pool.getType()
             << ": a tensor whose extents are not known cannot be given a "
                "place in an arena; give it a static shape";
    SmallVector<Value> stack;
    auto type = cast<MemRefType>(
        *getBufferType(op, pool.getResult(), options, state, stack));
    // An offset that is given says how the buffer is aligned.
    IntegerAttr alignment = pool.getAlignmentAttr();
    int64_t asked = pool.getAlignment().value_or(1);
    if (!pool.getOffset() && int64_t(options.bufferAlignment) > asked)
      alignment = rewriter.getI64IntegerAttr(options.bufferAlignment);
    return mplan::AllocOp::create(rewriter, op->getLoc(), type,
                                  pool.getArenaAttr(), alignment,
                                  pool.getOffsetAttr(), /*role=*/nullptr,
                                  /*argument=*/nullptr,
                                  /*result_number=*/nullptr)
        .getResult();
  }
};

struct EmptyModel : PoolModel<mplan::EmptyOp, EmptyModel> {
  bool resultBufferizesToMemoryWrite(Operation *, OpResult,
                                     const AnalysisState &) const {
    return false; // its contents are undefined
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    FailureOr<Value> buffer = makeBuffer(rewriter, op, options, state);
    if (failed(buffer))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, *buffer);
    return success();
  }
};

/// On its own, without `mplan-bufferize`: a copy.
struct PlaceModel : PoolModel<mplan::PlaceOp, PlaceModel> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto place = cast<mplan::PlaceOp>(op);
    FailureOr<Value> source =
        getBuffer(rewriter, place.getSource(), options, state);
    if (failed(source))
      return failure();
    FailureOr<Value> buffer = makeBuffer(rewriter, op, options, state);
    if (failed(buffer) ||
        failed(options.createMemCpy(rewriter, op->getLoc(), *source, *buffer)))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, *buffer);
    return success();
  }
};

struct PlacedModel
    : BufferizableOpInterface::ExternalModel<PlacedModel, mplan::PlacedOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    FailureOr<Value> source =
        getBuffer(rewriter, op->getOperand(0), options, state);
    if (failed(source))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, *source);
    return success();
  }
};

} // namespace

void mplan::attachBufferizationModels(MLIRContext &context) {
  EmptyOp::attachInterface<EmptyModel>(context);
  PlaceOp::attachInterface<PlaceModel>(context);
  PlacedOp::attachInterface<PlacedModel>(context);
}
