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
#include "PolyMem/Storage/MappingMaps.h"
#include "PolyMem/Storage/Portfolio.h"
#include "PolyMem/Storage/SampleConflicts.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
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
static cl::list<StorageMethod> without(
    "without", cl::CommaSeparated, cl::desc("Methods not to use"),
    cl::values(clEnumValN(StorageMethod::SuccessiveModulo, "successive-modulo",
                          "a modulus for each dimension"),
               clEnumValN(StorageMethod::Hyperplanes, "hyperplanes",
                          "rows that separate most of the conflicts"),
               clEnumValN(StorageMethod::Linearised, "linearised",
                          "a row-major address modulo the smallest value"),
               clEnumValN(StorageMethod::Search, "search",
                          "all lattices at small sizes, generalised")),
    cl::cat(category));
static cl::opt<unsigned long>
    maxIslOperations("max-isl-operations", cl::init(1000000),
                     cl::desc("Budget of isl operations of each step, 0: none"),
                     cl::cat(category));
static cl::opt<bool> showTime("time",
                              cl::desc("Print the time each array took"),
                              cl::cat(category));
static cl::opt<std::string>
    svgFile("svg", cl::value_desc("file"),
            cl::desc("Draw the only array, its conflicts and its mapping at "
                     "the assumed sizes"),
            cl::cat(category));

static cl::opt<std::string> givenMapping(
    "verify", cl::value_desc("affine_map<...>"),
    cl::desc("Say whether this mapping of the only array is valid; its symbols "
             "are the parameters"),
    cl::cat(category));

