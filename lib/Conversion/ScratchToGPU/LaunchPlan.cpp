//===- LaunchPlan.cpp - what becomes of a tile on a GPU -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "PolyMem/Dialect/Scratch/Transforms/MaterializeMapping.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Axes and trip counts
//===----------------------------------------------------------------------===//

static bool isMappedTo(Attribute mapping, Units units) {
  if (!mapping)
    return false;
  return units == Units::Blocks ? isa<gpu::GPUBlockMappingAttr>(mapping)
                                : isa<gpu::GPUThreadMappingAttr>(mapping);
}

AxisDims gpulaunch::assignAxes(TileOp tile, Units units) {
  AxisDims axes;
  SmallVector<std::pair<int64_t, unsigned>> linear;
  for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
    Attribute attr = tile.getMappingOf(dim);
    if (!isMappedTo(attr, units))
      continue;
    auto mapping = cast<DeviceMappingAttrInterface>(attr);
    if (mapping.isLinearMapping())
      linear.push_back({mapping.getRelativeIndex(), dim});
    else
      axes[mapping.getMappingId()].push_back(dim);
  }
  llvm::sort(linear);
  for (auto [index, dim] : linear)
    axes[0].push_back(dim);
  return axes;
}

/// `value` as a bound: a map whose results bound it from above (`upper`) or
/// from below; a value that is no min or max is its own bound.
static std::pair<AffineMap, SmallVector<Value>> asBound(Value value,
                                                        bool upper) {
  MLIRContext *context = value.getContext();
  if (upper)
    if (auto min = value.getDefiningOp<affine::AffineMinOp>())
      return {min.getMap(), llvm::to_vector(min.getOperands())};
  if (!upper)
    if (auto max = value.getDefiningOp<affine::AffineMaxOp>())
      return {max.getMap(), llvm::to_vector(max.getOperands())};
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return {AffineMap::getConstantMap(*constant, context), {}};
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return {apply.getAffineMap(), llvm::to_vector(apply.getMapOperands())};
  return {AffineMap::get(1, 0, getAffineDimExpr(0, context)), {value}};
}

/// The least constant that some pair of results of the two bounds differ by.
static std::optional<int64_t> constantDifference(Value upper, Value lower) {
  auto [upperMap, upperOperands] = asBound(upper, /*upper=*/true);
  auto [lowerMap, lowerOperands] = asBound(lower, /*upper=*/false);
  MLIRContext *context = upper.getContext();
  std::optional<int64_t> best;
  for (AffineExpr u : upperMap.getResults()) {
    for (AffineExpr l : lowerMap.getResults()) {
      // Dimensions of both, then symbols of both.
      unsigned numDims = upperMap.getNumDims() + lowerMap.getNumDims();
      unsigned numSymbols = upperMap.getNumSymbols() + lowerMap.getNumSymbols();
      AffineExpr shifted =
          l.shiftDims(lowerMap.getNumDims(), upperMap.getNumDims())
              .shiftSymbols(lowerMap.getNumSymbols(), upperMap.getNumSymbols());
      AffineMap map = AffineMap::get(numDims, numSymbols, u - shifted, context);
      SmallVector<Value> operands(
          ArrayRef(upperOperands).take_front(upperMap.getNumDims()));
      llvm::append_range(
          operands, ArrayRef(lowerOperands).take_front(lowerMap.getNumDims()));
      llvm::append_range(
          operands, ArrayRef(upperOperands).drop_front(upperMap.getNumDims()));
      llvm::append_range(
          operands, ArrayRef(lowerOperands).drop_front(lowerMap.getNumDims()));
      affine::fullyComposeAffineMapAndOperands(&map, &operands);
      affine::canonicalizeMapAndOperands(&map, &operands);
      if (auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
              map.getResult(0), map.getNumDims(), map.getNumSymbols())))
        best =
            best ? std::min(*best, constant.getValue()) : constant.getValue();
    }
  }
  return best;
}

std::optional<int64_t> gpulaunch::constantTripBound(TileOp tile, unsigned dim) {
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  std::optional<int64_t> extent = constantDifference(
      tile.getUpperBounds()[dim], tile.getLowerBounds()[dim]);
  if (!extent)
    return std::nullopt;
  // Steps are positive: a step that is not known is at least 1.
  return llvm::divideCeilSigned(std::max<int64_t>(*extent, 0),
                                step ? *step : 1);
}

