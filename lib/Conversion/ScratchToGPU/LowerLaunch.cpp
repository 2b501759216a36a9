//===- LowerLaunch.cpp - a planned tile to a launch -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldedLaunch.h"
#include "LaunchPlan.h"
#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/ScratchToGPU/Copies/Copies.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// A grid of so many blocks has one for each tile, nearly always.
static constexpr int64_t kAmpleBlocks = 1 << 15;

namespace {

class LaunchLowering {
public:
  LaunchLowering(RewriterBase &rewriter, const LaunchPlan &plan,
                 int64_t &numVectorCopies)
      : rewriter(rewriter), plan(plan), loc(TileOp(plan.root).getLoc()),
        numVectorCopies(numVectorCopies) {}

  /// The launch; null if there is none.
  gpu::LaunchOp run() {
    TileOp root = plan.root;
    rewriter.setInsertionPoint(root);
    if (!emitGrid()) {
      rewriter.eraseOp(root);
      return {};
    }
    emitLaunch();
    rewriter.moveOpBefore(root, launch.getBody().front().getTerminator());
    rewriter.setInsertionPoint(root);
    emitThreadIds();
    for (const PlacedBuffer &buffer : plan.buffers) {
      rewriter.setInsertionPoint(root);
      AllocOp alloc = buffer.alloc;
      PhysicalBuffer physical =
          PhysicalBuffer::get(alloc, cells.lookup(alloc.getOperation()));
      replaceAccesses(rewriter, alloc.getBuffer(), physical);
      buffers.try_emplace(alloc.getBuffer(), std::move(physical));
    }
    // Waits are asked for what they wait for no more: that is planned.
    dropTokens(rewriter, root);
    Block &body = root.getBody().front();
    // Asked before what is inside is lowered: that may use axes.
    AxisDeals deals = plan.distribution.ofThreads(root);
    if (root.isMappedToThreads())
      lowerThreadCode(body);
    else
      lowerUniform(body);
    for (const PlacedBuffer &buffer : plan.buffers) {
      AllocOp alloc = buffer.alloc;
      rewriter.eraseOp(alloc);
    }
    rewriter.setInsertionPoint(root);
    lowerRootLoops(root, deals);
    return launch;
  }

private:
  //===--------------------------------------------------------------------===//
  // Small values
  //===--------------------------------------------------------------------===//

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  template <typename OpTy> Value fold(Value lhs, Value rhs) {
    return rewriter.createOrFold<OpTy>(loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }
  /// lhs + factor * rhs.
  Value madd(Value lhs, Value rhs, Value factor) {
    return fold<arith::AddIOp>(lhs, fold<arith::MulIOp>(rhs, factor));
  }

  /// The number of iterations of dimension `dim`.
  Value emitTripCount(TileOp tile, unsigned dim) {
    if (std::optional<int64_t> count = constantTripCount(tile, dim))
      return constant(*count);
    Value step = tile.getSteps()[dim];
    Value extent = fold<arith::SubIOp>(tile.getUpperBounds()[dim],
                                       tile.getLowerBounds()[dim]);
    extent = fold<arith::MaxSIOp>(extent, constant(0));
    if (getConstantIntValue(step) == 1)
      return extent;
    Value rounded =
        fold<arith::AddIOp>(extent, fold<arith::SubIOp>(step, constant(1)));
    return fold<arith::DivUIOp>(rounded, step);
  }

  //===--------------------------------------------------------------------===//
  // The launch
  //===--------------------------------------------------------------------===//

  /// Numbers of tiles per dimension and axis, before the launch. False if there
  /// is none, known now.
  bool emitGrid() {
    TileOp root = plan.root;
    tileCounts.resize(root.getRank());
    for (unsigned axis = 0; axis < 3; ++axis) {
      Value total = constant(1);
      for (unsigned dim : plan.grid[axis].dims) {
        tileCounts[dim] = emitTripCount(root, dim);
        total = fold<arith::MulIOp>(total, tileCounts[dim]);
      }
      axisTotals[axis] = total;
    }
    if (plan.fold) {
      foldedGrid = emitFoldedGrid(rewriter, loc, *plan.fold, tileCounts);
      axisTotals[plan.fold->rowAxis] = foldedGrid.rows;
      axisTotals[plan.fold->columnAxis] = foldedGrid.columns;
    }
    Value nonEmpty;
    bool empty = false;
    for (unsigned axis = 0; axis < 3; ++axis) {
      Value total = axisTotals[axis];
      gridSizes[axis] = total;
      int64_t limit = plan.distribution.size(Unit::Block, axis);
      if (std::optional<int64_t> known = getConstantIntValue(total)) {
        empty |= *known <= 0;
        gridSizes[axis] = constant(std::min(*known, limit));
        continue;
      }
      gridSizes[axis] = fold<arith::MinSIOp>(total, constant(limit));
      Value some = compare(arith::CmpIPredicate::sgt, total, constant(0));
      nonEmpty = nonEmpty ? fold<arith::AndIOp>(nonEmpty, some) : some;
    }
    if (empty)
      return false;
    // A grid without blocks is an error to the driver.
    if (nonEmpty) {
      auto ifOp = scf::IfOp::create(rewriter, loc, nonEmpty);
      rewriter.setInsertionPointToStart(&ifOp.getThenRegion().front());
    }
    return true;
  }

  void emitLaunch() {
    SmallVector<Type> workgroupTypes, privateTypes;
    SmallVector<Operation *> workgroupAllocs, privateAllocs;
    for (const PlacedBuffer &buffer : plan.buffers) {
      AllocOp alloc = buffer.alloc;
      MemRefType type = cellsType(alloc);
      if (buffer.place == PlacedBuffer::Place::Static) {
        workgroupTypes.push_back(type);
        workgroupAllocs.push_back(alloc);
      } else if (buffer.place == PlacedBuffer::Place::Private) {
        privateTypes.push_back(type);
        privateAllocs.push_back(alloc);
      }
    }
    Value dynamicBytes = plan.dynamicMemory ? emitDynamicSizes() : Value();
    launch = gpu::LaunchOp::create(
        rewriter, loc, gridSizes[0], gridSizes[1], gridSizes[2], threadsOf(0),
        threadsOf(1), threadsOf(2), dynamicBytes, /*asyncTokenType=*/Type(),
        /*asyncDependencies=*/ValueRange(), workgroupTypes, privateTypes);
    if (!plan.moduleName.empty()) {
      MLIRContext *context = rewriter.getContext();
      launch.setModuleAttr(FlatSymbolRefAttr::get(context, plan.moduleName));
      launch.setFunctionAttr(FlatSymbolRefAttr::get(context, plan.kernelName));
    }
    rewriter.setInsertionPointToEnd(&launch.getBody().front());
    gpu::TerminatorOp::create(rewriter, loc);
    for (auto [alloc, cell] :
         llvm::zip_equal(workgroupAllocs, launch.getWorkgroupAttributions()))
      cells[alloc] = cell;
    for (auto [alloc, cell] :
         llvm::zip_equal(privateAllocs, launch.getPrivateAttributions()))
      cells[alloc] = cell;
    rewriter.setInsertionPoint(launch.getBody().front().getTerminator());
    if (plan.dynamicMemory)
      emitDynamicViews();
  }

  static MemRefType cellsType(AllocOp alloc) {
    return getPhysicalType(alloc.getType(), alloc.getType().getMemorySpace());
  }

  /// Offsets and sizes of the buffers in dynamic shared memory, computed by the
  /// host; returns the bytes in all.
  Value emitDynamicSizes() {
    Value offset = constant(0);
    for (const PlacedBuffer &buffer : plan.buffers) {
      if (buffer.place != PlacedBuffer::Place::Dynamic)
        continue;
      AllocOp alloc = buffer.alloc;
      DynamicView &view = dynamicViews[alloc.getOperation()];
      view.offset = offset;
      if (buffer.bytes) {
        offset = fold<arith::AddIOp>(
            offset, constant(llvm::alignTo(*buffer.bytes, bufferAlignment)));
        continue;
      }
      IRMapping host;
      for (Operation *op : buffer.extentSlice)
        rewriter.clone(*op, host);
      SmallVector<Value> symbols;
      for (Value symbol : alloc.getSymbols())
        symbols.push_back(host.lookupOrDefault(symbol));
      Value bytes = constant(getElementBytes(alloc));
      for (OpFoldResult extent : hostExtents(alloc, symbols)) {
        Value size = dyn_cast<Value>(extent);
        if (size) {
          // A tile without elements needs no cells.
          size = fold<arith::MaxSIOp>(size, constant(0));
          view.sizes.push_back(size);
        } else {
          size = constant(cast<IntegerAttr>(cast<Attribute>(extent)).getInt());
        }
        bytes = fold<arith::MulIOp>(bytes, size);
      }
      Value units = fold<arith::DivUIOp>(
          fold<arith::AddIOp>(bytes, constant(bufferAlignment - 1)),
          constant(bufferAlignment));
      offset = madd(offset, units, constant(bufferAlignment));
    }
    // More than an i32 can say is more than any machine has: the driver
    // refuses the clamped size as well.
    Value clamped = fold<arith::MinSIOp>(
        offset, constant(std::numeric_limits<int32_t>::max()));
    return rewriter.createOrFold<arith::IndexCastOp>(loc, rewriter.getI32Type(),
                                                     clamped);
  }

  /// The extents of `alloc` for symbols known to the host. A symbol that the
  /// extents do not use may have no value there.
  SmallVector<OpFoldResult> hostExtents(AllocOp alloc,
                                        ArrayRef<Value> symbols) {
    MappingAttr mapping = alloc.getMapping();
    SmallVector<Value> used(symbols);
    Value placeholder = constant(0);
    for (auto [index, symbol] : llvm::enumerate(used))
      if (llvm::none_of(mapping.getExtents().getResults(),
                        [&, i = index](AffineExpr extent) {
                          return extent.isFunctionOfSymbol(i);
                        }))
        symbol = placeholder;
    return materializeExtents(rewriter, loc, mapping, used);
  }

  void emitDynamicViews() {
    auto space = gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                            gpu::AddressSpace::Workgroup);
    auto bytes = gpu::DynamicSharedMemoryOp::create(
        rewriter, loc,
        MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type(),
                        MemRefLayoutAttrInterface(), space));
    for (const PlacedBuffer &buffer : plan.buffers) {
      AllocOp alloc = buffer.alloc;
      auto it = dynamicViews.find(alloc.getOperation());
      if (it == dynamicViews.end())
        continue;
      cells[alloc] =
          memref::ViewOp::create(rewriter, loc, cellsType(alloc), bytes,
                                 it->second.offset, it->second.sizes);
    }
  }

