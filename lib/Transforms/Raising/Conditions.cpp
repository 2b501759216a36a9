//===- Conditions.cpp - conditions as affine sets -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "IndexOperations.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;
using Predicate = arith::CmpIPredicate;

/// Conditions of more constraints are not made.
static constexpr unsigned kMaxConstraints = 64;

/// Both of, or one of, `a` and `b`.
static std::optional<Condition> combine(IndexReader &reader, const Condition &a,
                                        const Condition &b, bool isAnd) {
  for (const Condition *part : {&a, &b})
    if (!part->isSingle() && part->isConjunction != isAnd)
      return reader.fail("Disjunction",
                         "mixes 'and' and 'or', which a set of affine.if "
                         "cannot");
  Condition result{a.constraints, isAnd};
  result.constraints.append(b.constraints);
  if (result.constraints.size() > kMaxConstraints)
    return reader.fail("TooLarge", "has too many parts");
  return result;
}

/// `a + shift <= b`.
static std::optional<Condition> atMost(IndexReader &reader, const IndexForm &a,
                                       const IndexForm &b, int64_t shift) {
  using Kind = IndexForm::Kind;
  auto isOr = [](const IndexForm &form, Kind kind) {
    return form.isSingle() || form.kind == kind;
  };
  // max(a) <= min(b) if all are, min(a) <= max(b) if some are.
  bool all = isOr(a, Kind::Maximum) && isOr(b, Kind::Minimum);
  bool some = isOr(a, Kind::Minimum) && isOr(b, Kind::Maximum);
  if (!all && !some)
    return reader.fail("MinMax",
                       "compares minima or maxima in a way that takes both "
                       "'and' and 'or'");
  Condition result{{}, all};
  for (AffineExpr x : a.exprs)
    for (AffineExpr y : b.exprs)
      result.constraints.push_back({y - x - shift, false});
  return result;
}

/// `a = b`, or the contrary.
static std::optional<Condition> equal(IndexReader &reader, const IndexForm &a,
                                      const IndexForm &b, bool isNegated) {
  if (!a.isSingle() || !b.isSingle())
    return reader.fail("MinMax", "compares a minimum or maximum for equality");
  AffineExpr difference = a.exprs.front() - b.exprs.front();
  if (!isNegated)
    return Condition{{{difference, true}}, true};
  return Condition{{{difference - 1, false}, {-difference - 1, false}}, false};
}

/// `a + shift <= b` of unsigned numbers.
static std::optional<Condition> atMostUnsigned(IndexReader &reader,
                                               const IndexForm &a,
                                               const IndexForm &b,
                                               int64_t shift) {
  IndexForm zero{IndexForm::Kind::Equal,
                 {getAffineConstantExpr(0, reader.getContext())}};
  bool isA = reader.isNonNegative(a), isB = reader.isNonNegative(b);
  if (!isA && !isB)
    return reader.fail("SignUnknown",
                       "compares as unsigned what may be negative");
  std::optional<Condition> result = atMost(reader, a, b, shift);
  if (!result || (isA && isB))
    return result;
  // A negative number is greater than all that are not.
  std::optional<Condition> sign =
      isB ? atMost(reader, zero, a, 0) : atMost(reader, b, zero, 1);
  return sign ? combine(reader, *sign, *result, /*isAnd=*/isB) : std::nullopt;
}

static std::optional<Condition>
compare(IndexReader &reader, const Comparison &comparison, bool isNegated) {
  std::optional<IndexForm> a = reader.read(comparison.lhs);
  if (!a)
    return std::nullopt;
  std::optional<IndexForm> b = reader.read(comparison.rhs);
  if (!b)
    return std::nullopt;
  Predicate predicate = isNegated ? arith::invertPredicate(comparison.predicate)
                                  : comparison.predicate;
  switch (predicate) {
  case Predicate::eq:
    return equal(reader, *a, *b, false);
  case Predicate::ne:
    return equal(reader, *a, *b, true);
  case Predicate::slt:
    return atMost(reader, *a, *b, 1);
  case Predicate::sle:
    return atMost(reader, *a, *b, 0);
  case Predicate::sgt:
    return atMost(reader, *b, *a, 1);
  case Predicate::sge:
    return atMost(reader, *b, *a, 0);
  case Predicate::ult:
    return atMostUnsigned(reader, *a, *b, 1);
  case Predicate::ule:
    return atMostUnsigned(reader, *a, *b, 0);
  case Predicate::ugt:
    return atMostUnsigned(reader, *b, *a, 1);
  case Predicate::uge:
    return atMostUnsigned(reader, *b, *a, 0);
  }
  llvm_unreachable("all predicates are handled");
}

/// The parts of `value` if it is an 'and' or an 'or'.
struct Connection {
  Value lhs, rhs;
  bool isAnd;
};
static std::optional<Connection> connectionOf(Value value) {
  if (auto op = value.getDefiningOp<arith::AndIOp>())
    return Connection{op.getLhs(), op.getRhs(), true};
  if (auto op = value.getDefiningOp<arith::OrIOp>())
    return Connection{op.getLhs(), op.getRhs(), false};
  // What front ends make of && and ||.
  if (auto op = value.getDefiningOp<arith::SelectOp>()) {
    if (matchPattern(op.getFalseValue(), m_Zero()))
      return Connection{op.getCondition(), op.getTrueValue(), true};
    if (matchPattern(op.getTrueValue(), m_One()))
      return Connection{op.getCondition(), op.getFalseValue(), false};
  }
  return std::nullopt;
}

static std::optional<Condition> read(IndexReader &reader, Value value,
                                     bool isNegated, unsigned depth) {
  if (depth > kMaxDepth)
    return reader.fail("TooLarge", "has too many parts");
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    int64_t sign = number.isZero() == isNegated ? 0 : -1;
    return Condition{
        {{getAffineConstantExpr(sign, reader.getContext()), false}}, true};
  }
  if (auto op = value.getDefiningOp<arith::XOrIOp>())
    if (matchPattern(op.getRhs(), m_ConstantInt(&number)))
      return ::read(reader, op.getLhs(), isNegated != number.isOne(),
                    depth + 1);
  if (std::optional<Connection> parts = connectionOf(value)) {
    std::optional<Condition> a =
        ::read(reader, parts->lhs, isNegated, depth + 1);
    if (!a)
      return std::nullopt;
    std::optional<Condition> b =
        ::read(reader, parts->rhs, isNegated, depth + 1);
    return b ? combine(reader, *a, *b, parts->isAnd != isNegated)
             : std::nullopt;
  }
  if (std::optional<Comparison> comparison = comparisonOf(value))
    if (std::optional<Condition> result =
            compare(reader, *comparison, isNegated))
      return result;
  // A condition that does not change: -1 as a signed number if it holds.
  Obstacle why = reader.obstacle();
  if (std::optional<AffineExpr> expr = reader.leaf(value))
    return Condition{{{isNegated ? *expr : *expr + 1, true}}, true};
  if (comparisonOf(value))
    reader.fail(why.name, why.text);
  return std::nullopt;
}

std::optional<Condition> raising::readCondition(IndexReader &reader,
                                                Value value, bool isNegated) {
  return ::read(reader, value, isNegated, 0);
}
