//===- mplan-gen.cpp - Prints random programs -----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line over Generate.h.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mplan::gen;
namespace cl = llvm::cl;

static constexpr llvm::StringRef overview =
    R"(mplan: makes a random program from a seed

Prints a module with one public function, @main, on tensors or on memrefs. It has
defined behaviour for all inputs whose floats lie in [-16, 16]: nothing is read
that was not written, no index is out of bounds, every loop ends. Decisions depend
on the inputs, and everything that is computed ends up in a result or in an
argument's memory. Such programs are run by mplan-equiv.

The same seed and list of features give the same program for ever. The default
list never changes: what is added later is off unless it is listed. In a list,
"default" stands for the default ones.
)";

static void listFeatures() {
  for (const FeatureInfo &info : getFeatures()) {
    llvm::outs() << (info.isDefault ? "* " : "  ") << info.name;
    llvm::outs().indent(16 - info.name.size()) << info.description << "\n";
  }
}

/// "// seed 3: tensor, generic 4, if 1": the domain, then the statements.
static void printHeader(uint64_t seed, mlir::ModuleOp module,
                        const FeatureCounts &counts) {
  auto main = module.lookupSymbol<mlir::FunctionOpInterface>("main");
  bool isTensors = llvm::any_of(main.getResultTypes(), [](mlir::Type type) {
    return llvm::isa<mlir::TensorType>(type);
  });
  llvm::outs() << "// seed " << seed << ": "
               << (isTensors ? "tensor" : "memref");
  for (const FeatureInfo &info : getFeatures())
    if (auto found = counts.find(info.feature); found != counts.end())
      llvm::outs() << ", " << info.name << " " << found->second;
  llvm::outs() << "\n";
}

static int usageError(const llvm::Twine &message) {
  llvm::errs() << "mplan-gen: error: " << message << "\n";
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  mplan version " MPLAN_VERSION "\n";
  });
  cl::OptionCategory category("mplan-gen options");
  cl::opt<uint64_t> seed("seed", cl::desc("Which program (default: 0)"),
                         cl::init(0), cl::cat(category));
  cl::opt<uint64_t> count(
      "count",
      cl::desc("Print the programs of this many seeds, from --seed on, with "
               "// ----- between; each says what it is made of"),
      cl::init(0), cl::cat(category));
  cl::opt<unsigned> size("size",
                         cl::desc("How many statements, about (default: 20)"),
                         cl::init(GenerateOptions().size), cl::cat(category));
  cl::opt<unsigned> maxExtent(
      "max-extent", cl::desc("Largest extent of a dimension (default: 5)"),
      cl::init(GenerateOptions().maxExtent), cl::cat(category));
  cl::opt<std::string> features(
      "features", cl::value_desc("a,b,..."),
      cl::desc("What programs are made of; see --list-features"),
      cl::init("default"), cl::cat(category));
  cl::opt<bool> list("list-features",
                     cl::desc("List all features, the default ones with a *"),
                     cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);

  if (list) {
    listFeatures();
    return 0;
  }
  GenerateOptions options;
  llvm::Expected<FeatureSet> set = FeatureSet::parse(features);
  if (!set)
    return usageError(llvm::toString(set.takeError()) +
                      " (see --list-features)");
  options.features = *set;
  if (maxExtent < 2 || maxExtent > 16)
    return usageError("--max-extent must be 2 to 16, got " +
                      llvm::Twine(maxExtent));
  if (count.getNumOccurrences() && count == 0)
    return usageError("--count must be at least 1");
  if (size < 1 || size > 10000)
    return usageError("--size must be 1 to 10000, got " + llvm::Twine(size));
  options.size = size;
  options.maxExtent = maxExtent;

  mlir::DialectRegistry registry;
  registerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  uint64_t end = seed + std::max<uint64_t>(count, 1);
  for (uint64_t each = seed; each != end; ++each) {
    FeatureCounts counts;
    mlir::OwningOpRef<mlir::ModuleOp> module =
        generate(context, each, options, &counts);
    if (!module)
      return usageError("seed " + llvm::Twine(each) +
                        " gives no valid program; that is a bug of mplan-gen");
    if (each != seed)
      llvm::outs() << "// -----\n";
    if (count.getNumOccurrences())
      printHeader(each, *module, counts);
    llvm::outs() << *module << "\n";
  }
  return 0;
}
