//===- MachineLimits.cpp - what a machine allows in the emulator ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/MachineLimits.h"

using namespace polymem;

emulator::Limits runtime::limitsOf(const Machine &machine) {
  emulator::Limits limits;
  limits.warpSize = machine.warpSize;
  limits.maxThreadsPerBlock = machine.maxThreadsPerBlock;
  for (int d = 0; d < 3; ++d) {
    limits.maxBlock[d] = machine.maxBlockDim[d];
    limits.maxGrid[d] = machine.maxGridDim[d];
  }
  limits.sharedBytes = machine.scratchpadBytes;
  limits.staticSharedBytes = machine.staticScratchpadBytes;
  limits.sharedBanks = machine.banks;
  limits.bankBytes = machine.bankBytes;
  limits.sectorBytes = machine.transactionBytes;
  return limits;
}
