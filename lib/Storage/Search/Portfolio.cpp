//===- Portfolio.cpp - the smallest mapping that is proved ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/Portfolio.h"
#include "CandidateForms.h"
#include "LeastModuli.h"
#include "PolyMem/Storage/Mappings/SuccessiveModulo.h"
#include "PolyMem/Storage/Search/Hyperplanes.h"
#include "PolyMem/Storage/Search/JointOffsets.h"
#include "PolyMem/Storage/Search/LatticeSearch.h"
#include "PolyMem/Storage/Search/ReuseVectors.h"
#include "RowMajor.h"
#include "SampleSizes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <chrono>
#include <numeric>

using namespace llvm;
using namespace polymem;

/// Larger moduli are not tried at samples.
static constexpr int64_t kMaxSampleModulus = 4096;

namespace {
/// One decision at work.
class Chooser {
public:
  Chooser(const ConflictSet &conflicts, const StorageOptions &options)
      : conflicts(conflicts), domain(conflicts.domain()), options(options),
        rank(conflicts.rank()) {}

  StorageDecision choose();

private:
  bool wants(StorageMethod method) const {
    return !is_contained(options.without, method);
  }
  template <typename Step> void withBudget(Step step) {
    IslOperationsGuard guard(domain.context().ctx(), options.maxIslOperations);
    step();
  }

  template <typename Step> void timed(StringRef name, Step step) {
    auto start = std::chrono::steady_clock::now();
    step();
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    decision.times.push_back({name, time.count()});
  }

  std::vector<SmallVector<unsigned>> orders() const;
  void takeSamples(ArrayRef<int64_t> shifts);
  std::vector<SampleClique> cliquesOf(const ConflictSet &of) const;
  void boundSamples();
  void addSureBounds();

  void addSuccessiveModulo();
  void addHyperplanes();
  void addReuseVectors();
  void addLinearised();
  bool addOffsets();
  void addSearched();
  bool addLeastModuli(StorageMethod method, const StorageMapping &mapping);
  void addAtLargerSizes();
  void findQuotients();

  bool isBestPossible();
  bool isBestFurtherOn();

  using Rating = std::pair<int64_t, Complexity>;
  Rating rating(const StorageCandidate &candidate) const;
  bool isNews(const StorageCandidate &candidate) const;
  std::vector<StorageCase> provedFrom(int64_t shift,
                                      const StorageMapping &mapping) const;
  bool addIfProved(StorageMethod method, const StorageMapping &mapping);
  void add(StorageMethod method, std::vector<StorageCase> cases);

  int64_t bestAt(const SampleConflicts &sample) const;

  const ConflictSet &conflicts;
  const ParameterDomain &domain;
  const StorageOptions &options;
  unsigned rank;

  StorageDecision decision;
  /// The best one for each order of the dimensions comes first.
  std::vector<StorageCandidate> successive;
  std::vector<SampleConflicts> samples;
  /// For each sample.
  std::vector<SampleClique> cliques;
  /// Moduli at the samples do not say what they are for all sizes: these
  /// mappings may have smaller ones.
  std::vector<std::pair<StorageMethod, StorageMapping>> irregular;
  /// Elements that all conflict at a size that is not very small, if it is
  /// known.
  std::optional<SampleClique> furtherOn;
};
} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Less is better.
Chooser::Rating Chooser::rating(const StorageCandidate &candidate) const {
  return {candidate.sizeAt(decision.assumed).value_or(INT64_MAX),
          complexity(candidate, decision.assumed, conflicts.parameters())};
}

/// Whether no candidate of the same method is as good.
bool Chooser::isNews(const StorageCandidate &candidate) const {
  return llvm::none_of(decision.candidates, [&](const StorageCandidate &c) {
    return c.method == candidate.method && rating(c) <= rating(candidate);
  });
}

void Chooser::add(StorageMethod method, std::vector<StorageCase> cases) {
  StorageCandidate candidate{method, std::move(cases)};
  if (!isNews(candidate))
    return;
  auto &all = decision.candidates;
  llvm::erase_if(all,
                 [&](const StorageCandidate &c) { return c.method == method; });
  auto key = std::make_pair(rating(candidate), method);
  auto place = llvm::find_if(all, [&](const StorageCandidate &c) {
    return key < std::make_pair(rating(c), c.method);
  });
  all.insert(place, std::move(candidate));
}

