//===- StaticReuse.cpp - fewest cells of any allocation -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/StaticReuse.h"
#include "ConflictGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;

/// By element, the others that are related to it.
using Relation = std::vector<BitVector>;

namespace {
/// Golumbic's decomposition of a graph into implication classes.
class Orientation {
public:
  /// `edges[a]` has b iff `edges[b]` has a.
  explicit Orientation(Relation edges)
      : left(std::move(edges)), directed(left.size(), BitVector(left.size())) {}

  /// Each edge in one direction, so that the result is transitive; nothing if
  /// that is not possible.
  std::optional<Relation> orient();

private:
  bool orientClassOf(unsigned from, unsigned to);
  /// All edges from `from` to `more`, which are in one class.
  bool directOne(unsigned from, unsigned to);
  bool direct(unsigned from, const BitVector &more);
  bool direct(const BitVector &more, unsigned to);

  /// Edges that have no direction yet, or one of the class at work.
  Relation left;
  Relation directed;
  /// Of the class at work, which are in `directed`, too.
  std::vector<std::pair<unsigned, unsigned>> current;
};
} // namespace

/// False if it leads the other way.
bool Orientation::directOne(unsigned from, unsigned to) {
  if (directed[to].test(from))
    return false;
  if (directed[from].test(to))
    return true;
  directed[from].set(to);
  current.emplace_back(from, to);
  return true;
}

bool Orientation::direct(unsigned from, const BitVector &more) {
  return llvm::all_of(more.set_bits(),
                      [&](unsigned to) { return directOne(from, to); });
}

bool Orientation::direct(const BitVector &more, unsigned to) {
  return llvm::all_of(more.set_bits(),
                      [&](unsigned from) { return directOne(from, to); });
}

/// Directs the edge and all that follow from it: of two edges with a common end
/// whose other ends have no edge both lead to that end, or neither does. False
/// if one has to have both directions.
bool Orientation::orientClassOf(unsigned from, unsigned to) {
  current.clear();
  directed[from].set(to);
  current.emplace_back(from, to);
  for (size_t k = 0; k < current.size(); ++k) {
    auto [a, b] = current[k];
    BitVector others = left[a];
    others.reset(left[b]);
    others.reset(b);
    if (!direct(a, others))
      return false;
    others = left[b];
    others.reset(left[a]);
    others.reset(a);
    if (!direct(others, b))
      return false;
  }
  for (auto [a, b] : current) {
    left[a].reset(b);
    left[b].reset(a);
  }
  return true;
}

std::optional<Relation> Orientation::orient() {
  for (unsigned a = 0; a < left.size(); ++a)
    while (left[a].any())
      if (!orientClassOf(a, unsigned(left[a].find_first())))
        return std::nullopt;
  // What Golumbic proves, and all that is used here.
  for (const BitVector &after : directed)
    for (unsigned b : after.set_bits())
      if (directed[b].test(after))
        return std::nullopt;
  return std::move(directed);
}

namespace {
/// A largest set of pairs (a, b), b after a, in which no element is the first
/// or the second one of two pairs.
class Matching {
public:
  explicit Matching(const Relation &after)
      : after(after), firstOf(after.size()), unseen(after.size()) {}

  size_t size() {
    size_t pairs = 0;
    for (unsigned a = 0; a < after.size(); ++a) {
      unseen.set();
      pairs += augment(a) ? 1 : 0;
    }
    return pairs;
  }

private:
  /// Finds a second for `a`; others may get another one for that.
  bool augment(unsigned a) {
    while (true) {
      BitVector open = after[a];
      open &= unseen;
      int b = open.find_first();
      if (b < 0)
        return false;
      unseen.reset(b);
      if (!firstOf[b] || augment(*firstOf[b])) {
        firstOf[b] = a;
        return true;
      }
    }
  }

  const Relation &after;
  std::vector<std::optional<unsigned>> firstOf;
  BitVector unseen;
};
} // namespace

std::optional<int64_t> polymem::leastStaticReuse(const ConflictSet &conflicts,
                                                 ArrayRef<int64_t> parameters,
                                                 size_t maxElements) {
  if (conflicts.isNull())
    return std::nullopt;
  auto graph = conflictGraphAt(
      conflicts, PointEnumerator(conflicts.pairs().wrap().flatten()),
      parameters, maxElements);
  if (!graph)
    return std::nullopt;
  size_t number = graph->elements.size();
  Relation apart = std::move(graph->neighbours);
  for (auto [k, others] : enumerate(apart)) {
    others.flip();
    others.reset(unsigned(k));
  }
  auto after = Orientation(std::move(apart)).orient();
  if (!after)
    return std::nullopt;
  // Each pair of the matching is a link of a chain.
  return int64_t(number - Matching(*after).size());
}
