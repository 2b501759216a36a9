//===- TimeTileEmitter.h - loops over tiles of time -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEEMITTER_H
#define POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEEMITTER_H

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "TimeTileMaker.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace polymem {

/// Values of parameters by name.
using NamedValues = llvm::SmallVector<std::pair<isl::id, mlir::Value>>;

/// The value of `id`; null if there is none.
mlir::Value lookup(const NamedValues &values, const isl::id &id);

/// Generates the tiles of the loops of a plan that have a `tileOrder`.
class TimeTileEmitter {
public:
  /// What is generated from, and where.
  struct Context {
    mlir::OpBuilder &builder;
    PartEmitter emitPart;
    /// Of arrays and parameters in the function that is generated.
    llvm::function_ref<mlir::Value(mlir::Value)> counterpart;
  };

  /// `roles` has the roles of loops that are generated elsewhere, and gets
  /// those of loops that are emitted here; buffers are made in `memorySpace`.
  TimeTileEmitter(const Scop &scop, const TimeTilePlan &plan,
                  mlir::Attribute memorySpace, TimeTileRoles &roles)
      : scop(scop), plan(plan), memorySpace(memorySpace), roles(roles) {}

  /// The plan's order, each loop with code being one statement; null if the
  /// budget runs out.
  isl::schedule contractedOrder() const;

  /// Emits such a statement, or one that it is made of (`AstOptions::onPart`).
  llvm::LogicalResult emit(const Context &context, llvm::StringRef statement,
                           mlir::ValueRange coordinates);

private:
  using Bounds = std::pair<llvm::SmallVector<mlir::AffineExpr>,
                           llvm::SmallVector<mlir::AffineExpr>>;

  /// All tiles of a loop, in their order.
  llvm::LogicalResult emitLoop(const Context &context,
                               const TiledTimeLoop &tiles);
  llvm::LogicalResult emitTile(const Context &context,
                               const DiamondTiles &tiles, bool odd,
                               mlir::ValueRange coordinates);
  llvm::LogicalResult emitTile(const Context &context,
                               const WavefrontTiles &tiles, bool odd,
                               mlir::ValueRange coordinates);

  // TimeTileOverlap.cpp.
  llvm::LogicalResult emitLoop(const Context &context,
                               const OverlappedTiles &tiles);
  /// `odd`: of a block 2 w + 1. Tiles of other shapes have no blocks.
  llvm::LogicalResult emitTile(const Context &context,
                               const OverlappedTiles &tiles, bool odd,
                               mlir::ValueRange coordinates);
  /// The time steps of one tile, on the arrays; their loop.
  llvm::FailureOr<mlir::affine::AffineForOp>
  emitOverlappedSteps(const Context &context, const OverlappedTiles &tiles,
                      bool odd, mlir::ValueRange coordinates);
  /// Some loop around is one over tiles of the wave: none is if there is only
  /// one tile.
  bool isInTile(mlir::OpBuilder &builder) const;
  mlir::Value emitSecondCopy(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value array) const;
  mlir::Value emitBuffer(mlir::OpBuilder &builder, const OverlappedTiles &tiles,
                         const OverlappedArray &array, mlir::Value memref,
                         mlir::ValueRange origins) const;

  /// Loops over the places of a nest between `boundsOf(k)`, bounds of
  /// `operands`, and in these the nest at the time `operands.back()`.
  llvm::LogicalResult emitNest(const Context &context, mlir::Location loc,
                               const TimeTileNests &nests,
                               const TimeTilePhase &phase,
                               llvm::SmallVector<mlir::Value> operands,
                               llvm::function_ref<Bounds(unsigned k)> boundsOf);

  const Scop &scop;
  const TimeTilePlan &plan;
  mlir::Attribute memorySpace;
  TimeTileRoles &roles;
  /// The second copy of each array of the loop whose tiles are generated; null
  /// where there is none.
  llvm::SmallVector<mlir::Value> secondCopies;
};

/// Enters `for max(lower) to min(upper)`, bounds of `operands`.
mlir::affine::AffineForOp enterLoop(mlir::OpBuilder &builder,
                                    mlir::Location loc,
                                    llvm::ArrayRef<mlir::AffineExpr> lower,
                                    llvm::ArrayRef<mlir::AffineExpr> upper,
                                    llvm::ArrayRef<mlir::Value> operands);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEEMITTER_H