/// `mapping` where parameters are at least `shift` above their least values, if
/// it is proved there, and successive modulo elsewhere; else nothing.
std::vector<StorageCase>
Chooser::provedFrom(int64_t shift, const StorageMapping &mapping) const {
  isl::set context = domain.contextFrom(shift);
  if (context.is_empty().is_true() ||
      proveMapping(shift == 0 ? conflicts : conflicts.restrictedTo(context),
                   mapping) != MappingVerdict::Valid)
    return {};
  std::vector<StorageCase> cases = {{context, directed(mapping)}};
  isl::set rest = domain.context().subtract(context).coalesce();
  if (!rest.is_empty().is_true()) {
    if (successive.empty())
      return {};
    for (const StorageCase &part : successive.front().cases)
      if (isl::set where = part.context.intersect(rest);
          !where.is_empty().is_true())
        cases.push_back({where, part.mapping});
  }
  bool failed =
      llvm::any_of(cases, [](auto &part) { return part.context.is_null(); });
  return failed ? std::vector<StorageCase>() : cases;
}

/// Formulas may need sizes that are not very small: they are proved from some
/// size on, and successive modulo is there for the rest.
bool Chooser::addIfProved(StorageMethod method, const StorageMapping &mapping) {
  constexpr int64_t kMaxShift = 3;
  // Other cases for small sizes make it no better.
  if (!mapping.isValid() ||
      !isNews({method, {{domain.context(), directed(mapping)}}}))
    return false;
  std::vector<StorageCase> cases;
  for (int64_t shift = 0; shift <= kMaxShift && cases.empty(); ++shift)
    withBudget([&] { cases = provedFrom(shift, mapping); });
  if (cases.empty())
    return false;
  // Ratings ask isl, too: without a budget that may be used up.
  add(method, std::move(cases));
  return true;
}

//===----------------------------------------------------------------------===//
// Samples and bounds
//===----------------------------------------------------------------------===//

/// At the first of these distances from the least sizes where that is possible.
void Chooser::takeSamples(ArrayRef<int64_t> shifts) {
  for (int64_t shift : shifts)
    if (auto found = samplesAt(conflicts, modulusDegree(conflicts), shift);
        !found.empty()) {
      samples = std::move(found);
      return;
    }
}

/// At the samples.
std::vector<SampleClique> Chooser::cliquesOf(const ConflictSet &of) const {
  std::vector<SizedStorage> sizes;
  sizes.reserve(samples.size());
  for (const SampleConflicts &sample : samples)
    sizes.push_back(
        {SmallVector<int64_t>(sample.parameters()), bestAt(sample)});
  return largeCliques(of, sizes);
}

static std::vector<StorageBound> boundsOf(ArrayRef<SampleClique> cliques) {
  std::vector<StorageBound> bounds;
  bounds.reserve(cliques.size());
  for (const SampleClique &clique : cliques)
    bounds.push_back({clique.parameters, clique.size});
  return bounds;
}

void Chooser::boundSamples() {
  cliques = cliquesOf(conflicts);
  decision.provableBounds = boundsOf(cliques);
}

/// What is said to be needed follows from conflicts that surely exist.
void Chooser::addSureBounds() {
  std::optional<ConflictSet> sure;
  if (!conflicts.isExact()) {
    withBudget([&] { sure = conflicts.sure(); });
    if (sure->isNull() || !sure->differences().is_empty().is_false())
      return;
  }
  const ConflictSet &existing = sure ? *sure : conflicts;
  if (sure || cliques.empty())
    timed("sure-bounds", [&] {
      withBudget([&] { cliques = cliquesOf(existing); });
      if (cliques.empty())
        withBudget([&] { cliques = smallCliques(existing); });
    });
  decision.bounds = boundsOf(cliques);
  isl::size pieces = existing.pairs().n_basic_map();
  if (pieces.is_error() || unsigned(pieces) > options.maxBoundPieces)
    return;
  timed("general-bound", [&] {
    withBudget(
        [&] { decision.generalBound = parametricBound(existing, cliques); });
  });
}

//===----------------------------------------------------------------------===//
// Successive modulo
//===----------------------------------------------------------------------===//

/// Orders of the dimensions that are tried: all of few dimensions.
std::vector<SmallVector<unsigned>> Chooser::orders() const {
  constexpr unsigned kMaxRank = 4;
  SmallVector<unsigned> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::vector<SmallVector<unsigned>> result = {order};
  while (rank <= kMaxRank && std::next_permutation(order.begin(), order.end()))
    result.push_back(order);
  return result;
}

