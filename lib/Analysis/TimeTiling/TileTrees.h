//===- TileTrees.h - schedule trees of tiles in time ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TIMETILING_TILETREES_H
#define POLYMEM_LIB_ANALYSIS_TIMETILING_TILETREES_H

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"

namespace polymem {

/// Gives `band`, of one member, a role. Returns the mark above it, with what
/// was below the band `kBelowRole` levels further down. Null if `band` is, or
/// when the budget runs out.
isl::schedule_node setRole(isl::schedule_node band, TimeTileRole role);
inline constexpr int kBelowRole = 3;

/// A band of one member above `node`, with a role. Returns the node at the
/// place of `node`.
isl::schedule_node insertBand(const isl::schedule_node &node,
                              const isl::union_pw_aff &member,
                              TimeTileRole role);

/// Marks `node` as the tiles of this number, which code is generated for;
/// `parseTilesMark` is the inverse. Returns the node at the place of `node`.
isl::schedule_node insertTilesMark(const isl::schedule_node &node,
                                   unsigned number);

/// A tree that orders `all = { Tile[i] }` lexicographically, with roles; null
/// when the budget runs out.
isl::schedule orderOf(const isl::set &all, llvm::ArrayRef<TimeTileRole> roles);

/// The bounds of dimension `dim` of `points = { [i] }`, without divisions, as a
/// set of one dimension.
isl::set rangeOfDim(const isl::set &points, unsigned dim);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TIMETILING_TILETREES_H