std::optional<int64_t> gpulaunch::constantTripCount(TileOp tile, unsigned dim) {
  std::optional<int64_t> lower =
      getConstantIntValue(tile.getLowerBounds()[dim]);
  std::optional<int64_t> upper =
      getConstantIntValue(tile.getUpperBounds()[dim]);
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
  if (!lower || !upper || !step)
    return std::nullopt;
  return llvm::divideCeilSigned(std::max<int64_t>(*upper - *lower, 0), *step);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

bool gpulaunch::containsDistributedWork(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        if (auto tile = dyn_cast<TileOp>(inner))
          return tile.isMappedToThreads() ? WalkResult::interrupt()
                                          : WalkResult::advance();
        return isa<CopyInOp, CopyOutOp, AllocOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

Role gpulaunch::getRole(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || isa<AllocOp, WaitOp>(op))
    return Role::Nothing;
  if (isa<CopyInOp, CopyOutOp>(op))
    return Role::Copy;
  if (auto tile = dyn_cast<TileOp>(op))
    if (tile.isMappedToThreads())
      return Role::ThreadTile;
  if (containsDistributedWork(op))
    return Role::Structure;
  if (isMemoryEffectFree(op))
    return Role::AllThreads;
  auto effects = getEffectsRecursively(op);
  if (!effects)
    return Role::OneThread;
  return llvm::all_of(*effects,
                      [](const MemoryEffects::EffectInstance &effect) {
                        return isa<MemoryEffects::Read>(effect.getEffect());
                      })
             ? Role::AllThreads
             : Role::OneThread;
}

Value gpulaunch::getUnderlyingMemory(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

//===----------------------------------------------------------------------===//
// Validity of the body
//===----------------------------------------------------------------------===//

/// Checks tiles, structure and results inside a root.
class BodyChecker {
public:
  /// Everything reached by all threads together.
  LogicalResult checkUniform(Block &block) {
    for (Operation &op : block) {
      switch (getRole(&op)) {
      case Role::Nothing:
      case Role::AllThreads:
        break;
      case Role::Copy:
        if (failed(checkToken(&op)))
          return failure();
        break;
      case Role::OneThread:
        if (failed(checkOneThread(&op)))
          return failure();
        break;
      case Role::ThreadTile:
        if (failed(checkThreads(cast<TileOp>(op), {})))
          return failure();
        break;
      case Role::Structure:
        if (failed(checkStructure(&op)))
          return failure();
        break;
      }
    }
    return success();
  }

private:
  LogicalResult checkStructure(Operation *op) {
    if (auto tile = dyn_cast<TileOp>(op)) {
      if (failed(checkMapping(tile, /*allowBlocks=*/false)))
        return failure();
    } else if (!isa<affine::AffineForOp, scf::ForOp, affine::AffineIfOp,
                    scf::IfOp>(op)) {
      return op->emitOpError(
          "around tiles mapped to threads or around copies is not supported "
          "on a GPU: all threads of a block must run through it together");
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(checkUniform(block)))
          return failure();
    return success();
  }

  LogicalResult checkToken(Operation *copy) {
    for (Operation *user : copy->getUsers())
      if (!isa<WaitOp>(user))
        return copy->emitOpError("yields a token that is not used by "
                                 "scratch.wait only; carried tokens are not "
                                 "supported on a GPU");
    return success();
  }

  LogicalResult checkOneThread(Operation *op) {
    for (Value result : op->getResults())
      if (!result.use_empty())
        return op->emitOpError(
            "has side effects outside any tile mapped to threads, so one "
            "thread executes it, but its result is used by others");
    auto effects = getEffectsRecursively(op);
    if (effects && llvm::any_of(*effects, [&](auto &effect) {
          return isa<MemoryEffects::Allocate>(effect.getEffect()) &&
                 effect.getValue() && effect.getValue().getDefiningOp() == op;
        }))
      return op->emitOpError("allocates memory inside a launch; use "
                             "scratch.alloc");
    return checkSequential(op);
  }

  /// The dimensions of `tile` are mapped to threads or to nothing.
  LogicalResult checkMapping(TileOp tile, bool allowBlocks) {
    for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
      Attribute mapping = tile.getMappingOf(dim);
      if (!mapping || isMappedTo(mapping, Units::Threads))
        continue;
      if (!isMappedTo(mapping, Units::Blocks))
        return tile.emitOpError("dimension ")
               << dim << " is mapped to " << mapping
               << "; a GPU launch maps to #gpu.block and #gpu.thread only";
      if (!allowBlocks)
        return tile.emitOpError("mapped to blocks inside a tile that is itself "
                                "one launch; map all block dimensions on the "
                                "outer tile");
    }
    return success();
  }

  /// A tile mapped to threads; `outer` axes are in use around it.
  LogicalResult checkThreads(TileOp tile, std::array<bool, 3> outer,
                             bool isRoot = false) {
    if (failed(checkMapping(tile, /*allowBlocks=*/isRoot)))
      return failure();
    for (unsigned dim = 0; dim < tile.getRank(); ++dim)
      if (!tile.getMappingOf(dim))
        return tile.emitOpError("mixes sequential dimensions with dimensions "
                                "mapped to threads; nest two tiles");
    AxisDims axes = assignAxes(tile, Units::Threads);
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (axes[axis].empty())
        continue;
      if (outer[axis])
        return tile.emitOpError("uses a thread axis that an enclosing tile "
                                "uses");
      outer[axis] = true;
    }
    TileOp nested;
    Operation *statement = nullptr;
    for (Operation &op : tile.getBody().front()) {
      auto inner = dyn_cast<TileOp>(op);
      if (inner && inner.isMappedToThreads())
        nested = inner;
      else if (!isMemoryEffectFree(&op))
        statement = &op;
    }
    if (nested && statement)
      return statement->emitOpError(
          "lies between nested tiles mapped to threads: it would run once per "
          "thread of the inner tile");
    for (Operation &op : tile.getBody().front()) {
      auto inner = dyn_cast<TileOp>(op);
      if (inner && inner.isMappedToThreads()) {
        if (failed(checkThreads(inner, outer)))
          return failure();
      } else if (failed(checkSequential(&op))) {
        return failure();
      }
    }
    return success();
  }

  /// Code that one thread executes by itself.
  LogicalResult checkSequential(Operation *root) {
    WalkResult result = root->walk([&](Operation *op) {
      if (isa<gpu::BarrierOp>(op)) {
        op->emitOpError("inside code that threads execute on their own");
        return WalkResult::interrupt();
      }
      if (auto tile = dyn_cast<TileOp>(op)) {
        if (!tile.isSequential()) {
          tile.emitOpError("is mapped, but lies inside sequential code of one "
                           "thread");
          return WalkResult::interrupt();
        }
      }
      if (isa<CopyInOp, CopyOutOp>(op) && failed(checkToken(op)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Everything affine in a launch is lowered to arith, which upstream cannot
  /// do for a division by a value.
  static LogicalResult checkDivisions(TileOp root) {
    WalkResult result = root->walk([](Operation *op) {
      bool divides = false;
      auto check = [&](AffineExpr expr) {
        expr.walk([&](AffineExpr part) {
          auto binary = dyn_cast<AffineBinaryOpExpr>(part);
          divides |= binary && binary.getKind() != AffineExprKind::Add &&
                     binary.getKind() != AffineExprKind::Mul &&
                     !isa<AffineConstantExpr>(binary.getRHS());
        });
      };
      if (!isa<affine::AffineDialect>(op->getDialect()))
        return WalkResult::advance();
      for (NamedAttribute attr : op->getAttrs()) {
        if (auto map = dyn_cast<AffineMapAttr>(attr.getValue()))
          llvm::for_each(map.getValue().getResults(), check);
        if (auto set = dyn_cast<IntegerSetAttr>(attr.getValue()))
          llvm::for_each(set.getValue().getConstraints(), check);
      }
      if (!divides)
        return WalkResult::advance();
      op->emitOpError("divides by a value that is no constant; not supported "
                      "in a launch");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

public:
  LogicalResult checkRoot(TileOp root) {
    if (failed(checkDivisions(root)))
      return failure();
    if (!root.isMappedToThreads())
      return failure(failed(checkMapping(root, /*allowBlocks=*/true)) ||
                     failed(checkUniform(root.getBody().front())));
    // The body belongs to the threads.
    return checkThreads(root, {false, false, false}, /*isRoot=*/true);
  }
};

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The operations inside `root` that compute `value`, in order. Fails if it
/// depends on a tile origin, a loop or memory.
static LogicalResult collectHostSlice(Value value, Operation *root,
                                      SetVector<Operation *> &slice) {
  Region *region = value.getParentRegion();
  if (!root->isAncestor(region->getParentOp()))
    return success();
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op) || op->getNumRegions() != 0)
    return failure();
  if (slice.contains(op))
    return success();
  for (Value operand : op->getOperands())
    if (failed(collectHostSlice(operand, root, slice)))
      return failure();
  slice.insert(op);
  return success();
}

static bool isInsideThreadCode(Operation *op, Operation *root) {
  for (Operation *parent = op->getParentOp();; parent = parent->getParentOp()) {
    if (auto tile = dyn_cast<TileOp>(parent))
      if (tile.isMappedToThreads())
        return true;
    if (parent == root)
      return false;
  }
}

/// Where `alloc` lives, and its size; a diagnostic if it can live nowhere.
static FailureOr<BufferPlan> planBuffer(AllocOp alloc, TileOp root) {
  BufferPlan plan;
  plan.alloc = alloc;
  MemRefType type = alloc.getType();
  if (Operation *user = findUnsupportedUse(alloc.getBuffer())) {
    InFlightDiagnostic diag =
        alloc.emitOpError("has a use that cannot be redirected to its cells");
    diag.attachNote(user->getLoc()) << "used here";
    return failure();
  }
  auto space =
      dyn_cast_if_present<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space || space.getValue() == gpu::AddressSpace::Global)
    return alloc.emitOpError("in a launch needs memory space "
                             "#gpu.address_space<workgroup> or <private>");
  bool inThread = isInsideThreadCode(alloc, root);
  if (space.getValue() == gpu::AddressSpace::Workgroup && inThread)
    return alloc.emitOpError("in workgroup memory inside a tile mapped to "
                             "threads would be one buffer for all of them");
  if (space.getValue() == gpu::AddressSpace::Private && !inThread)
    return alloc.emitOpError("in private memory outside any tile mapped to "
                             "threads would be one buffer per thread");

  MappingAttr mapping = alloc.getMapping();
  std::optional<SmallVector<int64_t>> extents = mapping.getStaticExtents();
  if (extents) {
    int64_t cells = 1;
    for (int64_t extent : *extents)
      if (llvm::MulOverflow(cells, std::max<int64_t>(extent, 0), cells))
        return alloc.emitOpError("has more cells than can be counted");
    int64_t elementBytes = llvm::divideCeil(
        DataLayout::closest(alloc).getTypeSizeInBits(type.getElementType()), 8);
    int64_t bytes;
    if (llvm::MulOverflow(cells, elementBytes, bytes))
      return alloc.emitOpError("has more bytes than can be counted");
    plan.bytes = bytes;
  }
  if (space.getValue() == gpu::AddressSpace::Private) {
    plan.place = BufferPlan::Place::Private;
    if (!extents)
      return alloc.emitOpError("in private memory needs constant extents");
    return plan;
  }
  if (extents)
    return plan;
  plan.place = BufferPlan::Place::Dynamic;
  SetVector<Operation *> slice;
  for (unsigned index = 0; index < alloc.getSymbols().size(); ++index) {
    bool used =
        llvm::any_of(mapping.getExtents().getResults(), [&](AffineExpr extent) {
          return extent.isFunctionOfSymbol(index);
        });
    if (used &&
        failed(collectHostSlice(alloc.getSymbols()[index], root, slice))) {
      return alloc.emitOpError("has an extent that depends on symbol ")
             << index
             << ", which is not known before the launch; dynamic shared memory "
                "is sized by the host";
    }
  }
  plan.extentSlice = slice.takeVector();
  return plan;
}

static LogicalResult planBuffers(LaunchPlan &plan, const Machine &machine) {
  bool parametric = false;
  LogicalResult status = success();
  plan.root.walk([&](AllocOp alloc) {
    FailureOr<BufferPlan> buffer = planBuffer(alloc, plan.root);
    if (failed(buffer)) {
      status = failure();
      return;
    }
    if (buffer->place == BufferPlan::Place::Dynamic)
      parametric = true;
    else if (buffer->place == BufferPlan::Place::Static)
      plan.workgroupBytes += llvm::alignTo(*buffer->bytes, bufferAlignment);
    plan.buffers.push_back(std::move(*buffer));
  });
  if (failed(status))
    return failure();
  if (plan.workgroupBytes > machine.scratchpadBytes) {
    InFlightDiagnostic diag =
        plan.root.emitOpError("needs ")
        << plan.workgroupBytes << " bytes of workgroup memory, but '"
        << machine.name << "' has " << machine.scratchpadBytes
        << " bytes for a block; use smaller tiles";
    for (const BufferPlan &buffer : plan.buffers)
      if (buffer.place == BufferPlan::Place::Static)
        diag.attachNote(AllocOp(buffer.alloc).getLoc())
            << "a buffer of " << *buffer.bytes << " bytes";
    return failure();
  }
  plan.dynamicMemory =
      parametric || plan.workgroupBytes > machine.staticScratchpadBytes;
  if (plan.dynamicMemory)
    for (BufferPlan &buffer : plan.buffers)
      if (buffer.place == BufferPlan::Place::Static)
        buffer.place = BufferPlan::Place::Dynamic;
  return success();
}

//===----------------------------------------------------------------------===//
// Grid and block
//===----------------------------------------------------------------------===//

static LogicalResult planGrid(LaunchPlan &plan, const Machine &machine,
                              const LaunchOptions &options) {
  plan.gridDims = assignAxes(plan.root, Units::Blocks);
  for (unsigned axis = 0; axis < 3; ++axis) {
    plan.gridLimit[axis] = machine.maxGridDim[axis];
    if (axis < options.maxGrid.size())
      plan.gridLimit[axis] =
          std::min(plan.gridLimit[axis], options.maxGrid[axis]);
    if (plan.gridDims[axis].empty())
      continue;
    std::optional<int64_t> total = 1;
    for (unsigned dim : plan.gridDims[axis]) {
      std::optional<int64_t> count = constantTripCount(plan.root, dim);
      int64_t product;
      if (total && count && !llvm::MulOverflow(*total, *count, product))
        total = product;
      else
        total = std::nullopt;
    }
    plan.strided[axis] = !total || *total > plan.gridLimit[axis];
  }
  return success();
}

/// The largest constant numbers of iterations on each axis over all tiles
/// mapped to threads; an axis used with a number that is not constant is
/// `unknown`, an unused one 0.
static constexpr int64_t unknown = -1;
static std::array<int64_t, 3> threadExtents(TileOp root) {
  std::array<int64_t, 3> extents = {0, 0, 0};
  root.walk([&](TileOp tile) {
    AxisDims axes = assignAxes(tile, Units::Threads);
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (axes[axis].empty() || extents[axis] == unknown)
        continue;
      int64_t product = 1;
      for (unsigned dim : axes[axis]) {
        std::optional<int64_t> count = constantTripBound(tile, dim);
        if (!count || llvm::MulOverflow(product, *count, product)) {
          product = unknown;
          break;
        }
      }
      extents[axis] =
          product == unknown ? unknown : std::max(extents[axis], product);
    }
  });
  return extents;
}

/// Block size from the tiles: the iterations of the thread tiles, cut along
/// the slow axes first to the machine's default number of threads; x keeps at
/// least a warp. An axis of unknown length gets what is left of the default.
static void chooseBlockSize(LaunchPlan &plan, const Machine &machine) {
  std::array<int64_t, 3> extents = threadExtents(plan.root);
  if (extents == std::array<int64_t, 3>{0, 0, 0}) {
    // Only copies are distributed.
    bool copies = containsDistributedWork(plan.root);
    plan.blockSize = {copies ? machine.defaultThreadsPerBlock : 1, 1, 1};
    return;
  }
  int64_t budget =
      std::min(machine.defaultThreadsPerBlock, machine.maxThreadsPerBlock);
  for (unsigned axis = 0; axis < 3; ++axis) {
    int64_t limit = std::min(budget, machine.maxBlockDim[axis]);
    // Leave threads to slower axes that are used: a warp on x is enough.
    bool slower = false;
    for (unsigned other = axis + 1; other < 3; ++other)
      slower |= extents[other] != 0 && extents[other] != 1;
    if (axis == 0 && slower)
      limit = std::min(limit, machine.warpSize);
    int64_t size = extents[axis] == 0 ? 1
                   : extents[axis] == unknown
                       ? limit
                       : std::clamp<int64_t>(extents[axis], 1, limit);
    plan.blockSize[axis] = size;
    budget = std::max<int64_t>(budget / size, 1);
  }
}

static LogicalResult planBlock(LaunchPlan &plan, const Machine &machine,
                               const LaunchOptions &options) {
  if (options.blockSize.empty()) {
    chooseBlockSize(plan, machine);
    return success();
  }
  for (auto [axis, size] : llvm::enumerate(options.blockSize))
    plan.blockSize[axis] = size;
  return success();
}

FailureOr<LaunchPlan> gpulaunch::planLaunch(TileOp root, const Machine &machine,
                                            const LaunchOptions &options) {
  LaunchPlan plan;
  plan.root = root;
  if (failed(BodyChecker().checkRoot(root)) ||
      failed(planGrid(plan, machine, options)) ||
      failed(planBlock(plan, machine, options)) ||
      failed(planBuffers(plan, machine)))
    return failure();
  if (plan.numThreads() > 1)
    planBarriers(plan, options.analyzeThreadLocality);
  return plan;
}
