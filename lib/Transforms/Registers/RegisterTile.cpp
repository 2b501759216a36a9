//===- RegisterTile.cpp - several iterations of a thread together ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbours.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "RegisterTilePlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_REGISTERTILEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "polymem-register-tile";

namespace {

/// Writes the body of a tile once for all copies of its iteration.
class Jammer {
public:
  /// Of `tile`, which need not be in a block.
  Jammer(OpBuilder &builder, TileOp tile, ArrayRef<JammedDim> dims)
      : builder(builder), tile(tile), dims(dims), sharing(tile, dims) {}

  /// Writes the body at the insertion point; `origins` are those of the first
  /// copy.
  void run(ArrayRef<Value> origins) {
    copies.resize(copiesOf(sharing.ofAll(), dims));
    for (auto [copy, mapping] : llvm::enumerate(copies)) {
      for (auto [argument, origin] : llvm::zip(tile.getOrigins(), origins))
        mapping.map(argument, origin);
      SmallVector<int64_t> digits = digitsOf(copy);
      for (auto [jammed, digit] : llvm::zip(dims, digits))
        if (digit != 0)
          mapping.map(tile.getOrigins()[jammed.dim],
                      shift(origins[jammed.dim], jammed.distance(digit)));
    }
    jam(tile.getBody().front());
  }

private:
  /// The number of `copy` along each dimension, the last one fastest.
  SmallVector<int64_t> digitsOf(int64_t copy) const {
    SmallVector<int64_t> digits(dims.size());
    for (unsigned d = digits.size(); d-- > 0;) {
      digits[d] = copy % dims[d].copies();
      copy /= dims[d].copies();
    }
    return digits;
  }

  /// The first copy that is as `copy` along the dimensions `mask`.
  int64_t representative(int64_t copy, JamMask mask) const {
    int64_t result = 0;
    for (auto [d, digit] : llvm::enumerate(digitsOf(copy)))
      result =
          result * dims[d].copies() + (mask & (JamMask(1) << d) ? digit : 0);
    return result;
  }

  Value shift(Value origin, int64_t distance) {
    Value &known = shifted[{origin, distance}];
    if (!known)
      known = affine::AffineApplyOp::create(
          builder, tile->getLoc(),
          AffineMap::get(0, 1, builder.getAffineSymbolExpr(0) + distance),
          origin);
    return known;
  }

  void jam(Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (sharing.isShared(&op)) {
        if (auto loop = dyn_cast<affine::AffineForOp>(op))
          jamLoop(loop);
        else
          jamCondition(cast<affine::AffineIfOp>(op));
        continue;
      }
      JamMask mask = sharing.of(&op);
      for (int64_t copy = 0; copy < static_cast<int64_t>(copies.size());
           ++copy) {
        int64_t first = representative(copy, mask);
        if (first == copy)
          builder.clone(op, copies[copy]);
        else
          for (Value result : op.getResults())
            copies[copy].map(result, copies[first].lookup(result));
      }
    }
  }

  /// `values` of all copies, those of one copy next to each other.
  SmallVector<Value> ofAllCopies(ValueRange values) const {
    SmallVector<Value> all;
    for (const IRMapping &mapping : copies)
      for (Value value : values)
        all.push_back(mapping.lookupOrDefault(value));
    return all;
  }

  template <typename Values> void mapAllCopies(Values from, ValueRange to) {
    unsigned index = 0;
    for (IRMapping &mapping : copies)
      for (Value value : from)
        mapping.map(value, to[index++]);
  }

  SmallVector<Value> ofFirst(ValueRange values) const {
    SmallVector<Value> result;
    for (Value value : values)
      result.push_back(copies.front().lookupOrDefault(value));
    return result;
  }

  /// Jams `from` into `to`, an empty block or one with a terminator only.
  void jamBlock(Block &from, Block *to) {
    OpBuilder::InsertionGuard guard(builder);
    Operation *yield = from.getTerminator();
    bool hasTerminator = !to->empty();
    if (hasTerminator)
      builder.setInsertionPoint(to->getTerminator());
    else
      builder.setInsertionPointToEnd(to);
    jam(from);
    if (!hasTerminator)
      affine::AffineYieldOp::create(builder, yield->getLoc(),
                                    ofAllCopies(yield->getOperands()));
  }

