//===- IndexReader.cpp - integers as affine expressions -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexReader.h"
#include "IndexOperations.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;
using Kind = IndexForm::Kind;

/// Larger expressions, and longer lists of them, are not made.
static constexpr unsigned kMaxSize = 256, kMaxTerms = 8;
/// Larger coefficients and constants are not made, so that affine expressions
/// of 64 bits have room.
static constexpr int64_t kMaxConstant = int64_t(1) << 40;

std::optional<int64_t> IndexForm::constant() const {
  auto expr = dyn_cast<AffineConstantExpr>(exprs.front());
  return isSingle() && expr ? std::optional(expr.getValue()) : std::nullopt;
}

IndexReader::IndexReader(Operation *user, const RaisedValues &raised)
    : user(user), raised(raised), scope(affine::getAffineScope(user)),
      anchor(scope ? scope->findAncestorOpInRegion(*user) : nullptr) {}

std::nullopt_t IndexReader::fail(StringRef name, const Sentence &text) {
  why = {name, text};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

bool IndexReader::isInAnchor(Value value) const {
  Operation *op = value.getDefiningOp();
  return anchor &&
         anchor->isAncestor(op ? op : value.getParentBlock()->getParentOp());
}

/// `value` is the same in all executions of the user during one of `anchor`,
/// and can be computed in front of that.
bool IndexReader::isInvariant(Value value, unsigned depth) const {
  if (!anchor || depth > kMaxDepth)
    return false;
  if (!isInAnchor(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, depth + 1);
         });
}

/// Why `value` is no leaf.
static Obstacle obstacleOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa_and_nonnull<LoopLikeOpInterface>(parent))
      return {"ValueOfLoop",
              sentence("depends on a variable of a loop that is {0}",
                       parent->getName())};
    return {"ValueOfBlock", "depends on an argument of a block"};
  }
  return {"DataDependent", sentence("depends on {0}, which changes in the nest",
                                    value.getDefiningOp()->getName())};
}

std::optional<AffineExpr> IndexReader::leaf(Value value) {
  unsigned width = widthOf(value.getType());
  if (width == 0 || width > 64)
    return fail("Type", sentence("is of type {0}", value.getType()));
  auto variable = raised.variableOf.find(value);
  if (variable != raised.variableOf.end())
    value = variable->second;
  auto known = raised.indexOf.find({value, scope});
  if (known != raised.indexOf.end())
    value = known->second;
  // Integers are cast at the top of the scope, and so made symbols.
  bool isValid = value.getType().isIndex()
                     ? affine::isValidDim(value, scope) ||
                           (isInAnchor(value) && isInvariant(value))
                     : isInvariant(value);
  if (!isValid) {
    why = obstacleOf(value);
    return std::nullopt;
  }
  auto *found = llvm::find(leafValues, value);
  unsigned position = found - leafValues.begin();
  if (found == leafValues.end())
    leafValues.push_back(value);
  return getAffineDimExpr(position, getContext());
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

bool IndexReader::isProved(AffineExpr expr, int64_t bound, bool isLower) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return isLower ? constant.getValue() >= bound
                   : constant.getValue() <= bound;
  if (!facts) {
    facts.emplace();
    facts->addConditions(user->getBlock());
    // Where the user is executed, loops around it have an iteration.
    for (Operation *op = user->getParentOp(); op && op != scope->getParentOp();
         op = op->getParentOp())
      if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
        if (auto variables = loop.getLoopInductionVars())
          for (Value variable : *variables)
            facts->variable(variable);
  }
  std::optional<unsigned> value =
      facts->variable(expr, leafValues.size(), leafValues);
  // Refuted: value < bound, or value > bound.
  if (!value)
    return false;
  return isLower ? facts->isImpossible(-1, *value, std::nullopt, bound - 1)
                 : facts->isImpossible(1, *value, std::nullopt, -bound - 1);
}

