//===- IndexArithmetic.cpp - arithmetic of a fixed width ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where operations on integers of a fixed width do what integers do.
//
//===----------------------------------------------------------------------===//

#include "IndexOperations.h"
#include "IndexReader.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;
using Kind = IndexForm::Kind;

/// The operation's arithmetic says that it does not wrap around, or is taken
/// not to (ScopBuilderValues.cpp does the same).
static bool saysExact(Operation *op) {
  Type type = op->getResult(0).getType();
  if (type.isIndex() || type.isInteger(64))
    return !isa<arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op);
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

/// `form` if the result of `op` has room for it.
std::optional<IndexForm> IndexReader::checkWidth(Operation *op,
                                                 IndexForm form) {
  unsigned width = widthOf(op->getResult(0).getType());
  if (saysExact(op) || width == 64 ||
      (isAtLeast(form, llvm::minIntN(width)) &&
       isAtMost(form, llvm::maxIntN(width))))
    return form;
  return fail("MayWrapAround",
              sentence("may wrap around in {0} of type {1}, without nsw or "
                       "bounds that exclude it",
                       op->getName(), op->getResult(0).getType()));
}

/// Of `op`, whose meaning depends on a sign that is not known.
static Sentence signText(Operation *op) {
  return sentence("is computed by {0} from what may be negative",
                  op->getName());
}

std::optional<IndexForm> IndexReader::readCast(Operation *op) {
  Value from = op->getOperand(0);
  unsigned width = widthOf(from.getType());
  std::optional<IndexForm> form = read(from);
  if (!form || width == 0 || width > 64)
    return std::nullopt;
  unsigned to = widthOf(op->getResult(0).getType());
  if (to < width)
    return checkWidth(op, *form);
  bool isUnsigned = *indexOperationOf(op) == IndexOperation::CastU;
  if (isUnsigned && to > width && !isNonNegative(*form))
    return fail("SignUnknown", signText(op));
  return form;
}

std::optional<IndexForm> IndexReader::readArithmetic(Operation *op) {
  std::optional<IndexForm> a = read(op->getOperand(0));
  if (!a)
    return std::nullopt;
  std::optional<IndexForm> b = read(op->getOperand(1));
  if (!b)
    return std::nullopt;
  std::optional<IndexForm> result;
  std::optional<int64_t> number = b->constant();
  unsigned width = widthOf(op->getResult(0).getType());
  switch (*indexOperationOf(op)) {
  case IndexOperation::Add:
    result = add(*a, *b);
    break;
  case IndexOperation::Sub:
    if (std::optional<IndexForm> negated = negate(*b))
      result = add(*a, *negated);
    break;
  case IndexOperation::Mul:
    result = readProduct(*a, *b);
    break;
  case IndexOperation::ShL:
    if (!number || *number < 0 || *number >= width - 1 || *number > 40)
      return fail("NotLinear", "is shifted by another value than a constant");
    result = scale(*a, int64_t(1) << *number);
    break;
  case IndexOperation::ShRS:
  case IndexOperation::ShRU:
    if (!number || *number < 0 || *number >= width || *number > 40)
      return fail("NotLinear", "is shifted by another value than a constant");
    return readDivision(op, *a, int64_t(1) << *number);
  case IndexOperation::And:
    // The lowest bits are the remainder, of negative numbers, too.
    if (!number || *number < 0 || !llvm::isPowerOf2_64(*number + 1))
      return fail("NotLinear", sentence("is computed by {0}", op->getName()));
    if (!a->isSingle())
      return fail("MinMax", "is a remainder of a minimum or maximum");
    return limit(
        {Kind::Equal, {a->exprs.front() % (*number + 1)}, a->size + 2});
  case IndexOperation::MinS:
  case IndexOperation::MaxS:
  case IndexOperation::MinU:
  case IndexOperation::MaxU:
    return readExtremum(op, *a, *b);
  default:
    if (!number || *number <= 0)
      return fail("NotLinear", sentence("is computed by {0} by another value "
                                        "than a positive constant",
                                        op->getName()));
    return readDivision(op, *a, *number);
  }
  return result ? checkWidth(op, *result) : std::nullopt;
}

