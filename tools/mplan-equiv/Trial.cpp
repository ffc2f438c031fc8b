//===- Trial.cpp - Runs both sides and judges -----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Calls alternate between the sides, the reference first: the
// extents of dynamic results are read off it.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "Compare.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <limits>
#include <map>

using namespace mplan::equiv;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {
class Trials {
public:
  Trials(const Program &reference, ArrayRef<const Program *> planned,
         const Signature &signature, const Options &options,
         llvm::raw_ostream &out, llvm::raw_ostream &err)
      : reference({&reference}), signature(signature), options(options),
        out(out), err(err) {
    for (const Program *program : planned)
      sides.push_back({program});
  }

  std::vector<Verdict> run();

private:
  struct Side {
    const Program *program;
    bool different = false;
    int64_t heap = 0; ///< Bytes, the most of a call.
    /// Of the shortest call.
    int64_t nanoseconds = std::numeric_limits<int64_t>::max();
    StringRef name() const { return program->side(); }
  };

  /// What is known of one result, or of one memref argument, over all cases.
  struct Output {
    std::string name;
    Bytes first;
    bool seen = false, varies = false, allNaN = false;
  };

  bool loadFiles();
  bool loadFile(StringRef option, const PortFile &file, ArrayRef<Port> ports,
                StringRef kind, std::map<unsigned, std::vector<Bytes>> &to);
  Bytes makeArgument(unsigned number, unsigned index) const;
  void runCase(unsigned number);
  Outcome call(Side &side, unsigned number,
               ArrayRef<llvm::SmallVector<int64_t>> shapes);
  void compareArguments(Side &side, const Outcome &expected,
                        const Outcome &got);
  void compareResults(Side &side, unsigned number, const Outcome &expected,
                      const Outcome &got);
  void noteOutputs(unsigned number, const Outcome &outcome);
  void checkUntouched(Side &side, const Outcome &outcome, unsigned number);
  void noteOutput(size_t place, StringRef name, const Element &element,
                  ArrayRef<uint8_t> bytes);
  bool checkOutputs();
  void printTimes();
  void differ(Side &side, const Twine &what);
  void compare(Side &side, const Twine &name, const Element &element,
               ArrayRef<int64_t> shape, View a, View b, double tolerance);
  bool isEqual() const;

  Side reference;
  llvm::SmallVector<Side> sides;
  const Signature &signature;
  const Options &options;
  llvm::raw_ostream &out, &err;

  std::map<unsigned, std::vector<Bytes>> inputs, expected;
  unsigned cases = 0;
  std::string where; ///< "seed 0, call 1"
  bool firstCall = true;
  std::map<size_t, Output> outputs;
};
} // namespace

bool Trials::loadFile(StringRef option, const PortFile &file,
                      ArrayRef<Port> ports, StringRef kind,
                      std::map<unsigned, std::vector<Bytes>> &to) {
  auto complain = [&](const Twine &what) {
    err << "mplan-equiv: --" << option << "=" << file.index << ":" << file.file
        << ": " << what << "\n";
    return false;
  };
  if (file.index >= ports.size())
    return complain("the entry has " + Twine(ports.size()) + " " + kind);
  if (!ports[file.index].isStatic())
    return complain("a dynamic shape cannot be read from a file");
  auto read = readCases(file.file, ports[file.index]);
  if (!read)
    return complain(llvm::toString(read.takeError()));
  if (cases != 0 && read->size() != cases)
    return complain(Twine(read->size()) + " cases, but " + Twine(cases) +
                    " in another file");
  cases = read->size();
  to[file.index] = std::move(*read);
  return true;
}

bool Trials::loadFiles() {
  for (const PortFile &file : options.inputs)
    if (!loadFile("input", file, signature.arguments, "arguments", inputs))
      return false;
  for (const PortFile &file : options.expected)
    if (!loadFile("expect", file, signature.results, "results", expected))
      return false;
  if (cases == 0)
    cases = options.seeds;
  return true;
}

Bytes Trials::makeArgument(unsigned number, unsigned index) const {
  auto given = inputs.find(index);
  return given != inputs.end() ? given->second[number]
                               : drawArgument(signature.arguments[index], index,
                                              options.seed + number, options);
}

void Trials::differ(Side &side, const Twine &what) {
  side.different = true;
  out << where << ": " << what << "\n";
}

