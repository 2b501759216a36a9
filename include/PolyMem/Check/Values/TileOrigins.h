//===- TileOrigins.h - tiles of run-time size (internal) --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The origins of a tile loop with a run-time step are `lower + k * step`, which
// is not affine. What follows from it is: two origins of loops that start at
// the same place with the same step are equal or at least `step` apart, and the
// windows `[o, o + step)` cover everything from `lower` on, each point once;
// and `step` before an origin, unless that is before `lower`, is another.
// Proofs use these facts only, for all places where origins may be.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_VALUES_TILEORIGINS_H
#define POLYMEM_CHECK_VALUES_TILEORIGINS_H

#include "PolyMem/Check/Values/ValueProgram.h"

namespace polymem {

/// `{ A[y] -> B[z] }`: pairs of instances of `a = { A[y] }` and `b = { B[z] }`,
/// with the given tile origins among their dimensions, whose origins may both
/// be executed: a superset of the pairs that are. (Not restricted to `a`, `b`.)
isl::map mayCoexist(const isl::set &a, llvm::ArrayRef<OriginDim> originsA,
                    const isl::set &b, llvm::ArrayRef<OriginDim> originsB);

/// Of `origins` those whose tile no other dimension of `domain = { A[y] }`
/// tells.
llvm::SmallVector<OriginDim> untoldOrigins(const isl::set &domain,
                                           llvm::ArrayRef<OriginDim> origins);

/// Of `pairs = { A[y] -> B[z] }` those where all origins of `B` are origins of
/// `A`: if `A[y]` is executed, so is `B[z]`.
isl::map inSameTile(const isl::map &pairs, llvm::ArrayRef<OriginDim> originsA,
                    llvm::ArrayRef<OriginDim> originsB);

/// The same for those where one origin of `B`, one of `untold`, is that of the
/// tile before instead.
isl::map inTileBefore(const isl::map &pairs, llvm::ArrayRef<OriginDim> originsA,
                      llvm::ArrayRef<OriginDim> originsB,
                      llvm::ArrayRef<OriginDim> untold);

/// Of `domain = { A[y] }` those instances that a tile before theirs may exist
/// for, at `lower` or `step` behind it: others are not executed. What comes
/// before a tile is told from that tile, so that it has to be among the
/// instances considered.
isl::set tilesBeforeExist(const isl::set &domain,
                          llvm::ArrayRef<OriginDim> origins);

/// Instances without their tile origins. For each `q` there are origins `o`
/// that are executed with it.
class SureInstances {
public:
  /// The ways to choose origins for instances of `domain = { A[y] }`, `origins`
  /// among the dimensions `y`. None where the other dimensions do not tell.
  static std::vector<SureInstances> find(const isl::set &domain,
                                         llvm::ArrayRef<OriginDim> origins);

  /// `{ A[y] -> Q[q] }`: drops the origins, where `q` has a tile.
  const isl::map &dropOrigins() const { return drop; }
  /// For a relation `pairs = { A[y] -> X[x] }` between instances: those `(q,
  /// x)` for which it holds with every origin that `q` may have beside `x`, as
  /// `possible = { A[y] -> X[x] }` tells: `{ Q[q] -> X[x] }`. Holds of an `x`
  /// that leaves `q` no origin, too: `q` has one, so that `x` is not executed.
  isl::map always(const isl::map &pairs, const isl::map &possible) const;
  /// `{ Q[q] }`: those that are executed with every origin they may have.
  isl::set executed() const;

private:
  isl::set domain;
  /// `{ A[y] }`: the origins are those of the tiles found from the others.
  isl::set windows;
  isl::map drop;
};

} // namespace polymem

#endif // POLYMEM_CHECK_VALUES_TILEORIGINS_H
