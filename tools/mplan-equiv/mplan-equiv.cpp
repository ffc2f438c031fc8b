//===- mplan-equiv.cpp - Planned and unplanned give the same bytes --------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module several times in one process, by upstream's bufferization
// with heap and by mplan in each mode, calls all from the same inputs and
// compares what comes out.
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
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/ADT/StringExtras.h"
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

/// Junk for the new memory of the reference and of the sides under test.
static constexpr uint8_t referenceJunk = 0xC3, modeJunk = 0x3C;

static FailureOr<std::unique_ptr<Program>>
compileReference(ModuleOp module, StringRef name, uint8_t junk,
                 const Signature &signature, const Options &options) {
  if (failed(lowerReference(module, options.copyBeforeWrite)))
    return failure();
  // Only the reference may copy through MLIR's runtime library.
  SmallVector<StringRef> libraries(options.libraries.begin(),
                                   options.libraries.end());
  libraries.push_back(MPLAN_C_RUNNER_UTILS);
  return Program::compile(module, name, signature, {}, options.optLevel,
                          libraries, junk);
}

/// Compiles `module` by the passes of `mode`.
static FailureOr<std::unique_ptr<Program>>
compileMode(OwningOpRef<ModuleOp> module, const Mode &mode,
            const Signature &signature, const Options &options) {
  if (mode.isReference())
    return compileReference(*module, mode.name, modeJunk, signature, options);
  askForDescriptors(*module);
  // The pass manager keeps the watch; it writes here.
  ResultUpdates updates;
  if (failed(runPasses(*module, mode.passes,
                       std::make_unique<UpdatesWatch>(signature, updates))))
    return failure();
  SmallVector<StringRef> libraries(options.libraries.begin(),
                                   options.libraries.end());
  return Program::compile(*module, mode.name, signature, updates,
                          options.optLevel, libraries, modeJunk);
}

/// The verdict on several: a difference says more than an error.
static Verdict combine(Verdict a, Verdict b) {
  if (a == Verdict::Equal || b == Verdict::Equal)
    return a == Verdict::Equal ? b : a;
  return a == Verdict::Different || b == Verdict::Different ? Verdict::Different
                                                            : Verdict::Error;
}

/// Runs the modes that compiled; the others are errors.
static SmallVector<Verdict>
judge(const Program &reference,
      ArrayRef<FailureOr<std::unique_ptr<Program>>> modes,
      const Signature &signature, const Options &options) {
  SmallVector<Verdict> verdicts(modes.size(), Verdict::Error);
  SmallVector<unsigned> numbers;
  for (auto [i, program] : llvm::enumerate(modes))
    if (succeeded(program)) {
      numbers.push_back(i);
      verdicts[i] = Verdict::Equal;
    }
  size_t rounds =
      options.extents.empty() ? 1 : options.extents.front().sizes.size();
  for (size_t round = 0; round != rounds && !numbers.empty(); ++round) {
    for (const Extents &each : options.extents)
      llvm::outs() << "argument #" << each.argument << ", dimension "
                   << each.dim << ": " << each.sizes[round] << "\n";
    SmallVector<const Program *> planned;
    for (unsigned i : numbers)
      planned.push_back(modes[i]->get());
    std::vector<Verdict> found = runTrials(
        reference, planned, resolve(signature, options.extents, round), options,
        llvm::outs(), llvm::errs());
    for (auto [i, verdict] : llvm::zip(numbers, found))
      verdicts[i] = verdict;
    llvm::erase_if(numbers,
                   [&](unsigned i) { return verdicts[i] != Verdict::Equal; });
  }
  return verdicts;
}

/// Names the modes that are not equal, where there is more than one.
static void printModes(const Options &options, ArrayRef<Verdict> verdicts,
                       Verdict verdict, StringRef text) {
  SmallVector<StringRef> names;
  for (auto [mode, found] : llvm::zip(options.modes, verdicts))
    if (found == verdict)
      names.push_back(mode.name);
  if (options.modes.size() > 1 && !names.empty())
    llvm::outs() << text << ": " << llvm::join(names, ", ") << "\n";
}

/// Compares what `text` holds with itself, or with `options.other`.
static Verdict compareModule(MLIRContext &context,
                             std::unique_ptr<llvm::MemoryBuffer> text,
                             const Options &options) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> reference =
      parseSourceFile<ModuleOp>(sources, &context);
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
  if (!planned)
    return Verdict::Error;
  auto referenceProgram = compileReference(*reference, "reference",
                                           referenceJunk, *signature, options);
  if (failed(referenceProgram)) {
    llvm::outs() << "error: reference\n";
    return Verdict::Error;
  }
  reference = nullptr; // large networks want the memory

  SmallVector<FailureOr<std::unique_ptr<Program>>> modes;
  for (const Mode &mode : options.modes)
    modes.push_back(compileMode(planned->clone(), mode, *signature, options));
  SmallVector<Verdict> verdicts =
      judge(**referenceProgram, modes, *signature, options);
  printModes(options, verdicts, Verdict::Different, "different");
  printModes(options, verdicts, Verdict::Error, "error");
  Verdict verdict = verdicts.front();
  for (Verdict other : verdicts)
    verdict = combine(verdict, other);
  return verdict;
}

static Verdict run(MLIRContext &context, const Options &options) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> text =
      openInputFile(options.input, &message);
  if (!text) {
    llvm::errs() << "mplan-equiv: error: " << message << "\n";
    return Verdict::Error;
  }
  if (!options.splitInput)
    return compareModule(context, std::move(text), options);

  Verdict verdict = Verdict::Equal;
  unsigned number = 0;
  auto compareOne = [&](std::unique_ptr<llvm::MemoryBuffer> part,
                        llvm::raw_ostream &) {
    // Flushed: should a program crash, one sees which.
    llvm::outs() << "program " << number++ << "\n";
    llvm::outs().flush();
    verdict =
        combine(verdict, compareModule(context, std::move(part), options));
    return success();
  };
  (void)splitAndProcessBuffer(std::move(text), compareOne, llvm::outs(),
                              kDefaultSplitMarker, /*outputSplitMarker=*/"");
  return verdict;
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
  // Small programs gain nothing from threads.
  if (options->splitInput)
    context.disableMultithreading();
  context.printOpOnDiagnostic(false); // it would print whole networks
  return static_cast<int>(run(context, *options));
}
