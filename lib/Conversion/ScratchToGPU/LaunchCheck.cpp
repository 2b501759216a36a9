//===- LaunchCheck.cpp - what can be executed as a launch -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "PolyMem/Analysis/Device/DeviceCode.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

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

namespace {
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
      if (!isTokenUser(user))
        return copy->emitOpError("yields a token that is used by other than "
                                 "scratch.wait and tiles that carry it");
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
      if (!mapping || isMappedTo(mapping, Unit::Thread))
        continue;
      if (!isMappedTo(mapping, Unit::Block))
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
    AxisDims axes = assignAxes(tile, Unit::Thread);
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

public:
  LogicalResult checkRoot(TileOp root) {
    if (HostOperation host = findHostOperation(root))
      return host.op->emitOpError("inside a launch is for the host: ")
             << host.reason;
    if (!root.isMappedToThreads())
      return failure(failed(checkMapping(root, /*allowBlocks=*/true)) ||
                     failed(checkUniform(root.getBody().front())));
    // The body belongs to the threads.
    return checkThreads(root, {false, false, false}, /*isRoot=*/true);
  }
};
} // namespace

LogicalResult gpulaunch::checkLaunch(TileOp root) {
  return BodyChecker().checkRoot(root);
}
