//===- Trial.cpp - Runs both sides and judges -----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Calls alternate between the two sides, the reference first:
// the extents of dynamic results are read off it.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "Compare.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mplan::equiv;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {
class Trials {
public:
  Trials(const Program &reference, const Program &planned,
         const Signature &signature, const Options &options,
         llvm::raw_ostream &out, llvm::raw_ostream &err)
      : reference(reference), planned(planned), signature(signature),
        options(options), out(out), err(err) {}

  Verdict run();

private:
  /// What is known of one result, or of one memref argument, over all cases.
  struct Output {
    std::string name;
    Bytes first;
    bool seen = false, varies = false, allNaN = false;
  };

  bool loadFiles();
  bool loadFile(StringRef option, const PortFile &file, ArrayRef<Port> ports,
                StringRef kind, std::map<unsigned, std::vector<Bytes>> &to);
  std::vector<Bytes> makeArguments(unsigned number) const;
  void runCase(unsigned number);
  void compareArguments(ArrayRef<Bytes> before, const Outcome &expected,
                        const Outcome &got);
  void compareResults(unsigned number, const Outcome &expected,
                      const Outcome &got);
  void checkUntouched(const Program &program, const Outcome &outcome,
                      ArrayRef<Bytes> before);
  void noteOutput(size_t place, StringRef name, const Element &element,
                  ArrayRef<uint8_t> bytes);
  bool checkOutputs();
  void differ(const Twine &what);
  void compare(const Twine &name, const Element &element,
               ArrayRef<int64_t> shape, View a, View b, double tolerance);

  const Program &reference, &planned;
  const Signature &signature;
  const Options &options;
  llvm::raw_ostream &out, &err;

  std::map<unsigned, std::vector<Bytes>> inputs, expected;
  unsigned cases = 0;
  std::string where; ///< "seed 0, call 1"
  bool firstCall = true;
  bool different = false;
  std::map<size_t, Output> outputs;
  int64_t referenceHeap = 0, plannedHeap = 0;
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

std::vector<Bytes> Trials::makeArguments(unsigned number) const {
  std::vector<Bytes> arguments;
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    auto given = inputs.find(i);
    arguments.push_back(
        given != inputs.end()
            ? given->second[number]
            : drawArgument(port, i, options.seed + number, options));
  }
  return arguments;
}

void Trials::differ(const Twine &what) {
  different = true;
  out << where << ": " << what << "\n";
}

void Trials::compare(const Twine &name, const Element &element,
                     ArrayRef<int64_t> shape, View a, View b,
                     double tolerance) {
  if (auto text = describeDifference(element, shape, a, b, tolerance))
    differ(name + ": " + *text);
}

/// Arguments that nobody may write, and the memory around all of them.
void Trials::checkUntouched(const Program &program, const Outcome &outcome,
                            ArrayRef<Bytes> before) {
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    const Buffer &after = outcome.arguments[i];
    if (!after.guardsIntact())
      differ(program.side() + " wrote outside argument #" + Twine(i));
    if (port.scalar || port.writable)
      continue;
    compare(program.side() + " changed argument #" + Twine(i), port.element,
            port.shape, {"before", before[i]}, {"after", after.contents()},
            /*tolerance=*/0);
  }
  if (!outcome.outsIntact)
    differ(program.side() + " wrote outside a result's buffer");
}

void Trials::compareArguments(ArrayRef<Bytes> before, const Outcome &expected,
                              const Outcome &got) {
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    // A writable tensor may hold anything after the call.
    if (!port.isMemRef)
      continue;
    ArrayRef<uint8_t> a = expected.arguments[i].contents();
    ArrayRef<uint8_t> b = got.arguments[i].contents();
    std::string name = "argument #" + std::to_string(i);
    int64_t extent = port.extent();
    bool dense = llvm::product_of(port.shape) == extent;
    compare(name, port.element,
            dense ? ArrayRef<int64_t>(port.shape) : ArrayRef<int64_t>(extent),
            {reference.side(), a}, {planned.side(), b}, options.tolerance);
    if (a != ArrayRef<uint8_t>(before[i]))
      noteOutput(signature.results.size() + i, name, port.element, a);
  }
}

void Trials::compareResults(unsigned number, const Outcome &expectedOutcome,
                            const Outcome &got) {
  for (auto [i, port] : llvm::enumerate(signature.results)) {
    const ResultValue &a = expectedOutcome.results[i], &b = got.results[i];
    std::string name = "result #" + std::to_string(i);
    if (a.shape != b.shape) {
      differ(name + " has another shape");
      continue;
    }
    compare(name, port.element, a.shape, {reference.side(), a.bytes},
            {planned.side(), b.bytes}, options.tolerance);
    auto given = expected.find(i);
    if (given != expected.end())
      compare(name, port.element, a.shape, {"expected", given->second[number]},
              {planned.side(), b.bytes}, options.expectTolerance);
    noteOutput(i, name, port.element, a.bytes);
  }
}

void Trials::noteOutput(size_t place, StringRef name, const Element &element,
                        ArrayRef<uint8_t> bytes) {
  if (!firstCall || bytes.empty())
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

void Trials::runCase(unsigned number) {
  std::vector<Bytes> arguments = makeArguments(number);
  bool golden = !inputs.empty() || !expected.empty();
  for (unsigned call = 1; call <= 2; ++call) {
    where = (golden ? "case " + Twine(number)
                    : "seed " + Twine(options.seed + number))
                .str() +
            ", call " + std::to_string(call);
    firstCall = call == 1;

    llvm::SmallVector<llvm::SmallVector<int64_t>> shapes;
    for (const Port &port : signature.results)
      shapes.push_back(port.shape);
    Outcome a = reference.run(signature, arguments, shapes);
    for (auto [shape, value] : llvm::zip(shapes, a.results))
      shape = value.shape;
    Outcome b = planned.run(signature, arguments, shapes);

    referenceHeap = std::max(referenceHeap, a.allocated);
    plannedHeap = std::max(plannedHeap, b.allocated);
    checkUntouched(reference, a, arguments);
    checkUntouched(planned, b, arguments);
    compareResults(number, a, b);
    compareArguments(arguments, a, b);
  }
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

Verdict Trials::run() {
  if (!loadFiles())
    return Verdict::Error;
  for (unsigned number = 0; number < cases && !different; ++number)
    runCase(number);
  if (different)
    return Verdict::Different;
  if (!checkOutputs())
    return Verdict::Error;
  out << "equal: " << cases << (cases == 1 ? " input" : " inputs")
      << ", 2 calls each, " << outputs.size()
      << (outputs.size() == 1 ? " output" : " outputs")
      << "; heap bytes a call: " << referenceHeap << " " << reference.side()
      << ", " << plannedHeap << " " << planned.side() << "\n";
  return Verdict::Equal;
}

Verdict mplan::equiv::runTrials(const Program &reference,
                                const Program &planned,
                                const Signature &signature,
                                const Options &options, llvm::raw_ostream &out,
                                llvm::raw_ostream &err) {
  return Trials(reference, planned, signature, options, out, err).run();
}
