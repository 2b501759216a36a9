//===- TimeTileEmitter.cpp - loops over tiles of time ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeTileEmitter.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// The statement that stands for a time loop, and those for a tile, and for an
/// overlapped one of the block after that.
static constexpr llvm::StringLiteral kLoop = "Tiles";
static constexpr llvm::StringLiteral kTile = "Tile";
static constexpr llvm::StringLiteral kNextTile = "Next";

/// Replaces subtrees below `node`. Returns the node at its place.
static isl::schedule_node contract(isl::schedule_node node) {
  if (node.is_null())
    return node;
  if (node.isa<isl::schedule_node_mark>().is_true()) {
    isl::id mark = node.as<isl::schedule_node_mark>().id();
    if (auto number = parseTilesMark(nameOf(mark))) {
      isl::id name(node.ctx(), kLoop.str() + std::to_string(*number));
      return contractedTo(node, name);
    }
  }
  for (int i = 0, e = node.n_children().release(); i < e; ++i) {
    node = contract(node.child(i));
    if (node.is_null())
      return node;
    node = node.parent();
  }
  return node;
}

isl::schedule TimeTileEmitter::contractedOrder() const {
  isl::schedule_node root = contract(plan.order.root());
  return root.is_null() ? isl::schedule() : root.get_schedule();
}

LogicalResult TimeTileEmitter::emit(const Context &context, StringRef statement,
                                    ValueRange coordinates) {
  bool isLoop = statement.consume_front(kLoop);
  bool isNext = !isLoop && statement.consume_front(kNextTile);
  unsigned number = 0;
  if ((!isLoop && !isNext && !statement.consume_front(kTile)) ||
      statement.getAsInteger(10, number) || number >= plan.tiles.size())
    return failure();
  OpBuilder::InsertionGuard guard(context.builder);
  return std::visit(
      [&](const auto &tiles) {
        return isLoop ? emitLoop(context, tiles)
                      : emitTile(context, tiles, /*odd=*/isNext, coordinates);
      },
      plan.tiles[number]);
}

LogicalResult TimeTileEmitter::emitLoop(const Context &context,
                                        const TiledTimeLoop &tiles) {
  return context.emitPart(context.builder, tiles.tileOrder,
                          [](const isl::id &) { return Value(); });
}

Value polymem::lookup(const NamedValues &values, const isl::id &id) {
  for (auto &[known, value] : values)
    if (known.get() == id.get())
      return value;
  return {};
}

AffineForOp polymem::enterLoop(OpBuilder &builder, Location loc,
                               ArrayRef<AffineExpr> lower,
                               ArrayRef<AffineExpr> upper,
                               ArrayRef<Value> operands) {
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(operands.size(), 0, exprs, builder.getContext());
  };
  auto loop = AffineForOp::create(builder, loc, operands, map(lower), operands,
                                  map(upper));
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// Conditions see to what bounds do not say, but to one place only, for then
/// most iterations would do nothing.
LogicalResult TimeTileEmitter::emitNest(
    const Context &context, Location loc, const TimeTileNests &nests,
    const TimeTilePhase &phase, SmallVector<Value> operands,
    llvm::function_ref<Bounds(unsigned k)> boundsOf) {
  OpBuilder &builder = context.builder;
  OpBuilder::InsertionGuard guard(builder);
  NamedValues values = {{nests.time, operands.back()}};
  for (auto [k, place] : llvm::enumerate(phase.places)) {
    auto [lower, upper] = boundsOf(k);
    if (phase.fixed[k]) {
      lower.push_back(builder.getAffineConstantExpr(*phase.fixed[k]));
      upper.push_back(builder.getAffineConstantExpr(*phase.fixed[k] + 1));
    }
    AffineForOp loop = enterLoop(builder, loc, lower, upper, operands);
    roles.set(loop, TimeTileRole::Thread);
    values.push_back({place, loop.getInductionVar()});
  }
  return context.emitPart(builder, phase.point, [&](const isl::id &id) {
    return lookup(values, id);
  });
}

