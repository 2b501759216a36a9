//===- TileConflicts.h - what a strip of tiles keeps at once ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), chapters 2, 3 and 5: local buffers of tiles whose
// sizes are parameters, with reuse between the tiles of a strip.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_ARRAYS_TILECONFLICTS_H
#define POLYMEM_STORAGE_ARRAYS_TILECONFLICTS_H

#include "PolyMem/Storage/Arrays/ArrayConflicts.h"
#include "PolyMem/Storage/Arrays/TileOrder.h"
#include "PolyMem/Storage/Arrays/TileTimes.h"

namespace polymem {

/// The conflicts of the elements of `array` in a local buffer of a strip, for
/// all strips and all places where the first tile may begin. Parameters are
/// those of the scop, the tile sizes and the outer dimensions, restricted to
/// `context = [p] -> { : }`, which may use all of them.
///
/// Each tile loads, before it computes, what the strip reads from outside and
/// no tile before it has accessed; behind its last computation it stores what
/// no later one writes. So an element is kept from the beginning of the first
/// tile that accesses it (if a value from outside may be read, or a write
/// is not certain) or from its first write, to the end of the last tile that
/// writes it or to its last read. Tile origins are not multiples of a size:
/// two times are in one tile of some alignment iff they differ by less than its
/// size, which is affine in sizes that are parameters ("all origins", section
/// 2.3). Where strips have several dimensions, each dimension of two times is
/// looked at for itself.
///
/// In a tile a value may be needed at any time until its last read if the reads
/// or what is written between are at times that are `TileStrips::unordered`;
/// what is loaded is the same, for no dependence is between such times.
///
/// Tiles are executed in `order`: an element of tile T may be loaded while one
/// of tile T - d is still read or stored, for the d that its distances allow
/// (section 5.3). Strips of several dimensions ask for the sequential order:
/// the result is null otherwise.
///
/// A superset: lives are not divided where a value is dead for a while, and
/// conflicts are known by their differences only. With `Hull`, times are in
/// convex sets, and a value is kept to the end of the tile of its last read.
/// Null where isl gave up.
ConflictSet computeTileConflicts(const Scop &scop, const ScopArray &array,
                                 const TileStrips &strips,
                                 const isl::set &context,
                                 ConflictPrecision precision,
                                 const TileOrder &order = TileOrder());

} // namespace polymem

#endif // POLYMEM_STORAGE_ARRAYS_TILECONFLICTS_H
