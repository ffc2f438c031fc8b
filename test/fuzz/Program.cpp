//===- Program.cpp - Programs of MLIR under fuzzing -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Require.h"

#include "mplan/Pipelines/Pipelines.h"
#include "mplan/Register.h"

#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::fuzz;

//===----------------------------------------------------------------------===//
// Contexts and diagnostics
//===----------------------------------------------------------------------===//

/// Inputs that share a context.
static constexpr unsigned kInputsPerContext = 200;

static std::unique_ptr<MLIRContext> context;
static unsigned inputsInContext = 0;

void fuzz::startInput() {
  if (++inputsInContext > kInputsPerContext) {
    context.reset();
    inputsInContext = 0;
  }
}

MLIRContext &fuzz::getContext() {
  if (!context) {
    static const DialectRegistry *registry = [] {
      auto *registry = new DialectRegistry;
      registerAllDialects(*registry);
      registerAllExtensions(*registry);
      registerDialects(*registry);
      return registry;
    }();
    context = std::make_unique<MLIRContext>(*registry,
                                            MLIRContext::Threading::DISABLED);
    // Ops that nobody knows are bad input of a useful kind.
    context->allowUnregisteredDialects();
    context->printOpOnDiagnostic(false);
  }
  return *context;
}

Diagnostics::Diagnostics(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors += diagnostic.str() + "\n";
        return success();
      }) {}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// How many `open` there are at most that are not closed yet.
static int getDepth(StringRef text, char open, char close) {
  int depth = 0, most = 0;
  for (char c : text) {
    if (c == open)
      most = std::max(most, ++depth);
    else if (c == close && depth)
      --depth;
  }
  return most;
}

/// Whether what follows `word`, wherever it stands, is a list of such items.
static bool isAlwaysList(StringRef text, StringRef word,
                         function_ref<bool(StringRef)> isItem) {
  for (size_t at = text.find(word); at != StringRef::npos;
       at = text.find(word, at + 1)) {
    StringRef list = text.substr(at + word.size());
    if (!list.consume_front(" = [") || !list.contains(']'))
      return false;
    list = list.take_until([](char c) { return c == ']'; });
    for (StringRef item : llvm::split(list, ','))
      if (!list.empty() && !isItem(item.trim()))
        return false;
  }
  return true;
}

/// Whether the text holds what upstream's parser or passes crash at, wherever
/// it comes from. Each has its reproducer in upstream/.
static bool holdsUpstreamCrash(StringRef text) {
  // nesting.mlir: more brackets in brackets than the stack has room for.
  constexpr int maxDepth = 500;
  for (StringRef pair : {"[]", "()", "{}", "<>"})
    if (getDepth(text, pair[0], pair[1]) > maxDepth)
      return true;
  // linalg-lists.mlir: dimensions or a permutation that are no list of
  // integers.
  auto isInteger = [](StringRef item) {
    int64_t value;
    return !item.getAsInteger(10, value);
  };
  // linalg-iterators.mlir: iterator types that are no list of strings.
  auto isString = [](StringRef item) { return item.starts_with("\""); };
  if (!isAlwaysList(text, "dimensions", isInteger) ||
      !isAlwaysList(text, "permutation", isInteger) ||
      !isAlwaysList(text, "iterator_types", isString))
    return true;
  // linalg-properties.mlir: properties that are no dictionary.
  constexpr StringRef dialect = "linalg.";
  for (size_t at = text.find(dialect); at != StringRef::npos;
       at = text.find(dialect, at + 1)) {
    if (at && text[at - 1] == '#') // an attribute: it has none
      continue;
    StringRef rest = text.substr(at + dialect.size()).drop_while([](char c) {
      return llvm::isAlnum(c) || c == '_';
    });
    rest = rest.ltrim();
    if (rest.consume_front("<") && !rest.ltrim().starts_with("{"))
      return true;
  }
  return false;
}

OwningOpRef<ModuleOp> fuzz::parse(StringRef text) {
  if (holdsUpstreamCrash(text))
    return nullptr;
  // The lexer reads up to a zero behind the end.
  std::string copy = text.str();
  ParserConfig config(&getContext());
  return parseSourceString<ModuleOp>(copy, config);
}

static constexpr StringRef knownOptions[] = {
    "io=arena",
    "inputs=dies",
    "state=arena",
    "storage=argument",
    "storage=external",
    "on-unbounded=heap",
    "parallel=sequential",
    "check-bounds=true",
    "buffer-alignment=64",
    "report=/dev/null",
    "report-format=json",
    "import-tosa",
};

ArrayRef<StringRef> fuzz::getKnownOptions() { return knownOptions; }

SmallVector<StringRef> fuzz::getOptions(StringRef text) {
  SmallVector<StringRef> options;
  StringRef line = text.split('\n').first;
  if (line.consume_front("//"))
    for (StringRef word : llvm::split(line, ' '))
      if (llvm::is_contained(knownOptions, word))
        options.push_back(word);
  return options;
}

OwningOpRef<ModuleOp> fuzz::clone(ModuleOp module) {
  return OwningOpRef<ModuleOp>(module.clone());
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
/// Holds every pass to what passes promise.
class Watch : public PassInstrumentation {
public:
  explicit Watch(const Diagnostics &diagnostics) : diagnostics(diagnostics) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    require(succeeded(verify(op)), "a pass leaves valid IR",
            (pass->getName() + "\n" + diagnostics.getErrors()).str());
  }

  void runAfterPassFailed(Pass *pass, Operation *) override {
    require(diagnostics.hasError(), "a pass that fails says why",
            pass->getName().str());
  }

private:
  const Diagnostics &diagnostics;
};
} // namespace

LogicalResult fuzz::runPasses(ModuleOp module,
                              function_ref<void(OpPassManager &)> build) {
  Diagnostics diagnostics(*module.getContext());
  PassManager manager(module.getContext());
  // The watch does, and tells a pass that fails from one that breaks the IR.
  manager.enableVerifier(false);
  manager.addInstrumentation(std::make_unique<Watch>(diagnostics));
  build(manager);
  return manager.run(module);
}

LogicalResult fuzz::runPlanPipeline(ModuleOp module,
                                    ArrayRef<StringRef> words) {
  PlanOptions options;
  SmallVector<StringRef> own;
  for (StringRef word : words)
    if (word.contains('='))
      own.push_back(word);
  // Known words parse, each alone; twice the same is an error to be had.
  if (failed(options.parseFromString(llvm::join(own, " "), llvm::nulls())))
    return failure();
  return runPasses(module,
                   [&](OpPassManager &pm) { buildPlanPipeline(pm, options); });
}
