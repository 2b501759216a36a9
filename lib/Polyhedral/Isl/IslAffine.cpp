//===- IslAffine.cpp - isl <-> MLIR affine expressions and sets -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include "isl/space.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// MLIR to isl
//===----------------------------------------------------------------------===//

namespace {

/// The translation of expressions over one domain space.
class ExprToPwAff {
public:
  ExprToPwAff(ArrayRef<isl::pw_aff> dims, ArrayRef<isl::pw_aff> symbols,
              const isl::space &domain)
      : dims(dims), symbols(symbols), domain(domain) {}

  isl::pw_aff convert(AffineExpr expr) const {
    switch (expr.getKind()) {
    case AffineExprKind::Constant:
      return constant(cast<AffineConstantExpr>(expr).getValue());
    case AffineExprKind::DimId:
      return dims[cast<AffineDimExpr>(expr).getPosition()];
    case AffineExprKind::SymbolId:
      return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
    case AffineExprKind::Add: {
      auto sum = cast<AffineBinaryOpExpr>(expr);
      return add(convert(sum.getLHS()), convert(sum.getRHS()));
    }
    case AffineExprKind::Mul:
      return mul(cast<AffineBinaryOpExpr>(expr));
    case AffineExprKind::FloorDiv:
    case AffineExprKind::CeilDiv:
    case AffineExprKind::Mod:
      return divide(cast<AffineBinaryOpExpr>(expr));
    }
    return isl::pw_aff();
  }

private:
  isl::pw_aff constant(int64_t value) const {
    return isl::aff(isl::local_space(domain), isl::val(domain.ctx(), value));
  }

  static isl::pw_aff add(const isl::pw_aff &lhs, const isl::pw_aff &rhs) {
    return lhs.is_null() || rhs.is_null() ? isl::pw_aff() : lhs.add(rhs);
  }

  /// A product is affine iff one factor is a constant; MLIR puts it right.
  isl::pw_aff mul(AffineBinaryOpExpr expr) const {
    AffineExpr factor = expr.getRHS(), other = expr.getLHS();
    if (!isa<AffineConstantExpr>(factor))
      std::swap(factor, other);
    auto cst = dyn_cast<AffineConstantExpr>(factor);
    isl::pw_aff value = cst ? convert(other) : isl::pw_aff();
    return value.is_null() ? value : value.scale(val(cst.getValue()));
  }

  /// floordiv, ceildiv and mod are defined for positive divisors only; MLIR's
  /// mod is never negative, as isl's.
  isl::pw_aff divide(AffineBinaryOpExpr expr) const {
    auto divisor = dyn_cast<AffineConstantExpr>(expr.getRHS());
    if (!divisor || divisor.getValue() <= 0)
      return isl::pw_aff();
    isl::pw_aff value = convert(expr.getLHS());
    if (value.is_null())
      return value;
    isl::val by = val(divisor.getValue());
    if (expr.getKind() == AffineExprKind::Mod)
      return value.mod(by);
    value = value.scale_down(by);
    return expr.getKind() == AffineExprKind::FloorDiv ? value.floor()
                                                      : value.ceil();
  }

  isl::val val(int64_t value) const { return isl::val(domain.ctx(), value); }

  ArrayRef<isl::pw_aff> dims, symbols;
  isl::space domain;
};

} // namespace

isl::pw_aff polymem::affineExprToPwAff(AffineExpr expr,
                                       ArrayRef<isl::pw_aff> dims,
                                       ArrayRef<isl::pw_aff> symbols,
                                       const isl::space &domain) {
  return ExprToPwAff(dims, symbols, domain).convert(expr);
}

isl::set polymem::integerSetToSet(IntegerSet set, ArrayRef<isl::pw_aff> dims,
                                  ArrayRef<isl::pw_aff> symbols,
                                  const isl::space &domain) {
  ExprToPwAff converter(dims, symbols, domain);
  isl::set result = domain.universe_set();
  for (auto [index, expr] : llvm::enumerate(set.getConstraints())) {
    isl::pw_aff value = converter.convert(expr);
    if (value.is_null())
      return isl::set();
    isl_pw_aff *pa = value.release();
    result = result.intersect(isl::manage(
        set.isEq(index) ? isl_pw_aff_zero_set(pa) : isl_pw_aff_nonneg_set(pa)));
  }
  return result;
}