void Trials::compare(Side &side, const Twine &name, const Element &element,
                     ArrayRef<int64_t> shape, View a, View b,
                     double tolerance) {
  if (auto text = describeDifference(element, shape, a, b, tolerance))
    differ(side, name + ": " + *text);
}

/// Arguments that nobody may write, and the memory around all of them.
void Trials::checkUntouched(Side &side, const Outcome &outcome,
                            unsigned number) {
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    const Buffer &after = outcome.arguments[i];
    if (!after.guardsIntact())
      differ(side, side.name() + " wrote outside argument #" + Twine(i));
    if (port.scalar || port.writable)
      continue;
    Bytes before = makeArgument(number, i);
    compare(side, side.name() + " changed argument #" + Twine(i), port.element,
            port.shape, {"before", before}, {"after", after.contents()},
            /*tolerance=*/0);
  }
  if (!outcome.outsIntact)
    differ(side, side.name() + " wrote outside a result's buffer");
}

static std::string getArgumentName(size_t i) {
  return "argument #" + std::to_string(i);
}

static std::string getResultName(size_t i) {
  return "result #" + std::to_string(i);
}

void Trials::compareArguments(Side &side, const Outcome &expected,
                              const Outcome &got) {
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    // A writable tensor may hold anything after the call.
    if (!port.isMemRef)
      continue;
    int64_t extent = port.extent();
    bool dense = llvm::product_of(port.shape) == extent;
    compare(side, getArgumentName(i), port.element,
            dense ? ArrayRef<int64_t>(port.shape) : ArrayRef<int64_t>(extent),
            {reference.name(), expected.arguments[i].contents()},
            {side.name(), got.arguments[i].contents()}, options.tolerance);
  }
}

void Trials::compareResults(Side &side, unsigned number,
                            const Outcome &expectedOutcome,
                            const Outcome &got) {
  for (auto [i, port] : llvm::enumerate(signature.results)) {
    const ResultValue &a = expectedOutcome.results[i], &b = got.results[i];
    std::string name = getResultName(i);
    if (a.shape != b.shape) {
      differ(side, name + " of " + side.name() + " has another shape");
      continue;
    }
    compare(side, name, port.element, a.shape, {reference.name(), a.bytes},
            {side.name(), b.bytes}, options.tolerance);
    auto given = expected.find(i);
    if (given != expected.end())
      compare(side, name, port.element, a.shape,
              {"expected", given->second[number]}, {side.name(), b.bytes},
              options.expectTolerance);
  }
}

/// `outcome` is the reference's, of which the first call of a case counts.
void Trials::noteOutputs(unsigned number, const Outcome &outcome) {
  if (!firstCall)
    return;
  for (auto [i, port] : llvm::enumerate(signature.results))
    noteOutput(i, getResultName(i), port.element, outcome.results[i].bytes);
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    if (!port.isMemRef)
      continue;
    ArrayRef<uint8_t> after = outcome.arguments[i].contents();
    if (after != ArrayRef<uint8_t>(makeArgument(number, i)))
      noteOutput(signature.results.size() + i, getArgumentName(i), port.element,
                 after);
  }
}

void Trials::noteOutput(size_t place, StringRef name, const Element &element,
                        ArrayRef<uint8_t> bytes) {
  if (bytes.empty())
    return;
  Output &output = outputs[place];
  output.allNaN |= isAllNaN(element, bytes);
  if (!output.seen) {
    output.seen = true;
    output.name = name.str();
    output.first.assign(bytes.begin(), bytes.end());
  } else {
    output.varies |= ArrayRef<uint8_t>(output.first) != bytes;
  }
}

Outcome Trials::call(Side &side, unsigned number,
                     ArrayRef<llvm::SmallVector<int64_t>> shapes) {
  Outcome outcome = side.program->run(
      signature, [&](unsigned i) { return makeArgument(number, i); }, shapes);
  side.heap = std::max(side.heap, outcome.allocated);
  side.nanoseconds = std::min(side.nanoseconds, outcome.nanoseconds);
  checkUntouched(side, outcome, number);
  // What is compared between the sides stays; weights of two would be too much.
  for (auto [port, buffer] : llvm::zip(signature.arguments, outcome.arguments))
    if (!port.isMemRef)
      buffer = Buffer(0);
  return outcome;
}

