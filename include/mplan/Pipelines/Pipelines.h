//===- Pipelines.h - Passes strung together ---------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three pipelines, each an options struct that also parses from text, and a
// function that adds the passes:
//
//   --mplan-import-tosa   TOSA, and what converters leave beside it, to linalg
//   --mplan-pipeline      tensors (or memrefs) to views of one planned arena
//   --mplan-to-llvm       memrefs to the LLVM dialect, no runtime needed
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_PIPELINES_PIPELINES_H
#define MPLAN_PIPELINES_PIPELINES_H

#include "mplan/Transforms/Shrink.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mplan {

struct ImportTosaOptions : public mlir::PassPipelineOptions<ImportTosaOptions> {
  Option<int64_t> batch{
      *this, "batch",
      llvm::cl::desc("Extent given to unknown leading dimensions of entry "
                     "arguments; 0 leaves them"),
      llvm::cl::init(0)};
  Option<int64_t> maxBatch{
      *this, "max-batch",
      llvm::cl::desc("The most that unknown leading dimensions of entry "
                     "arguments will be; 0 declares nothing"),
      llvm::cl::init(0)};
};

/// TOSA to linalg on tensors, in the bodies of the module's own functions; what
/// converters mix in (elementwise ops on tensors, aggregates, transposed
/// weights) becomes structured ops and constants, too. Single and double
/// rounding are exact; inexact rounding has no lowering and is an error, as is
/// any TOSA op that is left at the end. Modules without TOSA come through with
/// the same meaning.
void buildImportTosaPipeline(mlir::OpPassManager &pm,
                             const ImportTosaOptions &options);

/// How entries get their memref arguments.
enum class EntryIo { Pointers, Arena };

struct PlanOptions : public mlir::PassPipelineOptions<PlanOptions> {
  Option<Optimize> optimize{
      *this, "optimize",
      llvm::cl::desc("What the tensor program may give for fewer bytes"),
      llvm::cl::init(Optimize::Speed),
      llvm::cl::values(
          clEnumValN(Optimize::None, "none", "nothing: it is planned as it is"),
          clEnumValN(Optimize::Speed, "speed",
                     "no time: only what makes it no slower"),
          clEnumValN(Optimize::Size, "size",
                     "time: it is computed in tiles where the most is "
                     "needed"))};
  Option<int64_t> arenaLimit{
      *this, "arena-limit",
      llvm::cl::desc("With optimize=size, stop as soon as the arenas have no "
                     "more bytes than this; 0: as few as can be"),
      llvm::cl::init(0)};
  Option<Streaming> stream{
      *this, "stream",
      llvm::cl::desc("With optimize=size, compute ops row by row"),
      llvm::cl::init(Streaming::Auto),
      llvm::cl::values(
          clEnumValN(Streaming::Off, "off", "never"),
          clEnumValN(Streaming::Auto, "auto", "where it lowers the footprint"),
          clEnumValN(Streaming::On, "on", "or it is an error"))};
  Option<int64_t> feed{
      *this, "feed",
      llvm::cl::desc("With optimize=size, each entry gets its input so many "
                     "rows at a time, as NAME_push_rows; 0: as a whole"),
      llvm::cl::init(0)};
  Option<bool> foldBatchNorm{
      *this, "fold-batch-norm",
      llvm::cl::desc("Let weights and biases compute the batch norms after "
                     "them; float results then differ in the last bits"),
      llvm::cl::init(false)};
  Option<bool> shrinkRemarks{
      *this, "shrink-remarks",
      llvm::cl::desc("Emit a remark for each step of optimize=, with the bytes "
                     "before and after"),
      llvm::cl::init(false)};
  Option<int64_t> bufferAlignment{
      *this, "buffer-alignment",
      llvm::cl::desc("Alignment in bytes put on every allocation; 0: the "
                     "element type's own"),
      llvm::cl::init(0)};
  Option<bool> checkBounds{
      *this, "check-bounds",
      llvm::cl::desc("Check at run time that arguments are no larger than "
                     "their mplan.upper_bound"),
      llvm::cl::init(false)};
  Option<std::string> onUnbounded{
      *this, "on-unbounded",
      llvm::cl::desc("What becomes of an allocation of dynamic size without a "
                     "constant bound: error, or heap, where it stays"),
      llvm::cl::init("error")};
  Option<std::string> parallel{
      *this, "parallel",
      llvm::cl::desc("Buffers made in parallel loops: iterations (a part for "
                     "each) or sequential (such loops run in order)"),
      llvm::cl::init("iterations")};
  Option<EntryIo> io{
      *this, "io", llvm::cl::desc("How entries get their memref arguments"),
      llvm::cl::init(EntryIo::Pointers),
      llvm::cl::values(
          clEnumValN(EntryIo::Pointers, "pointers",
                     "from their caller, as pointers"),
          clEnumValN(EntryIo::Arena, "arena", "at fixed places in the arena"))};
  Option<std::string> inputs{
      *this, "inputs",
      llvm::cl::desc("With io=arena, until when an input keeps its contents: "
                     "kept (the entry returns) or dies (its last read)"),
      llvm::cl::init("kept")};
  Option<std::string> state{
      *this, "state",
      llvm::cl::desc("Where mutable globals live: global (as they are) or "
                     "arena"),
      llvm::cl::init("global")};
  Option<std::string> reuse{
      *this, "reuse",
      llvm::cl::desc("Whose bytes a buffer may lie in: dead (of buffers not "
                     "needed at the same time) or none (each has its own)"),
      llvm::cl::init("dead")};
  Option<std::string> placement{
      *this, "placement",
      llvm::cl::desc("How offsets are chosen: all (the best of all), or one of "
                     "skyline, peak-skyline, first-fit, best-fit"),
      llvm::cl::init("all")};
  Option<int64_t> redZone{
      *this, "red-zone",
      llvm::cl::desc("Bytes on either side of each buffer that are nobody's; "
                     "with poison they are checked"),
      llvm::cl::init(0)};
  Option<bool> poison{
      *this, "poison",
      llvm::cl::desc("Fill slots with a pattern where they begin and cease to "
                     "be needed, so that a wrong plan changes a result"),
      llvm::cl::init(false)};
  Option<bool> asan{
      *this, "asan",
      llvm::cl::desc("The same for AddressSanitizer, by calls of its runtime "
                     "instead of a pattern"),
      llvm::cl::init(false)};
  Option<std::string> storage{
      *this, "storage",
      llvm::cl::desc("Where the arena's bytes come from: global, argument or "
                     "external; overrides what the arenas say"),
      llvm::cl::init("")};
  Option<std::string> report{
      *this, "report",
      llvm::cl::desc("File to write the plan report to before materialising; "
                     "- is the standard output"),
      llvm::cl::init("")};
  Option<std::string> reportFormat{*this, "report-format",
                                   llvm::cl::desc("text or json"),
                                   llvm::cl::init("text")};
};

