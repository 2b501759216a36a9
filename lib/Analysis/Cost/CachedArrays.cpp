//===- CachedArrays.cpp - arrays that launches find in the cache ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachedArrays.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

Value cost::underlyingMemory(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Memory that threads of a block share, or of one thread.
static bool isOfBlockOrThread(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  auto space =
      type ? dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace())
           : gpu::AddressSpaceAttr();
  return (space && space.getValue() != gpu::AddressSpace::Global) ||
         memref.getDefiningOp<memref::AllocaOp>();
}

/// A loop whose iterations the model tells apart.
static bool isHostLoop(Operation *op) {
  return isa<scf::ForOp, affine::AffineForOp>(op);
}

CachedArrays::CachedArrays(Operation *function, double cacheBytes,
                           function_ref<std::optional<double>(Value)> bytesOf)
    : function(function), cacheBytes(cacheBytes) {
  if (cacheBytes <= 0)
    return;
  // All operations that say where a global is mean the same array.
  llvm::DenseMap<Attribute, Value> globals;
  llvm::DenseSet<std::pair<Operation *, Value>> known;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function || isa<gpu::LaunchOp>(op) || isMemoryEffectFree(op))
      return;
    Operation *code = op->getParentOfType<gpu::LaunchOp>();
    if (!code)
      code = op;
    for (Value operand : op->getOperands()) {
      if (!isa<BaseMemRefType>(operand.getType()))
        continue;
      Value array = underlyingMemory(operand);
      if (isOfBlockOrThread(array))
        continue;
      if (auto global = array.getDefiningOp<memref::GetGlobalOp>())
        array = globals.try_emplace(global.getNameAttr(), array).first->second;
      if (known.insert({code, array}).second)
        accesses.push_back({code, array});
    }
  });
  for (const Access &access : accesses)
    if (!bytes.contains(access.array))
      bytes[access.array] = bytesOf(access.array);
}

std::optional<CachedLaunch> CachedArrays::find(Operation *launch) const {
  if (cacheBytes <= 0)
    return std::nullopt;
  // The function, and the loops around the launch, the outermost first.
  SmallVector<Operation *> scopes;
  for (Operation *op = launch->getParentOp(); op && op != function;
       op = op->getParentOp())
    if (isHostLoop(op))
      scopes.push_back(op);
  scopes.push_back(function);
  for (auto [loopsInside, scope] : llvm::enumerate(llvm::reverse(scopes))) {
    double inside = 0;
    bool fits = true;
    // The arrays of it that something accesses before the launch.
    llvm::DenseSet<Value> counted, before;
    bool isBefore = true;
    CachedLaunch result;
    for (const Access &access : accesses) {
      if (!scope->isAncestor(access.code))
        continue;
      isBefore &= access.code != launch;
      if (isBefore)
        before.insert(access.array);
      else if (access.code == launch && !before.contains(access.array))
        result.first.push_back(access.array);
      if (!counted.insert(access.array).second)
        continue;
      std::optional<double> size = bytes.lookup(access.array);
      fits &= size.has_value();
      inside += size.value_or(0);
    }
    // The function itself is in no loop, nor is the outermost loop.
    result.loopsAround = loopsInside == 0 ? 0 : unsigned(loopsInside) - 1;
    if (fits && inside <= cacheBytes)
      return result;
  }
  return std::nullopt;
}
