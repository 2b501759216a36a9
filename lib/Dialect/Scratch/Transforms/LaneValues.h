//===- LaneValues.h - index values in the lanes of a warp -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_LANEVALUES_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_LANEVALUES_H

#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Sentence.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace polymem::scratch {

/// A number per lane.
using LaneOffsets = llvm::SmallVector<int64_t, 0>;

/// An index value in the lanes of a warp, which differ by known numbers:
///
///   value(lane) = offsets[lane] + sum_v multiples[v] * v + other * n
///
/// with integers v and n that all lanes share. `v` is a value of the IR, or the
/// number of the iteration of the loop whose variable it is; nothing is known
/// of `n`.
struct LaneValue {
  LaneOffsets offsets;
  std::map<const void *, int64_t> multiples;
  int64_t other = 0;

  /// What the lanes share is a multiple of this; 0 if it is nothing.
  int64_t sharedMultiple() const;
};

/// A tile mapped to threads, and which ones run its iterations.
struct ThreadTile {
  ThreadTile(TileOp tile, gpulaunch::AxisDeals deals);

  TileOp tile;
  gpulaunch::AxisDeals deals;
  /// `constantTripBound` of each dimension: many lanes and rounds ask for it.
  std::vector<std::optional<int64_t>> trips;
};

/// The values of one request: those of one iteration of thread tiles, of any
/// iteration of other loops.
class LaneValues {
public:
  /// Lanes `first` .. `first + numLanes - 1` of the threads of a block that
  /// executes `root`. Lanes beyond the last thread are not active.
  LaneValues(TileOp root, const gpulaunch::Distribution &distribution,
             int64_t first, int64_t numLanes);

  /// Gives the origins of `tiles`, each inside the one before it, in the
  /// `round`-th iteration that a thread executes; lanes without one become
  /// inactive. Tiles cut off by an array's end are taken for full ones. False,
  /// with a reason, if that is not known.
  bool enterThreadTiles(llvm::ArrayRef<ThreadTile> tiles, int64_t round);

  /// Iterations of the tiles entered that a thread executes one after the
  /// other; nullopt if that depends on run-time values, and round 0 stands for
  /// all.
  std::optional<int64_t> rounds() const { return numRounds; }

  bool isActive(unsigned lane) const { return active[lane]; }
  void deactivate(unsigned lane) { active[lane] = false; }
  bool anyActive() const;
  unsigned numLanes() const { return active.size(); }

  /// A value that is `offsets` in the lanes.
  LaneValue known(LaneOffsets offsets) const;

  /// Nullopt, with a reason, if it is not known how the lanes differ.
  std::optional<LaneValue> get(mlir::Value value);
  std::optional<LaneValue> get(mlir::AffineExpr expr,
                               llvm::ArrayRef<LaneValue> operands,
                               unsigned numDims);
  /// The results of `map`; nullopt if one is not known.
  std::optional<llvm::SmallVector<LaneValue>>
  get(mlir::AffineMap map, llvm::ArrayRef<LaneValue> operands);
  std::optional<llvm::SmallVector<LaneValue>> get(mlir::ValueRange values);

  /// Why something was not known.
  const Sentence &reason() const { return why; }

private:
  /// The iteration of a tile dimension, in units of its step, per lane; it
  /// stands for others `stride` apart (0: there are none).
  struct Iteration {
    LaneOffsets first;
    int64_t stride;
  };

  LaneValue shared(mlir::Value value, int64_t multiple = 1) const;
  std::optional<LaneValue> define(mlir::Value value);
  std::optional<LaneValue> defineArgument(mlir::BlockArgument argument);
  std::optional<LaneValue> extremum(const IndexTerms &terms, bool isMax,
                                    mlir::Value key);
  std::optional<LaneValue> divide(const LaneValue &value, int64_t divisor,
                                  mlir::AffineExprKind kind);
  bool isUniform(const LaneValue &value) const;
  bool add(LaneValue &sum, const LaneValue &value, int64_t factor);
  bool fail(const Sentence &reason);
  LaneOffsets workersOf(const gpulaunch::Deal &deal) const;
  bool distribute(const ThreadTile &entered, const gpulaunch::AxisDeal &axis,
                  int64_t &round);

  TileOp root;
  const gpulaunch::Distribution &distribution;
  /// Number in its block, per lane.
  LaneOffsets threads;
  llvm::SmallVector<bool, 32> active;
  llvm::DenseMap<mlir::Value, Iteration> iterations;
  std::optional<int64_t> numRounds = 1;
  llvm::DenseMap<mlir::Value, std::optional<LaneValue>> cache;
  Sentence why;
};

} // namespace polymem::scratch

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_LANEVALUES_H
