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

#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

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

/// In a copy of the function of `scop`, of which `counterpart` tells the
/// operations and values, lets the loads of `snapshot` read a copy of what they
/// read, made in front of the nest. Fails, and the copy of the function is of
/// no use, if no loops that make it are found.
llvm::LogicalResult takeSnapshot(const Scop &scop, const Snapshot &snapshot,
                                 const mlir::IRMapping &counterpart,
                                 unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_SNAPSHOTS_H
