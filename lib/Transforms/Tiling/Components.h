//===- Components.h - tiles that cores run as segments ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TILING_COMPONENTS_H
#define POLYMEM_LIB_TRANSFORMS_TILING_COMPONENTS_H

#include "PolyMem/Analysis/Components/ComponentPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace polymem {

/// A function with its components planned, `mapping=prem`; the function that
/// was asked about is as it was.
struct ComponentTiling {
  /// A copy of it, in which values that would cross tiles are in memory, if
  /// that helps; the plan is about the copy.
  mlir::OwningOpRef<mlir::func::FuncOp> copy;
  ComponentPlan plan;
};

/// Plans the components of `func`.
ComponentTiling planComponentTiling(mlir::func::FuncOp func,
                                    const ComponentRequest &request);

/// Makes the tiles of `tiling`, with remarks, and gives `func` the body of the
/// copy. Returns how many `scratch.tile` there are.
unsigned applyComponentTiling(mlir::func::FuncOp func, ComponentTiling tiling);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TILING_COMPONENTS_H
