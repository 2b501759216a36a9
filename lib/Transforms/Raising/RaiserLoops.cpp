//===- RaiserLoops.cpp - loops --------------------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raiser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::raising;
using Kind = IndexForm::Kind;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// A loop from `lower` to the greatest of `upper` runs to the others as well as
/// to one that is at most `lower`: these are left out.
static void dropEmpty(IndexReader &reader, const IndexForm &lower,
                      IndexForm &upper) {
  if (upper.kind != Kind::Maximum || !lower.isSingle())
    return;
  std::optional<IndexForm> negated = reader.negate(lower);
  if (!negated)
    return;
  auto isEmpty = [&](AffineExpr expr) {
    std::optional<IndexForm> length =
        reader.add({Kind::Equal, {expr}, upper.size}, *negated);
    return length && reader.isAtMost(*length, 0);
  };
  for (auto *expr = upper.exprs.begin();
       expr != upper.exprs.end() && !upper.isSingle();)
    expr = isEmpty(*expr) ? upper.exprs.erase(expr) : std::next(expr);
  if (upper.isSingle())
    upper.kind = Kind::Equal;
}

/// A bound that is `value` itself, if its form does not fit.
static void asLeaf(IndexReader &reader, OpFoldResult value, Kind wanted,
                   IndexForm &form) {
  auto ssa = dyn_cast<Value>(value);
  if (form.isSingle() || form.kind == wanted || !ssa)
    return;
  if (std::optional<AffineExpr> expr = reader.leaf(ssa))
    form = {Kind::Equal, {*expr}};
}

/// Adds a dimension to `bounds`. If it is not affine, `what` says which part
/// the obstacle of `reader` is about.
bool Raiser::readDimension(IndexReader &reader, OpFoldResult lower,
                           OpFoldResult upper, OpFoldResult step,
                           Bounds &bounds, Sentence &what) {
  what = "its step";
  std::optional<IndexForm> stepForm = reader.read(step);
  if (!stepForm)
    return false;
  std::optional<int64_t> stepValue = stepForm->constant();
  if (!stepValue || *stepValue <= 0) {
    reader.fail("Step", stepValue ? sentence("is {0}, and must be positive",
                                             named("Step", *stepValue))
                                  : Sentence("is not a constant"));
    return false;
  }
  what = "its lower bound";
  std::optional<IndexForm> low = reader.read(lower);
  if (!low)
    return false;
  asLeaf(reader, lower, Kind::Maximum, *low);
  if (!low->isSingle() && low->kind != Kind::Maximum) {
    reader.fail("MinMax", "is a minimum");
    return false;
  }
  what = "its upper bound";
  std::optional<IndexForm> up = reader.read(upper);
  if (!up)
    return false;
  dropEmpty(reader, *low, *up);
  asLeaf(reader, upper, Kind::Minimum, *up);
  if (!up->isSingle() && up->kind != Kind::Minimum) {
    reader.fail("MinMax", "is a maximum");
    return false;
  }
  bounds.dimensions.push_back({low->exprs, up->exprs, *stepValue});
  return true;
}

//===----------------------------------------------------------------------===//
// scf.for
//===----------------------------------------------------------------------===//

/// Moves the operations of `from` to `to`, with a terminator of affine loops.
void Raiser::moveBody(Block *from, Block *to, ValueRange variables,
                      ValueRange carried) {
  SmallVector<Value> arguments(variables);
  llvm::append_range(arguments, carried);
  rewriter.mergeBlocks(from, to, arguments);
  Operation *terminator = to->getTerminator();
  rewriter.setInsertionPoint(terminator);
  if (auto yield = dyn_cast<scf::YieldOp>(terminator))
    rewriter.replaceOpWithNewOp<affine::AffineYieldOp>(yield,
                                                       yield.getOperands());
  else
    rewriter.replaceOpWithNewOp<affine::AffineYieldOp>(terminator);
}