void Chooser::addSuccessiveModulo() {
  SuccessiveModulo modulo(conflicts);
  // Orders with the same moduli at all samples have the same rows, and a
  // mapping is as valid with its rows in another order.
  std::vector<std::vector<SmallVector<int64_t>>> found;
  for (ArrayRef<unsigned> order : orders())
    withBudget([&] {
      std::vector<SmallVector<int64_t>> moduli;
      moduli.reserve(samples.size());
      for (const SampleConflicts &sample : samples)
        moduli.push_back(sample.successiveModuli(order));
      auto known = llvm::find(found, moduli);
      if (!samples.empty() && known != found.end()) {
        successive.push_back(
            reordered(successive[known - found.begin()], order));
      } else if (auto cases = modulo.inOrder(order)) {
        successive.push_back(
            {StorageMethod::SuccessiveModulo, std::move(*cases)});
      } else {
        return;
      }
      found.push_back(std::move(moduli));
    });
  if (domain.quotients().all().empty())
    decision.quotients = modulo.wanted();
  // The earlier of equal ones is the better one: it is nearer to the array.
  auto best = llvm::min_element(successive, [&](const auto &a, const auto &b) {
    return a.sizeAt(decision.assumed).value_or(INT64_MAX) <
           b.sizeAt(decision.assumed).value_or(INT64_MAX);
  });
  if (best != successive.end())
    std::rotate(successive.begin(), best, best + 1);
  if (!successive.empty() && wants(StorageMethod::SuccessiveModulo))
    add(StorageMethod::SuccessiveModulo, successive.front().cases);
}

/// Adds `mapping` with the smallest moduli that are valid at the samples, if
/// they are for all sizes.
bool Chooser::addLeastModuli(StorageMethod method,
                             const StorageMapping &mapping) {
  LeastModuli least = withLeastModuli(mapping, samples);
  bool added = addIfProved(method, least.mapping);
  if (!added || !least.isRegular)
    irregular.emplace_back(method, mapping);
  return added;
}

void Chooser::addHyperplanes() {
  if (!wants(StorageMethod::Hyperplanes))
    return;
  auto tryWith = [&](std::optional<unsigned> apart) {
    std::optional<StorageMapping> mapping;
    withBudget([&] { mapping = storageHyperplanes(conflicts, apart); });
    if (!mapping)
      return;
    // The smallest valid modulus may be less than the largest difference + 1.
    if (!addLeastModuli(StorageMethod::Hyperplanes, *mapping))
      addIfProved(StorageMethod::Hyperplanes, *mapping);
  };
  tryWith(std::nullopt);
  // Each takes about as long as all of it for many pieces.
  constexpr unsigned kMaxPieces = 12;
  isl::size pieces = conflicts.givenDifferences().n_basic_set();
  if (rank == 1 || pieces.is_error() || unsigned(pieces) > kMaxPieces)
    return;
  for (unsigned dim = conflicts.selectors(); dim < rank && !isBestPossible();
       ++dim)
    tryWith(dim);
}

