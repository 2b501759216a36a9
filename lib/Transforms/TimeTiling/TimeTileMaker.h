//===- TimeTileMaker.h - from loops with roles to tiles ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEMAKER_H
#define POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEMAKER_H

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"

namespace polymem {

/// The role of a loop between its generation and the making of tiles; nothing
/// if it has none.
std::optional<TimeTileRole> roleOf(mlir::Operation *op);
void setRole(mlir::Operation *loop, llvm::StringRef role);

/// Makes tiles of the loops with roles in `func`; with `gpu`, mapped to blocks
/// and threads.
void makeTiles(mlir::Operation *func, bool gpu);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEMAKER_H