isl::set polymem::integerSetToSet(IntegerSet set, ArrayRef<isl::id> params,
                                  const isl::id &tuple, isl::ctx ctx) {
  assert(params.size() == set.getNumSymbols() && "one parameter per symbol");
  isl::space space = isl::space::params_alloc(ctx, 0);
  for (const isl::id &param : params)
    space = space.add_param(param);
  space = tuple.is_null() ? space.add_unnamed_tuple(set.getNumDims())
                          : space.add_named_tuple(tuple, set.getNumDims());
  isl::local_space local(space);
  SmallVector<isl::pw_aff> dims, symbols;
  for (unsigned d = 0; d < set.getNumDims(); ++d)
    dims.push_back(isl::aff::var_on_domain(local, isl::dim::set, d));
  for (const isl::id &param : params)
    symbols.push_back(space.param_aff_on_domain(param));
  return integerSetToSet(set, dims, symbols, space);
}

//===----------------------------------------------------------------------===//
// isl to MLIR
//===----------------------------------------------------------------------===//

namespace {

/// The translation of affs with one list of symbols.
class AffToExpr {
public:
  AffToExpr(ArrayRef<isl::id> params, MLIRContext *context)
      : params(params), context(context) {}

  /// floor(aff): the numerator's terms, then one floordiv by the denominator.
  AffineExpr convert(const isl::aff &aff) {
    if (aff.is_null() || !aff.involves_nan().is_false())
      return {};
    isl::val denominator = aff.get_denominator_val();
    std::optional<int64_t> divisor = islToInt64(denominator);
    std::optional<int64_t> constant =
        islToInt64(aff.get_constant_val().mul(denominator));
    if (!divisor || !constant)
      return {};
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (isl_dim_type type : {isl_dim_in, isl_dim_param, isl_dim_div})
      if (sum)
        sum = addTerms(sum, aff, type, denominator);
    if (!sum)
      return {};
    sum = sum + *constant;
    return *divisor == 1 ? sum : sum.floorDiv(*divisor);
  }

private:
  /// `sum` + denominator * (the terms of `aff` in the dimensions of `type`).
  AffineExpr addTerms(AffineExpr sum, const isl::aff &aff, isl_dim_type type,
                      const isl::val &denominator) {
    isl_size count = isl_aff_dim(aff.get(), type);
    if (count == isl_size_error)
      return {};
    for (unsigned pos = 0; pos < unsigned(count); ++pos) {
      isl::val value =
          isl::manage(isl_aff_get_coefficient_val(aff.get(), type, pos));
      std::optional<int64_t> coefficient = islToInt64(value.mul(denominator));
      if (!coefficient)
        return {};
      if (*coefficient == 0)
        continue;
      AffineExpr variable = dimension(aff, type, pos);
      if (!variable)
        return {};
      sum = sum + variable * *coefficient;
    }
    return sum;
  }

  AffineExpr dimension(const isl::aff &aff, isl_dim_type type, unsigned pos) {
    if (type == isl_dim_in)
      return getAffineDimExpr(pos, context);
    if (type == isl_dim_param) {
      isl::id id = aff.domain_space().dim_id(isl::dim::param, pos);
      for (auto [index, param] : llvm::enumerate(params))
        if (param.get() == id.get())
          return getAffineSymbolExpr(index, context);
      return {};
    }
    isl::local_space local =
        isl::manage(isl_aff_get_domain_local_space(aff.get()));
    // Null where the div has no explicit form.
    return convert(isl::manage(isl_local_space_get_div(local.get(), pos)));
  }

