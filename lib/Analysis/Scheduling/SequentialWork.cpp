//===- SequentialWork.cpp - what tiling left on the host ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/SequentialWork.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Device/DeviceCode.h"
#include "PolyMem/Analysis/Scheduling/WholeLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

namespace {

enum class Kind {
  Neutral,   ///< no memory access; or an allocation that launches may use
  Rest,      ///< sequential code that can run on the device
  Cheap,     ///< a tile that can run in one block
  OneBlock,  ///< a loop or condition with some of both
  Container, ///< a loop or condition around launches
  Launch,    ///< another tile
  Host       ///< stays on the host
};

class SequentialWorkPlanner {
public:
  SequentialWorkPlanner(FunctionOpInterface func,
                        const SequentialWorkOptions &options)
      : func(func), options(options) {}

  SequentialPlan run();

private:
  Kind kindOf(Operation *op);
  Kind computeKind(Operation *op);
  bool isCheap(scratch::TileOp tile);
  Kind kindOfRegions(Operation *op);
  /// Groups in a block of the host, and in the loops there.
  void planBlock(Block &block, bool inLoop);
  /// Groups of loops whose tiles could have their buffers together.
  void planUnstaged(Block &block);
  /// See `SequentialWorkOptions::unstagedBytes`.
  bool canStageWhole(Operation *loop);
  void addGroup(ArrayRef<Operation *> ops);
  /// Segments and tiles of a group, or of a loop in it.
  void planSegments(ArrayRef<Operation *> ops);
  /// Values between segments and from them to launches. False if some value
  /// is needed on the host: what computes it is pinned.
  bool findCrossing();
  bool isOnDevice(OpOperand &use) const;
  bool needsDevice(Operation *op);

