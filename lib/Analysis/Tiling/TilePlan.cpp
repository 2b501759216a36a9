//===- TilePlan.cpp - which loops to tile, and how ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Device/DeviceCode.h"
#include "PolyMem/Analysis/Tiling/BandLoops.h"
#include "StatementGroups.h"
#include "ThreadAxes.h"
#include "TileCells.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

bool TileNode::hasTiledLoop() const {
  return llvm::any_of(
             loops,
             [](const BandLoop &l) { return l.isTiled() || l.mapped; }) ||
         llvm::any_of(items, [](const TileItem &item) {
           return item.node && item.node->hasTiledLoop();
         });
}

template <typename Predicate>
static unsigned countLoops(const TileNode &node, Predicate predicate) {
  unsigned count = llvm::count_if(node.loops, predicate);
  for (const TileItem &item : node.items)
    if (item.node)
      count += countLoops(*item.node, predicate);
  return count;
}

unsigned NestPlan::numTiledLoops() const {
  return countLoops(tree, [](const BandLoop &l) { return l.isTiled(); });
}

unsigned TilePlan::numTiledLoops() const {
  unsigned count = 0;
  for (const NestPlan &nest : nests)
    count += nest.numTiledLoops();
  return count;
}

unsigned NestPlan::numParallelLoops() const {
  return countLoops(
      tree, [](const BandLoop &l) { return l.isTiled() && l.parallel; });
}

//===----------------------------------------------------------------------===//
// TilePlanner
//===----------------------------------------------------------------------===//

namespace {
class TilePlanner {
public:
  explicit TilePlanner(llvm::function_ref<TileRequest(Operation *)> requestFor)
      : requestFor(requestFor) {}

  TilePlan run(Operation *nest, const BandDependences &deps);

private:
  /// Plans at `loop` or below; false if nothing there can be tiled. `deps` are
  /// the dependences inside it for fixed values of the loops around, which
  /// stay.
  bool planAt(Operation *loop, const BandDependences &deps, bool isOutermost);
  /// Why the last band was refused.
  struct Refusal {
    StringRef name;
    Sentence text;
  };
  bool planBand(Operation *loop, const BandDependences &deps, bool isOutermost,
                NestPlan &plan, Refusal &refusal);
  bool planNode(Operation *loop, unsigned depth, const BandDependences &deps,
                const TileRequest &request, bool isRoot, TileNode &node,
                Refusal &refusal);
  void planItems(TileNode &node, unsigned depth, const BandDependences &deps,
                 const TileRequest &request);
  Sentence describeCarried(const TileNode &node, const BandDependences &deps);
  void setSizes(TileNode &node, unsigned depth, const BandDependences &deps,
                const TileRequest &request, bool isRoot);
  int64_t linearSize(const TileNode &node, const TileRequest &request) const;
  /// Decides which loop is axis x, where sizes are not given.
  void setAxes(TileNode &node, const BandDependences &deps);
  void collectLoopsBelow(Operation *op, SmallVectorImpl<Operation *> &loops);
  void note(TileNote::Kind kind, Operation *op, StringRef name,
            const Sentence &text) {
    for (const TileNote &known : plan.notes)
      if (known.op == op && known.name == name)
        return;
    plan.notes.push_back({kind, op, name, text});
  }

  /// The outermost loop of the band being planned.
  Operation *bandRoot = nullptr;
  /// Threads along its inner loops with `polymem.lanes`; 1: these are loops
  /// like any other.
  int64_t lanes = 1;
  /// Iterations that tiles of sequential loops of the band have at least, which
  /// has one parallel loop with fewer iterations in a tile than there are
  /// threads: they copy so many.
  int64_t fewestSequential = 1;
  llvm::function_ref<TileRequest(Operation *)> requestFor;
  TilePlan plan;
};
} // namespace

TilePlan TilePlanner::run(Operation *nest, const BandDependences &deps) {
  planAt(nest, deps, /*isOutermost=*/true);
  return std::move(plan);
}

std::optional<TileNote> polymem::exclusionOf(Operation *loop) {
  if (!loop->hasAttr(kNoTileAttr))
    return std::nullopt;
  return TileNote{TileNote::Kind::Info, loop, "Excluded",
                  "not tiled: the loop has attribute " + kNoTileAttr};
}

