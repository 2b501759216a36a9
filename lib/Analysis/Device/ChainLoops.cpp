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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// `value` is a thread's number along x.
static bool isThread(Value value) {
  if (auto id = value.getDefiningOp<gpu::ThreadIdOp>())
    return id.getDimension() == gpu::Dimension::x;
  auto argument = dyn_cast<BlockArgument>(value);
  auto launch = argument ? dyn_cast_if_present<gpu::LaunchOp>(
                               argument.getOwner()->getParentOp())
                         : gpu::LaunchOp();
  return launch && launch.getThreadIds().x == value;
}

namespace {
/// A number, and values times factors, none of them zero; taken apart as if
/// nothing overflowed, since the answer decides about time only.
class Sum {
public:
  void add(Value value, int64_t factor) {
    int64_t &own = terms[value];
    isKnown &= !llvm::AddOverflow(own, factor, own);
    if (own == 0)
      terms.erase(value);
  }

  /// The greatest that is left of it, as far as definitions tell within
  /// `steps`, when a thread's number was subtracted once.
  std::optional<int64_t> mostThreads(unsigned &steps) const;

private:
  /// Replaces a value by what it is computed from; false if there is none.
  bool expandOne();
  void addProduct(int64_t a, int64_t b) {
    int64_t product;
    isKnown &= !llvm::MulOverflow(a, b, product) &&
               !llvm::AddOverflow(number, product, number);
  }

  int64_t number = 0;
  llvm::SmallMapVector<Value, int64_t, 8> terms;
  bool isKnown = true;
};
} // namespace

bool Sum::expandOne() {
  for (auto [value, factor] : terms) {
    Operation *op = value.getDefiningOp();
    if (std::optional<int64_t> constant = getConstantIntValue(value)) {
      terms.erase(value);
      addProduct(*constant, factor);
      return true;
    }
    if (!isa_and_nonnull<arith::IndexCastOp, arith::AddIOp, arith::SubIOp,
                         arith::MulIOp>(op))
      continue;
    if (isa<arith::MulIOp>(op)) {
      std::optional<int64_t> times = getConstantIntValue(op->getOperand(1));
      int64_t product;
      if (!times || llvm::MulOverflow(*times, factor, product))
        continue;
      terms.erase(value);
      if (product != 0)
        add(op->getOperand(0), product);
      return true;
    }
    int64_t own = factor;
    terms.erase(value);
    add(op->getOperand(0), own);
    if (isa<arith::AddIOp>(op))
      add(op->getOperand(1), own);
    else if (isa<arith::SubIOp>(op))
      add(op->getOperand(1), -own);
    return true;
  }
  return false;
}

std::optional<int64_t> Sum::mostThreads(unsigned &steps) const {
  Sum sum = *this;
  do {
    if (!sum.isKnown || steps == 0)
      return std::nullopt;
    --steps;
  } while (sum.expandOne());
  if (sum.terms.size() == 1 && sum.terms.front().second == -1 &&
      isThread(sum.terms.front().first))
    return sum.number;
  for (auto [value, factor] : sum.terms) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp>(op))
      continue;
    // Either bounds a least one; the greatest one is bounded by both.
    bool isLeast = isa<arith::MinSIOp>(op) == (factor > 0);
    std::optional<int64_t> result;
    for (Value alternative : op->getOperands()) {
      Sum other = sum;
      other.terms.erase(value);
      other.add(alternative, factor);
      std::optional<int64_t> found = other.mostThreads(steps);
      if (!found && !isLeast)
        return std::nullopt;
      if (found)
        result = !result   ? *found
                 : isLeast ? std::min(*result, *found)
                           : std::max(*result, *found);
    }
    return result;
  }
  return std::nullopt;
}

/// As many threads along x as come through `condition` at most; nullopt if that
/// is not known.
static std::optional<int64_t> mostThreads(Value condition) {
  SmallVector<Value> conditions = {condition};
  std::optional<int64_t> most;
  // Conditions are short; in what is shared, nothing is seen twice in vain.
  constexpr size_t kMostValues = 16;
  unsigned steps = 256;
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
    Sum left;
    left.add(compare.getRhs(), 1);
    left.add(compare.getLhs(), -1);
    if (std::optional<int64_t> count = left.mostThreads(steps))
      most = most ? std::min(*most, *count) : *count;
  }
  return most;
}

/// The threads along x of the blocks that `op` is executed by; nullopt if that
/// is not known.
static std::optional<int64_t> blockWidth(Operation *op) {
  if (auto launch = op->getParentOfType<gpu::LaunchOp>())
    return getConstantIntValue(launch.getBlockSizeX());
  auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
  std::optional<ArrayRef<int32_t>> size =
      kernel ? kernel.getKnownBlockSize() : std::nullopt;
  return size ? std::optional<int64_t>(size->front()) : std::nullopt;
}

/// Few threads along x come to `inside` through `condition`, and as many wait:
/// of a block of few threads, all may be few.
static bool selectsFewThreads(scf::IfOp condition, Operation *inside) {
  std::optional<int64_t> most = mostThreads(condition.getCondition());
  if (!most || *most > kChainThreads ||
      !condition.getThenRegion().isAncestor(inside->getParentRegion()))
    return false;
  std::optional<int64_t> width = blockWidth(condition);
  return !width || 2 * *most <= *width;
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
    } else if (auto load = dyn_cast<vector::LoadOp>(op)) {
      if (!isShared(load.getBase()))
        return false;
      loads = true;
    } else if (!isa<vector::ExtractOp>(op) &&
               !isa<arith::ArithDialect, math::MathDialect>(op.getDialect())) {
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
