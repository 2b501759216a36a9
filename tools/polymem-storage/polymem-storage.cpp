//===- polymem-storage.cpp - mappings for conflict sets -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads conflict sets as text and prints the smallest storage mapping found,
// its size, a lower bound, where it comes from and what the other methods
// found.
//
//===----------------------------------------------------------------------===//

#include "ConflictFile.h"
#include "Drawing.h"
#include "PolyMem/Storage/Mappings/MappingMaps.h"
#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "PolyMem/Storage/Search/Portfolio.h"
#include "PolyMem/Storage/Search/StaticReuse.h"
#include "PolyMem/Support/Choices.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include <chrono>

using namespace llvm;
using namespace polymem;

static cl::OptionCategory category("polymem-storage options");
static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("<conflict sets>"),
                                      cl::cat(category));
static cl::list<std::string>
    assumed("assume", cl::CommaSeparated, cl::value_desc("name=value"),
            cl::desc("Parameter values for which the mappings are to be small"),
            cl::cat(category));
static cl::list<StorageMethod, bool, ChoiceParser<StorageMethod>> without(
    "without", cl::CommaSeparated, cl::desc("Methods not to use"),
    cl::values(clEnumValN(StorageMethod::SuccessiveModulo, "successive-modulo",
                          "a modulus for each dimension"),
               clEnumValN(StorageMethod::Hyperplanes, "hyperplanes",
                          "rows that separate most of the conflicts"),
               clEnumValN(StorageMethod::ReuseVectors, "reuse-vectors",
                          "successive modulo across and along a vector"),
               clEnumValN(StorageMethod::Linearised, "linearised",
                          "a row-major address modulo a small value"),
               clEnumValN(StorageMethod::Offsets, "offsets",
                          "offsets of arrays that share a buffer"),
               clEnumValN(StorageMethod::Search, "search",
                          "all lattices at small sizes, generalised")),
    cl::cat(category));
static cl::opt<unsigned long>
    maxIslOperations("max-isl-operations",
                     cl::init(StorageOptions().maxIslOperations),
                     cl::desc("Budget of isl operations of each step, 0: none"),
                     cl::cat(category));
static cl::opt<bool>
    showTime("time", cl::desc("Print the time each array took, by method"),
             cl::cat(category));
static cl::opt<std::string>
    svgFile("svg", cl::value_desc("file"),
            cl::desc("Draw the only array, its conflicts and its mapping at "
                     "the assumed sizes"),
            cl::cat(category));

static cl::list<std::string> givenMappings(
    "verify", cl::value_desc("affine_map<...>"),
    cl::desc("Say whether this mapping of the only array is valid; its symbols "
             "are the parameters. Once for each array that shares a buffer, in "
             "the order of 'share:'. The exit status is 1 if it is invalid, 2 "
             "if that is not decided"),
    cl::cat(category));

static Error parseAssumed(StorageOptions &options) {
  if (auto wrong = addAssumed(options, to_vector<4>(assumed)))
    return createStringError("--assume: expected 'name=value', not '" +
                             Twine(*wrong) + "'");
  return Error::success();
}

