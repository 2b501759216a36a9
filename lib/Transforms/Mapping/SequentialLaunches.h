//===- SequentialLaunches.h - launches of one block are made ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_MAPPING_SEQUENTIALLAUNCHES_H
#define POLYMEM_LIB_TRANSFORMS_MAPPING_SEQUENTIALLAUNCHES_H

#include "PolyMem/Analysis/Scheduling/SequentialWork.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// Makes the launches that `plan` is of, one for each group, in their order.
llvm::SmallVector<scratch::TileOp>
makeSequentialLaunches(mlir::func::FuncOp func, const SequentialPlan &plan);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_MAPPING_SEQUENTIALLAUNCHES_H
