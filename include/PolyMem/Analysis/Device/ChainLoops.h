//===- ChainLoops.h - loops that few threads wait for -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_CHAINLOOPS_H
#define POLYMEM_ANALYSIS_DEVICE_CHAINLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem {

/// Rounds of a chain that become one. The latency of fast memory is some 30
/// cycles and that of an addition 4: of so many rounds, loads take an eighth
/// of the time; of four they take two thirds.
inline constexpr int64_t kChainRounds = 64;

/// Of rounds that are left over a quarter as many become one, and so on, where
/// that is more than one.
inline constexpr int64_t kFewerChainRounds = 4;

/// As many threads of a block along x run a chain at most: half a warp. What
/// others could do meanwhile is little then. Half of the block at most, too,
/// where its size is known: tiles of narrow blocks have no more threads, and
/// none of them waits.
inline constexpr int64_t kChainThreads = 16;

/// True iff `loop`, in a launch or a kernel, is run by few threads of a block
/// along x while at least as many wait, as far as conditions around show, hands
/// a floating-point value from round to round, and does nothing else but load
/// from shared memory and compute. All threads wait for it, and what bounds it
/// is the latency of what is not under way.
bool isChainLoop(mlir::scf::ForOp loop);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_CHAINLOOPS_H
