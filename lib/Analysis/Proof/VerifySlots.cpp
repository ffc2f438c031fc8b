//===- VerifySlots.cpp - Proof that a plan is right -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the parts of the proof, and words what they find.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/VerifySlots.h"

#include "Needs.h"
#include "Sharing.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

/// Errors past this many add nothing; the last one says how many there are.
static constexpr size_t maxErrors = 50;

static void emitViolation(const Violation &violation, const SlotTable &table) {
  const Slot &written = table[violation.written];
  const Slot &needed = table[violation.needed];
  InFlightDiagnostic diag = violation.writer->emitError();
  switch (violation.kind) {
  case Violation::Kept:
    diag << "writes to " << getName(written)
         << ", an input that is kept for the caller of its entry";
    diag.attachNote(written.getLoc()) << describe(written) << ", is here";
    break;
  case Violation::Clobber:
    if (violation.writer == written.getOp()) {
      diag << "the caller of the entry fills " << describe(written)
           << ", while the contents of " << describeShared(written, needed)
           << " are still needed";
      diag.attachNote(needed.getLoc()) << describe(needed) << ", is needed";
      diag.attachNote(violation.reader->getLoc()) << "this reads it later";
      break;
    }
    diag << "overwrites " << describeShared(written, needed)
         << ", whose contents are still needed";
    diag.attachNote(written.getLoc()) << describe(written) << ", is written";
    diag.attachNote(needed.getLoc()) << describe(needed) << ", is needed";
    diag.attachNote(violation.reader->getLoc()) << "this reads it later";
    break;
  case Violation::SameOp:
    diag << "overwrites " << describeShared(written, needed)
         << ", which it may not have read yet";
    diag.attachNote(written.getLoc()) << describe(written) << ", is written";
    diag.attachNote(needed.getLoc()) << describe(needed) << ", is read";
    break;
  case Violation::Earlier:
    diag << "overwrites " << getName(needed)
         << " while the buffer that an earlier execution made of it is still "
            "needed";
    diag.attachNote(needed.getLoc()) << describe(needed) << ", is made here";
    if (violation.reader != violation.writer)
      diag.attachNote(violation.reader->getLoc())
          << "this reads the earlier buffer later";
    break;
  }
  for (Operation *call : violation.path)
    diag.attachNote(call->getLoc()) << "within this call";
}

/// Reports the violations in program order.
static bool emitViolations(ModuleOp module, ArrayRef<Violation> violations,
                           const SlotTable &table) {
  if (violations.empty())
    return false;
  llvm::DenseMap<Operation *, unsigned> positions;
  module.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { positions[op] = positions.size(); });
  std::vector<const Violation *> sorted;
  for (const Violation &violation : violations)
    sorted.push_back(&violation);
  llvm::sort(sorted, [&](const Violation *a, const Violation *b) {
    return std::make_tuple(positions.lookup(a->writer), a->written, a->needed) <
           std::make_tuple(positions.lookup(b->writer), b->written, b->needed);
  });
  for (auto [index, violation] : llvm::enumerate(sorted)) {
    if (index == maxErrors) {
      emitError(module.getLoc())
          << sorted.size() - maxErrors
          << " more writes overwrite what is still needed";
      break;
    }
    emitViolation(*violation, table);
  }
  return true;
}

LogicalResult mplan::verifySlots(ModuleOp module,
                                 const VerifySlotsOptions &options) {
  FailureOr<SlotTable> table = SlotTable::build(module, options.arenas);
  if (failed(table))
    return failure();
  if (table->empty())
    return success();
  if (emitSharedState(*table))
    return failure();
  FailureOr<ModuleFlow> flow = ModuleFlow::build(module, *table);
  if (failed(flow))
    return failure();
  NeedAnalysis analysis(*table, *flow, options);
  analysis.run();
  bool found = emitViolations(module, analysis.getViolations(), *table);
  found |= emitEscapes(analysis.getEscapes(), *table);
  found |= emitConcurrent(*flow, *table);
  return failure(found);
}