  ArrayRef<isl::id> params;
  MLIRContext *context;
};

/// The constraints of one basic set, as MLIR wants them.
struct Constraints {
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
};

/// Adds one constraint of a basic set. Those that only say what a div is hold
/// by construction of the floordiv and are dropped.
LogicalResult addConstraint(const isl::constraint &constraint,
                            ArrayRef<isl::id> params, unsigned numDims,
                            MLIRContext *context, Constraints &result) {
  if (isl_constraint_is_div_constraint(constraint.get()) == isl_bool_true)
    return success();
  AffineExpr expr = affToAffineExpr(
      isl::manage(isl_constraint_get_aff(constraint.get())), params, context);
  if (!expr)
    return failure();
  expr = simplifyAffineExpr(expr, numDims, params.size());
  bool equality = isl_constraint_is_equality(constraint.get()) == isl_bool_true;
  if (auto cst = dyn_cast<AffineConstantExpr>(expr))
    if (equality ? cst.getValue() == 0 : cst.getValue() >= 0)
      return success();
  result.exprs.push_back(expr);
  result.equalities.push_back(equality);
  return success();
}

FailureOr<IntegerSet> basicSetToIntegerSet(const isl::basic_set &piece,
                                           ArrayRef<isl::id> params,
                                           unsigned numDims,
                                           MLIRContext *context) {
  Constraints constraints;
  auto visit = [&](const isl::constraint &constraint) {
    return addConstraint(constraint, params, numDims, context, constraints);
  };
  auto callback = [](isl_constraint *constraint, void *user) {
    auto &add = *static_cast<decltype(visit) *>(user);
    return succeeded(add(isl::manage(constraint))) ? isl_stat_ok
                                                   : isl_stat_error;
  };
  if (isl_basic_set_foreach_constraint(piece.get(), callback, &visit) !=
      isl_stat_ok)
    return failure();
  // An IntegerSet has at least one constraint; the universe is `0 == 0`.
  if (constraints.exprs.empty()) {
    constraints.exprs.push_back(getAffineConstantExpr(0, context));
    constraints.equalities.push_back(true);
  }
  return IntegerSet::get(numDims, params.size(), constraints.exprs,
                         constraints.equalities);
}

} // namespace

AffineExpr polymem::affToAffineExpr(const isl::aff &aff,
                                    ArrayRef<isl::id> params,
                                    MLIRContext *context) {
  AffineExpr expr = AffToExpr(params, context).convert(aff);
  if (!expr)
    return expr;
  isl_size numDims = isl_aff_dim(aff.get(), isl_dim_in);
  return simplifyAffineExpr(expr, numDims, params.size());
}

FailureOr<SmallVector<IntegerSet>>
polymem::setToIntegerSets(const isl::set &set, ArrayRef<isl::id> params,
                          MLIRContext *context) {
  if (set.is_null())
    return failure();
  // Divs are made explicit before and after: making the pieces disjoint
  // negates constraints, which needs known divs and may leave unknown ones.
  isl::set pieces = isl::manage(isl_set_compute_divs(set.copy())).coalesce();
  pieces = isl::manage(isl_set_make_disjoint(pieces.release()));
  pieces = isl::manage(isl_set_compute_divs(pieces.release()));
  pieces = isl::manage(isl_set_detect_equalities(pieces.release()));
  pieces = isl::manage(isl_set_remove_redundancies(pieces.release()));
  if (pieces.is_null())
    return failure();
  isl_size numDims = isl_set_dim(pieces.get(), isl_dim_set);
  isl::basic_set_list list = pieces.get_basic_set_list();
  isl_size count = isl_basic_set_list_n_basic_set(list.get());
  if (numDims == isl_size_error || count == isl_size_error)
    return failure();
  SmallVector<IntegerSet> result;
  for (int i = 0; i < count; ++i) {
    isl::basic_set piece = list.get_at(i);
    isl::boolean empty = piece.is_empty();
    if (empty.is_true())
      continue;
    FailureOr<IntegerSet> converted =
        basicSetToIntegerSet(piece, params, numDims, context);
    if (!empty.is_false() || failed(converted))
      return failure();
    result.push_back(*converted);
  }
  return result;
}
