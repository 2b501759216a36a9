//===- Recompute.h - values of a tile at another origin ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_RECOMPUTE_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_RECOMPUTE_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/IR/IRMapping.h"

namespace polymem::scratch {

/// Whether `value` is computed without effects from what is known before `tile`
/// and, if `fromOrigin`, from its origins: then it can be computed elsewhere,
/// for other origins, too.
bool canRecompute(mlir::Value value, TileOp tile, bool fromOrigin);

/// The value that `canRecompute` was true for at the insertion point of
/// `builder`, where all that is known before the tile is known. `mapping` says
/// what the origins are there, and remembers what has been computed.
mlir::Value recompute(mlir::OpBuilder &builder, mlir::Value value, TileOp tile,
                      mlir::IRMapping &mapping);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_RECOMPUTE_H
