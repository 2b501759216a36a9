//===- Reductions.h - loops that carry nothing but sums ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds reductions: loops whose iterations depend on each other only because
// each combines a value into the same memory cell, by an operation whose order
// does not matter. Nothing here changes IR.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REDUCTIONS_REDUCTIONS_H
#define POLYMEM_ANALYSIS_REDUCTIONS_REDUCTIONS_H

#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <optional>
#include <string>

namespace polymem {

/// `M[f] = M[f] op e`: the load and the store are in one block, and the loaded
/// value goes nowhere else.
struct ReductionUpdate {
  mlir::affine::AffineLoadOp load;
  mlir::affine::AffineStoreOp store;
  /// From the loaded value to the stored one, in order; several where more
  /// than one value is combined. Subtraction counts as addition, and so does
  /// `math.fma`, of a product.
  llvm::SmallVector<mlir::Operation *> operations;
};

/// A cell that a loop combines values into; only by `updates`, all of `kind`.
struct Accumulator {
  mlir::Value memref;
  /// The cell's subscripts, the same in all iterations of the loop.
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
  mlir::arith::AtomicRMWKind kind;
  llvm::SmallVector<ReductionUpdate> updates;

  mlir::Type elementType() const {
    return llvm::cast<mlir::MemRefType>(memref.getType()).getElementType();
  }
};

/// What the iterations of a loop pass on to each other.
struct LoopCarry {
  enum class Kind {
    Nothing,   ///< the loop is parallel
    Reduction, ///< only values of accumulators
    Other
  };
  Kind kind = Kind::Other;
  /// Of a reduction: all of them, in the order of their first updates.
  llvm::SmallVector<Accumulator> accumulators;
};

/// Any order of steps such as `op` gives the same bits: those of integers, but
/// for what they promise of overflow, and `maximumf` and `minimumf`, which
/// order -0 before 0 and pass every NaN on. (`maxnumf` and `minnumf` may return
/// either of two zeros, so their order can be seen.)
bool isExactInAnyOrder(mlir::Operation *op);

/// `op`, a step of a reduction, is exact in any order, or says that any order
/// will do: it has fastmath<reassoc>.
bool mayBeReordered(mlir::Operation *op);

/// The cells that `loop` seems to accumulate in: what can be seen without
/// dependences. Only those whose operations may all be reordered
/// (`mayBeReordered`), or all if `reassociate` is set.
llvm::SmallVector<Accumulator>
collectAccumulators(mlir::affine::AffineForOp loop, bool reassociate);

/// The update that `store` ends: what is stored is the stored-to element
/// combined with other values, by operations of one kind, which is `kind` if
/// that is set, and is set to it if not. Only operations that may be reordered,
/// or all if `reassociate` is set. Nothing if it ends none.
std::optional<ReductionUpdate>
updateOf(mlir::affine::AffineStoreOp store, bool reassociate,
         std::optional<mlir::arith::AtomicRMWKind> &kind);

/// What iterations of `loop`, a loop of `scop`, pass on to each other among
/// instances with equal values of the loops around it: accumulators of
/// `collectAccumulators` that no other access in the loop may touch, and
/// nothing else, or else `Other`. What is not known, for want of isl
/// operations, is `Other`.
LoopCarry carriedBy(const Scop &scop, mlir::affine::AffineForOp loop,
                    bool reassociate);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REDUCTIONS_REDUCTIONS_H
