//===- StorageContractor.cpp - how single arrays are best stored ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageContractor.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace mlir;
using namespace polymem;

LogicalResult polymem::readAssumed(Operation *func, StringRef pass,
                                   ArrayRef<std::string> texts,
                                   StorageOptions &options) {
  if (auto wrong = addAssumed(options, texts))
    return func->emitError()
           << pass << ": assume: expected 'name=value', not '" << *wrong << "'";
  return success();
}

/// "milliseconds for conflicts: 3.2, successive-modulo: 0.5".
static Sentence timesText(double conflicts, const StorageDecision &decision) {
  auto milliseconds = [](StringRef name, double time) {
    return named(name, llvm::formatv("{0:F1}", time));
  };
  Sentence text = sentence("milliseconds for conflicts: {0}",
                           milliseconds("conflicts", conflicts));
  for (const StorageTime &part : decision.times)
    text += sentence(", {0}: {1}", part.step,
                     milliseconds(part.step, part.milliseconds));
  return text;
}

std::optional<ContractibleArray> StorageContractor::analyse(Operation *alloc) {
  const ScopArray *array = scop.arrayOf(alloc->getResult(0));
  if (!array || array->liveOut) {
    refusals.missed(alloc, "NotAccessed", "no load or store is known");
    return std::nullopt;
  }
  auto start = std::chrono::steady_clock::now();
  DependenceOptions dependenceOptions;
  dependenceOptions.maxIslOperations = options.maxIslOperations;
  dependenceOptions.memoryBased = false;
  dependenceOptions.array = array;
  auto flow = Dependences::compute(scop, dependenceOptions);
  std::optional<ConflictSet> conflicts;
  ConflictPrecision used = ConflictPrecision::Exact;
  for (auto precision : {ConflictPrecision::Exact, ConflictPrecision::Hull}) {
    if (!flow || (conflicts && !conflicts->isNull()))
      break;
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    used = precision;
    conflicts = computeArrayConflicts(scop, *array, *flow, precision);
    if (conflicts->isNull() && precision == ConflictPrecision::Exact)
      remarkAnalysis(alloc, pass, "Approximated")
          << sentence("budget of {0} isl operations exhausted: values of {1} "
                      "are taken to be needed until after their last reads",
                      named("MaxIslOperations", options.maxIslOperations),
                      named("Array", array->name));
  }
  if (!conflicts || conflicts->isNull()) {
    refusals.failed(
        alloc, "Budget",
        sentence("budget of {0} isl operations exhausted: it is "
                 "not known which elements of {1} are needed at "
                 "the same time",
                 named("MaxIslOperations", options.maxIslOperations),
                 named("Array", array->name)));
    return std::nullopt;
  }
  if (conflicts->elements().is_empty().is_true()) {
    refusals.missed(alloc, "NoValues",
                    sentence("{0} stays as it is: none of its elements ever "
                             "holds a value",
                             named("Array", array->name)));
    return std::nullopt;
  }
  {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    addSureConflicts(*conflicts, scop, *array, *flow);
  }
  std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - start;
  StorageDecision decision = chooseStorage(*conflicts, options.storage);
  if (options.reportTimes)
    remarkAnalysis(alloc, pass, "Times")
        << sentence("{0}: {1}", named("Array", array->name),
                    timesText(time.count(), decision));
  if (decision.candidates.empty()) {
    refusals.missed(alloc, "NoMapping",
                    sentence("no mapping is known that is valid for all sizes "
                             "of {0}",
                             named("Array", array->name)));
    return std::nullopt;
  }
  auto refined = refineStorage(*conflicts, decision, options.storage);
  return ContractibleArray{alloc,
                           array,
                           std::move(*flow),
                           used,
                           *conflicts,
                           std::move(decision),
                           std::move(refined)};
}

/// What the subscripts of a mapping cost.
struct StorageContractor::Subscripts {
  /// See `EmittedMapping`.
  SmallVector<bool> inRange;
  /// 2 for a division, 1 for a mask, and 2 if neighbours are apart: in banks
  /// of shared memory, or for vectors.
  unsigned cost = 0;
};

/// What it costs that neighbours are apart.
static unsigned strideCost(const StorageMapping &mapping) {
  return mapping.isContiguous() ? 0 : 2;
}

StorageContractor::Subscripts
StorageContractor::subscriptsOf(const ContractibleArray &local,
                                const std::vector<StorageCase> &cases) const {
  Subscripts result;
  if (cases.size() != 1 || !cases.front().mapping.isConstant()) {
    for (const StorageCase &part : cases)
      result.cost = std::max<unsigned>(
          result.cost, 2 * part.mapping.rows.size() + strideCost(part.mapping));
    return result;
  }
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  isl::set accessed = accessedElements(scop, *local.array);
  result.cost = strideCost(cases.front().mapping);
  for (const StorageRow &row : cases.front().mapping.rows) {
    int64_t modulus = *row.modulus.constant();
    bool fits = isInRange(row, accessed);
    result.inRange.push_back(fits);
    result.cost += fits ? 0 : llvm::isPowerOf2_64(modulus) ? 1 : 2;
  }
  return result;
}

