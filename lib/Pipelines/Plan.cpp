//===- Plan.cpp - From tensors to views of one planned arena --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--mplan-pipeline`: the passes of mplan in the order in which each finds what
// it needs. No clean-up runs between planning and materialising: what it could
// remove, the planner has already not given a place to.
//
//===----------------------------------------------------------------------===//

#include "mplan/Pipelines/Pipelines.h"
#include "mplan/Transforms/Passes.h"

using namespace mlir;
using namespace mplan;

void mplan::buildPlanPipeline(OpPassManager &pm, const PlanOptions &options) {
  // Before anything is measured: it leaves less to plan.
  if (options.foldBatchNorm)
    pm.addPass(createMplanFoldBatchNormPass());

  // On tensors, where it can still be changed what there is to plan.
  MplanShrinkPassOptions shrink;
  shrink.optimize = options.optimize;
  shrink.arenaLimit = options.arenaLimit;
  shrink.remarks = options.shrinkRemarks;
  shrink.stream = options.stream;
  shrink.feed = options.feed;
  shrink.io = options.io == EntryIo::Arena ? "arena" : "pointers";
  shrink.inputs = options.inputs;
  shrink.bufferAlignment = options.bufferAlignment;
  shrink.onUnbounded = options.onUnbounded;
  shrink.parallel = options.parallel;
  shrink.state = options.state;
  if (options.optimize != Optimize::None || options.feed != 0)
    pm.addPass(createMplanShrinkPass(shrink));

  // Tensors to memrefs: buffers exist from here on. IR that is on memrefs
  // already passes through.
  MplanBufferizePassOptions bufferize;
  bufferize.bufferAlignment = options.bufferAlignment;
  pm.addPass(createMplanBufferizePass(bufferize));

  // What bufferization elsewhere left: buffers that a callee makes for its
  // caller, and buffers whose address depends on how the program runs.
  pm.addPass(createMplanOutParamsPass());
  pm.addPass(createMplanCoalescePass());

  // What has to live from one call to the next is planned with all else.
  if (options.feed != 0)
    pm.addPass(createMplanFeedStatePass());

  // On the arguments that are left: those of inlined functions are bounded by
  // what calls give.
  if (options.checkBounds)
    pm.addPass(createMplanCheckBoundsPass());

  // Buffers of parallel loops become parts of buffers around them.
  MplanPrivatizePassOptions privatize;
  privatize.parallel = options.parallel;
  pm.addPass(createMplanPrivatizePass(privatize));

  // When arguments are memrefs, and before their places are decided.
  if (options.io == EntryIo::Arena) {
    MplanIoToArenaPassOptions io;
    io.inputs = options.inputs;
    pm.addPass(createMplanIoToArenaPass(io));
  }

  // Before anything lowers loops or calls: live ranges are sharpest on
  // structured control flow.
  MplanAllocatePassOptions allocate;
  allocate.onUnbounded = options.onUnbounded;
  allocate.state = options.state;
  allocate.reuse = options.reuse;
  allocate.placement = options.placement;
  allocate.redZone = options.redZone;
  pm.addPass(createMplanAllocatePass(allocate));

  // On slots, not on views: a slot still says which buffer it is. Always, since
  // a wrong plan does not crash, it computes something else.
  pm.addPass(createMplanVerifyPass());

  // Of a proved plan, and before materialising, which forgets the buffers.
  if (!options.report.getValue().empty()) {
    MplanReportPassOptions report;
    report.format = options.reportFormat;
    report.output = options.report;
    pm.addPass(createMplanReportPass(report));
  }

  // By the planner's live ranges; to the proof and the report its fills would
  // be slots of their own.
  if (options.poison || options.asan) {
    MplanPoisonPassOptions poison;
    poison.asan = options.asan;
    pm.addPass(createMplanPoisonPass(poison));
  }

  // Last: from here on two memrefs may share bytes, which no pass of ours looks
  // through.
  MplanMaterializePassOptions materialize;
  materialize.storage = options.storage;
  // Once more on what will run. Poison fills slots through views of its own.
  materialize.verify = !options.poison && !options.asan;
  pm.addPass(createMplanMaterializePass(materialize));

  // Proved as one program from the first row to the last, it becomes a call for
  // each of them.
  if (options.feed != 0)
    pm.addPass(createMplanFeedEntryPass());
}
