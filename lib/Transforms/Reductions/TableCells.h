//===- TableCells.h - local sums of a table's elements ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REDUCTIONS_TABLECELLS_H
#define POLYMEM_LIB_TRANSFORMS_REDUCTIONS_TABLECELLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace polymem {

/// Replaces local cells of `func` by the element of a table that their value,
/// with whatever else, is stored to behind them: a cell of an iteration of two
/// loops, and the only element that it stores. The result are the loads that
/// were of a cell. That no other load of the iteration is of the element is for
/// the caller to show, before the function is used.
llvm::SmallPtrSet<mlir::Operation *, 4>
moveCellsToTables(mlir::func::FuncOp func);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REDUCTIONS_TABLECELLS_H
