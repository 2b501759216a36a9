//===- KeptArrays.cpp - what stays in scratchpads between runs ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptArrays.h"
#include "SegmentMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace polymem;

Operation *polymem::outermostLoop(Operation *op) {
  Operation *loop = nullptr;
  for (op = op->getParentOp(); op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp()) {
    if (!isa<affine::AffineForOp, scf::ForOp>(op))
      return nullptr;
    loop = op;
  }
  return loop;
}

/// What `maps` depend on is known before `loop`.
static bool isKnownBefore(Operation *loop, const SegmentPlan &plan,
                          ArrayRef<AffineMap> maps) {
  for (unsigned s = 0; s < plan.symbols.size(); ++s) {
    Value value = plan.symbols[s];
    bool isUsed = llvm::any_of(
        maps, [&](AffineMap map) { return map.isFunctionOfSymbol(s); });
    if (isUsed && loop->isAncestor(value.getParentRegion()->getParentOp()))
      return false;
  }
  return true;
}

/// A component in `loop` stores `array`.
static bool isStoredIn(Operation *loop, Value array,
                       ArrayRef<SegmentPlan> plans) {
  return llvm::any_of(plans, [&](const SegmentPlan &plan) {
    return loop->isAncestor(plan.chain.front()) &&
           llvm::any_of(plan.streams, [&](const SegmentStream &stream) {
             return stream.array == array && !stream.stores.empty();
           });
  });
}

static bool mayBeKept(const SegmentStream &stream, const SegmentPlan &plan,
                      ArrayRef<SegmentPlan> plans) {
  scratch::TileOp tile = plan.chain.front();
  Operation *loop = outermostLoop(tile);
  if (!loop || !stream.array || stream.mode != prem::Mode::Resident ||
      stream.usage != prem::Usage::RO)
    return false;
  SmallVector<AffineMap> maps = {stream.origin};
  for (const SegmentDim &dim : plan.dims)
    maps.push_back(dim.count);
  for (prem::BoxAttr box : stream.boxes()) {
    llvm::append_range(maps, box.getLower());
    llvm::append_range(maps, box.getUpper());
  }
  return isKnownBefore(loop, plan, maps) &&
         !isStoredIn(loop, stream.array, plans);
}

/// Kept buffers and the largest component's other ones fit.
static bool fit(ArrayRef<SegmentPlan> plans, const Multicore &machine) {
  int64_t kept = 0, most = 0;
  for (const SegmentPlan &plan : plans) {
    int64_t others = 0;
    for (const SegmentStream &stream : plan.streams)
      (stream.kept ? kept : others) +=
          numBuffers(stream.mode) * alignedBytes(stream.type, machine);
    most = std::max(most, others);
  }
  return kept + most <= machine.scratchpadBytes - machine.reservedBytes;
}

void polymem::keepArrays(std::vector<SegmentPlan> &plans,
                         const Machine &machine) {
  for (SegmentPlan &plan : plans)
    for (SegmentStream &stream : plan.streams) {
      stream.kept = mayBeKept(stream, plan, plans);
      if (stream.kept && !fit(plans, machine.multicore))
        stream.kept = false;
    }
}