bool IndexReader::isAtLeast(const IndexForm &form, int64_t bound) {
  auto holds = [&](AffineExpr expr) { return isProved(expr, bound, true); };
  return form.kind == Kind::Maximum ? llvm::any_of(form.exprs, holds)
                                    : llvm::all_of(form.exprs, holds);
}

bool IndexReader::isAtMost(const IndexForm &form, int64_t bound) {
  auto holds = [&](AffineExpr expr) { return isProved(expr, bound, false); };
  return form.kind == Kind::Minimum ? llvm::any_of(form.exprs, holds)
                                    : llvm::all_of(form.exprs, holds);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// The largest constant in `expr` is at most `bound`.
static bool hasOnlyConstants(AffineExpr expr, int64_t bound) {
  return !expr.walk([&](AffineExpr part) {
                auto constant = dyn_cast<AffineConstantExpr>(part);
                return constant && (constant.getValue() > bound ||
                                    constant.getValue() < -bound)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

std::optional<IndexForm> IndexReader::limit(IndexForm form) {
  if (form.isSingle())
    form.kind = Kind::Equal;
  if (form.size > kMaxSize || form.exprs.size() > kMaxTerms)
    return fail("TooLarge", "is too large an expression");
  for (AffineExpr expr : form.exprs)
    if (!hasOnlyConstants(expr, kMaxConstant))
      return fail("TooLarge", "has too large a constant");
  return form;
}

std::optional<IndexForm> IndexReader::add(const IndexForm &a,
                                          const IndexForm &b) {
  if (!a.isSingle() && !b.isSingle() && a.kind != b.kind)
    return fail("MinMax", "is a sum of a minimum and a maximum");
  IndexForm result{a.isSingle() ? b.kind : a.kind, {}, 0};
  for (AffineExpr x : a.exprs)
    for (AffineExpr y : b.exprs)
      if (AffineExpr sum = x + y; !llvm::is_contained(result.exprs, sum))
        result.exprs.push_back(sum);
  result.size =
      a.size * b.exprs.size() + b.size * a.exprs.size() + result.exprs.size();
  return limit(result);
}

IndexForm
raising::applyTo(IndexForm form,
                 llvm::function_ref<AffineExpr(AffineExpr)> function) {
  for (AffineExpr &expr : form.exprs)
    expr = function(expr);
  form.size += 2 * form.exprs.size();
  return form;
}

std::optional<IndexForm> IndexReader::scale(const IndexForm &a,
                                            int64_t factor) {
  // (The product of two such fits into 64 bits if one of them is small.)
  if (factor > kMaxConstant || factor < -kMaxConstant)
    return fail("TooLarge", "has too large a constant");
  int64_t most = factor == 0 ? kMaxConstant : kMaxConstant / std::abs(factor);
  for (AffineExpr expr : a.exprs)
    if (!hasOnlyConstants(expr, most) && factor != 1 && factor != -1)
      return fail("TooLarge", "has too large a constant");
  IndexForm result = applyTo(a, [&](AffineExpr expr) { return expr * factor; });
  if (factor < 0 && !result.isSingle())
    result.kind = result.kind == Kind::Minimum ? Kind::Maximum : Kind::Minimum;
  if (factor == 0)
    result.exprs.truncate(1);
  return limit(result);
}

std::optional<IndexForm> IndexReader::extremum(Kind kind, const IndexForm &a,
                                               const IndexForm &b) {
  if ((!a.isSingle() && a.kind != kind) || (!b.isSingle() && b.kind != kind))
    return fail("MinMax", "is a minimum of maxima or a maximum of minima");
  IndexForm result{kind, a.exprs, a.size + b.size};
  for (AffineExpr expr : b.exprs)
    if (!llvm::is_contained(result.exprs, expr))
      result.exprs.push_back(expr);
  return limit(result);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<IndexForm> IndexReader::read(OpFoldResult value) {
  if (auto attribute = dyn_cast<Attribute>(value))
    return limit({Kind::Equal,
                  {getAffineConstantExpr(cast<IntegerAttr>(attribute).getInt(),
                                         getContext())}});
  return read(cast<Value>(value));
}

std::optional<IndexForm> IndexReader::read(Value value) {
  auto known = memo.find(value);
  if (known != memo.end()) {
    if (!known->second)
      why = obstacles.lookup(value);
    return known->second;
  }
  std::optional<IndexForm> result;
  why = Obstacle();
  if (raised.variableOf.count(value) == 0)
    if (auto opResult = dyn_cast<OpResult>(value);
        opResult && depth < kMaxDepth && widthOf(value.getType()) != 0 &&
        widthOf(value.getType()) <= 64) {
      ++depth;
      result = readResult(opResult);
      --depth;
    }
  if (!result) {
    Obstacle deeper = std::exchange(why, Obstacle());
    if (std::optional<AffineExpr> expr = leaf(value))
      result = IndexForm{Kind::Equal, {*expr}};
    else if (!deeper.name.empty())
      why = deeper;
    if (!result)
      obstacles[value] = why;
  }
  memo[value] = result;
  return result;
}

std::optional<AffineExpr> IndexReader::readSingle(Value value) {
  std::optional<IndexForm> form = read(value);
  if (!form)
    return std::nullopt;
  if (form->isSingle())
    return form->exprs.front();
  if (std::optional<AffineExpr> expr = leaf(value))
    return expr;
  return fail("MinMax", "is a minimum or maximum, which bounds of loops may be "
                        "and this may not");
}

std::optional<IndexForm> IndexReader::readResult(OpResult value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return limit(
        {Kind::Equal,
         {getAffineConstantExpr(number.getSExtValue(), getContext())}});
  Operation *op = value.getDefiningOp();
  if (value.getType().isIndex())
    if (std::optional<IndexForm> form = readDefinition(value))
      return form;
  if (isa<arith::SelectOp>(op))
    return readSelect(op);
  std::optional<IndexOperation> kind = indexOperationOf(op);
  if (!kind)
    return std::nullopt;
  if (*kind == IndexOperation::CastS || *kind == IndexOperation::CastU)
    return readCast(op);
  return readArithmetic(op);
}

std::optional<IndexForm> IndexReader::readDefinition(Value value) {
  IndexDefinition definition = IndexDefinition::of(value);
  Kind kind;
  switch (definition.kind) {
  case IndexDefinition::Kind::Equal:
    kind = Kind::Equal;
    break;
  case IndexDefinition::Kind::Minimum:
    kind = Kind::Minimum;
    break;
  case IndexDefinition::Kind::Maximum:
    kind = Kind::Maximum;
    break;
  default:
    return std::nullopt;
  }
  // Sums of minima are read with the arithmetic.
  if (!isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
          value.getDefiningOp()))
    return std::nullopt;
  AffineMap map = definition.terms.map;
  SmallVector<AffineExpr> dims, symbols;
  IndexForm result{kind, {}, map.getNumResults()};
  for (auto [k, operand] : llvm::enumerate(definition.terms.operands)) {
    std::optional<AffineExpr> expr = readSingle(operand);
    if (!expr)
      return std::nullopt;
    (k < map.getNumDims() ? dims : symbols).push_back(*expr);
    result.size += memo[operand]->size;
  }
  for (AffineExpr expr : map.getResults()) {
    unsigned nodes = 0;
    expr.walk([&](AffineExpr) {
      return ++nodes > kMaxSize ? WalkResult::interrupt()
                                : WalkResult::advance();
    });
    result.size += nodes * result.size;
    if (result.size > kMaxSize || !hasOnlyConstants(expr, kMaxConstant))
      return fail("TooLarge", "is too large an expression");
    AffineExpr composed = expr.replaceDimsAndSymbols(dims, symbols);
    if (!composed.isPureAffine())
      return fail("NotLinear", "has a product or quotient of values");
    result.exprs.push_back(composed);
  }
  return limit(result);
}
