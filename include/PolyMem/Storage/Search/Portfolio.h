//===- Portfolio.h - the smallest mapping that is proved --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No method of finding a storage mapping is the best one everywhere: all are
// asked, what they propose is verified, the smallest one is taken.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_PORTFOLIO_H
#define POLYMEM_STORAGE_SEARCH_PORTFOLIO_H

#include "PolyMem/Storage/Search/ParametricBound.h"

namespace polymem {

/// Where a mapping comes from.
enum class StorageMethod {
  /// A modulus for each dimension, in the best of all orders.
  SuccessiveModulo,
  /// Rows that separate as many pieces of the conflicts as possible.
  Hyperplanes,
  /// Successive modulo across and along a small constant vector.
  ReuseVectors,
  /// A row-major address, of the array or of a box that successive modulo
  /// found, in any order of the dimensions, modulo the smallest valid value.
  Linearised,
  /// For several arrays: strides that suit each of them, offsets that let them
  /// share most cells, modulo the smallest value that is valid with them.
  Offsets,
  /// The best of all lattices at small sizes, generalised.
  Search
};

/// "successive-modulo", ...: what options call it.
llvm::StringRef toString(StorageMethod method);

struct StorageOptions {
  /// Methods to leave out.
  llvm::SmallVector<StorageMethod> without;
  /// Parameter values by name for which the mapping is to be small; others are
  /// assumed to be about 64, as far as that is possible.
  llvm::SmallVector<std::pair<std::string, int64_t>> assumed;
  /// Strides that offsets are looked for besides those that follow from the
  /// conflict set: one for each of its dimensions, those of selectors do not
  /// count.
  std::vector<std::vector<Polynomial>> strides;
  /// No bound for all sizes is looked for if conflicts have more convex pieces:
  /// it takes time that grows with their square, and changes no decision.
  unsigned maxBoundPieces = 64;
  /// Budget of isl operations of each step.
  unsigned long maxIslOperations = 1000000;
};

/// Adds texts "name=value" to `options.assumed`. The first one that has another
/// form, behind which none is added.
std::optional<std::string> addAssumed(StorageOptions &options,
                                      llvm::ArrayRef<std::string> texts);

/// A mapping for all values of the parameters.
struct StorageCandidate {
  StorageMethod method;
  /// Their contexts are disjoint and cover the conflict set's domain. All are
  /// proved.
  std::vector<StorageCase> cases;

  /// The mapping where the parameters have these values; null if they cannot.
  const StorageMapping *mappingAt(llvm::ArrayRef<int64_t> parameters) const;
  /// Number of cells where the parameters have these values.
  std::optional<int64_t> sizeAt(llvm::ArrayRef<int64_t> parameters) const;
};

/// No mapping has fewer cells where the parameters have these values.
struct StorageBound {
  llvm::SmallVector<int64_t> parameters;
  int64_t cells;
};

/// How long a part of a decision took.
struct StorageTime {
  /// A method, or "samples" (small sizes, enumerated) or "bounds", or
  /// "sure-bounds" (of conflicts that surely exist, where not all do), or
  /// "general-bound".
  llvm::StringRef step;
  double milliseconds;
};

struct StorageDecision {
  /// The best one of each method that found one, the best one first.
  std::vector<StorageCandidate> candidates;
  /// The parameter values that sizes were compared at.
  llvm::SmallVector<int64_t> assumed;
  /// Elements that all surely conflict, at a few small sizes: so many cells are
  /// needed.
  std::vector<StorageBound> bounds;
  /// The same with conflicts that may not exist: no mapping that is proved has
  /// fewer cells.
  std::vector<StorageBound> provableBounds;
  /// Elements that all surely conflict, at all sizes or at those that are not
  /// very small.
  std::optional<ParametricBound> generalBound;
  /// Quotients of parameters with which there may be smaller mappings; none if
  /// the conflict set has some.
  std::vector<Quotient> quotients;
  /// What was done, in this order.
  std::vector<StorageTime> times;

  /// The best candidate has as few cells as any that is proved can have, at all
  /// sizes of `provableBounds`.
  bool isBestPossible() const;
};

/// Chooses mappings for the elements of `conflicts`: the fewest cells, then the
/// fewest dimensions, then those that keep elements side by side that follow
/// each other in the last dimension, then the shortest. No candidate is
/// there if differences are unbounded or the budget is too small.
StorageDecision chooseStorage(const ConflictSet &conflicts,
                              const StorageOptions &options = {});

/// A conflict set whose last parameters are quotients of the others, and a
/// decision about it.
struct RefinedStorage {
  ConflictSet conflicts;
  StorageDecision decision;
};

/// What a decision about `conflicts` can be made with `decision.quotients` as
/// parameters; nothing if no mapping is smaller then. Bounds that `decision`
/// has are kept.
std::optional<RefinedStorage> refineStorage(const ConflictSet &conflicts,
                                            const StorageDecision &decision,
                                            const StorageOptions &options = {});

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_PORTFOLIO_H
