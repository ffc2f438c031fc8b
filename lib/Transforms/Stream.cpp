//===- Stream.cpp - Compute networks row by row ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is streamed is found by `StreamCuts`; each trace is replayed by a
// checker that shares nothing with its maker before loops are made of it.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Stream.h"

#include "Stream/EmitStream.h"
#include "Stream/ExpandSums.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANSTREAMPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

static void sayStreamed(const StreamCut &cut, StringRef why) {
  const StreamSegment &segment = *cut.segment;
  InFlightDiagnostic diag = emitRemark(segment.output.getLoc(), "streamed: ")
                            << segment.ops.size() << " ops in "
                            << segment.graph.numRows << " rows";
  if (!cut.trace.heights.empty()) {
    diag << ", with " << cut.trace.bytes << " bytes of rings (";
    llvm::interleaveComma(cut.trace.heights, diag);
    diag << " rows)";
  }
  if (cut.buffer && cut.buffer->holdsInput)
    diag << ", its result over its input";
  if (!why.empty())
    diag << "; not further: " << why;
}

/// Gives `function` the type that it has now that `argument` is a few rows.
static void noteFed(func::FuncOp function, BlockArgument argument) {
  function.setFunctionType(FunctionType::get(
      function.getContext(), function.getBody().getArgumentTypes(),
      function.getResultTypes()));
  function.setArgAttr(argument.getArgNumber(), kFedAttrName,
                      UnitAttr::get(function.getContext()));
}

FailureOr<StreamResult> mplan::stream(ModuleOp module, const StreamCosts &costs,
                                      bool remarks) {
  expandFlattenedSums(module);
  StreamResult result;
  IRRewriter rewriter(module.getContext());
  for (auto function : module.getOps<func::FuncOp>()) {
    std::vector<std::string> why;
    std::vector<StreamCut> cuts = findStreamCuts(function, costs, why);
    if (cuts.empty() && !why.empty())
      result.whyNot = why.front();
    if (costs.fedRows != 0 && function.isPublic() && !function.isExternal() &&
        cuts.empty())
      return emitError(function.getLoc(), "'")
             << function.getName()
             << "' cannot get its input by feed=" << costs.fedRows << ": "
             << (why.empty() ? "no argument leads to another tensor"
                             : why.front());
    for (auto [cut, reason] : llvm::zip(cuts, why)) {
      std::optional<SharedRows> shared;
      if (cut.buffer && cut.buffer->holdsInput)
        shared = cut.buffer->rows;
      if (std::string wrong = checkTrace(cut.segment->graph, cut.trace, shared);
          !wrong.empty())
        return emitError(cut.segment->output.getLoc(),
                         "cannot be streamed, and mplan took it for possible: ")
               << wrong;
      if (remarks)
        sayStreamed(cut, reason);
    }
    // From the last one on: ends of the others stay.
    Value inputBuffer, input;
    for (StreamCut &cut : llvm::reverse(cuts)) {
      Value output = cut.segment->output;
      inputBuffer =
          emitStream(rewriter, cut, output == input ? inputBuffer : Value());
      input = cut.segment->input;
      if (cut.fedRows != 0)
        noteFed(function, cast<BlockArgument>(input));
      if (auto argument = dyn_cast<BlockArgument>(input);
          argument && inputBuffer)
        function.setArgAttr(
            argument.getArgNumber(),
            bufferization::BufferizationDialect::kWritableAttrName,
            rewriter.getBoolAttr(true));
    }
    result.numSegments += cuts.size();
  }
  if (result.whyNot.empty())
    result.whyNot = "no function leads from a tensor to another one";
  return result;
}

namespace {
struct MplanStreamPass : mplan::impl::MplanStreamPassBase<MplanStreamPass> {
  using Base::Base;

  void runOnOperation() override {
    StreamCosts costs;
    costs.countIo = io == "arena";
    costs.inputsKept = inputs == "kept";
    costs.uncut = uncut;
    if ((io != "arena" && io != "pointers") ||
        (inputs != "kept" && inputs != "dies")) {
      emitError(getOperation().getLoc(), "unknown io '")
          << io.getValue() << "' or inputs '" << inputs.getValue()
          << "': they are pointers or arena, and kept or dies";
      return signalPassFailure();
    }
    if (order == "pull" || order == "push") {
      costs.order = order == "pull" ? StreamOrder::Pull : StreamOrder::Push;
    } else if (order != "smaller") {
      emitError(getOperation().getLoc(), "unknown order '")
          << order.getValue() << "': it is one of smaller, pull and push";
      return signalPassFailure();
    }
    costs.fedRows = feed;
    if (feed < 0 || (feed != 0 && order == "pull")) {
      emitError(getOperation().getLoc(), "feed=")
          << feed.getValue() << " with order=" << order.getValue()
          << " is impossible: rows that come cannot be pulled, and are 1 or "
             "more at a time";
      return signalPassFailure();
    }
    if (failed(stream(getOperation(), costs, remarks)))
      signalPassFailure();
  }
};
} // namespace
