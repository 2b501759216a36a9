//===- SharedNumbers.h - numbers that several rooms decide by ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that decides anything stands in one place. Those that several rooms
// and the options of passes share stand here.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_SHAREDNUMBERS_H
#define POLYMEM_ANALYSIS_ACCESSES_SHAREDNUMBERS_H

#include <cstdint>

namespace polymem {

/// What a size or an extent that only run time knows is taken to be.
inline constexpr int64_t kAssumedSize = 1024;

/// Bytes of the widest access of a thread. Buffers begin at multiples of it,
/// and rows that do can be read and written so.
inline constexpr int64_t kWidestAccess = 16;

/// Rounds of a loop of much arithmetic that become one (polymem-unroll-loops),
/// and that the cost model takes to.
inline constexpr int64_t kUnrolledRounds = 4;

/// Axes of a grid, and of a block.
inline constexpr unsigned kMaxAxes = 3;

/// The budget of isl operations of a step in pipelines, and of judging the
/// launches of a function.
inline constexpr unsigned long kPipelineIslOperations = 1000000;

/// Part of the time that a variant has to save, by the cost model, to be taken.
inline constexpr double kVariantGain = 0.05;

/// Parts of iterations and blocks that the cost model looks at for one of
/// several orders or directions.
inline constexpr unsigned kVariantParts = 2000;

/// Loads of a copy that a thread has under way at once (polymem-batch-loads).
inline constexpr int64_t kBatchedLoads = 8;

/// Registers of a thread, of 4 bytes, for what it loads ahead
/// (polymem-prefetch-copies), and for what it accumulates from step to step
/// (polymem-carry-accumulators).
inline constexpr int64_t kPrefetchRegisters = 48, kCarriedRegisters = 96;

/// Part of the time of a loop of launches that a cooperative launch has to
/// save, by the cost model.
inline constexpr double kCooperativeGain = 0.01;

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_SHAREDNUMBERS_H
