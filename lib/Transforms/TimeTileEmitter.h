//===- TimeTileEmitter.h - loops over tiles of time -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TIMETILEEMITTER_H
#define POLYMEM_LIB_TRANSFORMS_TIMETILEEMITTER_H

#include "PolyMem/Analysis/TimeTiling.h"
#include "PolyMem/Polyhedral/AstToAffine.h"

namespace polymem {

/// Generates what `TimeTiles::code` says, for the loops of a plan that have it.
class TimeTileEmitter {
public:
  /// `onLoop` is told of loops and their roles, as by `AstOptions::onLoop`.
  TimeTileEmitter(
      const TimeTilePlan &plan,
      llvm::function_ref<void(mlir::Operation *, TimeTileRole)> onLoop)
      : plan(plan), onLoop(onLoop) {}

  /// The plan's order, each loop with code being one statement; null if the
  /// budget runs out.
  isl::schedule contractedOrder() const;

  /// Emits such a statement, or one that it is made of (`AstOptions::onPart`).
  llvm::LogicalResult emit(mlir::OpBuilder &builder, llvm::StringRef statement,
                           mlir::ValueRange coordinates, PartEmitter emitPart);

private:
  llvm::LogicalResult emitDiamond(mlir::OpBuilder &builder,
                                  const TimeTiles &tiles,
                                  mlir::ValueRange coordinates,
                                  PartEmitter emitPart);
  llvm::LogicalResult emitWavefrontTile(mlir::OpBuilder &builder,
                                        const TimeTiles &tiles,
                                        mlir::ValueRange coordinates,
                                        PartEmitter emitPart);

  const TimeTilePlan &plan;
  llvm::function_ref<void(mlir::Operation *, TimeTileRole)> onLoop;
};

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TIMETILEEMITTER_H
