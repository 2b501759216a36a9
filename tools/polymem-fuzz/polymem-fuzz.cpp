//===- polymem-fuzz.cpp - search for programs that passes break -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates random affine programs, runs each before and after every pipeline,
// with floating-point operations replaced by hashes (see
// `test-polymem-uninterpreted`), compares bits, and makes failing programs
// small. Everything follows from the seeds. See docs/reliability.md.
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "Corpus.h"
#include "Generator.h"
#include "PolyMem/Pipelines/Registration.h"
#include "ProofCampaign.h"
#include "Reducer.h"
#include "TestPasses.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using namespace polymem::fuzz;
using mlir::MLIRContext;
using mlir::ModuleOp;

static cl::OptionCategory category("polymem-fuzz options");

static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the first program"),
                              cl::init(1), cl::cat(category));
static cl::opt<uint64_t> maxPrograms("count",
                                     cl::desc("Programs to try at most"),
                                     cl::init(100), cl::cat(category));
static cl::opt<double>
    timeLimit("time-limit",
              cl::desc("Seconds after which no more programs are begun (0: no "
                       "limit)"),
              cl::init(0), cl::cat(category));
static cl::opt<double>
    hangLimit("hang-limit",
              cl::desc("Seconds in one pass or run that count as a hang, also "
                       "when the case runs again, alone"),
              cl::init(60), cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::desc("Processes at work"),
                              cl::init(1), cl::cat(category));
static cl::opt<uint64_t>
    islBudget("isl-budget",
              cl::desc("Option max-isl-operations of the passes (0: their "
                       "default)"),
              cl::init(50000), cl::cat(category));
static cl::list<std::string> pipelines(
    "pipeline",
    cl::desc("Only this pipeline: a name from the list, or passes, $0, $1 and "
             "$2 being the numbers of arguments with run-time tile sizes "
             "(repeatable)"),
    cl::value_desc("name or passes"), cl::cat(category));
static cl::opt<unsigned> pipelinesPerProgram(
    "pipelines-per-program",
    cl::desc("So many of the pipelines for each program, drawn by its seed (0: "
             "all)"),
    cl::init(0), cl::cat(category));
static cl::opt<bool> printFlag("print",
                               cl::desc("Only print programs and pipelines"),
                               cl::cat(category));
static cl::opt<unsigned>
    maxReductions("max-reductions",
                  cl::desc("Failures that are reduced: at most so many, of "
                           "each kind and pipeline the first"),
                  cl::init(10), cl::cat(category));
static cl::opt<double> reductionLimit("reduction-limit",
                                      cl::desc("Seconds for one reduction"),
                                      cl::init(120), cl::cat(category));
static cl::opt<std::string> keep("keep",
                                 cl::desc("Folder for reduced programs"),
                                 cl::init("fuzz-failures"), cl::cat(category));

static cl::opt<std::string> corpus(
    "corpus",
    cl::desc("Instead of generated programs: all functions of the .mlir files "
             "in this folder, through the pipelines given by --pipeline "
             "(scripts/corpus.py gives all passes)"),
    cl::value_desc("folder"), cl::cat(category));
static cl::opt<unsigned>
    mutants("mutants",
            cl::desc("With --corpus: mutated copies of each function; with "
                     "--proofs: faults in each program (0: 16)"),
            cl::init(0), cl::cat(category));
static cl::opt<bool>
    proofs("proofs",
           cl::desc("Put faults into the programs behind the pipelines, ask "
                    "polymem-check, and run what it proves at four sizes"),
           cl::cat(category));
static cl::opt<bool> segments(
    "segments",
    cl::desc(
        "Programs with constant sizes through polymem-to-prem, with random "
        "plans for 1, 2, 3 and 8 cores; what is refused is counted"),
    cl::cat(category));
static cl::opt<std::string>
    shard("shard",
          cl::desc("With --corpus: of N equal parts of the functions only "
                   "part I, from 0 on"),
          cl::value_desc("I/N"), cl::init("0/1"), cl::cat(category));

static CampaignOptions campaignOptions() {
  CampaignOptions options;
  options.firstSeed = seed;
  options.count = maxPrograms;
  options.timeLimit = timeLimit;
  options.hangLimit = hangLimit;
  options.jobs = std::max(1u, jobs.getValue());
  options.islBudget = islBudget;
  options.pipelines.assign(pipelines.begin(), pipelines.end());
  options.pipelinesPerProgram = pipelinesPerProgram;
  options.segments = segments;
  return options;
}