std::optional<IndexForm> IndexReader::readProduct(const IndexForm &a,
                                                  const IndexForm &b) {
  if (std::optional<int64_t> factor = b.constant())
    return scale(a, *factor);
  if (std::optional<int64_t> factor = a.constant())
    return scale(b, *factor);
  return fail("NotLinear", "is a product of two values");
}

/// Quotient or remainder of `a` by `divisor > 0`.
std::optional<IndexForm>
IndexReader::readDivision(Operation *op, const IndexForm &a, int64_t divisor) {
  auto apply = [&](auto function) { return limit(applyTo(a, function)); };
  auto floor = [&](AffineExpr expr) { return expr.floorDiv(divisor); };
  auto ceil = [&](AffineExpr expr) { return expr.ceilDiv(divisor); };
  auto mod = [&](AffineExpr expr) { return expr % divisor; };
  IndexOperation kind = *indexOperationOf(op);
  switch (kind) {
  case IndexOperation::FloorDivS:
  case IndexOperation::ShRS:
    return apply(floor);
  case IndexOperation::CeilDivS:
    return apply(ceil);
  default:
    break;
  }
  if (!isNonNegative(a)) {
    // What rounds towards zero rounds up there.
    if (kind == IndexOperation::DivS && isAtMost(a, 0))
      return apply(ceil);
    return fail("SignUnknown", signText(op));
  }
  if (kind == IndexOperation::CeilDivU)
    return apply(ceil);
  if (kind != IndexOperation::RemS && kind != IndexOperation::RemU)
    return apply(floor);
  if (!a.isSingle())
    return fail("MinMax", "is a remainder of a minimum or maximum");
  return apply(mod);
}

std::optional<IndexForm> IndexReader::readExtremum(Operation *op,
                                                   const IndexForm &a,
                                                   const IndexForm &b) {
  IndexOperation kind = *indexOperationOf(op);
  bool isUnsigned =
      kind == IndexOperation::MinU || kind == IndexOperation::MaxU;
  if (isUnsigned && !(isNonNegative(a) && isNonNegative(b)))
    return fail("SignUnknown", signText(op));
  return extremum(kind == IndexOperation::MinS || kind == IndexOperation::MinU
                      ? Kind::Minimum
                      : Kind::Maximum,
                  a, b);
}

/// A choice between what is compared: the lesser or the greater one.
std::optional<IndexForm> IndexReader::readSelect(Operation *op) {
  auto select = cast<arith::SelectOp>(op);
  std::optional<Comparison> comparison = comparisonOf(select.getCondition());
  std::optional<IndexForm> a, b, ifTrue, ifFalse;
  if (comparison) {
    a = read(comparison->lhs);
    b = read(comparison->rhs);
    ifTrue = read(select.getTrueValue());
    ifFalse = read(select.getFalseValue());
  }
  if (!a || !b || !ifTrue || !ifFalse)
    return std::nullopt;
  auto isSame = [](const IndexForm &x, const IndexForm &y) {
    return x.kind == y.kind && x.exprs == y.exprs;
  };
  bool straight = isSame(*a, *ifTrue) && isSame(*b, *ifFalse);
  bool crossed = isSame(*a, *ifFalse) && isSame(*b, *ifTrue);
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = comparison->predicate;
  bool isLess = llvm::is_contained(
      {Predicate::slt, Predicate::sle, Predicate::ult, Predicate::ule},
      predicate);
  bool isEquality = predicate == Predicate::eq || predicate == Predicate::ne;
  if ((!straight && !crossed) || isEquality)
    return fail("NotLinear", "is a choice that is no minimum or maximum");
  bool isUnsigned = llvm::is_contained(
      {Predicate::ult, Predicate::ule, Predicate::ugt, Predicate::uge},
      predicate);
  if (isUnsigned && !(isNonNegative(*a) && isNonNegative(*b)))
    return fail("SignUnknown", signText(op));
  return extremum(isLess == straight ? Kind::Minimum : Kind::Maximum, *a, *b);
}
