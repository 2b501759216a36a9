//===- StripRows.cpp - whole rows and vectors of what tiles load ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripRows.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

isl::map polymem::inOnePiece(const isl::map &map) {
  isl::map hull(map.unshifted_simple_hull());
  return hull.is_subset(map).is_true() ? hull : map.coalesce();
}

isl::map polymem::rowsOf(const isl::map &tiles, const StripBody &body,
                         bool &lastIsStill) {
  isl::size rank = tiles.range_tuple_dim();
  if (rank.is_error())
    return {};
  unsigned dims = unsigned(rank);
  /// The coordinates in a dimension in which tiles do not move; else null.
  SmallVector<isl::set> still(dims);
  lastIsStill = false;
  isl::map rows = tiles;
  for (unsigned d = dims; d-- > 0;) {
    isl::map along = tiles.project_out(isl::dim::out, d + 1, dims - d - 1)
                         .project_out(isl::dim::out, 0, d);
    isl::set all = along.range().coalesce();
    isl::map anywhere = isl::map::from_domain_and_range(along.domain(), all);
    if (!body.withOrigins(anywhere)
             .is_subset(body.withOrigins(along))
             .is_true())
      continue;
    still[d] = all;
    lastIsStill |= d + 1 == dims;
    rows = rows.project_out(isl::dim::out, d, 1);
  }
  rows = inOnePiece(rows.coalesce());
  for (auto [d, all] : llvm::enumerate(still))
    if (!all.is_null())
      rows = insertDims(rows, isl::dim::out, d, 1)
                 .intersect_range(all.insert_dims(isl::dim::set, 0, d)
                                      .add_dims(isl::dim::set, dims - d - 1));
  return rows;
}

isl::map polymem::sameVector(isl::ctx ctx, MemRefType type, int64_t width) {
  unsigned rank = type.getRank(), last = rank - 1;
  isl::space space = spaceOfDims(ctx, rank);
  isl::map same = isl::map::universe(space.map_from_domain_and_range(space));
  for (unsigned d = 0; d < last; ++d)
    same = same.equate(isl::dim::in, int(d), isl::dim::out, int(d));
  isl::set pairs = same.wrap();
  isl::local_space local(pairs.get_space());
  isl::val divisor(ctx, static_cast<long>(width));
  auto number = [&](unsigned position) {
    return isl::pw_aff(isl::aff::var_on_domain(local, isl::dim::set, position)
                           .scale_down(divisor)
                           .floor());
  };
  same = pairs.intersect(number(last).eq_set(number(rank + last))).unwrap();
  if (!type.isDynamicDim(last))
    same = same.intersect_range(isl::set::universe(space).upper_bound_val(
        isl::dim::set, last,
        isl::val(ctx, static_cast<long>(type.getDimSize(last) - 1))));
  return same;
}

isl::map polymem::wholeVectors(const isl::map &rows, MemRefType type,
                               int64_t width) {
  unsigned last = type.getRank() - 1;
  isl::set along = rows.range().project_out(isl::dim::set, 0, last);
  isl::set line = isl::set::universe(along.get_space());
  isl::val divisor(line.ctx(), static_cast<long>(width));
  auto rounded = [&](const isl::pw_aff &bound, long more) {
    return bound.scale_down(divisor)
        .floor()
        .scale(divisor)
        .add_constant(more)
        .insert_domain(line.get_space());
  };
  isl::pw_aff at = isl::aff::var_on_domain(isl::local_space(line.get_space()),
                                           isl::dim::set, 0);
  line = at.ge_set(rounded(along.dim_min(0), 0))
             .intersect(at.le_set(rounded(along.dim_max(0), width - 1)));
  return insertDims(rows.project_out(isl::dim::out, last, 1), isl::dim::out,
                    last, 1)
      .intersect_range(line.insert_dims(isl::dim::set, 0, last))
      .coalesce();
}

Sentence polymem::whyNoVectors(MemRefType type, int64_t width) {
  if (width < 2 || type.getRank() == 0)
    return "its elements are as wide as a vector, or it has no rows";
  int64_t length = type.getShape().back();
  if (type.getRank() > 1 && !ShapedType::isDynamic(length) &&
      length % width != 0)
    return sentence("its rows have {0} elements, no multiple of {1}",
                    named("Length", length), named("Vector", width));
  return {};
}
