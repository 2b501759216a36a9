//===- StorageDecision.cpp - what was found, and how good it is -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/Portfolio.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace polymem;

StringRef polymem::toString(StorageMethod method) {
  switch (method) {
  case StorageMethod::SuccessiveModulo:
    return "successive-modulo";
  case StorageMethod::Hyperplanes:
    return "hyperplanes";
  case StorageMethod::ReuseVectors:
    return "reuse-vectors";
  case StorageMethod::Linearised:
    return "linearised";
  case StorageMethod::Offsets:
    return "offsets";
  case StorageMethod::Search:
    return "search";
  }
  llvm_unreachable("all methods have names");
}

const StorageMapping *
StorageCandidate::mappingAt(ArrayRef<int64_t> parameters) const {
  for (const StorageCase &part : cases)
    if (ParameterDomain(part.context).contains(parameters))
      return &part.mapping;
  return nullptr;
}

std::optional<int64_t>
StorageCandidate::sizeAt(ArrayRef<int64_t> parameters) const {
  const StorageMapping *mapping = mappingAt(parameters);
  return mapping ? mapping->size().at(parameters) : std::nullopt;
}

bool StorageDecision::isBestPossible() const {
  return !candidates.empty() && !provableBounds.empty() &&
         llvm::all_of(provableBounds, [&](const StorageBound &bound) {
           std::optional<int64_t> cells =
               candidates.front().sizeAt(bound.parameters);
           return cells && *cells <= bound.cells;
         });
}

std::optional<RefinedStorage>
polymem::refineStorage(const ConflictSet &conflicts,
                       const StorageDecision &decision,
                       const StorageOptions &options) {
  constexpr size_t kMaxQuotients = 4;
  if (decision.quotients.empty() || decision.quotients.size() > kMaxQuotients)
    return std::nullopt;
  std::optional<RefinedStorage> result;
  {
    IslOperationsGuard guard(conflicts.elements().ctx(),
                             options.maxIslOperations);
    result = {conflicts.withQuotients(decision.quotients), {}};
  }
  StorageOptions own = options;
  own.maxBoundPieces = 0;
  result->decision = chooseStorage(result->conflicts, own);
  auto sizeOf = [](const StorageDecision &d) {
    return d.candidates.empty()
               ? INT64_MAX
               : d.candidates.front().sizeAt(d.assumed).value_or(INT64_MAX);
  };
  if (sizeOf(result->decision) >= sizeOf(decision))
    return std::nullopt;
  result->decision.generalBound = decision.generalBound;
  if (auto &bound = result->decision.generalBound)
    bound->least.resize(result->conflicts.parameters().size());
  return result;
}

std::optional<std::string> polymem::addAssumed(StorageOptions &options,
                                               ArrayRef<std::string> texts) {
  for (StringRef text : texts) {
    auto [name, value] = text.split('=');
    int64_t number;
    if (name.empty() || value.getAsInteger(10, number))
      return text.str();
    options.assumed.emplace_back(name.str(), number);
  }
  return std::nullopt;
}
