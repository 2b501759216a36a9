//===- ChainLoops.cpp - loops that few threads wait for -------------------===//
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

/// `value` is `base` and a constant, which is given back; no `base` is 0.
static std::optional<int64_t> distanceFrom(Value base, Value value) {
  if (!base)
    return getConstantIntValue(value);
  if (value == base)
    return 0;
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum || (sum.getLhs() != base && sum.getRhs() != base))
    return std::nullopt;
  return getConstantIntValue(sum.getLhs() == base ? sum.getRhs()
                                                  : sum.getLhs());
}

/// As many threads along x as come through `condition` at most; nullopt if that
/// is not known.
static std::optional<int64_t> mostThreads(Value condition) {
  SmallVector<Value> conditions = {condition}, ends;
  std::optional<int64_t> most;
  // Conditions are short; in what is shared, nothing is seen twice in vain.
  constexpr size_t kMostValues = 16;
  for (size_t next = 0; next < std::min(conditions.size(), kMostValues);
       ++next) {
    if (auto both = conditions[next].getDefiningOp<arith::AndIOp>()) {
      conditions.push_back(both.getLhs());
      conditions.push_back(both.getRhs());
      continue;
    }
    auto compare = conditions[next].getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt)
      continue;
    Value base;
    if (auto sum = compare.getLhs().getDefiningOp<arith::AddIOp>();
        sum && (isThread(sum.getLhs()) || isThread(sum.getRhs())))
      base = isThread(sum.getRhs()) ? sum.getLhs() : sum.getRhs();
    else if (!isThread(compare.getLhs()))
      continue;
    ends.assign({compare.getRhs()});
    for (size_t end = 0; end < std::min(ends.size(), kMostValues); ++end) {
      if (auto least = ends[end].getDefiningOp<arith::MinSIOp>()) {
        ends.push_back(least.getLhs());
        ends.push_back(least.getRhs());
      } else if (auto count = distanceFrom(base, ends[end])) {
        most = most ? std::min(*most, *count) : *count;
      }
    }
  }
  return most;
}

/// Few threads along x come to `inside` through `condition`.
static bool selectsFewThreads(scf::IfOp condition, Operation *inside) {
  std::optional<int64_t> most = mostThreads(condition.getCondition());
  return most && *most <= kChainThreads &&
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
    if (selectsFewThreads(around, loop))
      return true;
  return false;
}
