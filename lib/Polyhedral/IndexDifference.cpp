//===- IndexDifference.cpp - how far apart index values are ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/IndexValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

namespace {
/// The sum of `constant` and of values times factors, none of them zero.
struct LinearForm {
  int64_t constant = 0;
  llvm::MapVector<Value, int64_t> terms;

  /// Adds `factor` times `value`; false if that overflows.
  bool add(Value value, int64_t factor) {
    int64_t &own = terms[value];
    if (llvm::AddOverflow(own, factor, own))
      return false;
    if (own == 0)
      terms.erase(value);
    return true;
  }

  /// Adds `factor` times `expr`, a function of `operands`, dimensions first;
  /// false if that is not linear, or overflows.
  bool add(AffineExpr expr, unsigned numDims, ValueRange operands,
           int64_t factor) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return add(operands[dim.getPosition()], factor);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return add(operands[numDims + symbol.getPosition()], factor);
    int64_t product;
    if (auto number = dyn_cast<AffineConstantExpr>(expr))
      return !llvm::MulOverflow(number.getValue(), factor, product) &&
             !llvm::AddOverflow(constant, product, constant);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    if (expr.getKind() == AffineExprKind::Add)
      return add(binary.getLHS(), numDims, operands, factor) &&
             add(binary.getRHS(), numDims, operands, factor);
    auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return expr.getKind() == AffineExprKind::Mul && number &&
           !llvm::MulOverflow(number.getValue(), factor, product) &&
           add(binary.getLHS(), numDims, operands, product);
  }
};
} // namespace

/// Steps in all, so that many alternatives on many levels end.
static constexpr unsigned kMostSteps = 64;

/// How many operations are around the definition of `value`.
static unsigned depthOf(Value value) {
  unsigned depth = 0;
  for (Region *region = value.getParentRegion(); region;
       region = region->getParentRegion())
    ++depth;
  return depth;
}

/// `a` is defined further in, or behind `b` in one block.
static bool isDefinedAfter(Value a, Value b) {
  if (unsigned x = depthOf(a), y = depthOf(b); x != y)
    return x > y;
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second || first->getBlock() != second->getBlock())
    return first && !second;
  return second->isBeforeInBlock(first);
}

/// What bounds `value` from above or from below, each of the terms; for the
/// variable of a loop, `offset` is to be added to them.
static const IndexTerms *boundsOf(const IndexDefinition &definition,
                                  bool fromAbove, int64_t &offset) {
  using Kind = IndexDefinition::Kind;
  offset = 0;
  switch (definition.kind) {
  case Kind::Opaque:
    return nullptr;
  case Kind::Equal:
    return &definition.terms;
  case Kind::Minimum:
    return fromAbove ? &definition.terms : nullptr;
  case Kind::Maximum:
    return fromAbove ? nullptr : &definition.terms;
  case Kind::Iteration:
    offset = fromAbove ? -1 : 0;
    return fromAbove ? &definition.upper : &definition.lower;
  }
  return nullptr;
}

/// The least of all bounds of `form` from above that are found.
static std::optional<int64_t> greatestValue(const LinearForm &form,
                                            unsigned &steps) {
  if (form.terms.empty())
    return form.constant;
  if (++steps > kMostSteps)
    return std::nullopt;
  const auto *last = form.terms.begin();
  for (const auto &term : form.terms)
    if (isDefinedAfter(term.first, last->first))
      last = &term;
  auto [value, factor] = *last;
  IndexDefinition definition = IndexDefinition::of(value);
  int64_t offset;
  const IndexTerms *bounds = boundsOf(definition, factor > 0, offset);
  std::optional<int64_t> least;
  if (!bounds || !bounds->map)
    return least;
  for (AffineExpr bound : bounds->map.getResults()) {
    LinearForm replaced = form;
    replaced.terms.erase(value);
    if (!replaced.add(bound + offset, bounds->map.getNumDims(),
                      bounds->operands, factor))
      continue;
    std::optional<int64_t> found = greatestValue(replaced, steps);
    if (found && (!least || *found < *least))
      least = found;
  }
  return least;
}

std::optional<int64_t> polymem::greatestDifference(Value upper, Value lower) {
  return greatestDifference(IndexTerms::of(upper), IndexTerms::of(lower));
}

std::optional<int64_t> polymem::greatestDifference(const IndexTerms &upper,
                                                   const IndexTerms &lower) {
  std::optional<int64_t> least;
  unsigned steps = 0;
  for (AffineExpr above : upper.map.getResults())
    for (AffineExpr below : lower.map.getResults()) {
      LinearForm form;
      if (!form.add(above, upper.map.getNumDims(), upper.operands, 1) ||
          !form.add(below, lower.map.getNumDims(), lower.operands, -1))
        continue;
      std::optional<int64_t> found = greatestValue(form, steps);
      if (found && (!least || *found < *least))
        least = found;
    }
  return least;
}
