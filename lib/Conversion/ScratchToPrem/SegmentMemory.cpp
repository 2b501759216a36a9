//===- SegmentMemory.cpp - where buffers are in a scratchpad --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentMemory.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

int64_t polymem::alignedBytes(MemRefType type, const Multicore &machine) {
  return int64_t(
      llvm::alignTo(prem::getBytes(type), machine.scratchpadAlignment));
}

bool polymem::fitsMachine(const SegmentPlan &plan, const Machine &machine,
                          Sentence &reason) {
  const Multicore &multicore = machine.multicore;
  if (plan.numCores() > multicore.cores) {
    reason = sentence("it needs {0} cores, machine '{2}' has {1}",
                      named("Cores", plan.numCores()),
                      named("MachineCores", multicore.cores),
                      named("Machine", machine.name));
    return false;
  }
  int64_t bytes = 0;
  for (const SegmentStream &stream : plan.streams)
    bytes += numBuffers(stream.mode) * alignedBytes(stream.type, multicore);
  int64_t available = multicore.scratchpadBytes - multicore.reservedBytes;
  if (bytes <= available)
    return true;
  reason = sentence("its buffers, two of each array that is streamed, take {0} "
                    "bytes, but a scratchpad has {1}: {2} less {3} for code "
                    "and stack; smaller tiles take less",
                    named("Bytes", bytes), named("Available", available),
                    named("Scratchpad", multicore.scratchpadBytes),
                    named("Reserved", multicore.reservedBytes));
  return false;
}
