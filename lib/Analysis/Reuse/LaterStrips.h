//===- LaterStrips.h - what later strips write again ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strips that are executed one after another: an element that a later strip
// surely writes, and that none up to that one loads, need not be stored. (In
// Isoard 2016 each strip is looked at alone; there, array B of jacobi-1d is
// stored by each of them, section 2.3.1.)
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_REUSE_LATERSTRIPS_H
#define POLYMEM_LIB_ANALYSIS_REUSE_LATERSTRIPS_H

#include "StripBody.h"

namespace polymem {

/// `{ [O] -> [a] }`: of strips that are known by the first `outer` dimensions
/// of the origins of `tiles`, the elements that a strip behind O writes before
/// any of them loads it. `sureWrites = { [O, I] -> [a] }` is what tiles surely
/// write, all points of a tile together if they have all origins. `loads =
/// { [O] -> [a] }` are the elements that strips load, or more.
///
/// Nobody but the tiles may access the elements meanwhile.
isl::map writtenByLaterStrips(const StripBody &tiles, unsigned outer,
                              const isl::map &sureWrites,
                              const isl::map &loads);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_REUSE_LATERSTRIPS_H
