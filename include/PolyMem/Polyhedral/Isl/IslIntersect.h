//===- IslIntersect.h - convex sets made quickly ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLINTERSECT_H
#define POLYMEM_POLYHEDRAL_ISL_ISLINTERSECT_H

#include "PolyMem/Polyhedral/Isl/Isl.h"

namespace polymem {

/// The intersection of `a` and `b`, `[p] -> { A[a] }` and `[q] -> { A[a] }`.
/// Where both are basic sets, isl is not asked whether they are equal, for
/// which it removes redundant constraints from both: that takes longer than the
/// rest where a set grows by a constraint at a time.
isl::set intersectQuickly(isl::set a, isl::set b);

/// `map`, `[p] -> { A[a] -> B[b] }`, where `a[in] = b[out]`, or where `a[in] <
/// b[out]`. A basic map stays one, of which nothing is asked: that it is empty
/// may not be seen.
isl::map equateQuickly(const isl::map &map, unsigned in, unsigned out);
isl::map orderQuickly(const isl::map &map, unsigned in, unsigned out);

/// `[p] -> { : a <= b }`, `a < b` and `a = b` of expressions over parameters or
/// one space. Those of one piece that is defined everywhere are compared
/// without the algebra of pieces.
isl::set lessEqualQuickly(const isl::pw_aff &a, const isl::pw_aff &b);
isl::set lessQuickly(const isl::pw_aff &a, const isl::pw_aff &b);
isl::set equalQuickly(const isl::pw_aff &a, const isl::pw_aff &b);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLINTERSECT_H
