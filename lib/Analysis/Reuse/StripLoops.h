//===- StripLoops.h - loops around a buffer, for strips ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_REUSE_STRIPLOOPS_H
#define POLYMEM_LIB_ANALYSIS_REUSE_STRIPLOOPS_H

#include "PolyMem/Analysis/Reuse/ReusePlan.h"

namespace polymem {

/// The loops of tiles around `buffer`, outermost first: its own, and, before
/// it, those of `around` (innermost first) until there are so many dimensions,
/// or all, as long as no one else accesses in them what is copied. `loops` has
/// some of them already, or none.
void addLoopsOfTiles(llvm::SmallVectorImpl<mlir::Operation *> &loops,
                     const LoopBuffer &buffer,
                     llvm::ArrayRef<mlir::Operation *> around,
                     std::optional<unsigned> dims,
                     unsigned long maxIslOperations);

/// Someone in the launch writes the array, or it is not known.
bool isWrittenInLaunch(const LoopBuffer &buffer, const ReuseOptions &options);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_REUSE_STRIPLOOPS_H
