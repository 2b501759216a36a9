//===- StripBody.cpp - the body of a strip's tiles, by origin -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripBody.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;

bool StripBody::readOrigins(ArrayRef<Operation *> loops, unsigned strip,
                            Sentence &reason) {
  SmallVector<Value> allIvs;
  SmallVector<OpFoldResult> allSteps;
  for (Operation *op : loops) {
    auto loop = cast<PolyhedralLoopOpInterface>(op);
    llvm::append_range(allIvs, loop.getPolyhedralIvs());
    llvm::append_range(allSteps, loop.getPolyhedralSteps());
  }
  ArrayRef<Value> ivs = ArrayRef(allIvs).take_back(strip);
  isl::ctx ctx = scop->ctx();
  isl::id_list ids(ctx, int(ivs.size()));
  for (Value iv : ivs) {
    isl::id id = scop->parameterFor(iv);
    if (id.is_null()) {
      reason = "what tiles access does not depend on their origins";
      return false;
    }
    ids = ids.add(id);
  }
  tuple = isl::multi_id(spaceOfDims(ctx, ivs.size()), ids);
  origins = scop->context().unbind_params(tuple);
  // That some integer is a tile's origin would be said again in all that is
  // intersected with it.
  known = withoutUnknownDivs(origins.params());
  if (!known.is_subset(origins.params()).is_true())
    known = origins.params();
  for (OpFoldResult step : ArrayRef(allSteps).take_back(strip)) {
    std::optional<int64_t> constant = getConstantIntValue(step);
    constantSizes.push_back(constant.has_value());
    isl::id id;
    if (!constant)
      id = scop->parameterFor(cast<Value>(step));
    isl::pw_aff size;
    if (constant)
      size = constantOverParams(*constant, ctx);
    else if (!id.is_null())
      size = parameterValue(id);
    sizes.push_back(size);
  }
  return true;
}

/// Where tiles begin in one dimension does not depend on the others, but for
/// the multiples of sizes.
bool StripBody::originsAreBox() const {
  isl::set all = origins.remove_divs();
  isl::set box = isl::set::universe(all.get_space());
  unsigned dims = sizes.size();
  for (unsigned d = 0; d < dims; ++d) {
    isl::set one = all.project_out(isl::dim::set, d + 1, dims - d - 1)
                       .project_out(isl::dim::set, 0, d);
    box = box.intersect(one.insert_dims(isl::dim::set, 0, d)
                            .add_dims(isl::dim::set, dims - d - 1));
  }
  return box.is_subset(all).is_true();
}

/// `set`, as one conjunction if that is no more.
static isl::set inOnePiece(const isl::set &set) {
  isl::set hull(set.unshifted_simple_hull());
  return hull.is_subset(set).is_true() ? hull : set;
}

/// `{ [I] -> [J] : I_d <= J_d for all d }`.
static isl::map noneGreater(isl::ctx ctx, unsigned dims) {
  isl::space space = spaceOfDims(ctx, dims);
  isl::map result = isl::map::universe(space.map_from_domain_and_range(space));
  for (unsigned d = 0; d < dims; ++d) {
    isl::map less = isl::map::universe(result.get_space())
                        .order_lt(isl::dim::out, int(d), isl::dim::in, int(d));
    result = result.subtract(less);
  }
  return result;
}

