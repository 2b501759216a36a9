//===- StripRewriter.cpp - apply a strip plan -----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripRewriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Adds `value + constant` to the results of `map`.
static void addResult(AffineMap &map, SmallVector<Value> &operands, Value value,
                      int64_t constant) {
  MLIRContext *context = map.getContext();
  AffineExpr symbol = getAffineSymbolExpr(map.getNumSymbols(), context);
  SmallVector<AffineExpr> results(map.getResults());
  results.push_back(symbol + constant);
  map = AffineMap::get(map.getNumDims(), map.getNumSymbols() + 1, results,
                       context);
  operands.push_back(value);
}

/// The points of the tile `tile` are made one, its origin.
static void makeOnePoint(scratch::TileOp tile, AffineForOp points) {
  OpBuilder builder(tile);
  Value one = arith::ConstantIndexOp::create(builder, tile.getLoc(), 1);
  tile.getStepsMutable()[0].set(one);
  AffineMap upper = points.getUpperBoundMap();
  SmallVector<Value> operands(points.getUpperBoundOperands());
  addResult(upper, operands, tile.getOrigins()[0], 1);
  points.setUpperBound(operands, upper);
}

scratch::TileOp polymem::makeStrips(const StripPlan &strip) {
  scratch::TileOp threads = strip.threads;
  AffineForOp loop = strip.loop, points = strip.points;
  if (points)
    makeOnePoint(cast<scratch::TileOp>(threads->getParentOp()), points);
  OpBuilder builder(threads);
  Location loc = loop.getLoc();
  AffineMap upper = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  Value first = AffineMaxOp::create(builder, loc, loop.getLowerBoundMap(),
                                    loop.getLowerBoundOperands());
  Value end = AffineMinOp::create(builder, loc, upper, operands);
  Value step = arith::ConstantIndexOp::create(builder, loc, strip.size);
  auto tile = scratch::TileOp::create(builder, loc, ValueRange{first},
                                      ValueRange{end}, ValueRange{step},
                                      /*mapping=*/ArrayAttr());
  threads->moveBefore(tile.getBody().front().getTerminator());
  Value origin = tile.getOrigins()[0];
  addResult(upper, operands, origin, strip.size);
  loop.setUpperBound(operands, upper);
  loop.setLowerBound(origin,
                     AffineMap::get(0, 1, builder.getAffineSymbolExpr(0)));
  return tile;
}
