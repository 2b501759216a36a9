//===- RegisterPressure.cpp - what a jammed body keeps in registers -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTilePlan.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

/// Of an address, and the least that a value takes.
static constexpr int64_t kAddressBytes = 8, kRegisterBytes = 4;

namespace {
/// The registers of one part of a body, an innermost loop or all of it.
class Pressure {
public:
  Pressure(Operation *part, ArrayRef<JammedDim> dims, const JamSharing &sharing,
           const DataLayout &layout)
      : part(part), dims(dims), sharing(sharing), layout(layout),
        all((JamMask(1) << dims.size()) - 1) {}

  int64_t bytes() {
    for (Region &region : part->getRegions())
      for (Block &block : region)
        addBlock(block);
    return shared + ofOneCopy;
  }

private:
  int64_t bytesOf(Type type) const {
    if (isa<BaseMemRefType>(type))
      return 0; // Counted with the accesses.
    if (!type.isIntOrIndexOrFloat() && !isa<VectorType>(type))
      return kAddressBytes;
    return std::max<int64_t>(layout.getTypeSize(type).getFixedValue(),
                             kRegisterBytes);
  }
  void addBlock(Block &block);
  void addOperation(Operation *op);
  void addAccess(Operation *op);

  Operation *part;
  ArrayRef<JammedDim> dims;
  const JamSharing &sharing;
  const DataLayout &layout;
  JamMask all;
  llvm::SmallPtrSet<Value, 16> fromOutside;
  SmallVector<affine::MemRefAccess> accumulators;
  int64_t shared = 0, ofOneCopy = 0;
};
} // namespace

void Pressure::addBlock(Block &block) {
  // What a loop carries, each copy its own; the variable is not of a copy.
  for (BlockArgument argument : block.getArguments())
    if (!isa<TileOp>(part))
      shared +=
          bytesOf(argument.getType()) * copiesOf(sharing.of(argument), dims);
  for (Operation &op : block.without_terminator())
    addOperation(&op);
}

void Pressure::addOperation(Operation *op) {
  for (Value operand : op->getOperands())
    if (!part->getRegion(0).isAncestor(operand.getParentRegion()) &&
        fromOutside.insert(operand).second)
      shared +=
          bytesOf(operand.getType()) * copiesOf(sharing.of(operand), dims);
  addAccess(op);
  JamMask mask = sharing.of(op);
  for (Value result : op->getResults()) {
    if (mask == all)
      ofOneCopy += bytesOf(result.getType());
    else
      shared += bytesOf(result.getType()) * copiesOf(mask, dims);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addBlock(block);
}

/// Its address, and the cell if a loop accumulates in it.
void Pressure::addAccess(Operation *op) {
  if (!isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(op))
    return;
  affine::MemRefAccess access(op);
  // Within a buffer, the distances of a thread's elements are known.
  bool isBuffer = access.memref.getDefiningOp<AllocOp>() != nullptr;
  shared += kAddressBytes * (isBuffer ? 1 : copiesOf(sharing.of(op), dims));
  auto loop = dyn_cast<affine::AffineForOp>(part);
  if (!access.isStore() || !loop ||
      llvm::is_contained(access.indices, loop.getInductionVar()) ||
      llvm::is_contained(accumulators, access))
    return;
  accumulators.push_back(access);
  shared +=
      bytesOf(cast<MemRefType>(access.memref.getType()).getElementType()) *
      copiesOf(all, dims);
}

int64_t polymem::estimateRegisterBytes(TileOp body, ArrayRef<JammedDim> dims,
                                       const JamSharing &sharing) {
  DataLayout layout = DataLayout::closest(body);
  int64_t most = 0;
  bool hasLoop = false;
  body.getBody().walk([&](affine::AffineForOp loop) {
    hasLoop = true;
    bool isInnermost =
        !loop.getBody()
             ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
             .wasInterrupted();
    if (isInnermost)
      most = std::max(most, Pressure(loop, dims, sharing, layout).bytes());
  });
  return hasLoop ? most : Pressure(body, dims, sharing, layout).bytes();
}
