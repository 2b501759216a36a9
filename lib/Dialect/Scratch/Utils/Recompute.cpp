//===- Recompute.cpp - values of a tile at another origin -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

bool scratch::canRecompute(Value value, TileOp tile, bool fromOrigin) {
  if (!tile.getBody().isAncestor(value.getParentRegion()))
    return true;
  if (llvm::is_contained(tile.getOrigins(), value))
    return fromOrigin;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return canRecompute(operand, tile, fromOrigin);
         });
}

Value scratch::recompute(OpBuilder &builder, Value value, TileOp tile,
                         IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (!tile.getBody().isAncestor(value.getParentRegion()))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    mapping.map(operand, recompute(builder, operand, tile, mapping));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}
