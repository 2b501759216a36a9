//===- SegmentBoxes.cpp - what segments load and store --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentBoxes.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

SegmentSpace::SegmentSpace(const SegmentPlan &plan, const Scop &scop)
    : plan(plan), scop(scop) {
  isl::ctx ctx = scop.ctx();
  for (auto [n, value] : llvm::enumerate(plan.symbols)) {
    isl::id id = scop.parameterFor(value);
    symbols.push_back(id.is_null() ? isl::id(ctx, "symbol" + std::to_string(n))
                                   : id);
  }
  isl::id_list ids(ctx, int(rank()));
  for (unsigned d = 0; d < rank(); ++d) {
    numberIds.push_back(isl::id(ctx, "k" + std::to_string(d)));
    ids = ids.add(numberIds.back());
  }
  numberTuple = isl::multi_id(spaceOfDims(ctx, rank()), ids);

  MLIRContext *context = scop.root()->getContext();
  SmallVector<AffineExpr> constraints;
  for (unsigned d = 0; d < rank(); ++d) {
    AffineExpr number = getAffineDimExpr(d, context);
    constraints.push_back(number);
    constraints.push_back(plan.dims[d].count.getResult(0) - number - 1);
  }
  IntegerSet set = IntegerSet::get(rank(), symbols.size(), constraints,
                                   SmallVector<bool>(constraints.size()));
  isl::set known = scop.context();
  for (auto &[id, value] : scop.parameters()) {
    int position = llvm::is_contained(plan.symbols, value)
                       ? -1
                       : known.find_dim_by_id(isl::dim::param, id);
    if (position >= 0)
      known = known.project_out(isl::dim::param, position, 1);
  }
  numbers =
      integerSetToSet(set, symbols, isl::id(), ctx).intersect_params(known);
  numberParams = numbers.bind(numberTuple);
}

/// `[p] -> { [k] -> [o] }`: the origin of each tile.
isl::map SegmentSpace::tileOrigins() const {
  MLIRContext *context = scop.root()->getContext();
  SmallVector<AffineExpr> constraints;
  for (unsigned d = 0; d < rank(); ++d)
    constraints.push_back(getAffineDimExpr(rank() + d, context) -
                          plan.dims[d].origin.getResult(0));
  IntegerSet set = IntegerSet::get(2 * rank(), symbols.size(), constraints,
                                   SmallVector<bool>(constraints.size(), true));
  isl::set pairs = integerSetToSet(set, symbols, isl::id(), ctx());
  return isl::map::from_range(pairs)
      .move_dims(isl::dim::in, 0, isl::dim::out, 0, rank())
      .intersect_domain(numbers);
}

isl::map SegmentSpace::moved(ArrayRef<Operation *> copies,
                             const ScopArray *array) const {
  return touched([&](const ScopAccess &access) {
    return &scop.arrays()[access.array] == array &&
           llvm::is_contained(copies, access.op);
  });
}

isl::map SegmentSpace::written(const ScopArray *buffer, bool must) const {
  return touched([&](const ScopAccess &access) {
    return &scop.arrays()[access.array] == buffer && access.isWrite() &&
           !isa<scratch::CopyInOp>(access.op) && (access.must || !must);
  });
}

/// `[p] -> { [k] -> [a] }`: the elements of the accesses that are counted.
isl::map
SegmentSpace::touched(function_ref<bool(const ScopAccess &)> isCounted) const {
  isl::set elements;
  for (const ScopAccess &access : scop.accesses()) {
    if (!isCounted(access))
      continue;
    isl::set range = access.relation.range().reset_tuple_id();
    elements = elements.is_null() ? range : elements.unite(range);
  }
  if (elements.is_null())
    return {};
  isl::set alone = withoutUnusedParameters(elements);
  elements = elements.intersect_params(scop.context());
  SmallVector<Value> origins;
  for (scratch::TileOp tile : plan.chain)
    llvm::append_range(origins, tile.getOrigins());
  isl::id_list ids(ctx(), int(rank()));
  for (auto [d, origin] : llvm::enumerate(origins)) {
    isl::id id = scop.parameterFor(origin);
    ids = ids.add(id.is_null() ? isl::id(ctx(), "origin" + std::to_string(d))
                               : id);
  }
  for (auto &[id, value] : scop.parameters()) {
    if (llvm::is_contained(plan.symbols, value) ||
        llvm::is_contained(origins, value))
      continue;
    // Another value that the tiles compute: sets for any value of it would be
    // too large.
    if (alone.is_null() || alone.find_dim_by_id(isl::dim::param, id) >= 0)
      return {};
    int position = elements.find_dim_by_id(isl::dim::param, id);
    if (position >= 0)
      elements = elements.project_out(isl::dim::param, position, 1);
  }
  isl::multi_id tuple(spaceOfDims(ctx(), rank()), ids);
  return tileOrigins()
      .apply_range(elements.unbind_params_insert_domain(tuple))
      .coalesce();
}

