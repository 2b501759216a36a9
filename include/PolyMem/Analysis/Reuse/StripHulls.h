//===- StripHulls.h - convex sets of what tiles do --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REUSE_STRIPHULLS_H
#define POLYMEM_ANALYSIS_REUSE_STRIPHULLS_H

#include "PolyMem/Analysis/Reuse/ScopStrips.h"

namespace polymem {

/// `accesses`, those of `array` in these strips, with convex supersets of all
/// of `in` and of all of `mayWrite`, single pieces each, in their place. Boxes
/// (`inBoxes`) around unions have a piece for each two of theirs and each
/// dimension, those around these have one or a few. They are no more pointwise
/// than boxes are. Null members where isl gave up.
StripAccesses inHulls(const Scop &scop, const ScopArray &array,
                      const TileStrips &strips, const isl::set &context,
                      const StripAccesses &accesses);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REUSE_STRIPHULLS_H
