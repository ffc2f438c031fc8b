//===- Experiment.cpp - Corrupts the plans of programs, and counts --------===//
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

#include "Experiment.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <numeric>

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;

bool Totals::isGood() const {
  return failures == 0 && falseAlarms == 0 && harmfulRight == 0 &&
         overlooked == 0 && llvm::all_of(counts, [](const Count &count) {
           return count.missed == 0;
         });
}

static std::optional<Harm> findAnyHarm(const Subject &subject,
                                       const Plan &plan) {
  std::vector<Place> places = getPlaces(subject.sites, plan);
  for (const Trace &trace : subject.traces)
    if (std::optional<Harm> harm = findHarm(trace, places))
      return harm;
  return std::nullopt;
}

static std::string listOffsets(const Plan &plan) {
  std::string text;
  for (const Placed &placed : plan)
    text += (text.empty() ? "" : ",") + std::to_string(placed.offset);
  return text;
}

static void describe(llvm::raw_ostream &os, const Harm &harm) {
  os << "byte " << harm.byte << " of buffer " << harm.readSite
     << " is read after buffer " << harm.writtenSite
     << (harm.readSite == harm.writtenSite ? ", made anew," : "")
     << " overwrote it";
}

namespace {
class Trial {
public:
  Trial(const Subject &subject, StringRef name,
        const ExperimentOptions &options, Totals &totals,
        llvm::raw_ostream &log)
      : subject(subject), name(name), options(options), totals(totals),
        log(log) {}

  void tryRight(const Plan &plan);
  void tryWrong(const KindInfo &info, const Plan &plan);

private:
  void tryHarmless(const KindInfo &info, const Plan &plan);
  void run(const KindInfo &info, const Plan &plan, ModuleOp withSlots);
  void fail(const Twine &what, const KindInfo &info, const Plan &plan) {
    log << name << ": " << what << ", " << info.name << ": "
        << (info.wantsCarrying ? "--carrying " : "")
        << "--offsets=" << listOffsets(plan) << "\n";
  }

  const Subject &subject;
  StringRef name;
  const ExperimentOptions &options;
  Totals &totals;
  llvm::raw_ostream &log;
};
} // namespace

void Trial::tryRight(const Plan &plan) {
  ++totals.right;
  if (std::optional<Harm> harm = findAnyHarm(subject, plan)) {
    ++totals.harmfulRight;
    log << name << ": a plan that should be right is harmful: ";
    describe(log, *harm);
    log << ": --offsets=" << listOffsets(plan) << "\n";
  }
  if (!options.useProof)
    return;
  OwningOpRef<ModuleOp> withSlots =
      writePlan(*subject.module, subject.sites, plan);
  ProofVerdict verdict = askProof(subject, *withSlots);
  if (verdict.accepted)
    return;
  ++totals.falseAlarms;
  log << name << ": false alarm: " << verdict.message
      << ": --offsets=" << listOffsets(plan) << "\n";
}

/// The oracle is put to the test, too: the program must compute the same.
void Trial::tryHarmless(const KindInfo &info, const Plan &plan) {
  if (totals.harmlessRun >= options.runs * totals.programs)
    return;
  ++totals.harmlessRun;
  OwningOpRef<ModuleOp> withSlots =
      writePlan(*subject.module, subject.sites, plan);
  if (runPlanned(subject, *withSlots, /*poison=*/false) == RunVerdict::Same)
    return;
  ++totals.overlooked;
  fail("another result of a plan that the oracle finds no harm in", info, plan);
}

/// How much of the harm shows when the program runs.
void Trial::run(const KindInfo &info, const Plan &plan, ModuleOp withSlots) {
  Count &count = totals.counts[unsigned(info.kind)];
  if (count.run >= options.runs * totals.programs)
    return;
  RunVerdict poisoned = runPlanned(subject, withSlots, /*poison=*/true);
  RunVerdict plain = runPlanned(subject, withSlots, /*poison=*/false);
  if (poisoned == RunVerdict::Failed || plain == RunVerdict::Failed) {
    ++totals.failures;
    return fail("cannot be run", info, plan);
  }
  ++count.run;
  count.poisoned += poisoned != RunVerdict::Same;
  count.plain += plain != RunVerdict::Same;
}