/// `expr`, in the plan's dimensions and symbols, over the parameters.
isl::pw_aff SegmentSpace::valueOf(AffineExpr expr) const {
  SmallVector<isl::pw_aff> dims, values;
  for (const isl::id &id : numberIds)
    dims.push_back(parameterValue(id));
  for (const isl::id &id : symbols)
    values.push_back(parameterValue(id));
  return affineExprToPwAff(expr, dims, values,
                           isl::space::params_alloc(ctx(), 0));
}

/// Of bounds one of which implies another one, that is enough; of equal ones
/// the last one.
void SegmentSpace::dropImplied(SmallVectorImpl<Bound> &bounds,
                               bool isUpper) const {
  for (size_t i = 0; i < bounds.size();) {
    bool implied = false;
    for (size_t j = 0; j < bounds.size() && !implied; ++j) {
      if (i == j)
        continue;
      const isl::pw_aff &a = bounds[i].value, &b = bounds[j].value;
      isl::set matters = isUpper ? a.lt_set(b) : a.gt_set(b);
      implied = matters.intersect(numberParams).is_empty().is_true();
    }
    if (implied)
      bounds.erase(bounds.begin() + i);
    else
      ++i;
  }
}

SmallVector<SegmentSpace::Bound>
SegmentSpace::boundsOf(ArrayRef<isl::aff> affine, ArrayRef<AffineExpr> more,
                       bool isUpper) const {
  MLIRContext *context = scop.root()->getContext();
  SmallVector<isl::id> ids(numberIds);
  llvm::append_range(ids, symbols);
  SmallVector<AffineExpr> dims, values;
  for (unsigned d = 0; d < rank(); ++d)
    values.push_back(getAffineDimExpr(d, context));
  for (unsigned s = 0; s < symbols.size(); ++s)
    values.push_back(getAffineSymbolExpr(s, context));
  SmallVector<Bound> bounds;
  auto add = [&](AffineExpr expr) {
    isl::pw_aff value = valueOf(expr);
    if (!value.is_null())
      bounds.push_back({expr, value});
  };
  for (const isl::aff &aff : affine)
    if (AffineExpr expr = affToAffineExpr(aff, ids, context)) {
      expr = expr.replaceDimsAndSymbols(dims, values);
      add(simplifyAffineExpr(isUpper ? expr + 1 : expr, rank(),
                             symbols.size()));
    }
  for (AffineExpr expr : more)
    add(simplifyAffineExpr(expr, rank(), symbols.size()));
  dropImplied(bounds, isUpper);
  return bounds;
}

AffineExpr SegmentSpace::onlyCoordinate(const isl::map &elements,
                                        unsigned dim) const {
  IslBounds bounds = boundsOfDim(elements.bind_domain(numberTuple), dim);
  for (const Bound &lower : boundsOf(bounds.lower, {}, false))
    for (const Bound &upper : boundsOf(bounds.upper, {}, true)) {
      isl::pw_aff size =
          upper.value.sub(lower.value)
              .sub(valueOf(getAffineConstantExpr(1, lower.expr.getContext())));
      isl::set several = size.ne_set(size.sub(size));
      if (several.intersect(numberParams).is_empty().is_true())
        return lower.expr;
    }
  return {};
}

