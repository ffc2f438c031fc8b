//===- mplan-solve.cpp - Plans the buffers of a CSV file ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The solver library at a command line, on problems in the CSV format of
// MiniMalloc (see mplan/Solver/Csv.h): finds a plan, or judges one.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Bounds.h"
#include "mplan/Solver/Csv.h"
#include "mplan/Solver/Solve.h"
#include "mplan/Solver/Validate.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace cl = llvm::cl;
using namespace mplan::solver;

static cl::OptionCategory category("mplan-solve options");

static cl::opt<std::string> inputFile(cl::Positional, cl::Required,
                                      cl::desc("FILE.csv ('-': standard "
                                               "input)"),
                                      cl::cat(category));
static cl::opt<std::string>
    outputFile("o", cl::value_desc("file"),
               cl::desc("Write the buffers with their offsets ('-': standard "
                        "output, and the report goes to standard error)"),
               cl::cat(category));
static cl::opt<int64_t> capacity("capacity", cl::value_desc("bytes"),
                                 cl::desc("No plan may be higher than this"),
                                 cl::cat(category));
static cl::opt<bool>
    validateOnly("validate",
                 cl::desc("Find no plan: judge the one in the offset column"),
                 cl::cat(category));
static cl::opt<int64_t> steps("steps", cl::init(SolveOptions().steps),
                              cl::desc("Work to do before the best plan so far "
                                       "is taken (default: 200000000)"),
                              cl::cat(category));
static cl::opt<bool> skyline("skyline", cl::init(true),
                             cl::desc("Fill the lowest spot (default: true)"),
                             cl::cat(category));
static cl::opt<bool>
    peakSkyline("peak-skyline", cl::init(true),
                cl::desc("Fill it first where most is to come (default: "
                         "true)"),
                cl::cat(category));
static cl::opt<int> shakes("shakes", cl::init(SolveOptions().shakes),
                           cl::desc("Run these again this many times in orders "
                                    "shaken by chance (default: 20)"),
                           cl::cat(category));
static cl::opt<bool> firstFit("first-fit", cl::init(true),
                              cl::desc("Take the lowest gap (default: true)"),
                              cl::cat(category));
static cl::opt<bool> bestFit("best-fit", cl::init(true),
                             cl::desc("Take the tightest gap (default: true)"),
                             cl::cat(category));
static cl::opt<bool>
    settle("settle", cl::init(true),
           cl::desc("Let plans fall once more (default: true)"),
           cl::cat(category));

/// What the tool exits with.
enum ExitCode { Success = 0, NoPlan = 1, Failure = 2 };

/// The lines of the report that a plan and a found fault have in common.
static void reportPlan(llvm::raw_ostream &os, Bytes height, Bytes bound) {
  os << "height:   " << height << "\n"
     << "bound:    " << bound << "\n"
     << "gap:      " << height - bound;
  if (bound > 0)
    os << llvm::format(" (%.2f %%)", 100.0 *
                                         static_cast<double>(height - bound) /
                                         static_cast<double>(bound));
  os << "\n";
}

static void reportProblem(llvm::raw_ostream &os, const Problem &problem) {
  os << "buffers:  " << problem.buffers.size() << "\n";
  if (problem.capacity)
    os << "capacity: " << *problem.capacity << "\n";
  const Peak top = peak(problem);
  os << "peak:     " << top.bytes;
  if (top.bytes > 0)
    os << " at tick " << top.tick << ", " << top.buffers.size()
       << " buffers alive";
  os << "\n";
}

/// Writes all of the text or leaves the file as it was.
static llvm::Error write(llvm::StringRef file, llvm::StringRef text) {
  // A device or a pipe cannot be replaced by a finished file.
  if (llvm::sys::fs::exists(file) && !llvm::sys::fs::is_regular_file(file)) {
    std::error_code code;
    llvm::raw_fd_ostream os(file, code);
    if (code)
      return llvm::errorCodeToError(code);
    os << text;
    os.close();
    if (os.has_error()) {
      code = os.error();
      os.clear_error();
      return llvm::errorCodeToError(code);
    }
    return llvm::Error::success();
  }
  return llvm::writeToOutput(file, [&](llvm::raw_ostream &os) {
    os << text;
    return llvm::Error::success();
  });
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "mplan-solve: error: " << message << "\n";
  return Failure;
}

static int judge(const Problem &problem, const std::vector<Bytes> &plan) {
  if (std::optional<Violation> violation = validate(problem, plan)) {
    llvm::outs() << "status:   wrong\n";
    llvm::errs() << inputFile << ": error: " << describe(problem, *violation)
                 << "\n";
    return NoPlan;
  }
  Bytes height = 0;
  for (size_t i = 0; i < plan.size(); ++i)
    if (problem.buffers[i].size > 0)
      height = std::max(height, plan[i] + problem.buffers[i].size);
  reportProblem(llvm::outs(), problem);
  reportPlan(llvm::outs(), height, lowerBound(problem));
  llvm::outs() << "status:   valid\n";
  return Success;
}

static int plan(const Problem &problem) {
  SolveOptions options;
  options.skyline = skyline;
  options.peakSkyline = peakSkyline;
  options.shakes = shakes;
  options.firstFit = firstFit;
  options.bestFit = bestFit;
  options.settle = settle;
  options.steps = steps;
  const Solution solution = solve(problem, options);
  if (solution.status == Status::Invalid)
    return fail(inputFile + ": " + solution.error);

  if (solution.ok() && outputFile.getNumOccurrences() > 0)
    if (llvm::Error error =
            write(outputFile, formatCsv(problem, solution.offsets)))
      return fail(outputFile + ": " + llvm::toString(std::move(error)));

  llvm::raw_ostream &os = outputFile == "-" ? llvm::errs() : llvm::outs();
  reportProblem(os, problem);
  if (solution.status == Status::Infeasible)
    os << "bound:    " << solution.lowerBound << "\n";
  else
    reportPlan(os, solution.height, solution.lowerBound);
  os << "status:   " << toString(solution.status) << "\n"
     << "method:   " << solution.method << "\n";
  return solution.ok() ? Success : NoPlan;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { os << "mplan version " MPLAN_VERSION "\n"; });
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "mplan-solve: gives the buffers of a CSV file their offsets\n\n"
          "  Exits with 0 if there is a plan (with --validate: if it is "
          "right), 1 if there is none\n  within the capacity, 2 if something "
          "else is wrong.\n",
          &llvm::errs()))
    return Failure;
  if (validateOnly && outputFile.getNumOccurrences() > 0)
    return fail("-o has nothing to write with --validate");

  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(inputFile, /*IsText=*/false);
  if (!buffer)
    return fail(inputFile + ": " + buffer.getError().message());
  CsvError error;
  std::vector<Bytes> offsets;
  std::optional<Problem> problem = parseCsv((*buffer)->getBuffer(), error,
                                            validateOnly ? &offsets : nullptr);
  if (!problem) {
    llvm::errs() << describe(inputFile.getValue(), error) << "\n";
    return Failure;
  }
  if (capacity.getNumOccurrences() > 0)
    problem->capacity = capacity;
  if (std::optional<ProblemError> broken = check(*problem))
    return fail(inputFile + ": " + describe(*problem, *broken));
  return validateOnly ? judge(*problem, offsets) : plan(*problem);
}