/// The instances of `statement` that some tile executes, if each is in the
/// tiles of `sizes` origins that follow each other, in each dimension; else
/// null. In the last one of these tiles it is the first point.
isl::set StripBody::pointsOf(const ScopStatement &statement) const {
  isl::map tiles = statement.domain.unbind_params_insert_domain(tuple)
                       .reverse()
                       .intersect_params(known);
  isl::set result = tiles.domain();
  if (result.is_empty().is_true())
    return result;
  isl::map order = noneGreater(scop->ctx(), sizes.size());
  isl::map between =
      tiles.apply_range(order).intersect(tiles.apply_range(order.reverse()));
  if (!between.is_equal(tiles).is_true())
    return {};
  isl::multi_pw_aff least = tiles.min_multi_pw_aff(),
                    greatest = tiles.max_multi_pw_aff();
  if (least.is_null() || greatest.is_null())
    return {};
  isl::space space = statement.domain.get_space();
  isl::set executed = statement.domain.intersect_params(scop->context());
  for (int d = 0, e = int(sizes.size()); d < e; ++d) {
    isl::pw_aff point = greatest.at(d), size = sizes[d].insert_domain(space);
    isl::pw_aff width = point.sub(least.at(d)).add_constant(1);
    if (!result.is_subset(width.eq_set(size)).is_true())
      return {};
    // The bound of the loop over tiles, or where the last tile ends.
    auto bound = [&](const isl::pw_aff &value) {
      return value.gist(known).insert_domain(space);
    };
    isl::pw_aff last = bound(origins.remove_divs().dim_max(d));
    isl::set before = point.le_set(last);
    if (!executed.is_subset(before).is_true()) {
      if (!constantSizes[d])
        return {};
      before = point.lt_set(bound(origins.dim_max(d)).add(size));
    }
    isl::pw_aff first = bound(origins.dim_min(d));
    // A bound that is the least of two has two parts.
    result =
        inOnePiece(result.intersect(before).intersect(point.ge_set(first)));
  }
  return result;
}

std::optional<StripBody>
StripBody::build(const Scop &scop, ArrayRef<Operation *> loops, unsigned strip,
                 llvm::function_ref<bool(const ScopStatement &)> mattersTo,
                 Sentence &reason) {
  StripBody body(scop);
  if (!body.readOrigins(loops, strip, reason))
    return std::nullopt;
  body.anywhere =
      llvm::none_of(body.sizes,
                    [](const isl::pw_aff &size) { return size.is_null(); }) &&
      body.originsAreBox();
  for (const ScopStatement &statement : scop.statements()) {
    body.points.emplace_back();
    if (!body.anywhere || !mattersTo(statement))
      continue;
    isl::set points = body.pointsOf(statement);
    body.anywhere = !points.is_null();
    // What all tiles have in common is said again for the elements.
    if (body.anywhere)
      body.points.back() = points.gist_params(body.known);
  }
  if (body.anywhere ||
      llvm::all_of(body.constantSizes, [](bool b) { return b; }))
    return body;
  reason = "tiles of a size that is not constant may not begin anywhere: an "
           "instance of the body is not in the tiles of as many origins as a "
           "tile has";
  return std::nullopt;
}

StripOrder StripBody::order() const {
  return anywhere ? orderAllOrigins(sizes, 0) : orderAligned(origins, 0);
}

isl::map StripBody::stripsBehind(unsigned dims) const {
  return anywhere ? orderAllOrigins(ArrayRef(sizes).take_front(dims), 0).before
                  : lexLess(spaceOfDims(scop->ctx(), dims));
}

isl::map StripBody::stripsWellBehind(unsigned dims) const {
  return anywhere ? tilesWellBehind(ArrayRef(sizes).take_front(dims))
                  : lexLess(spaceOfDims(scop->ctx(), dims));
}

isl::map StripBody::byOrigin(unsigned statement,
                             const isl::map &relation) const {
  if (!anywhere)
    return executed(relation);
  // Without what all tiles have in common, which would divide differences.
  return relation.intersect_domain(points[statement])
      .range()
      .reset_tuple_id()
      .unbind_params_insert_domain(tuple)
      .gist_params(known);
}

isl::map StripBody::executed(const isl::map &relation) const {
  return relation.intersect_params(scop->context())
      .range()
      .reset_tuple_id()
      .unbind_params_insert_domain(tuple)
      .intersect_domain(origins);
}

isl::set StripBody::withOrigins(const isl::map &tiles) const {
  return tiles.intersect_domain(origins).bind_domain(tuple);
}

isl::map StripBody::byOrigins(const isl::set &elements) const {
  return elements.unbind_params_insert_domain(tuple);
}