  void jamLoop(affine::AffineForOp loop) {
    auto jammed = affine::AffineForOp::create(
        builder, loop.getLoc(), ofFirst(loop.getLowerBoundOperands()),
        loop.getLowerBoundMap(), ofFirst(loop.getUpperBoundOperands()),
        loop.getUpperBoundMap(), loop.getStepAsInt(),
        ofAllCopies(loop.getInits()));
    jammed->setDiscardableAttrs(llvm::to_vector(loop->getDiscardableAttrs()));
    for (IRMapping &mapping : copies)
      mapping.map(loop.getInductionVar(), jammed.getInductionVar());
    mapAllCopies(loop.getRegionIterArgs(), jammed.getRegionIterArgs());
    jamBlock(*loop.getBody(), jammed.getBody());
    mapAllCopies(loop.getResults(), jammed.getResults());
  }

  void jamCondition(affine::AffineIfOp condition) {
    SmallVector<Type> types;
    for (unsigned copy = 0; copy < copies.size(); ++copy)
      llvm::append_range(types, condition.getResultTypes());
    auto jammed = affine::AffineIfOp::create(
        builder, condition.getLoc(), types, condition.getIntegerSet(),
        ofFirst(condition.getOperands()), condition.hasElse());
    jamBlock(*condition.getThenBlock(), jammed.getThenBlock());
    if (condition.hasElse())
      jamBlock(*condition.getElseBlock(), jammed.getElseBlock());
    mapAllCopies(condition.getResults(), jammed.getResults());
  }

  OpBuilder &builder;
  TileOp tile;
  ArrayRef<JammedDim> dims;
  JamSharing sharing;
  SmallVector<IRMapping> copies;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> shifted;
};

/// Replaces a tile by one of as many iterations as there are threads.
class TileJammer {
public:
  TileJammer(RewriterBase &rewriter, const RegisterTilePlan &plan)
      : rewriter(rewriter), plan(plan), tile(plan.tile),
        loc(plan.tile->getLoc()) {}

  void run() {
    rewriter.setInsertionPoint(tile);
    SmallVector<Value> uppers(tile.getUpperBounds());
    for (const JammedDim &jammed : plan.dims) {
      int64_t stride = jammed.stride();
      AffineExpr lower = rewriter.getAffineSymbolExpr(0);
      AffineExpr upper = rewriter.getAffineSymbolExpr(1);
      uppers[jammed.dim] = affine::AffineMinOp::create(
          rewriter, loc,
          AffineMap::get(0, 2, {lower + stride, upper}, rewriter.getContext()),
          ValueRange{tile.getLowerBounds()[jammed.dim],
                     tile.getUpperBounds()[jammed.dim]});
    }
    auto threads = TileOp::create(rewriter, loc, tile.getLowerBounds(), uppers,
                                  tile.getSteps(), tile.getMappingAttr());
    threads->setDiscardableAttrs(llvm::to_vector(tile->getDiscardableAttrs()));
    rewriter.setInsertionPoint(threads.getBody().front().getTerminator());
    SmallVector<Value> origins(threads.getOrigins());
    if (isAlwaysFull()) {
      emitFull(origins);
    } else {
      affine::AffineIfOp ifOp = emitCondition();
      rewriter.setInsertionPoint(ifOp.getThenBlock()->getTerminator());
      emitFull(origins);
      rewriter.setInsertionPoint(ifOp.getElseBlock()->getTerminator());
      emitPartial(origins);
    }
    rewriter.eraseOp(tile);
  }

private:
  bool isAlwaysFull() const {
    return (!plan.full || plan.full->conditions.empty()) &&
           llvm::all_of(plan.dims, [&](const JammedDim &jammed) {
             return constantTripCount(tile, jammed.dim) ==
                    jammed.rounds * jammed.stride() / jammed.step;
           });
  }

