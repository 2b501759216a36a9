//===- ReductionPlan.cpp - which reductions to split, and how -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/ReductionPlan.h"
#include "PolyMem/Analysis/Tiling/Coalescing.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "ReductionCells.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <limits>

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Loops of fewer iterations, if that is known, are left alone.
static constexpr uint64_t kFewIterations = 64;
/// Tiles have as many iterations as a number of 32 bits at most, and steps from
/// one to the next are numbers of 64.
static constexpr int64_t kLargestTiledStep =
    std::numeric_limits<int32_t>::max();
/// A parallel loop of fewer iterations, if that is known, cannot fill a warp.
static constexpr uint64_t kFewRows = 32;

namespace {
class ReductionPlanner {
public:
  ReductionPlanner(FunctionOpInterface func, const Scop &scop,
                   const ReductionOptions &options)
      : func(func), scop(scop), options(options) {}

  ReductionPlan run();

private:
  const LoopCarry &carry(AffineForOp loop);
  bool isParallel(Operation *loop);
  /// Parallel loops of more than a few iterations are inside.
  bool holdsParallelLoop(AffineForOp loop);
  /// The innermost loop of a perfect nest that accumulates in the same cells.
  AffineForOp innermostOf(AffineForOp loop);
  bool isContiguousAlong(AffineForOp loop, Value row);
  /// Sorts the loops that `row`, a parallel one, contains into reductions that
  /// can be split and parallel loops that can be shared. False if there is
  /// another, with a note for each reduction, or no reduction.
  bool collectRowLoops(AffineForOp row,
                       SmallVectorImpl<AffineForOp> &reductions,
                       SmallVectorImpl<AffineForOp> &parallel);
  /// All loops that `row`, a parallel one, contains are reductions to be split
  /// or loops to be shared.
  bool planRows(AffineForOp row);
  bool planAlone(AffineForOp loop, bool isInLoop);
  /// Tiles of the nest of reductions that begins at `loop`, in parallel loops.
  bool planTiles(AffineForOp loop);
  /// False, with a note, if the cells of `loop` may not be accessed.
  bool findConditions(AffineForOp loop, bool otherRows);
  void add(ReductionSplit::Shape shape, AffineForOp loop, int64_t partials);
  void visit(Block &block, unsigned parallelAround, bool isInLoop);

  FunctionOpInterface func;
  const Scop &scop;
  ReductionOptions options;
  ReductionPlan plan;
  llvm::DenseMap<Operation *, LoopCarry> carries;
  llvm::DenseMap<Operation *, SmallVector<ReductionCondition>> conditions;
};
} // namespace

static bool hasFewIterations(AffineForOp loop, uint64_t few) {
  std::optional<uint64_t> trips = constantTripCount(loop);
  return trips && *trips < few;
}

const LoopCarry &ReductionPlanner::carry(AffineForOp loop) {
  auto known = carries.find(loop);
  if (known == carries.end())
    known =
        carries.try_emplace(loop, carriedBy(scop, loop, options.reassociate))
            .first;
  return known->second;
}

bool ReductionPlanner::isParallel(Operation *loop) {
  if (isa<AffineParallelOp>(loop))
    return true;
  auto forOp = dyn_cast<AffineForOp>(loop);
  return forOp && carry(forOp).kind == LoopCarry::Kind::Nothing;
}

