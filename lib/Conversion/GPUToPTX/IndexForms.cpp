//===- IndexForms.cpp - index values as sums ------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForms.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem::narrowing;

/// The rounds of loops of which nothing is known.
static constexpr int64_t kManyRounds = 16;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static bool isSmall(const Interval &range) {
  return range.low >= kLeast && range.high <= kGreatest;
}

std::optional<Interval> IndexForms::rangeOf(Value value) const {
  if (auto known = ranges.find(value); known != ranges.end())
    return known->second;
  const auto *state =
      solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return std::nullopt;
  const ConstantIntRanges &range = state->getValue().getValue();
  if (range.smin().getBitWidth() > 64)
    return std::nullopt;
  Interval result{range.smin().getSExtValue(), range.smax().getSExtValue()};
  return isSmall(result) ? std::optional(result) : std::nullopt;
}

std::optional<Interval> polymem::narrowing::rangeOf(const IndexForm &form,
                                                    const IndexForms &forms) {
  Interval sum{form.constant, form.constant};
  if (!isSmall(sum))
    return std::nullopt;
  for (auto [value, factor] : form.terms) {
    std::optional<Interval> range = forms.rangeOf(value);
    // The products are of less than 63 bits, and the sums as well.
    if (!range || factor < kLeast || factor > kGreatest)
      return std::nullopt;
    int64_t a = factor * range->low, b = factor * range->high;
    sum = {sum.low + std::min(a, b), sum.high + std::max(a, b)};
    if (sum.low < 2 * kLeast || sum.high > 2 * kGreatest)
      return std::nullopt;
  }
  return isSmall(sum) ? std::optional(sum) : std::nullopt;
}

std::optional<SplitForm> IndexForms::split(const IndexForm &form) const {
  SplitForm parts;
  parts.narrow.constant = form.constant;
  for (const auto &term : form.terms)
    (rangeOf(term.first) ? parts.narrow : parts.wide).terms.push_back(term);
  std::optional<Interval> range =
      polymem::narrowing::rangeOf(parts.narrow, *this);
  if (!range)
    return std::nullopt;
  parts.range = *range;
  return parts;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static bool isInside(Value value, Operation *loop) {
  return loop->isAncestor(value.getParentBlock()->getParentOp());
}

bool polymem::narrowing::mayHoistFrom(Operation *loop) {
  auto annotation =
      loop->getAttrOfType<LLVM::LoopAnnotationAttr>(kLoopAnnotationAttr);
  LLVM::LoopLICMAttr licm =
      annotation ? annotation.getLicm() : LLVM::LoopLICMAttr();
  return !licm || !licm.getDisable() || !licm.getDisable().getValue();
}

Operation *polymem::narrowing::hoistingPoint(ValueRange values,
                                             Operation *anchor) {
  Operation *result = anchor;
  for (Operation *around = anchor->getParentOp(); around;
       around = around->getParentOp()) {
    if (!isa<LoopLikeOpInterface>(around))
      continue;
    if (!mayHoistFrom(around) || llvm::any_of(values, [&](Value value) {
          return isInside(value, around);
        }))
      break;
    result = around;
  }
  return result;
}

int64_t IndexForms::roundsBetween(Operation *place, Operation *anchor) const {
  int64_t product = 1;
  for (Operation *around = anchor; around != place;) {
    around = around->getParentOp();
    if (!isa<LoopLikeOpInterface>(around))
      continue;
    auto known = rounds.find(around);
    product = llvm::SaturatingMultiply(
        static_cast<uint64_t>(product),
        static_cast<uint64_t>(known == rounds.end() ? kManyRounds
                                                    : known->second));
    product = std::min(product, kGreatest);
  }
  return product;
}

/// How many loops there are around `value`.
static unsigned depthOf(Value value) {
  unsigned depth = 0;
  for (Operation *around = value.getParentBlock()->getParentOp(); around;
       around = around->getParentOp())
    depth += isa<LoopLikeOpInterface>(around);
  return depth;
}

Value polymem::narrowing::emitForm(const IndexForm &form, bool narrow,
                                   Operation *anchor) {
  OpBuilder builder(anchor);
  Location loc = anchor->getLoc();
  Type type = narrow ? Type(builder.getI32Type()) : builder.getIndexType();
  auto constant = [&](int64_t value) -> Value {
    if (narrow)
      return arith::ConstantIntOp::create(builder, loc, type,
                                          static_cast<int32_t>(value));
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto terms = form.terms;
  llvm::SmallDenseMap<Value, size_t> order;
  for (auto [number, term] : llvm::enumerate(terms))
    order[term.first] = number;
  llvm::sort(terms, [&](const auto &a, const auto &b) {
    return std::pair(depthOf(a.first), order.lookup(a.first)) <
           std::pair(depthOf(b.first), order.lookup(b.first));
  });
  SmallVector<Value> values;
  Value sum;
  for (auto [value, factor] : terms) {
    builder.setInsertionPoint(hoistingPoint(value, anchor));
    Value term = value;
    if (narrow)
      term = arith::IndexCastOp::create(builder, loc, type, value);
    bool isDifference = sum && factor == -1;
    if (factor != 1 && !isDifference)
      term = arith::MulIOp::create(builder, loc, term, constant(factor));
    values.push_back(value);
    builder.setInsertionPoint(hoistingPoint(values, anchor));
    if (isDifference)
      sum = arith::SubIOp::create(builder, loc, sum, term);
    else
      sum = sum ? arith::AddIOp::create(builder, loc, sum, term) : term;
  }
  builder.setInsertionPoint(hoistingPoint(values, anchor));
  if (!sum)
    return constant(form.constant);
  if (form.constant != 0)
    sum = arith::AddIOp::create(builder, loc, sum, constant(form.constant));
  return sum;
}
