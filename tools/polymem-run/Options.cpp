//===- Options.cpp - the command line of polymem-run ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "PolyMem/Support/Choices.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace polymem::runtime {

static cl::OptionCategory category("polymem-run options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<file>"),
                                      cl::init("-"), cl::cat(category));
static cl::list<std::string> entries("entry",
                                     cl::desc("Function to run (repeatable)"),
                                     cl::value_desc("name"), cl::cat(category));
static cl::opt<Target> target(
    cl::desc("Where to run:"), cl::init(Target::Cpu),
    cl::values(clEnumValN(Target::Cpu, "cpu",
                          "this machine's CPU (default); GPU kernels run on "
                          "the device emulator"),
               clEnumValN(Target::Emulate, "emulate",
                          "the device emulator: programs without GPU kernels "
                          "are compiled by polymem-to-emulator"),
               clEnumValN(Target::Cuda, "cuda",
                          "a GPU, through its driver; arrays are in its "
                          "memory. Programs without GPU kernels are compiled "
                          "by polymem-to-ptx")),
    cl::cat(category));
static cl::opt<bool>
    compareFlag("compare",
                cl::desc("Compare with the unchanged function: every pipeline "
                         "(and --against) on the same inputs"),
                cl::cat(category));
static cl::list<std::string> pipelines(
    "pipeline",
    cl::desc("Pass pipeline to apply before running, on the module; passes on "
             "functions run on each function (repeatable: each on its own "
             "copy)"),
    cl::value_desc("pipeline"), cl::cat(category));
static cl::opt<std::string> referencePipeline(
    "reference-pipeline",
    cl::desc("With --compare: pass pipeline to apply to the reference, which "
             "is otherwise the function as it is"),
    cl::value_desc("pipeline"), cl::cat(category));
static cl::list<std::string> againstFunctions(
    "against",
    cl::desc("Compare with this function of the file instead of a "
             "transformed copy of the entry (repeatable)"),
    cl::value_desc("name"), cl::cat(category));
static cl::list<std::string> sizesList(
    "sizes",
    cl::desc("Values of the sizes, as in M=17,N=33 (repeatable: one run each)"),
    cl::value_desc("name=value,..."), cl::cat(category));
static cl::list<std::string>
    commonSizes("arg",
                cl::desc("A size that has the same value in all --sizes"),
                cl::value_desc("name=value"), cl::cat(category));
static cl::list<std::string> addParameters(
    "add-params", cl::CommaSeparated,
    cl::desc("Append index arguments with these names to the entries, as "
             "run-time tile sizes for the pipelines"),
    cl::value_desc("name,..."), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the random inputs"),
                              cl::init(1), cl::cat(category));
static cl::opt<double> tolerance(
    "tolerance",
    cl::desc("Accept |a-b| <= tolerance * max(1,|a|,|b|) in floating point; "
             "0: compare bits"),
    cl::init(0.0), cl::cat(category));
static cl::opt<bool> checkBounds(
    "check-bounds",
    cl::desc("Check the index of every access of the program at run time; not "
             "behind a pipeline that lowers to the LLVM dialect"),
    cl::cat(category));
#ifdef POLYMEM_INCLUDE_TESTS
static cl::opt<bool> uninterpreted(
    "uninterpreted",
    cl::desc("Replace floating-point operations by hashes of their operands, "
             "in the original and behind the pipelines: one wrong operand "
             "changes the result, rounding does not; inputs may be any bits"),
    cl::cat(category));
static cl::opt<bool> backwards(
    "backwards",
    cl::desc("With --compare --uninterpreted: run programs once more, with "
             "loops declared parallel from the last iteration to the first, "
             "and at a larger size where that is cheap"),
    cl::init(true), cl::cat(category));
#endif
static cl::opt<ProofMode, false, ChoiceParser<ProofMode>> proof(
    "check",
    cl::desc("Prove with polymem-check that each pipeline keeps what the "
             "program computes:"),
    cl::init(ProofMode::None), cl::ValueOptional,
    cl::values(clEnumValN(ProofMode::Strict, "",
                          "what is not proved is an "
                          "error"),
               clEnumValN(ProofMode::Strict, "strict", "the same"),
               clEnumValN(ProofMode::Report, "report",
                          "print the verdicts; only what does not hold is an "
                          "error")),
    cl::cat(category));
