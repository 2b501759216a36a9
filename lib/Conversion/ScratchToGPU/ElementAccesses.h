//===- ElementAccesses.h - what tiles and copies do to memory ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_ELEMENTACCESSES_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_ELEMENTACCESSES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"

namespace polymem::gpulaunch {

/// An access to the object in question: a load, a store, or what a copy does
/// with the elements of one of its sets.
struct ElementAccess {
  mlir::Operation *op;
  bool write;
  mlir::IntegerSet set;
  /// It stands for accesses in other blocks of the leaf, too: conditions under
  /// which it is executed are not theirs.
  bool standsForOthers = false;
};

using Accesses = llvm::SmallVector<ElementAccess>;

/// The map and the operands of the element that `op` touches; no map if it is
/// not affine.
std::pair<mlir::AffineMap, mlir::ValueRange> getSubscripts(mlir::Operation *op);

/// The map and the operands of the element that `op`, a load or store, touches.
std::pair<mlir::AffineMap, llvm::SmallVector<mlir::Value>>
elementOf(mlir::Operation *op);

/// The conditions in `leaf` that hold where `block`, which is in it or null, is
/// executed.
llvm::SmallVector<mlir::affine::AffineIfOp>
conditionsAround(mlir::Block *block, mlir::Operation *leaf);

/// Accesses of `leaf`, a tile or a copy, to `memory` that touch, conditions
/// ignored, all elements that it touches; nothing if one of them is not a plain
/// load or store of it.
std::optional<Accesses> collectAccesses(mlir::Operation *leaf,
                                        mlir::Value memory);

/// Accesses of one leaf, in one block, that differ in constants of their
/// subscripts only.
struct AccessFamily {
  /// Their numbers.
  llvm::SmallVector<unsigned> members;
  bool writes = false;
  mlir::Block *block = nullptr;
  /// The subscripts without constants, and what each result of them is added,
  /// member by member. No map where there is one member that is no such access.
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<llvm::SmallVector<int64_t>> constants;
};

/// `accesses` of a leaf in families, each in the order of its first member.
llvm::SmallVector<AccessFamily> familiesOf(const Accesses &accesses);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_ELEMENTACCESSES_H
