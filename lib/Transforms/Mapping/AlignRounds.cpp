//===- AlignRounds.cpp - threads of a warp in the same round --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of each lower bound, what is least for all threads of a row is where they
// begin together, and from what is most for all on, no thread waits: origins of
// threads are between the bounds of their tile. What a thread adds to its
// origin, in a tile inside, others add at the same time.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

namespace polymem {
#define GEN_PASS_DEF_ALIGNROUNDSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

namespace {
/// The lower bound of a loop in terms of what threads along x agree on.
struct CommonBound {
  /// The bound's results with the least, and the most, that threads have.
  SmallVector<AffineExpr> least, most;
  /// Dimensions and symbols of both, and their values.
  SmallVector<Value> dims, symbols;
  /// Results of the bound in which threads differ, and by how much the first of
  /// them is more in the next thread.
  SmallVector<unsigned> differing;
  int64_t slope = 0;

  /// A map with these results, and the operands that it needs.
  std::pair<AffineMap, SmallVector<Value>>
  mapOf(ArrayRef<AffineExpr> results) const {
    AffineMap map = AffineMap::get(dims.size(), symbols.size(), results,
                                   results.front().getContext());
    SmallVector<Value> operands(dims);
    llvm::append_range(operands, symbols);
    affine::canonicalizeMapAndOperands(&map, &operands);
    return {map, std::move(operands)};
  }
};

/// Finds the common bound of loops in `tile`, which is mapped to threads.
class BoundReader {
public:
  explicit BoundReader(scratch::TileOp tile) : tile(tile) {}

  /// By how much `expr` is more in the next thread along x, and by how much in
  /// the next round of `loop`; nullopt if that is not constant.
  std::optional<std::pair<int64_t, int64_t>> stepsOf(AffineExpr expr,
                                                     unsigned numDims,
                                                     ValueRange operands,
                                                     affine::AffineForOp loop) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(expr, numDims, operands.size() - numDims,
                                      &flat)) ||
        flat.size() != operands.size() + 1)
      return std::nullopt;
    int64_t ofThread = 0, ofRound = 0;
    for (auto [operand, coefficient] : llvm::zip_first(operands, flat))
      if (operand == loop.getInductionVar())
        ofRound += coefficient;
      else if (axisOf(operand))
        ofThread += coefficient;
      else if (coefficient != 0 && !isCommon(operand))
        return std::nullopt;
    return std::pair(ofThread, ofRound);
  }

  std::optional<CommonBound> read(affine::AffineForOp loop) {
    AffineMap map = loop.getLowerBoundMap();
    bound = CommonBound();
    for (auto [number, operand] :
         llvm::enumerate(loop.getLowerBoundOperands())) {
      bool isDim = number < map.getNumDims();
      (isDim ? bound.dims : bound.symbols).push_back(operand);
    }
    for (auto [number, result] : llvm::enumerate(map.getResults())) {
      std::optional<AffineExpr> least = replace(result, /*most=*/false),
                                most = replace(result, /*most=*/true);
      if (!least || !most)
        return std::nullopt;
      if (*least != result) {
        SmallVector<Value> operands(loop.getLowerBoundOperands());
        auto steps = stepsOf(result, map.getNumDims(), operands, loop);
        if (!steps)
          return std::nullopt;
        if (bound.differing.empty())
          bound.slope = steps->first;
        bound.differing.push_back(number);
      }
      bound.least.push_back(*least);
      bound.most.push_back(*most);
    }
    return bound.differing.empty() ? std::nullopt
                                   : std::optional<CommonBound>(bound);
  }

