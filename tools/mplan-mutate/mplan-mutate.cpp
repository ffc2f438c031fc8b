//===- mplan-mutate.cpp - Does the proof bite -----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line over Experiment.h.
//
//===----------------------------------------------------------------------===//

#include "Experiment.h"
#include "Generate.h"
#include "Registration.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;
namespace cl = llvm::cl;

static constexpr StringRef overview =
    R"(mplan: corrupts right plans and counts which corruptions mplan-verify catches

Each program is planned; its plan, and others that are right, must be accepted.
Then plans are made that are wrong in some way, and each goes to mplan-verify,
and some of them run with mplan-poison. Whether one is harmful at all is decided
by the oracle: the program has run on a heap, where each buffer has an address of
its own, and each of its loads and stores is done again with the buffers where the
plan puts them. A byte that its buffer has written must be read before another
buffer writes it. The oracle sees the paths that its inputs take, no others, so it
may overlook harm, but it makes none up.

Programs are those in the files, or else random ones. The same options give the
same numbers.

Exit code: 0 if all harmful corruptions are caught and all right plans accepted,
1 if not, 2 if the command line or a file is wrong.
)";

static int usageError(const Twine &message) {
  llvm::errs() << "mplan-mutate: error: " << message << "\n";
  return 2;
}

/// Reads a program and brings it to where mplan-bufferize begins.
static OwningOpRef<ModuleOp> readProgram(MLIRContext &context, StringRef file,
                                         StringRef import) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
  PassManager pm(&context);
  if (!module || failed(parsePassPipeline(import, pm, llvm::errs())) ||
      failed(pm.run(*module)))
    return nullptr;
  return module;
}

static std::optional<std::vector<int64_t>> parseOffsets(StringRef text) {
  std::vector<int64_t> offsets;
  for (StringRef each : llvm::split(text, ','))
    if (each.getAsInteger(10, offsets.emplace_back()))
      return std::nullopt;
  return offsets;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  mplan version " MPLAN_VERSION "\n";
  });
  cl::OptionCategory category("mplan-mutate options");
  cl::list<std::string> files(cl::Positional, cl::desc("<files>"),
                              cl::cat(category));
  cl::opt<uint64_t> first("first", cl::desc("First seed (default: 0)"),
                          cl::init(0), cl::cat(category));
  cl::opt<unsigned> count("count",
                          cl::desc("How many random programs (default: 20)"),
                          cl::init(20), cl::cat(category));
  gen::GenerateOptions generateOptions;
  cl::opt<std::string> features(
      "features", cl::value_desc("a,b,..."),
      cl::desc("What they are made of (see mplan-gen --list-features)"),
      cl::init("default"), cl::cat(category));
  cl::opt<unsigned> size("size",
                         cl::desc("Statements of each, about (default: 20)"),
                         cl::init(generateOptions.size), cl::cat(category));
  cl::opt<std::string> import("import",
                              cl::desc("Passes that files begin with (default: "
                                       "mplan-import-tosa)"),
                              cl::init("mplan-import-tosa"), cl::cat(category));
  ExperimentOptions options;
  cl::opt<unsigned> inputs("inputs",
                           cl::desc("Inputs of each program (default: 2)"),
                           cl::init(options.subject.inputs), cl::cat(category));
  cl::opt<unsigned> tries(
      "tries", cl::desc("Corruptions of each kind a program (default: 4)"),
      cl::init(options.tries), cl::cat(category));
  cl::opt<unsigned> runs(
      "runs",
      cl::desc("Harmful ones of each kind that are run, with mplan-poison and "
               "without, a program on average at most (default: 1)"),
      cl::init(options.runs), cl::cat(category));
  cl::opt<std::string> proof(
      "proof",
      cl::desc("verify, or none: a proof that accepts everything, to see that "
               "this is noticed"),
      cl::init("verify"), cl::cat(category));
  cl::opt<bool> wholeTrace(
      "whole-trace",
      cl::desc("Keep each access instead of those that tell something new"),
      cl::cat(category));
  cl::opt<std::string> io(
      "io",
      cl::desc("pointers, or arena: arguments lie in the arena, and inputs die "
               "in every second program"),
      cl::init("pointers"), cl::cat(category));
  cl::opt<std::string> offsets(
      "offsets", cl::value_desc("N,N,..."),
      cl::desc("Try one plan of one program, with these offsets of its "
               "allocations in order"),
      cl::cat(category));
  cl::opt<bool> carrying(
      "carrying",
      cl::desc("With --offsets, of the program as it is before buffers that "
               "loops hand on are made the loops' own"),
      cl::cat(category));
  cl::opt<bool> json("json", cl::desc("Print JSON instead of a table"),
                     cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);

  llvm::Expected<gen::FeatureSet> set = gen::FeatureSet::parse(features);
  if (!set)
    return usageError(llvm::toString(set.takeError()) +
                      " (see mplan-gen --list-features)");
  if (size < 1 || size > 10000)
    return usageError("--size must be 1 to 10000, got " + Twine(size));
  if (inputs < 1)
    return usageError("--inputs must be at least 1");
  if (proof != "verify" && proof != "none")
    return usageError("--proof must be verify or none, got '" + proof + "'");
  if (io != "pointers" && io != "arena")
    return usageError("--io must be pointers or arena, got '" + io + "'");
  std::optional<std::vector<int64_t>> offsetList = parseOffsets(offsets);
  bool one = offsets.getNumOccurrences() != 0;
  if (one && !offsetList)
    return usageError("--offsets must be numbers with commas between, got '" +
                      offsets + "'");
  if (one && files.size() + (files.empty() ? count : 0) != 1)
    return usageError("--offsets is for one program: give one file, or "
                      "--count=1");
  if (carrying && !one)
    return usageError("--carrying goes with --offsets");
  generateOptions.features = *set;
  generateOptions.size = size;
  options.subject.inputs = inputs;
  options.subject.wholeTrace = wholeTrace;
  options.subject.ioInArena = io == "arena";
  options.tries = tries;
  options.runs = runs;
  options.useProof = proof == "verify";
  options.mustPlan = !files.empty();

  DialectRegistry registry;
  equiv::registerEverything(registry);
  gen::registerDialects(registry);
  Totals totals;
  unsigned programs = files.empty() ? count.getValue() : files.size();
  for (unsigned number = 0; number != programs; ++number) {
    // A context of its own for each: nothing piles up.
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.printOpOnDiagnostic(false);
    llvm::SourceMgr sources;
    SourceMgrDiagnosticHandler handler(sources, &context);
    uint64_t seed = first + number;
    options.subject.inputsDie = seed % 2 == 0;
    auto makeProgram = [&]() -> OwningOpRef<ModuleOp> {
      return files.empty() ? gen::generate(context, seed, generateOptions)
                           : readProgram(context, files[number], import);
    };
    if (one) {
      bool isGood = true;
      if (failed(tryOffsets(makeProgram, carrying, *offsetList, options,
                            llvm::outs(), isGood)))
        return 2;
      return isGood ? 0 : 1;
    }
    if (!files.empty() && !makeProgram())
      return 2;
    experiment(makeProgram,
               files.empty() ? "seed " + std::to_string(seed) : files[number],
               seed, options, totals, llvm::errs());
  }
  if (json)
    printJson(totals, llvm::outs());
  else
    printTable(totals, llvm::outs());
  return totals.isGood() ? 0 : 1;
}