  /// Thread coordinates, and the number of a thread in its block with x
  /// fastest, so that a warp's threads are neighbours.
  void emitThreadIds() {
    gpu::KernelDim3 ids = launch.getThreadIds();
    threadIds = {ids.x, ids.y, ids.z};
    for (unsigned axis = 0; axis < 3; ++axis)
      if (plan.distribution.size(Unit::Thread, axis) == 1)
        threadIds[axis] = constant(0);
    linearThread = plan.distribution.threadNumber<Value>(
        [&](unsigned axis) { return threadIds[axis]; },
        [&] { return constant(0); },
        [&](Value a, Value b, int64_t n) { return madd(a, b, constant(n)); });
  }

  Value threadsOf(unsigned axis) {
    return constant(plan.distribution.size(Unit::Thread, axis));
  }

  /// The number of the worker that this thread is part of.
  Value emitWorker(const Deal &deal) {
    return deal.worker<Value>(
        [&](const Digit &digit) {
          return digit.axis ? threadIds[*digit.axis] : linearThread;
        },
        [&] { return constant(0); },
        [&](Value a, Value b, int64_t n) { return madd(a, b, constant(n)); });
  }

  /// Replaces the root by its loops over the tiles of a block (one tile each
  /// unless the grid is too small for that).
  void lowerRootLoops(TileOp root, const AxisDeals &deals) {
    gpu::KernelDim3 blockIds = launch.getBlockIds();
    gpu::KernelDim3 gridSize = launch.getGridSize();
    Value ids[3] = {blockIds.x, blockIds.y, blockIds.z};
    Value sizes[3] = {gridSize.x, gridSize.y, gridSize.z}, indices[3];
    SmallVector<Value> origins(root.getRank());
    for (unsigned axis = 3; axis-- > 0;) {
      ArrayRef<unsigned> dims = plan.grid[axis].dims;
      if (dims.empty())
        continue;
      Value index = ids[axis];
      if (plan.strided[axis]) {
        index = emitFor(ids[axis], axisTotals[axis], sizes[axis]);
        if (plan.distribution.size(Unit::Block, axis) >= kAmpleBlocks)
          keepInvariantsInside(
              cast<scf::ForOp>(rewriter.getInsertionBlock()->getParentOp()));
      }
      indices[axis] = index;
      bool isFolded = plan.fold && (axis == plan.fold->rowAxis ||
                                    axis == plan.fold->columnAxis);
      if (!isFolded)
        setOrigins(root, dims, index, tileCounts, origins);
    }
    if (const std::optional<GridFold> &gridFold = plan.fold) {
      auto tile = emitFoldedTile(rewriter, loc, *gridFold, foldedGrid,
                                 indices[gridFold->rowAxis],
                                 indices[gridFold->columnAxis], tileCounts);
      emitIf(tile.exists);
      for (auto [dim, number] : {std::pair(gridFold->row, tile.row),
                                 std::pair(gridFold->column, tile.column)})
        origins[dim] =
            madd(root.getLowerBounds()[dim], number, root.getSteps()[dim]);
    }
    if (root.isMappedToThreads())
      distributeThreads(root, deals, origins);
    lowerRemainingDims(root, origins);
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// A loop at the insertion point, which moves into it.
  Value emitFor(Value lower, Value upper, Value step) {
    auto loop = scf::ForOp::create(rewriter, loc, lower, upper, step);
    rewriter.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  void emitIf(Value condition) {
    auto ifOp = scf::IfOp::create(rewriter, loc, condition);
    rewriter.setInsertionPointToStart(&ifOp.getThenRegion().front());
  }

  /// Origins of the dimensions `dims` (fastest first) of iteration `index` of
  /// their linearised space; `counts` by dimension.
  void setOrigins(TileOp tile, ArrayRef<unsigned> dims, Value index,
                  ArrayRef<Value> counts, MutableArrayRef<Value> origins) {
    delinearize(
        dims, index,
        [&](Value number, unsigned dim) {
          Value own = fold<arith::RemUIOp>(number, counts[dim]);
          return std::pair(own, fold<arith::DivUIOp>(number, counts[dim]));
        },
        [&](unsigned dim, Value own) {
          origins[dim] =
              madd(tile.getLowerBounds()[dim], own, tile.getSteps()[dim]);
        });
  }

  /// Loops over the dimensions that have no origin yet, then the body of `tile`
  /// inline; erases `tile`.
  void lowerRemainingDims(TileOp tile, MutableArrayRef<Value> origins) {
    for (auto [dim, origin] : llvm::enumerate(origins))
      if (!origin)
        origin = emitFor(tile.getLowerBounds()[dim], tile.getUpperBounds()[dim],
                         tile.getSteps()[dim]);
    inlineTile(rewriter, tile, origins);
  }

  //===--------------------------------------------------------------------===//
  // Code that all threads reach together
  //===--------------------------------------------------------------------===//

  void lowerUniform(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      loc = op.getLoc();
      Role role = getRole(&op);
      if (plan.barriersBefore.contains(&op)) {
        rewriter.setInsertionPoint(&op);
        gpu::BarrierOp::create(rewriter, loc);
      }
      rewriter.setInsertionPoint(&op);
      switch (role) {
      case Role::AllThreads:
        lowerSequentialTiles(&op);
        break;
      case Role::Nothing:
        if (auto wait = dyn_cast<WaitOp>(op))
          lowerWait(wait);
        break;
      case Role::Copy:
        lowerCopy(&op, {linearThread, plan.distribution});
        break;
      case Role::OneThread:
        lowerOneThread(&op);
        break;
      case Role::ThreadTile: {
        lowerThreadTile(cast<TileOp>(op));
        break;
      }
      case Role::Structure: {
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            lowerUniform(inner);
        loc = op.getLoc();
        rewriter.setInsertionPoint(&op);
        if (auto tile = dyn_cast<TileOp>(op))
          lowerSequentialTile(tile);
        break;
      }
      }
    }
  }

  void lowerOneThread(Operation *op) {
    if (plan.distribution.numThreads() > 1) {
      Value isFirst =
          compare(arith::CmpIPredicate::eq, linearThread, constant(0));
      emitIf(isFirst);
      rewriter.moveOpBefore(op, rewriter.getInsertionBlock(),
                            rewriter.getInsertionPoint());
    }
    lowerSequentialTiles(op);
  }

  //===--------------------------------------------------------------------===//
  // Code of one thread
  //===--------------------------------------------------------------------===//

  /// Lowers what is inside a tile mapped to threads.
  void lowerThreadCode(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto tile = dyn_cast<TileOp>(op);
      if (!tile || !tile.isMappedToThreads()) {
        lowerSequentialTiles(&op);
        continue;
      }
      lowerThreadTile(tile);
    }
  }