/// The loops inside `op` that no other loop inside `op` contains.
void TilePlanner::collectLoopsBelow(Operation *op,
                                    SmallVectorImpl<Operation *> &loops) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block) {
        if (isa<AffineForOp, AffineParallelOp>(inner))
          loops.push_back(&inner);
        else
          collectLoopsBelow(&inner, loops);
      }
}

bool TilePlanner::planAt(Operation *loop, const BandDependences &deps,
                         bool isOutermost) {
  if (std::optional<TileNote> exclusion = exclusionOf(loop)) {
    plan.notes.push_back(*exclusion);
    return false;
  }
  NestPlan nestPlan;
  Refusal refusal;
  size_t notesBefore = plan.notes.size();
  if (planBand(loop, deps, isOutermost, nestPlan, refusal)) {
    plan.nests.push_back(std::move(nestPlan));
    return true;
  }
  // What stood in the way of this attempt is part of the reason.
  if (plan.notes.size() > notesBefore) {
    const TileNote &obstacle = plan.notes[notesBefore];
    refusal.text += Sentence("; ") + obstacle.text;
    if (refusal.name == "SequentialLoop" && obstacle.name == "LoopNotTiled")
      refusal.name = "IllegalBand";
  }
  plan.notes.resize(notesBefore);

  SmallVector<Value> ivs;
  if (auto forOp = dyn_cast<AffineForOp>(loop))
    ivs.push_back(forOp.getInductionVar());
  else
    llvm::append_range(ivs, cast<AffineParallelOp>(loop).getIVs());
  SmallVector<Operation *> below;
  collectLoopsBelow(loop, below);
  bool any = false;
  for (Operation *child : below)
    any |= planAt(child, deps.restrictedTo(deps.statementsIn(child), ivs),
                  /*isOutermost=*/false);
  if (any) {
    note(TileNote::Kind::Info, loop, "OuterLoopKept",
         "stays outside the tiles: " + refusal.text);
    return true;
  }
  // One remark for the whole nest, about its outermost loop.
  plan.notes.resize(notesBefore);
  note(TileNote::Kind::Refused, loop, refusal.name, refusal.text);
  return false;
}

void TilePlanner::setAxes(TileNode &node, const BandDependences &deps) {
  for (BandLoop &loop : node.loops)
    loop.isAxisX = loop.isAxisY = false;
  std::optional<AxisChoice> choice = chooseAxes(node, bandRoot, deps);
  if (!choice)
    return;
  if (choice->second) {
    BandLoop &second = node.loops[*choice->second];
    second.isAxisY = true;
    note(
        TileNote::Kind::Info, second.op, "AxisY",
        "the loop is axis y: references to elements far apart along axis x are "
        "to neighbouring ones along it");
  }
  BandLoop &loop = node.loops[choice->loop];
  loop.isAxisX = true;
  if (choice->scattered < choice->scatteredInnermost)
    note(TileNote::Kind::Info, loop.op, "AxisX",
         sentence("the loop is axis x: {0} references are to elements far "
                  "apart along it, {1} along the innermost parallel loop",
                  named("Scattered", choice->scattered),
                  named("ScatteredInnermost", choice->scatteredInnermost)));
}