prem::BoxAttr
SegmentSpace::attributeOf(ArrayRef<SmallVector<Bound>> lower,
                          ArrayRef<SmallVector<Bound>> upper) const {
  MLIRContext *context = scop.root()->getContext();
  auto maps = [&](ArrayRef<SmallVector<Bound>> bounds) {
    SmallVector<AffineMap> result;
    for (ArrayRef<Bound> dim : bounds) {
      SmallVector<AffineExpr> exprs;
      for (const Bound &bound : dim)
        exprs.push_back(bound.expr);
      result.push_back(AffineMap::get(rank(), symbols.size(), exprs, context));
    }
    return result;
  };
  return prem::BoxAttr::get(context, maps(lower), maps(upper));
}

/// `[p] -> { [k] -> [a] }`: the elements of a box.
isl::map SegmentSpace::elementsOf(prem::BoxAttr box) const {
  MLIRContext *context = scop.root()->getContext();
  SmallVector<AffineExpr> constraints;
  for (unsigned d = 0; d < box.getRank(); ++d) {
    AffineExpr element = getAffineDimExpr(rank() + d, context);
    for (AffineExpr bound : box.getLower()[d].getResults())
      constraints.push_back(element - bound);
    for (AffineExpr bound : box.getUpper()[d].getResults())
      constraints.push_back(bound - element - 1);
  }
  IntegerSet set =
      IntegerSet::get(rank() + box.getRank(), symbols.size(), constraints,
                      SmallVector<bool>(constraints.size()));
  isl::set pairs = integerSetToSet(set, symbols, isl::id(), ctx());
  return isl::map::from_range(pairs)
      .move_dims(isl::dim::in, 0, isl::dim::out, 0, rank())
      .intersect_domain(numbers);
}

SegmentBox SegmentSpace::boxWithin(ArrayRef<IslBounds> bounds, MemRefType array,
                                   AffineMap origin, MemRefType buffer) const {
  MLIRContext *context = scop.root()->getContext();
  SmallVector<SmallVector<Bound>> lower, upper;
  for (unsigned d = 0; d < array.getRank(); ++d) {
    AffineExpr corner = origin.getResult(d);
    // Of equal bounds the last one stays: the corner, with which boxes are
    // compared.
    lower.push_back(boundsOf(
        bounds[d].lower, {getAffineConstantExpr(0, context), corner}, false));
    upper.push_back(
        boundsOf(bounds[d].upper,
                 {corner + buffer.getDimSize(d),
                  getAffineConstantExpr(array.getDimSize(d), context)},
                 true));
    if (lower.back().empty() || upper.back().empty())
      return {};
  }
  SegmentBox box;
  box.attr = attributeOf(lower, upper);
  box.elements = elementsOf(box.attr);
  return box;
}

SegmentBox SegmentSpace::boxAround(const isl::map &elements, MemRefType array,
                                   AffineMap origin, MemRefType buffer) const {
  isl::set set = elements.bind_domain(numberTuple);
  SmallVector<IslBounds> bounds;
  for (unsigned d = 0; d < array.getRank(); ++d)
    bounds.push_back(boundsOfDim(set, d));
  return boxWithin(bounds, array, origin, buffer);
}

SegmentBox SegmentSpace::wholeBuffer(MemRefType array, AffineMap origin,
                                     MemRefType buffer) const {
  return boxWithin(SmallVector<IslBounds>(array.getRank()), array, origin,
                   buffer);
}

SmallVector<SegmentBox> SegmentSpace::exactBoxes(const isl::map &elements,
                                                 unsigned most,
                                                 MemRefType array,
                                                 AffineMap origin,
                                                 MemRefType buffer) const {
  isl::set parts = disjointParts(elements.wrap().coalesce());
  isl::size count = parts.n_basic_set();
  if (count.is_error() || unsigned(count.release()) > most)
    return {};
  SmallVector<SegmentBox> boxes;
  isl::basic_set_list list = parts.basic_set_list();
  isl::size size = list.size();
  for (int n = 0, e = size.is_error() ? 0 : size.release(); n < e; ++n) {
    isl::map part = isl::set(list.at(n)).unwrap();
    SegmentBox box = boxAround(part, array, origin, buffer);
    if (!box.attr || !box.elements.is_subset(part).is_true() ||
        !part.is_subset(box.elements).is_true())
      return {};
    boxes.push_back(box);
  }
  return boxes;
}
