//===- StripRewriter.h - apply a strip plan --------------------*- C++ -*--===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_STRIPREWRITER_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_STRIPREWRITER_H

#include "PolyMem/Analysis/Promotion/StripPlan.h"

namespace polymem {

/// Cuts the loop of `strip` into strips. Returns their tile, the new block.
scratch::TileOp makeStrips(const StripPlan &strip);

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_STRIPREWRITER_H
