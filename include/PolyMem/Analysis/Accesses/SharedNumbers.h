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

/// Part of the time of a loop of launches that a cooperative launch has to
/// save, by the cost model.
inline constexpr double kCooperativeGain = 0.01;

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_SHAREDNUMBERS_H