/// The cases of a candidate. A buffer has a size that is known before it is
/// known how much of it a tile needs: one case if that is valid.
std::vector<StorageCase>
StorageContractor::casesOf(const ContractibleArray &local,
                           const StorageCandidate &candidate,
                           bool isBuffer) const {
  const StorageMapping *usual =
      candidate.mappingAt(local.bestDecision().assumed);
  if (!isBuffer || !usual || candidate.cases.size() == 1)
    return candidate.cases;
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  if (proveMapping(local.bestConflicts(), *usual) != MappingVerdict::Valid)
    return candidate.cases;
  return {{local.bestConflicts().domain().context(), *usual}};
}

/// Rounds moduli, but for those of subscripts in range, up to powers of two. A
/// remark says why if that is asked for and not done.
bool StorageContractor::roundUp(const ContractibleArray &local,
                                std::optional<int64_t> before,
                                std::vector<StorageCase> &cases,
                                ArrayRef<bool> inRange) const {
  auto refuse = [&](const Sentence &why) {
    remarkAnalysis(local.alloc, pass, "NotRounded")
        << sentence("moduli of {0} are not rounded up to powers of two: {1}",
                    named("Array", local.array->name), why);
    return false;
  };
  if (cases.size() != 1 || !cases.front().mapping.isConstant())
    return refuse("they are not constants");
  StorageMapping rounded = cases.front().mapping;
  for (auto [row, fits] : llvm::zip_equal(rounded.rows, inRange)) {
    uint64_t modulus = llvm::PowerOf2Ceil(*row.modulus.constant());
    if (!fits && llvm::isInt<62>(modulus))
      row.modulus = Polynomial(static_cast<int64_t>(modulus));
  }
  if (rounded == cases.front().mapping)
    return false;
  std::optional<int64_t> cells = rounded.size().constant();
  if (!cells || (before && !savesEnough(*before, *cells)))
    return refuse(cells ? sentence("{0} cells save too little",
                                   named("RoundedCells", *cells))
                        : Sentence("that is too large"));
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  if (proveMapping(local.bestConflicts(), rounded) != MappingVerdict::Valid)
    return refuse(sentence("it is not proved that conflicting elements keep "
                           "different cells of {0}",
                           named("RoundedCells", *cells)));
  cases.front().mapping = rounded;
  return true;
}

bool StorageContractor::savesEnough(int64_t before, int64_t after) const {
  return after < before && static_cast<double>(before - after) * 100.0 >=
                               static_cast<double>(before) * options.minSaving;
}

struct StorageContractor::Choice {
  const StorageCandidate *candidate;
  std::vector<StorageCase> cases;
  Subscripts subscripts;
  /// Cells at the assumed sizes.
  std::optional<int64_t> cells;
};

/// The best mapping, or one that is nearly as small and has cheaper subscripts.
StorageContractor::Choice
StorageContractor::choose(const ContractibleArray &local, bool isBuffer) const {
  const StorageDecision &decision = local.bestDecision();
  const StorageCandidate *best = &decision.candidates.front();
  std::vector<StorageCase> cases = casesOf(local, *best, isBuffer);
  Subscripts subscripts = subscriptsOf(local, cases);
  std::optional<int64_t> least = best->sizeAt(decision.assumed);
  for (const StorageCandidate &other :
       ArrayRef(decision.candidates).drop_front()) {
    std::optional<int64_t> size = other.sizeAt(decision.assumed);
    if (!isBuffer || !least || !size ||
        static_cast<double>(*size) * 100 >
            static_cast<double>(*least) * (100 + options.slack))
      continue;
    std::vector<StorageCase> otherCases = casesOf(local, other, true);
    Subscripts otherSubscripts = subscriptsOf(local, otherCases);
    if (otherSubscripts.cost >= subscripts.cost)
      continue;
    best = &other;
    cases = std::move(otherCases);
    subscripts = std::move(otherSubscripts);
  }
  return {best, std::move(cases), std::move(subscripts),
          best->sizeAt(decision.assumed)};
}

bool StorageContractor::isWorthIt(const ContractibleArray &local,
                                  const Choice &choice,
                                  std::optional<int64_t> before,
                                  ArrayRef<std::string> sizeNames) {
  const StorageDecision &decision = local.bestDecision();
  std::optional<int64_t> after = choice.cells;
  Sentence sizes = whereText(sizeNames, decision.assumed);
  if (after && before && *after < *before && !savesEnough(*before, *after)) {
    refusals.missed(local.alloc, "SmallSaving",
                    sentence("{0} stays as it is: {1} cells instead of {2} "
                             "elements{3} are less than min-saving, {4} "
                             "percent, fewer",
                             named("Array", local.array->name),
                             named("Cells", *after), named("Elements", *before),
                             sizes, named("MinSaving", options.minSaving)));
    return false;
  }
  if (!after || (before && *after >= *before)) {
    refusals.missed(local.alloc, "NotSmaller",
                    sentence("{0} stays as it is: no mapping is known to fewer "
                             "cells than its {1} elements{2}{3}",
                             named("Array", local.array->name),
                             named("Elements", before.value_or(0)), sizes,
                             boundsText(decision, sizeNames)));
    return false;
  }
  return true;
}

