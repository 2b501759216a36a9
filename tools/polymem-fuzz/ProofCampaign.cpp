//===- ProofCampaign.cpp - is what polymem-check proves true? -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProofCampaign.h"
#include "Child.h"
#include "Generator.h"
#include "ProofMutants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include <poll.h>

using namespace llvm;

namespace polymem::fuzz {

namespace {
/// Where a worker is in its programs; the rest is done anew after a crash.
struct Place {
  /// Programs [next, last), counted from 0.
  uint64_t next, last;
  /// In program `next`, the first stage, and the first mutant in it.
  size_t stage = 0, mutant = 0;
};
} // namespace

/// The seed of program `number`: every fourth is a stencil, every fourth a
/// reduction.
static uint64_t seedOf(const ProofOptions &options, uint64_t number) {
  uint64_t seed = options.campaign.firstSeed + number;
  if (number % 4 == 2)
    return kFirstStencilSeed + seed;
  return number % 4 == 3 ? kFirstSumSeed + seed : seed;
}

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

static void runProgram(Case::Engine &engine, const ProofOptions &options,
                       const Place &place, Child::Send send) {
  ProofProgram program(engine, options, seedOf(options, place.next));
  if (auto problem = program.prepare()) {
    send({"verdict", "program", "useless", *problem});
    return;
  }
  for (size_t stage = place.stage; stage < program.stages().size(); ++stage) {
    send({"stage", std::to_string(stage), program.stages()[stage].pipeline});
    std::vector<Mutant> mutants =
        program.mutants(stage, [&](StringRef pass) { send({"step", pass}); });
    for (size_t i = stage == place.stage ? place.mutant : 0; i < mutants.size();
         ++i) {
      const Mutant &mutant = mutants[i];
      send({"mutant", std::to_string(i), mutant.fault,
            std::to_string(mutant.site)});
      Judgement judgement = program.judge(mutant);
      send({"verdict", mutant.fault, judgement.verdict, judgement.text});
      // Nothing follows from faults in what is not proved without them.
      if (mutant.number == 0 && judgement.verdict != "proved")
        break;
    }
  }
}

static void runPlace(mlir::MLIRContext &context, const ProofOptions &options,
                     Place place, Child::Send send) {
  Case::Engine engine(context);
  for (; place.next < place.last; ++place.next) {
    send({"program", std::to_string(place.next)});
    runProgram(engine, options, place, send);
    place.stage = place.mutant = 0;
  }
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

namespace {
struct Worker {
  Worker(Child child, const Place &place)
      : child(std::move(child)), place(place) {}

  Child child;
  Place place;
  std::string pipeline{}, fault = "none", site = "0", step = "original";
};

class ProofRunner {
public:
  ProofRunner(mlir::MLIRContext &context, const ProofOptions &options,
              function_ref<void(const std::string &)> report)
      : context(context), options(options), report(report),
        start(std::chrono::steady_clock::now()) {}

  ProofResult run();

private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }
  bool startNext();
  void startWorker(const Place &place);
  void handle(Worker &worker, Child::Message message);
  void count(const Worker &worker, StringRef fault, StringRef verdict,
             StringRef text);
  void fail(const Worker &worker, StringRef kind, StringRef text);
  std::string keep(const Worker &worker, StringRef kind, StringRef text);
  void end(size_t number, bool hung);

  mlir::MLIRContext &context;
  const ProofOptions &options;
  function_ref<void(const std::string &)> report;
  std::chrono::steady_clock::time_point start;
  uint64_t next = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  std::map<std::string, unsigned> kept;
  ProofResult result;
};
} // namespace

void ProofRunner::startWorker(const Place &place) {
  Child child(
      [&](Child::Send send) { runPlace(context, options, place, send); });
  workers.push_back(std::make_unique<Worker>(std::move(child), place));
}

bool ProofRunner::startNext() {
  const CampaignOptions &campaign = options.campaign;
  // All jobs have some, as far as there are so many.
  uint64_t batch = std::clamp<uint64_t>(
      campaign.count / std::max<uint64_t>(campaign.jobs, 1), 1, 8);
  if (next >= campaign.count ||
      (campaign.timeLimit > 0 && elapsed() >= campaign.timeLimit))
    return false;
  Place place{next, std::min(campaign.count, next + batch)};
  next = place.last;
  startWorker(place);
  return true;
}

/// What stays the same of a message when sizes and names change.
static std::string reasonOf(StringRef text) {
  std::string reason;
  for (char c : text.take_until([](char c) { return c == '\n'; }))
    if (!isDigit(c))
      reason += c;
  return StringRef(reason).take_front(90).str();
}

void ProofRunner::count(const Worker &worker, StringRef fault,
                        StringRef verdict, StringRef text) {
  ++result.verdicts[fault.str()][verdict.str()];
  bool isMutant = fault != "none" && fault != "program";
  result.mutants += isMutant && verdict != "same" && verdict != "invalid";
  if (verdict == "undecided")
    ++result.reasons[reasonOf(text)];
  // What a pipeline made and the check refutes is one of the two's mistake.
  if (verdict == "differs" || (fault == "none" && verdict == "violated"))
    fail(worker, fault == "none" ? "without fault: " + verdict.str() : verdict,
         text);
}

void ProofRunner::fail(const Worker &worker, StringRef kind, StringRef text) {
  ++result.failures;
  std::string path = keep(worker, kind, text);
  std::string message =
      ("seed " + Twine(seedOf(options, worker.place.next)) + ", " +
       worker.pipeline + ", " + worker.fault + " " + worker.site + ": " + kind +
       "\n  " + text.trim().take_front(1000) + "\n")
          .str();
  if (!path.empty())
    message += "  kept: " + path + "\n";
  report(message);
}

/// Writes the mutant to a file, in another process: its passes may crash.
std::string ProofRunner::keep(const Worker &worker, StringRef kind,
                              StringRef text) {
  if (kept[kind.str()]++ >= options.maxKept)
    return "";
  std::string path =
      (options.keep + "/proof-" + Twine(seedOf(options, worker.place.next)) +
       "-" + worker.pipeline + "-" + worker.fault + "-" + worker.site + ".mlir")
          .str();
  std::string file;
  runInChild(
      options.campaign.hangLimit,
      [&](Child::Send send) {
        Case::Engine engine(context);
        ProofProgram program(engine, options,
                             seedOf(options, worker.place.next));
        if (program.prepare())
          return;
        for (const Mutant &mutant :
             program.mutants(worker.place.stage, [](StringRef) {}))
          if (mutant.number == worker.place.mutant)
            send({"file", program.toFile(mutant, text)});
      },
      [&](Child::Message message) { file = message[1].str(); });
  if (file.empty() || sys::fs::create_directories(options.keep))
    return "";
  std::error_code error;
  ToolOutputFile output(path, error, sys::fs::OF_Text);
  if (error)
    return "";
  output.os() << file;
  output.keep();
  return path;
}

void ProofRunner::handle(Worker &worker, Child::Message message) {
  auto number = [&](unsigned i) {
    uint64_t value = 0;
    message[i].getAsInteger(10, value);
    return value;
  };
  worker.step = message[0].str();
  if (message[0] == "program") {
    // The program that a crash interrupted is not a new one.
    result.programs += worker.place.next != number(1) ||
                       (worker.place.stage == 0 && worker.place.mutant == 0);
    worker.place.next = number(1);
    worker.pipeline = "original";
    worker.fault = "none";
  } else if (message[0] == "stage") {
    worker.place.stage = number(1);
    worker.place.mutant = 0;
    worker.pipeline = message[2].str();
    worker.fault = "none";
    worker.site = "0";
  } else if (message[0] == "step") {
    worker.step = message[1].str();
  } else if (message[0] == "mutant") {
    worker.place.mutant = number(1);
    worker.fault = message[2].str();
    worker.site = message[3].str();
  } else if (message[0] == "verdict") {
    count(worker, message[1], message[2], message[3]);
  }
}

void ProofRunner::end(size_t number, bool hung) {
  std::unique_ptr<Worker> worker = std::move(workers[number]);
  workers.erase(workers.begin() + static_cast<int64_t>(number));
  if (hung)
    worker->child.kill();
  std::string problem = worker->child.wait();
  if (problem.empty())
    return;
  Place rest = worker->place;
  if (worker->pipeline == "original") {
    ++rest.next;
    rest.stage = rest.mutant = 0;
  } else if (worker->step == "mutant" || worker->step == "verdict") {
    ++rest.mutant;
  } else {
    // In a pass: other campaigns are for those.
    ++rest.stage;
    rest.mutant = 0;
  }
  if (worker->step == "mutant") {
    std::string kind = hung ? "hang" : "crash";
    ++result.verdicts[worker->fault][kind];
    result.mutants += worker->fault != "none";
    fail(*worker, kind, problem + "\n" + worker->child.errorOutput());
  } else {
    ++result.verdicts["program"]
                     [(hung ? "hang in " : "crash in ") + worker->step];
  }
  if (rest.next < rest.last)
    startWorker(rest);
}

ProofResult ProofRunner::run() {
  while (true) {
    while (workers.size() < options.campaign.jobs && startNext())
      ;
    if (workers.empty())
      break;
    std::vector<pollfd> polls;
    polls.reserve(workers.size());
    for (auto &worker : workers)
      polls.push_back({worker->child.descriptor(), POLLIN, 0});
    ::poll(polls.data(), polls.size(), /*milliseconds=*/500);
    for (size_t i = polls.size(); i-- > 0;) {
      Worker &worker = *workers[i];
      bool ended =
          polls[i].revents != 0 &&
          !worker.child.read([&](Child::Message m) { handle(worker, m); });
      bool hung = worker.child.silence() > options.campaign.hangLimit;
      if (ended || hung)
        end(i, !ended);
    }
  }
  result.seconds = elapsed();
  return std::move(result);
}

ProofResult runProofCampaign(mlir::MLIRContext &context,
                             const ProofOptions &options,
                             function_ref<void(const std::string &)> report) {
  return ProofRunner(context, options, report).run();
}

} // namespace polymem::fuzz
