//===- Options.cpp - What the command line asks for -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options are declared inside the function that reads them, so that the tool
// has no static state of its own.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mplan::equiv;
using llvm::StringRef;
namespace cl = llvm::cl;

static constexpr StringRef overview =
    R"(mplan: compares a planned program with its unplanned self

The module is compiled twice in one process. The reference is bufferized by
upstream's one-shot-bufferize with every buffer on the heap; the other side goes
through mplan. Both are called from fresh copies of the same seeded inputs, each
twice in a row (the second call sees the state that the first one left), and
results and inputs are compared bit for bit after each call.

Inputs drawn, unless a range or a file is given: floats from [-1, 1), i1 0 or 1,
integers of up to 16 bits over their whole range, wider integers and index, which
often are positions or token numbers, from 0..3.

Exit code: 0 equal, 1 different, 2 error. An output that is all NaN, or the same
for every seed, is an error: such a comparison proves nothing.
)";

static bool fail(StringRef option, StringRef text, StringRef form) {
  llvm::errs() << "mplan-equiv: --" << option << "=" << text << ": expected "
               << form << "\n";
  return false;
}

static bool parseIntRange(StringRef text, IntRange &range) {
  auto [argument, bounds] = text.split(':');
  auto [low, high] = bounds.split("..");
  if (argument.getAsInteger(10, range.argument) ||
      low.getAsInteger(10, range.low) || high.getAsInteger(10, range.high) ||
      range.low > range.high)
    return fail("int-range", text, "ARG:LO..HI with LO no more than HI");
  return true;
}

static bool parseFloatRange(StringRef text, FloatRange &range) {
  auto [argument, bounds] = text.split(':');
  auto [low, high] = bounds.split("..");
  if (argument.getAsInteger(10, range.argument) ||
      !llvm::to_float(low, range.low) || !llvm::to_float(high, range.high) ||
      !(range.low <= range.high))
    return fail("float-range", text, "ARG:LO..HI with LO no more than HI");
  return true;
}

static bool parseDim(StringRef text, DimSize &dim) {
  auto [place, size] = text.split('=');
  auto [argument, number] = place.split(':');
  if (argument.getAsInteger(10, dim.argument) ||
      number.getAsInteger(10, dim.dim) || size.getAsInteger(10, dim.size) ||
      dim.size < 0)
    return fail("dim", text, "ARG:DIM=N with N at least 0");
  return true;
}

static bool parseExtents(StringRef text, Extents &extents) {
  auto [place, list] = text.split('=');
  auto [argument, number] = place.split(':');
  llvm::SmallVector<StringRef> sizes;
  list.split(sizes, ',');
  bool good = !argument.getAsInteger(10, extents.argument) &&
              !number.getAsInteger(10, extents.dim);
  for (StringRef size : sizes)
    good &= !size.getAsInteger(10, extents.sizes.emplace_back()) &&
            extents.sizes.back() >= 0;
  return good || fail("extent", text, "ARG:DIM=N,N,... with each N at least 0");
}

static bool parseFile(StringRef option, StringRef text, PortFile &file) {
  auto [index, name] = text.split(':');
  if (index.getAsInteger(10, file.index) || name.empty())
    return fail(option, text, "NUMBER:FILE");
  file.file = name.str();
  return true;
}

/// Names tell the modes apart in all that is printed.
static bool parseModes(llvm::ArrayRef<std::string> texts,
                       llvm::SmallVectorImpl<Mode> &modes) {
  for (StringRef text : texts) {
    auto [name, passes] = text.split(':');
    if (name.empty() || passes.empty())
      return fail("mode", text, "NAME:PASSES");
    if (name == "reference" || llvm::any_of(modes, [&](const Mode &mode) {
          return mode.name == name;
        }))
      return fail("mode", text, "a name that is not taken");
    modes.push_back({name.str(), passes.str()});
  }
  return true;
}

