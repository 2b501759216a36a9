//===- AstExpr.cpp - isl AST expressions as affine or arith code ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AstExpr.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "isl/ast.h"

using namespace mlir;
using namespace polymem;

/// Alternatives of a condition, and terms of a minimum, that are written out;
/// beyond, arith code is shorter.
static constexpr size_t kMaxAlternatives = 16;
static constexpr size_t kMaxTerms = 16;

static isl::ast_expr argument(const isl::ast_expr &expr, int position) {
  return isl::manage(isl_ast_expr_op_get_arg(expr.get(), position));
}

static std::optional<int64_t> integer(const isl::ast_expr &expr) {
  if (isl_ast_expr_get_type(expr.get()) != isl_ast_expr_int)
    return std::nullopt;
  return islToInt64(isl::manage(isl_ast_expr_int_get_val(expr.get())));
}

static AstExprs::Extremum flip(AstExprs::Extremum extremum) {
  return extremum == AstExprs::Extremum::Min ? AstExprs::Extremum::Max
                                             : AstExprs::Extremum::Min;
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

AffineExpr AstExprs::dimension(Value value) {
  auto [it, inserted] = positions.try_emplace(value, operands.size());
  if (inserted)
    operands.push_back(value);
  return getAffineDimExpr(it->second, loc.getContext());
}

void AstExprs::bind(const isl::id &id, Value value) {
  bind(id, dimension(value));
}

void AstExprs::bind(const isl::id &id, AffineExpr expr) {
  bindings[id.get()] = expr;
  boundIds.push_back(id);
}

AffineExpr AstExprs::lookup(const isl::id &id) {
  if (AffineExpr expr = bindings.lookup(id.get()))
    return expr;
  Value value = parameters(id);
  if (!value || !value.getType().isIndex())
    return {};
  // A constant is worth more than the value that holds it.
  if (std::optional<int64_t> cst = getConstantIntValue(value))
    bind(id, getAffineConstantExpr(*cst, loc.getContext()));
  else
    bind(id, value);
  return bindings.lookup(id.get());
}

//===----------------------------------------------------------------------===//
// Affine forms
//===----------------------------------------------------------------------===//

AffineExpr AstExprs::affine(const isl::ast_expr &expr) {
  std::optional<Terms> single = terms(expr, Extremum::Min);
  return single && single->size() == 1 ? single->front() : AffineExpr();
}

std::optional<AstExprs::Terms> AstExprs::terms(const isl::ast_expr &expr,
                                               Extremum extremum) {
  switch (isl_ast_expr_get_type(expr.get())) {
  case isl_ast_expr_int:
    if (std::optional<int64_t> cst = integer(expr))
      return Terms{getAffineConstantExpr(*cst, loc.getContext())};
    return std::nullopt;
  case isl_ast_expr_id:
    if (AffineExpr bound =
            lookup(isl::manage(isl_ast_expr_id_get_id(expr.get()))))
      return Terms{bound};
    return std::nullopt;
  case isl_ast_expr_op:
    return opTerms(expr, extremum);
  case isl_ast_expr_error:
    return std::nullopt;
  }
  return std::nullopt;
}

/// min(a, b) + min(c, d) = min(a + c, a + d, b + c, b + d), and so for max.
static std::optional<AstExprs::Terms>
addTerms(const std::optional<AstExprs::Terms> &lhs,
         const std::optional<AstExprs::Terms> &rhs) {
  if (!lhs || !rhs || lhs->size() * rhs->size() > kMaxTerms)
    return std::nullopt;
  AstExprs::Terms result;
  for (AffineExpr l : *lhs)
    for (AffineExpr r : *rhs)
      result.push_back(l + r);
  return result;
}

static std::optional<AstExprs::Terms>
scaleTerms(std::optional<AstExprs::Terms> terms, int64_t factor) {
  if (terms)
    for (AffineExpr &term : *terms)
      term = term * factor;
  return terms;
}

std::optional<AstExprs::Terms> AstExprs::scaledTerms(const isl::ast_expr &expr,
                                                     Extremum extremum) {
  isl::ast_expr other = argument(expr, 0);
  std::optional<int64_t> factor = integer(argument(expr, 1));
  if (!factor) {
    other = argument(expr, 1);
    factor = integer(argument(expr, 0));
  }
  if (!factor)
    return std::nullopt;
  return scaleTerms(terms(other, *factor < 0 ? flip(extremum) : extremum),
                    *factor);
}

std::optional<AstExprs::Terms> AstExprs::dividedTerms(const isl::ast_expr &expr,
                                                      Extremum extremum) {
  std::optional<int64_t> divisor = integer(argument(expr, 1));
  std::optional<Terms> result = terms(argument(expr, 0), extremum);
  if (!divisor || *divisor <= 0 || !result)
    return std::nullopt;
  isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr.get());
  bool remainder =
      type == isl_ast_expr_op_pdiv_r || type == isl_ast_expr_op_zdiv_r;
  // A floor is monotone and goes through min and max; a remainder is not.
  if (remainder && result->size() != 1)
    return std::nullopt;
  for (AffineExpr &term : *result)
    term = remainder ? term % *divisor : term.floorDiv(*divisor);
  return result;
}

