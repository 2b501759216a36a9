//===- FullTileBody.cpp - what a tile away from borders executes ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullTileBody.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {
/// Simplifies a tile that is in no block.
class Simplifier {
public:
  Simplifier(TileOp tile, ArrayRef<unsigned> dims)
      : tile(tile), rewriter(tile.getContext()) {
    for (unsigned dim : dims)
      jammed.push_back(tile.getOrigins()[dim]);
  }

  /// Whether anything was left out.
  bool run() {
    visit(tile.getBody().front());
    return changed;
  }

  SmallVector<TileCondition> takeConditions() { return std::move(conditions); }

private:
  bool dependsOnJammed(const AffineTerm &term) const;
  bool anyDepends(ArrayRef<AffineTerm> terms) const {
    return llvm::any_of(
        terms, [&](const AffineTerm &term) { return dependsOnJammed(term); });
  }
  bool assume(ArrayRef<std::pair<AffineTerm, int64_t>> terms);

  void visit(Block &block);
  bool simplify(Operation *op, bool &isLeftOut);
  bool leaveOut(AffineIfOp condition);
  bool leaveOutSingle(AffineForOp loop);
  bool simplifyBounds(AffineForOp loop);
  void inlineBlock(Block &block, Operation *op, ValueRange arguments);

  TileOp tile;
  IRRewriter rewriter;
  SmallVector<Value> jammed;
  SmallVector<TileCondition> conditions;
  bool changed = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// What its constraints say of 0.
static SmallVector<AffineTerm> termsOf(AffineIfOp condition) {
  IntegerSet set = condition.getIntegerSet();
  return polymem::termsOf(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                         set.getConstraints(),
                                         set.getContext()),
                          condition.getOperands());
}

/// Also what is computed of these iterations by other than affine operations.
bool Simplifier::dependsOnJammed(const AffineTerm &term) const {
  return llvm::any_of(term.getOperands(), [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return llvm::is_contained(jammed, operand) ||
           (op && tile->isProperAncestor(op));
  });
}

/// Adds `term + constant >= 0` of all pairs to the conditions, or of none if
/// one cannot be said without the point.
bool Simplifier::assume(ArrayRef<std::pair<AffineTerm, int64_t>> terms) {
  SmallVector<TileCondition> all;
  for (auto &[term, constant] : terms) {
    std::optional<TileCondition> condition =
        inBox(tile, term, constant, TilePoints::All);
    if (!condition)
      return false;
    all.push_back(std::move(*condition));
  }
  for (TileCondition &condition : all)
    if (llvm::none_of(conditions, [&](const TileCondition &known) {
          return known.expr == condition.expr &&
                 known.operands == condition.operands;
        }))
      conditions.push_back(std::move(condition));
  return changed = true;
}

//===----------------------------------------------------------------------===//
// What is left out
//===----------------------------------------------------------------------===//