void StorageContractor::remarkContracted(
    const ContractibleArray &local, const Choice &choice,
    const Sentence &before, SizeLimit::Kind limit,
    ArrayRef<std::string> sizeNames) const {
  const ConflictSet &conflicts = local.bestConflicts();
  const StorageDecision &decision = local.bestDecision();
  const std::vector<std::string> &names = conflicts.parameters();
  Sentence mappings;
  for (const StorageCase &part : choice.cases) {
    mappings +=
        sentence("{0}{1}, {2} cells", mappings.empty() ? "" : ", else ",
                 named("Mapping", part.mapping.text(names)),
                 named("CellsOfMapping", part.mapping.size().text(names)));
    if (choice.cases.size() > 1)
      mappings += sentence(", where {0}",
                           named("Where", conflicts.contextText(part.context)));
  }
  if (limit == SizeLimit::Kind::Extents)
    mappings += ", fewer where the array is smaller";
  if (limit == SizeLimit::Kind::Layout)
    mappings += ", or one for each element where these are fewer";
  remarkPassed(local.alloc, pass, "Contracted") << sentence(
      "{0} takes {1} cells instead of {2}{3}, by {4}: {5}{6}",
      named("Array", local.array->name), named("Cells", *choice.cells), before,
      whereText(sizeNames, decision.assumed),
      named("Method", toString(choice.candidate->method)), mappings,
      boundsText(decision, sizeNames));
}

std::optional<EmittedMapping>
StorageContractor::decide(const ContractibleArray &local,
                          std::optional<CellCount> cells) {
  Operation *alloc = local.alloc;
  const ConflictSet &conflicts = local.bestConflicts();
  const StorageDecision &decision = local.bestDecision();
  const std::vector<std::string> &names = conflicts.parameters();
  const Quotients &quotients = conflicts.domain().quotients();
  ArrayRef<std::string> sizeNames =
      ArrayRef(names).take_front(quotients.firstNumber());
  Choice choice = choose(local, cells.has_value());
  std::optional<int64_t> before =
      cells ? std::optional(cells->number)
            : elementsOf(*local.array, names, decision.assumed);
  if (options.powersOfTwo &&
      roundUp(local, before, choice.cases, choice.subscripts.inRange)) {
    choice.cells = choice.cases.front().mapping.size().constant();
    choice.subscripts = subscriptsOf(local, choice.cases);
  }
  if (!isWorthIt(local, choice, before, sizeNames))
    return std::nullopt;
  auto parameters = parametersAt(scop, dominance, alloc, sizeNames);
  if (!parameters) {
    refusals.missed(alloc, "UnknownSize",
                    "the sizes that its mapping depends on are not known where "
                    "it is allocated");
    return std::nullopt;
  }
  // Where sizes are small, too.
  std::optional<SizeLimit> limit = SizeLimit{};
  // Constants have been compared.
  if (!names.empty()) {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    limit = sizeLimitOf(conflicts, choice.cases, shapeOf(scop, alloc, names));
  }
  if (!limit) {
    refusals.missed(alloc, "UnknownSize",
                    sentence("it is not known how many elements are accessed: "
                             "{0} cells{1} may be more",
                             named("Cells", *choice.cells),
                             whereText(sizeNames, decision.assumed)));
    return std::nullopt;
  }
  std::vector<isl::set> contexts;
  contexts.reserve(choice.cases.size());
  for (const StorageCase &part : choice.cases)
    contexts.push_back(part.context.gist(conflicts.domain().context()));
  if (llvm::any_of(ArrayRef(contexts).drop_back(),
                   [&](const isl::set &context) {
                     return failed(integerSetsOf(context, names.size(),
                                                 alloc->getContext()));
                   })) {
    refusals.missed(alloc, "LargeConstant",
                    "which of its mappings holds depends on a number that has "
                    "more than 64 bits");
    return std::nullopt;
  }
  Sentence beforeText = "arbitrarily many";
  if (before)
    beforeText = sentence(cells && cells->orMore ? "at least {0}" : "{0}",
                          named("Elements", *before));
  remarkContracted(local, choice, beforeText, limit->kind, sizeNames);
  // Addresses of single elements are remainders.
  if (limit->kind == SizeLimit::Kind::Layout)
    choice.subscripts.inRange.clear();
  EmittedMapping result{
      std::move(choice.cases), *parameters,
      conflicts.rank(),        std::move(choice.subscripts.inRange),
      std::move(*limit),       quotients.all()};
  for (auto [part, context] : llvm::zip_equal(result.cases, contexts))
    part.context = context;
  return result;
}
