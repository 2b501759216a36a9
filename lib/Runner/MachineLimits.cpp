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
  limits.warpSize = machine.warps().threads;
  limits.maxThreadsPerBlock = machine.threads().maxPerBlock;
  for (int d = 0; d < 3; ++d) {
    limits.maxBlock[d] = machine.threads().maxDim[d];
    limits.maxGrid[d] = machine.blocks().maxDim[d];
  }
  const Memory &shared = machine.scratchpad();
  limits.sharedBytes = shared.bytes;
  limits.staticSharedBytes = shared.staticBytes;
  limits.sharedBanks = shared.banks;
  limits.bankBytes = shared.bankBytes;
  limits.sectorBytes = machine.global().transactionBytes;
  return limits;
}
