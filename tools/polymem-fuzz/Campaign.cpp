//===- Campaign.cpp - many programs through many pipelines ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "Child.h"
#include "Generator.h"
#include "PolyMem/Support/Random.h"
#include "Reducer.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include <poll.h>

using namespace llvm;

namespace polymem::fuzz {

GeneratedProgram generateFor(const CampaignOptions &options, uint64_t seed) {
  return options.segments ? generateConstant(seed) : generate(seed);
}

/// The pipelines that the user asks for.
static std::vector<Pipeline> requestedPipelines(const CampaignOptions &options,
                                                uint64_t seed) {
  std::vector<Pipeline> all = options.segments
                                  ? segmentPipelinesFor(seed)
                                  : pipelinesFor(seed, options.islBudget);
  if (options.pipelines.empty())
    return all;
  std::vector<Pipeline> selected;
  for (const std::string &wanted : options.pipelines) {
    size_t before = selected.size();
    for (const Pipeline &pipeline : all)
      if (pipeline.name == wanted)
        selected.push_back(pipeline);
    if (selected.size() == before)
      selected.push_back({"given", wanted});
  }
  return selected;
}

std::vector<Pipeline> selectPipelines(const CampaignOptions &options,
                                      uint64_t seed) {
  std::vector<Pipeline> selected = requestedPipelines(options, seed);
  if (options.pipelinesPerProgram == 0)
    return selected;
  // Not the numbers that the program was drawn with.
  Random random(~seed);
  while (selected.size() > options.pipelinesPerProgram)
    selected.erase(selected.begin() + random.pick(selected.size()));
  return selected;
}

/// The programs [next, last) that one child works on, the first of them from
/// pipeline `firstPipeline` on.
namespace {
struct Batch {
  uint64_t next, last;
  size_t firstPipeline = 0;
};

/// Sends messages about one batch. Runs in a child.
class BatchRunner {
public:
  BatchRunner(mlir::MLIRContext &context, const CampaignOptions &options,
              Child::Send send)
      : context(context), options(options), send(send), engine(context) {}

  void run(const Batch &batch) {
    for (uint64_t seed = batch.next; seed < batch.last; ++seed)
      runProgram(seed, seed == batch.next ? batch.firstPipeline : 0);
  }

private:
  void runProgram(uint64_t seed, size_t firstPipeline);
  void sendFailure(const Failure &failure) {
    send({"failure", failure.kind, failure.message});
  }

  mlir::MLIRContext &context;
  const CampaignOptions &options;
  Child::Send send;
  Case::Engine engine;
};
} // namespace

void BatchRunner::runProgram(uint64_t seed, size_t firstPipeline) {
  send({"program", std::to_string(seed)});
  GeneratedProgram program = generateFor(options, seed);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program.text, &context);
  if (!module)
    return sendFailure({"invalid program", "does not parse"});
  Case testCase(engine, *module, program.sizes);
  if (auto failure = testCase.prepare())
    return sendFailure(*failure);
  std::vector<Pipeline> pipelines = selectPipelines(options, seed);
  for (size_t i = firstPipeline; i < pipelines.size(); ++i) {
    send({"pipeline", std::to_string(i)});
    if (auto failure = testCase.check(
            pipelines[i].text, [&](StringRef pass) { send({"pass", pass}); })) {
      if (failure->kind == kRefused)
        send({"refused", failure->message});
      else
        sendFailure(*failure);
    }
    send({"ran", testCase.wasTransformed() ? "1" : "0"});
  }
  for (const auto &entry : testCase.passCounts())
    send({"count", entry.getKey(), std::to_string(entry.getValue().runs),
          std::to_string(entry.getValue().changed),
          std::to_string(entry.getValue().seconds)});
  send({"done"});
}

namespace {
/// A child at work, and where it is.
struct Worker {
  Child child;
  Batch batch;
  uint64_t seed;
  std::vector<Pipeline> pipelines;
  std::optional<size_t> pipeline;
  std::string pass;
};

class Campaign {
public:
  Campaign(mlir::MLIRContext &context, const CampaignOptions &options,
           function_ref<void(const FoundFailure &)> report)
      : context(context), options(options), report(report),
        start(std::chrono::steady_clock::now()), next(options.firstSeed) {}

  CampaignResult run();

private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }
  void startWorker(const Batch &batch);
  bool startNext();
  void handle(Worker &worker, Child::Message message);
  /// The failure of what the worker is at.
  static FoundFailure found(const Worker &worker, Failure failure);
  void fail(FoundFailure failure);
  /// Runs what hung again, while nothing else runs.
  void retryHangs();
  /// Ends a worker; continues behind the failure if there was one.
  void end(size_t number, bool hung);

