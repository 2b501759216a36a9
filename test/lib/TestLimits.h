//===- TestLimits.h - what a made-up device allows --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces and the driver that is no driver have no machine file, and no LLVM to
// read one with.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_TESTLIMITS_H
#define POLYMEM_TEST_TESTLIMITS_H

#include "PolyMem/Emulator/Execution/Observer.h"

namespace polymem::emulator {

/// A GPU whose blocks have 48 KiB of shared memory.
inline Limits testLimits() {
  Limits limits;
  limits.warpSize = 32;
  limits.maxThreadsPerBlock = 1024;
  limits.maxBlock = {1024, 1024, 64};
  limits.maxGrid = {2147483647, 65535, 65535};
  limits.sharedBytes = limits.staticSharedBytes = 48 << 10;
  limits.sharedBanks = 32;
  limits.bankBytes = 4;
  limits.sectorBytes = 32;
  return limits;
}

} // namespace polymem::emulator

#endif // POLYMEM_TEST_TESTLIMITS_H