std::optional<AstExprs::Terms> AstExprs::opTerms(const isl::ast_expr &expr,
                                                 Extremum extremum) {
  isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr.get());
  switch (type) {
  case isl_ast_expr_op_min:
  case isl_ast_expr_op_max: {
    isl_size count = isl_ast_expr_op_get_n_arg(expr.get());
    if (count > 1 &&
        (type == isl_ast_expr_op_min) != (extremum == Extremum::Min))
      return std::nullopt;
    Terms result;
    for (int i = 0; i < count; ++i) {
      std::optional<Terms> part = terms(argument(expr, i), extremum);
      if (!part || result.size() + part->size() > kMaxTerms)
        return std::nullopt;
      for (AffineExpr term : *part)
        if (!llvm::is_contained(result, term))
          result.push_back(term);
    }
    return result;
  }
  case isl_ast_expr_op_minus:
    return scaleTerms(terms(argument(expr, 0), flip(extremum)), -1);
  case isl_ast_expr_op_add:
    return addTerms(terms(argument(expr, 0), extremum),
                    terms(argument(expr, 1), extremum));
  case isl_ast_expr_op_sub:
    return addTerms(terms(argument(expr, 0), extremum),
                    scaleTerms(terms(argument(expr, 1), flip(extremum)), -1));
  case isl_ast_expr_op_mul:
    return scaledTerms(expr, extremum);
  // `div` is exact, `pdiv` has a non-negative dividend and `zdiv_r` is only
  // compared with zero: floor and Euclidean remainder agree with all of them.
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_fdiv_q:
  case isl_ast_expr_op_pdiv_q:
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return dividedTerms(expr, extremum);
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Adds `constraint` unless it is true; false if it can never hold.
static bool addConstraint(AstExprs::Conjunction &conjunction,
                          AstExprs::Constraint constraint) {
  if (auto cst = dyn_cast<AffineConstantExpr>(constraint.expr))
    return constraint.equality ? cst.getValue() == 0 : cst.getValue() >= 0;
  conjunction.push_back(constraint);
  return true;
}

std::optional<AstExprs::Condition>
AstExprs::comparison(const isl::ast_expr &expr) {
  isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr.get());
  isl::ast_expr lhs = argument(expr, 0), rhs = argument(expr, 1);
  if (type == isl_ast_expr_op_eq) {
    AffineExpr l = affine(lhs), r = affine(rhs);
    if (!l || !r)
      return std::nullopt;
    Conjunction conjunction;
    if (!addConstraint(conjunction, {l - r, true}))
      return Condition();
    return Condition{conjunction};
  }
  // greater - less - strict >= 0
  bool isLess = type == isl_ast_expr_op_le || type == isl_ast_expr_op_lt;
  int64_t strict =
      type == isl_ast_expr_op_lt || type == isl_ast_expr_op_gt ? 1 : 0;
  const isl::ast_expr &greater = isLess ? rhs : lhs;
  const isl::ast_expr &less = isLess ? lhs : rhs;
  auto difference = [&](Extremum extremum) {
    return addTerms(terms(greater, extremum),
                    scaleTerms(terms(less, flip(extremum)), -1));
  };
  // min(...) >= 0: all are; max(...) >= 0: one is.
  if (std::optional<Terms> all = difference(Extremum::Min)) {
    Conjunction conjunction;
    for (AffineExpr term : *all)
      if (!addConstraint(conjunction, {term - strict, false}))
        return Condition();
    return Condition{conjunction};
  }
  std::optional<Terms> any = difference(Extremum::Max);
  if (!any || any->size() > kMaxAlternatives)
    return std::nullopt;
  Condition result;
  for (AffineExpr term : *any) {
    Conjunction conjunction;
    if (addConstraint(conjunction, {term - strict, false}))
      result.push_back(conjunction);
  }
  return result;
}

