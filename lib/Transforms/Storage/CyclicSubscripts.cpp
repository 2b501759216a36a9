//===- CyclicSubscripts.cpp - subscripts that wrap in a loop --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CyclicSubscripts.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

unsigned ValuePolynomials::number(Value leaf) {
  return numbers.insert({leaf, static_cast<unsigned>(numbers.size())})
      .first->second;
}

Polynomial ValuePolynomials::read(Value value) {
  if (auto product = value.getDefiningOp<arith::MulIOp>())
    return read(product.getLhs()) * read(product.getRhs());
  IndexDefinition definition = IndexDefinition::of(value);
  const IndexTerms &terms = definition.terms;
  if (definition.kind == IndexDefinition::Kind::Equal)
    if (auto result = read(terms.map.getResult(0), terms.map.getNumDims(),
                           terms.operands))
      return *result;
  return Polynomial::parameter(number(value));
}

std::optional<Polynomial>
ValuePolynomials::read(AffineExpr expr, unsigned numDims, ValueRange operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Polynomial(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return read(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return read(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() != AffineExprKind::Add &&
      expr.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto left = read(binary.getLHS(), numDims, operands),
       right = read(binary.getRHS(), numDims, operands);
  if (!left || !right)
    return std::nullopt;
  return expr.getKind() == AffineExprKind::Add ? *left + *right
                                               : *left * *right;
}

Polynomial ValuePolynomials::readModulus(Value modulus) {
  if (auto maximum = modulus.getDefiningOp<arith::MaxSIOp>())
    for (bool swap : {false, true})
      if (matchPattern(maximum->getOperand(swap ? 0 : 1), m_One()))
        return read(maximum->getOperand(swap ? 1 : 0));
  return read(modulus);
}

SmallVector<Value>
ValuePolynomials::leavesOf(const Polynomial &polynomial) const {
  SmallVector<Value> result;
  for (auto [value, number] : numbers)
    if (polynomial.dependsOn(number))
      result.push_back(value);
  return result;
}

Value ValuePolynomials::emit(OpBuilder &builder, Location loc,
                             const Polynomial &polynomial) const {
  Value sum = arith::ConstantIndexOp::create(builder, loc, 0);
  polynomial.forEachTerm([&](ArrayRef<unsigned> exponents,
                             int64_t coefficient) {
    Value product = arith::ConstantIndexOp::create(builder, loc, coefficient);
    for (auto [value, number] : numbers)
      for (unsigned k = 0; number < exponents.size() && k < exponents[number];
           ++k)
        product = builder.createOrFold<arith::MulIOp>(loc, product, value);
    sum = builder.createOrFold<arith::AddIOp>(loc, sum, product);
  });
  return sum;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static auto byShift() {
  return [](const CyclicSubscript &a, const CyclicSubscript &b) {
    return a.shift < b.shift;
  };
}

int64_t CyclicGroup::least() const {
  return llvm::min_element(subscripts, byShift())->shift;
}

int64_t CyclicGroup::most() const {
  return llvm::max_element(subscripts, byShift())->shift;
}

/// Puts a subscript into the group it differs from by a constant.
static void addTo(CyclicClass &all, const Polynomial &value,
                  CyclicSubscript subscript) {
  // Larger distances are no distances: groups would never be in one piece.
  constexpr int64_t kMostShift = 1024;
  for (CyclicGroup &group : all.groups) {
    Polynomial difference = value - group.value;
    auto shift = difference.constant();
    if (!shift && !all.modulusValue.isZero())
      shift = difference.divide(all.modulusValue).second.constant();
    if (!shift || *shift > kMostShift || *shift < -kMostShift)
      continue;
    subscript.shift = *shift;
    group.subscripts.push_back(subscript);
    return;
  }
  all.groups.push_back({value, {subscript}});
}

/// The coefficient of parameter `number` in a polynomial that is linear in it
/// with a constant coefficient; nothing for others.
static std::optional<int64_t> strideOf(const Polynomial &value,
                                       unsigned number) {
  int64_t stride = 0;
  bool isLinear = value.isValid();
  value.forEachTerm([&](ArrayRef<unsigned> exponents, int64_t coefficient) {
    if (number >= exponents.size() || exponents[number] == 0)
      return;
    unsigned degree = 0;
    for (unsigned exponent : exponents)
      degree += exponent;
    isLinear &= degree == 1;
    stride = coefficient;
  });
  return isLinear ? std::optional(stride) : std::nullopt;
}

namespace {
/// Collects the subscripts of one loop.
class Collector {
public:
  Collector(affine::AffineForOp loop, ValuePolynomials &polynomials,
            unsigned &numOther)
      : loop(loop), polynomials(polynomials), numOther(numOther) {}

  void visit(Operation *access, AffineMap map, ValueRange operands) {
    for (unsigned k = 0; k < map.getNumResults(); ++k) {
      AffineExpr expr = map.getResult(k);
      if (expr.getKind() == AffineExprKind::Mod &&
          !add(access, k, cast<AffineBinaryOpExpr>(expr), map, operands))
        ++numOther;
    }
  }

  std::vector<CyclicClass> classes;

private:
  /// False if nothing is known of it.
  bool add(Operation *access, unsigned position, AffineBinaryOpExpr expr,
           AffineMap map, ValueRange operands);
  CyclicModulus modulusOf(AffineExpr expr, AffineMap map, ValueRange operands);

  affine::AffineForOp loop;
  ValuePolynomials &polynomials;
  unsigned &numOther;
};
} // namespace

/// Null if it is neither a positive constant nor a value.
CyclicModulus Collector::modulusOf(AffineExpr expr, AffineMap map,
                                   ValueRange operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() > 0
               ? CyclicModulus(Builder(loop.getContext())
                                   .getIndexAttr(constant.getValue()))
               : CyclicModulus();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[map.getNumDims() + symbol.getPosition()];
  return {};
}

bool Collector::add(Operation *access, unsigned position,
                    AffineBinaryOpExpr expr, AffineMap map,
                    ValueRange operands) {
  Value iv = loop.getInductionVar();
  for (Value operand : operands)
    if (operand != iv && !loop.isDefinedOutsideOfLoop(operand))
      return false;
  CyclicModulus modulus = modulusOf(expr.getRHS(), map, operands);
  auto value = polynomials.read(expr.getLHS(), map.getNumDims(), operands);
  if (!modulus || !value)
    return false;
  auto stride = strideOf(*value, polynomials.number(iv));
  int64_t perIteration;
  if (!stride || llvm::MulOverflow(*stride, loop.getStepAsInt(), perIteration))
    return false;
  if (*stride == 0)
    return true;
  auto known = llvm::find_if(classes, [&](const CyclicClass &c) {
    return c.modulus == modulus && c.stride == perIteration;
  });
  if (known == classes.end()) {
    CyclicClass added{modulus, {}, perIteration, {}};
    if (auto attribute = dyn_cast<Attribute>(modulus))
      added.modulusValue = cast<IntegerAttr>(attribute).getInt();
    else
      added.modulusValue = polynomials.readModulus(cast<Value>(modulus));
    classes.push_back(std::move(added));
    known = std::prev(classes.end());
  }
  addTo(*known, *value, {access, position});
  return true;
}

std::vector<CyclicClass>
polymem::findCyclicSubscripts(affine::AffineForOp loop,
                              ValuePolynomials &polynomials,
                              unsigned &numOther) {
  Collector collector(loop, polynomials, numOther);
  loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      collector.visit(op, load.getAffineMap(), load.getMapOperands());
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      collector.visit(op, store.getAffineMap(), store.getMapOperands());
  });
  return std::move(collector.classes);
}
