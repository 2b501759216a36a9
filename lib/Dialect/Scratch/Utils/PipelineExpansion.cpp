//===- PipelineExpansion.cpp - copies that run ahead of their tiles -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/PipelineExpansion.h"
#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

namespace {
/// Makes the copies of one tile run ahead.
class Expander {
public:
  Expander(TileOp tile, PipelineDistances distances)
      : tile(tile), lead(distances.lead), lag(distances.lag),
        place(distances.stores), builder(tile) {}

  /// The copies that may run ahead. The first one that may not, for a reason of
  /// its own, is `left`.
  SmallVector<CopyInOp> findCopies(CopyInOp &left);
  /// The copies out that may be made later.
  SmallVector<CopyOutOp> findStores();
  /// The tile that is there instead.
  TileOp expand(ArrayRef<CopyInOp> copies, ArrayRef<CopyOutOp> stores);

private:
  /// What a copy moves for another tile.
  struct Moved {
    SmallVector<Value> symbols;
    ArrayAttr sets;
  };
  template <typename CopyTy>
  Moved movedFor(CopyTy copy, IRMapping &atOrigin, bool isAhead);
  Value originOf(Value first, int64_t later);
  Value lastOrigin(unsigned before);
  Value copyFor(CopyInOp copy, IRMapping &atOrigin);
  void storeFor(CopyOutOp copy, Value origin);

  TileOp tile;
  unsigned lead, lag;
  LateStores place;
  OpBuilder builder;
};
} // namespace

SmallVector<CopyInOp> Expander::findCopies(CopyInOp &left) {
  SmallVector<CopyInOp> result;
  bool computes = false;
  for (Operation &op : tile.getBody().front()) {
    auto copy = dyn_cast<CopyInOp>(op);
    if (!copy) {
      computes |= !isa<AllocOp>(op) &&
                  (op.getNumRegions() != 0 || !isMemoryEffectFree(&op));
      continue;
    }
    auto isOutside = [&](Value value) {
      return !tile.getBody().isAncestor(value.getParentRegion());
    };
    if (!isOutside(copy.getTarget()))
      continue;
    bool isKnown = llvm::all_of(copy.getSymbols(), [&](Value symbol) {
      return canRecompute(symbol, tile, /*fromOrigin=*/true);
    });
    if (!computes && isKnown && isOutside(copy.getSource()) &&
        !copy.isAsync() && !copy.isComputing())
      result.push_back(copy);
    else if (!left)
      left = copy;
  }
  return result;
}

