//===- StripSets.h - what each tile of a strip loads and stores -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), chapter 2: tiles that are executed one after another,
// a strip, keep in a local buffer what a later one of them needs. An element is
// loaded by the first tile that accesses it and stored by the last one that
// writes it.
//
// A tile is known by its origin, the first point of it, and not by its number:
// so its points are affine in its sizes, which may be parameters. Origins are
// all points then, not multiples of the sizes only ("all origins", section
// 2.3).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REUSE_STRIPSETS_H
#define POLYMEM_ANALYSIS_REUSE_STRIPSETS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/ArrayRef.h"

namespace polymem {

/// The order of the tiles of strips. Each is `[p] -> { [I'] -> [I] }`, of
/// origins.
struct StripOrder {
  /// Tile I' is in the strip of tile I, and executed before it.
  isl::map before;
  /// Tile I' is in the strip of tile I.
  isl::map sameStrip;
};

/// Tiles of all origins, of sizes `[p] -> { [s_k] }`. Strips are the
/// tiles that agree in the first `outer` of the dimensions. I' is before I if
/// for some k >= outer I'_i <= I_i for i < k, and I'_k <= I_k - s_k: every
/// point of tile I' is then executed before those of tile I, in the tiling that
/// has I among its tiles (Isoard 2016, section 2.3.1).
StripOrder orderAllOrigins(llvm::ArrayRef<isl::pw_aff> sizes, unsigned outer);

/// `[p] -> { [I'] -> [I] }`, tiles of all origins: whatever tile has a point of
/// tile I', of any tiling of which I is a tile, is executed before I: for some
/// k I'_i + s_i - 1 <= I_i for i < k, and I'_k + s_k <= I_k.
isl::map tilesWellBehind(llvm::ArrayRef<isl::pw_aff> sizes);

/// Tiles of one tiling, which all have origins in `origins = [p] -> { [I] }`,
/// in lexicographic order.
StripOrder orderAligned(const isl::set &origins, unsigned outer);

/// What tiles do to the elements of one array, `[p] -> { [I] -> A[a] }` each.
struct StripAccesses {
  /// The tile may read it before it has surely written it; more is allowed.
  isl::map in;
  /// The tile may write it.
  isl::map mayWrite;
  /// The tile surely writes it; a part of `mayWrite`.
  isl::map sureWrite;
  /// Read behind the strip of the tile. Null: all may be.
  isl::map liveOut;
  /// The tile reads or may write it, `F` below; at least `in u mayWrite`, which
  /// it is if this is null.
  isl::map footprint;
};

/// `[p] -> { [I] -> A[a] }` each.
struct StripSets {
  /// Loaded before the tile computes, stored behind its last computation.
  isl::map load, store;

  bool isNull() const { return load.is_null() || store.is_null(); }
};

/// The sets of section 2.3.3, equations (2.5), (2.6) and (2.9):
///   Store(I) = LiveOut n (mayWrite(I) \ mayWrite(> I)),
///   In'(I)   = in(I) u (Store(I) \ sureWrite(I)),
///   Ra       = U_J (In'(J) \ sureWrite(< J)), over the tiles of the strip,
///   F(I)     = In'(I) u mayWrite(I), or more,
///   Load(I)  = Ra n (F(I) \ F(< I)).
/// Where all writes are sure that is (2.3) and (2.4), each element is loaded at
/// most once a strip, and only if a value from outside is read.
///
/// What holds for `order`, an order of tiles that are executed: all values
/// that a tile reads are those that it would read without buffers, and all that
/// is written and live-out is in the array at the end of the strip, if no one
/// else accesses the elements meanwhile. For `orderAllOrigins` that is so if
/// `F` and `mayWrite` are pointwise, the union of what points of
/// the tile do (theorem 2).
///
/// Null where isl gave up.
StripSets computeStripSets(const StripAccesses &accesses,
                           const StripOrder &order);

/// The least boxes around what each tile does, instead of it: around `in` and
/// `mayWrite`. They are not pointwise: `computeWidenedStripSets` takes them.
StripAccesses inBoxes(const StripAccesses &accesses);

/// The sets for all origins where `in` and `mayWrite` are any supersets of what
/// tiles do, for which `computeStripSets` would leave out what a tile that is
/// not executed seems to load or store. `sureWrite` is pointwise. Both are made
/// so along the strip (theorem 4):
///   Store(I) = LiveOut n (W(I) \ W(> I)), W(I) = U_J mayWrite(J), origin J in
///              tile I,
///   Load(I)  = Ra n (F(I) \ F(< I)), F(I) = U_J (In'(J) u mayWrite(J)), origin
///              I in tile J,
/// over the tiles J of the strip of I, and as above otherwise. More is loaded,
/// and some of it earlier; more is stored, and some of it later. An element is
/// still loaded and stored at most once a strip.
///
/// Tiles without instances, between others or behind them, may have something
/// to load or store: all that have are executed.
StripSets computeWidenedStripSets(const StripAccesses &accesses,
                                  llvm::ArrayRef<isl::pw_aff> sizes,
                                  unsigned outer);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REUSE_STRIPSETS_H
