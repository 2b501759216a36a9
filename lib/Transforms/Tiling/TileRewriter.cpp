//===- TileRewriter.cpp - apply a tile plan to a nest ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the tiles of a plan from the outside to the inside, and below them,
// for each leaf, the loops over the points of the tile with a copy of the
// leaf's operations. The original nest is read until the end, then erased.
//
//===----------------------------------------------------------------------===//

#include "TileRewriter.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Transforms/Tiling/TileBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

namespace {
using LoopList = SmallVector<const BandLoop *>;

class NestRewriter {
public:
  NestRewriter(const NestPlan &plan, FunctionOpInterface function, bool gpu)
      : plan(plan), gpu(gpu), bounds(function), builder(plan.root) {}

  SmallVector<scratch::TileOp> run();

private:
  enum class Level { Block, Scratchpad, Thread };
  void registerLoops(const TileNode &node);
  void emitRoot();
  void emitItems(const TileNode &node, const LoopList &path);
  void emitLeaf(const TileItem &leaf, const LoopList &path);
  /// Creates a tile over `loops` and goes inside; nothing if there are none.
  void emitTile(const LoopList &loops, Level level, bool mapped);
  /// Creates a tile of one iteration and goes inside.
  scratch::TileOp emitUnitTile(Location loc, Attribute mapping);
  ArrayAttr mappingFor(const LoopList &loops, Level level);
  ArrayAttr coreMapping(const LoopList &loops);
  Operation *cloneInto(Operation *op, IRMapping &mapping);
  /// One dimension of the buffer of a temporary: the first value of the loop in
  /// a tile, how many values it has from there, and how many iterations; the
  /// greatest of some expressions.
  struct CellDim {
    Value base;
    BoundExprs span, count;
  };
  CellDim cellDim(const BandLoop &loop, Location loc);
  void emitCells(const TileNode &node, const LoopList &path);
  void expandAccesses(Operation *root, const IRMapping &mapping);
  void materializeOperands(Operation *op, Operation *user, IRMapping &mapping);

  /// An expanded temporary: `buffer[iv_1 - base_1, ..., subscripts]`.
  struct ExpandedCell {
    LoopList loops;
    SmallVector<Value> bases;
  };

  const NestPlan &plan;
  bool gpu;
  /// Buffers by the original temporary; what is known of each buffer.
  llvm::DenseMap<Value, Value> bufferOf;
  llvm::DenseMap<Value, ExpandedCell> expanded;
  TileBounds bounds;
  OpBuilder builder;
  SmallVector<scratch::TileOp> tiles;
};
} // namespace

void NestRewriter::registerLoops(const TileNode &node) {
  for (const BandLoop &loop : node.loops)
    bounds.addLoop(loop);
  for (const TileItem &item : node.items)
    if (item.node)
      registerLoops(*item.node);
}

SmallVector<scratch::TileOp> NestRewriter::run() {
  registerLoops(plan.tree);
  emitRoot();
  plan.root->erase();
  bounds.eraseUnusedValues();
  return std::move(tiles);
}

/// Loops with several groups are dimensions of cores, from the outside in.
ArrayAttr NestRewriter::coreMapping(const LoopList &loops) {
  SmallVector<Attribute> attrs;
  int64_t dims = 0;
  for (const BandLoop *loop : loops)
    attrs.push_back(loop->groups > 1 ? Attribute(prem::CoreAttr::get(
                                           builder.getContext(), dims++))
                                     : builder.getUnitAttr());
  return dims == 0 ? ArrayAttr() : builder.getArrayAttr(attrs);
}

/// The loop that is axis x is x, or else the innermost one; the next is that
/// which is axis y; then, from the innermost outwards, come the others.
ArrayAttr NestRewriter::mappingFor(const LoopList &loops, Level level) {
  if (plan.segments)
    return coreMapping(loops);
  unsigned rank = loops.size();
  SmallVector<unsigned> order;
  for (unsigned k = rank; k-- > 0;)
    order.push_back(k);
  auto place = [&](unsigned k) {
    return loops[k]->isAxisX ? 0 : loops[k]->isAxisY ? 1 : 2;
  };
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(place(a), rank - a) < std::pair(place(b), rank - b);
  });
  SmallVector<Attribute> attrs(rank);
  for (auto [axis, dim] : llvm::enumerate(order)) {
    // The enumeration has x, y, z, linear_dim_0, ... in this order.
    auto id = static_cast<gpu::MappingId>(axis);
    Attribute attr =
        level == Level::Block
            ? Attribute(gpu::GPUBlockMappingAttr::get(builder.getContext(), id))
            : Attribute(
                  gpu::GPUThreadMappingAttr::get(builder.getContext(), id));
    attrs[dim] = attr;
  }
  return builder.getArrayAttr(attrs);
}

