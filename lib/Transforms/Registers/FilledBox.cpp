//===- FilledBox.cpp - elements that get a value --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilledBox.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

/// `constraint`, an expression of dimensions (`depth` of them around the
/// buffer) and symbols, into `box`, whose symbols are all of these but the
/// buffer's own dimensions; false if it is no bound, but of several of these.
static bool addConstraint(AffineExpr constraint, bool isEquality,
                          unsigned depth, unsigned rank, unsigned numSymbols,
                          FilledBox &box) {
  SmallVector<int64_t> factors;
  if (failed(getFlattenedAffineExpr(constraint, depth + rank, numSymbols,
                                    &factors)) ||
      factors.size() != depth + rank + numSymbols + 1)
    return false;
  MLIRContext *context = constraint.getContext();
  AffineExpr rest = getAffineConstantExpr(factors.back(), context);
  std::optional<unsigned> dim;
  for (unsigned k = 0; k < depth + rank + numSymbols; ++k) {
    if (factors[k] == 0)
      continue;
    if (k < depth || k >= depth + rank) {
      unsigned symbol = k < depth ? k : k - rank;
      rest = rest + getAffineSymbolExpr(symbol, context) * factors[k];
      continue;
    }
    if (dim || std::abs(factors[k]) != 1)
      return false;
    dim = k - depth;
  }
  if (!dim) {
    box.conditions.push_back(rest);
    if (isEquality)
      box.conditions.push_back(-rest);
    return true;
  }
  FilledBox::Range &range = box.dims[*dim];
  bool isLower = factors[depth + *dim] > 0;
  AffineExpr bound = isLower ? -rest : rest;
  if (isLower || isEquality)
    range.lower.push_back(bound);
  if (!isLower || isEquality)
    range.upper.push_back(bound);
  return true;
}

/// `constraint`, of the same, with the buffer's own dimensions as dimensions
/// and symbols of `box` for all others.
static AffineExpr ofElement(AffineExpr constraint, unsigned depth,
                            unsigned rank, unsigned numSymbols) {
  MLIRContext *context = constraint.getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned k = 0; k < depth + rank; ++k)
    dims.push_back(k < depth ? getAffineSymbolExpr(k, context)
                             : getAffineDimExpr(k - depth, context));
  for (unsigned k = 0; k < numSymbols; ++k)
    symbols.push_back(getAffineSymbolExpr(depth + k, context));
  return constraint.replaceDimsAndSymbols(dims, symbols);
}

/// What `part` says of its own dimension `dim` alone, as expressions that are
/// at least 0; empty if there is no such form.
static SmallVector<AffineExpr> boundsAlone(IntegerSet part, unsigned dim,
                                           const ScopArray &array,
                                           ArrayRef<isl::id> ids) {
  isl::set set = integerSetToSet(part, ids, array.extent.get_tuple_id(),
                                 array.extent.ctx());
  set = set.eliminate(isl::dim::set, array.depth, dim)
            .eliminate(isl::dim::set, array.depth + dim + 1,
                       array.rank - dim - 1);
  FailureOr<SmallVector<IntegerSet>> bounds =
      setToIntegerSets(set, ids, part.getContext());
  SmallVector<AffineExpr> result;
  if (failed(bounds) || bounds->size() != 1)
    return result;
  IntegerSet single = bounds->front();
  for (auto [constraint, equal] :
       llvm::zip_equal(single.getConstraints(), single.getEqFlags())) {
    result.push_back(constraint);
    if (equal)
      result.push_back(-constraint);
  }
  return result;
}

isl::set polymem::boxAround(IntegerSet part, const ScopArray &array,
                            ArrayRef<isl::id> ids, FilledBox &box) {
  box.dims.resize(array.rank);
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  for (auto [constraint, equal] :
       llvm::zip_equal(part.getConstraints(), part.getEqFlags())) {
    if (addConstraint(constraint, equal, array.depth, array.rank, ids.size(),
                      box)) {
      constraints.push_back(constraint);
      isEquality.push_back(equal);
      continue;
    }
    AffineExpr condition =
        ofElement(constraint, array.depth, array.rank, ids.size());
    box.conditionsOfElements.push_back(condition);
    if (equal)
      box.conditionsOfElements.push_back(-condition);
  }
  auto isBounded = [](const FilledBox::Range &range) {
    return !range.lower.empty() && !range.upper.empty();
  };
  // What constraints of several dimensions imply for one.
  for (unsigned dim = 0; dim < array.rank; ++dim)
    if (!isBounded(box.dims[dim]))
      for (AffineExpr constraint : boundsAlone(part, dim, array, ids))
        if (constraint.isFunctionOfDim(array.depth + dim) &&
            addConstraint(constraint, /*isEquality=*/false, array.depth,
                          array.rank, ids.size(), box)) {
          constraints.push_back(constraint);
          isEquality.push_back(false);
        }
  if (!llvm::all_of(box.dims, isBounded))
    return {};
  if (constraints.empty())
    return isl::set::universe(array.extent.get_space());
  return integerSetToSet(IntegerSet::get(part.getNumDims(),
                                         part.getNumSymbols(), constraints,
                                         isEquality),
                         ids, array.extent.get_tuple_id(), array.extent.ctx());
}

/// `value` as an expression of the symbols of `box`, of which it becomes one.
static AffineExpr symbolOf(Value value, FilledBox &box) {
  MLIRContext *context = value.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  const auto *known = llvm::find(box.symbols, value);
  unsigned position = known - box.symbols.begin();
  if (known == box.symbols.end())
    box.symbols.push_back(value);
  return getAffineSymbolExpr(position, context);
}

/// A buffer that is made anew in each of the `steps` is the same memory in all
/// of them, unless tiles are in flight: it gets its values in the first step.
void polymem::addFirstSteps(ArrayRef<TileOp> steps, FilledBox &box) {
  for (TileOp tile : steps) {
    if (!tile.isSequential() || tile.getPipelineAttr())
      continue;
    for (auto [origin, lower] :
         llvm::zip(tile.getOrigins(), tile.getLowerBounds()))
      box.conditions.push_back(symbolOf(lower, box) - symbolOf(origin, box));
  }
}

/// Where the buffer wraps around, `box` has all of its first turn, and so the
/// cells of all `elements`, which become those of any turn.
void polymem::addTurns(const BufferCells &cells, isl::set &elements,
                       FilledBox &box) {
  box.dims.resize(
      cast<MemRefType>(AllocOp(box.buffer).getBuffer().getType()).getRank());
  for (const BufferCells::Turn &turn : cells.turns) {
    SmallVector<AffineExpr> symbols;
    for (Value value : AllocOp(box.buffer).getSymbols())
      symbols.push_back(symbolOf(value, box));
    AffineExpr first = turn.first.replaceSymbols(symbols);
    box.dims[turn.dim] = {{first}, {first + (turn.length - 1)}};
    unsigned depth = elements.tuple_dim().release() - box.dims.size();
    elements = elements.eliminate(isl::dim::set, depth + turn.dim, 1);
  }
}
