//===- WavefrontEmitter.cpp - loops over tiles in wavefronts --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WavefrontEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "isl/schedule_node.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// The statement that stands for a loop in wavefronts, and the one for a tile.
static constexpr llvm::StringLiteral kLoop = "Wavefronts";
static constexpr llvm::StringLiteral kTile = "Tile";

/// Replaces subtrees below `node`. Returns the node at its place.
static isl::schedule_node contract(isl::schedule_node node) {
  if (node.is_null())
    return node;
  if (node.isa<isl::schedule_node_mark>().is_true()) {
    isl::id mark = node.as<isl::schedule_node_mark>().id();
    if (auto number = parseWavefrontsMark(isl_id_get_name(mark.get()))) {
      isl::id name(node.ctx(), kLoop.str() + std::to_string(*number));
      node =
          isl::manage(isl_schedule_node_group(node.release(), name.release()));
      // What is above now maps the statement to its instances.
      return node.is_null()
                 ? node
                 : isl::manage(isl_schedule_node_cut(node.parent().release()));
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

isl::schedule WavefrontEmitter::contractedOrder() const {
  isl::schedule_node root = contract(plan.order.root());
  return root.is_null() ? isl::schedule() : root.get_schedule();
}

LogicalResult WavefrontEmitter::emit(OpBuilder &builder, StringRef statement,
                                     ValueRange coordinates,
                                     PartEmitter emitPart) {
  bool isTile = statement.consume_front(kTile);
  unsigned number = 0;
  if ((!isTile && !statement.consume_front(kLoop)) ||
      statement.getAsInteger(10, number) || number >= plan.tiles.size())
    return failure();
  const TimeTiles &tiles = plan.tiles[number];
  if (isTile)
    return emitTile(builder, tiles, coordinates, emitPart);
  return emitPart(builder, tiles.code.tiles,
                  [](const isl::id &) { return Value(); });
}

LogicalResult WavefrontEmitter::emitTile(OpBuilder &builder,
                                         const TimeTiles &tiles,
                                         ValueRange coordinates,
                                         PartEmitter emitPart) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = tiles.loop->getLoc();
  const WavefrontCode &code = tiles.code;
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
      return coordinates[dim.getPosition()];
    return AffineApplyOp::create(
        builder, loc, AffineMap::get(coordinates.size(), 0, expr), coordinates);
  };
  auto addLoop = [&](AffineExpr first, int64_t count, TimeTileRole role) {
    auto loop = AffineForOp::create(
        builder, loc, coordinates, AffineMap::get(coordinates.size(), 0, first),
        coordinates, AffineMap::get(coordinates.size(), 0, first + count));
    onLoop(loop, role);
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  };

  SmallVector<std::pair<isl::id, Value>> values;
  bool inFronts = !code.front.is_null();
  if (inFronts) {
    values.push_back({code.tile, value(along[code.last])});
    AffineExpr first = builder.getAffineConstantExpr(0);
    int64_t count = 1;
    for (auto [row, tile] : llvm::zip_equal(tiles.rows, along)) {
      if (row.independent)
        continue;
      first = first + tile * row.size;
      count += row.size - 1;
    }
    values.push_back({code.front, addLoop(first, count, TimeTileRole::Time)});
  }
  for (auto [k, row] : llvm::enumerate(tiles.rows))
    if (!inFronts || k != code.last)
      values.push_back({code.rows[k], addLoop(along[k] * row.size, row.size,
                                              TimeTileRole::Thread)});
  return emitPart(builder, code.point, [&](const isl::id &id) {
    for (auto &[parameter, known] : values)
      if (parameter.get() == id.get())
        return known;
    return Value();
  });
}
