//===- Subject.cpp - A program that plans are tried on --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. The program that is traced is lowered by the pipeline that
// lowers planned ones, so that both do the same in the same order.
//
//===----------------------------------------------------------------------===//

#include "Subject.h"
#include "Instrument.h"
#include "Reference.h"

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Allocate.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;
using namespace mplan::equiv;

static LogicalResult runPasses(ModuleOp module, StringRef passes) {
  PassManager pm(module.getContext());
  pm.enableVerifier(false); // Once, behind all, is enough.
  if (failed(parsePassPipeline(passes, pm, llvm::errs())) ||
      failed(pm.run(module)))
    return failure();
  return success();
}

/// Plans a copy, unless the planner refuses it: then `refusal` says why.
static OwningOpRef<ModuleOp> planCopy(ModuleOp module, std::string &refusal) {
  OwningOpRef<ModuleOp> copy = module.clone();
  ScopedDiagnosticHandler quiet(module.getContext(), [&](Diagnostic &error) {
    if (refusal.empty() && error.getSeverity() == DiagnosticSeverity::Error)
      refusal = error.str();
    return success();
  });
  return succeeded(allocateBuffers(*copy)) ? std::move(copy) : nullptr;
}

/// Every buffer to the heap, at the address that malloc gives. Each address is
/// stored away: else a buffer that is only written would be removed, and with
/// it the writes, which in an arena go over what lies there.
static void putOnHeap(ModuleOp module, ArrayRef<Site> sites) {
  llvm::DenseMap<int64_t, const Site *> byLabel;
  for (const Site &site : sites)
    byLabel[site.label] = &site;
  SmallVector<Operation *> allocations;
  module.walk([&](Operation *op) {
    if (auto it = byLabel.find(getLabel(op));
        it != byLabel.end() && op->getNumResults() == 1)
      allocations.push_back(op);
  });
  auto sinkType = MemRefType::get({}, IndexType::get(module.getContext()));
  OpBuilder globals = OpBuilder::atBlockBegin(module.getBody());
  auto zero = DenseElementsAttr::get(
      RankedTensorType::get({}, sinkType.getElementType()),
      Attribute(globals.getIndexAttr(0)));
  auto sink = memref::GlobalOp::create(
      globals, module.getLoc(), "mplan_trace_sink",
      globals.getStringAttr("private"), sinkType, zero, /*constant=*/false,
      /*alignment=*/IntegerAttr());
  for (Operation *op : allocations) {
    OpBuilder builder(op);
    auto alloc = memref::AllocOp::create(
        builder, op->getLoc(), cast<MemRefType>(op->getResult(0).getType()),
        op->getOperands());
    op->getResult(0).replaceAllUsesWith(alloc);
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(
        builder, alloc.getLoc(), alloc);
    Value place = memref::GetGlobalOp::create(builder, alloc.getLoc(), sinkType,
                                              sink.getSymName());
    memref::StoreOp::create(builder, alloc.getLoc(), address, place);
    op->erase();
  }
  for (auto arena : llvm::make_early_inc_range(module.getOps<ArenaOp>()))
    arena.erase();
}

FailureOr<Subject> mplan::mutate::makeSubject(OwningOpRef<ModuleOp> program,
                                              StringRef passes,
                                              const SubjectOptions &options) {
  Subject subject;
  FailureOr<func::FuncOp> entry = findEntry(*program, "");
  if (failed(entry))
    return failure();
  FailureOr<Signature> signature = getSignature(*entry, {});
  if (failed(signature) || failed(runPasses(*program, passes)))
    return failure();
  subject.signature = *signature;
  for (const Port &port : subject.signature.results)
    if (!port.isStatic()) {
      program->emitError("results of unknown extents are not tried");
      return failure();
    }
  auto lowered = program->lookupSymbol<func::FuncOp>(signature->entry);
  for (unsigned i = 0, e = lowered.getNumArguments(); i != e; ++i)
    if (auto result = lowered.getArgAttrOfType<IntegerAttr>(i, kResultAttrName);
        result && i < signature->arguments.size())
      subject.updates[result.getInt()] = i;

  std::vector<InterfaceBuffer> buffers;
  if (options.ioInArena) {
    auto copied = copyInterface(lowered, options.inputsDie);
    if (failed(copied))
      return failure();
    buffers = std::move(*copied);
  }
  labelOps(*program);
  for (const InterfaceBuffer &buffer : buffers)
    subject.interface.insert({getLabel(buffer.allocation), buffer});
  OwningOpRef<ModuleOp> planned = planCopy(*program, subject.refusal);
  FailureOr<std::vector<Site>> sites =
      findSites(*program, planned ? *planned : nullptr);
  if (failed(sites)) {
    // That of which no size is known is mostly why it is refused.
    program->emitError(subject.refusal.empty()
                           ? "an allocation has no size that is known"
                           : StringRef(subject.refusal));
    return failure();
  }
  subject.module = std::move(program);
  subject.sites = std::move(*sites);
  if (planned)
    subject.plan = readPlan(*planned, subject.sites);
  for (unsigned number = 0; number != options.inputs; ++number) {
    std::vector<Bytes> &input = subject.inputs.emplace_back();
    for (auto [i, port] : llvm::enumerate(subject.signature.arguments))
      input.push_back(drawArgument(port, i, number, Options()));
  }
  return subject;
}

LogicalResult mplan::mutate::trace(Subject &subject,
                                   const SubjectOptions &options) {
  OwningOpRef<ModuleOp> module = subject.module->clone();
  putOnHeap(*module, subject.sites);
  llvm::DenseMap<int64_t, unsigned> siteOfLabel;
  for (auto [index, site] : llvm::enumerate(subject.sites))
    siteOfLabel[site.label] = index;
  // An uninitialised global is undefined to LLVM.
  if (failed(lowerState(*module)) ||
      failed(runPasses(*module,
                       "mplan-to-llvm{symbol-prefix=mplan_ allow-heap}")) ||
      failed(instrument(*module, siteOfLabel)))
    return failure();
  Recorder recorder(options.wholeTrace);
  FailureOr<std::unique_ptr<Program>> program = Program::compile(
      *module, "heap", subject.signature, subject.updates, /*optLevel=*/0,
      /*libraries=*/{}, /*junk=*/0xC3, &registerRecorder);
  if (failed(program))
    return failure();
  for (const std::vector<Bytes> &input : subject.inputs) {
    SmallVector<SmallVector<int64_t>> shapes;
    for (const Port &port : subject.signature.results)
      shapes.push_back(port.shape);
    subject.outcomes.push_back((*program)->run(
        subject.signature, [&](unsigned i) { return input[i]; }, shapes));
    subject.shapes.push_back(shapes);
    subject.traces.push_back(recorder.take());
  }
  return success();
}