/// In the plane of h and of the place, a diamond has two bounds on each side;
/// parts have one.
LogicalResult TimeTileEmitter::emitTile(const Context &context,
                                        const DiamondTiles &tiles, bool /*odd*/,
                                        ValueRange coordinates) {
  OpBuilder &builder = context.builder;
  Location loc = tiles.loop->getLoc();
  SmallVector<Value> operands(coordinates);
  AffineExpr wave = builder.getAffineDimExpr(0);
  AffineExpr tile = builder.getAffineDimExpr(1);
  // Iterations of the time loop that have one of the tile's steps.
  AffineExpr first = wave * (tiles.height() / 2);
  AffineForOp time = enterLoop(
      builder, loc, first.floorDiv(tiles.levels),
      (first + (tiles.height() - 1)).floorDiv(tiles.levels) + 1, operands);
  roles.set(time, TimeTileRole::Time);
  AffineExpr iteration = builder.getAffineDimExpr(operands.size());
  operands.push_back(time.getInductionVar());
  for (const TimeTilePhase &phase : tiles.nests.phases) {
    AffineExpr h = iteration * tiles.levels + phase.level;
    auto boundsOf = [&](unsigned k) -> Bounds {
      const TimeTileDimension &dim = tiles.dims[k];
      if (k == tiles.diamond) {
        AffineExpr down = tile * dim.size - h * *dim.down;
        AffineExpr up = h * *dim.up - (wave - tile) * dim.size;
        return {{down, up - dim.size + 1}, {down + dim.size, up + 1}};
      }
      unsigned part = 2 + k - (k > tiles.diamond ? 1 : 0);
      AffineExpr lower =
          builder.getAffineDimExpr(part) * dim.size - h * *dim.down;
      return {{lower}, {lower + dim.size}};
    };
    if (failed(emitNest(context, loc, tiles.nests, phase, operands, boundsOf)))
      return failure();
  }
  return success();
}

LogicalResult TimeTileEmitter::emitTile(const Context &context,
                                        const WavefrontTiles &tiles,
                                        bool /*odd*/, ValueRange coordinates) {
  OpBuilder &builder = context.builder;
  Location loc = tiles.loop->getLoc();
  SmallVector<Value> operands(coordinates);
  // The tile along each row: along the first, what the others leave of the
  // wave.
  SmallVector<AffineExpr> along = {builder.getAffineDimExpr(0)};
  for (unsigned k = 1; k < tiles.rows.size(); ++k) {
    along.push_back(builder.getAffineDimExpr(k));
    if (!tiles.rows[k].independent)
      along.front() = along.front() - along.back();
  }
  auto value = [&](AffineExpr expr) -> Value {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return operands[dim.getPosition()];
    return AffineApplyOp::create(
        builder, loc, AffineMap::get(operands.size(), 0, expr), operands);
  };
  auto addLoop = [&](AffineExpr first, int64_t count, TimeTileRole role) {
    AffineForOp loop = enterLoop(builder, loc, first, first + count, operands);
    roles.set(loop, role);
    return loop.getInductionVar();
  };

  NamedValues values;
  bool inFronts = !tiles.front.is_null();
  if (inFronts) {
    values.push_back({tiles.tile, value(along[tiles.last])});
    AffineExpr first = builder.getAffineConstantExpr(0);
    int64_t count = 1;
    for (auto [row, tile] : llvm::zip_equal(tiles.rows, along)) {
      if (row.independent)
        continue;
      first = first + tile * row.size;
      count += row.size - 1;
    }
    values.push_back({tiles.front, addLoop(first, count, TimeTileRole::Time)});
  }
  for (auto [k, row] : llvm::enumerate(tiles.rows))
    if (!inFronts || k != tiles.last)
      values.push_back({tiles.rowIds[k], addLoop(along[k] * row.size, row.size,
                                                 TimeTileRole::Thread)});
  return context.emitPart(builder, tiles.point, [&](const isl::id &id) {
    return lookup(values, id);
  });
}