/// There is another loop in `loop`.
static bool hasLoops(Operation *loop) {
  return loop
      ->walk([&](LoopLikeOpInterface inner) {
        return inner == loop ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The tile size of the only parallel loop of `node`.
int64_t TilePlanner::linearSize(const TileNode &node,
                                const TileRequest &request) const {
  int64_t size = std::max<int64_t>(request.defaults.linear / lanes, 1);
  if (lanes == 1 && node.loops.size() == 1 && !hasLoops(node.loops.front().op))
    return std::max(size, request.blockThreads);
  return size;
}

/// Iterations of sequential loops for which all threads of a block copy, where
/// it has more than the tile has rows.
static int64_t copiedIterations(const TileRequest &request) {
  int64_t rows = std::max<int64_t>(request.defaults.linear, 1);
  return request.blockThreads > rows
             ? llvm::SaturatingMultiply<uint64_t>(kCopiesOfThread,
                                                  request.blockThreads / rows)
             : 1;
}

void TilePlanner::setSizes(TileNode &node, unsigned depth,
                           const BandDependences &deps,
                           const TileRequest &request, bool isRoot) {
  auto entry = [](ArrayRef<TileSize> list, size_t index, TileSize otherwise) {
    return index < list.size() ? list[index] : otherwise;
  };
  unsigned parallelLoops = llvm::count_if(
      node.loops, [](const BandLoop &loop) { return loop.parallel; });
  unsigned parallelInside = 0;
  if (isRoot && request.gpu && request.sizes.empty()) {
    setAxes(node, deps);
    parallelInside = llvm::count_if(node.loops, [](const BandLoop &loop) {
      return loop.isAxisX || loop.isAxisY;
    });
  }
  if (isRoot) {
    lanes = request.gpu && parallelLoops == 1 ? lanesInside(node) : 1;
    fewestSequential =
        parallelLoops == 1 && lanes == 1 ? copiedIterations(request) : 1;
  }
  for (int k = node.loops.size() - 1; k >= 0; --k) {
    BandLoop &loop = node.loops[k];
    loop.threadSize =
        entry(request.threadSizes, depth + k, TileSize::constant(1));
    if (isRoot)
      loop.blockSize = entry(request.blockSizes, depth + k, TileSize());
    std::optional<int64_t> trips = loop.greatestTripCount();
    if (!request.sizes.empty()) {
      loop.size = entry(request.sizes, depth + k, TileSize());
      // A tile that holds all iterations cuts nothing, so nothing can be
      // against it.
      if (!loop.parallel && trips && *trips <= loop.size.value &&
          loop.size.kind == TileSize::Kind::Constant)
        loop.size = TileSize();
      continue;
    }
    int64_t size = std::max(request.defaults.sequential, fewestSequential);
    if (!isRoot && lanes > 1 && lanesOf(loop.op) != 0 && loop.parallel) {
      loop.size = TileSize();
      loop.mapped = true;
      continue;
    }
    // Only the parallel loops of a root become the tiles of blocks.
    if (loop.parallel && isRoot) {
      if (parallelLoops == 1)
        size = linearSize(node, request);
      else if (loop.isAxisX || loop.isAxisY)
        size = request.defaults.parallel[loop.isAxisX ? 0 : 1];
      else if (parallelInside < request.defaults.parallel.size())
        size = request.defaults.parallel[parallelInside];
      else
        size = 1;
      parallelInside += !loop.isAxisX && !loop.isAxisY;
    } else if (!loop.parallel && loop.op->hasAttr(kOriginsAttr)) {
      size = 1;
    } else if (trips && (*trips <= request.windowIterations ||
                         (!loop.parallel && *trips <= size))) {
      size = 0;
    }
    loop.size = TileSize::constant(size);
  }
}

/// Leaves only the first `size` loops in the band of `node`, or less: an
/// affine.parallel is in it as a whole or not at all.
static void truncateBand(TileNode &node, unsigned size) {
  if (size < node.loops.size()) {
    Operation *first = node.loops[size].op;
    while (size > 0 && node.loops[size - 1].op == first)
      --size;
  }
  node.loops.resize(size);
}

bool TilePlanner::planNode(Operation *loop, unsigned depth,
                           const BandDependences &deps,
                           const TileRequest &request, bool isRoot,
                           TileNode &node, Refusal &refusal) {
  // What the user did not ask for is no loss.
  TileNote::Kind partialKind =
      request.sizes.empty() ? TileNote::Kind::Info : TileNote::Kind::Partial;
  node.loops = perfectBand(loop, bandRoot);
  if (node.loops.empty()) {
    refusal = {
        "UnsupportedLoop",
        loop->getNumResults() != 0
            ? "the loop carries values (iter_args)"
            : "a bound of the loop is not affine in the loops around it"};
    return false;
  }
  for (auto [index, inner] : llvm::enumerate(node.loops))
    if (Sentence obstacle = obstacleOf(inner); !obstacle.empty()) {
      refusal = {"UnsupportedLoop", obstacle};
      if (index != 0)
        note(partialKind, inner.op, "LoopNotTiled", "not tiled: " + obstacle);
      truncateBand(node, index);
      break;
    }
  if (node.loops.empty())
    return false;

  StatementList statements = deps.statementsIn(loop);
  if (statements.empty()) {
    refusal = {"NothingToTile", "the loops execute no statement"};
    return false;
  }
  SmallVector<BandDependences::Relations> against;
  for (BandLoop &inner : node.loops) {
    against.push_back(deps.against(statements, inner.iv));
    inner.parallel =
        against.back().empty() && deps.along(statements, inner.iv).empty();
  }
  setSizes(node, depth, deps, request, isRoot);

  // Tiles of one iteration are executed in the order of the loop: only what
  // stays in one of them can run against loops inside.
  SmallVector<Value> steps;
  for (auto [inner, obstacles] : llvm::zip_equal(node.loops, against)) {
    if (!steps.empty() && !inner.blockSize.isTiled() && !obstacles.empty())
      obstacles = deps.against(statements, inner.iv, steps);
    if (inner.size.isConstant(1) && !inner.blockSize.isTiled())
      steps.push_back(inner.iv);
  }

  // Loops up to the first that may not be cut.
  unsigned legal = 0;
  while (legal < node.loops.size() &&
         (!node.loops[legal].isTiled() || against[legal].empty()))
    ++legal;
  if (legal < node.loops.size()) {
    // Nothing runs against the loop that is outermost among those not fixed.
    assert((!isRoot || legal > 0) && "wrong dependences");
    note(partialKind, node.loops[legal].op, "LoopNotTiled",
         sentence("not tiled: loop {0} of the band may not be tiled with the "
                  "loops around it, for a dependence runs against it: {1}",
                  named("BandLoop", depth + legal),
                  deps.describe(against[legal])));
    truncateBand(node, legal);
  }
  if (node.loops.empty())
    return false;
  setSizes(node, depth, deps, request, isRoot);
  planItems(node, depth + node.loops.size(), deps, request);
  return true;
}

/// True iff an operation of `item` uses a result of `op`.
static bool usesResultOf(const TileItem &item, Operation *op) {
  if (item.node)
    return llvm::any_of(item.node->items, [&](const TileItem &inner) {
      return usesResultOf(inner, op);
    });
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return llvm::any_of(
        item.ops, [&](Operation *leafOp) { return leafOp->isAncestor(user); });
  });
}

void TilePlanner::planItems(TileNode &node, unsigned depth,
                            const BandDependences &deps,
                            const TileRequest &request) {
  StatementGroups distribution = groupStatements(node.loops.back().op, deps);
  for (const StatementGroups::Obstacle &obstacle : distribution.obstacles)
    note(TileNote::Kind::Info, obstacle.op, "NotDistributed",
         "the loops around are not distributed over the statements here: " +
             obstacle.reason);

  std::vector<TileItem> items;
  for (ArrayRef<Operation *> group : distribution.groups) {
    TileItem item;
    if (group.size() == 1 && isa<AffineForOp, AffineParallelOp>(group[0])) {
      auto inner = std::make_unique<TileNode>();
      Refusal refusal;
      if (planNode(group[0], depth, deps, request, /*isRoot=*/false, *inner,
                   refusal) &&
          inner->hasTiledLoop())
        item.node = std::move(inner);
    }
    if (!item.node) {
      // Neighbouring leaves need not be separated.
      if (!items.empty() && !items.back().node) {
        items.back().ops.append(group.begin(), group.end());
        continue;
      }
      item.ops.assign(group.begin(), group.end());
    }
    items.push_back(std::move(item));
  }
  node.items = std::move(items);

  // A temporary of one leaf stays in it; others are shared.
  for (Operation *cell : distribution.cells) {
    SmallVector<TileItem *> users;
    for (TileItem &item : node.items)
      if (usesResultOf(item, cell))
        users.push_back(&item);
    if (users.size() == 1 && !users.front()->node)
      users.front()->ops.insert(users.front()->ops.begin(), cell);
    else if (!users.empty())
      node.cells.push_back(cell);
  }
}

/// A dependence that the outermost tiled loop of the band carries.
Sentence TilePlanner::describeCarried(const TileNode &node,
                                      const BandDependences &deps) {
  for (const BandLoop &loop : node.loops)
    if (loop.isTiled()) {
      StatementList statements = deps.statementsIn(bandRoot);
      BandDependences::Relations carried = deps.against(statements, loop.iv);
      carried.append(deps.along(statements, loop.iv));
      return deps.describe(carried);
    }
  return "";
}

/// Bytes that an iteration of the loop loads and the one before it did not,
/// from each array once.
static int64_t bytesAlong(const BandLoop &loop) {
  llvm::SmallPtrSet<Value, 4> arrays;
  int64_t bytes = 0;
  loop.op->walk([&](AffineLoadOp load) {
    AffineMap map = load.getAffineMap();
    SmallVector<Value> operands(load.getMapOperands());
    fullyComposeAffineMapAndOperands(&map, &operands);
    bool moves = false;
    for (auto [position, operand] : llvm::enumerate(operands))
      moves |= operand == loop.iv &&
               (position < map.getNumDims()
                    ? map.isFunctionOfDim(position)
                    : map.isFunctionOfSymbol(position - map.getNumDims()));
    if (moves && arrays.insert(load.getMemRef()).second)
      bytes +=
          std::max<int64_t>(elementBytes(loop.op, load.getMemRefType()), 1);
  });
  // A buffer holds what is between, too.
  int64_t all;
  return llvm::MulOverflow(bytes, loop.step, all)
             ? std::numeric_limits<int64_t>::max()
             : all;
}

/// The iterations of a tile if the band of `tree` is a loop that one thread has
/// to run and that loads enough to be cut for staging, else 0.
static int64_t iterationsOfChain(const TileNode &tree,
                                 const TileRequest &request) {
  if (request.chainIterations == 0 || !request.sizes.empty() ||
      tree.loops.size() != 1 || !isa<AffineForOp>(tree.loops.front().op))
    return 0;
  const BandLoop &loop = tree.loops.front();
  if (loop.parallel || !loop.size.isTiled() || hasLoops(loop.op))
    return 0;
  int64_t bytes = bytesAlong(loop);
  if (bytes == 0)
    return 0;
  int64_t iterations = request.chainIterations;
  while (iterations > 1 && iterations > request.chainBytes / bytes)
    iterations /= 2;
  return iterations > request.windowIterations ? iterations : 0;
}

bool TilePlanner::planBand(Operation *loop, const BandDependences &deps,
                           bool isOutermost, NestPlan &result,
                           Refusal &refusal) {
  TileRequest request = requestFor(loop);
  result.root = bandRoot = loop;
  TileNode &tree = result.tree;
  if (HostOperation host =
          request.gpu ? findHostOperation(loop) : HostOperation()) {
    refusal = {"HostOperation", "it cannot be a launch, " + host.text()};
    return false;
  }
  if (!planNode(loop, 0, deps, request, /*isRoot=*/true, tree, refusal))
    return false;
  // The user's own sizes are theirs.
  if (request.gpu && request.sizes.empty())
    fitCells(tree);
  if (!tree.hasTiledLoop()) {
    refusal = {"NothingToTile",
               "no loop of the band has a tile size, or only one that "
               "holds all of its iterations"};
    return false;
  }
  unsigned mapped = 0, blocks = 0;
  for (BandLoop &band : llvm::reverse(tree.loops)) {
    if (!request.gpu)
      break;
    if (!band.isTiled() || !band.parallel || mapped == kMaxMappedLoops) {
      // The outer level is the tile that is mapped to blocks.
      band.blockSize = TileSize();
      continue;
    }
    band.mapped = true;
    ++mapped;
    blocks += request.blockSizes.empty() || band.blockSize.isTiled();
  }
  if (request.gpu) {
    if (blocks == 0) {
      if (int64_t iterations = iterationsOfChain(tree, request)) {
        tree.loops.front().size = TileSize::constant(iterations);
        result.chainThreads = request.chainThreads;
        return true;
      }
      refusal = {"NoParallelLoop",
                 "no tiled loop of the band is parallel, so none can be mapped "
                 "to GPU blocks: " +
                     describeCarried(tree, deps)};
      for (const BandLoop &band : tree.loops)
        if (band.isTiled() && band.parallel)
          refusal = {"NoBlockLoop",
                     "no parallel loop of the band has a block size"};
      return false;
    }
    return true;
  }
  if (llvm::any_of(tree.loops,
                   [](const BandLoop &band) {
                     return band.isTiled() && band.parallel;
                   }) ||
      result.numTiledLoops() >= 2)
    return true;
  // A single loop that carries dependences: worth cutting only if it is the
  // whole nest, or else loops inside would be left out.
  SmallVector<Operation *> below;
  collectLoopsBelow(tree.loops.back().op, below);
  if (isOutermost && below.empty())
    return true;
  refusal = {"SequentialLoop",
             "the only loop of the band that may be tiled carries a "
             "dependence: " +
                 describeCarried(tree, deps)};
  return false;
}

TilePlan
polymem::planTiles(Operation *root, const BandDependences &dependences,
                   llvm::function_ref<TileRequest(Operation *)> requestFor) {
  return TilePlanner(requestFor).run(root, dependences);
}
