//===- PrefetchTiles.cpp - what the tiles behind a tile copy --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLoops.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHPREFETCHTILESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr StringLiteral kPass = "scratch-prefetch-tiles";

namespace {
struct ScratchPrefetchTilesPass
    : polymem::impl::ScratchPrefetchTilesPassBase<ScratchPrefetchTilesPass> {
  using ScratchPrefetchTilesPassBase::ScratchPrefetchTilesPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (lineBytes == 0) {
      func.emitError() << kPass << ": line-bytes: a line has one byte or more";
      return signalPassFailure();
    }
    BudgetWatch budgets(func, kPass, maxIslOperations, warnings);
    SmallVector<CopyInOp> copies;
    func.walk([&](CopyInOp copy) {
      auto tile = dyn_cast<TileOp>(copy->getParentOp());
      if (tile && !tile.getMappingOf(tile.getRank() - 1))
        copies.push_back(copy);
    });
    bool changed = false;
    for (CopyInOp copy : copies)
      changed |= prefetch(copy);
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  bool prefetch(CopyInOp copy);
};
} // namespace

/// Why what `copy` copies in another tile is not known; empty if it is.
static StringRef whyUnknown(CopyInOp copy, TileOp tile) {
  if (tile.getBody().isAncestor(copy.getSource().getParentRegion()) ||
      !llvm::all_of(copy.getSymbols(), [&](Value symbol) {
        return canRecompute(symbol, tile, /*fromOrigin=*/true);
      }))
    return "it depends on what its tile does";
  auto type = dyn_cast<MemRefType>(copy.getSource().getType());
  if (!type || getStorageMapping(type) || type.getRank() == 0 ||
      !type.getElementType().isIntOrFloat())
    return "its source has no rows of numbers";
  return {};
}

/// The sets of `copy` in the tile `lead` steps behind, if there is one;
/// `symbols` are theirs.
static SmallVector<IntegerSet> setsAhead(OpBuilder &builder, CopyInOp copy,
                                         TileOp tile, int64_t lead,
                                         SmallVectorImpl<Value> &symbols) {
  unsigned last = tile.getRank() - 1;
  MLIRContext *context = copy.getContext();
  IRMapping ahead;
  for (Value origin : tile.getOrigins())
    ahead.map(origin, origin);
  AffineExpr first = getAffineSymbolExpr(0, context),
             step = getAffineSymbolExpr(1, context);
  Value origin =
      affine::makeComposedAffineApply(
          builder, copy.getLoc(), AffineMap::get(0, 2, first + step * lead),
          getAsOpFoldResult({tile.getOrigins()[last], tile.getSteps()[last]}))
          .getResult();
  ahead.map(tile.getOrigins()[last], origin);
  for (Value symbol : copy.getSymbols())
    symbols.push_back(recompute(builder, symbol, tile, ahead));
  unsigned own = symbols.size();
  symbols.push_back(origin);
  symbols.push_back(tile.getUpperBounds()[last]);
  AffineExpr exists = getAffineSymbolExpr(own + 1, context) -
                      getAffineSymbolExpr(own, context) - 1;
  return llvm::map_to_vector(copy.getIntegerSets(), [&](IntegerSet set) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    constraints.push_back(exists);
    equalities.push_back(false);
    return IntegerSet::get(set.getNumDims(), symbols.size(), constraints,
                           equalities);
  });
}

bool ScratchPrefetchTilesPass::prefetch(CopyInOp copy) {
  auto tile = cast<TileOp>(copy->getParentOp());
  StringRef unknown = whyUnknown(copy, tile);
  if (!unknown.empty()) {
    remarkMissed(copy, kPass, "Unknown")
        << ("what the tiles behind copy is not prefetched: " + unknown).str();
    return false;
  }
  int64_t most = lead;
  if (most == 0)
    most = tile.getPipelineAttr()
               ? std::max(tile.getPipelineAttr().getLead(), 1u)
               : 1;
  auto type = cast<MemRefType>(copy.getSource().getType());
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8u);
  int64_t line = std::max<int64_t>(lineBytes / bytes, 1);
  OpBuilder builder(copy);
  Operation *before = copy->getPrevNode();
  SmallVector<Value> symbols;
  SmallVector<IntegerSet> sets = setsAhead(builder, copy, tile, most, symbols);
  auto emit = [&](OpBuilder &inner, Location loc, ValueRange coordinates) {
    memref::PrefetchOp::create(inner, loc, copy.getSource(), coordinates,
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  };
  if (failed(emitLineScan(builder, copy.getLoc(), {sets, symbols}, line, emit,
                          maxIslOperations))) {
    // What was computed for the other tile is used by no one.
    while (copy->getPrevNode() != before)
      copy->getPrevNode()->erase();
    remarkMissed(copy, kPass, "NoLoops")
        << "what the tiles behind copy is not prefetched: the sets are not "
           "affine or not bounded, or are beyond the budget"
        << remark::metric("isl-operations", uint64_t(maxIslOperations));
    return false;
  }
  ++numCopies;
  remarkPassed(copy, kPass, "Prefetched") << sentence(
      "what the tile {0} steps behind copies is prefetched, one of {1} "
      "elements of a row",
      named("Lead", most), named("Line", line));
  return true;
}
