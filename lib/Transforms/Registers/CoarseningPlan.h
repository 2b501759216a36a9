//===- CoarseningPlan.h - neighbouring iterations of a thread ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which neighbouring iterations of a tile mapped to threads one thread is to
// execute together, since they load the same elements: rows of a stencil.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REGISTERS_COARSENINGPLAN_H
#define POLYMEM_LIB_TRANSFORMS_REGISTERS_COARSENINGPLAN_H

#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Dialect/Scratch/Utils/TileConditions.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"

namespace polymem {

/// A dimension of a tile of which a thread is to execute `count` neighbouring
/// iterations together.
struct CoarseningPlan {
  scratch::TileOp tile;
  unsigned dim = 0;
  int64_t count = 1;
  /// The condition that the body consists of; null: it has none.
  mlir::affine::AffineIfOp condition;
  /// Loads before all stores, of all `count` iterations, and different ones
  /// among them.
  int64_t loadsBefore = 0, loadsAfter = 0;
  /// There are all `count` iterations from an origin on, and the condition
  /// holds for all of them: `{ [operands] : set }`, of values from outside the
  /// tile and of the tile's origins.
  mlir::IntegerSet full;
  llvm::SmallVector<mlir::Value> operands;

  /// Where the operations of an iteration are.
  mlir::Block &body() const {
    return condition ? *mlir::affine::AffineIfOp(condition).getThenBlock()
                     : scratch::TileOp(tile).getBody().front();
  }
};

/// What a thread may get.
struct CoarseningLimits {
  /// Iterations, and operations of all of them.
  int64_t count, operations;
};

/// Why a tile is not coarsened: the name of the remark and its text.
struct CoarseningRefusal {
  llvm::StringRef name;
  Sentence text;
};

/// The dimension of `tile`, not one of axis x, and the number of iterations for
/// which the fewest loads are left, if every thread of `distribution` still has
/// some and iterations share a load at least with the next one each.
std::optional<CoarseningPlan>
planCoarsening(scratch::TileOp tile,
               const gpulaunch::Distribution &distribution,
               const CoarseningLimits &limits, CoarseningRefusal &refusal);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_COARSENINGPLAN_H