std::optional<Options> mplan::equiv::parseOptions(int argc, char **argv) {
  cl::OptionCategory category("mplan-equiv options");
  cl::opt<std::string> input(cl::Positional, cl::desc("<module>"),
                             cl::init("-"), cl::cat(category));
  cl::opt<std::string> entry(
      "entry",
      cl::desc("Function to run; default: the only public function "
               "with a body"),
      cl::cat(category));
  cl::opt<int64_t> batch(
      "batch",
      cl::desc("Extent given to unknown leading dimensions of arguments"),
      cl::init(0), cl::cat(category));
  cl::opt<std::string> other(
      "other",
      cl::desc(
          "Module of the side under test, where it is not the same: as "
          "left by some passes, or edited; --pipeline takes it from there"),
      cl::cat(category));
  cl::opt<std::string> import(
      "import",
      cl::desc("Passes that both sides start with; default: "
               "mplan-import-tosa{batch=N}"),
      cl::cat(category));
  cl::opt<std::string> pipeline(
      "pipeline",
      cl::desc("Passes of the side under test, from the imported module to the "
               "LLVM dialect; default: mplan-pipeline,mplan-to-llvm"),
      cl::cat(category));
  cl::list<std::string> modes(
      "mode",
      cl::desc("NAME:PASSES: like --pipeline, under a name; may be given many "
               "times, and each is compared with the one reference. "
               "NAME:reference is the reference itself once more, with other "
               "junk in new memory: one that differs has no certain result"),
      cl::cat(category));
  cl::opt<bool> splitInput(
      "split-input-file",
      cl::desc("The input is many modules, with // ----- between; all are "
               "compared, whatever becomes of the others"),
      cl::cat(category));
  cl::opt<bool> copyBeforeWrite(
      "copy-before-write",
      cl::desc("The reference writes nothing in place: where upstream's "
               "analysis for that may be wrong (tensors in blocks)"),
      cl::cat(category));
  cl::opt<bool> seedWeights(
      "seed-weights",
      cl::desc(
          "Run mplan-seed-weights before all: for files with splat weights"),
      cl::cat(category));
  cl::opt<uint64_t> seed("seed", cl::desc("Seed of inputs and weights"),
                         cl::init(0), cl::cat(category));
  cl::opt<unsigned> seeds("seeds",
                          cl::desc("How many seeds to run, counted up from "
                                   "--seed (default: 2)"),
                          cl::init(2), cl::cat(category));
  cl::list<std::string> intRanges(
      "int-range",
      cl::desc("ARG:LO..HI: draw an integer argument from this range"),
      cl::cat(category));
  cl::list<std::string> floatRanges(
      "float-range",
      cl::desc("ARG:LO..HI: draw a float argument from this range"),
      cl::cat(category));
  cl::list<std::string> dims(
      "dim", cl::desc("ARG:DIM=N: size of an argument's dynamic dimension"),
      cl::cat(category));
  cl::list<std::string> extents(
      "extent",
      cl::desc("ARG:DIM=N,N,...: like --dim, but the dimension stays dynamic "
               "in the programs, which are compiled once and run with each "
               "size"),
      cl::cat(category));
  cl::list<std::string> inputs(
      "input",
      cl::desc("ARG:FILE: raw bytes of an argument, one case after another; "
               "cases take the place of seeds"),
      cl::cat(category));
  cl::list<std::string> expected(
      "expect",
      cl::desc("RESULT:FILE: raw bytes that the result must equal, one case "
               "after another"),
      cl::cat(category));
  cl::opt<double> tolerance(
      "tolerance",
      cl::desc("Relative and absolute difference of floats allowed between the "
               "two sides (default: 0, bit for bit)"),
      cl::init(0), cl::cat(category));
  cl::opt<double> expectTolerance(
      "expect-tolerance",
      cl::desc("The same, between result and --expect (default: 0)"),
      cl::init(0), cl::cat(category));
  cl::opt<bool> allowConstant(
      "allow-constant",
      cl::desc("Accept results that are the same for every seed"),
      cl::cat(category));
  cl::opt<bool> allowNaN("allow-nan",
                         cl::desc("Accept results that are all NaN"),
                         cl::cat(category));
  cl::opt<bool> times(
      "times",
      cl::desc("Print the shortest time of a call of each side, "
               "in microseconds"),
      cl::cat(category));
  cl::opt<unsigned> optLevel("opt-level",
                             cl::desc("LLVM's optimisation level, 0 to 3 "
                                      "(default: 2)"),
                             cl::init(2), cl::cat(category));
  cl::list<std::string> libraries(
      "shared-libs",
      cl::desc("Shared libraries with the functions that the module calls"),
      cl::CommaSeparated, cl::cat(category));

  cl::HideUnrelatedOptions(category);
  // With a stream for errors the parser returns instead of exiting with 1,
  // which here means that the programs differ.
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs()))
    return std::nullopt;

  Options options;
  options.input = input;
  options.other = other;
  options.entry = entry;
  options.import =
      import.getNumOccurrences()
          ? import.getValue()
          : "mplan-import-tosa{batch=" + std::to_string(batch.getValue()) + "}";
  options.splitInput = splitInput;
  options.copyBeforeWrite = copyBeforeWrite;
  if (!parseModes(modes, options.modes))
    return std::nullopt;
  if (pipeline.getNumOccurrences() && !options.modes.empty()) {
    llvm::errs() << "mplan-equiv: --pipeline is a mode without a name: give "
                    "that or --mode\n";
    return std::nullopt;
  }
  if (options.modes.empty())
    options.modes.push_back(
        {"mplan", pipeline.getNumOccurrences()
                      ? pipeline.getValue()
                      : "mplan-pipeline,mplan-to-llvm{symbol-prefix=mplan_}"});
  if (options.splitInput && !options.other.empty()) {
    llvm::errs() << "mplan-equiv: --other is one module, "
                    "--split-input-file are many\n";
    return std::nullopt;
  }
  options.seedWeights = seedWeights;
  options.seed = seed;
  options.seeds = seeds;
  options.optLevel = optLevel;
  options.tolerance = tolerance;
  options.expectTolerance = expectTolerance;
  options.allowConstant = allowConstant;
  options.allowNaN = allowNaN;
  options.times = times;
  options.libraries.assign(libraries.begin(), libraries.end());
  if (options.seeds == 0) {
    fail("seeds", "0", "at least 1");
    return std::nullopt;
  }
  if (options.optLevel > 3) {
    fail("opt-level", std::to_string(options.optLevel), "0 to 3");
    return std::nullopt;
  }
  for (StringRef text : intRanges)
    if (!parseIntRange(text, options.intRanges.emplace_back()))
      return std::nullopt;
  for (StringRef text : floatRanges)
    if (!parseFloatRange(text, options.floatRanges.emplace_back()))
      return std::nullopt;
  for (StringRef text : dims)
    if (!parseDim(text, options.dims.emplace_back()))
      return std::nullopt;
  for (StringRef text : extents)
    if (!parseExtents(text, options.extents.emplace_back()))
      return std::nullopt;
  for (const Extents &each : options.extents)
    if (each.sizes.size() != options.extents.front().sizes.size()) {
      llvm::errs()
          << "mplan-equiv: --extent: as many sizes for each dimension, "
             "one a round\n";
      return std::nullopt;
    }
  for (StringRef text : inputs)
    if (!parseFile("input", text, options.inputs.emplace_back()))
      return std::nullopt;
  for (StringRef text : expected)
    if (!parseFile("expect", text, options.expected.emplace_back()))
      return std::nullopt;
  return options;
}