static cl::opt<bool>
    printValues("print", cl::desc("Print the arguments before and after a run"),
                cl::cat(category));

static cl::opt<unsigned> timedCalls(
    "time",
    cl::desc("Call each program, optimized, N times more after the comparison, "
             "and print the median time; with --cuda, of the kernels and their "
             "launches"),
    cl::value_desc("N"), cl::init(0), cl::cat(category));

static cl::list<std::string> emulatorSeeds(
    "emulator-seed",
    cl::desc("Seed of the order of emulated blocks and threads, or a range of "
             "seeds as in 1..8 (repeatable: one run each)"),
    cl::value_desc("N"), cl::cat(category));
using polymem::emulator::AsyncTiming;
static cl::opt<AsyncTiming, false, ChoiceParser<AsyncTiming>> asyncTiming(
    "async", cl::desc("When emulated asynchronous copies finish:"),
    cl::init(AsyncTiming::Late),
    cl::values(clEnumValN(AsyncTiming::Late, "late",
                          "when the program waits for them (default)"),
               clEnumValN(AsyncTiming::Early, "early", "at once"),
               clEnumValN(AsyncTiming::Random, "random", "any time between")),
    cl::cat(category));
static cl::opt<bool> checked(
    "checked",
    cl::desc("Check emulated kernels for races, accesses out of bounds or "
             "misaligned, and reads of what nobody wrote (default; slower)"),
    cl::init(true), cl::cat(category));
static cl::opt<unsigned> maxReports(
    "max-reports",
    cl::desc("With --checked: end a launch with this many different reports"),
    cl::init(1), cl::value_desc("N"), cl::cat(category));
static cl::opt<bool>
    countFlag("count",
              cl::desc("Print what emulated kernels did: transfers, bank "
                       "conflicts, barriers, instructions"),
              cl::cat(category));
