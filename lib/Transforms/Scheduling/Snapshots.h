//===- Snapshots.h - copies of arrays in front of nests ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that overwrites an array from one end to the other, and reads ahead of
// that, sees there what the array held before. Its iterations have to stay in
// order only because later ones overwrite what earlier ones read. With a copy
// that is made in front of the nest they have not.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCHEDULING_SNAPSHOTS_H
#define POLYMEM_LIB_TRANSFORMS_SCHEDULING_SNAPSHOTS_H

#include "PolyMem/Analysis/Scheduling/ArrayWebs.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// Loads of an array in a nest that see only what it held before the nest.
struct Snapshot {
  mlir::Value array;
  /// An outermost loop of the function.
  mlir::affine::AffineForOp nest;
  llvm::SmallVector<mlir::affine::AffineLoadOp> loads;
};

/// The snapshots of `func` that may be worth a try, by nest. Only text is
/// looked at: bounds of loops, and subscripts that differ by more than 0.
std::vector<Snapshot> findSnapshots(mlir::func::FuncOp func);

/// The web of the loads of `snapshot`, which are in `scop`; nothing if what
/// they read is not known exactly.
std::optional<ArrayWeb> webOf(const Scop &scop, const Snapshot &snapshot);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_SNAPSHOTS_H
