//===- Cells.h - elements that accesses are to (internal) -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCALARS_CELLS_H
#define POLYMEM_LIB_TRANSFORMS_SCALARS_CELLS_H

#include "PolyMem/Analysis/Accesses/IndexForm.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include <optional>

namespace polymem {

/// An element of `memref`.
struct Cell {
  mlir::Value memref;
  mlir::affine::AffineValueMap subscripts;
  /// Where in memory it is: `{ operands -> cells }`, so that elements that
  /// differ in a result are different memory. None for other layouts than those
  /// of arrays and buffers.
  std::optional<mlir::affine::AffineValueMap> place;
  /// The results of `subscripts` and of `place`, where all of them are sums.
  std::optional<llvm::SmallVector<IndexForm>> subscriptForms, placeForms;
  /// Accesses to it, in order, as far as who made it has collected them.
  llvm::SmallVector<mlir::Operation *> accesses;
};

/// `op` is a load or a store of `affine`.
bool isAccess(mlir::Operation *op);

/// The element that `op`, an access, is to.
Cell cellOf(mlir::Operation *op);

/// How elements of one array are seen to lie to each other without algebra.
enum class CellRelation { Same, Different, Unknown };

/// Compares places that differ in constants only, as those of jammed
/// iterations do.
CellRelation compareQuickly(const mlir::affine::AffineValueMap &a,
                            const mlir::affine::AffineValueMap &b);

/// Both are one element, whatever their operands are.
bool isSameCell(const Cell &a, const Cell &b);

/// An access in `block`, to the array of `cell`, is to another cell in every
/// iteration of the loops around it, among those in which `cell` is one and the
/// same.
bool isOtherCell(const Cell &access, const Cell &cell, mlir::Block *block);

/// `cell` is the same in all iterations of `loop`.
bool isInvariant(mlir::affine::AffineForOp loop, const Cell &cell);

/// Known to have an iteration, from bounds of loops and tiles around.
bool hasIteration(mlir::affine::AffineForOp loop);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCALARS_CELLS_H
