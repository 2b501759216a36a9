//===- Samples.h - measured times of segments -------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_SAMPLES_H
#define POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_SAMPLES_H

#include "PolyMem/Analysis/Makespan/Model.h"
#include "llvm/Support/Error.h"

namespace polymem {

/// What a segment took that had so many iterations of each loop.
struct TimeSample {
  llvm::SmallVector<int64_t, 6> tile;
  double cycles = 0;
};
using TimeSamples = std::vector<TimeSample>;

/// Reads `[{"tile": [4, 8], "cycles": 117}, ...]`. Errors name the sample: a
/// time that is no number, negative, or not finite; a size that is not
/// positive; samples of different depth.
llvm::Expected<TimeSamples> readSamples(llvm::StringRef path);

/// Sets the times of `component`: `W + sum_j O_j prod_(k <= j) K_k` with the
/// least squares of differences among those that are nowhere below a sample
/// (Gu 2023, 4.2, where some are). An error where there are fewer samples than
/// unknowns, or they do not tell these apart.
llvm::Error fitSamples(const TimeSamples &samples,
                       makespan::Component &component);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_SAMPLES_H