private:
  /// Neighbouring threads have the same `value`, as far as is seen: it is from
  /// outside their tile, or an origin.
  bool isCommon(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return tile.isDefinedOutsideOfLoop(value) ||
           (argument &&
            isa<scratch::TileOp>(argument.getOwner()->getParentOp()));
  }

  static bool isAlongX(Attribute mapping) {
    auto thread = dyn_cast_if_present<gpu::GPUThreadMappingAttr>(mapping);
    return thread && thread.getThread() == gpu::MappingId::DimX;
  }

  /// The dimension of the threads along x whose origin `value` is, or was in
  /// the first round of a tile inside; nullopt if it is none.
  std::optional<unsigned> axisOf(Value value) {
    auto origin = dyn_cast<BlockArgument>(value);
    auto of = origin
                  ? dyn_cast<scratch::TileOp>(origin.getOwner()->getParentOp())
                  : scratch::TileOp();
    if (!of || origin.getArgNumber() >= of.getRank())
      return std::nullopt;
    unsigned dim = origin.getArgNumber();
    if (of == tile)
      return isAlongX(tile.getMappingOf(dim)) ? std::optional<unsigned>(dim)
                                              : std::nullopt;
    if (!tile->isProperAncestor(of) || of.getMappingOf(dim))
      return std::nullopt;
    return axisOf(of.getLowerBounds()[dim]);
  }

  /// `expr` with the least or the most of each origin in its place; nullopt if
  /// that is not seen.
  std::optional<AffineExpr> replace(AffineExpr expr, bool most) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return replaceOperand(expr, bound.dims[dim.getPosition()], most);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return replaceOperand(expr, bound.symbols[symbol.getPosition()], most);
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    AffineExpr rhs = binary.getRHS();
    if (binary.getKind() == AffineExprKind::Add) {
      auto a = replace(binary.getLHS(), most), b = replace(rhs, most);
      return a && b ? std::optional<AffineExpr>(*a + *b) : std::nullopt;
    }
    // Quotients by positive constants grow with what is divided.
    auto factor = dyn_cast<AffineConstantExpr>(rhs);
    if (!factor)
      return hasOrigin(expr) ? std::nullopt : std::optional<AffineExpr>(expr);
    bool isProduct = binary.getKind() == AffineExprKind::Mul;
    bool isQuotient = binary.getKind() == AffineExprKind::FloorDiv ||
                      binary.getKind() == AffineExprKind::CeilDiv;
    if (!isProduct && !(isQuotient && factor.getValue() > 0))
      return hasOrigin(expr) ? std::nullopt : std::optional<AffineExpr>(expr);
    auto inner = replace(binary.getLHS(), factor.getValue() < 0 ? !most : most);
    if (!inner)
      return std::nullopt;
    return getAffineBinaryOpExpr(binary.getKind(), *inner, rhs);
  }

  std::optional<AffineExpr> replaceOperand(AffineExpr expr, Value operand,
                                           bool most) {
    std::optional<unsigned> dim = axisOf(operand);
    if (!dim)
      return expr;
    auto limit = exprOf(most ? tile.getUpperBounds()[*dim]
                             : tile.getLowerBounds()[*dim]);
    auto origin = exprOf(tile.getOrigins()[*dim]);
    if (!limit || !origin)
      return std::nullopt;
    AffineExpr own =
        operand == tile.getOrigins()[*dim] ? *limit : expr - *origin + *limit;
    return most ? own - 1 : own;
  }

  /// `value` as a dimension, a symbol or a constant.
  std::optional<AffineExpr> exprOf(Value value) {
    MLIRContext *context = value.getContext();
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return getAffineConstantExpr(*constant, context);
    if (affine::isValidSymbol(value)) {
      bound.symbols.push_back(value);
      return getAffineSymbolExpr(bound.symbols.size() - 1, context);
    }
    if (!affine::isValidDim(value))
      return std::nullopt;
    bound.dims.push_back(value);
    return getAffineDimExpr(bound.dims.size() - 1, context);
  }

  bool hasOrigin(AffineExpr expr) {
    bool has = false;
    expr.walk([&](AffineExpr inner) {
      if (auto dim = dyn_cast<AffineDimExpr>(inner))
        has |= axisOf(bound.dims[dim.getPosition()]).has_value();
      if (auto symbol = dyn_cast<AffineSymbolExpr>(inner))
        has |= axisOf(bound.symbols[symbol.getPosition()]).has_value();
    });
    return has;
  }

  scratch::TileOp tile;
  CommonBound bound;
};