  /// The number of iterations along all jammed dimensions is that of full
  /// tiles, and what was left out of these holds.
  affine::AffineIfOp emitCondition() {
    SmallVector<AffineExpr> constraints;
    SmallVector<Value> operands;
    auto symbol = [&](Value value) {
      operands.push_back(value);
      return rewriter.getAffineSymbolExpr(operands.size() - 1);
    };
    for (const JammedDim &jammed : plan.dims) {
      AffineExpr lower = symbol(tile.getLowerBounds()[jammed.dim]);
      Value upper = tile.getUpperBounds()[jammed.dim];
      // At least one element of the last iteration.
      AffineExpr last = lower + (jammed.rounds * jammed.stride() - jammed.step);
      auto min = upper.getDefiningOp<affine::AffineMinOp>();
      if (!min) {
        constraints.push_back(symbol(upper) - last - 1);
        continue;
      }
      SmallVector<AffineExpr> symbols;
      for (Value operand : min.getOperands())
        symbols.push_back(symbol(operand));
      for (AffineExpr bound : min.getMap().getResults())
        constraints.push_back(
            substituted(bound, min.getMap().getNumDims(), symbols) - last - 1);
    }
    if (plan.full)
      for (const TileCondition &condition : plan.full->conditions) {
        SmallVector<AffineExpr> symbols;
        for (Value operand : condition.operands)
          symbols.push_back(symbol(operand));
        constraints.push_back(condition.expr.replaceSymbols(symbols));
      }
    IntegerSet set = IntegerSet::get(0, operands.size(), constraints,
                                     SmallVector<bool>(constraints.size()));
    affine::canonicalizeSetAndOperands(&set, &operands);
    auto ifOp = affine::AffineIfOp::create(rewriter, loc, set, operands,
                                           /*withElseRegion=*/true);
    ifOp->setDiscardableAttr(kFullTileAttr, rewriter.getUnitAttr());
    return ifOp;
  }

  /// A tile over `dims` from `origins` to `uppers` that steps over the copies,
  /// or single iterations, of the thread; the insertion point moves into it.
  void emitRounds(ArrayRef<JammedDim> dims, bool jammedRounds,
                  ArrayRef<Value> uppers, MutableArrayRef<Value> origins) {
    SmallVector<Value> lowers, steps;
    for (const JammedDim &jammed : dims) {
      lowers.push_back(origins[jammed.dim]);
      steps.push_back(arith::ConstantIndexOp::create(
          rewriter, loc,
          jammed.stride() * (jammedRounds ? jammed.copies() : 1)));
    }
    auto rounds = TileOp::create(rewriter, loc, lowers, uppers, steps);
    for (auto [jammed, origin] : llvm::zip_equal(dims, rounds.getOrigins()))
      origins[jammed.dim] = origin;
    rewriter.setInsertionPoint(rounds.getBody().front().getTerminator());
  }

  /// Where the tile ends along `dims`.
  SmallVector<Value> endsOf(ArrayRef<JammedDim> dims) {
    SmallVector<Value> ends;
    for (const JammedDim &jammed : dims)
      ends.push_back(tile.getUpperBounds()[jammed.dim]);
    return ends;
  }

  void emitFull(ArrayRef<Value> first) {
    SmallVector<Value> origins(first);
    SmallVector<JammedDim> inParts;
    for (const JammedDim &jammed : plan.dims)
      if (jammed.copies() < jammed.rounds)
        inParts.push_back(jammed);
    if (!inParts.empty())
      emitRounds(inParts, /*jammedRounds=*/true, endsOf(inParts), origins);
    for (const JammedDim &jammed : plan.dims)
      if (jammed.neighbours > 1)
        origins[jammed.dim] = emitFirstNeighbour(jammed, first[jammed.dim]);
    Jammer(rewriter, plan.body(), plan.dims).run(origins);
  }

  /// The first iteration of a thread whose iterations are neighbours, of which
  /// `origin` is the number.
  Value emitFirstNeighbour(const JammedDim &jammed, Value origin) {
    AffineExpr lower = rewriter.getAffineSymbolExpr(0);
    AffineExpr number = rewriter.getAffineSymbolExpr(1) - lower;
    return affine::AffineApplyOp::create(
        rewriter, loc, AffineMap::get(0, 2, lower + number * jammed.neighbours),
        ValueRange{tile.getLowerBounds()[jammed.dim], origin});
  }

