//===- LegalizeAffine.h - affine ops after a scope is gone ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `scratch.tile` is an affine scope: its origins and the values computed at
// the top of its body are symbols inside. When a lowering replaces it by loops,
// operations inside may have operands that affine rules no longer permit.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_LEGALIZEAFFINE_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_LEGALIZEAFFINE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem::scratch {

/// The affine scope of operations in `block`; null if there is none.
mlir::Region *getAffineScopeOf(mlir::Block *block);

/// Makes `map(operands)` obey the affine rules in `scope` (the region of an
/// affine scope): symbols that are only valid as dimensions become dimensions.
/// False, and nothing changed, if some operand is neither or the map would
/// multiply or divide by a dimension.
bool makeValidAffine(mlir::AffineMap &map,
                     llvm::SmallVectorImpl<mlir::Value> &operands,
                     mlir::Region *scope);

/// The same for the bound of a loop, whose operands may be results of
/// `affine.min` (an upper bound) or `affine.max` (a lower bound): these are
/// taken into the bound.
bool makeValidBound(mlir::AffineMap &map,
                    llvm::SmallVectorImpl<mlir::Value> &operands, bool isUpper,
                    mlir::Region *scope);

/// Repairs every affine operation below `root` whose operands are not valid
/// (see above) and lowers the ones that cannot be repaired to scf, arith and
/// memref, outermost first. Valid operations are not touched.
void legalizeAffineOps(mlir::Operation *root);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_LEGALIZEAFFINE_H