/// Wavefronts of what a warp loads in a round of `loop` from buffers in shared
/// memory: where neighbouring threads are in rounds `apart` from each other,
/// and where all are in the same. Loads that are not understood do not count.
std::pair<int64_t, int64_t> wavefrontsOf(affine::AffineForOp loop,
                                         BoundReader &reader, int64_t apart,
                                         const BankGeometry &geometry) {
  std::pair<int64_t, int64_t> sum;
  for (auto load : loop.getBody()->getOps<affine::AffineLoadOp>()) {
    auto alloc = load.getMemRef().getDefiningOp<scratch::AllocOp>();
    if (!alloc || !alloc.getMapping().getExtents().isConstant())
      continue;
    scratch::MappingAttr mapping = alloc.getMapping();
    AffineMap map = load.getAffineMap();
    SmallVector<Value> operands(load.getMapOperands());
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    // Symbols of the mapping are those of the buffer, behind all others.
    SmallVector<AffineExpr> symbols;
    for (auto [number, symbol] : llvm::enumerate(alloc.getSymbols())) {
      symbols.push_back(
          getAffineSymbolExpr(map.getNumSymbols() + number, loop.getContext()));
      operands.push_back(symbol);
    }
    int64_t ofThread = 0, ofRound = 0;
    bool isKnown = true;
    SmallVector<int64_t> extents = mapping.getExtents().getConstantResults();
    for (auto [cell, extent] :
         llvm::zip_equal(mapping.getMap().getResults(), extents)) {
      auto steps =
          reader.stepsOf(cell.replaceDimsAndSymbols(map.getResults(), symbols),
                         map.getNumDims(), operands, loop);
      isKnown &= steps.has_value();
      if (!isKnown)
        break;
      ofThread = ofThread * extent + steps->first;
      ofRound = ofRound * extent + steps->second;
    }
    int64_t bytes = elementBytes(loop, alloc.getType());
    if (!isKnown || bytes == 0)
      continue;
    auto count = [&](int64_t step) {
      SmallVector<int64_t> lanes, addresses;
      for (int64_t lane = 0; lane < geometry.warpSize; ++lane) {
        lanes.push_back(lane);
        addresses.push_back(lane * step * bytes);
      }
      return countWavefronts(geometry, lanes, addresses, bytes);
    };
    sum.first += count(ofThread + apart * ofRound);
    sum.second += count(ofThread);
  }
  return sum;
}

/// Puts what `loop`, in which threads begin together, does under the condition
/// that a thread would have begun: `map` is where, of which results `differing`
/// are not the same for all.
void guardRounds(RewriterBase &rewriter, affine::AffineForOp loop,
                 AffineMap map, ValueRange operands,
                 ArrayRef<unsigned> differing) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = loop.getLoc();
  // The round is a dimension behind those of the bound.
  unsigned numDims = map.getNumDims();
  AffineExpr round = rewriter.getAffineDimExpr(numDims);
  SmallVector<AffineExpr> constraints;
  for (unsigned number : differing)
    constraints.push_back(round - map.getResult(number));
  IntegerSet set =
      IntegerSet::get(numDims + 1, map.getNumSymbols(), constraints,
                      SmallVector<bool>(constraints.size(), false));
  SmallVector<Value> arguments(operands);
  arguments.insert(arguments.begin() + numDims, loop.getInductionVar());
  affine::canonicalizeSetAndOperands(&set, &arguments);

  Block *body = loop.getBody();
  Operation *yield = body->getTerminator();
  SmallVector<Operation *> inside;
  for (Operation &op : body->without_terminator())
    inside.push_back(&op);
  rewriter.setInsertionPoint(yield);
  bool carries = yield->getNumOperands() > 0;
  auto branch = affine::AffineIfOp::create(
      rewriter, loc, yield->getOperandTypes(), set, arguments, carries);
  SmallVector<Value> yielded(yield->getOperands());
  Block *then = branch.getThenBlock();
  for (Operation *op : inside)
    if (carries)
      rewriter.moveOpBefore(op, then, then->end());
    else
      rewriter.moveOpBefore(op, then->getTerminator());
  if (!carries)
    return;
  rewriter.setInsertionPointToEnd(then);
  affine::AffineYieldOp::create(rewriter, loc, yielded);
  rewriter.setInsertionPointToEnd(branch.getElseBlock());
  affine::AffineYieldOp::create(rewriter, loc, loop.getRegionIterArgs());
  rewriter.modifyOpInPlace(yield,
                           [&] { yield->setOperands(branch.getResults()); });
}

