//===- StripBody.h - the body of a strip's tiles, by origin -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a loop over tile origins as a function of these origins, of those
// that are executed or of all (Isoard 2016, section 2.3).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_REUSE_STRIPBODY_H
#define POLYMEM_LIB_ANALYSIS_REUSE_STRIPBODY_H

#include "PolyMem/Analysis/Reuse/StripSets.h"
#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

class StripBody {
public:
  /// `scop` is the body of the last one of `loops`, each of which is in the
  /// body of the one before it and implements PolyhedralLoopOpInterface.
  /// Origins are those of their last `strip` dimensions, the others are
  /// parameters. `mattersTo` says whose instances have to be in tiles of all
  /// origins. Nullopt, with `reason`, if a size of the tiles is not constant
  /// and the body does not let tiles begin anywhere.
  static std::optional<StripBody>
  build(const Scop &scop, llvm::ArrayRef<mlir::Operation *> loops,
        unsigned strip,
        llvm::function_ref<bool(const ScopStatement &)> mattersTo,
        Sentence &reason);

  /// Tiles have all origins, not only those that are executed.
  bool allOrigins() const { return anywhere; }
  /// The order of tiles, `{ [I'] -> [I] }`.
  StripOrder order() const;
  /// The first `dims` dimensions of the origins are those of strips that are
  /// executed one after another. `{ [O] -> [O'] }`, the strips behind O; and
  /// those that are behind all that have a point in common with a tile of O,
  /// which is less where tiles have all origins.
  isl::map stripsBehind(unsigned dims) const;
  isl::map stripsWellBehind(unsigned dims) const;

  /// `{ [I] -> [a] }`: the elements that `relation = { S[i] -> A[a] }`, of some
  /// instances of a statement, by its index, that matters, touches in each
  /// tile. Instances that no tile that is executed has are in none.
  isl::map byOrigin(unsigned statement, const isl::map &relation) const;
  /// The same in tiles that are executed, of any statement.
  isl::map executed(const isl::map &relation) const;
  /// `{ [a] }` for tiles that are executed, their origins being parameters
  /// again.
  isl::set withOrigins(const isl::map &tiles) const;
  /// `{ [I] -> [a] }` for `elements = { [a] }`, the other way round.
  isl::map byOrigins(const isl::set &elements) const;

private:
  explicit StripBody(const Scop &scop) : scop(&scop) {}
  bool readOrigins(llvm::ArrayRef<mlir::Operation *> loops, unsigned strip,
                   Sentence &reason);
  bool originsAreBox() const;
  isl::set pointsOf(const ScopStatement &statement) const;

  const Scop *scop;
  bool anywhere = false;
  isl::multi_id tuple;
  /// `[p] -> { [I] }`, those that are executed.
  isl::set origins;
  /// `[p] -> { : }`, there are some.
  isl::set known;
  /// `[p] -> { [] -> [s] }`; null entries are not known.
  llvm::SmallVector<isl::pw_aff> sizes;
  llvm::SmallVector<bool> constantSizes;
  /// `{ S[i] }`, the instances that some tile executes, by the statement's
  /// index; null if it does not matter.
  llvm::SmallVector<isl::set> points;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_REUSE_STRIPBODY_H