  FunctionOpInterface func;
  SequentialWorkOptions options;
  SequentialPlan plan;
  DenseMap<Operation *, Kind> kinds;
  /// Of all cheap tiles so far that may have several blocks, and of the others
  /// that may share a launch with what comes next.
  int64_t bufferBytes = 0, oneBlockBytes = 0;
  /// Operations of groups so far.
  DenseSet<Operation *> deviceOps;
  /// Operations that stay on the host, and why.
  llvm::MapVector<Operation *, std::string> pinned;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Runs on a device as it is, if its regions do.
static bool isStructure(Operation *op) {
  if (auto tile = dyn_cast<scratch::TileOp>(op))
    return tile.isSequential();
  return isa<affine::AffineForOp, affine::AffineIfOp, affine::AffineParallelOp,
             scf::ForOp, scf::IfOp>(op);
}

static bool isLoop(Operation *op) {
  return isStructure(op) && !isa<affine::AffineIfOp, scf::IfOp>(op);
}

/// May hold barriers: all threads run through it together.
static bool mayBeUniform(Operation *op) {
  return isStructure(op) && !isa<affine::AffineParallelOp>(op) &&
         op->getNumResults() == 0;
}

/// Each thread of `tile`, a launch, does a constant amount of work, and the
/// launch has one dimension of blocks at most; or it has one block only. The
/// bytes of its buffers then, if these are `mostBytes` or less.
static std::optional<int64_t> cheapWithBuffers(scratch::TileOp tile,
                                               int64_t mostBytes) {
  bool oneBlock = isOneBlock(tile);
  int64_t bufferBytes = 0;
  unsigned blocks = 0;
  for (unsigned d = 0; d < tile.getRank(); ++d) {
    Attribute mapping = tile.getMappingOf(d);
    if (!isa_and_nonnull<gpu::GPUBlockMappingAttr>(mapping))
      return std::nullopt;
    ++blocks;
  }
  if (blocks > 1 && !oneBlock)
    return std::nullopt;
  WalkResult result = tile.getBody().walk([&](Operation *op) {
    if (auto inner = dyn_cast<scratch::TileOp>(op))
      return inner.isMappedToThreads() || (oneBlock && inner.isSequential())
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      return oneBlock || loop.hasConstantBounds() ? WalkResult::advance()
                                                  : WalkResult::interrupt();
    if (auto alloc = dyn_cast<scratch::AllocOp>(op))
      bufferBytes +=
          constantBytes(alloc).value_or(std::numeric_limits<int32_t>::max());
    if (isa<affine::AffineParallelOp, scf::ForOp, scf::WhileOp>(op) ||
        bufferBytes > mostBytes)
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? std::nullopt : std::optional(bufferBytes);
}

bool SequentialWorkPlanner::isCheap(scratch::TileOp tile) {
  if (options.unstagedBytes > 0)
    return canDissolve(tile).has_value();
  const JoinedBuffers &most = options.buffers;
  bool oneBlock = isOneBlock(tile);
  int64_t &taken = oneBlock ? oneBlockBytes : bufferBytes;
  std::optional<int64_t> bytes =
      cheapWithBuffers(tile, oneBlock ? most.ofOneBlock : most.ofTile);
  if (!bytes || *bytes > (oneBlock ? most.ofOneBlock : most.ofAll) - taken)
    return false;
  taken += *bytes;
  return true;
}

Kind SequentialWorkPlanner::kindOf(Operation *op) {
  if (auto known = kinds.find(op); known != kinds.end())
    return known->second;
  Kind kind = computeKind(op);
  kinds[op] = kind;
  return kind;
}

Kind SequentialWorkPlanner::computeKind(Operation *op) {
  if (auto tile = dyn_cast<scratch::TileOp>(op); tile && !tile.isSequential())
    return isCheap(tile) ? Kind::Cheap : Kind::Launch;
  if (pinned.contains(op))
    return Kind::Host;
  if (op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op))
    return Kind::Neutral;
  if (isStructure(op))
    return kindOfRegions(op);
  if (isa<memref::AllocaOp>(op) && op->getNumOperands() == 0)
    return Kind::Neutral;
  if (isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
          memref::StoreOp>(op))
    return Kind::Rest;
  HostOperation host = findHostOperation(op);
  if (!host && isa<gpu::PrintfOp>(op))
    return Kind::Rest;
  pinned[op] = !host           ? "a launch of one thread cannot hold it"
               : host.op == op ? host.reason.str()
                               : host.text();
  return Kind::Host;
}

Kind SequentialWorkPlanner::kindOfRegions(Operation *op) {
  bool rest = false, cheap = false, several = false, other = false;
  int64_t bytesBefore = oneBlockBytes;
  // Launches in a container are its own.
  auto container = [&] {
    oneBlockBytes = bytesBefore;
    return Kind::Container;
  };
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      switch (kindOf(&inner)) {
      case Kind::Neutral:
        break;
      case Kind::Rest:
        rest = true;
        break;
      case Kind::Cheap:
        cheap = true;
        several |= options.unstagedBytes <= 0 &&
                   !isOneBlock(cast<scratch::TileOp>(&inner));
        break;
      case Kind::OneBlock:
        cheap = rest = true;
        break;
      case Kind::Container:
      case Kind::Launch:
      case Kind::Host:
        other = true;
        break;
      }
  if (other)
    return container();
  if (!cheap)
    return rest ? Kind::Rest : Kind::Neutral;
  // Launches of one block each are no more parallel than one of them is.
  bool gains = rest || (isLoop(op) && !several);
  return gains && options.mergeLoops && mayBeUniform(op) ? Kind::OneBlock
                                                         : container();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

bool SequentialWorkPlanner::needsDevice(Operation *op) {
  if (kindOf(op) != Kind::Neutral)
    return true;
  // Computed from values that are on the device.
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(),
                            [&](Value operand) {
                              return deviceOps.contains(
                                  operand.getDefiningOp());
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void SequentialWorkPlanner::planSegments(ArrayRef<Operation *> ops) {
  Segment segment;
  auto finish = [&] {
    if (!segment.empty())
      plan.segments.push_back(std::exchange(segment, {}));
  };
  for (Operation *op : ops) {
    Kind kind = kindOf(op);
    if (kind == Kind::Cheap) {
      finish();
      plan.tiles.push_back(cast<scratch::TileOp>(op));
    } else if (kind == Kind::OneBlock) {
      finish();
      for (Region &region : op->getRegions())
        for (Block &block : region) {
          SmallVector<Operation *> inside;
          for (Operation &inner : block.without_terminator())
            if (needsDevice(&inner)) {
              inside.push_back(&inner);
              deviceOps.insert(&inner);
            }
          planSegments(inside);
        }
    } else {
      segment.push_back(op);
    }
  }
  finish();
}

void SequentialWorkPlanner::addGroup(ArrayRef<Operation *> ops) {
  // Launches of one block each follow each other as parts of one would.
  unsigned cheap = 0, oneBlock = 0, other = 0;
  for (Operation *op : ops)
    if (kindOf(op) != Kind::Cheap)
      ++other;
    else if (++cheap; isOneBlock(cast<scratch::TileOp>(op)))
      ++oneBlock;
  if (other == 0 && (oneBlock < cheap || cheap < 2))
    return;
  plan.groups.push_back({SmallVector<Operation *>(ops)});
  for (Operation *op : ops)
    if (kindOf(op) == Kind::OneBlock)
      plan.loops.push_back(op);
  planSegments(ops);
}

void SequentialWorkPlanner::planBlock(Block &block, bool inLoop) {
  SmallVector<Operation *> group;
  auto finish = [&] {
    addGroup(group);
    group.clear();
  };
  auto add = [&](Operation &op) {
    group.push_back(&op);
    deviceOps.insert(&op);
  };
  for (Operation &op : block.without_terminator())
    switch (kindOf(&op)) {
    case Kind::Neutral:
      if (needsDevice(&op))
        add(op);
      break;
    case Kind::Rest:
    case Kind::OneBlock:
      add(op);
      break;
    case Kind::Cheap:
      if (options.mergeLoops &&
          (inLoop || isOneBlock(cast<scratch::TileOp>(op))))
        add(op);
      else
        finish();
      break;
    case Kind::Container:
      finish();
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          planBlock(inner, inLoop || isLoop(&op));
      break;
    case Kind::Launch:
    case Kind::Host:
      finish();
      break;
    }
  finish();
}

bool SequentialWorkPlanner::canStageWhole(Operation *loop) {
  WalkResult tiles = loop->walk([&](scratch::TileOp tile) {
    bool plain = tile.isMappedToThreads() || kindOf(tile) == Kind::Cheap;
    return plain ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (tiles.wasInterrupted())
    return false;
  std::optional<int64_t> bytes = boundedBytes(loop);
  bool fits = bytes && *bytes <= options.unstagedBytes;
  if (!fits)
    plan.tooLarge.emplace_back(loop, bytes);
  return fits;
}

void SequentialWorkPlanner::planUnstaged(Block &block) {
  for (Operation &op : block.without_terminator()) {
    Kind kind = kindOf(&op);
    if (kind == Kind::OneBlock && isLoop(&op) && canStageWhole(&op)) {
      deviceOps.insert(&op);
      addGroup(&op);
    } else if (kind == Kind::OneBlock || kind == Kind::Container) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          planUnstaged(inner);
    }
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool SequentialWorkPlanner::isOnDevice(OpOperand &use) const {
  Operation *user = use.getOwner();
  for (const Segment &segment : plan.segments)
    for (Operation *op : segment)
      if (op->isAncestor(user))
        return true;
  for (Operation *op = user->getParentOp(); op; op = op->getParentOp())
    if (auto tile = dyn_cast<scratch::TileOp>(op); tile && !tile.isSequential())
      return true;
  return false;
}

bool SequentialWorkPlanner::findCrossing() {
  bool all = true;
  for (const Segment &segment : plan.segments)
    for (Operation *op : segment)
      for (Value result : op->getResults()) {
        CrossingValue crossing{result, {}};
        bool onDevice = true;
        for (OpOperand &use : result.getUses()) {
          if (llvm::any_of(segment, [&](Operation *other) {
                return other->isAncestor(use.getOwner());
              }))
            continue;
          crossing.uses.push_back(&use);
          onDevice &= isOnDevice(use);
        }
        if (crossing.uses.empty())
          continue;
        // An index loaded again would be no symbol.
        if (onDevice && !result.getType().isIndex() &&
            MemRefType::isValidElementType(result.getType())) {
          plan.crossing.push_back(std::move(crossing));
          continue;
        }
        pinned[op] = onDevice ? "its result cannot go through memory"
                              : "its result is used on the host";
        all = false;
      }
  return all;
}

SequentialPlan SequentialWorkPlanner::run() {
  do {
    plan = SequentialPlan();
    kinds.clear();
    bufferBytes = oneBlockBytes = 0;
    deviceOps.clear();
    for (Block &block : func.getFunctionBody())
      options.unstagedBytes > 0 ? planUnstaged(block)
                                : planBlock(block, /*inLoop=*/false);
  } while (!findCrossing());
  // Cells between threads would have to be staged, too.
  if (options.unstagedBytes > 0 && !plan.crossing.empty())
    plan = SequentialPlan();
  for (auto &[op, reason] : pinned)
    if (!isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
      plan.host.push_back({op, reason});
  return std::move(plan);
}

SequentialPlan
polymem::planSequentialWork(FunctionOpInterface func,
                            const SequentialWorkOptions &options) {
  return SequentialWorkPlanner(func, options).run();
}