SmallVector<CopyOutOp> Expander::findStores() {
  SmallVector<CopyOutOp> result;
  if (lag == 0 || !getConstantIntValue(tile.getSteps().front()))
    return result;
  auto isOutside = [&](Value value) {
    return !tile.getBody().isAncestor(value.getParentRegion());
  };
  for (Operation &op : llvm::reverse(tile.getBody().front())) {
    auto copy = dyn_cast<CopyOutOp>(op);
    if (!copy && (op.getNumRegions() != 0 ||
                  (!isa<YieldOp>(op) && !isMemoryEffectFree(&op))))
      break;
    if (copy && isOutside(copy.getSource()) && isOutside(copy.getTarget()) &&
        !copy.isAsync() && llvm::all_of(copy.getSymbols(), [&](Value symbol) {
          return canRecompute(symbol, tile, /*fromOrigin=*/true);
        }))
      result.push_back(copy);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

/// The origin of the tile `later` steps behind that of `first`.
Value Expander::originOf(Value first, int64_t later) {
  if (later == 0)
    return first;
  MLIRContext *context = tile.getContext();
  AffineExpr origin = getAffineSymbolExpr(0, context),
             step = getAffineSymbolExpr(1, context);
  return affine::makeComposedAffineApply(
             builder, tile.getLoc(),
             AffineMap::get(0, 2, origin + step * later),
             getAsOpFoldResult({first, tile.getSteps().front()}))
      .getResult();
}

/// The origin of the last tile but `before`, if there are so many.
Value Expander::lastOrigin(unsigned before) {
  AffineExpr lower = getAffineSymbolExpr(0, tile.getContext()),
             upper = getAffineSymbolExpr(1, tile.getContext());
  int64_t step = *getConstantIntValue(tile.getSteps().front());
  AffineExpr end = lower + (upper - lower).ceilDiv(step) * step;
  return affine::makeComposedAffineApply(
             builder, tile.getLoc(),
             AffineMap::get(0, 2, end - step * int64_t(before + 1)),
             getAsOpFoldResult({tile.getLowerBounds().front(),
                                tile.getUpperBounds().front()}))
      .getResult();
}

/// The sets of `copy` for the tile whose origin `atOrigin` has, if there is
/// such a tile: it may be behind the last one or, unless it is ahead, before
/// the first one.
template <typename CopyTy>
Expander::Moved Expander::movedFor(CopyTy copy, IRMapping &atOrigin,
                                   bool isAhead) {
  Moved moved;
  for (Value symbol : copy.getSymbols())
    moved.symbols.push_back(recompute(builder, symbol, tile, atOrigin));
  unsigned first = moved.symbols.size();
  moved.symbols.push_back(atOrigin.lookup(tile.getOrigins().front()));
  moved.symbols.push_back(isAhead ? tile.getUpperBounds().front()
                                  : tile.getLowerBounds().front());
  MLIRContext *context = tile.getContext();
  AffineExpr origin = getAffineSymbolExpr(first, context),
             bound = getAffineSymbolExpr(first + 1, context),
             exists = isAhead ? bound - origin - 1 : origin - bound;
  SmallVector<Attribute> sets;
  for (IntegerSet set : copy.getIntegerSets()) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    constraints.push_back(exists);
    equalities.push_back(false);
    sets.push_back(IntegerSetAttr::get(IntegerSet::get(
        set.getNumDims(), moved.symbols.size(), constraints, equalities)));
  }
  moved.sets = builder.getArrayAttr(sets);
  return moved;
}

Value Expander::copyFor(CopyInOp copy, IRMapping &atOrigin) {
  Moved moved = movedFor(copy, atOrigin, /*isAhead=*/true);
  return CopyInOp::create(builder, copy.getLoc(),
                          TokenType::get(tile.getContext()), copy.getSource(),
                          copy.getTarget(), moved.symbols, moved.sets)
      .getToken();
}

void Expander::storeFor(CopyOutOp copy, Value origin) {
  IRMapping atOrigin;
  atOrigin.map(tile.getOrigins().front(), origin);
  Moved moved = movedFor(copy, atOrigin, /*isAhead=*/false);
  CopyOutOp::create(builder, copy.getLoc(), /*token=*/Type(), copy.getSource(),
                    copy.getTarget(), moved.symbols, moved.sets);
}

TileOp Expander::expand(ArrayRef<CopyInOp> copies, ArrayRef<CopyOutOp> stores) {
  Value origin = tile.getOrigins().front();
  SmallVector<Value> tokens;
  for (unsigned later = 0; later < lead; ++later) {
    IRMapping atOrigin;
    atOrigin.map(origin, originOf(tile.getLowerBounds().front(), later));
    for (CopyInOp copy : copies)
      tokens.push_back(copyFor(copy, atOrigin));
  }
  auto carrying = TileOp::create(builder, tile.getLoc(), tile.getLowerBounds(),
                                 tile.getUpperBounds(), tile.getSteps(),
                                 ArrayAttr(), tokens);
  carrying->setDiscardableAttrs(tile->getDiscardableAttrDictionary());
  for (unsigned before = lag; before-- > 0;)
    for (CopyOutOp copy : stores)
      storeFor(copy, lastOrigin(before));
  Block &from = tile.getBody().front(), &to = carrying.getBody().front();
  // One is there if nothing is carried.
  to.clear();
  builder.setInsertionPointToStart(&to);
  ValueRange carried = carrying.getCarriedTokens();
  if (!copies.empty())
    WaitOp::create(builder, tile.getLoc(), carried.take_front(copies.size()));
  auto addStores = [&] {
    for (CopyOutOp copy : stores)
      storeFor(copy, originOf(carrying.getOrigins().front(), -int64_t(lag)));
  };
  if (place == LateStores::BeforeLoads)
    addStores();
  IRMapping ahead;
  ahead.map(origin, originOf(carrying.getOrigins().front(), lead));
  SmallVector<Value> next(carried.drop_front(copies.size()));
  for (CopyInOp copy : copies)
    next.push_back(copyFor(copy, ahead));
  Operation *lastLoad = to.empty() ? nullptr : &to.back();
  if (place != LateStores::BeforeLoads)
    addStores();
  Block::iterator behindLoads =
      lastLoad ? std::next(lastLoad->getIterator()) : to.begin();
  for (CopyInOp copy : copies)
    copy->erase();
  for (CopyOutOp copy : stores)
    copy->erase();
  origin.replaceAllUsesWith(carrying.getOrigins().front());
  bool isBehind = place == LateStores::BehindComputation;
  to.getOperations().splice(isBehind ? behindLoads : to.end(),
                            from.getOperations(), from.begin(),
                            std::prev(from.end()));
  builder.setInsertionPointToEnd(&to);
  YieldOp::create(builder, tile.getLoc(), next);
  tile->erase();
  return carrying;
}

PipelineDistances scratch::farthestCopies(PipelineAttr pipeline) {
  bool isBarrier = pipeline.getOrder() == PipelineOrder::Barrier;
  // In the other orders the loads of a step overwrite what was computed in the
  // step before.
  return {pipeline.getLead(),
          isBarrier ? pipeline.getLag() : std::min(pipeline.getLag(), 1U),
          isBarrier ? LateStores::BehindLoads : LateStores::BeforeLoads};
}

SmallVector<PipelineDistances> scratch::extremeDistances(TileOp tile) {
  PipelineAttr pipeline = tile.getPipelineAttr();
  SmallVector<PipelineDistances> result{farthestCopies(pipeline)};
  PipelineDistances later = result.front();
  later.stores = LateStores::BehindComputation;
  bool loads = !tile.getBody().front().getOps<CopyInOp>().empty();
  bool isBarrier = pipeline.getOrder() == PipelineOrder::Barrier;
  // Unless barriers say less, loads of N tiles later are behind them.
  if (later.lag == 0 || (loads && !isBarrier && later.lead == 0))
    return result;
  if (loads && !isBarrier)
    --later.lead;
  result.push_back(later);
  return result;
}

PipelineExpansion scratch::expandPipeline(TileOp tile,
                                          PipelineDistances distances) {
  PipelineExpansion result;
  Expander expander(tile, distances);
  SmallVector<CopyInOp> copies = expander.findCopies(result.left);
  if (distances.lead == 0)
    copies.clear();
  SmallVector<CopyOutOp> stores = expander.findStores();
  if ((copies.empty() && stores.empty()) || tile.carriesTokens())
    return result;
  result.numCopies = copies.size();
  result.numStores = stores.size();
  result.tile = expander.expand(copies, stores);
  return result;
}