  /// Lowers tiles and copies in (or at) `root` for the thread that runs it.
  void lowerSequentialTiles(Operation *root) {
    SmallVector<Operation *> work;
    root->walk([&](Operation *op) {
      if (isa<TileOp, CopyInOp, CopyOutOp, WaitOp>(op))
        work.push_back(op);
    });
    for (Operation *op : work) {
      loc = op->getLoc();
      rewriter.setInsertionPoint(op);
      if (auto tile = dyn_cast<TileOp>(op))
        lowerSequentialTile(tile);
      else if (auto wait = dyn_cast<WaitOp>(op))
        lowerWait(wait);
      else
        lowerCopy(op, CopyTeam());
    }
  }

  /// Lowers a tile mapped to threads, its body first.
  void lowerThreadTile(TileOp tile) {
    AxisDeals deals = plan.distribution.ofThreads(tile);
    lowerThreadCode(tile.getBody().front());
    loc = tile.getLoc();
    rewriter.setInsertionPoint(tile);
    SmallVector<Value> origins(tile.getRank());
    distributeThreads(tile, deals, origins);
    lowerRemainingDims(tile, origins);
  }

  /// Sets the origins of the dimensions of `tile` mapped to threads.
  void distributeThreads(TileOp tile, const AxisDeals &deals,
                         MutableArrayRef<Value> origins) {
    for (const AxisDeal &axis : llvm::reverse(deals))
      if (!axis.dims.empty())
        distribute(tile, axis, origins);
  }

