//===- OriginMarkers.h - put in and take out scratch.origin -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_INSPECTION_ORIGINMARKERS_H
#define POLYMEM_TRANSFORMS_INSPECTION_ORIGINMARKERS_H

#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// Marks the values of `func` (see `polymem-mark-origin`) and keeps a copy of
/// it in its attribute. Returns the number of markers.
unsigned markOrigin(mlir::func::FuncOp func);

/// Removes markers and copy.
void dropOrigin(mlir::func::FuncOp func);

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_INSPECTION_ORIGINMARKERS_H
