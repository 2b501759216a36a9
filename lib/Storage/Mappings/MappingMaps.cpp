//===- MappingMaps.cpp - storage mappings as affine maps ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Mappings/MappingMaps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

namespace {
/// `sum_k coefficients[k] * d_k + constant`.
struct LinearForm {
  std::vector<Polynomial> coefficients;
  Polynomial constant;

  bool isConstant() const {
    return llvm::all_of(coefficients,
                        [](const Polynomial &c) { return c.isZero(); });
  }
};

class LinearFormBuilder
    : public AffineExprVisitor<LinearFormBuilder, std::optional<LinearForm>> {
  using Result = std::optional<LinearForm>;

public:
  explicit LinearFormBuilder(unsigned rank) : rank(rank) {}

  Result visitConstantExpr(AffineConstantExpr expr) {
    return LinearForm{std::vector<Polynomial>(rank), expr.getValue()};
  }
  Result visitSymbolExpr(AffineSymbolExpr expr) {
    return LinearForm{std::vector<Polynomial>(rank),
                      Polynomial::parameter(expr.getPosition())};
  }
  Result visitDimExpr(AffineDimExpr expr) {
    LinearForm form{std::vector<Polynomial>(rank), 0};
    form.coefficients[expr.getPosition()] = 1;
    return form;
  }
  Result visitAddExpr(AffineBinaryOpExpr expr) {
    Result left = visit(expr.getLHS()), right = visit(expr.getRHS());
    if (!left || !right)
      return std::nullopt;
    left->constant = left->constant + right->constant;
    for (unsigned d = 0; d < rank; ++d)
      left->coefficients[d] = left->coefficients[d] + right->coefficients[d];
    return left;
  }
  Result visitMulExpr(AffineBinaryOpExpr expr) {
    Result left = visit(expr.getLHS()), right = visit(expr.getRHS());
    if (left && right && left->isConstant())
      std::swap(left, right);
    if (!left || !right || !right->isConstant())
      return std::nullopt;
    left->constant = left->constant * right->constant;
    for (Polynomial &coefficient : left->coefficients)
      coefficient = coefficient * right->constant;
    return left;
  }
  Result visitModExpr(AffineBinaryOpExpr) { return std::nullopt; }
  Result visitFloorDivExpr(AffineBinaryOpExpr) { return std::nullopt; }
  Result visitCeilDivExpr(AffineBinaryOpExpr) { return std::nullopt; }

private:
  unsigned rank;
};
} // namespace

std::optional<StorageMapping> polymem::toStorageMapping(AffineMap map) {
  StorageMapping mapping;
  for (AffineExpr result : map.getResults()) {
    if (result.getKind() != AffineExprKind::Mod)
      return std::nullopt;
    auto modulo = cast<AffineBinaryOpExpr>(result);
    LinearFormBuilder builder(map.getNumDims());
    auto value = builder.visit(modulo.getLHS());
    auto modulus = builder.visit(modulo.getRHS());
    if (!value || !modulus || !modulus->isConstant())
      return std::nullopt;
    mapping.rows.push_back(
        {value->coefficients, modulus->constant, value->constant});
  }
  return mapping;
}

std::optional<Polynomial> polymem::toPolynomial(AffineExpr expr) {
  if (!expr.isSymbolicOrConstant())
    return std::nullopt;
  auto form = LinearFormBuilder(0).visit(expr);
  return form ? std::optional(form->constant) : std::nullopt;
}

AffineExpr polymem::toAffineExpr(const Polynomial &polynomial,
                                 MLIRContext *context) {
  AffineExpr sum = getAffineConstantExpr(0, context);
  polynomial.forEachTerm(
      [&](ArrayRef<unsigned> exponents, int64_t coefficient) {
        AffineExpr product = getAffineConstantExpr(1, context);
        for (auto [k, exponent] : llvm::enumerate(exponents))
          for (unsigned n = 0; n < exponent; ++n)
            product = product * getAffineSymbolExpr(k, context);
        sum = sum + product * coefficient;
      });
  return sum;
}

AffineMap polymem::toAffineMap(const StorageMapping &mapping, unsigned rank,
                               unsigned parameters, MLIRContext *context) {
  SmallVector<AffineExpr> results;
  for (const StorageRow &row : mapping.rows) {
    AffineExpr sum = toAffineExpr(row.offset, context);
    for (auto [d, coefficient] : llvm::enumerate(row.coefficients))
      sum = sum +
            getAffineDimExpr(d, context) * toAffineExpr(coefficient, context);
    results.push_back(sum % toAffineExpr(row.modulus, context));
  }
  return AffineMap::get(rank, parameters, results, context);
}
