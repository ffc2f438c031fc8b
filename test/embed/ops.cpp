//===- ops.cpp - A dialect of an embedder ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One op, `embed.scale`: source and destination, tensors or memrefs of one
// shape; each element of the destination is made of the one of the source in
// the same place. By hand, where an embedder would write ODS.
//
//===----------------------------------------------------------------------===//

#include "ops.h"

#include "mplan/IR/MemoryPlanningOpInterface.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {
class ScaleOp
    : public Op<ScaleOp, OpTrait::ZeroRegions, OpTrait::VariadicResults,
                OpTrait::NOperands<2>::Impl, DestinationStyleOpInterface::Trait,
                MemoryEffectOpInterface::Trait,
                mplan::MemoryPlanningOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScaleOp)
  using Op::Op;
  static StringRef getOperationName() { return "embed.scale"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  MutableOperandRange getDpsInitsMutable() {
    return MutableOperandRange(getOperation(), 1, 1);
  }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) {
    if (hasPureTensorSemantics())
      return;
    effects.emplace_back(MemoryEffects::Read::get(),
                         &getOperation()->getOpOperand(0));
    effects.emplace_back(MemoryEffects::Write::get(),
                         &getOperation()->getOpOperand(1));
  }

  // What mplan asks.
  bool canOverwrite(OpOperand &read, OpOperand &written) {
    return read.getOperandNumber() == 0 && written.getOperandNumber() == 1;
  }
};

/// What one-shot bufferization asks.
struct ScaleBuffers
    : bufferization::DstBufferizableOpInterfaceExternalModel<ScaleBuffers,
                                                             ScaleOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &operand,
                              const bufferization::AnalysisState &) const {
    return operand.getOperandNumber() == 0;
  }
  bool bufferizesToElementwiseAccess(Operation *,
                                     const bufferization::AnalysisState &,
                                     ArrayRef<OpOperand *>) const {
    return true;
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    FailureOr<Value> source =
        getBuffer(rewriter, op->getOperand(0), options, state);
    FailureOr<Value> dest =
        getBuffer(rewriter, op->getOperand(1), options, state);
    if (failed(source) || failed(dest))
      return failure();
    rewriter.create(op->getLoc(), op->getName().getIdentifier(),
                    ValueRange{*source, *dest});
    bufferization::replaceOpWithBufferizedValues(rewriter, op, *dest);
    return success();
  }
};

class EmbedDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmbedDialect)
  explicit EmbedDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<EmbedDialect>()) {
    addOperations<ScaleOp>();
    ScaleOp::attachInterface<ScaleBuffers>(*context);
  }
  static StringRef getDialectNamespace() { return "embed"; }
};
} // namespace

void embed::registerDialect(DialectRegistry &registry) {
  registry.insert<EmbedDialect>();
}