  /// The iterations of this thread along an axis.
  void distribute(TileOp tile, const AxisDeal &axis,
                  MutableArrayRef<Value> origins) {
    const Deal &deal = axis.deal;
    Value id = emitWorker(deal);
    if (axis.dims.size() > 1) {
      SmallVector<Value> counts(tile.getRank());
      Value total = constant(1);
      for (unsigned dim : axis.dims) {
        counts[dim] = emitTripCount(tile, dim);
        total = fold<arith::MulIOp>(total, counts[dim]);
      }
      setOrigins(tile, axis.dims, emitFor(id, total, constant(deal.workers())),
                 counts, origins);
      return;
    }
    unsigned dim = axis.dims.front();
    Value upper = tile.getUpperBounds()[dim], step = tile.getSteps()[dim];
    Value first = madd(tile.getLowerBounds()[dim], id, step);
    Value stride = fold<arith::MulIOp>(step, constant(deal.workers()));
    std::optional<int64_t> bound = constantTripBound(tile, dim);
    std::optional<int64_t> exact = constantTripCount(tile, dim);
    if (!bound) {
      origins[dim] = emitFor(first, upper, stride);
      return;
    }
    // At most this many iterations for a thread: a constant, for the back end
    // to unroll.
    int64_t rounds = deal.rounds(*bound);
    Value origin = first;
    if (rounds != 1)
      origin = madd(first, emitFor(constant(0), constant(rounds), constant(1)),
                    stride);
    if (!exact || !deal.isEven(*exact))
      emitIf(compare(arith::CmpIPredicate::slt, origin, upper));
    origins[dim] = origin;
  }

