//===- mplan-reduce.cpp - Makes an interesting program smaller ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
// failure-inducing input", 2002) over operations: each edit is tried on runs of
// operations, long ones first, and kept if what is left is smaller and still
// interesting. Whether it is, a program decides.
//
//===----------------------------------------------------------------------===//

#include "Edits.h"
#include "Registration.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mplan::reduce;
namespace cl = llvm::cl;

static constexpr llvm::StringRef overview =
    R"(mplan: makes an interesting program smaller

Takes away operations of a module, and writes what is left, for as long as the
test finds it interesting: a program that is called with a file name and exits
with 1 if the module in the file is interesting, with 0 if it is not, as for
mlir-reduce.
)";

static int fail(const llvm::Twine &message) {
  llvm::errs() << "mplan-reduce: error: " << message << "\n";
  return 1;
}

static size_t countOps(ModuleOp module) {
  size_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

/// A way less to go counts as much as an operation less.
static size_t getSize(ModuleOp module) {
  size_t size = 0;
  module.walk([&](Operation *op) { size += 1 + op->getNumSuccessors(); });
  return size;
}

namespace {
class Reducer {
public:
  Reducer(OwningOpRef<ModuleOp> module, StringRef test, StringRef file)
      : module(std::move(module)), test(test), file(file) {}

  /// Nothing, or what is wrong with the test or the module.
  std::optional<std::string> run();
  ModuleOp get() { return *module; }

private:
  bool isInteresting(ModuleOp candidate);
  bool tryEdit(const Edit &edit, size_t from, size_t count);
  bool tryEverywhere(const Edit &edit);

  OwningOpRef<ModuleOp> module;
  StringRef test, file;
  std::string error;
  /// Where it is something unused that is interesting, that must stay.
  bool mayEraseUnused = false;
};
} // namespace

bool Reducer::isInteresting(ModuleOp candidate) {
  std::error_code code;
  llvm::raw_fd_ostream os(file, code);
  if (code) {
    error = ("cannot write '" + file + "': " + code.message()).str();
    return false;
  }
  candidate.print(os);
  os.close();
  std::string message;
  int exitCode = llvm::sys::ExecuteAndWait(test, {test, file}, std::nullopt, {},
                                           0, 0, &message);
  if (exitCode != 0 && exitCode != 1)
    error = ("'" + test + "' exited with " + Twine(exitCode) +
             (message.empty() ? "" : ": " + message) +
             ", expected 1 (interesting) or 0")
                .str();
  return exitCode == 1;
}

/// Applies `edit` to the operations numbered from `from` on, inner ones after
/// those around them, to a copy. Keeps it if it is smaller and interesting.
bool Reducer::tryEdit(const Edit &edit, size_t from, size_t count) {
  OwningOpRef<ModuleOp> candidate = module->clone();
  SmallVector<Operation *> ops;
  candidate->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  // From the end: uses go before what is used, and inner operations before
  // outer ones.
  bool isChanged = false;
  for (size_t i = std::min(from + count, ops.size()); i-- > from;)
    isChanged |= edit.apply(ops[i]);
  if (!isChanged)
    return false;
  if (mayEraseUnused)
    eraseUnused(*candidate);
  if (getSize(*candidate) >= getSize(*module) || failed(verify(*candidate)) ||
      !isInteresting(*candidate))
    return false;
  module = std::move(candidate);
  return true;
}

bool Reducer::tryEverywhere(const Edit &edit) {
  bool isReduced = false;
  for (size_t count = countOps(*module); count > 0; count /= 2)
    for (size_t from = 0; from < countOps(*module) && error.empty();)
      if (tryEdit(edit, from, count))
        isReduced = true; // others stand there now
      else
        from += count;
  return isReduced;
}

std::optional<std::string> Reducer::run() {
  if (!isInteresting(*module))
    return error.empty() ? "the module is not interesting to begin with: '" +
                               test.str() + "' exits with 0"
                         : error;
  // Candidates need not verify.
  ScopedDiagnosticHandler quiet(module->getContext(),
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> clean = module->clone();
  eraseUnused(*clean);
  mayEraseUnused = isInteresting(*clean);
  if (mayEraseUnused)
    module = std::move(clean);
  bool isReduced = true;
  while (isReduced && error.empty()) {
    isReduced = false;
    for (const Edit &edit : getEdits())
      isReduced |= tryEverywhere(edit);
  }
  return error.empty() ? std::nullopt : std::optional<std::string>(error);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  mplan version " MPLAN_VERSION "\n";
  });
  cl::OptionCategory category("mplan-reduce options");
  cl::opt<std::string> input(cl::Positional, cl::desc("<module>"), cl::Required,
                             cl::cat(category));
  cl::opt<std::string> output("o", cl::desc("File to write; default: stdout"),
                              cl::init("-"), cl::cat(category));
  cl::opt<std::string> test(
      "test", cl::desc("Program that says whether a file is interesting"),
      cl::Required, cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);

  DialectRegistry registry;
  mplan::equiv::registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  std::string message;
  auto text = openInputFile(input, &message);
  if (!text)
    return fail(message);
  sources.AddNewSourceBuffer(std::move(text), SMLoc());
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  auto program = llvm::sys::findProgramByName(test);
  if (!program || !llvm::sys::fs::can_execute(*program))
    return fail("--test: cannot run '" + test + "'");

  SmallString<128> file;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("mplan-reduce", "mlir", file))
    return fail("cannot make a temporary file: " + code.message());
  llvm::FileRemover remover(file);
  Reducer reducer(std::move(module), *program, file);
  if (std::optional<std::string> error = reducer.run())
    return fail(*error);
  auto result = openOutputFile(output, &message);
  if (!result)
    return fail(message);
  result->os() << *reducer.get() << "\n";
  result->keep();
  return 0;
}