  void emitPartial(ArrayRef<Value> first) {
    SmallVector<Value> origins(first);
    if (plan.parts.empty()) {
      emitSingle(endsOf(plan.dims), origins);
      return;
    }
    SmallVector<SmallVector<Value>> borders;
    for (unsigned depth = 0; depth < plan.dims.size(); ++depth)
      borders.push_back(emitBorders(depth, first));
    emitParts(borders, 0, SmallVector<JammedDim>(plan.dims), first);
  }

  /// Along dimension number `depth` of the plan, where those of the thread's
  /// iterations begin that are jammed as many at a time as `parts` says, and
  /// the end of all.
  SmallVector<Value> emitBorders(unsigned depth, ArrayRef<Value> first) {
    const JammedDim &jammed = plan.dims[depth];
    int64_t stride = jammed.stride();
    AffineExpr from = rewriter.getAffineSymbolExpr(0),
               end = rewriter.getAffineSymbolExpr(1);
    Value upper = tile.getUpperBounds()[jammed.dim];
    SmallVector<Value> borders{first[jammed.dim]};
    for (int64_t count : ArrayRef(plan.parts[depth]).drop_back()) {
      // Of n that are left, count * (n floordiv count) are.
      int64_t length = count * stride;
      borders.push_back(affine::AffineApplyOp::create(
          rewriter, loc,
          AffineMap::get(0, 2,
                         from + (end - from + (stride - 1)).floorDiv(length) *
                                    length,
                         rewriter.getContext()),
          ValueRange{borders.back(), upper}));
    }
    borders.push_back(upper);
    return borders;
  }

  /// The thread's iterations between `borders`. Of dimensions before number
  /// `depth`, `dims` and `origins` say already which are jammed.
  void emitParts(ArrayRef<SmallVector<Value>> borders, unsigned depth,
                 SmallVector<JammedDim> dims, ArrayRef<Value> origins) {
    if (depth == dims.size()) {
      Jammer(rewriter, plan.body(), dims).run(origins);
      return;
    }
    const JammedDim &jammed = plan.dims[depth];
    for (auto [part, count] : llvm::enumerate(plan.parts[depth])) {
      OpBuilder::InsertionGuard guard(rewriter);
      Value step = arith::ConstantIndexOp::create(rewriter, loc,
                                                  count * jammed.stride());
      auto rounds = TileOp::create(rewriter, loc, borders[depth][part],
                                   borders[depth][part + 1], step);
      rewriter.setInsertionPoint(rounds.getBody().front().getTerminator());
      SmallVector<Value> inside(origins);
      inside[jammed.dim] = rounds.getOrigins().front();
      dims[depth].setCopies(count);
      dims[depth].neighbours = 1;
      emitParts(borders, depth + 1, dims, inside);
    }
  }

  /// The thread's iterations up to `ends`, one after the other.
  void emitSingle(ArrayRef<Value> ends, MutableArrayRef<Value> origins) {
    emitRounds(plan.dims, /*jammedRounds=*/false, ends, origins);
    IRMapping mapping;
    mapping.map(tile.getOrigins(), origins);
    for (Operation &op : tile.getBody().front().without_terminator())
      rewriter.clone(op, mapping);
  }

  RewriterBase &rewriter;
  const RegisterTilePlan &plan;
  TileOp tile;
  Location loc;
};

struct RegisterTilePass
    : polymem::impl::RegisterTilePassBase<RegisterTilePass> {
  using RegisterTilePassBase::RegisterTilePassBase;

  void runOnOperation() override;

private:
  void planLaunch(TileOp root, const Distribution &distribution,
                  const RegisterTileLimits &limits, Refusals &refusals,
                  std::vector<RegisterTilePlan> &plans);
  RegisterTileLimits limitsOf(const Machine &target, AxisSizes threads,
                              RegisterTileLimits given) const;
};

} // namespace

static std::string sizesText(const RegisterTilePlan &plan) {
  std::string text;
  for (const JammedDim &jammed : plan.dims)
    text += llvm::formatv("{0}{1} of {2} in dimension {3}",
                          text.empty() ? "" : ", ", jammed.copies(),
                          jammed.rounds, jammed.dim);
  return text;
}

