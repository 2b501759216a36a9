//===- PipelinePlan.h - how far copies of tiles can run ahead ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), sections 5.2 and 5.3: tiles that load while others
// compute, and the cells that this takes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PIPELINING_PIPELINEPLAN_H
#define POLYMEM_ANALYSIS_PIPELINING_PIPELINEPLAN_H

#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Storage/Arrays/TileOrder.h"

namespace polymem {

/// A buffer that a tile fills, as it is if that happens ahead: one for all
/// tiles, whose cells in one dimension tiles take in turn.
struct PipelinedBuffer {
  /// In the tile, or outside of it already.
  scratch::AllocOp alloc;
  BufferUses uses;
  /// The layout outside of the tile, and the values of its symbols; a null
  /// value stands for the origin of the first tile.
  scratch::MappingAttr mapping;
  llvm::SmallVector<mlir::Value> symbols;
  /// The dimension of the layout in which tiles take turns.
  unsigned dim = 0;
};

/// Computes what has to be known of the tiles of one `scratch.tile` of one
/// sequential dimension so that their copies may run ahead.
class PipelineAnalysis {
public:
  /// Null, with `refusal`, where the body is not modelled, or something in it
  /// has effects that are not known.
  static std::unique_ptr<PipelineAnalysis>
  compute(scratch::TileOp tile, unsigned long maxIslOperations,
          BufferRefusal &refusal);

  /// The buffer of `alloc`, which is directly in the tile's body, if all of its
  /// copies may be executed as `order` says, ahead and behind; else
  /// nothing, with `refusal`. Proved for all sizes, with E(k) and L(k) the
  /// elements that the tile of origin k accesses and copies in, and s the step,
  /// for 0 < j < d, of the distance d = `loadAfterCompute` of the order (with
  /// `loadAfterStore` for buffers that are copied out):
  ///
  /// - the tile of k does not write elements of the array in L(k + j s)
  ///   ("WrittenAhead");
  /// - E(k) and L(k + j s) have no element in common ("LoadedAgain"), and no
  ///   two elements in one cell of the new layout; nor have any two of E(k)
  ///   ("NoLayout").
  ///
  /// Where stores lag, d is at least `computeAfterStore`, E(k + j s) stands for
  /// L(k + j s), and besides
  ///
  /// - the tile of k + j s accesses nothing in the array that the tile of k
  ///   copies out ("StoredLate").
  ///
  /// The layout has a modulus in the dimension in which the old one begins at
  /// the tile's origin: N times the step or, if that is not enough, N times
  /// the old extent.
  std::optional<PipelinedBuffer> plan(scratch::AllocOp alloc, TileOrder order,
                                      BufferRefusal &refusal);

  /// The same for a buffer from outside of the tile, in whose body its copies
  /// are, as `scratch-reuse` makes them for a strip. With the elements V(k)
  /// that the tile of k may find there or leave there, which are those that a
  /// tile up to k and one from k on access, no two of V(k) and of the L(k + j
  /// s), 0 < j < d, are in one cell of the new layout: the old one, with the
  /// modulus d - 1 steps larger. Refused as above, or as "OuterBuffer".
  std::optional<PipelinedBuffer>
  planOuter(scratch::AllocOp alloc, TileOrder order, BufferRefusal &refusal);

private:
  PipelineAnalysis(scratch::TileOp tile, std::unique_ptr<Scop> scop,
                   unsigned long maxIslOperations)
      : tile(tile), scop(std::move(scop)), maxIslOperations(maxIslOperations) {}

  struct Layout;
  struct Ring;
  struct Sets;
  bool readOrigins(BufferRefusal &refusal);
  isl::map tilesLater(unsigned count) const;
  isl::map byOrigin(const ScopAccess &access) const;
  std::optional<Layout> readLayout(scratch::AllocOp alloc);
  isl::pw_aff extentOf(scratch::AllocOp alloc, unsigned dim) const;
  Sets setsOf(scratch::AllocOp alloc, const BufferUses &uses) const;
  bool writesAhead(const Sets &sets, unsigned distance) const;
  bool loadsAgain(const Sets &sets, unsigned distance) const;
  bool isValid(const Sets &sets, const Layout &layout, unsigned distance,
               bool lags, const isl::pw_aff &modulus) const;
  bool storesLate(const Sets &sets, unsigned distance) const;
  std::optional<BufferUses> outerUses(scratch::AllocOp alloc,
                                      BufferRefusal &refusal);
  std::optional<Ring> readRing(scratch::AllocOp alloc);
  isl::map inUse(const Sets &sets, unsigned distance) const;
  bool areApart(const isl::map &together, const Layout &layout,
                int64_t modulus) const;
  PipelinedBuffer rotated(scratch::AllocOp alloc, BufferUses uses,
                          const Layout &layout, unsigned stages, bool byExtent);

  scratch::TileOp tile;
  std::unique_ptr<Scop> scop;
  unsigned long maxIslOperations;
  /// `[k]`, and `[p] -> { [k] : a tile has origin k }`.
  isl::multi_id origin;
  isl::set origins;
  /// `[p] -> { [] -> [s] }`: the step.
  isl::pw_aff step;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PIPELINING_PIPELINEPLAN_H
