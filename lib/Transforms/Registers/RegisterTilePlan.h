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

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Distribution.h"
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

  /// How many of them are jammed at a time, a divisor.
  int64_t copies() const { return deal.count(gpulaunch::Unit::Register); }
  void setCopies(int64_t copies);
  /// Elements from one iteration of a thread to its next.
  int64_t stride() const {
    return step * deal.weight(gpulaunch::Unit::Register);
  }
};

/// A set of jammed dimensions, by their position in the plan.
using JamMask = uint32_t;

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
  bool isShared(mlir::Operation *op) const { return sharedControl.lookup(op); }

private:
  JamMask all;
  JamMask operandsOf(mlir::Operation *op) const;
  void visit(mlir::Block &block);
};

/// A tile and how it is jammed.
struct RegisterTilePlan {
  scratch::TileOp tile;
  llvm::SmallVector<JammedDim> dims;
  /// Loads in innermost loops per round of the jammed iterations.
  int64_t loadsBefore = 0, loadsAfter = 0;
  /// Operations of the jammed body.
  int64_t operations = 0;

  /// The product of the dimensions' copies.
  int64_t copies() const;
};

/// Limits that the user gives.
struct RegisterTileLimits {
  /// Most copies per axis; none or 0: no limit.
  llvm::SmallVector<int64_t> sizes;
  int64_t maxCopies = 0, maxOperations = 0;
};

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