static void printPrograms(const CampaignOptions &options) {
  for (uint64_t s = seed; s < seed + maxPrograms; ++s) {
    GeneratedProgram program = generateFor(campaignOptions(), s);
    outs() << "// seed " << s << "\n";
    for (const Pipeline &pipeline : selectPipelines(options, s))
      outs() << "// " << pipeline.name << ": " << pipeline.text << "\n";
    for (const auto &bindings : program.sizes) {
      outs() << "// sizes:";
      for (auto &[name, value] : bindings)
        outs() << " " << name << "=" << value;
      outs() << "\n";
    }
    outs() << program.text << "\n";
  }
}

/// Reduces a failure; writes it to a file, whose name is printed.
static void reduceAndKeep(MLIRContext &context, const FoundFailure &found) {
  GeneratedProgram generated = generateFor(campaignOptions(), found.seed);
  FailingProgram program{
      mlir::parseSourceString<ModuleOp>(generated.text, &context),
      generated.sizes, found.pipeline.text, found.failure};
  if (!program.module || found.pipeline.text.empty())
    return;
  std::optional<Failure> again = runCase(program, hangLimit);
  if (!again || again->kind != found.failure.kind) {
    outs() << "  not reduced: alone, " << (again ? again->kind : "it passes")
           << "\n";
    return;
  }
  // Hangs are not waited for in full over and over.
  bool hangs = StringRef(found.failure.kind).starts_with("hang");
  reduce(program, hangs ? std::min(10.0, hangLimit.getValue()) : hangLimit,
         reductionLimit);
  std::string path =
      formatv("{0}/fuzz-{1}-{2}.mlir", keep, found.seed, found.pipeline.name);
  std::error_code error = sys::fs::create_directories(keep);
  ToolOutputFile file(path, error, sys::fs::OF_Text);
  if (error) {
    errs() << "polymem-fuzz: " << path << ": " << error.message() << "\n";
    return;
  }
  file.os() << toFile(program);
  file.keep();
  outs() << "  reduced: " << path << "\n";
}

static void printResult(const CampaignResult &result) {
  outs() << formatv("{0,-26}{1,10}{2,12}\n", "pipeline", "programs",
                    "transformed");
  uint64_t runs = 0;
  for (auto &[name, pipeline] : result.pipelines) {
    outs() << formatv("{0,-26}{1,10}{2,12}\n", name, pipeline.runs,
                      pipeline.transformed);
    runs += pipeline.runs;
  }
  outs() << formatv("{0,-38}{1,10}{2,12}{3,10}\n", "pass", "runs", "changed",
                    "seconds");
  for (auto &[name, pass] : result.passes)
    outs() << formatv("{0,-38}{1,10}{2,12}{3,10:f1}\n", name, pass.runs,
                      pass.changed, pass.seconds);
  for (auto &[reason, count] : result.refusals)
    outs() << formatv("{0,8} {1}\n", count, reason);
  for (const FoundFailure &hang : result.passedAlone)
    outs() << formatv("seed {0}, {1}: {2}; alone, it passes\n", hang.seed,
                      hang.pipeline.name, hang.failure.kind);
  double seconds = std::max(result.seconds, 1e-3);
  outs() << formatv(
      "{0} programs, {1} pipelines, {2} runs, {3:f1} s, {4:f1} programs/s, "
      "{5} failures\n",
      result.programs, result.pipelines.size(), runs, seconds,
      result.programs / seconds, result.failures.size());
}

/// Prints what failed and the command that runs it again.
static void printFailure(const FoundFailure &found) {
  outs() << "seed " << found.seed << ", " << found.pipeline.name << ": "
         << found.failure.kind << "\n";
  if (!StringRef(found.failure.message).trim().empty())
    outs() << "  " << StringRef(found.failure.message).trim() << "\n";
  outs() << "  polymem-fuzz" << (segments ? " --segments" : "")
         << " --seed=" << found.seed << " --count=1";
  if (!found.pipeline.text.empty())
    outs() << " --pipeline='" << found.pipeline.text << "'";
  outs() << "\n";
  outs().flush();
}

