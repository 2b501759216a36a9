//===- IslProjection.h - projections with explicit divisions ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl keeps a variable that it cannot eliminate exactly as an existential one.
// To make it explicit, as a function of the others, it distinguishes cases: a
// tile of a stencil's time steps, from which the time is to be eliminated, then
// becomes dozens of sets. One variable can always be eliminated exactly without
// cases: there is an integer t with
//
//   a t + f >= 0, ..., -b t + g >= 0, ...          (a, b > 0)
//
// iff each lower bound is at most each upper bound, rounded to integers,
//
//   floor(f / a) + floor(g / b) >= 0.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLPROJECTION_H
#define POLYMEM_POLYHEDRAL_ISL_ISLPROJECTION_H

#include "PolyMem/Polyhedral/Isl/Isl.h"

namespace polymem {

/// The range of `relation`, `{ S[i] -> A[a] }`, as `{ A[a] }`: a basic set for
/// each basic map where the input dimensions can be eliminated in this way,
/// isl's projection otherwise.
isl::set rangeWithDivisions(const isl::map &relation);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLPROJECTION_H
