//===- FoldedLaunch.h - code of folded grids --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_FOLDEDLAUNCH_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_FOLDEDLAUNCH_H

#include "PolyMem/Dialect/Scratch/Utils/GridFold.h"
#include "mlir/IR/Builders.h"

namespace polymem::gpulaunch {

/// The numbers of the folded grid, for the host; `tileCounts` are the numbers
/// of tiles by dimension.
FoldedGrid<mlir::Value> emitFoldedGrid(mlir::OpBuilder &builder,
                                       mlir::Location loc, const GridFold &fold,
                                       llvm::ArrayRef<mlir::Value> tileCounts);

/// The numbers of the tile's row and column for block (y, x), and whether it
/// has one.
FoldedTile<mlir::Value, mlir::Value>
emitFoldedTile(mlir::OpBuilder &builder, mlir::Location loc,
               const GridFold &fold, const FoldedGrid<mlir::Value> &grid,
               mlir::Value y, mlir::Value x,
               llvm::ArrayRef<mlir::Value> tileCounts);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_FOLDEDLAUNCH_H
