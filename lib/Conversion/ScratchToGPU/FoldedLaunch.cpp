//===- FoldedLaunch.cpp - code of folded grids ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldedLaunch.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

namespace {
/// For `foldGrid` and `unfold`: operations of the arith dialect, folded where
/// operands are constants.
struct FoldValues {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t n) {
    return arith::ConstantIndexOp::create(builder, loc, n);
  }
  Value add(Value a, Value b) { return make<arith::AddIOp>(a, b); }
  Value sub(Value a, Value b) { return make<arith::SubIOp>(a, b); }
  Value mul(Value a, Value b) { return make<arith::MulIOp>(a, b); }
  Value min(Value a, Value b) { return make<arith::MinSIOp>(a, b); }
  Value max(Value a, Value b) { return make<arith::MaxSIOp>(a, b); }
  Value half(Value a) { return make<arith::DivUIOp>(a, constant(2)); }
  Value atMost(Value a, Value b) {
    return compare(arith::CmpIPredicate::sle, a, b);
  }
  Value equal(Value a, Value b) {
    return compare(arith::CmpIPredicate::eq, a, b);
  }
  Value both(Value a, Value b) { return make<arith::AndIOp>(a, b); }
  Value either(Value a, Value b) { return make<arith::OrIOp>(a, b); }
  Value select(Value condition, Value a, Value b) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, a, b);
  }

private:
  template <typename OpTy> Value make(Value a, Value b) {
    return builder.createOrFold<OpTy>(loc, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
  }
};
} // namespace

FoldedGrid<Value> gpulaunch::emitFoldedGrid(OpBuilder &builder, Location loc,
                                            const GridFold &fold,
                                            ArrayRef<Value> tileCounts) {
  FoldValues ops{builder, loc};
  auto known = dyn_cast<AffineConstantExpr>(fold.slack);
  Value slack = known ? ops.constant(known.getValue())
                      : affine::expandAffineExpr(builder, loc, fold.slack,
                                                 fold.values, {});
  Value rows = tileCounts[fold.row], columns = tileCounts[fold.column];
  return foldGrid<Value>(ops, rows, columns,
                         foldSlope(ops, fold, slack, rows, columns));
}

FoldedTile<Value, Value>
gpulaunch::emitFoldedTile(OpBuilder &builder, Location loc,
                          const GridFold &fold, const FoldedGrid<Value> &grid,
                          Value y, Value x, ArrayRef<Value> tileCounts) {
  FoldValues ops{builder, loc};
  FoldedTile<Value, Value> tile = unfold(ops, grid, y, x);
  auto flip = [&](unsigned dim, Value number) {
    return ops.sub(ops.sub(tileCounts[dim], ops.constant(1)), number);
  };
  if (fold.flipRow)
    tile.row = flip(fold.row, tile.row);
  if (fold.flipColumn)
    tile.column = flip(fold.column, tile.column);
  return tile;
}