void Trials::runCase(unsigned number) {
  llvm::SmallVector<Side *> called;
  for (Side &side : sides)
    if (!side.different)
      called.push_back(&side);
  bool golden = !inputs.empty() || !expected.empty();
  for (unsigned turn = 1; turn <= 2; ++turn) {
    where = (golden ? "case " + Twine(number)
                    : "seed " + Twine(options.seed + number))
                .str() +
            ", call " + std::to_string(turn);
    firstCall = turn == 1;

    llvm::SmallVector<llvm::SmallVector<int64_t>> shapes;
    for (const Port &port : signature.results)
      shapes.push_back(port.shape);
    Outcome expectedOutcome = call(reference, number, shapes);
    for (auto [shape, value] : llvm::zip(shapes, expectedOutcome.results))
      shape = value.shape;
    noteOutputs(number, expectedOutcome);
    for (Side *side : called) {
      Outcome got = call(*side, number, shapes);
      compareResults(*side, number, expectedOutcome, got);
      compareArguments(*side, expectedOutcome, got);
    }
  }
}

/// Is there anything left to compare?
bool Trials::isEqual() const {
  return !reference.different &&
         llvm::any_of(sides, [](const Side &side) { return !side.different; });
}

/// Did the comparison prove anything?
bool Trials::checkOutputs() {
  if (outputs.empty()) {
    err << "mplan-equiv: error: nothing to compare: '" << signature.entry
        << "' returns nothing and writes no argument\n";
    return false;
  }
  bool good = true;
  for (const auto &[place, output] : outputs) {
    if (output.allNaN && options.allowNaN)
      continue;
    if (output.allNaN) {
      err << "mplan-equiv: error: " << output.name
          << " is all NaN: that proves nothing (try --float-range; "
             "--allow-nan accepts it)\n";
      good = false;
    }
    // Fixed values to compare with prove something by themselves.
    bool judged = cases > 1 && !options.allowConstant;
    if (judged && !output.varies) {
      err << "mplan-equiv: error: " << output.name << " is the same for all "
          << cases
          << " inputs: that proves nothing (try --seed-weights, --seeds or "
             "--int-range; --allow-constant accepts it)\n";
      good = false;
    }
  }
  if (cases == 1 && expected.empty() && !options.allowConstant) {
    err << "mplan-equiv: error: one input cannot show that the results depend "
           "on it (give more seeds; --allow-constant accepts it)\n";
    good = false;
  }
  return good;
}

/// Called in turn with the others, so that what slows the machine slows all.
void Trials::printTimes() {
  out << "microseconds a call:";
  auto print = [&](const Side &side, llvm::StringRef separator) {
    out << separator << llvm::format(" %.1f ", side.nanoseconds / 1000.0)
        << side.name();
  };
  print(reference, "");
  for (const Side &side : sides)
    if (!side.different)
      print(side, ",");
  out << "\n";
}

std::vector<Verdict> Trials::run() {
  std::vector<Verdict> verdicts(sides.size(), Verdict::Error);
  if (!loadFiles())
    return verdicts;
  for (unsigned number = 0; number < cases && isEqual(); ++number)
    runCase(number);
  bool isEqualAnywhere = isEqual();
  bool isProof = isEqualAnywhere && checkOutputs();
  for (auto [side, verdict] : llvm::zip(sides, verdicts))
    if (side.different || reference.different)
      verdict = Verdict::Different;
    else if (isProof)
      verdict = Verdict::Equal;
  if (!isProof)
    return verdicts;
  out << "equal: " << cases << (cases == 1 ? " input" : " inputs")
      << ", 2 calls each, " << outputs.size()
      << (outputs.size() == 1 ? " output" : " outputs")
      << "; heap bytes a call: " << reference.heap << " " << reference.name();
  for (const Side &side : sides)
    if (!side.different)
      out << ", " << side.heap << " " << side.name();
  out << "\n";
  if (options.times)
    printTimes();
  return verdicts;
}

std::vector<Verdict> mplan::equiv::runTrials(const Program &reference,
                                             ArrayRef<const Program *> planned,
                                             const Signature &signature,
                                             const Options &options,
                                             llvm::raw_ostream &out,
                                             llvm::raw_ostream &err) {
  return Trials(reference, planned, signature, options, out, err).run();
}