Operation *Raiser::raiseFor(scf::ForOp op) {
  IndexReader reader(op, raised);
  Bounds bounds;
  Sentence what;
  if (!readDimension(reader, op.getLowerBound(), op.getUpperBound(),
                     op.getStep(), bounds, what)) {
    refuse(op, loops, what, reader.obstacle());
    return op;
  }
  Bounds::Dimension &dimension = bounds.dimensions.front();
  auto all = [&](ArrayRef<AffineExpr> exprs, Kind kind) {
    return reader.isNonNegative({kind, llvm::to_vector<1>(exprs)});
  };
  if (op.getUnsignedCmp() && !(all(dimension.lower, Kind::Maximum) &&
                               all(dimension.upper, Kind::Minimum))) {
    refuse(op, loops, "it",
           {"SignUnknown", "compares as unsigned what may be negative"});
    return op;
  }
  SmallVector<Value> leaves =
      materialize(reader, {dimension.lower, dimension.upper}, op);
  auto [lower, lowerOperands] = mapOf(dimension.lower, leaves);
  auto [upper, upperOperands] = mapOf(dimension.upper, leaves);
  noteOperands(op);
  rewriter.setInsertionPoint(op);
  auto loop = affine::AffineForOp::create(rewriter, op.getLoc(), lowerOperands,
                                          lower, upperOperands, upper,
                                          dimension.step, op.getInitArgs());
  Block *body = loop.getBody();
  if (!body->empty())
    rewriter.eraseOp(body->getTerminator());
  Value variable = loop.getInductionVar();
  if (Type type = op.getInductionVar().getType(); !type.isIndex()) {
    // Less than a bound of that type: nothing is lost.
    rewriter.setInsertionPointToStart(body);
    Value cast =
        arith::IndexCastOp::create(rewriter, op.getLoc(), type, variable);
    raised.variableOf[cast] = variable;
    maybeUnused.insert(cast.getDefiningOp());
    variable = cast;
  }
  moveBody(op.getBody(), body, variable, loop.getRegionIterArgs());
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, loop.getResults());
  ++loops.raised;
  return loop;
}

//===----------------------------------------------------------------------===//
// scf.parallel and scf.forall
//===----------------------------------------------------------------------===//

std::optional<Raiser::Bounds>
Raiser::readParallel(IndexReader &reader, Operation *op, Sentence &what) {
  what = "it";
  if (op->getNumResults() != 0)
    return reader.fail("Results", "has results");
  if (auto forall = dyn_cast<scf::ForallOp>(op);
      forall && forall.getMapping() && !forall.getMapping()->empty())
    return reader.fail("Mapping", "is mapped, which affine.parallel cannot "
                                  "say");
  auto loop = cast<LoopLikeOpInterface>(op);
  SmallVector<OpFoldResult> lower = *loop.getLoopLowerBounds();
  SmallVector<OpFoldResult> upper = *loop.getLoopUpperBounds();
  SmallVector<OpFoldResult> steps = *loop.getLoopSteps();
  if (lower.empty())
    return reader.fail("NoDimensions", "has no dimensions");
  Bounds bounds;
  for (unsigned d = 0; d < lower.size(); ++d)
    if (!readDimension(reader, lower[d], upper[d], steps[d], bounds, what))
      return std::nullopt;
  return bounds;
}

Operation *Raiser::raiseParallel(Operation *op) {
  IndexReader reader(op, raised);
  Sentence what;
  std::optional<Bounds> bounds = readParallel(reader, op, what);
  if (!bounds) {
    refuse(op, loops, what, reader.obstacle());
    return op;
  }
  SmallVector<MutableArrayRef<AffineExpr>> exprs;
  for (Bounds::Dimension &dimension : bounds->dimensions)
    exprs.append({dimension.lower, dimension.upper});
  SmallVector<Value> leaves = materialize(reader, exprs, op);
  SmallVector<AffineMap> lower, upper;
  SmallVector<int64_t> steps;
  for (const Bounds::Dimension &dimension : bounds->dimensions) {
    auto map = [&](ArrayRef<AffineExpr> exprs) {
      return AffineMap::get(leaves.size(), 0, exprs, op->getContext());
    };
    lower.push_back(map(dimension.lower));
    upper.push_back(map(dimension.upper));
    steps.push_back(dimension.step);
  }
  noteOperands(op);
  rewriter.setInsertionPoint(op);
  auto loop = affine::AffineParallelOp::create(
      rewriter, op->getLoc(), TypeRange(), ArrayRef<arith::AtomicRMWKind>(),
      lower, leaves, upper, leaves, steps);
  Block *body = loop.getBody();
  if (!body->empty())
    rewriter.eraseOp(body->getTerminator());
  moveBody(&op->getRegion(0).front(), body, loop.getIVs(), {});
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.eraseOp(op);
  ++loops.raised;
  return loop;
}

