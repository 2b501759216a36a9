//===- BufferUses.cpp - how a tile fills and empties a buffer -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

namespace {
class Collector {
public:
  Collector(AllocOp alloc, BufferRefusal &refusal)
      : block(alloc->getBlock()), refusal(refusal) {}

  bool addUser(Operation *user);
  bool areInOrder();

  BufferUses uses;

private:
  bool refuse(StringRef name, const Sentence &text) {
    refusal = {name, text};
    return false;
  }
  template <typename CopyTy>
  bool addCopy(CopyTy copy, Value array, SmallVectorImpl<CopyTy> &list);

  Block *block;
  BufferRefusal &refusal;
  /// Operations of the block that load or store, or in which something does.
  SmallVector<Operation *> accesses;
};
} // namespace

template <typename CopyTy>
bool Collector::addCopy(CopyTy copy, Value array,
                        SmallVectorImpl<CopyTy> &list) {
  if (copy->getBlock() != block)
    return refuse("CopyInside", "its copies are not in the tile's body itself");
  if (copy.isAsync())
    return refuse("Asynchronous", "its copies are asynchronous");
  if (uses.array && uses.array != array)
    return refuse("SeveralArrays", "it is copied from or to several arrays");
  uses.array = array;
  list.push_back(copy);
  return true;
}

bool Collector::addUser(Operation *user) {
  if (auto copy = dyn_cast<CopyInOp>(user))
    return addCopy(copy, copy.getSource(), uses.copyIns);
  if (auto copy = dyn_cast<CopyOutOp>(user))
    return addCopy(copy, copy.getTarget(), uses.copyOuts);
  if (!isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(user))
    return refuse("OtherUse",
                  "'" + user->getName().getStringRef().str() + "' uses it");
  accesses.push_back(block->findAncestorOpInBlock(*user));
  return true;
}

bool Collector::areInOrder() {
  if (!uses.array)
    return refuse("NoCopies", "it has no copies");
  if (!uses.copyOuts.empty() &&
      llvm::any_of(uses.copyIns, [](CopyInOp in) { return in.isComputing(); }))
    return refuse("Computing", "what is copied in is not what is copied out");
  for (Operation *access : accesses)
    for (CopyInOp in : uses.copyIns)
      if (access->isBeforeInBlock(in))
        return refuse("CopyInside",
                      "its copies are not around all of its uses");
  for (CopyOutOp out : uses.copyOuts) {
    for (Operation *access : accesses)
      if (out->isBeforeInBlock(access))
        return refuse("CopyInside",
                      "its copies are not around all of its uses");
    for (CopyInOp in : uses.copyIns)
      if (out->isBeforeInBlock(in))
        return refuse("CopyInside", "it is copied out before it is copied in");
  }
  return true;
}

std::optional<BufferUses> polymem::collectBufferUses(AllocOp alloc,
                                                     BufferRefusal &refusal) {
  Collector collector(alloc, refusal);
  for (Operation *user : alloc->getUsers())
    if (!collector.addUser(user))
      return std::nullopt;
  if (!collector.areInOrder())
    return std::nullopt;
  return std::move(collector.uses);
}