std::optional<AstExprs::Condition>
AstExprs::condition(const isl::ast_expr &expr) {
  if (std::optional<int64_t> cst = integer(expr))
    return *cst ? Condition{Conjunction()} : Condition();
  if (isl_ast_expr_get_type(expr.get()) != isl_ast_expr_op)
    return std::nullopt;
  switch (isl_ast_expr_op_get_type(expr.get())) {
  case isl_ast_expr_op_eq:
  case isl_ast_expr_op_le:
  case isl_ast_expr_op_lt:
  case isl_ast_expr_op_ge:
  case isl_ast_expr_op_gt:
    return comparison(expr);
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then: {
    std::optional<Condition> lhs = condition(argument(expr, 0));
    std::optional<Condition> rhs = condition(argument(expr, 1));
    if (!lhs || !rhs || lhs->size() * rhs->size() > kMaxAlternatives)
      return std::nullopt;
    Condition result;
    for (const Conjunction &l : *lhs)
      for (const Conjunction &r : *rhs) {
        result.push_back(l);
        llvm::append_range(result.back(), r);
      }
    return result;
  }
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else: {
    std::optional<Condition> lhs = condition(argument(expr, 0));
    std::optional<Condition> rhs = condition(argument(expr, 1));
    if (!lhs || !rhs || lhs->size() + rhs->size() > kMaxAlternatives)
      return std::nullopt;
    llvm::append_range(*lhs, *rhs);
    return lhs;
  }
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The region whose symbols affine operations of `block` may use.
static Region *affineScope(Block *block) {
  Region *region = block->getParent();
  while (region && region->getParentOp() &&
         !region->getParentOp()->hasTrait<OpTrait::AffineScope>())
    region = region->getParentOp()->getParentRegion();
  return region;
}

static bool areValidOperands(OpBuilder &builder, ValueRange operands,
                             unsigned numDims) {
  Region *scope = affineScope(builder.getInsertionBlock());
  return scope && llvm::all_of(llvm::enumerate(operands), [&](auto indexed) {
           return indexed.index() < numDims
                      ? affine::isValidDim(indexed.value(), scope)
                      : affine::isValidSymbol(indexed.value(), scope);
         });
}

std::optional<BoundMap> AstExprs::map(OpBuilder &builder,
                                      ArrayRef<AffineExpr> exprs) {
  if (forceScf)
    return std::nullopt;
  BoundMap result{
      AffineMap::get(operands.size(), 0, exprs, builder.getContext()),
      operands};
  affine::canonicalizeMapAndOperands(&result.map, &result.operands);
  result.map = simplifyAffineMap(result.map);
  affine::canonicalizeMapAndOperands(&result.map, &result.operands);
  if (!areValidOperands(builder, result.operands, result.map.getNumDims()))
    return std::nullopt;
  return result;
}

std::optional<BoundSet> AstExprs::set(OpBuilder &builder,
                                      const Conjunction &conjunction) {
  if (forceScf)
    return std::nullopt;
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  for (const Constraint &constraint : conjunction) {
    exprs.push_back(simplifyAffineExpr(constraint.expr, operands.size(), 0));
    equalities.push_back(constraint.equality);
  }
  BoundSet result{IntegerSet::get(operands.size(), 0, exprs, equalities),
                  operands};
  affine::canonicalizeSetAndOperands(&result.set, &result.operands);
  if (!areValidOperands(builder, result.operands, result.set.getNumDims()))
    return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Value AstExprs::constant(OpBuilder &builder, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value AstExprs::value(OpBuilder &builder, ArrayRef<AffineExpr> terms,
                      Extremum extremum) {
  if (terms.size() == 1) {
    if (auto cst = dyn_cast<AffineConstantExpr>(terms.front()))
      return constant(builder, cst.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(terms.front()))
      return operands[dim.getPosition()];
  }
  if (std::optional<BoundMap> bound = map(builder, terms)) {
    if (terms.size() == 1)
      return affine::AffineApplyOp::create(builder, loc, bound->map,
                                           bound->operands);
    if (extremum == Extremum::Min)
      return affine::AffineMinOp::create(builder, loc, bound->map,
                                         bound->operands);
    return affine::AffineMaxOp::create(builder, loc, bound->map,
                                       bound->operands);
  }
  Value result;
  for (AffineExpr term : terms) {
    Value next = affine::expandAffineExpr(
        builder, loc, simplifyAffineExpr(term, operands.size(), 0), operands,
        {});
    if (!next)
      return {};
    if (!result)
      result = next;
    else if (extremum == Extremum::Min)
      result = arith::MinSIOp::create(builder, loc, result, next);
    else
      result = arith::MaxSIOp::create(builder, loc, result, next);
  }
  return result;
}

Value AstExprs::value(OpBuilder &builder, const isl::ast_expr &expr) {
  for (Extremum extremum : {Extremum::Min, Extremum::Max})
    if (std::optional<Terms> list = terms(expr, extremum))
      return value(builder, *list, extremum);
  if (isl_ast_expr_get_type(expr.get()) != isl_ast_expr_op)
    return {};
  return arithmetic(builder, expr);
}

Value AstExprs::arithmetic(OpBuilder &builder, const isl::ast_expr &expr) {
  isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr.get());
  if (type == isl_ast_expr_op_cond || type == isl_ast_expr_op_select) {
    // Both branches are free of effects (divisors are positive constants).
    Value choice = predicate(builder, argument(expr, 0));
    Value yes = choice ? value(builder, argument(expr, 1)) : Value();
    Value no = yes ? value(builder, argument(expr, 2)) : Value();
    return no ? arith::SelectOp::create(builder, loc, choice, yes, no)
              : Value();
  }
  isl_size count = isl_ast_expr_op_get_n_arg(expr.get());
  SmallVector<Value> args;
  for (int i = 0; i < count; ++i) {
    args.push_back(value(builder, argument(expr, i)));
    if (!args.back())
      return {};
  }
  if (type == isl_ast_expr_op_minus)
    return arith::SubIOp::create(builder, loc, constant(builder, 0), args[0]);
  auto fold = [&](auto create) {
    Value result = args[0];
    for (Value arg : ArrayRef<Value>(args).drop_front())
      result = create(result, arg);
    return result;
  };
  auto combine = [&](auto tag) {
    using Op = decltype(tag);
    return fold([&](Value lhs, Value rhs) -> Value {
      return Op::create(builder, loc, lhs, rhs);
    });
  };
  switch (type) {
  case isl_ast_expr_op_min:
    return combine(arith::MinSIOp());
  case isl_ast_expr_op_max:
    return combine(arith::MaxSIOp());
  case isl_ast_expr_op_add:
    return combine(arith::AddIOp());
  case isl_ast_expr_op_sub:
    return combine(arith::SubIOp());
  case isl_ast_expr_op_mul:
    return combine(arith::MulIOp());
  case isl_ast_expr_op_fdiv_q:
    return combine(arith::FloorDivSIOp());
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_pdiv_q:
    return combine(arith::DivSIOp());
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return combine(arith::RemSIOp());
  default:
    return {};
  }
}

static std::optional<arith::CmpIPredicate>
comparisonPredicate(isl_ast_expr_op_type type) {
  switch (type) {
  case isl_ast_expr_op_eq:
    return arith::CmpIPredicate::eq;
  case isl_ast_expr_op_le:
    return arith::CmpIPredicate::sle;
  case isl_ast_expr_op_lt:
    return arith::CmpIPredicate::slt;
  case isl_ast_expr_op_ge:
    return arith::CmpIPredicate::sge;
  case isl_ast_expr_op_gt:
    return arith::CmpIPredicate::sgt;
  default:
    return std::nullopt;
  }
}

Value AstExprs::predicate(OpBuilder &builder, const isl::ast_expr &expr) {
  if (std::optional<int64_t> cst = integer(expr))
    return arith::ConstantIntOp::create(builder, loc, *cst != 0, /*width=*/1);
  if (isl_ast_expr_get_type(expr.get()) != isl_ast_expr_op)
    return {};
  isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr.get());
  if (std::optional<arith::CmpIPredicate> cmp = comparisonPredicate(type)) {
    Value lhs = value(builder, argument(expr, 0));
    Value rhs = lhs ? value(builder, argument(expr, 1)) : Value();
    return rhs ? arith::CmpIOp::create(builder, loc, *cmp, lhs, rhs) : Value();
  }
  bool conjunction =
      type == isl_ast_expr_op_and || type == isl_ast_expr_op_and_then;
  if (!conjunction && type != isl_ast_expr_op_or &&
      type != isl_ast_expr_op_or_else)
    return {};
  Value lhs = predicate(builder, argument(expr, 0));
  Value rhs = lhs ? predicate(builder, argument(expr, 1)) : Value();
  if (!rhs)
    return {};
  if (conjunction)
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  return arith::OrIOp::create(builder, loc, lhs, rhs);
}
