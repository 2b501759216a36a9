//===- GridFold.cpp - grids of triangles without idle blocks --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/GridFold.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// The condition around all that the body of `root` does; null if there is
/// none.
static affine::AffineIfOp domainOf(TileOp root) {
  affine::AffineIfOp domain;
  for (Operation &op : root.getBody().front().without_terminator()) {
    if (op.hasAttr(kTileDomainAttr) && !domain)
      domain = dyn_cast<affine::AffineIfOp>(op);
    else if (!isPure(&op) && !isa<AllocOp>(op))
      return {};
  }
  return domain && domain.getElseRegion().empty() && !domain.getNumResults()
             ? domain
             : affine::AffineIfOp();
}

/// `constant + sum of factors * operands` of one constraint, each operand once;
/// empty if it is not linear. The last number is the constant.
static SmallVector<int64_t> numbersOf(AffineExpr constraint, IntegerSet set) {
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(constraint, set.getNumDims(),
                                    set.getNumSymbols(), &flat)) ||
      flat.size() != set.getNumInputs() + 1)
    return {};
  return flat;
}

namespace {
/// A constraint, as a sum over origins of the tile and other values.
struct Constraint {
  /// By dimension of the tile.
  SmallVector<int64_t> origins;
  /// Over `values` as dimensions.
  AffineExpr rest;
  SmallVector<Value> values;
};
} // namespace

static std::optional<Constraint>
constraintOf(TileOp root, affine::AffineIfOp domain, unsigned number) {
  IntegerSet set = domain.getIntegerSet();
  if (set.isEq(number))
    return std::nullopt;
  SmallVector<int64_t> numbers = numbersOf(set.getConstraint(number), set);
  if (numbers.empty())
    return std::nullopt;
  MLIRContext *context = root.getContext();
  Constraint result;
  result.origins.resize(root.getRank());
  result.rest = getAffineConstantExpr(numbers.back(), context);
  for (auto [value, factor] :
       llvm::zip(domain.getOperands(), ArrayRef(numbers).drop_back())) {
    if (factor == 0)
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == &root.getBody().front()) {
      result.origins[argument.getArgNumber()] += factor;
      continue;
    }
    if (root->isAncestor(value.getParentRegion()->getParentOp()))
      return std::nullopt;
    result.rest =
        result.rest + getAffineDimExpr(result.values.size(), context) * factor;
    result.values.push_back(value);
  }
  return result;
}

/// The fold by `constraint` of dimensions that are the only ones of their axes.
static std::optional<GridFold> foldBy(TileOp root, const AxisDeals &grid,
                                      Constraint constraint) {
  GridFold fold;
  SmallVector<unsigned> axes;
  for (unsigned axis = 0; axis < grid.size(); ++axis)
    if (grid[axis].dims.size() == 1 &&
        constraint.origins[grid[axis].dims.front()] != 0)
      axes.push_back(axis);
  auto isUsed = [](int64_t factor) { return factor != 0; };
  if (axes.size() != 2 || llvm::count_if(constraint.origins, isUsed) != 2)
    return std::nullopt;
  fold.columnAxis = axes[0];
  fold.rowAxis = axes[1];
  fold.column = grid[fold.columnAxis].dims.front();
  fold.row = grid[fold.rowAxis].dims.front();
  int64_t row = constraint.origins[fold.row],
          column = constraint.origins[fold.column];
  std::optional<int64_t> step = getConstantIntValue(root.getSteps()[fold.row]);
  int64_t unit;
  if (!step || getConstantIntValue(root.getSteps()[fold.column]) != step ||
      std::abs(row) != std::abs(column) ||
      llvm::MulOverflow(std::abs(row), *step, unit))
    return std::nullopt;
  fold.flipRow = row < 0;
  fold.flipColumn = column > 0;
  // Origins are the lower bound and steps from it.
  AffineExpr rest = constraint.rest;
  for (auto [dim, factor] :
       {std::pair(fold.row, row), std::pair(fold.column, column)}) {
    Value lower = root.getLowerBounds()[dim];
    if (std::optional<int64_t> known = getConstantIntValue(lower)) {
      rest = rest + *known * factor;
      continue;
    }
    rest =
        rest +
        getAffineDimExpr(constraint.values.size(), root.getContext()) * factor;
    constraint.values.push_back(lower);
  }
  fold.slack = rest.floorDiv(unit);
  fold.values = std::move(constraint.values);
  return fold;
}

std::optional<GridFold> gpulaunch::findGridFold(TileOp root,
                                                const AxisDeals &grid) {
  affine::AffineIfOp domain = domainOf(root);
  if (!domain || root.isMappedToThreads())
    return std::nullopt;
  for (unsigned i = 0; i < domain.getIntegerSet().getNumConstraints(); ++i)
    if (std::optional<Constraint> constraint = constraintOf(root, domain, i))
      if (std::optional<GridFold> fold =
              foldBy(root, grid, std::move(*constraint)))
        return fold;
  return std::nullopt;
}

std::optional<FoldedBlocks> gpulaunch::countFoldedBlocks(TileOp root,
                                                         const GridFold &fold,
                                                         AssumedSizes &sizes) {
  std::optional<int64_t> rows = sizes.iterations(root, fold.row),
                         columns = sizes.iterations(root, fold.column);
  SmallVector<AffineExpr> values;
  for (Value value : fold.values)
    values.push_back(
        getAffineConstantExpr(sizes.valueOf(value), root.getContext()));
  auto slack = dyn_cast<AffineConstantExpr>(fold.slack.replaceDims(values));
  FoldedBlocks blocks;
  if (!rows || !columns || !slack ||
      llvm::MulOverflow(*rows, *columns, blocks.box))
    return std::nullopt;
  FoldNumbers ops;
  FoldedGrid<int64_t> grid = foldGrid<int64_t>(
      ops, *rows, *columns,
      foldSlope<int64_t>(ops, fold, slack.getValue(), *rows, *columns));
  blocks.folded =
      std::max<int64_t>(grid.rows, 0) * std::max<int64_t>(grid.columns, 0);
  return blocks;
}