/// Puts the operations of `block`, a part of `op`, into the place of `op`.
void Simplifier::inlineBlock(Block &block, Operation *op,
                             ValueRange arguments) {
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *yield = block.getTerminator();
  SmallVector<Value> results(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->replaceAllUsesWith(results);
  op->erase();
}

bool Simplifier::leaveOut(AffineIfOp condition) {
  if (condition.getIntegerSet().getNumEqualities() != 0)
    return false;
  SmallVector<std::pair<AffineTerm, int64_t>> terms;
  for (const AffineTerm &term : termsOf(condition))
    terms.emplace_back(term, 0);
  if (!assume(terms))
    return false;
  inlineBlock(*condition.getThenBlock(), condition, {});
  return true;
}

/// Of a loop that has one iteration or none, since a lower and an upper bound
/// are next to each other: it has one.
bool Simplifier::leaveOutSingle(AffineForOp loop) {
  std::optional<SingleLoop> single = asSingleLoop(loop);
  if (!single || !assume(single->conditions))
    return false;
  rewriter.setInsertionPoint(loop);
  AffineMap map = loop.getLowerBoundMap().getSubMap({single->lower});
  SmallVector<Value> operands(loop.getLowerBoundOperands());
  canonicalizeMapAndOperands(&map, &operands);
  SmallVector<Value> arguments{
      AffineApplyOp::create(rewriter, loop.getLoc(), map, operands)};
  llvm::append_range(arguments, loop.getInits());
  inlineBlock(*loop.getBody(), loop, arguments);
  return true;
}

/// Of several bounds on a side, those that depend on the iteration are no
/// tighter than another one.
bool Simplifier::simplifyBounds(AffineForOp loop) {
  SmallVector<std::pair<AffineTerm, int64_t>> terms;
  SmallVector<AffineTerm> lowers =
      termsOf(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
  SmallVector<AffineTerm> uppers =
      termsOf(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
  auto isFree = [&](const AffineTerm &term) { return !dependsOnJammed(term); };
  const AffineTerm *lower = llvm::find_if(lowers, isFree);
  const AffineTerm *upper = llvm::find_if(uppers, isFree);
  if (lower == lowers.end() || upper == uppers.end())
    return false;
  // The end of a tile of the loop rather than that of the array.
  for (const AffineTerm &other : uppers)
    if (isFree(other) &&
        isa<AffineConstantExpr>(difference(other, *lower).getResult(0)))
      upper = &other;
  SmallVector<unsigned> keptLowers, keptUppers;
  for (auto [k, bound] : llvm::enumerate(lowers)) {
    if (isFree(bound))
      keptLowers.push_back(k);
    else
      terms.emplace_back(difference(*lower, bound), 0);
  }
  for (auto [k, bound] : llvm::enumerate(uppers)) {
    if (isFree(bound))
      keptUppers.push_back(k);
    else
      terms.emplace_back(difference(bound, *upper), 0);
  }
  if (!assume(terms))
    return false;
  AffineMap map = loop.getLowerBoundMap().getSubMap(keptLowers);
  SmallVector<Value> operands(loop.getLowerBoundOperands());
  canonicalizeMapAndOperands(&map, &operands);
  loop.setLowerBound(operands, map);
  map = loop.getUpperBoundMap().getSubMap(keptUppers);
  operands = llvm::to_vector<6>(loop.getUpperBoundOperands());
  canonicalizeMapAndOperands(&map, &operands);
  loop.setUpperBound(operands, map);
  return true;
}

/// Leaves out `op`, so that its operations are in its place, or makes it alike
/// in all iterations. False if it is neither, nor was before.
bool Simplifier::simplify(Operation *op, bool &isLeftOut) {
  isLeftOut = false;
  if (auto condition = dyn_cast<AffineIfOp>(op)) {
    if (!anyDepends(termsOf(condition)))
      return true;
    return isLeftOut = leaveOut(condition);
  }
  auto loop = cast<AffineForOp>(op);
  if (!anyDepends(
          termsOf(loop.getLowerBoundMap(), loop.getLowerBoundOperands())) &&
      !anyDepends(
          termsOf(loop.getUpperBoundMap(), loop.getUpperBoundOperands())))
    return true;
  isLeftOut = leaveOutSingle(loop);
  return isLeftOut || simplifyBounds(loop);
}

void Simplifier::visit(Block &block) {
  Operation *op = &block.front();
  while (op != block.getTerminator()) {
    Operation *before = op->getPrevNode();
    bool isLeftOut = false;
    if (isa<AffineIfOp, AffineForOp>(op) && simplify(op, isLeftOut) &&
        !isLeftOut)
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          visit(inner);
    if (!isLeftOut)
      op = op->getNextNode();
    else // What is in its place now.
      op = before ? before->getNextNode() : &block.front();
  }
}

/// Some values satisfy all of `conditions`, as far as can be told.
static bool mayHold(ArrayRef<TileCondition> conditions) {
  llvm::SmallMapVector<Value, unsigned, 8> columns;
  for (const TileCondition &condition : conditions)
    for (Value operand : condition.operands)
      columns.insert({operand, columns.size()});
  presburger::IntegerPolyhedron all(
      presburger::PresburgerSpace::getSetSpace(columns.size()));
  for (const TileCondition &condition : conditions) {
    SmallVector<int64_t> coefficients;
    if (failed(getFlattenedAffineExpr(condition.expr, /*numDims=*/0,
                                      condition.operands.size(),
                                      &coefficients)) ||
        coefficients.size() != condition.operands.size() + 1)
      continue;
    SmallVector<int64_t> row(columns.size() + 1);
    row.back() = coefficients.back();
    for (auto [operand, coefficient] :
         llvm::zip(condition.operands, coefficients))
      row[columns.lookup(operand)] += coefficient;
    all.addInequality(row);
  }
  return !all.isEmpty();
}

std::optional<FullTileBody>
polymem::simplifyForFullTiles(TileOp tile, ArrayRef<unsigned> dims) {
  FullTileBody body;
  body.tile = cast<TileOp>(tile->clone());
  Simplifier simplifier(*body.tile, dims);
  if (!simplifier.run())
    return std::nullopt;
  body.conditions = simplifier.takeConditions();
  if (!mayHold(body.conditions))
    return std::nullopt;
  return body;
}