//===----------------------------------------------------------------------===//
// scf.while
//===----------------------------------------------------------------------===//

namespace {
/// `for (i = lower; i < upper; i += step)` as a loop with a condition.
struct CountedWhile {
  Value lower, upper, step;
  Operation *increment;
};
} // namespace

/// The count of `op`, or why it has none.
static std::optional<CountedWhile> countOf(scf::WhileOp op, Sentence &reason) {
  auto no = [&](const char *text) {
    reason = text;
    return std::nullopt;
  };
  Block *before = op.getBeforeBody();
  auto condition = op.getConditionOp();
  auto cmp = condition.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!cmp || cmp->getBlock() != before ||
      !llvm::hasSingleElement(before->without_terminator()) ||
      ValueRange(before->getArguments()) != condition.getArgs())
    return no("does more than compare a counter before each iteration");
  Value counter = cmp.getLhs(), upper = cmp.getRhs();
  if (cmp.getPredicate() == arith::CmpIPredicate::sgt)
    std::swap(counter, upper);
  else if (cmp.getPredicate() != arith::CmpIPredicate::slt)
    return no("does not compare a counter with slt or sgt");
  auto argument = dyn_cast<BlockArgument>(counter);
  if (!argument || argument.getOwner() != before ||
      upper.getParentBlock() == before)
    return no("does not compare a counter with a bound");
  unsigned position = argument.getArgNumber();
  auto next =
      op.getYieldOp().getOperand(position).getDefiningOp<arith::AddIOp>();
  Value inBody = op.getAfterBody()->getArgument(position);
  if (!next || (next.getLhs() != inBody && next.getRhs() != inBody))
    return no("does not count by an addition");
  Value step = next.getLhs() == inBody ? next.getRhs() : next.getLhs();
  std::optional<int64_t> constant = getConstantIntValue(step);
  if (!constant || *constant <= 0)
    return no("does not count by a positive constant");
  // (Upstream would compute the value from the last iteration.)
  if (!op.getResult(position).use_empty())
    return no("has a counter that is used behind it");
  Type type = next.getType();
  if (!type.isIndex() && !type.isInteger(64) && *constant != 1 &&
      !bitEnumContainsAny(next.getOverflowFlags(),
                          arith::IntegerOverflowFlags::nsw))
    return no("has a counter that may wrap around");
  return CountedWhile{op.getInits()[position], upper, step, next};
}

Operation *Raiser::raiseWhile(scf::WhileOp op) {
  Sentence reason, what;
  std::optional<CountedWhile> count = countOf(op, reason);
  if (!count) {
    refuse(op, loops, "it", {"While", reason});
    return op;
  }
  IndexReader reader(op, raised);
  Bounds bounds;
  if (!readDimension(reader, count->lower, count->upper, count->step, bounds,
                     what)) {
    refuse(op, loops, what, reader.obstacle());
    return op;
  }
  rewriter.setInsertionPoint(op);
  Operation *behind = op->getNextNode();
  FailureOr<scf::ForOp> loop = scf::upliftWhileToForLoop(rewriter, op);
  if (succeeded(loop)) {
    // The counter's next value, and the last one, are of no use.
    maybeUnused.insert(count->increment);
    for (Operation *last = loop->getOperation()->getNextNode(); last != behind;
         last = last->getNextNode())
      maybeUnused.insert(last);
    return raiseFor(*loop);
  }
  refuse(op, loops, "it", {"While", "is not of the form that counts"});
  return op;
}