  mlir::MLIRContext &context;
  const CampaignOptions &options;
  function_ref<void(const FoundFailure &)> report;
  std::chrono::steady_clock::time_point start;
  uint64_t next;
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<FoundFailure> hangs;
  CampaignResult result;
};
} // namespace

void Campaign::startWorker(const Batch &batch) {
  Child child([&](Child::Send send) {
    BatchRunner(context, options, send).run(batch);
  });
  workers.push_back(std::make_unique<Worker>(
      Worker{std::move(child), batch, batch.next, {}, std::nullopt, ""}));
}

bool Campaign::startNext() {
  // Large enough to make up for a new process, small enough to end in time.
  constexpr uint64_t kBatch = 20;
  uint64_t end = options.firstSeed + options.count;
  if (next >= end || (options.timeLimit > 0 && elapsed() >= options.timeLimit))
    return false;
  Batch batch{next, std::min(end, next + kBatch)};
  next = batch.last;
  startWorker(batch);
  return true;
}

FoundFailure Campaign::found(const Worker &worker, Failure failure) {
  Pipeline pipeline{"-", ""};
  if (worker.pipeline)
    pipeline = worker.pipelines[*worker.pipeline];
  return {worker.seed, pipeline, std::move(failure)};
}

void Campaign::fail(FoundFailure failure) {
  result.failures.push_back(std::move(failure));
  report(result.failures.back());
}

void Campaign::retryHangs() {
  for (FoundFailure &hang : hangs) {
    GeneratedProgram generated = generateFor(options, hang.seed);
    FailingProgram program{
        mlir::parseSourceString<mlir::ModuleOp>(generated.text, &context),
        generated.sizes, hang.pipeline.text, hang.failure};
    std::optional<Failure> again;
    if (program.module)
      again = runCase(program, options.hangLimit);
    if (program.module && (!again || again->kind == kRefused)) {
      result.passedAlone.push_back(std::move(hang));
      continue;
    }
    if (again)
      hang.failure = std::move(*again);
    fail(std::move(hang));
  }
}

void Campaign::handle(Worker &worker, Child::Message message) {
  auto number = [&](unsigned i) {
    uint64_t value = 0;
    message[i].getAsInteger(10, value);
    return value;
  };
  if (message[0] == "program") {
    worker.seed = number(1);
    worker.pipelines = selectPipelines(options, worker.seed);
    worker.pipeline.reset();
    worker.pass = "original";
    ++result.programs;
  } else if (message[0] == "pipeline") {
    worker.pipeline = number(1);
  } else if (message[0] == "pass") {
    worker.pass = message[1].str();
  } else if (message[0] == "failure") {
    fail(found(worker, {message[1].str(), message[2].str()}));
  } else if (message[0] == "refused") {
    ++result.refusals[message[1].str()];
  } else if (message[0] == "ran") {
    auto &count = result.pipelines[worker.pipelines[*worker.pipeline].name];
    ++count.runs;
    count.transformed += number(1);
  } else if (message[0] == "count") {
    PassCount &count = result.passes[message[1].str()];
    count.runs += number(2);
    count.changed += number(3);
    double seconds = 0;
    message[4].getAsDouble(seconds);
    count.seconds += seconds;
  }
}

void Campaign::end(size_t number, bool hung) {
  Worker worker = std::move(*workers[number]);
  workers.erase(workers.begin() + number);
  if (hung)
    worker.child.kill();
  std::string problem = worker.child.wait();
  if (problem.empty())
    return;
  FoundFailure failure =
      found(worker, {(hung ? "hang" : problem) + " in " + worker.pass,
                     worker.child.errorOutput()});
  if (hung)
    hangs.push_back(std::move(failure));
  else
    fail(std::move(failure));
  // The rest: the other pipelines, unless it was the original that failed.
  Batch rest = worker.batch;
  rest.next = worker.seed;
  rest.firstPipeline = worker.pipeline ? *worker.pipeline + 1 : 0;
  if (!worker.pipeline)
    ++rest.next;
  else
    --result.programs; // begun again
  if (rest.next < rest.last)
    startWorker(rest);
}

CampaignResult Campaign::run() {
  while (true) {
    while (workers.size() < options.jobs && startNext())
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
      bool hung = worker.child.silence() > options.hangLimit;
      if (ended || hung)
        end(i, !ended);
    }
  }
  retryHangs();
  result.seconds = elapsed();
  return std::move(result);
}

CampaignResult runCampaign(mlir::MLIRContext &context,
                           const CampaignOptions &options,
                           function_ref<void(const FoundFailure &)> report) {
  return Campaign(context, options, report).run();
}

} // namespace polymem::fuzz
