//===- AroundBlock.cpp - what tiles mean to the buffers in them -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AroundBlock.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Device/ConstantMemory.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

AroundBlock::AroundBlock(func::FuncOp func, bool isShared)
    : func(func), isShared(isShared) {
  func.walk([&](scratch::TileOp tile) {
    steps.insert(tile.getSteps().begin(), tile.getSteps().end());
  });
}

ParameterRole AroundBlock::roleOf(Value value) const {
  if (!isFunctionLevel(value))
    return ParameterRole::Origin;
  return steps.contains(value) ? ParameterRole::TileSize
                               : ParameterRole::ProblemSize;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

SpareThreads AroundBlock::spareThreads(const Scop &scop) const {
  if (!isShared)
    return SpareThreads::Few;
  constexpr int64_t kSpareThreads = 4;
  int64_t threads = 0;
  for (Operation *op = scop.root(); op && threads == 0; op = op->getParentOp())
    if (auto given = op->getAttrOfType<DenseI64ArrayAttr>(kBlockThreadsAttr)) {
      threads = 1;
      for (int64_t along : given.asArrayRef())
        if (llvm::MulOverflow(threads, along, threads))
          return SpareThreads::Few;
    }
  int64_t most = 0;
  scop.root()->walk([&](scratch::TileOp tile) {
    int64_t points = tile.isMappedToThreads() ? 1 : 0;
    for (unsigned d = 0; d < tile.getRank(); ++d) {
      int64_t trips = gpulaunch::constantTripBound(tile, d).value_or(INT64_MAX);
      if (tile.getMappingOf(d) && llvm::MulOverflow(points, trips, points))
        points = INT64_MAX;
    }
    most = std::max(most, points);
  });
  if (most == 0 || threads / kSpareThreads < most)
    return SpareThreads::Few;
  return most == 1 ? SpareThreads::AllButOne : SpareThreads::Most;
}

bool AroundBlock::hasSteps(const Scop &scop) const {
  if (!isShared)
    return false;
  Operation *block = scop.root();
  WalkResult result = block->walk([&](scratch::TileOp tile) {
    Operation *around = tile->getParentOp();
    return tile.isMappedToThreads() && block->isProperAncestor(around) &&
                   isa<affine::AffineForOp>(around)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Why the access cannot be redirected to a buffer; empty if it can.
static std::string whyNotInBuffer(const Scop &scop, const ScopAccess &access) {
  Value array = scop.arrays()[access.array].value;
  if (auto type = dyn_cast<MemRefType>(array.getType());
      type && isa<scratch::MappingAttr>(type.getLayout()))
    return "it is a buffer already";
  auto name = [&] {
    return "'" + access.op->getName().getStringRef().str() + "'";
  };
  Value memref;
  if (auto load = dyn_cast<affine::AffineLoadOp>(access.op))
    memref = load.getMemRef();
  else if (auto store = dyn_cast<affine::AffineStoreOp>(access.op))
    memref = store.getMemRef();
  else
    return name() + " accesses it";
  if (memref != array)
    return name() + " accesses it through a view";
  return "";
}

/// Why shared memory does not hold what is accessed; empty if it does.
static std::string whyNotInSharedMemory(const Scop &scop,
                                        const ScopAccess &access) {
  auto type = cast<MemRefType>(scop.arrays()[access.array].value.getType());
  int64_t alignment = elementAlignment(scop.root(), type);
  if (alignment <= gpulaunch::bufferAlignment)
    return "";
  return llvm::formatv("its elements are aligned to {0} bytes, and buffers in "
                       "shared memory to {1}",
                       alignment, gpulaunch::bufferAlignment)
      .str();
}

std::string AroundBlock::whyNotRedirectable(const Scop &scop,
                                            const ScopAccess &access) const {
  std::string why = whyNotInBuffer(scop, access);
  return !why.empty() || !isShared ? why : whyNotInSharedMemory(scop, access);
}

bool AroundBlock::mayChangeMeanwhile(const Scop &scop, Value array) const {
  Operation *block = scop.root(), *parallel = nullptr;
  for (Operation *op = block; op; op = op->getParentOp())
    if (auto tile = dyn_cast<scratch::TileOp>(op); tile && !tile.isSequential())
      parallel = op;
  return parallel && llvm::any_of(array.getUsers(), [&](Operation *user) {
           return parallel->isProperAncestor(user) &&
                  !isa<affine::AffineLoadOp, memref::LoadOp, memref::DimOp,
                       scratch::CopyInOp>(user);
         });
}

std::optional<ConcurrentInstances>
AroundBlock::concurrentInstances(const Scop &scop, Value array) const {
  ConcurrentInstances result;
  Operation *block = scop.root(), *parallel = nullptr;
  for (Operation *op = block; op; op = op->getParentOp()) {
    auto tile = dyn_cast<scratch::TileOp>(op);
    if (!tile || tile.isSequential())
      continue;
    parallel = op;
    for (auto [d, origin] : llvm::enumerate(tile.getOrigins()))
      if (tile.getMappingOf(d))
        result.coordinates.push_back(
            {scop.parameterFor(origin),
             getConstantIntValue(tile.getSteps()[d]).value_or(1)});
  }
  if (!parallel)
    return result;
  for (Operation *user : array.getUsers())
    if (parallel->isAncestor(user) && !block->isAncestor(user) &&
        !isa<affine::AffineLoadOp, memref::LoadOp, memref::DimOp,
             scratch::CopyInOp>(user))
      return std::nullopt;
  result.isShared = [parallel, &scop](const isl::id &id) {
    Value value = scop.parameterValue(id);
    return value &&
           !parallel->isAncestor(value.getParentRegion()->getParentOp());
  };
  return result;
}

//===----------------------------------------------------------------------===//
// Constant memory
//===----------------------------------------------------------------------===//

void AroundBlock::addConstantArrays(int64_t bytes) {
  if (bytes == 0)
    return;
  SmallVector<Operation *> launches;
  SmallVector<scratch::TileOp> roots, hostTiles;
  gpulaunch::findLaunchTiles(func, roots, hostTiles);
  llvm::append_range(launches, roots);
  func.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
  for (ConstantArray &array : planConstantMemory(func, launches, bytes))
    if (array.fits())
      constantArrays[array.global.getSymName()] =
          sentence("all threads read the same element of @{0}, {1} bytes, at a "
                   "time",
                   array.global.getSymName(), named("Bytes", array.bytes));
}

Sentence AroundBlock::whyInConstantMemory(Value array) const {
  auto getter = array.getDefiningOp<memref::GetGlobalOp>();
  return getter ? constantArrays.lookup(getter.getName()) : Sentence();
}
