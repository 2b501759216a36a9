//===- ConflictGraph.cpp - conflicts at one size, as a graph --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;
using Point = SampleConflicts::Point;

/// Without the elements that conflict with no other, but for one of them if
/// there are no others.
static ConflictGraph graphOf(std::vector<Point> elements,
                             ArrayRef<std::pair<unsigned, unsigned>> pairs) {
  BitVector isUsed(elements.size());
  for (auto [a, b] : pairs) {
    isUsed.set(a);
    isUsed.set(b);
  }
  if (isUsed.none())
    isUsed.set(0);
  ConflictGraph graph;
  std::vector<unsigned> numbers(elements.size());
  for (unsigned k : isUsed.set_bits()) {
    numbers[k] = graph.elements.size();
    graph.elements.push_back(std::move(elements[k]));
  }
  size_t number = graph.elements.size();
  graph.neighbours.assign(number, BitVector(number));
  for (auto [a, b] : pairs) {
    graph.neighbours[numbers[a]].set(numbers[b]);
    graph.neighbours[numbers[b]].set(numbers[a]);
  }
  return graph;
}

std::optional<ConflictGraph>
polymem::conflictGraphAt(const ConflictSet &conflicts,
                         const PointEnumerator &pairs,
                         ArrayRef<int64_t> parameters, size_t maxElements) {
  std::optional<EnumerationBox> box =
      boxAround(conflicts.elements(), parameters);
  // Many may conflict with no other.
  auto elements =
      enumeratePoints(conflicts.elements(), parameters, 4 * maxElements, box);
  if (!elements)
    return std::nullopt;
  if (elements->empty())
    return ConflictGraph();
  constexpr int64_t kMaxPlaces = 1 << 22;
  auto places = BoxPlaces::of(*box, kMaxPlaces);
  if (!places)
    return std::nullopt;
  std::vector<unsigned> numbers(places->size());
  for (auto [k, element] : enumerate(*elements))
    numbers[places->placeOf(element)] = k;
  EnumerationBox both(*box);
  both.insert(both.end(), box->begin(), box->end());
  unsigned rank = conflicts.rank();
  std::vector<std::pair<unsigned, unsigned>> conflicting;
  bool complete = pairs.forEachPoint(
      parameters, both, size_t(1024) * maxElements, [&](const Point &pair) {
        unsigned a = numbers[places->placeOf(ArrayRef(pair).take_front(rank))];
        unsigned b = numbers[places->placeOf(ArrayRef(pair).drop_front(rank))];
        if (a != b)
          conflicting.emplace_back(a, b);
      });
  if (!complete)
    return std::nullopt;
  ConflictGraph graph = graphOf(std::move(*elements), conflicting);
  if (graph.elements.size() > maxElements)
    return std::nullopt;
  return graph;
}
