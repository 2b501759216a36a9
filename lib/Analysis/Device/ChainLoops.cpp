//===- ChainLoops.cpp - loops that one thread waits for -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/ChainLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;

/// `value` is a thread's number along x, in some integer type.
static bool isThread(Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  if (auto id = value.getDefiningOp<gpu::ThreadIdOp>())
    return id.getDimension() == gpu::Dimension::x;
  auto argument = dyn_cast<BlockArgument>(value);
  auto launch = argument ? dyn_cast_if_present<gpu::LaunchOp>(
                               argument.getOwner()->getParentOp())
                         : gpu::LaunchOp();
  return launch && launch.getThreadIds().x == value;
}

/// Whoever comes into `condition` is the first thread along x.
static bool selectsOneThread(scf::IfOp condition, Operation *inside) {
  auto compare = condition.getCondition().getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == arith::CmpIPredicate::slt &&
         isThread(compare.getLhs()) &&
         getConstantIntValue(compare.getRhs()) == 1 &&
         condition.getThenRegion().isAncestor(inside->getParentRegion());
}

static bool isShared(Value memref) {
  auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(
      cast<BaseMemRefType>(memref.getType()).getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Workgroup;
}

bool polymem::isChainLoop(scf::ForOp loop) {
  if (!llvm::any_of(loop.getResultTypes(), llvm::IsaPred<FloatType>))
    return false;
  bool loads = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!isShared(load.getMemref()))
        return false;
      loads = true;
    } else if (!isa<arith::ArithDialect, math::MathDialect>(op.getDialect())) {
      return false;
    }
  }
  if (!loads)
    return false;
  for (auto around = loop->getParentOfType<scf::IfOp>(); around;
       around = around->getParentOfType<scf::IfOp>())
    if (selectsOneThread(around, loop))
      return true;
  return false;
}