void NestRewriter::emitTile(const LoopList &loops, Level level, bool mapped) {
  if (loops.empty())
    return;
  Location loc = loops.front()->op->getLoc();
  auto sizeAt = [&](const BandLoop &loop) {
    return level == Level::Block    ? loop.blockSize
           : level == Level::Thread ? loop.threadSize
                                    : loop.size;
  };
  SmallVector<Value> lower, upper, steps;
  for (const BandLoop *loop : loops) {
    const LoopState &state = bounds.state(*loop);
    lower.push_back(
        state.origin ? state.origin
                     : bounds.emitMax(builder, loc, bounds.lowerHull(*loop)));
    upper.push_back(
        state.origin ? state.end
                     : bounds.emitMin(builder, loc, bounds.upperHull(*loop)));
    steps.push_back(bounds.emitMin(builder, loc,
                                   {bounds.spanOf(sizeAt(*loop), loop->step)}));
  }
  ArrayAttr mapping;
  if (mapped)
    mapping = mappingFor(loops,
                         level == Level::Thread ? Level::Thread : Level::Block);
  auto tile =
      scratch::TileOp::create(builder, loc, lower, upper, steps, mapping);
  tiles.push_back(tile);
  if (Attribute threads = loops.front()->op->getAttr(kBlockThreadsAttr);
      threads && mapped && level != Level::Thread)
    tile->setAttr(kBlockThreadsAttr, threads);
  builder.setInsertionPoint(tile.getBody().front().getTerminator());

  if (level == Level::Thread) {
    for (auto [loop, origin] : llvm::zip_equal(loops, tile.getOrigins()))
      bounds.state(*loop).thread = origin;
    return;
  }
  // Ends are relative to the hulls outside this tile.
  SmallVector<BoundExprs> ends;
  for (const BandLoop *loop : loops)
    ends.push_back(bounds.upperHull(*loop));
  for (auto [loop, origin, end] :
       llvm::zip_equal(loops, tile.getOrigins(), ends)) {
    LoopState &state = bounds.state(*loop);
    TileSize size = sizeAt(*loop);
    // A tile that divides the one around it ends no later.
    bool divides = state.innermostSize.kind == TileSize::Kind::Constant &&
                   size.kind == TileSize::Kind::Constant &&
                   state.innermostSize.value % size.value == 0;
    if (divides)
      state.limits.clear();
    state.limits.push_back(bounds.exprFor(origin) +
                           bounds.spanOf(size, loop->step));
    state.innermostSize = size;
    state.origin = origin;
    llvm::append_range(end, state.limits);
    state.end = bounds.emitMin(builder, loc, end);
  }
}

scratch::TileOp NestRewriter::emitUnitTile(Location loc, Attribute mapping) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto tile = scratch::TileOp::create(builder, loc, {zero}, {one}, {one},
                                      builder.getArrayAttr(mapping));
  tiles.push_back(tile);
  builder.setInsertionPoint(tile.getBody().front().getTerminator());
  return tile;
}

void NestRewriter::emitRoot() {
  MLIRContext *context = builder.getContext();
  if (plan.chainThreads != 0) {
    Attribute block =
        gpu::GPUBlockMappingAttr::get(context, gpu::MappingId::DimX);
    emitUnitTile(plan.root->getLoc(), block)
        ->setAttr(kBlockThreadsAttr,
                  builder.getDenseI64ArrayAttr({plan.chainThreads, 1, 1}));
  }
  LoopList path, blockLoops, parallelLoops, sequentialLoops;
  bool blockLevel = llvm::any_of(plan.tree.loops, [](const BandLoop &loop) {
    return loop.blockSize.isTiled();
  });
  for (const BandLoop &loop : plan.tree.loops) {
    path.push_back(&loop);
    if (loop.blockSize.isTiled())
      blockLoops.push_back(&loop);
    if (!loop.size.isTiled() || loop.size == loop.blockSize)
      continue;
    bool outer = plan.segments || (gpu ? loop.mapped : loop.parallel);
    (outer ? parallelLoops : sequentialLoops).push_back(&loop);
  }
  emitTile(blockLoops, Level::Block, /*mapped=*/gpu);
  emitTile(parallelLoops, Level::Scratchpad,
           /*mapped=*/plan.segments || (gpu && !blockLevel));
  emitTile(sequentialLoops, Level::Scratchpad, /*mapped=*/false);
  emitItems(plan.tree, path);
}