void Chooser::addReuseVectors() {
  if (!wants(StorageMethod::ReuseVectors) || samples.empty() ||
      conflicts.selectors() > 0 || isBestPossible())
    return;
  const SampleConflicts &sample = samples.back();
  for (const SizedBasis &basis : reuseBases(sample)) {
    if (basis.cells >= bestAt(sample))
      return;
    std::optional<std::vector<StorageCase>> cases;
    withBudget([&] { cases = successiveModuloIn(conflicts, basis.rows); });
    if (!cases)
      continue;
    // Cases for small sizes have other strides: better none.
    StorageCandidate candidate{StorageMethod::ReuseVectors, *cases};
    const StorageMapping *usual = candidate.mappingAt(decision.assumed);
    if (cases->size() == 1 || !usual ||
        !addIfProved(StorageMethod::ReuseVectors, *usual))
      add(StorageMethod::ReuseVectors, std::move(*cases));
  }
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// The best mapping has as few cells as any at the samples that are not too
/// large for a bound.
bool Chooser::isBestPossible() {
  constexpr size_t kEnough = 3;
  return !samples.empty() &&
         cliques.size() >= std::min(samples.size(), kEnough) &&
         decision.isBestPossible() && isBestFurtherOn();
}

/// A formula that has as many numbers as there are samples fits by itself: a
/// size further on has to agree, where that does not take long.
bool Chooser::isBestFurtherOn() {
  constexpr int64_t kShift = 8;
  constexpr unsigned kMaxRank = 2;
  const StorageMapping *mapping =
      decision.candidates.front().mappingAt(decision.assumed);
  // A polynomial in n parameters of degree g has (n + g over n) coefficients.
  size_t coefficients = 1;
  for (size_t k = 1; mapping && k <= mapping->size().degree(); ++k)
    coefficients = coefficients * (domain.size() + k) / k;
  if (coefficients < samples.size() || domain.size() == 0 ||
      conflicts.rank() > kMaxRank)
    return true;
  if (!furtherOn)
    withBudget([&] {
      auto points = domain.samples(0, kShift);
      auto found = points.empty() ? std::vector<SampleClique>()
                                  : largeCliques(conflicts, {{points.front()}});
      if (!found.empty())
        furtherOn = found.front();
    });
  auto size = furtherOn
                  ? decision.candidates.front().sizeAt(furtherOn->parameters)
                  : std::nullopt;
  return !size || *size <= furtherOn->size;
}

void Chooser::addLinearised() {
  if (samples.empty() || conflicts.selectors() > 0 ||
      !wants(StorageMethod::Linearised))
    return;
  // The promising ones by the last sample, which is the largest.
  constexpr size_t kMaxKept = 4;
  std::vector<std::vector<Polynomial>> all =
      rowMajorStrides(conflicts, orders(), successive);
  std::vector<std::pair<int64_t, size_t>> rated;
  for (size_t k = 0; k < all.size(); ++k)
    if (auto numbers = valuesAt(all[k], samples.back()))
      if (auto modulus = samples.back().leastModulus(*numbers, {}))
        rated.emplace_back(*modulus, k);
  llvm::sort(rated);
  rated.resize(std::min(rated.size(), kMaxKept));
  for (auto [modulus, k] : rated) {
    if (addLeastModuli(StorageMethod::Linearised, {{{all[k], Polynomial(0)}}}))
      return;
  }
}

/// Strides are row-major ones, those of hyperplanes, and those given.
bool Chooser::addOffsets() {
  if (samples.empty() || conflicts.selectors() == 0 || isBestPossible() ||
      !wants(StorageMethod::Offsets))
    return false;
  std::vector<std::vector<Polynomial>> all = options.strides;
  auto append = [&](std::vector<Polynomial> weights) {
    std::fill_n(weights.begin(), conflicts.selectors(), Polynomial());
    if (!is_contained(all, weights))
      all.push_back(std::move(weights));
  };
  for (std::vector<Polynomial> &weights :
       rowMajorStrides(conflicts, orders(), successive))
    append(std::move(weights));
  for (const StorageCandidate &candidate : decision.candidates)
    if (const StorageMapping *mapping = candidate.mappingAt(decision.assumed);
        mapping && mapping->rows.size() == 1)
      append(mapping->rows.front().coefficients);
  SmallVector<int64_t> least;
  for (const SampleClique &clique : cliques)
    least.push_back(clique.size);
  least.resize(samples.size(), 1);
  const SampleConflicts &largest = samples.back();
  int64_t most = std::min(bestAt(largest), kMaxSampleModulus);
  // The promising ones by the last sample, which is the largest.
  constexpr size_t kMaxKept = 6, kMaxProofs = 4;
  std::vector<std::pair<int64_t, size_t>> rated;
  for (size_t k = 0; k < all.size(); ++k)
    if (auto numbers = valuesAt(all[k], largest)) {
      OffsetProblem problem(largest, conflicts.selectors(), *numbers);
      if (auto modulus = problem.leastModulus(least.back(), most))
        rated.emplace_back(*modulus, k);
    }
  llvm::sort(rated);
  rated.resize(std::min(rated.size(), kMaxKept));
  for (auto [modulus, k] : rated) {
    size_t proofs = 0;
    for (const StorageMapping &mapping :
         generaliseOffsets(samples, least, most, conflicts, all[k])) {
      if (addIfProved(StorageMethod::Offsets, mapping))
        return true;
      if (++proofs == kMaxProofs)
        break;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

int64_t Chooser::bestAt(const SampleConflicts &sample) const {
  if (decision.candidates.empty())
    return INT64_MAX;
  return decision.candidates.front()
      .sizeAt(sample.parameters())
      .value_or(INT64_MAX);
}

void Chooser::addSearched() {
  if (samples.empty() || cliques.size() != samples.size() ||
      !wants(StorageMethod::Search) || isBestPossible())
    return;
  constexpr size_t kMaxProofs = 6;
  if (domain.size() == 0) {
    const SampleConflicts &sample = samples.front();
    if (auto mapping =
            searchLattice(sample, cliques.front().size, bestAt(sample) - 1))
      addIfProved(StorageMethod::Search, *mapping);
    return;
  }
  std::vector<CyclicMappings> found;
  for (auto [sample, clique] : zip_equal(samples, cliques)) {
    int64_t most = bestAt(sample);
    auto mappings = conflicts.selectors() > 0
                        ? searchJointCyclic(sample, conflicts.selectors(),
                                            clique.size, most)
                        : searchCyclic(sample, clique.size, most);
    if (!mappings)
      return;
    found.push_back(std::move(*mappings));
  }
  size_t proofs = 0;
  for (const StorageMapping &mapping : generalise(found, rank))
    if (addIfProved(StorageMethod::Search, mapping) || ++proofs == kMaxProofs)
      return;
}

//===----------------------------------------------------------------------===//
// Sizes that are not very small
//===----------------------------------------------------------------------===//

/// What a few small sizes do not tell: conflicts may begin at larger ones, and
/// moduli may be formulas from some size on.
void Chooser::addAtLargerSizes() {
  constexpr unsigned kMaxRank = 3;
  constexpr int64_t kShift = 8;
  if (irregular.empty() || conflicts.arrayRank() > kMaxRank ||
      conflicts.selectors() > 0 || isBestPossible())
    return;
  // One more than a polynomial needs, so that not every sequence is one.
  std::vector<SampleConflicts> larger;
  withBudget([&] {
    larger = samplesAt(conflicts, modulusDegree(conflicts) + 1, kShift);
  });
  if (larger.empty())
    return;
  for (const auto &[method, mapping] : irregular) {
    LeastModuli least = withLeastModuli(mapping, larger);
    if (least.isRegular)
      addIfProved(method, least.mapping);
  }
}

/// Values of the least moduli at many sizes that follow each other show whether
/// they depend on remainders of the size.
void Chooser::findQuotients() {
  constexpr unsigned kMaxRank = 2, kSamples = 16;
  constexpr int64_t kShift = 8;
  if (isBestPossible())
    decision.quotients.clear();
  if (!domain.quotients().all().empty() || isBestPossible())
    return;
  if (domain.size() == 1 && !irregular.empty() &&
      conflicts.rank() <= kMaxRank && conflicts.selectors() == 0) {
    std::vector<SampleConflicts> many;
    withBudget([&] { many = samplesAt(conflicts, kSamples - 1, kShift); });
    for (const auto &[method, mapping] : irregular)
      for (const Quotient &quotient : quotientsOfModuli(mapping, many)) {
        auto isLike = [&](const Quotient &other) {
          return other.divisor == quotient.divisor;
        };
        // All floor((p + c) / d), for c = 0 .. d - 1, sum up to p.
        if (!is_contained(decision.quotients, quotient) &&
            llvm::count_if(decision.quotients, isLike) + 1 < quotient.divisor)
          decision.quotients.push_back(quotient);
      }
  }
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

StorageDecision Chooser::choose() {
  withBudget([&] {
    decision.assumed = assumedParameters(conflicts, options.assumed);
  });
  timed("samples", [&] { withBudget([&] { takeSamples({2, 0}); }); });
  timed(toString(StorageMethod::SuccessiveModulo),
        [&] { addSuccessiveModulo(); });
  // Cheap ones first: if one is as small as any can be, less is tried, and
  // bounds are found sooner.
  timed(toString(StorageMethod::Linearised), [&] { addLinearised(); });
  timed("bounds", [&] { withBudget([&] { boundSamples(); }); });
  timed(toString(StorageMethod::Hyperplanes), [&] { addHyperplanes(); });
  timed(toString(StorageMethod::ReuseVectors), [&] { addReuseVectors(); });
  if (conflicts.selectors() > 0)
    timed(toString(StorageMethod::Offsets), [&] {
      if (addOffsets() || isBestPossible())
        return;
      // At the smallest sizes an array may have nothing to do.
      withBudget([&] { takeSamples({4}); });
      withBudget([&] { boundSamples(); });
      addOffsets();
    });
  timed(toString(StorageMethod::Search), [&] { addSearched(); });
  timed("larger-sizes", [&] {
    addAtLargerSizes();
    findQuotients();
  });
  addSureBounds();
  return std::move(decision);
}

StorageDecision polymem::chooseStorage(const ConflictSet &conflicts,
                                       const StorageOptions &options) {
  if (conflicts.isNull())
    return {};
  return Chooser(conflicts, options).choose();
}
