//===- TileTimes.h - tiles of strips, and when they access ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the analyses of strips of tiles share: the tiles, given by a schedule,
// and the times of accesses in it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_ARRAYS_TILETIMES_H
#define POLYMEM_STORAGE_ARRAYS_TILETIMES_H

#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

/// Tiles of an order of the instances of a scop. A strip are the tiles that
/// differ in the last `strip` tiled dimensions only; they are executed one
/// after another in lexicographic order, the instances of a tile in the given
/// order, but for those that are `unordered`.
struct TileStrips {
  /// `[p] -> { S[i] -> [t] }`, the same number of dimensions for all
  /// statements.
  isl::union_map schedule;
  /// Dimensions before this one are those of loops around the tiles: their
  /// values are the parameters `outerDimension` of what is computed.
  unsigned outer = 0;
  /// The sizes of tiles in dimensions `outer`, `outer + 1`, ...: names of
  /// parameters, or positive numbers. At least one. Any name will do but those
  /// of `outerDimension`.
  llvm::SmallVector<std::string> sizes;
  /// The number of tiled dimensions along a strip: at least one, and no more
  /// than there are.
  unsigned strip = 1;
  /// `[p] -> { [t] -> [t'] }`, in both directions: instances at these times may
  /// be executed in either order if they are in one tile. Null: none.
  isl::map unordered;

  /// The first dimension that is not tiled.
  unsigned end() const { return outer + sizes.size(); }
  /// The first dimension along a strip.
  unsigned along() const { return end() - strip; }
  /// The size of tiles in dimension `dim` of the times.
  const std::string &sizeIn(unsigned dim) const { return sizes[dim - outer]; }
};

/// `{ [t] -> [t'] }` of `count` dimensions: the first one in which they differ
/// is among `dims`, as if it were the numbers of threads that meet behind each
/// value of the dimensions before it.
isl::map unorderedInDims(isl::ctx ctx, unsigned count,
                         llvm::ArrayRef<unsigned> dims);

/// `[p] -> { [t] -> [t'] }`, times of `schedule = { S[i] -> [t] }`, which have
/// `count` dimensions: instances in different iterations of a loop that is
/// declared parallel and the same ones of the loops around it. Null where isl
/// gave up.
isl::map unorderedInParallelLoops(const Scop &scop,
                                  const isl::union_map &schedule,
                                  unsigned count);

/// The parameter `o0`, `o1`, ... that is the value of dimension `dim`.
isl::id outerDimension(isl::ctx ctx, unsigned dim);

/// Whether tiles may have any sizes: the order is one of the instances'
/// dependences, `{ S[i] -> T[j] }`, and no dependence between instances that
/// agree in the outer dimensions goes back in a tiled one, or is between
/// unordered times. False also where isl gave up.
bool areTileable(const TileStrips &strips, const isl::union_map &dependences);

/// The accesses to `array` that are executed for some parameters.
llvm::SmallVector<const ScopAccess *> accessesOf(const Scop &scop,
                                                 const ScopArray &array);

/// `[p] -> { A[a] -> [t, k] }`: when elements of `array` are accessed, k
/// counting the operations of an instance. The loops around an allocation are
/// left out of `a`. Null where isl gave up.
isl::map timesOf(const Scop &scop, const ScopArray &array,
                 const ScopAccess &access, const TileStrips &strips);

/// `[p] -> { [I] -> [t, k] : I_d <= t_d < I_d + s_d, t_d = o_d around tiles }`:
/// the times, of `count` dimensions, in the tile of origin I.
isl::map instancesOfTiles(isl::ctx ctx, const TileStrips &strips,
                          unsigned count);

/// The size is a number, and no parameter's name.
bool isNumber(llvm::StringRef size);

/// `[p] -> { [t] -> [v] }` for the elements of a universe: the value of a
/// parameter, a size of tiles as in `TileStrips::sizes`, and a coordinate.
isl::pw_aff parameterOn(const isl::set &domain, const isl::id &id);
isl::pw_aff sizeOn(const isl::set &domain, const std::string &size);
isl::pw_aff coordinateOn(const isl::set &domain, unsigned dim);

} // namespace polymem

#endif // POLYMEM_STORAGE_ARRAYS_TILETIMES_H
