//===- Report.cpp - Prints a plan for people and for programs -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the numbers that `summarizePlan` finds. The report is made whole
// before a byte of it is written, so that no error leaves half a file.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Report.h"

#include "mplan/Analysis/ElementWork.h"
#include "mplan/Transforms/Materialize.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cmath>

namespace mplan {
#define GEN_PASS_DEF_MPLANREPORTPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

//===----------------------------------------------------------------------===//
// Pieces of both forms
//===----------------------------------------------------------------------===//

/// `file:line:column` of the first place in a file that `loc` holds; its text
/// in MLIR's syntax if it holds none.
static std::string getSourceText(Location loc) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn();
  else
    LocationAttr(loc).print(os);
  // File names may hold any bytes; JSON may not.
  return llvm::json::fixUTF8(text);
}

/// An op's accessors are not const; a copy of the op costs nothing.
static StringRef getName(FunctionOpInterface function) {
  return function.getName();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `buffer`'s place in an arena of `footprint` bytes, as a bar: every
/// character that the buffer touches is filled.
static std::string drawBar(const PlacedBuffer &buffer, int64_t footprint) {
  constexpr int64_t width = 32;
  std::string bar(width, ' ');
  // In floating point, since bytes times width may not fit into 64 bits.
  double scale = double(width) / std::max<int64_t>(footprint, 1);
  int64_t offset = SlotOp(buffer.slot).getOffset();
  int64_t first = std::min<int64_t>(offset * scale, width - 1);
  int64_t last = std::ceil((offset + buffer.size) * scale);
  for (int64_t i = first; i < std::clamp(last, first + 1, width); ++i)
    bar[i] = '#';
  return bar;
}

static std::string getLiveText(const LiveRange &live) {
  std::string text;
  for (const solver::Segment &segment : live)
    text += llvm::formatv("{0}[{1}, {2})", text.empty() ? "" : ", ",
                          segment.lower, segment.upper);
  return text;
}

/// Where a group of entries needs most, and who is alive there.
static void printGroupAsText(const GroupPeak &group, StringRef headline,
                             int64_t footprint, llvm::raw_ostream &os) {
  const ProgramPoint &peak = group.path.back();
  os << "\n  " << headline << " at tick " << peak.tick << " of @"
     << getName(peak.function) << ": " << peak.op->getName() << " at "
     << getSourceText(peak.op->getLoc()) << '\n';
  for (const ProgramPoint &call :
       llvm::reverse(ArrayRef(group.path).drop_back()))
    os << "    called at tick " << call.tick << " of @"
       << getName(call.function) << " at " << getSourceText(call.op->getLoc())
       << '\n';
  os << "\n  alive there:\n";
  os << llvm::formatv("  {0,12}{1,12}{2,6}  {3,-34}  {4,-16}  {5}\n", "offset",
                      "size", "id", "where in the arena", "live", "source");
  for (const PlacedBuffer &buffer : group.alive) {
    SlotOp slot = buffer.slot;
    // Ticks are a function's own: say whose, where there are several.
    std::string live = getLiveText(buffer.live);
    if (group.path.size() > 1)
      live += (" of @" + getName(buffer.function)).str();
    os << llvm::formatv("  {0,12}{1,12}{2,6}  |{3}|  {4,-16}  {5}\n",
                        slot.getOffset(), buffer.size, slot.getId(),
                        drawBar(buffer, footprint), live,
                        getSourceText(slot.getLoc()));
  }
}

/// What the callers of entries must know of their inputs and outputs.
static void printInterfaceAsText(ArrayRef<PlacedBuffer> interface,
                                 llvm::raw_ostream &os) {
  os << "\n  inputs and outputs:\n";
  os << llvm::formatv("  {0,12}{1,12}{2,10}{3,8}  {4,-8}{5}\n", "offset",
                      "size", "argument", "result", "kind", "entry, type");
  for (const PlacedBuffer &buffer : interface) {
    SlotOp slot = buffer.slot;
    std::string result = "-";
    if (std::optional<uint64_t> number = slot.getResultNumber())
      result = std::to_string(*number);
    os << llvm::formatv("  {0,12}{1,12}{2,10}{3,8}  {4,-8}@{5}, ",
                        slot.getOffset(), buffer.size, *slot.getArgument(),
                        result, stringifyRole(*slot.getRole()),
                        getName(buffer.function))
       << slot.getType() << '\n';
  }
}

static void printArenaAsText(const ArenaSummary &summary,
                             llvm::raw_ostream &os) {
  auto line = [&](StringRef key, std::optional<int64_t> value, StringRef what) {
    os << llvm::formatv("  {0,-16}{1,14}  {2}\n", key,
                        value ? std::to_string(*value) : "unknown", what);
  };
  os << "arena @" << ArenaOp(summary.arena).getSymName() << '\n';
  line("footprint", summary.footprint, "bytes of the arena");
  line("peak", summary.peak, "bytes alive at once, at most");
  line("gap", summary.getGap(), "bytes of footprint above the peak");
  line("buffers", summary.buffers, "buffers planned");
  line("constants", summary.constants, "bytes of constants, not in the arena");
  if (summary.stateBytes > 0)
    line("state", summary.stateBytes,
         "first bytes of the arena, zero before the first call");
  line("unplanned_total", summary.unplannedTotal, "bytes of all buffers");
  line("unplanned_live", summary.unplannedLive,
       "bytes allocated at once without a plan, at most");

  for (const GroupPeak &group : summary.groups) {
    std::string headline = "the peak is";
    if (group.bytes != summary.peak)
      headline = std::to_string(group.bytes) + " bytes of the peak are";
    if (!group.path.empty())
      printGroupAsText(group, headline, summary.footprint, os);
  }
  if (!summary.state.empty()) {
    os << "\n  state, always alive:\n";
    os << llvm::formatv("  {0,12}{1,12}  {2}\n", "offset", "size", "name");
    for (const StateSlot &state : summary.state)
      os << llvm::formatv("  {0,12}{1,12}  @{2}\n",
                          SlotOp(state.slot).getOffset(), state.size,
                          *SlotOp(state.slot).getState());
  }
  if (!summary.interface.empty())
    printInterfaceAsText(summary.interface, os);
}

void mplan::printPlanAsText(ArrayRef<ArenaSummary> summaries,
                            llvm::raw_ostream &os) {
  llvm::interleave(
      summaries, os,
      [&](const ArenaSummary &summary) { printArenaAsText(summary, os); },
      "\n");
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printBufferAsJSON(const PlacedBuffer &buffer,
                              llvm::json::OStream &json) {
  SlotOp slot = buffer.slot;
  json.object([&] {
    json.attribute("id", slot.getId());
    json.attribute("function", getName(buffer.function));
    json.attribute("offset", slot.getOffset());
    json.attribute("size", buffer.size);
    json.attributeArray("live", [&] {
      for (const solver::Segment &segment : buffer.live)
        json.array([&] {
          json.value(segment.lower);
          json.value(segment.upper);
        });
    });
    json.attribute("location", getSourceText(slot.getLoc()));
  });
}

/// The keys that say where a group of entries needs most.
static void printGroupAsJSON(const GroupPeak &group,
                             llvm::json::OStream &json) {
  if (group.path.empty()) {
    json.attribute("function", nullptr);
    json.attribute("tick", nullptr);
  } else {
    json.attribute("function", getName(group.path.back().function));
    json.attribute("tick", group.path.back().tick);
  }
  json.attributeArray("path", [&] {
    for (const ProgramPoint &point : group.path)
      json.object([&] {
        json.attribute("function", getName(point.function));
        json.attribute("tick", point.tick);
        json.attribute("op", point.op->getName().getStringRef());
        json.attribute("location", getSourceText(point.op->getLoc()));
      });
  });
  json.attributeArray("alive", [&] {
    for (const PlacedBuffer &buffer : group.alive)
      printBufferAsJSON(buffer, json);
  });
}

static void printInterfaceAsJSON(const PlacedBuffer &buffer,
                                 llvm::json::OStream &json) {
  SlotOp slot = buffer.slot;
  std::string type;
  llvm::raw_string_ostream(type) << slot.getType();
  json.object([&] {
    json.attribute("function", getName(buffer.function));
    json.attribute("argument", *slot.getArgument());
    if (std::optional<uint64_t> result = slot.getResultNumber())
      json.attribute("result", *result);
    else
      json.attribute("result", nullptr);
    json.attribute("kind", stringifyRole(*slot.getRole()));
    json.attribute("offset", slot.getOffset());
    json.attribute("size", buffer.size);
    json.attribute("type", type);
  });
}

/// Ticks with the same need are one step.
static void printNeedAsJSON(const FunctionNeed &need,
                            llvm::json::OStream &json) {
  ElementWork work(FunctionOpInterface(need.function).getOperation());
  auto printStep = [&](size_t begin, size_t end) {
    Work sum;
    for (Operation *op : ArrayRef(need.ops).slice(begin, end - begin))
      if (op)
        sum += work.getWork(op);
    json.array([&] {
      json.value(int64_t(begin));
      json.value(need.bytes[begin]);
      json.value(sum.operations);
      json.value(sum.movedBytes);
    });
  };
  json.object([&] {
    json.attribute("function", getName(need.function));
    json.attributeArray("steps", [&] {
      size_t begin = 0;
      for (size_t tick = 1; tick <= need.bytes.size(); ++tick)
        if (tick == need.bytes.size() || need.bytes[tick] != need.bytes[begin])
          printStep(std::exchange(begin, tick), tick);
    });
  });
}

static void printArenaAsJSON(const ArenaSummary &summary,
                             llvm::json::OStream &json) {
  json.object([&] {
    ArenaOp arena = summary.arena;
    json.attribute("name", arena.getSymName());
    json.attribute("footprint", summary.footprint);
    json.attribute("alignment", arena.getAlignmentOrOne());
    json.attribute("peak", summary.peak);
    json.attribute("gap", summary.getGap());
    json.attribute("buffers", summary.buffers);
    json.attribute("constants", summary.constants);
    json.attribute("state_bytes", summary.stateBytes);
    json.attribute("unplanned_total", summary.unplannedTotal);
    json.attribute("unplanned_live", summary.unplannedLive);
    printGroupAsJSON(summary.getLargestGroup(), json);
    json.attributeArray("groups", [&] {
      for (const GroupPeak &group : summary.groups)
        json.object([&] {
          json.attribute("peak", group.bytes);
          printGroupAsJSON(group, json);
        });
    });
    json.attributeArray("state", [&] {
      for (const StateSlot &state : summary.state)
        json.object([&] {
          SlotOp slot = state.slot;
          json.attribute("name", *slot.getState());
          json.attribute("offset", slot.getOffset());
          json.attribute("size", state.size);
          json.attribute("location", getSourceText(slot.getLoc()));
        });
    });
    json.attributeArray("interface", [&] {
      for (const PlacedBuffer &buffer : summary.interface)
        printInterfaceAsJSON(buffer, json);
    });
    json.attributeArray("functions", [&] {
      for (const FunctionNeed &need : summary.functions)
        printNeedAsJSON(need, json);
    });
  });
}

void mplan::printPlanAsJSON(ArrayRef<ArenaSummary> summaries,
                            llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("arenas", [&] {
      for (const ArenaSummary &summary : summaries)
        printArenaAsJSON(summary, json);
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether `view` is what a slot becomes: a piece of the bytes of a global that
/// the program writes, or that a caller passes as an arena.
static bool isMaterializedSlot(memref::ViewOp view, SymbolTable &symbols) {
  if (auto argument = dyn_cast<BlockArgument>(view.getSource())) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function && argument.getOwner()->isEntryBlock() &&
           function.getArgAttr(argument.getArgNumber(), kArenaArgAttr);
  }
  auto bytes = view.getSource().getDefiningOp<memref::GetGlobalOp>();
  auto global =
      bytes ? symbols.lookup<memref::GlobalOp>(bytes.getName()) : nullptr;
  return global && !global.getConstant();
}

/// A report on a program without a plan would be a report of zeros.
static LogicalResult checkStage(ModuleOp module) {
  if (!module.getOps<ArenaOp>().empty())
    return success();
  SymbolTable symbols(module);
  WalkResult result = module.walk([&](Operation *op) {
    if (isa<AllocOp, memref::AllocOp>(op)) {
      op->emitError("this allocation has no place yet: run 'mplan-allocate' "
                    "before 'mplan-report'");
      return WalkResult::interrupt();
    }
    auto view = dyn_cast<memref::ViewOp>(op);
    if (view && isMaterializedSlot(view, symbols)) {
      op->emitError("this buffer is a view of an arena's bytes already, and "
                    "the plan is gone: run 'mplan-report' before "
                    "'mplan-materialize'");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // `mplan-allocate` leaves an arena even where there is nothing to plan.
  return emitError(module.getLoc(),
                   "there is no plan in this module: 'mplan-report' runs "
                   "after 'mplan-allocate' and before "
                   "'mplan-materialize'");
}

LogicalResult mplan::reportPlan(ModuleOp module, const ReportOptions &options) {
  if (options.format != "text" && options.format != "json")
    return emitError(module.getLoc(),
                     "'mplan-report' knows the formats 'text' and "
                     "'json', not '")
           << options.format << "'";
  if (failed(checkStage(module)))
    return failure();
  FailureOr<std::vector<ArenaSummary>> summaries = summarizePlan(module);
  if (failed(summaries))
    return failure();
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (options.format == "json")
    printPlanAsJSON(*summaries, stream);
  else
    printPlanAsText(*summaries, stream);

  if (options.output == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return success();
  }
  std::error_code error;
  llvm::raw_fd_ostream file(options.output, error, llvm::sys::fs::OF_Text);
  if (!error) {
    file << text;
    file.flush();
    error = file.error();
    file.clear_error(); // Else its destructor ends the process.
  }
  if (error)
    return emitError(module.getLoc(), "cannot write the report to '")
           << options.output << "': " << error.message();
  return success();
}

namespace {
struct MplanReportPass : mplan::impl::MplanReportPassBase<MplanReportPass> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(reportPlan(getOperation(), {format, output})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