NestRewriter::CellDim NestRewriter::cellDim(const BandLoop &loop,
                                            Location loc) {
  MLIRContext *context = builder.getContext();
  const LoopState &state = bounds.state(loop);
  if (state.origin)
    return {state.origin,
            {bounds.spanOf(state.innermostSize, loop.step)},
            {bounds.spanOf(state.innermostSize, 1)}};
  BoundExprs bases = bounds.lowerHull(loop);
  Value base = bounds.emitMax(builder, loc, bases);
  // A maximum that changes from tile to tile may not be in a subscript. One of
  // its terms is not above it either: cells in front stay unused.
  bool oneTerm = bases.size() > 1 && !isValidDim(base);
  if (oneTerm)
    base = bounds.emitMax(builder, loc, {bases.front()});
  if (auto trips = loop.constantTripCount(); trips && *trips > 0)
    return {base,
            {getAffineConstantExpr(*trips * loop.step, context)},
            {getAffineConstantExpr(*trips, context)}};
  // The same for all tiles of a launch: the host makes the memory.
  auto within = gpu ? TileBounds::Within::Nest : TileBounds::Within::Tiles;
  BoundExprs lowers = bounds.lowerHull(loop, within);
  if (oneTerm)
    lowers.resize(1);
  Value lower = bounds.emitMax(builder, loc, lowers);
  Value upper = bounds.emitMin(builder, loc, bounds.upperHull(loop, within));
  AffineExpr length = bounds.exprFor(upper) - bounds.exprFor(lower);
  // At least one element: a size must not be negative.
  AffineExpr one = getAffineConstantExpr(1, context);
  return {base, {length, one}, {length.ceilDiv(loop.step), one}};
}

/// Gives each temporary of `node` one element per point of the tile.
void NestRewriter::emitCells(const TileNode &node, const LoopList &path) {
  MLIRContext *context = builder.getContext();
  for (Operation *op : node.cells) {
    auto alloca = cast<memref::AllocaOp>(op);
    Location loc = alloca.getLoc();
    ExpandedCell cell{path, {}};
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    BufferLayout layout;
    for (auto [d, loop] : llvm::enumerate(path)) {
      layout.cells.push_back(getAffineDimExpr(d, context).floorDiv(loop->step));
      CellDim dim = cellDim(*loop, loc);
      cell.bases.push_back(dim.base);
      if (auto constant = dyn_cast<AffineConstantExpr>(dim.span.front())) {
        shape.push_back(constant.getValue());
        layout.extents.push_back(dim.count.front());
        continue;
      }
      shape.push_back(ShapedType::kDynamic);
      sizes.push_back(bounds.emitMax(builder, loc, dim.span));
      layout.extents.push_back(
          getAffineSymbolExpr(layout.symbols.size(), context));
      layout.symbols.push_back(bounds.emitMax(builder, loc, dim.count));
    }
    for (int64_t size : alloca.getType().getShape()) {
      layout.cells.push_back(getAffineDimExpr(shape.size(), context));
      shape.push_back(size);
      layout.extents.push_back(getAffineConstantExpr(size, context));
    }
    Value buffer =
        BufferBuilder(gpu ? workgroupSpace(context) : Attribute())
            .create(builder, loc,
                    MemRefType::get(shape, alloca.getType().getElementType()),
                    sizes, layout);
    bufferOf[alloca] = buffer;
    expanded[buffer] = std::move(cell);
  }
}

