//===- ScratchpadBudget.cpp - fast memory for buffers ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace polymem;

/// Blocks on a core at the same time: while one waits for memory or at a
/// barrier, another computes. More would hide little more, and each of them
/// would have less.
static constexpr int64_t kResidentBlocks = 2;

Attribute polymem::workgroupSpace(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
}

static const Memory &memoryFor(const Machine &machine, Attribute memorySpace) {
  auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(memorySpace);
  return space && space.getValue() == gpu::AddressSpace::Private
             ? machine.registers()
             : machine.scratchpad();
}

ScratchpadBudget::ScratchpadBudget(const Machine &machine,
                                   Attribute memorySpace, int64_t capacity)
    : memorySpace(memorySpace) {
  const Memory &memory = memoryFor(machine, memorySpace);
  bytes = capacity >= 0 ? capacity : memory.bytes;
  staticBytes = memory.staticBytes;
  bytesPerCore = memory.bytesPerCore;
}

int64_t ScratchpadBudget::sharedCapacity() const {
  return std::min(bytes, bytesPerCore / kResidentBlocks);
}

int64_t ScratchpadBudget::takenIn(Operation *root) const {
  int64_t taken = 0;
  root->walk([&](scratch::AllocOp alloc) {
    if (alloc.getType().getMemorySpace() == memorySpace)
      taken += constantBytes(alloc).value_or(0);
  });
  return taken;
}

JoinedBuffers ScratchpadBudget::joined() const {
  JoinedBuffers result;
  result.ofAll = std::min(result.ofAll, bytes);
  result.ofTile = std::min(result.ofTile, result.ofAll);
  result.ofOneBlock = std::min(result.ofOneBlock, bytes);
  return result;
}
