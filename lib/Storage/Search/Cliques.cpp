//===- Cliques.cpp - elements that all conflict, at one size --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/Cliques.h"
#include "ConflictGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;
using Point = SampleConflicts::Point;

/// How many bits are set in both, which have the same size.
static size_t countCommon(const BitVector &a, const BitVector &b) {
  size_t count = 0;
  for (auto [x, y] : zip_equal(a.getData(), b.getData()))
    count += llvm::popcount(x & y);
  return count;
}

/// The size of a clique of `start` and some of `candidates`, its neighbours:
/// always the one that leaves the most. 0 if that is no more than `known`.
static size_t greedyClique(ArrayRef<BitVector> neighbours, BitVector candidates,
                           size_t known) {
  size_t size = 1, left = candidates.count();
  // The numbers of candidates that conflict with each, which only fall.
  std::vector<size_t> atMost(candidates.size(), left);
  while (left > 0) {
    if (size + left <= known)
      return 0;
    size_t most = 0, numWithAll = 0;
    std::optional<unsigned> best;
    BitVector next = candidates;
    for (unsigned candidate : candidates.set_bits()) {
      size_t &count = atMost[candidate];
      if (best && count <= most)
        continue;
      count = countCommon(candidates, neighbours[candidate]);
      if (count + 1 == left) {
        // It conflicts with all others.
        next.reset(candidate);
        ++numWithAll;
      } else if (!best || count > most) {
        most = count;
        best = candidate;
      }
    }
    size += numWithAll;
    left -= numWithAll;
    if (best) {
      next &= neighbours[*best];
      left = most - numWithAll;
      ++size;
    }
    candidates = std::move(next);
  }
  return size;
}

/// Elements are taken in an order in which each has as many neighbours as
/// possible before it (maximum cardinality search). Where values live from a
/// write to a read of one order, conflicts are a chordal graph: the neighbours
/// before an element are a clique, and the largest one is among these.
static size_t cliqueInOrder(ArrayRef<BitVector> neighbours) {
  size_t number = neighbours.size(), best = 0;
  BitVector taken(number);
  std::vector<size_t> numTaken(number);
  for (size_t step = 0; step < number; ++step) {
    std::optional<unsigned> next;
    for (unsigned k = 0; k < number; ++k)
      if (!taken[k] && (!next || numTaken[k] > numTaken[*next]))
        next = k;
    BitVector before = neighbours[*next];
    before &= taken;
    best = std::max(best, greedyClique(neighbours, std::move(before), best));
    taken.set(*next);
    for (unsigned k : neighbours[*next].set_bits())
      ++numTaken[k];
  }
  return best;
}

/// The size of a large clique; of one that has `enough` if there is one.
static int64_t cliqueSize(ArrayRef<BitVector> neighbours, int64_t enough) {
  // The ones with the most conflicts are promising.
  constexpr size_t kMaxStarts = 16;
  std::vector<std::pair<size_t, unsigned>> starts;
  for (auto [k, others] : enumerate(neighbours))
    starts.emplace_back(neighbours.size() - others.count(), k);
  llvm::sort(starts);
  starts.resize(std::min(starts.size(), kMaxStarts));
  size_t best = cliqueInOrder(neighbours);
  for (auto [numApart, start] : starts) {
    if (int64_t(best) >= enough)
      break;
    best = std::max(best, greedyClique(neighbours, neighbours[start], best));
  }
  return best;
}

/// `SampleClique::ends` of cliques of `size` elements.
static std::optional<std::pair<Point, Point>> endsOf(const ConflictGraph &graph,
                                                     size_t size) {
  constexpr size_t kMaxTries = 500000;
  std::vector<BitVector> closed = graph.neighbours;
  // Those that conflict with too few others are no ends.
  std::vector<size_t> candidates;
  for (auto [k, others] : enumerate(closed)) {
    others.set(unsigned(k));
    if (others.count() >= size)
      candidates.push_back(k);
  }
  auto areEnds = [&](size_t x, size_t z) {
    if (!closed[x][z] || countCommon(closed[x], closed[z]) != size)
      return false;
    BitVector all = closed[x];
    all &= closed[z];
    for (unsigned k : all.set_bits())
      if (all.test(closed[k]))
        return false;
    return true;
  };
  // Of pairs (x, z), x not behind z, the first one; of pairs (z, x) the last.
  auto find = [&](bool fromLast) -> std::optional<Point> {
    size_t tries = 0;
    auto tryAll = [&](auto begin, auto end) -> std::optional<Point> {
      for (auto x = begin; x != end; ++x)
        for (auto z = x; z != end; ++z) {
          if (areEnds(*x, *z)) {
            Point both = graph.elements[*x];
            llvm::append_range(both, graph.elements[*z]);
            return both;
          }
          if (++tries == kMaxTries)
            return std::nullopt;
        }
      return std::nullopt;
    };
    return fromLast ? tryAll(candidates.rbegin(), candidates.rend())
                    : tryAll(candidates.begin(), candidates.end());
  };
  std::optional<Point> first = find(false), last = find(true);
  if (!first || !last)
    return std::nullopt;
  return std::make_pair(std::move(*first), std::move(*last));
}

std::vector<SampleClique> polymem::largeCliques(const ConflictSet &conflicts,
                                                ArrayRef<SizedStorage> sizes,
                                                size_t maxElements) {
  std::vector<SampleClique> result;
  if (conflicts.isNull())
    return result;
  PointEnumerator pairs(conflicts.pairs().wrap().flatten());
  for (const SizedStorage &size : sizes) {
    auto graph =
        conflictGraphAt(conflicts, pairs, size.parameters, maxElements);
    if (!graph)
      break;
    int64_t cells = cliqueSize(graph->neighbours, size.cells);
    result.push_back({size.parameters, cells, endsOf(*graph, cells)});
  }
  return result;
}

std::vector<SampleClique> polymem::smallCliques(const ConflictSet &conflicts) {
  std::vector<SampleClique> found;
  for (int64_t shift : {2, 0}) {
    std::vector<SizedStorage> sizes;
    for (const SmallVector<int64_t> &point :
         conflicts.domain().samples(1, shift))
      sizes.push_back({point});
    if (found.size() < sizes.size())
      found = largeCliques(conflicts, sizes);
  }
  return found;
}