static Sentence describe(const RegisterTilePlan &plan) {
  Sentence text = sentence(
      "iterations of a thread jammed: {0}; {1} loads in innermost loops "
      "instead of {2}, {3} operations, about {4} bytes of registers",
      named("Iterations", sizesText(plan)), named("Loads", plan.loadsAfter),
      named("LoadsBefore", plan.loadsBefore),
      named("Operations", plan.operations),
      named("RegisterBytes", plan.registerBytes));
  for (const JammedDim &jammed : plan.dims)
    if (jammed.neighbours > 1)
      text += sentence("; {0} along x are neighbours",
                       named("Neighbours", jammed.neighbours));
  if (!plan.parts.empty())
    text += sentence("; partial tiles in parts");
  if (!plan.limit.empty())
    text += "; more would have " + plan.limit;
  if (plan.full && !plan.full->conditions.empty())
    text += sentence("; in tiles with all points on one side of borders "
                     "(conditions: {0})",
                     named("Conditions", plan.full->conditions.size()));
  return text;
}

void RegisterTilePass::planLaunch(TileOp root, const Distribution &distribution,
                                  const RegisterTileLimits &limits,
                                  Refusals &refusals,
                                  std::vector<RegisterTilePlan> &plans) {
  root.walk([&](TileOp tile) {
    if (!tile.isMappedToThreads())
      return;
    RegisterTileRefusal refusal;
    auto plan = planRegisterTile(tile, distribution, limits, refusal);
    if (plan) {
      if (neighbours)
        for (auto [number, jammed] : llvm::enumerate(plan->dims))
          jammed.neighbours = findNeighbours(*plan, number);
      remarkPassed(tile, kPass, "Jammed") << describe(*plan);
      plans.push_back(std::move(*plan));
    } else if (!refusal.name.empty()) {
      refusals.missed(tile, refusal.name,
                      "iterations of a thread not jammed: " + refusal.text);
    }
  });
}

/// The limits for a thread of a block of these sizes: those that are given, or
/// what follows from the machine's registers.
RegisterTileLimits RegisterTilePass::limitsOf(const Machine &target,
                                              AxisSizes threads,
                                              RegisterTileLimits given) const {
  // Of registers, what is not counted takes a quarter.
  constexpr int64_t kCountedQuarters = 3;
  // Larger blocks share what a block of the default size has.
  int64_t inBlock = threads[0] * threads[1] * threads[2];
  int64_t own = target.registers().bytes * target.threads().defaultPerBlock /
                std::max(inBlock, target.threads().defaultPerBlock);
  given.registerBytes = own * kCountedQuarters / 4;
  // Each register of four bytes is used eight times.
  given.maxOperations = maxOperations != 0 ? maxOperations.getValue() : own * 2;
  return given;
}

void RegisterTilePass::runOnOperation() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, kPass);
  if (failed(target) || failed(requireGPU(func, *target, kPass)))
    return signalPassFailure();
  auto given = readBlockSize(func, *target, blockSize);
  if (failed(given))
    return signalPassFailure();
  RegisterTileLimits limits;
  limits.sizes.assign(sizes.begin(), sizes.end());
  limits.maxCopies = maxCopies;
  limits.minPartCopies = minPartCopies;
  if (limits.sizes.size() > 3 ||
      llvm::any_of(limits.sizes, [](int64_t size) { return size < 0; })) {
    func.emitError() << "option 'sizes' of " << kPass
                     << " takes up to three numbers, of axes x,y,z; 0 is no "
                        "limit";
    return signalPassFailure();
  }
  Refusals refusals(getArgument(), strict);
  std::vector<RegisterTilePlan> plans;
  SmallVector<TileOp> roots, hostTiles;
  findLaunchTiles(func, roots, hostTiles);
  for (TileOp root : roots) {
    AxisSizes threads = chooseBlockSize(root, *target, *given);
    planLaunch(root, Distribution(threads), limitsOf(*target, threads, limits),
               refusals, plans);
  }
  if (plans.empty()) {
    if (failed(refusals.nothingDone(
            func, "no thread has several iterations of a tile")))
      return signalPassFailure();
    return markAllAnalysesPreserved();
  }
  IRRewriter rewriter(&getContext());
  for (const RegisterTilePlan &plan : plans)
    TileJammer(rewriter, plan).run();
  numTiles += plans.size();
}