/// From tensors or memrefs to a planned, verified, materialised program.
void buildPlanPipeline(mlir::OpPassManager &pm, const PlanOptions &options);

/// What the code is to be.
enum class CodeGoal { Speed, Size };

/// What LLVM learns of which buffers overlap.
enum class Aliasing { Unknown, Claimed, Checked };

/// What the caller of an entry promises of the buffers that it gives.
enum class EntryArguments { Any, Apart };

struct ToLLVMOptions : public mlir::PassPipelineOptions<ToLLVMOptions> {
  Option<std::string> symbolPrefix{
      *this, "symbol-prefix",
      llvm::cl::desc("Put before the names of entries, arenas and external "
                     "constants"),
      llvm::cl::init("")};
  Option<std::string> assertions{
      *this, "assertions",
      llvm::cl::desc("What a failed assertion does: trap, or abort with its "
                     "message (puts, fflush and abort of the C library)"),
      llvm::cl::init("trap")};
  Option<CodeGoal> optimize{
      *this, "optimize", llvm::cl::desc("What the code is to be"),
      llvm::cl::init(CodeGoal::Speed),
      llvm::cl::values(
          clEnumValN(CodeGoal::Speed, "speed", "fast"),
          clEnumValN(CodeGoal::Size, "size",
                     "small: what is done several times is one function"))};
  Option<Aliasing> aliasing{
      *this, "aliasing",
      llvm::cl::desc("What LLVM learns of which buffers overlap"),
      llvm::cl::init(Aliasing::Claimed),
      llvm::cl::values(
          clEnumValN(Aliasing::Unknown, "unknown",
                     "nothing: all of an arena may be one buffer"),
          clEnumValN(Aliasing::Claimed, "claimed",
                     "which accesses are in bytes that are apart"),
          clEnumValN(Aliasing::Checked, "checked",
                     "the same, and the program aborts where it is not so"))};
  Option<bool> aliasRemarks{
      *this, "alias-remarks",
      llvm::cl::desc("Emit a remark for each function: how many accesses are "
                     "said to be apart, and how many not"),
      llvm::cl::init(false)};
  Option<EntryArguments> arguments{
      *this, "arguments",
      llvm::cl::desc("What the caller of an entry promises of the buffers that "
                     "it gives"),
      llvm::cl::init(EntryArguments::Apart),
      llvm::cl::values(
          clEnumValN(EntryArguments::Any, "any", "nothing"),
          clEnumValN(EntryArguments::Apart, "apart",
                     "none that is written shares a byte with another, or with "
                     "the arena"))};
  Option<bool> allowHeap{
      *this, "allow-heap",
      llvm::cl::desc("Lower allocations that are left to malloc and free"),
      llvm::cl::init(false)};
};

/// Memrefs to the LLVM dialect.
void buildToLLVMPipeline(mlir::OpPassManager &pm, const ToLLVMOptions &options);

} // namespace mplan

#endif // MPLAN_PIPELINES_PIPELINES_H