bool ReductionPlanner::holdsParallelLoop(AffineForOp loop) {
  return loop.getBody()
      ->walk([&](Operation *op) {
        auto inner = dyn_cast<AffineForOp>(op);
        if (inner && hasFewIterations(inner, kFewIterations))
          return WalkResult::advance();
        return isParallel(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool haveSameCells(ArrayRef<Accumulator> a, ArrayRef<Accumulator> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           auto &[x, y] = pair;
           return x.memref == y.memref && x.map == y.map &&
                  x.operands == y.operands && x.kind == y.kind;
         });
}

AffineForOp ReductionPlanner::innermostOf(AffineForOp loop) {
  AffineForOp innermost = loop;
  while (true) {
    AffineForOp inner;
    for (Operation &op : innermost.getBody()->without_terminator()) {
      if (isPure(&op))
        continue;
      if (inner || !isa<AffineForOp>(op))
        return innermost;
      inner = cast<AffineForOp>(op);
    }
    if (!inner || hasFewIterations(inner, kFewIterations) ||
        carry(inner).kind != LoopCarry::Kind::Reduction ||
        !haveSameCells(carry(loop).accumulators, carry(inner).accumulators))
      return innermost;
    innermost = inner;
  }
}

bool ReductionPlanner::findConditions(AffineForOp loop, bool otherRows) {
  SmallVector<ReductionCondition> &known = conditions[loop];
  known.clear();
  for (const Accumulator &accumulator : carry(loop).accumulators) {
    std::optional<ReductionCondition> condition =
        conditionOfCell(scop, loop, accumulator, otherRows);
    if (!condition) {
      plan.notes.push_back({loop, "NotSplit",
                            "it may be that no iteration of the reduction "
                            "touches its result, and that this is then not an "
                            "element of the array or another thread's"});
      return false;
    }
    known.push_back(std::move(*condition));
  }
  return true;
}

void ReductionPlanner::add(ReductionSplit::Shape shape, AffineForOp loop,
                           int64_t partials) {
  ReductionSplit split{shape,
                       loop,
                       carry(loop).accumulators,
                       conditions.lookup(loop),
                       innermostOf(loop),
                       1,
                       partials,
                       {partials}};
  if (split.inner != loop && partials > options.innerPartials &&
      partials % options.innerPartials == 0) {
    split.innerPartials = options.innerPartials;
    split.outerPartials = partials / options.innerPartials;
  }
  if (partials > options.blockPartials)
    split.steps.push_back(options.blockPartials);
  while (split.steps.back() > 2 * options.radix &&
         split.steps.back() % options.radix == 0)
    split.steps.push_back(split.steps.back() / options.radix);
  plan.splits.push_back(std::move(split));
}

bool ReductionPlanner::planAlone(AffineForOp loop, bool isInLoop) {
  if (carry(loop).kind != LoopCarry::Kind::Reduction)
    return false;
  bool few = hasFewIterations(loop, kFewIterations);
  if (few || holdsParallelLoop(loop)) {
    plan.notes.push_back(
        {loop, "NotSplit",
         few ? sentence("the reduction has less than {0} "
                        "iterations",
                        named("FewIterations", kFewIterations))
             : Sentence("a loop in the reduction is parallel")});
    return false;
  }
  bool grid = !isInLoop && options.gridPartials > options.blockPartials &&
              !(innermostOf(loop) == loop &&
                hasFewIterations(loop, 8 * options.blockPartials));
  int64_t partials = grid ? options.gridPartials : options.blockPartials;
  if (partials < 2 || !findConditions(loop, /*otherRows=*/false))
    return false;
  add(grid ? ReductionSplit::Shape::Grid : ReductionSplit::Shape::Block, loop,
      partials);
  return true;
}

/// Neighbouring iterations of `loop` access neighbouring elements of some
/// array, neighbouring iterations of `row` do not.
bool ReductionPlanner::isContiguousAlong(AffineForOp loop, Value row) {
  return llvm::any_of(scop.accesses(), [&](const ScopAccess &access) {
    return loop->isAncestor(access.op) &&
           adjacencyAlong(scop, access, loop.getInductionVar(),
                          loop.getStepAsInt()) == Adjacency::Contiguous &&
           adjacencyAlong(scop, access, row, 1) == Adjacency::Scattered;
  });
}

static bool holdsLoop(AffineForOp loop) {
  return loop.getBody()
      ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool ReductionPlanner::collectRowLoops(AffineForOp row,
                                       SmallVectorImpl<AffineForOp> &reductions,
                                       SmallVectorImpl<AffineForOp> &parallel) {
  bool others = false;
  for (Operation &op : row.getBody()->without_terminator()) {
    if (op.getNumRegions() == 0)
      continue;
    auto loop = dyn_cast<AffineForOp>(op);
    bool isLong = loop && !hasFewIterations(loop, kFewIterations);
    if (isLong && carry(loop).kind == LoopCarry::Kind::Reduction &&
        !holdsParallelLoop(loop))
      reductions.push_back(loop);
    else if (isLong && carry(loop).kind == LoopCarry::Kind::Nothing &&
             !holdsLoop(loop))
      parallel.push_back(loop);
    else
      others = true;
  }
  if (others)
    for (AffineForOp loop : reductions)
      plan.notes.push_back(
          {loop, "NotSplit",
           "the parallel loop around the reduction holds something else that "
           "threads cannot share: a condition, or a loop that keeps its order, "
           "has few iterations, or holds parallel loops"});
  return !others && !reductions.empty();
}

bool ReductionPlanner::planRows(AffineForOp row) {
  SmallVector<AffineForOp> reductions, parallel;
  if (!collectRowLoops(row, reductions, parallel))
    return false;
  bool contiguous = llvm::any_of(reductions, [&](AffineForOp loop) {
    return isContiguousAlong(innermostOf(loop), row.getInductionVar());
  });
  bool few = hasFewIterations(row, kFewRows);
  if (!contiguous && !few) {
    for (AffineForOp loop : reductions)
      plan.notes.push_back({loop, "NotSplit",
                            "the loop around the reduction is parallel, and "
                            "nothing that the reduction reads in neighbouring "
                            "elements is far apart there"});
    return false;
  }
  for (AffineForOp loop : reductions)
    if (!findConditions(loop, /*otherRows=*/true))
      return false;
  // A row for a block, if there are few.
  int64_t lanes = few ? std::max(options.rowPartials, options.blockPartials)
                      : options.rowPartials;
  for (AffineForOp loop : reductions)
    add(ReductionSplit::Shape::Rows, loop, lanes);
  for (AffineForOp loop : parallel)
    plan.shares.push_back({loop, lanes});
  return true;
}

/// The loops from `loop` to `innermost`, which is in it, if there is nothing
/// else between them and no bound depends on one of them; or else none.
static SmallVector<AffineForOp> rectangularNest(AffineForOp loop,
                                                AffineForOp innermost) {
  SmallVector<AffineForOp> nest{loop};
  SmallVector<Value> ivs{loop.getInductionVar()};
  while (nest.back() != innermost) {
    auto inner = dyn_cast<AffineForOp>(nest.back().getBody()->front());
    if (!inner || !llvm::hasNItems(*nest.back().getBody(), 2) ||
        llvm::any_of(inner.getControlOperands(), [&](Value operand) {
          return llvm::is_contained(ivs, operand);
        }))
      return {};
    nest.push_back(inner);
    ivs.push_back(inner.getInductionVar());
  }
  return nest;
}

bool ReductionPlanner::planTiles(AffineForOp loop) {
  if (options.tileSize < 2 || carry(loop).kind != LoopCarry::Kind::Reduction)
    return false;
  SmallVector<AffineForOp> nest = rectangularNest(loop, innermostOf(loop));
  // The loops inside have many iterations, or an unknown number, so that what
  // a tile of the outermost loop alone accesses has no bound.
  if (nest.size() < 2 || llvm::any_of(nest, [](AffineForOp inner) {
        return inner.getStepAsInt() > kLargestTiledStep;
      }))
    return false;
  plan.tiles.push_back({nest, carry(loop).accumulators, options.tileSize});
  return true;
}

void ReductionPlanner::visit(Block &block, unsigned parallelAround,
                             bool isInLoop) {
  for (Operation &op : block) {
    // Tiles have their place already.
    if (isa<scratch::TileOp>(op))
      continue;
    auto loop = dyn_cast<AffineForOp>(op);
    bool parallel = op.getNumRegions() != 0 && isParallel(&op);
    if (loop && !parallel && parallelAround == 0 && planAlone(loop, isInLoop))
      continue;
    if (loop && parallel && parallelAround == 0 && options.rowPartials > 1 &&
        planRows(loop))
      continue;
    if (loop && !parallel && parallelAround != 0 && planTiles(loop))
      continue;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        visit(inner, parallelAround + parallel,
              isInLoop || isa<LoopLikeOpInterface>(op));
  }
}

ReductionPlan ReductionPlanner::run() {
  for (Block &block : func.getFunctionBody())
    visit(block, /*parallelAround=*/0, /*isInLoop=*/false);
  return std::move(plan);
}

ReductionPlan polymem::planReductions(FunctionOpInterface func,
                                      const Scop &scop,
                                      const ReductionOptions &options) {
  return ReductionPlanner(func, scop, options).run();
}

bool polymem::mayHoldReductions(FunctionOpInterface func,
                                const ReductionOptions &options) {
  return func
      ->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa<scratch::TileOp>(op))
          return WalkResult::skip();
        auto loop = dyn_cast<AffineForOp>(op);
        return loop && !collectAccumulators(loop, options.reassociate).empty()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}