/// Makes two loops of `loop`: threads begin the first one together, and it ends
/// where all threads have begun.
/// `before` is where that is computed.
void split(RewriterBase &rewriter, Operation *before, affine::AffineForOp loop,
           const CommonBound &bound) {
  MLIRContext *context = loop.getContext();
  auto [least, operands] = bound.mapOf(bound.least);
  auto [most, ofMost] = bound.mapOf(bound.most);

  // All threads have begun here.
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(before);
  Value all =
      affine::AffineMaxOp::create(rewriter, loop.getLoc(), most, ofMost);

  rewriter.setInsertionPointAfter(loop);
  auto rest = cast<affine::AffineForOp>(rewriter.clone(*loop));
  rewriter.replaceAllUsesWith(loop.getResults(), rest.getResults());
  rest.getInitsMutable().assign(loop.getResults());
  rest.setLowerBound(all, rewriter.getSymbolIdentityMap());

  AffineMap map = loop.getLowerBoundMap();
  SmallVector<Value> own(loop.getLowerBoundOperands());
  loop.setLowerBound(operands, least);
  AffineMap upper = loop.getUpperBoundMap();
  SmallVector<Value> ofUpper(loop.getUpperBoundOperands());
  SmallVector<AffineExpr> ends(upper.getResults());
  ends.push_back(rewriter.getAffineSymbolExpr(upper.getNumSymbols()));
  ofUpper.push_back(all);
  loop.setUpperBound(ofUpper,
                     AffineMap::get(upper.getNumDims(),
                                    upper.getNumSymbols() + 1, ends, context));
  guardRounds(rewriter, loop, map, own, bound.differing);
}

struct AlignRoundsPass : polymem::impl::AlignRoundsPassBase<AlignRoundsPass> {
  using AlignRoundsPassBase::AlignRoundsPassBase;

  void runOnOperation() override {
    FailureOr<Machine> target =
        targetMachine(getOperation(), machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    const Memory &shared = target->scratchpad();
    geometry = {shared.banks, shared.bankBytes, target->warps().threads};
    SmallVector<std::pair<scratch::TileOp, affine::AffineForOp>> loops;
    getOperation()->walk([&](affine::AffineForOp loop) {
      if (scratch::TileOp tile = enclosingThreadTile(loop))
        loops.emplace_back(tile, loop);
    });
    IRRewriter rewriter(&getContext());
    for (auto [tile, loop] : loops)
      align(rewriter, tile, loop);
  }

private:
  void align(RewriterBase &rewriter, scratch::TileOp tile,
             affine::AffineForOp loop) {
    BoundReader reader(tile);
    std::optional<CommonBound> bound = reader.read(loop);
    if (!bound || loop.getStepAsInt() != 1)
      return;
    auto [apart, together] = wavefrontsOf(loop, reader, bound->slope, geometry);
    if (apart <= together)
      return;
    // At the top of a tile, results are symbols.
    auto around = loop->getParentOfType<scratch::TileOp>();
    Operation *before = around.getBody().front().findAncestorOpInBlock(*loop);
    if (!llvm::all_of(bound->mapOf(bound->most).second, [&](Value operand) {
          return !before->isAncestor(operand.getParentBlock()->getParentOp());
        })) {
      remarkMissed(loop, getArgument(), "Inside")
          << sentence("threads of a warp begin this loop in rounds of their "
                      "own, with {0} wavefronts in each, and {1} if they began "
                      "together: where depends on what is only known in a "
                      "loop around it",
                      named("Apart", apart), named("Together", together));
      return;
    }
    remarkPassed(loop, getArgument(), "Aligned")
        << sentence("threads of a warp begin this loop together, under a "
                    "condition, up to where all would have begun: {0} "
                    "wavefronts in a round, and {1} if each began by itself",
                    named("Together", together), named("Apart", apart));
    ++numLoops;
    split(rewriter, before, loop, *bound);
  }

  BankGeometry geometry;
};
} // namespace