static cl::opt<std::string>
    countFile("count-json",
              cl::desc("Write the counts of the last emulated run as JSON"),
              cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> cudaLibrary(
    "cuda-library",
    cl::desc("With --cuda: the driver's library (default: libcuda.so.1)"),
    cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> machineName(
    "machine",
    cl::desc(
        "The machine that is emulated, that PTX is made for, or whose cores "
        "run PREM threads: a built-in name or a JSON file"),
    cl::init(polymem::kDefaultMachine.str()), cl::cat(category));

static cl::opt<uint64_t> premSeed(
    "prem-seed",
    cl::desc("Threads of PREM programs sleep now and then, as this seed says "
             "(0: not)"),
    cl::value_desc("N"), cl::init(0), cl::cat(category));
static cl::opt<std::string> premTimeline(
    "prem-timeline",
    cl::desc("Write the simulated timeline of the last PREM launch as JSON, or "
             "as a picture (.svg)"),
    cl::value_desc("file"), cl::cat(category));

static cl::list<std::string> inputFiles(
    "input",
    cl::desc("Take argument N from a .npy file; sizes that its shape gives "
             "need no --sizes (repeatable)"),
    cl::value_desc("N=file.npy"), cl::cat(category));
static cl::list<std::string> outputFiles(
    "output",
    cl::desc("Write argument N, as the last run has left it, to a .npy file "
             "(repeatable)"),
    cl::value_desc("N=file.npy"), cl::cat(category));

/// The --sizes, each extended by the --arg values.
static Expected<std::vector<SizeBindings>> parseCombinations() {
  auto parse = [](StringRef option, StringRef text) -> Expected<SizeBindings> {
    auto sizes = parseSizeBindings(text);
    if (!sizes)
      return createStringError("in --" + option + ": " +
                               toString(sizes.takeError()));
    return std::move(*sizes);
  };
  auto common = parse("arg", join(commonSizes, ","));
  if (!common)
    return common.takeError();
  std::vector<SizeBindings> combinations;
  for (const std::string &text : sizesList) {
    auto sizes = parse("sizes", text);
    if (!sizes)
      return sizes.takeError();
    sizes->insert(common->begin(), common->end());
    combinations.push_back(std::move(*sizes));
  }
  if (combinations.empty())
    combinations.push_back(std::move(*common));
  return combinations;
}

/// Splits "N=FILE", the value of `option`.
static Expected<std::pair<unsigned, std::string>>
parseArgumentFile(StringRef option, StringRef text) {
  auto [name, file] = text.split('=');
  unsigned number = 0;
  name.consume_front("arg");
  if (name.getAsInteger(10, number) || file.empty())
    return createStringError("in --" + option +
                             ": expected N=FILE with N the number of an "
                             "argument, got '" +
                             text + "'");
  return std::make_pair(number, file.str());
}

/// Reads the files of --input and the names of --output.
static Error readArrays(Options &options) {
  for (const std::string &text : inputFiles) {
    auto file = parseArgumentFile("input", text);
    if (!file)
      return file.takeError();
    auto array = readNpy(file->second);
    if (!array)
      return createStringError("in --input: " + toString(array.takeError()));
    options.inputs[file->first] = std::move(*array);
  }
  for (const std::string &text : outputFiles) {
    auto file = parseArgumentFile("output", text);
    if (!file)
      return file.takeError();
    options.outputs[file->first] = std::move(file->second);
  }
  return Error::success();
}

/// Takes the machine for PREM threads if it is a multicore, and else for
/// kernels.
static Error readMachine(Options &options) {
  Expected<Machine> machine = Machine::lookup(machineName);
  if (!machine)
    return machine.takeError();
  bool isMulticore = machine->kind == Machine::Kind::Multicore;
  options.machine = isMulticore ? kDefaultMachine.str() : machineName;
  if (isMulticore)
    options.multicore = machineName;
  return Error::success();
}

static Expected<EmulationSettings>
readEmulationOptions(const std::string &machine) {
  EmulationOptions options;
  options.machine = machine;
  options.seeds.assign(emulatorSeeds.begin(), emulatorSeeds.end());
  options.timing = asyncTiming;
  options.checked = checked;
  options.maxReports = maxReports;
  options.count = countFlag;
  options.countFile = countFile;
  return EmulationSettings::create(options);
}

Expected<Options> parseOptions(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "PolyMem kernel runner: executes functions on "
                              "random inputs and compares\n");
  cl::PrintOptionValues();
  Options options;
  options.inputFile = inputFile;
  options.entries.assign(entries.begin(), entries.end());
  options.target = target;
  options.compare = compareFlag;
  options.pipelines.assign(pipelines.begin(), pipelines.end());
  options.against.assign(againstFunctions.begin(), againstFunctions.end());
  if (referencePipeline.getNumOccurrences() != 0)
    options.referencePipeline = referencePipeline;
  options.proof = proof;
  options.checkBounds = checkBounds;
#ifdef POLYMEM_INCLUDE_TESTS
  options.uninterpreted = uninterpreted;
  options.backwards = backwards && uninterpreted && compareFlag;
#endif
  options.addParameters.assign(addParameters.begin(), addParameters.end());
  options.seed = seed;
  options.tolerance = tolerance;
  options.print = printValues;
  options.timedCalls = timedCalls;
  options.cudaLibrary = cudaLibrary;
  options.prem.seed = premSeed;
  options.prem.timeline = premTimeline;
  if (Error error = readMachine(options))
    return std::move(error);

  auto emulation = readEmulationOptions(options.machine);
  if (!emulation)
    return emulation.takeError();
  options.emulation = std::move(*emulation);
  if (options.target != Target::Cuda && !options.cudaLibrary.empty())
    return createStringError("--cuda-library is for --cuda");
  if (options.target == Target::Cuda && options.emulation.machine.chip.empty())
    return createStringError("--cuda: machine '" +
                             options.emulation.machine.name +
                             "' names no chip that LLVM generates PTX for");
  if (options.target != Target::Cpu && !options.multicore.empty())
    return createStringError("--machine: '" + options.multicore +
                             "' is not a GPU");
  if (options.timedCalls != 0 && options.target == Target::Emulate)
    return createStringError("--time: times of the emulator say nothing about "
                             "a device; --count counts what kernels do");
  if (!options.compare && !options.against.empty())
    return createStringError("--against compares: give --compare as well");
  if (options.proof != ProofMode::None && options.pipelines.empty() &&
      options.target == Target::Cpu)
    return createStringError("--check is about what a pipeline makes of the "
                             "program: give --pipeline as well");
  if (!options.compare && options.referencePipeline)
    return createStringError("--reference-pipeline is for the reference of a "
                             "comparison: give --compare as well");
  if (Error error = readArrays(options))
    return std::move(error);
  auto combinations = parseCombinations();
  if (!combinations)
    return combinations.takeError();
  options.sizes = std::move(*combinations);
  return options;
}

} // namespace polymem::runtime