/// Adds the point of the tile to the subscripts of expanded temporaries.
void NestRewriter::expandAccesses(Operation *root, const IRMapping &mapping) {
  SmallVector<Operation *> accesses;
  root->walk([&](Operation *op) {
    if (isa<AffineLoadOp, AffineStoreOp>(op))
      accesses.push_back(op);
  });
  for (Operation *op : accesses) {
    auto load = dyn_cast<AffineLoadOp>(op);
    auto store = dyn_cast<AffineStoreOp>(op);
    Value buffer = load ? load.getMemRef() : store.getMemRef();
    auto entry = expanded.find(buffer);
    if (entry == expanded.end())
      continue;
    const ExpandedCell &cell = entry->second;
    unsigned numLoops = cell.loops.size();
    AffineMap inner = load ? load.getAffineMap() : store.getAffineMap();
    SmallVector<Value> operands;
    SmallVector<AffineExpr> results;
    for (auto [d, loop] : llvm::enumerate(cell.loops)) {
      operands.push_back(mapping.lookup(loop->iv));
      results.push_back(builder.getAffineDimExpr(d) -
                        builder.getAffineDimExpr(numLoops + d));
    }
    operands.append(cell.bases);
    llvm::append_range(operands,
                       load ? load.getMapOperands() : store.getMapOperands());
    for (AffineExpr expr : inner.shiftDims(2 * numLoops).getResults())
      results.push_back(expr);
    AffineMap map =
        AffineMap::get(2 * numLoops + inner.getNumDims(), inner.getNumSymbols(),
                       results, builder.getContext());
    canonicalizeMapAndOperands(&map, &operands);
    OpBuilder accessBuilder(op);
    if (load) {
      auto replacement = AffineLoadOp::create(accessBuilder, op->getLoc(),
                                              buffer, map, operands);
      load.getResult().replaceAllUsesWith(replacement.getResult());
    } else {
      AffineStoreOp::create(accessBuilder, op->getLoc(),
                            store.getValueToStore(), buffer, map, operands);
    }
    op->erase();
  }
}

void NestRewriter::emitItems(const TileNode &node, const LoopList &path) {
  emitCells(node, path);
  for (const TileItem &item : node.items) {
    OpBuilder::InsertionGuard guard(builder);
    if (!item.node) {
      emitLeaf(item, path);
      continue;
    }
    LoopList inner = path, tiled;
    for (const BandLoop &loop : item.node->loops) {
      inner.push_back(&loop);
      if (loop.isTiled())
        tiled.push_back(&loop);
    }
    emitTile(tiled, Level::Scratchpad, /*mapped=*/false);
    emitItems(*item.node, inner);
  }
}

void NestRewriter::emitLeaf(const TileItem &leaf, const LoopList &path) {
  LoopList threads;
  for (const BandLoop *loop : path)
    if (loop->mapped)
      threads.push_back(loop);
  emitTile(threads, Level::Thread, /*mapped=*/true);
  if (plan.chainThreads != 0)
    emitUnitTile(plan.root->getLoc(),
                 gpu::GPUThreadMappingAttr::get(builder.getContext(),
                                                gpu::MappingId::DimX));

  IRMapping mapping;
  for (const BandLoop *loop : path) {
    LoopState &state = bounds.state(*loop);
    if (state.thread && loop->isRectangular() &&
        loop->threadSize.isConstant(1)) {
      mapping.map(loop->iv, state.thread);
      continue;
    }
    auto [lowerMap, lowerOperands] =
        bounds.boundMap(bounds.pointLower(*loop), mapping);
    auto [upperMap, upperOperands] =
        bounds.boundMap(bounds.pointUpper(*loop), mapping);
    auto point =
        AffineForOp::create(builder, loop->op->getLoc(), lowerOperands,
                            lowerMap, upperOperands, upperMap, loop->step);
    mapping.map(loop->iv, point.getInductionVar());
    builder.setInsertionPointToStart(point.getBody());
  }
  for (auto [temporary, buffer] : bufferOf)
    mapping.map(temporary, buffer);
  SmallVector<Operation *> clones;
  for (Operation *op : leaf.ops)
    clones.push_back(cloneInto(op, mapping));
  if (!expanded.empty())
    for (Operation *op : clones)
      expandAccesses(op, mapping);
  for (const BandLoop *loop : threads)
    bounds.state(*loop).thread = Value();
}

/// Computes again what `op` (or something inside it) uses of rematerialisable
/// operations of the nest outside `user`.
void NestRewriter::materializeOperands(Operation *op, Operation *user,
                                       IRMapping &mapping) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (!def || mapping.contains(operand) || user->isAncestor(def) ||
          !plan.root->isProperAncestor(def))
        continue;
      assert(isRematerializable(def) && "leaf uses a value of another leaf");
      materializeOperands(def, def, mapping);
      builder.clone(*def, mapping);
    }
  });
}

Operation *NestRewriter::cloneInto(Operation *op, IRMapping &mapping) {
  materializeOperands(op, op, mapping);
  return builder.clone(*op, mapping);
}

SmallVector<scratch::TileOp>
polymem::applyNestPlan(const NestPlan &plan, FunctionOpInterface function,
                       bool gpu) {
  return NestRewriter(plan, function, gpu).run();
}
