//===- BufferForm.cpp - boxes and copy sets as affine expressions ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/BufferForm.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

/// `value` exists where `block` starts, or can be computed there.
static bool isAvailable(Operation *block, Value value) {
  Operation *parent = value.getParentRegion()->getParentOp();
  if (!block->isAncestor(parent) ||
      (parent == block && isa<BlockArgument>(value)))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isAvailable(block, operand);
         });
}

/// `set` without parameters that it does not mention, and the mentioned ones.
static isl::set usedParameters(isl::set set, SmallVectorImpl<isl::id> &ids) {
  isl::size size = set.dim(isl::dim::param);
  if (size.is_error())
    return {};
  for (int k = size.release(); k-- > 0;) {
    if (set.involves_dims(isl::dim::param, k, 1).is_true())
      ids.insert(ids.begin(), set.dim_id(isl::dim::param, k));
    else
      set = set.project_out(isl::dim::param, k, 1);
  }
  return set;
}

static bool sayCopy(const Scop &scop, const isl::set &set, CopyForm &copy,
                    Sentence &reason) {
  SmallVector<isl::id> ids;
  isl::set used = usedParameters(set, ids);
  auto sets = setToIntegerSets(used, ids, scop.root()->getContext());
  if (failed(sets)) {
    reason = sentence("a copy set has no affine form: {0}",
                      named("CopySet", islToString(set)));
    return false;
  }
  copy.sets = *sets;
  for (const isl::id &id : ids)
    copy.symbols.push_back(scop.parameterValue(id));
  return true;
}

/// The parameters that `aff` mentions are added to `ids`.
static void addParameters(const isl::aff &aff, SmallVectorImpl<isl::id> &ids) {
  isl::space space = aff.domain_space();
  for (int k = 0, e = space.dim(isl::dim::param).release(); k < e; ++k) {
    isl::id id = space.dim_id(isl::dim::param, k);
    if (!aff.involves_param(id).is_true())
      continue;
    if (llvm::none_of(
            ids, [&](const isl::id &other) { return other.get() == id.get(); }))
      ids.push_back(id);
  }
}

/// Restricts the sets to the array: `d_k < size_k` for each dynamic dimension.
/// A may-access may stand for an access that does not happen because the
/// program knows better (`if (i < size)`), and simple sets go beyond the end;
/// a copy must not touch what is not there. (Static sizes are in the sets
/// already.)
static void clipToArray(CopyForm &copy, MemRefType type) {
  copy.clipped = true;
  unsigned numSymbols = copy.symbols.size();
  for (IntegerSet &set : copy.sets) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    unsigned symbol = numSymbols;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d))
        continue;
      constraints.push_back(getAffineSymbolExpr(symbol++, type.getContext()) -
                            getAffineDimExpr(d, type.getContext()) - 1);
      equalities.push_back(false);
    }
    set = IntegerSet::get(set.getNumDims(), symbol, constraints, equalities);
  }
}

/// Fills in the maps, symbols and minima.
static bool sayBox(const Scop &scop, const BufferBox &box, BufferForm &form,
                   Sentence &reason) {
  MLIRContext *context = scop.root()->getContext();
  // Symbols: parameters of the corner, then extents that are not constant.
  SmallVector<isl::id> ids;
  for (const BufferDim &dim : box.dims)
    if (dim.stored)
      addParameters(dim.lower, ids);
  for (const isl::id &id : ids)
    form.symbols.push_back(scop.parameterValue(id));

  SmallVector<AffineExpr> cells, extents;
  for (auto [d, dim] : llvm::enumerate(box.dims)) {
    if (!dim.stored)
      continue;
    AffineExpr lower = affToAffineExpr(dim.lower, ids, context);
    if (!lower) {
      reason = sentence("a lower bound has no affine form: {0}",
                        named("LowerBound", islToString(dim.lower)));
      return false;
    }
    cells.push_back(simplifyAffineExpr(getAffineDimExpr(d, context) - lower,
                                       box.dims.size(), ids.size()));
    if (dim.constant) {
      extents.push_back(getAffineConstantExpr(*dim.constant, context));
      continue;
    }
    // A minimum is no affine expression, and where no tile runs a size may be
    // negative: the extent max(0, min(...)) becomes a symbol of its own.
    BufferForm::Minimum minimum;
    SmallVector<isl::id> sizes;
    for (const isl::aff &extent : dim.extents)
      addParameters(extent, sizes);
    SmallVector<AffineExpr> results;
    for (const isl::aff &extent : dim.extents)
      results.push_back(affToAffineExpr(extent, sizes, context));
    if (llvm::is_contained(results, AffineExpr())) {
      reason = "an extent has no affine form";
      return false;
    }
    minimum.map = AffineMap::get(0, sizes.size(), results, context);
    for (const isl::id &id : sizes)
      minimum.operands.push_back(scop.parameterValue(id));
    extents.push_back(
        getAffineSymbolExpr(form.symbols.size() + form.minima.size(), context));
    form.minima.push_back(std::move(minimum));
  }
  unsigned numSymbols = form.symbols.size() + form.minima.size();
  form.cells = AffineMap::get(box.dims.size(), numSymbols, cells, context);
  form.extents = AffineMap::get(0, numSymbols, extents, context);
  return true;
}

std::optional<BufferForm>
polymem::computeBufferForm(const Scop &scop, const DataSpaceGroup &group,
                           const BufferBox &box, const CopySets &copies,
                           Sentence &reason) {
  BufferForm form;
  form.array = scop.arrays()[group.array].value;
  if (!sayBox(scop, box, form, reason) ||
      !sayCopy(scop, copies.in, form.in, reason) ||
      !sayCopy(scop, copies.out, form.out, reason))
    return std::nullopt;
  auto type = cast<MemRefType>(form.array.getType());
  bool uncertain = llvm::any_of(
      group.spaces, [](const DataSpace &space) { return !space.must; });
  if (!type.hasStaticShape()) {
    if (uncertain || group.simple)
      clipToArray(form.in, type);
    if (uncertain)
      clipToArray(form.out, type);
  }
  for (ArrayRef<Value> values :
       {ArrayRef<Value>(form.symbols), ArrayRef<Value>(form.in.symbols),
        ArrayRef<Value>(form.out.symbols)})
    for (Value value : values)
      if (!value || !isAvailable(scop.root(), value)) {
        reason = "a parameter is computed inside the tile";
        return std::nullopt;
      }
  return form;
}
