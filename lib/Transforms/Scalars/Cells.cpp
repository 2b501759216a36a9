//===- Cells.cpp - elements of arrays that accesses are to ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using affine::AffineForOp;
using affine::AffineValueMap;

bool polymem::isAccess(Operation *op) {
  return isa<affine::AffineLoadOp, affine::AffineStoreOp>(op);
}

/// `{ operands -> cells }`: where in memory the element is, so that elements
/// that differ in a result are different memory. None for other layouts than
/// those of arrays and buffers.
static std::optional<AffineValueMap> placeOf(const Cell &cell) {
  auto type = cast<MemRefType>(cell.memref.getType());
  if (type.getLayout().isIdentity())
    return cell.subscripts;
  scratch::MappingAttr mapping = scratch::getStorageMapping(type);
  auto alloc = cell.memref.getDefiningOp<scratch::AllocOp>();
  if (!mapping || !alloc)
    return std::nullopt;
  AffineMap map = cell.subscripts.getAffineMap(), storage = mapping.getMap();
  unsigned ownSymbols = map.getNumSymbols();
  SmallVector<AffineExpr> symbols, results;
  for (unsigned s = 0; s < storage.getNumSymbols(); ++s)
    symbols.push_back(getAffineSymbolExpr(ownSymbols + s, map.getContext()));
  for (AffineExpr expr : storage.getResults())
    results.push_back(expr.replaceDimsAndSymbols(map.getResults(), symbols));
  SmallVector<Value> operands(cell.subscripts.getOperands());
  llvm::append_range(operands, alloc.getSymbols());
  return AffineValueMap(AffineMap::get(map.getNumDims(),
                                       ownSymbols + storage.getNumSymbols(),
                                       results, map.getContext()),
                        operands);
}

/// Adds `factor` times `expr` to `form`; false unless it is a sum.
static bool addTo(IndexForm &form, AffineExpr expr, int64_t factor,
                  const AffineValueMap &map) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    form.add({constant.getValue(), {}}, factor);
    return true;
  }
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr)) {
    unsigned operand =
        isa<AffineDimExpr>(expr)
            ? cast<AffineDimExpr>(expr).getPosition()
            : map.getNumDims() + cast<AffineSymbolExpr>(expr).getPosition();
    form.add({0, {{map.getOperand(operand), 1}}}, factor);
    return true;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (binary.getKind() == AffineExprKind::Add)
    return addTo(form, binary.getLHS(), factor, map) &&
           addTo(form, binary.getRHS(), factor, map);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t product = 0;
  return binary.getKind() == AffineExprKind::Mul && constant &&
         !llvm::MulOverflow(factor, constant.getValue(), product) &&
         addTo(form, binary.getLHS(), product, map);
}

/// The results of `map`; nullopt unless all are sums.
static std::optional<SmallVector<IndexForm>>
formsOf(const AffineValueMap &map) {
  SmallVector<IndexForm> forms(map.getNumResults());
  for (auto [form, expr] :
       llvm::zip_equal(forms, map.getAffineMap().getResults()))
    if (!addTo(form, expr, 1, map))
      return std::nullopt;
  return forms;
}

Cell polymem::cellOf(Operation *op) {
  affine::MemRefAccess access(op);
  Cell cell;
  cell.memref = access.memref;
  access.getAccessMap(&cell.subscripts);
  cell.place = placeOf(cell);
  cell.subscriptForms = formsOf(cell.subscripts);
  if (cell.place)
    cell.placeForms = formsOf(*cell.place);
  return cell;
}

/// `expr` as a sum of another expression, null for none, and a number.
static std::pair<AffineExpr, int64_t> splitConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {AffineExpr(), constant.getValue()};
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS()))
      return {sum.getLHS(), constant.getValue()};
  return {expr, 0};
}

CellRelation polymem::compareQuickly(const AffineValueMap &a,
                                     const AffineValueMap &b) {
  AffineMap map = a.getAffineMap(), other = b.getAffineMap();
  if (map.getNumDims() != other.getNumDims() ||
      a.getOperands() != b.getOperands())
    return CellRelation::Unknown;
  CellRelation result = CellRelation::Same;
  for (auto [x, y] : llvm::zip_equal(map.getResults(), other.getResults())) {
    auto [form, constant] = splitConstant(x);
    auto [otherForm, otherConstant] = splitConstant(y);
    if (form != otherForm)
      result = CellRelation::Unknown;
    else if (constant != otherConstant)
      return CellRelation::Different;
  }
  return result;
}

bool polymem::isSameCell(const Cell &a, const Cell &b) {
  if (a.memref != b.memref)
    return false;
  if (CellRelation seen = compareQuickly(a.subscripts, b.subscripts);
      seen != CellRelation::Unknown)
    return seen == CellRelation::Same;
  if (a.subscriptForms && b.subscriptForms)
    return *a.subscriptForms == *b.subscriptForms;
  AffineValueMap difference;
  AffineValueMap::difference(a.subscripts, b.subscripts, &difference);
  return llvm::all_of(difference.getAffineMap().getResults(),
                      [](AffineExpr expr) { return expr == 0; });
}

/// The places differ in a number that is known.
static bool differInConstant(const Cell &a, const Cell &b) {
  if (a.placeForms && b.placeForms)
    return llvm::any_of(
        llvm::zip_equal(*a.placeForms, *b.placeForms), [](const auto &forms) {
          IndexForm difference = std::get<0>(forms);
          difference.add(std::get<1>(forms), -1);
          return difference.terms.empty() && difference.constant != 0;
        });
  AffineValueMap difference;
  AffineValueMap::difference(*a.place, *b.place, &difference);
  return llvm::any_of(difference.getAffineMap().getResults(),
                      [](AffineExpr expr) {
                        auto constant = dyn_cast<AffineConstantExpr>(expr);
                        return constant && constant.getValue() != 0;
                      });
}

bool polymem::isOtherCell(const Cell &access, const Cell &cell, Block *block) {
  const std::optional<AffineValueMap> &a = access.place, &b = cell.place;
  if (!a || !b)
    return false;
  if (compareQuickly(*a, *b) == CellRelation::Different)
    return true;
  if (differInConstant(access, cell))
    return true;
  scratch::ValueFacts facts;
  facts.addConditions(block);
  for (unsigned d = 0; d < a->getNumResults(); ++d) {
    auto variable = [&](const AffineValueMap &place) {
      AffineMap map = place.getAffineMap();
      return facts.variable(map.getResult(d), map.getNumDims(),
                            place.getOperands());
    };
    std::optional<unsigned> left = variable(*a), right = variable(*b);
    if (left && right)
      facts.addEqual(*left, *right);
  }
  return facts.isImpossible();
}

bool polymem::isInvariant(AffineForOp loop, const Cell &cell) {
  return loop.isDefinedOutsideOfLoop(cell.memref) &&
         llvm::all_of(cell.subscripts.getOperands(), [&](Value operand) {
           return loop.isDefinedOutsideOfLoop(operand);
         });
}

bool polymem::hasIteration(AffineForOp loop) {
  scratch::ValueFacts facts;
  facts.addConditions(loop->getBlock());
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  for (AffineExpr l : lower.getResults()) {
    std::optional<unsigned> low =
        facts.variable(l, lower.getNumDims(), loop.getLowerBoundOperands());
    for (AffineExpr u : upper.getResults()) {
      std::optional<unsigned> high =
          facts.variable(u, upper.getNumDims(), loop.getUpperBoundOperands());
      // Refuted: low - high >= 0.
      if (!low || !high || !facts.isImpossible(1, *low, high, 0))
        return false;
    }
  }
  return true;
}