  void lowerSequentialTile(TileOp tile) {
    SmallVector<Value> origins(tile.getRank());
    lowerRemainingDims(tile, origins);
  }

  void lowerCopy(Operation *op, const CopyTeam &team) {
    auto copy = cast<PolyhedralCopyOpInterface>(op);
    bool isAsync = plan.asyncCopies.contains(op);
    Value from = copy.getPolyhedralSource(), to = copy.getPolyhedralTarget();
    numVectorCopies += emitCopy(rewriter, copy, {sideOf(from), sideOf(to)},
                                team, vectorsOf(op), isAsync);
    if (isAsync)
      NVVM::CpAsyncCommitGroupOp::create(rewriter, loc);
    rewriter.eraseOp(op);
  }

  /// Other copies are done where they stand, before anything waits for them.
  void lowerWait(WaitOp wait) {
    if (auto left = plan.groupsLeft.find(wait); left != plan.groupsLeft.end())
      NVVM::CpAsyncWaitGroupOp::create(rewriter, loc, left->second);
    rewriter.eraseOp(wait);
  }

  CopyVectors vectorsOf(Operation *copy) const {
    if (plan.vectors == VectorCopies::Never)
      return CopyVectors::Never;
    return plan.ownElements.contains(copy) ? CopyVectors::OwnElements
                                           : CopyVectors::Auto;
  }

  CopySide sideOf(Value memref) {
    auto it = buffers.find(memref);
    if (it == buffers.end())
      return {memref, std::nullopt};
    return {it->second.cells, it->second};
  }

  RewriterBase &rewriter;
  const LaunchPlan &plan;
  Location loc;
  int64_t &numVectorCopies;
  gpu::LaunchOp launch;
  SmallVector<Value> tileCounts;
  FoldedGrid<Value> foldedGrid;
  std::array<Value, 3> axisTotals, gridSizes, threadIds;
  Value linearThread;
  struct DynamicView {
    Value offset;
    SmallVector<Value> sizes;
  };
  DenseMap<Operation *, DynamicView> dynamicViews;
  DenseMap<Operation *, Value> cells;
  DenseMap<Value, PhysicalBuffer> buffers;
};

} // namespace

gpu::LaunchOp gpulaunch::lowerLaunch(RewriterBase &rewriter,
                                     const LaunchPlan &plan,
                                     int64_t &numVectorCopies) {
  return LaunchLowering(rewriter, plan, numVectorCopies).run();
}
