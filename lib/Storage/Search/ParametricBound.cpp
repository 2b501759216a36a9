//===- ParametricBound.cpp - fewest cells at all sizes --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Search/ParametricBound.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Search/LatticeSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace polymem;
using Point = SampleConflicts::Point;

std::string ParametricBound::whereText(ArrayRef<std::string> names) const {
  std::string where;
  // Those of quotients, behind the names, are nothing.
  for (auto [name, value] : zip(names, least))
    if (value)
      where += (where.empty() ? " where " : " and ") + name +
               " >= " + std::to_string(*value);
  return where;
}

/// The affine function of the parameters that goes through the ends of the
/// cliques; nothing if there is none.
static std::optional<std::vector<Polynomial>>
affineEnds(ArrayRef<SampleClique> cliques, bool last) {
  std::vector<SmallVector<int64_t>> points;
  std::vector<Point> ends;
  for (const SampleClique &clique : cliques) {
    if (!clique.ends)
      return std::nullopt;
    points.push_back(clique.parameters);
    ends.push_back(last ? clique.ends->second : clique.ends->first);
  }
  std::vector<Polynomial> result;
  for (unsigned k = 0; k < ends.front().size(); ++k) {
    SmallVector<int64_t> values;
    for (const Point &end : ends)
      values.push_back(end[k]);
    std::optional<Polynomial> value = interpolate(points, values, 1);
    if (!value)
      return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

/// `[p] -> { [x] }`: the one of `elements` with these coordinates.
static isl::set pointAt(ArrayRef<Polynomial> coordinates,
                        const isl::set &elements) {
  isl::set result = elements;
  isl::space space = elements.get_space();
  isl::local_space local(space);
  for (auto [d, coordinate] : enumerate(coordinates)) {
    isl::aff x = isl::aff::var_on_domain(local, isl::dim::set, d);
    result = result.intersect(x.eq_set(coordinate.asAff(space)));
  }
  return result;
}

/// The polynomial of the parameters that `value` is everywhere; nothing if it
/// is none.
static std::optional<Polynomial> onePolynomial(const isl::pw_aff &value) {
  std::optional<Polynomial> result;
  isl::stat status =
      value.foreach_piece([&](const isl::set &, const isl::aff &aff) {
        std::optional<Polynomial> next = Polynomial::fromAff(aff);
        if (!next || (result && !(*result == *next)))
          return isl::stat::error();
        result = next;
        return isl::stat::ok();
      });
  return status.is_error() ? std::nullopt : result;
}

/// How many elements of `piece`, which is convex, differ in dimension `d` only:
/// where the other coordinates are, and the number there. Nothing if that is no
/// polynomial of the parameters.
static std::optional<std::vector<std::pair<isl::set, Polynomial>>>
thickness(const isl::set &piece, unsigned rank, unsigned d) {
  isl::map lines = piece.identity().project_out(isl::dim::in, d, 1);
  lines = lines.project_out(isl::dim::out, d + 1, rank - d - 1);
  lines = lines.project_out(isl::dim::out, 0, d);
  isl::pw_aff first = lines.lexmin_pw_multi_aff().at(0),
              last = lines.lexmax_pw_multi_aff().at(0);
  std::vector<std::pair<isl::set, Polynomial>> result;
  isl::stat status = last.sub(first).coalesce().foreach_piece(
      [&](const isl::set &where, const isl::aff &aff) {
        std::optional<Polynomial> difference = Polynomial::fromAff(aff);
        if (!difference)
          return isl::stat::error();
        result.emplace_back(where, *difference + 1);
        return isl::stat::ok();
      });
  return status.is_error() ? std::nullopt : std::optional(std::move(result));
}

static std::optional<Polynomial> numberOfElements(const isl::set &set,
                                                  const isl::set &context);

/// `numberOfElements` of a convex set.
static std::optional<Polynomial> sizeOf(const isl::set &piece,
                                        const isl::set &context) {
  constexpr int64_t kMaxSlices = 4;
  isl::size dims = piece.dim(isl::dim::set);
  if (dims.is_error())
    return std::nullopt;
  unsigned rank = unsigned(dims);
  if (rank == 0)
    return context.is_subset(piece.params()).is_true()
               ? std::optional(Polynomial(1))
               : std::nullopt;
  for (unsigned d = rank; d-- > 0;)
    if (auto parts = thickness(piece, rank, d)) {
      Polynomial total;
      for (const auto &[where, number] : *parts) {
        auto others = numberOfElements(where, context);
        if (!others)
          return std::nullopt;
        total = total + *others * number;
      }
      return total;
    }
  for (unsigned d = rank; d-- > 0;) {
    auto low = onePolynomial(piece.dim_min(d)),
         high = onePolynomial(piece.dim_max(d));
    if (!low || !high)
      continue;
    auto width = (*high - *low).constant();
    if (!width || *width >= kMaxSlices)
      continue;
    isl::aff x = isl::aff::var_on_domain(isl::local_space(piece.get_space()),
                                         isl::dim::set, d);
    Polynomial total;
    for (int64_t k = 0; k <= *width; ++k) {
      isl::set slice =
          piece.intersect(x.eq_set((*low + k).asAff(piece.get_space())));
      auto size = numberOfElements(slice, context);
      if (!size)
        return std::nullopt;
      total = total + *size;
    }
    return total;
  }
  return std::nullopt;
}

/// The number of elements of `set` where the parameters are in `context`, if it
/// is one polynomial there.
static std::optional<Polynomial> numberOfElements(const isl::set &set,
                                                  const isl::set &context) {
  Polynomial total;
  isl::set parts = disjointParts(set.intersect_params(context).coalesce());
  isl::stat status = parts.foreach_basic_set([&](const isl::basic_set &piece) {
    if (piece.is_empty().is_true())
      return isl::stat::ok();
    if (piece.dim(isl::dim::div).release() != 0)
      return isl::stat::error();
    std::optional<Polynomial> size = sizeOf(piece, context);
    if (!size)
      return isl::stat::error();
    total = total + *size;
    return isl::stat::ok();
  });
  if (status.is_error() || !total.isValid())
    return std::nullopt;
  return total;
}

/// The bound for these ends, where the parameters are in `context`.
static std::optional<Polynomial> boundFor(const ConflictSet &conflicts,
                                          ArrayRef<Polynomial> ends,
                                          const isl::set &context) {
  unsigned rank = conflicts.rank();
  isl::set elements = conflicts.elements().intersect_params(context);
  isl::set x = pointAt(ends.take_front(rank), elements),
           z = pointAt(ends.drop_front(rank), elements);
  // Those of two sizes are on a line that may lead out of the array.
  if (!context.is_subset(x.params().intersect(z.params())).is_true())
    return std::nullopt;
  isl::map pairs = conflicts.pairs();
  isl::map reverse = pairs.reverse();
  auto closed = [&](const isl::set &point) {
    return point.unite(point.apply(pairs)).unite(point.apply(reverse));
  };
  isl::set all = closed(x).intersect(closed(z)).coalesce();
  isl::map apart = isl::map::from_domain_and_range(all, all).intersect(
      lexLess(all.get_space()));
  // Most pieces have nothing to do with these elements.
  isl::set hull = isl::set(all.simple_hull());
  pairs = pairs.intersect_domain(hull).intersect_range(hull);
  // Conflicts were given in one direction or both: the second one is seldom
  // needed.
  apart = apart.subtract(pairs);
  if (!apart.is_empty().is_true() &&
      !apart.subtract(pairs.reverse()).is_empty().is_true())
    return std::nullopt;
  return numberOfElements(all, context);
}

/// The cells of a bound for the elements of one conflict set.
static std::optional<Polynomial> boundOfCliques(const ConflictSet &conflicts,
                                                ArrayRef<SampleClique> cliques,
                                                const isl::set &context) {
  constexpr size_t kMaxLeftOut = 2;
  // The smallest sizes come first, where ends may be others.
  for (bool last : {true, false})
    for (size_t leftOut = 0;
         leftOut <= kMaxLeftOut && leftOut + 2 <= cliques.size(); ++leftOut) {
      auto ends = affineEnds(cliques.drop_front(leftOut), last);
      if (auto cells =
              ends ? boundFor(conflicts, *ends, context) : std::nullopt)
        return cells;
    }
  return std::nullopt;
}

/// The values of dimension `d`, which are few constants; else nothing.
static std::optional<std::pair<int64_t, int64_t>>
fewValues(const isl::set &elements, unsigned d) {
  constexpr int64_t kMaxValues = 4;
  auto low = onePolynomial(elements.dim_min(d)),
       high = onePolynomial(elements.dim_max(d));
  auto first = low ? low->constant() : std::nullopt,
       last = high ? high->constant() : std::nullopt;
  if (!first || !last || *last <= *first || *last - *first >= kMaxValues)
    return std::nullopt;
  return std::make_pair(*first, *last);
}

/// Where elements with different values of a dimension all conflict, as do
/// those of several colours: as many cells as these parts need together.
static std::optional<Polynomial> boundOfParts(const ConflictSet &conflicts,
                                              ArrayRef<SampleClique> cliques,
                                              const isl::set &context) {
  isl::set elements = conflicts.elements().intersect_params(context);
  std::vector<SizedStorage> sizes;
  for (const SampleClique &clique : cliques)
    sizes.push_back({clique.parameters});
  for (unsigned d = 0; d < conflicts.rank(); ++d) {
    auto values = fewValues(elements, d);
    isl::map apart = isl::map::from_domain_and_range(elements, elements)
                         .order_lt(isl::dim::in, d, isl::dim::out, d);
    isl::map known = conflicts.pairs().unite(conflicts.pairs().reverse());
    if (!values || !apart.is_subset(known).is_true())
      continue;
    std::optional<Polynomial> total = Polynomial(0);
    for (int64_t k = values->first; total && k <= values->second; ++k) {
      isl::set part =
          conflicts.elements().fix_si(isl::dim::set, d, static_cast<int>(k));
      ConflictSet own(part, conflicts.pairs());
      std::optional<Polynomial> cells;
      if (!own.isNull() && own.parameters() == conflicts.parameters())
        cells = boundOfCliques(own, largeCliques(own, sizes), context);
      total = cells ? std::optional(*total + *cells) : std::nullopt;
    }
    if (total && total->isValid())
      return total;
  }
  return std::nullopt;
}

std::optional<ParametricBound>
polymem::parametricBound(const ConflictSet &conflicts,
                         ArrayRef<SampleClique> cliques) {
  // Smaller sizes are seldom like the others.
  constexpr int64_t kShift = 4;
  const ParameterDomain &domain = conflicts.domain();
  if (conflicts.isNull() || domain.size() == 0)
    return std::nullopt;
  isl::set context = domain.contextFrom(kShift);
  if (!context.is_empty().is_false())
    return std::nullopt;
  auto cells = boundOfCliques(conflicts, cliques, context);
  if (!cells)
    cells = boundOfParts(conflicts, cliques, context);
  if (!cells)
    return std::nullopt;
  ParametricBound bound{*cells, {}};
  for (unsigned k = 0; k < domain.size(); ++k) {
    std::optional<int64_t> least = domain.least(k);
    bound.least.push_back(least ? std::optional(*least + kShift) : least);
  }
  return bound;
}
