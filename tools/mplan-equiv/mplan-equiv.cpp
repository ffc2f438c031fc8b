//===- mplan-equiv.cpp - Planned and unplanned give the same bytes --------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module twice in one process, by upstream's bufferization with heap
// and by mplan, calls both from the same inputs and compares what comes out.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Program.h"
#include "Reference.h"
#include "Registration.h"
#include "Signature.h"
#include "Specialize.h"
#include "Trial.h"
#include "Values.h"

#include "mplan/Transforms/Bufferize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mplan::equiv;

namespace {
/// mplan-bufferize says on an argument which result is an update of it; the
/// attribute is gone by the time that all is LLVM dialect.
class UpdatesWatch : public PassInstrumentation {
public:
  UpdatesWatch(const Signature &signature, ResultUpdates &updates)
      : signature(signature), updates(updates) {}

  void runAfterPass(Pass *, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    auto entry =
        module ? module.lookupSymbol<func::FuncOp>(signature.entry) : nullptr;
    if (!entry)
      return;
    unsigned count =
        std::min<unsigned>(signature.arguments.size(), entry.getNumArguments());
    for (unsigned i = 0; i < count; ++i)
      if (auto result =
              entry.getArgAttrOfType<IntegerAttr>(i, mplan::kResultAttrName))
        updates[result.getInt()] = i;
  }

private:
  const Signature &signature;
  ResultUpdates &updates;
};
} // namespace

static LogicalResult
runPasses(ModuleOp module, StringRef passes,
          std::unique_ptr<PassInstrumentation> watch = nullptr) {
  PassManager pm(module.getContext());
  if (watch)
    pm.addInstrumentation(std::move(watch));
  if (failed(parsePassPipeline(passes, pm, llvm::errs())))
    return failure();
  return pm.run(module);
}

/// Every number of an argument on the command line must be one.
static LogicalResult checkRanges(func::FuncOp entry, const Signature &signature,
                                 const Options &options) {
  auto check = [&](StringRef option, unsigned index,
                   bool isFloat) -> LogicalResult {
    if (index >= signature.arguments.size())
      return entry.emitError() << "--" << option << " names argument #" << index
                               << " of " << signature.arguments.size();
    const Port &port = signature.arguments[index];
    if ((port.element.kind == Element::Kind::Float) != isFloat)
      return entry.emitError() << "--" << option << " names argument #" << index
                               << ", which is " << port.type;
    return success();
  };
  for (const IntRange &range : options.intRanges)
    if (failed(check("int-range", range.argument, /*isFloat=*/false)))
      return failure();
  for (const FloatRange &range : options.floatRanges)
    if (failed(check("float-range", range.argument, /*isFloat=*/true)))
      return failure();
  return success();
}

/// What both sides start from.
static FailureOr<Signature> prepare(ModuleOp module, const Options &options) {
  FailureOr<func::FuncOp> entry = findEntry(module, options.entry);
  if (failed(entry))
    return failure();
  std::string name = entry->getSymName().str();
  if (failed(specialize(*entry, options.dims)))
    return failure();
  if (options.seedWeights &&
      failed(runPasses(module, "mplan-seed-weights{seed=" +
                                   std::to_string(options.seed) + "}")))
    return failure();
  if (failed(runPasses(module, options.import)))
    return failure();
  entry = findEntry(module, name);
  if (failed(entry))
    return failure();
  FailureOr<Signature> signature = getSignature(*entry, options.extents);
  if (failed(signature) || failed(checkRanges(*entry, *signature, options)))
    return failure();
  return signature;
}

/// Calls both sides, compiled from `reference` and `planned`.
static Verdict compareSides(ModuleOp reference, ModuleOp planned,
                            const Signature &signature,
                            const ResultUpdates &updates,
                            const Options &options) {
  // Only the reference may copy through MLIR's runtime library.
  SmallVector<StringRef> libraries(options.libraries.begin(),
                                   options.libraries.end());
  SmallVector<StringRef> referenceLibraries(libraries);
  referenceLibraries.push_back(MPLAN_C_RUNNER_UTILS);
  auto referenceProgram =
      Program::compile(reference, "reference", signature, {}, options.optLevel,
                       referenceLibraries, /*junk=*/0xC3);
  auto plannedProgram = Program::compile(planned, "mplan", signature, updates,
                                         options.optLevel, libraries,
                                         /*junk=*/0x3C);
  if (failed(referenceProgram) || failed(plannedProgram))
    return Verdict::Error;
  size_t rounds =
      options.extents.empty() ? 1 : options.extents.front().sizes.size();
  for (size_t round = 0; round != rounds; ++round) {
    for (const Extents &each : options.extents)
      llvm::outs() << "argument #" << each.argument << ", dimension "
                   << each.dim << ": " << each.sizes[round] << "\n";
    Verdict verdict = runTrials(**referenceProgram, **plannedProgram,
                                resolve(signature, options.extents, round),
                                options, llvm::outs(), llvm::errs());
    if (verdict != Verdict::Equal)
      return verdict;
  }
  return Verdict::Equal;
}

/// Extents that are known only when running are in descriptors.
static void askForDescriptors(ModuleOp module) {
  auto isDynamic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !shaped.hasStaticShape();
  };
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal() &&
        (llvm::any_of(func.getArgumentTypes(), isDynamic) ||
         llvm::any_of(func.getResultTypes(), isDynamic)))
      func->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    UnitAttr::get(module.getContext()));
}

static Verdict run(MLIRContext &context, const Options &options) {
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> reference =
      parseSourceFile<ModuleOp>(options.input, sources, &context);
  if (!reference)
    return Verdict::Error;
  FailureOr<Signature> signature = prepare(*reference, options);
  if (failed(signature))
    return Verdict::Error;
  llvm::SourceMgr otherSources; // the parser wants one without buffers
  OwningOpRef<ModuleOp> planned =
      options.other.empty()
          ? OwningOpRef<ModuleOp>(reference->clone())
          : parseSourceFile<ModuleOp>(options.other, otherSources, &context);
  if (planned)
    askForDescriptors(*planned);
  // The pass manager keeps the watch; it writes here.
  ResultUpdates updates;
  auto watch = std::make_unique<UpdatesWatch>(*signature, updates);
  if (!planned || failed(lowerReference(*reference)) ||
      failed(runPasses(*planned, options.pipeline, std::move(watch))))
    return Verdict::Error;
  return compareSides(*reference, *planned, *signature, updates, options);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  mplan version " MPLAN_VERSION "\n";
  });
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return static_cast<int>(Verdict::Error);

  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false); // it would print whole networks
  return static_cast<int>(run(context, *options));
}