void Trial::tryWrong(const KindInfo &info, const Plan &plan) {
  Count &count = totals.counts[unsigned(info.kind)];
  ++count.made;
  std::optional<Harm> harm = findAnyHarm(subject, plan);
  if (!harm)
    return tryHarmless(info, plan);
  ++count.harmful;
  OwningOpRef<ModuleOp> withSlots =
      writePlan(*subject.module, subject.sites, plan);
  if (!info.isShared) {
    ProofVerdict verdict =
        options.useProof ? askProof(subject, *withSlots) : ProofVerdict();
    if (verdict.foundViolation) {
      ++count.caught;
    } else {
      ++count.missed;
      fail("missed", info, plan);
      log << "  ";
      describe(log, *harm);
      if (!verdict.accepted)
        log << "; all that the proof says: " << verdict.message;
      log << "\n";
    }
  }
  run(info, plan, *withSlots);
}

static void tryRightPlans(const Subject &subject, const Conflicts &conflicts,
                          gen::Random &random, const ExperimentOptions &options,
                          Trial &trial) {
  trial.tryRight(*subject.plan);
  std::vector<unsigned> order(subject.sites.size());
  std::iota(order.begin(), order.end(), 0);
  for (unsigned i = 0; i != options.replaced; ++i) {
    for (size_t left = order.size(); left > 1; --left)
      std::swap(order[left - 1], order[random.below(left)]);
    Plan plan = *subject.plan;
    conflicts.place(order, plan);
    trial.tryRight(plan);
  }
}

void mplan::mutate::experiment(ProgramMaker makeProgram, StringRef name,
                               uint64_t seed, const ExperimentOptions &options,
                               Totals &totals, llvm::raw_ostream &log) {
  auto fail = [&](const Twine &what) {
    ++totals.failures;
    log << name << ": " << what << "\n";
  };
  ++totals.programs;
  for (bool carrying : {false, true}) {
    OwningOpRef<ModuleOp> program = makeProgram();
    if (!program)
      return fail("cannot be made");
    FailureOr<Subject> subject = failure();
    std::string refusal;
    {
      ScopedDiagnosticHandler quiet(
          program->getContext(), [&](Diagnostic &error) {
            if (refusal.empty() &&
                error.getSeverity() == DiagnosticSeverity::Error)
              refusal = error.str();
            return success();
          });
      subject = makeSubject(std::move(program),
                            carrying ? kCarryingPasses : kUsualPasses,
                            options.subject);
    }
    if (carrying && (failed(subject) || !handsOnBuffers(*subject->module)))
      return;
    if (failed(subject) || (!carrying && !subject->plan)) {
      ++totals.refused;
      if (options.mustPlan)
        fail("cannot be planned: " +
             (succeeded(subject) ? subject->refusal : refusal));
      continue;
    }
    FailureOr<Conflicts> conflicts =
        Conflicts::compute(*subject->module, subject->sites);
    if (failed(conflicts) || failed(trace(*subject, options.subject)))
      return fail("cannot be run");
    Trial trial(*subject, name, options, totals, log);
    if (!carrying) {
      gen::Random random(seed);
      tryRightPlans(*subject, *conflicts, random, options, trial);
    }
    Origin origin{*subject->module, subject->sites, subject->plan, *conflicts};
    for (const KindInfo &info : getKinds()) {
      if (info.wantsCarrying != carrying)
        continue;
      for (unsigned number = 0; number != options.tries; ++number) {
        // Each on its own: what one draws does not change the next.
        gen::Random random((seed * 1000 + unsigned(info.kind)) * 1000 + number);
        if (std::optional<Plan> plan = corrupt(info.kind, origin, random))
          trial.tryWrong(info, *plan);
      }
    }
  }
}

