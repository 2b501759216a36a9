//===- RegisterTilePlan.h - which iterations to jam -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions of polymem-register-tile about one tile mapped to threads,
// taken before any IR changes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REGISTERS_REGISTERTILEPLAN_H
#define POLYMEM_LIB_TRANSFORMS_REGISTERS_REGISTERTILEPLAN_H

#include "FullTileBody.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Support/Sentence.h"
#include "llvm/ADT/DenseMap.h"

namespace polymem {

/// A dimension of a tile of which a thread has several iterations.
struct JammedDim {
  unsigned dim;
  int64_t step;
  /// Who runs the iterations: the threads of an axis, then registers.
  gpulaunch::Deal deal;
  /// Iterations of a thread in a full tile.
  int64_t rounds;
  /// So many of them are neighbours in full tiles, a divisor of `copies`:
  /// thread t has, of n threads and with c neighbours,
  ///
  ///   { [t] -> [x] : x = c (t + n q) + r, 0 <= r < c }
  int64_t neighbours = 1;

  /// How many of them are jammed at a time, a divisor.
  int64_t copies() const { return deal.count(gpulaunch::Unit::Register); }
  void setCopies(int64_t copies);
  /// Elements from one iteration of a thread to its next.
  int64_t stride() const {
    return step * deal.weight(gpulaunch::Unit::Register);
  }
  /// Elements from the first copy to number `copy`, if they are in a full tile.
  int64_t distance(int64_t copy) const {
    return copy % neighbours * step + copy / neighbours * neighbours * stride();
  }
};

/// A set of jammed dimensions, by their position in the plan.
using JamMask = uint32_t;

/// Iterations jammed at a time along the dimensions `mask` of `dims`.
int64_t copiesOf(JamMask mask, llvm::ArrayRef<JammedDim> dims);

/// What depends on which jammed dimensions. Values and operations that are not
/// in the maps depend on none.
struct JamSharing {
  llvm::DenseMap<mlir::Value, JamMask> values;
  llvm::DenseMap<mlir::Operation *, JamMask> ops;
  /// Loops and conditions that all copies go through together.
  llvm::DenseMap<mlir::Operation *, bool> sharedControl;

  /// Of the dimensions `dims`, all copies of which are one iteration each.
  JamSharing(scratch::TileOp tile, llvm::ArrayRef<JammedDim> dims);

  JamMask of(mlir::Operation *op) const { return ops.lookup(op); }
  JamMask of(mlir::Value value) const { return values.lookup(value); }
  JamMask ofAll() const { return all; }
  bool isShared(mlir::Operation *op) const { return sharedControl.lookup(op); }

private:
  JamMask all;
  JamMask operandsOf(mlir::Operation *op) const;
  void visit(mlir::Block &block);
};

/// A tile and how it is jammed.
struct RegisterTilePlan {
  scratch::TileOp tile;
  /// What a full tile executes, if less than `tile` says.
  std::optional<FullTileBody> full;
  llvm::SmallVector<JammedDim> dims;
  /// For partial tiles, by dimension of `dims`, how many iterations are jammed
  /// at a time while so many are left: less and less, 1 in the end. Empty:
  /// these tiles execute one iteration after the other.
  llvm::SmallVector<llvm::SmallVector<int64_t, 4>> parts;
  /// Loads in innermost loops per round of the jammed iterations.
  int64_t loadsBefore = 0, loadsAfter = 0;
  /// Operations of the jammed body.
  int64_t operations = 0;
  /// Of a thread, see `estimateRegisterBytes`.
  int64_t registerBytes = 0;
  /// What forbids to jam more; empty if a thread has no more iterations.
  Sentence limit;

  /// The product of the dimensions' copies.
  int64_t copies() const;
  /// What is jammed.
  scratch::TileOp body() const { return full ? *full->tile : tile; }
};

/// How much is jammed at most.
struct RegisterTileLimits {
  /// Most copies per axis; none or 0: no limit.
  llvm::SmallVector<int64_t> sizes;
  /// 0: no limit.
  int64_t maxCopies = 0;
  int64_t maxOperations = 0;
  /// Fewest copies of full tiles, for partial ones to be jammed in parts; 0:
  /// none are.
  int64_t minPartCopies = 0;
  /// Of a thread, for what `estimateRegisterBytes` counts.
  int64_t registerBytes = 0;
};

/// About how many bytes of registers a thread takes where `body`, jammed along
/// `dims`, needs most: what its innermost loops carry and accumulate, what they
/// use from outside or share, the values of one iteration, and an address for
/// each access. Not counted is what is around the tile, and what a compiler
/// keeps for other reasons.
int64_t estimateRegisterBytes(scratch::TileOp body,
                              llvm::ArrayRef<JammedDim> dims,
                              const JamSharing &sharing);

/// Why a tile is not jammed.
struct RegisterTileRefusal {
  /// A string literal; empty: there is nothing to jam, which is no refusal.
  llvm::StringRef name;
  Sentence text;
};

/// Plans `tile`, whose iterations are dealt to threads by `distribution`; a
/// refusal if it is not jammed.
std::optional<RegisterTilePlan> planRegisterTile(
    scratch::TileOp tile, const gpulaunch::Distribution &distribution,
    const RegisterTileLimits &limits, RegisterTileRefusal &refusal);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_REGISTERTILEPLAN_H
