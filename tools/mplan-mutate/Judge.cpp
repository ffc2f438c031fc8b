//===- Judge.cpp - What the proof and the poison run say of a plan --------===//
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

#include "Judge.h"
#include "Compare.h"

#include "mplan/Analysis/VerifySlots.h"
#include "mplan/Transforms/Materialize.h"
#include "mplan/Transforms/Poison.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/Signals.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mplan;
using namespace mplan::equiv;
using namespace mplan::mutate;

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

/// What the proof says of contents that are lost, in its words.
static bool isViolation(StringRef message) {
  static constexpr StringLiteral phrases[] = {
      "whose contents are still needed", "while the contents of",
      "which it may not have read yet",
      "while the buffer that an earlier execution made of it is still needed",
      "it may be read or written at any time"};
  return llvm::any_of(
      phrases, [&](StringRef phrase) { return message.contains(phrase); });
}

ProofVerdict mplan::mutate::askProof(const Subject &subject,
                                     ModuleOp withSlots) {
  ProofVerdict verdict;
  OwningOpRef<ModuleOp> module = withSlots.clone();
  declareInterface(*module, subject.interface);
  ScopedDiagnosticHandler handler(
      withSlots.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        std::string text = diagnostic.str();
        verdict.foundViolation |= isViolation(text);
        if (verdict.message.empty())
          verdict.message = std::move(text);
        return success();
      });
  verdict.accepted = succeeded(verifySlots(*module));
  verdict.foundViolation &= !verdict.accepted;
  return verdict;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Compares what two runs left in results and memrefs.
static bool isSame(const Signature &signature, const Outcome &a,
                   const Outcome &b) {
  auto differs = [](const Element &element, ArrayRef<uint8_t> one,
                    ArrayRef<uint8_t> other) {
    return describeDifference(element, {int64_t(one.size())}, {"", one},
                              {"", other}, /*tolerance=*/0)
        .has_value();
  };
  for (auto [i, port] : llvm::enumerate(signature.results))
    if (differs(port.element, a.results[i].bytes, b.results[i].bytes))
      return false;
  for (auto [i, port] : llvm::enumerate(signature.arguments))
    if (port.isMemRef && differs(port.element, a.arguments[i].contents(),
                                 b.arguments[i].contents()))
      return false;
  return true;
}

/// In the child: compiles, runs, compares.
static RunVerdict compareRuns(const Subject &subject, ModuleOp withSlots,
                              bool poison) {
  PassManager pm(withSlots.getContext());
  pm.enableVerifier(false);
  if ((poison && failed(poisonSlots(withSlots))) ||
      failed(materializeArenas(withSlots, MaterializeOptions())) ||
      failed(parsePassPipeline("mplan-to-llvm{symbol-prefix=mplan_}", pm,
                               llvm::errs())) ||
      failed(pm.run(withSlots)))
    return RunVerdict::Failed;
  FailureOr<std::unique_ptr<Program>> program =
      Program::compile(withSlots, "planned", subject.signature, subject.updates,
                       /*optLevel=*/0, /*libraries=*/{}, /*junk=*/0x3C);
  if (failed(program))
    return RunVerdict::Failed;
  for (auto [input, shapes, expected] :
       llvm::zip_equal(subject.inputs, subject.shapes, subject.outcomes)) {
    ArrayRef<Bytes> values = input;
    Outcome got = (*program)->run(
        subject.signature, [&](unsigned i) { return values[i]; }, shapes);
    if (!isSame(subject.signature, expected, got))
      return RunVerdict::Different;
  }
  return RunVerdict::Same;
}

RunVerdict mplan::mutate::runPlanned(const Subject &subject, ModuleOp withSlots,
                                     bool poison) {
  // A code that neither a crash nor a sanitizer gives.
  constexpr int base = 40;
  llvm::outs().flush();
  llvm::errs().flush();
  pid_t child = fork();
  if (child < 0)
    return RunVerdict::Failed;
  if (child == 0) {
    llvm::sys::unregisterHandlers();
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT})
      std::signal(signal, SIG_DFL);
    rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    rlimit seconds = {30, 30};
    setrlimit(RLIMIT_CPU, &seconds);
    _exit(base + int(compareRuns(subject, withSlots, poison)));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return RunVerdict::Failed;
  if (WIFEXITED(status) && WEXITSTATUS(status) >= base &&
      WEXITSTATUS(status) <= base + int(RunVerdict::Failed))
    return RunVerdict(WEXITSTATUS(status) - base);
  if (WIFSIGNALED(status) &&
      (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return RunVerdict::Hung;
  return RunVerdict::Crashed;
}