static Error parseAssumed(StorageOptions &options) {
  for (StringRef text : assumed) {
    auto [name, value] = text.split('=');
    int64_t number;
    if (name.empty() || value.getAsInteger(10, number))
      return createStringError("--assume: expected 'name=value', not '" + text +
                               "'");
    options.assumed.emplace_back(name.str(), number);
  }
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

/// One line for each case of a candidate.
static void printCandidate(raw_ostream &os, const ConflictSet &conflicts,
                           const StorageDecision &decision,
                           const StorageCandidate &candidate) {
  const std::vector<std::string> &names = conflicts.parameters();
  for (const StorageCase &part : candidate.cases) {
    os << "    " << part.mapping.text(names) << ": "
       << part.mapping.size().text(names) << " cells";
    if (candidate.cases.size() > 1)
      os << " where "
         << islToString(part.context.gist(conflicts.domain().context()));
    os << "\n";
  }
  if (!names.empty())
    os << "    " << candidate.sizeAt(decision.assumed).value_or(0)
       << " cells where " << toText(names, decision.assumed) << "\n";
}

static Error report(raw_ostream &os, const NamedConflicts &array,
                    const StorageOptions &options) {
  auto start = std::chrono::steady_clock::now();
  StorageDecision decision = chooseStorage(array.conflicts, options);
  std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - start;
  os << array.name << ":\n";
  if (decision.candidates.empty())
    return createStringError("no mapping found for '" + array.name +
                             "': conflicting elements are arbitrarily far "
                             "apart, or --max-isl-operations is too small");
  for (const auto &[k, candidate] : enumerate(decision.candidates)) {
    os << (k == 0 ? "  mapping by " : "  also by ")
       << toString(candidate.method) << "\n";
    printCandidate(os, array.conflicts, decision, candidate);
  }
  for (const StorageBound &bound : decision.bounds) {
    int64_t size =
        decision.candidates.front().sizeAt(bound.parameters).value_or(0);
    os << "  at least " << bound.cells << " cells are needed";
    if (!bound.parameters.empty())
      os << " where " << toText(array.conflicts.parameters(), bound.parameters);
    os << ": the mapping has " << size << "\n";
  }
  if (showTime)
    os << "  " << format("%.1f", time.count()) << " ms\n";
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
  if (Error error = drawStorage(drawing.os(), array.conflicts, *mapping,
                                decision.assumed))
    return error;
  drawing.keep();
  return Error::success();
}

/// Where parameters are at least as small as these there is a proof or a
/// counterexample for almost everything.
static constexpr int64_t kSampleShift = 2;

/// "[0, 1]".
static std::string toText(ArrayRef<int64_t> element) {
  std::string text;
  for (int64_t coordinate : element)
    text += (text.empty() ? "[" : ", ") + std::to_string(coordinate);
  return text + "]";
}

/// "valid", or "invalid" and two elements.
static Error verify(raw_ostream &os, const NamedConflicts &array,
                    const StorageOptions &options) {
  const ConflictSet &conflicts = array.conflicts;
  const std::vector<std::string> &names = conflicts.parameters();
  mlir::MLIRContext mlirContext;
  auto attribute = dyn_cast_or_null<mlir::AffineMapAttr>(
      mlir::parseAttribute(givenMapping, &mlirContext));
  if (!attribute)
    return createStringError("--verify: expected an affine map, such as "
                             "affine_map<(i, j)[N] -> ((i - j) mod N)>");
  mlir::AffineMap map = attribute.getValue();
  if (map.getNumDims() != conflicts.rank() ||
      map.getNumSymbols() != names.size())
    return createStringError("--verify: '" + array.name + "' has " +
                             Twine(conflicts.rank()) + " dimensions and " +
                             Twine(names.size()) + " parameters, the map has " +
                             Twine(map.getNumDims()) + " dimensions and " +
                             Twine(map.getNumSymbols()) + " symbols");
  auto mapping = toStorageMapping(map);
  if (!mapping)
    return createStringError("--verify: each result must be 'sum mod modulus'");
  os << array.name << ": " << mapping->text(names) << "\n";
  // What small sizes refute needs no proof.
  for (const SmallVector<int64_t> &sizes :
       conflicts.domain().samples(2, kSampleShift)) {
    auto sample = SampleConflicts::at(conflicts, sizes);
    if (!sample)
      continue;
    auto clash = sample->findClash(*mapping);
    if (!clash)
      continue;
    auto pair = findPair(conflicts, sizes, *clash);
    if (!pair)
      continue;
    os << "  invalid: " << toText(pair->first) << " and "
       << toText(pair->second) << " conflict and share a cell"
       << (names.empty() ? "" : " where " + toText(names, sizes)) << "\n";
    return Error::success();
  }
  IslOperationsGuard guard(conflicts.elements().ctx(),
                           options.maxIslOperations);
  bool valid = proveMapping(conflicts, *mapping) == MappingVerdict::Valid;
  os << (valid ? "  valid\n" : "  not decided: valid where sizes are small\n");
  return Error::success();
}

static Error run() {
  StorageOptions options;
  options.without.assign(without.begin(), without.end());
  options.maxIslOperations = maxIslOperations;
  if (Error error = parseAssumed(options))
    return error;
  auto buffer = MemoryBuffer::getFileOrSTDIN(inputFile, /*IsText=*/true);
  if (!buffer)
    return createStringError("cannot read '" + inputFile +
                             "': " + buffer.getError().message());
  IslContext context;
  auto arrays = readConflictFile(context, **buffer);
  if (!arrays)
    return arrays.takeError();
  if (!givenMapping.empty() && arrays->size() != 1)
    return createStringError("--verify needs a file with a single array");
  if (!svgFile.empty() && arrays->size() != 1)
    return createStringError("--svg needs a file with a single array");
  for (const NamedConflicts &array : *arrays)
    if (Error error = givenMapping.empty() ? report(outs(), array, options)
                                           : verify(outs(), array, options))
      return error;
  return Error::success();
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "PolyMem: storage mappings for conflict sets\n");
  if (Error error = run()) {
    outs().flush();
    WithColor::error(errs(), "polymem-storage")
        << toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