LogicalResult mplan::mutate::tryOffsets(ProgramMaker makeProgram, bool carrying,
                                        ArrayRef<int64_t> offsets,
                                        const ExperimentOptions &options,
                                        llvm::raw_ostream &os, bool &isGood) {
  OwningOpRef<ModuleOp> program = makeProgram();
  if (!program)
    return failure();
  Location loc = program->getLoc();
  FailureOr<Subject> subject =
      makeSubject(std::move(program), carrying ? kCarryingPasses : kUsualPasses,
                  options.subject);
  if (failed(subject) || failed(trace(*subject, options.subject)))
    return failure();
  if (offsets.size() != subject->sites.size())
    return emitError(loc) << "--offsets gives " << offsets.size()
                          << " for the program's " << subject->sites.size()
                          << " allocations";
  Plan plan = subject->plan.value_or(Plan(offsets.size()));
  for (auto [i, site] : llvm::enumerate(subject->sites)) {
    if (offsets[i] < 0 || offsets[i] % site.alignment != 0)
      return emitError(loc)
             << "--offsets puts allocation " << i << " at " << offsets[i]
             << ", which is no multiple of " << site.alignment;
    os << "buffer " << i << ": " << site.bytes << " bytes, offset "
       << plan[i].offset << " becomes " << offsets[i] << "\n";
    plan[i].offset = offsets[i];
  }
  std::optional<Harm> harm = findAnyHarm(*subject, plan);
  os << "oracle: " << (harm ? "harmful: " : "no harm");
  if (harm)
    describe(os, *harm);
  OwningOpRef<ModuleOp> withSlots =
      writePlan(*subject->module, subject->sites, plan);
  ProofVerdict verdict =
      options.useProof ? askProof(*subject, *withSlots) : ProofVerdict();
  os << "\nproof: "
     << (verdict.accepted ? "accepts" : "rejects: " + verdict.message) << "\n";
  isGood = !harm || verdict.foundViolation;
  static constexpr StringLiteral words[] = {"the same results", "other results",
                                            "a crash", "no end", "cannot run"};
  for (bool poison : {false, true})
    os << (poison ? "poisoned: " : "run: ")
       << words[unsigned(runPlanned(*subject, *withSlots, poison))] << "\n";
  return success();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void mplan::mutate::printTable(const Totals &totals, llvm::raw_ostream &os) {
  constexpr char row[] = "{0,-10}{1,8}{2,9}{3,8}{4,8}{5,8}{6,10}{7,8}\n";
  os << llvm::formatv(row, "kind", "made", "harmful", "caught", "missed", "run",
                      "poisoned", "plain");
  for (const KindInfo &info : getKinds()) {
    const Count &count = totals.counts[unsigned(info.kind)];
    auto asked = [&](int64_t number) {
      return info.isShared ? std::string("-") : std::to_string(number);
    };
    os << llvm::formatv(row, info.name, count.made, count.harmful,
                        asked(count.caught), asked(count.missed), count.run,
                        count.poisoned, count.plain);
  }
  os << "programs: " << totals.programs
     << ", refused by the planner: " << totals.refused
     << ", failures: " << totals.failures << "\nright plans: " << totals.right
     << ", rejected: " << totals.falseAlarms
     << ", harmful after all: " << totals.harmfulRight
     << "\nharmless plans run: " << totals.harmlessRun
     << ", harmful after all: " << totals.overlooked << "\n";
}

void mplan::mutate::printJson(const Totals &totals, llvm::raw_ostream &os) {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("programs", totals.programs);
    json.attribute("refused", totals.refused);
    json.attribute("failures", totals.failures);
    json.attribute("right", totals.right);
    json.attribute("falseAlarms", totals.falseAlarms);
    json.attribute("harmfulRight", totals.harmfulRight);
    json.attribute("harmlessRun", totals.harmlessRun);
    json.attribute("overlooked", totals.overlooked);
    json.attributeArray("kinds", [&] {
      for (const KindInfo &info : getKinds()) {
        const Count &count = totals.counts[unsigned(info.kind)];
        json.object([&] {
          json.attribute("name", info.name);
          json.attribute("description", info.description);
          json.attribute("shared", info.isShared);
          json.attribute("made", count.made);
          json.attribute("harmful", count.harmful);
          json.attribute("caught", count.caught);
          json.attribute("missed", count.missed);
          json.attribute("run", count.run);
          json.attribute("poisoned", count.poisoned);
          json.attribute("plain", count.plain);
        });
      }
    });
  });
  os << "\n";
}