/// "N = 64, M = 3".
static std::string toText(ArrayRef<std::string> names,
                          ArrayRef<int64_t> values) {
  std::string text;
  for (auto [name, value] : zip_equal(names, values))
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

/// Those that are no quotients of others, which follow from them.
static std::string toText(const ConflictSet &conflicts,
                          ArrayRef<int64_t> values) {
  unsigned number = conflicts.domain().quotients().firstNumber();
  return toText(ArrayRef(conflicts.parameters()).take_front(number),
                values.take_front(number));
}

/// An array, or several of one buffer.
namespace {
struct Subject {
  /// "A", or "A, B".
  std::string title;
  const ConflictSet &conflicts;
  /// For several: their names and where they are.
  ArrayRef<std::string> names;
  const JointLayout *layout = nullptr;
};
} // namespace

/// One line for each case of a candidate; for several arrays one for each
/// array before.
static void printCandidate(raw_ostream &os, const Subject &subject,
                           const StorageDecision &decision,
                           const StorageCandidate &candidate) {
  const ConflictSet &conflicts = subject.conflicts;
  const std::vector<std::string> &names = conflicts.parameters();
  for (const StorageCase &part : candidate.cases) {
    for (auto [k, name] : enumerate(subject.names))
      os << "    " << name << ": "
         << subject.layout->mappingOf(part.mapping, k).text(names) << "\n";
    os << "    ";
    if (!subject.layout)
      os << part.mapping.text(names) << ": ";
    os << part.mapping.size().text(names) << " cells";
    if (candidate.cases.size() > 1)
      os << " where " << conflicts.contextText(part.context);
    os << "\n";
  }
  if (!names.empty())
    os << "    " << candidate.sizeAt(decision.assumed).value_or(0)
       << " cells where " << toText(conflicts, decision.assumed) << "\n";
}

static Error printDecision(raw_ostream &os, const Subject &subject,
                           const StorageDecision &decision) {
  os << subject.title << ":\n";
  if (decision.candidates.empty())
    return createStringError("no mapping found for '" + subject.title +
                             "': conflicting elements are too far "
                             "apart, or --max-isl-operations is too small");
  for (const auto &[k, candidate] : enumerate(decision.candidates)) {
    os << (k == 0 ? "  mapping by " : "  also by ")
       << toString(candidate.method) << "\n";
    printCandidate(os, subject, decision, candidate);
  }
  for (const StorageBound &bound : decision.bounds) {
    int64_t size =
        decision.candidates.front().sizeAt(bound.parameters).value_or(0);
    // What is needed is more than the elements that were found if these are not
    // the most that all conflict.
    std::optional<int64_t> optimum;
    if (bound.cells < size && subject.conflicts.isExact())
      optimum = leastStaticReuse(subject.conflicts, bound.parameters);
    os << "  at least " << std::max(bound.cells, optimum.value_or(0))
       << " cells are needed";
    if (!bound.parameters.empty())
      os << " where " << toText(subject.conflicts, bound.parameters);
    os << ": the mapping has " << size;
    if (optimum)
      os << ", the best table of cells " << *optimum;
    os << "\n";
  }
  if (const auto &bound = decision.generalBound) {
    const auto &names = subject.conflicts.parameters();
    const StorageMapping *mapping =
        decision.candidates.front().mappingAt(decision.assumed);
    os << "  at least " << bound->cells.text(names) << " cells are needed"
       << bound->whereText(names)
       << (mapping && mapping->size() == bound->cells
               ? ": no mapping is smaller\n"
               : "\n");
  }
  return Error::success();
}

using Clock = std::chrono::steady_clock;

/// What it took since `start`, and the steps of the decision.
static void printTime(raw_ostream &os, Clock::time_point start,
                      const StorageDecision &decision) {
  std::chrono::duration<double, std::milli> time = Clock::now() - start;
  if (!showTime)
    return;
  os << "  " << format("%.1f", time.count()) << " ms";
  for (const auto &[k, part] : enumerate(decision.times))
    os << (k == 0 ? ": " : ", ") << part.step << " "
       << format("%.1f", part.milliseconds);
  os << "\n";
}

/// The arrays of `group` in one buffer.
static Error report(raw_ostream &os, const SharedConflicts &group,
                    const StorageOptions &options) {
  Clock::time_point start = Clock::now();
  std::vector<StorageDecision> alone;
  alone.reserve(group.names.size());
  for (unsigned k = 0; k < group.names.size(); ++k)
    alone.push_back(chooseStorage(group.conflicts.alone(k), options));
  auto joint = chooseJointStorage(group.conflicts, alone, options);
  std::string title = join(group.names, ", ");
  if (!joint)
    return createStringError("no common buffer found for '" + title + "'");
  if (Error error = printDecision(
          os, {title, joint->conflicts, group.names, &joint->layout},
          joint->storage))
    return error;
  printTime(os, start, joint->storage);
  return Error::success();
}

static Error report(raw_ostream &os, const NamedConflicts &array,
                    const StorageOptions &options) {
  Clock::time_point start = Clock::now();
  RefinedStorage chosen{array.conflicts,
                        chooseStorage(array.conflicts, options)};
  if (auto refined = refineStorage(array.conflicts, chosen.decision, options)) {
    refined->decision.times.insert(refined->decision.times.begin(),
                                   chosen.decision.times.begin(),
                                   chosen.decision.times.end());
    chosen = std::move(*refined);
  }
  const StorageDecision &decision = chosen.decision;
  if (Error error = printDecision(
          os, {array.name, chosen.conflicts, {}, nullptr}, decision))
    return error;
  printTime(os, start, decision);
  if (svgFile.empty())
    return Error::success();
  std::error_code problem;
  ToolOutputFile drawing(svgFile, problem, sys::fs::OF_Text);
  if (problem)
    return createStringError("cannot write '" + svgFile +
                             "': " + problem.message());
  const StorageMapping *mapping =
      decision.candidates.front().mappingAt(decision.assumed);
  if (!mapping)
    return createStringError("--svg: no elements for these sizes");
  if (Error error = drawStorage(drawing.os(), chosen.conflicts, *mapping,
                                decision.assumed))
    return error;
  drawing.keep();
  return Error::success();
}

/// "[0, 1]".
static std::string toText(ArrayRef<int64_t> element) {
  std::string text;
  for (int64_t coordinate : element)
    text += (text.empty() ? "[" : ", ") + std::to_string(coordinate);
  return text + "]";
}

/// A mapping that is given as an affine map.
static Expected<StorageMapping> parseMapping(StringRef text,
                                             const std::string &name,
                                             const ConflictSet &conflicts) {
  mlir::MLIRContext mlirContext;
  auto attribute = dyn_cast_or_null<mlir::AffineMapAttr>(
      mlir::parseAttribute(text, &mlirContext));
  if (!attribute)
    return createStringError("--verify: expected an affine map, such as "
                             "affine_map<(i, j)[N] -> ((i - j) mod N)>");
  mlir::AffineMap map = attribute.getValue();
  unsigned parameters = conflicts.parameters().size();
  if (map.getNumDims() != conflicts.rank() || map.getNumSymbols() != parameters)
    return createStringError("--verify: '" + name + "' has " +
                             Twine(conflicts.rank()) + " dimensions and " +
                             Twine(parameters) + " parameters, the map has " +
                             Twine(map.getNumDims()) + " dimensions and " +
                             Twine(map.getNumSymbols()) + " symbols");
  auto mapping = toStorageMapping(map);
  if (!mapping)
    return createStringError("--verify: each result must be 'sum mod modulus'");
  return *mapping;
}

/// "[0, 1]", or "B[0, 1]".
static std::string elementText(const Subject &subject,
                               ArrayRef<int64_t> element) {
  if (!subject.layout)
    return toText(element);
  const JointLayout &layout = *subject.layout;
  unsigned array = 0;
  for (unsigned k = 0; k < layout.selectors(); ++k)
    if (element[k] != 0)
      array = k + 1;
  return subject.names[array] +
         toText(element.slice(layout.firstDim(array), layout.rankOf(array)));
}

/// Exit statuses besides 0.
enum ExitStatus { kFailed = 1, kInvalid = 1, kNotDecided = 2 };

/// Prints "valid", or "invalid" and two elements. The exit status.
static int judge(raw_ostream &os, const Subject &subject,
                 const StorageMapping &mapping, const StorageOptions &options) {
  const ConflictSet &conflicts = subject.conflicts;
  const std::vector<std::string> &names = conflicts.parameters();
  // Each step has the budget for itself.
  auto within = [&](auto step) {
    IslOperationsGuard guard(conflicts.elements().ctx(),
                             options.maxIslOperations);
    return step();
  };
  if (auto clash = within([&] { return findClash(conflicts, mapping); })) {
    os << "  invalid: " << elementText(subject, clash->first) << " and "
       << elementText(subject, clash->second) << " conflict and share a cell"
       << (names.empty() ? "" : " where " + toText(names, clash->parameters))
       << "\n";
    return kInvalid;
  }
  bool valid = within([&] { return proveMapping(conflicts, mapping); }) ==
               MappingVerdict::Valid;
  os << (valid ? "  valid\n" : "  not decided: neither proved nor refuted\n");
  return valid ? 0 : kNotDecided;
}

static Expected<int> verify(raw_ostream &os, const NamedConflicts &array,
                            const StorageOptions &options) {
  auto mapping =
      parseMapping(givenMappings.front(), array.name, array.conflicts);
  if (!mapping)
    return mapping.takeError();
  os << array.name << ": " << mapping->text(array.conflicts.parameters())
     << "\n";
  return judge(os, {array.name, array.conflicts, {}, nullptr}, *mapping,
               options);
}

static Expected<int> verify(raw_ostream &os, const SharedConflicts &group,
                            const StorageOptions &options) {
  if (givenMappings.size() != group.names.size())
    return createStringError("--verify: " + Twine(group.names.size()) +
                             " arrays share a buffer, " +
                             Twine(givenMappings.size()) + " mappings given");
  SmallVector<unsigned> ranks;
  for (unsigned k = 0; k < group.names.size(); ++k)
    ranks.push_back(group.conflicts.rankOf(k));
  JointLayout layout(ranks, JointLayout::Form::OwnStrides);
  ConflictSet conflicts = group.conflicts.joint(layout);
  std::vector<StorageMapping> mappings;
  mappings.reserve(group.names.size());
  for (const auto &[k, name] : enumerate(group.names)) {
    ConflictSet alone = group.conflicts.alone(k);
    if (alone.parameters() != conflicts.parameters())
      return createStringError("--verify: '" + name +
                               "' has other parameters than the arrays "
                               "together");
    auto mapping = parseMapping(givenMappings[k], name, alone);
    if (!mapping)
      return mapping.takeError();
    os << name << ": " << mapping->text(conflicts.parameters()) << "\n";
    mappings.push_back(*mapping);
  }
  auto joint = layout.combine(mappings);
  if (!joint)
    return createStringError("--verify: mappings to one buffer have the same "
                             "moduli, in the same order");
  return judge(os, {"", conflicts, group.names, &layout}, *joint, options);
}

/// The exit status.
static Expected<int> run() {
  StorageOptions options;
  options.without.assign(without.begin(), without.end());
  options.maxIslOperations = maxIslOperations;
  // Who asks for one conflict set has time.
  options.maxBoundPieces = UINT_MAX;
  if (Error error = parseAssumed(options))
    return std::move(error);
  auto buffer = MemoryBuffer::getFileOrSTDIN(inputFile, /*IsText=*/true);
  if (!buffer)
    return createStringError("cannot read '" + inputFile +
                             "': " + buffer.getError().message());
  IslContext context;
  auto file = readConflictFile(context, **buffer);
  if (!file)
    return file.takeError();
  if (!svgFile.empty() && file->arrays.size() != 1)
    return createStringError("--svg needs a file with a single array");
  if (!givenMappings.empty()) {
    if (file->groups.size() == 1)
      return verify(outs(), file->groups.front(), options);
    if (file->arrays.size() != 1 || givenMappings.size() != 1)
      return createStringError("--verify needs a file with a single array or a "
                               "single 'share:'");
    return verify(outs(), file->arrays.front(), options);
  }
  for (const NamedConflicts &array : file->arrays)
    if (Error error = report(outs(), array, options))
      return std::move(error);
  for (const SharedConflicts &group : file->groups)
    if (Error error = report(outs(), group, options))
      return std::move(error);
  return 0;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "PolyMem: storage mappings for conflict sets\n");
  cl::PrintOptionValues();
  Expected<int> status = run();
  if (status)
    return *status;
  outs().flush();
  WithColor::error(errs(), "polymem-storage")
      << toString(status.takeError()) << "\n";
  return kFailed;
}
