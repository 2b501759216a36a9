//===- ExpandPipeline.cpp - copies that run ahead of their tiles ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHEXPANDPIPELINEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-expand-pipeline";

namespace {
struct ScratchExpandPipelinePass
    : polymem::impl::ScratchExpandPipelinePassBase<ScratchExpandPipelinePass> {
  using ScratchExpandPipelinePassBase::ScratchExpandPipelinePassBase;
  void runOnOperation() override;
};

/// Makes the copies of one tile run ahead.
class Expander {
public:
  explicit Expander(TileOp tile)
      : tile(tile), lead(tile.getPipelineAttr().getLead()), builder(tile) {}

  /// The copies that may run ahead. The first one that may not, for a reason of
  /// its own, is `left`.
  SmallVector<CopyInOp> findCopies(CopyInOp &left);
  void expand(ArrayRef<CopyInOp> copies);

private:
  Value originOf(Value first, unsigned later);
  Value copyFor(CopyInOp copy, IRMapping &atOrigin);

  TileOp tile;
  unsigned lead;
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

/// The origin of the tile `later` steps behind that of `first`.
Value Expander::originOf(Value first, unsigned later) {
  if (later == 0)
    return first;
  MLIRContext *context = tile.getContext();
  AffineExpr origin = getAffineSymbolExpr(0, context),
             step = getAffineSymbolExpr(1, context);
  return affine::makeComposedAffineApply(
             builder, tile.getLoc(),
             AffineMap::get(0, 2, origin + step * int64_t(later)),
             getAsOpFoldResult({first, tile.getSteps().front()}))
      .getResult();
}

/// `copy` for the tile whose origin `atOrigin` has, if there is such a tile.
Value Expander::copyFor(CopyInOp copy, IRMapping &atOrigin) {
  SmallVector<Value> symbols;
  for (Value symbol : copy.getSymbols())
    symbols.push_back(recompute(builder, symbol, tile, atOrigin));
  unsigned first = symbols.size();
  symbols.push_back(atOrigin.lookup(tile.getOrigins().front()));
  symbols.push_back(tile.getUpperBounds().front());
  MLIRContext *context = tile.getContext();
  AffineExpr exists = getAffineSymbolExpr(first + 1, context) -
                      getAffineSymbolExpr(first, context) - 1;
  SmallVector<Attribute> sets;
  for (IntegerSet set : copy.getIntegerSets()) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    constraints.push_back(exists);
    equalities.push_back(false);
    sets.push_back(IntegerSetAttr::get(IntegerSet::get(
        set.getNumDims(), symbols.size(), constraints, equalities)));
  }
  return CopyInOp::create(builder, copy.getLoc(), TokenType::get(context),
                          copy.getSource(), copy.getTarget(), symbols,
                          builder.getArrayAttr(sets))
      .getToken();
}

void Expander::expand(ArrayRef<CopyInOp> copies) {
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
  Block &from = tile.getBody().front(), &to = carrying.getBody().front();
  builder.setInsertionPointToStart(&to);
  ValueRange carried = carrying.getCarriedTokens();
  WaitOp::create(builder, tile.getLoc(), carried.take_front(copies.size()));
  IRMapping ahead;
  ahead.map(origin, originOf(carrying.getOrigins().front(), lead));
  SmallVector<Value> next(carried.drop_front(copies.size()));
  for (CopyInOp copy : copies)
    next.push_back(copyFor(copy, ahead));
  for (CopyInOp copy : copies)
    copy->erase();
  origin.replaceAllUsesWith(carrying.getOrigins().front());
  to.getOperations().splice(to.end(), from.getOperations(), from.begin(),
                            std::prev(from.end()));
  builder.setInsertionPointToEnd(&to);
  YieldOp::create(builder, tile.getLoc(), next);
  tile->erase();
}

void ScratchExpandPipelinePass::runOnOperation() {
  SmallVector<TileOp> tiles;
  getOperation().walk([&](TileOp tile) {
    if (tile.getPipelineAttr())
      tiles.push_back(tile);
  });
  bool changed = false;
  for (TileOp tile : tiles) {
    Expander expander(tile);
    CopyInOp left;
    SmallVector<CopyInOp> copies = expander.findCopies(left);
    if (left)
      remarkMissed(left, kPass, "StaysInTile")
          << "this copy is not made ahead: it is behind other work of its "
             "tile, or needs it";
    unsigned lead = tile.getPipelineAttr().getLead();
    if (copies.empty() || lead == 0 || tile.carriesTokens())
      continue;
    remarkPassed(tile, kPass, "Expanded")
        << sentence("{0} copies are made {1} tiles ahead",
                    named("Copies", copies.size()), named("Lead", lead));
    ++numTiles;
    numCopies += copies.size();
    expander.expand(copies);
    changed = true;
  }
  if (!changed)
    markAllAnalysesPreserved();
}