static int runAll(MLIRContext &context) {
  std::set<std::pair<std::string, std::string>> reduced;
  CampaignResult result = runCampaign(context, campaignOptions(), printFailure);
  for (const FoundFailure &found : result.failures) {
    if (reduced.size() >= maxReductions ||
        !reduced.insert({found.failure.kind, found.pipeline.name}).second)
      continue;
    outs() << "seed " << found.seed << ", " << found.pipeline.name << ": "
           << found.failure.kind << "\n";
    reduceAndKeep(context, found);
    outs().flush();
  }
  printResult(result);
  // Once more (ten are enough) below a table that may be long.
  for (const FoundFailure &found : ArrayRef(result.failures).take_front(10))
    printFailure(found);
  return result.failures.empty() ? 0 : 1;
}

static int runAllOfCorpus(MLIRContext &context) {
  CorpusOptions options;
  options.folder = corpus;
  options.pipelines.assign(pipelines.begin(), pipelines.end());
  options.mutants = mutants;
  options.hangLimit = hangLimit;
  options.keep = keep;
  auto [number, count] = StringRef(shard).split('/');
  if (number.getAsInteger(10, options.shard) ||
      count.getAsInteger(10, options.shards) ||
      options.shard >= options.shards) {
    errs() << "polymem-fuzz: --shard: expected I/N with I less than N\n";
    return 2;
  }
  if (!sys::fs::is_directory(corpus)) {
    errs() << "polymem-fuzz: --corpus: no folder '" << corpus << "'\n";
    return 2;
  }
  CorpusResult result = runCorpus(context, options);
  outs() << formatv("{0} modules, {1} not parsed; {2} functions, {3} mutants, "
                    "{4} compared; {5} runs, {6} changed, {7} refused; {8} "
                    "undefined\n",
                    result.modules, result.notParsed, result.functions,
                    result.mutants, result.compared, result.runs,
                    result.changed, result.refused, result.undefined);
  for (auto &[kind, count] : result.failures)
    outs() << "failures: " << count << " " << kind << "\n";
  return result.failures.empty() ? 0 : 1;
}

static void printProofs(const ProofResult &result) {
  static constexpr const char *kColumns[] = {
      "violated", "undecided", "proved",  "differs", "false alarm",
      "not run",  "same",      "invalid", "crash",   "hang"};
  outs() << formatv("{0,-22}", "fault");
  for (const char *column : kColumns)
    outs() << formatv("{0,12}", column);
  outs() << "\n";
  std::map<std::string, uint64_t> total;
  auto printRow = [&](const std::string &name,
                      const std::map<std::string, uint64_t> &row) {
    outs() << formatv("{0,-22}", name);
    for (const char *column : kColumns) {
      auto it = row.find(column);
      outs() << formatv("{0,12}", it == row.end() ? 0 : it->second);
    }
    outs() << "\n";
  };
  for (auto &[fault, row] : result.verdicts) {
    if (fault == "program")
      continue;
    printRow(fault, row);
    if (fault != "none")
      for (auto &[verdict, number] : row)
        total[verdict] += number;
  }
  printRow("all faults", total);
  if (auto it = result.verdicts.find("program"); it != result.verdicts.end())
    for (auto &[what, number] : it->second)
      outs() << formatv("programs: {0} {1}\n", number, what);
  for (auto &[reason, number] : result.reasons)
    outs() << formatv("not decided: {0} {1}\n", number, reason);
  double share =
      100.0 * total["undecided"] / std::max<uint64_t>(result.mutants, 1);
  outs() << formatv("{0} programs, {1} mutants: {2} differ, {3:f1} % "
                    "undecided, {4} crashes, {5} hangs; {6} failures, {7:f0} "
                    "s\n",
                    result.programs, result.mutants, total["differs"], share,
                    total["crash"], total["hang"], result.failures,
                    result.seconds);
}

static int runProofs(MLIRContext &context) {
  ProofOptions options;
  options.campaign = campaignOptions();
  if (mutants != 0)
    options.mutants = mutants;
  options.keep = keep;
  options.maxKept = maxReductions;
  ProofResult result =
      runProofCampaign(context, options, [](const std::string &message) {
        outs() << message;
        outs().flush();
      });
  printProofs(result);
  return result.failures == 0 && result.mutants != 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  mlir::registerAllPasses();
  polymem::registerAllDialects(registry);
  polymem::registerAllPasses();
  polymem::test::registerTestPasses();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "PolyMem fuzzer: random affine programs through "
                              "all pipelines\n");
  cl::PrintOptionValues();
  if (printFlag) {
    printPrograms(campaignOptions());
    return 0;
  }
  // Children are forked: no threads.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  if (proofs)
    return runProofs(context);
  return corpus.empty() ? runAll(context) : runAllOfCorpus(context);
}
