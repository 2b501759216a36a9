//===- MappingMaps.h - storage mappings as affine maps ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_MAPPINGMAPS_H
#define POLYMEM_STORAGE_MAPPINGS_MAPPINGMAPS_H

#include "PolyMem/Storage/Mappings/StorageMapping.h"
#include "mlir/IR/AffineMap.h"

namespace polymem {

/// `(i, j)[N] -> ((i - j) mod (2 * N - 1), j mod 2)` as a storage mapping:
/// dimensions are coordinates, symbol k is parameter k. Constants that are
/// added before a modulo do not matter and are dropped. Nothing if some result
/// is of another form. Strides and moduli may be products of symbols.
std::optional<StorageMapping> toStorageMapping(mlir::AffineMap map);

/// The reverse: from `rank` coordinates and `parameters` symbols.
mlir::AffineMap toAffineMap(const StorageMapping &mapping, unsigned rank,
                            unsigned parameters, mlir::MLIRContext *context);

/// A polynomial of the symbols; nothing for expressions of another form.
std::optional<Polynomial> toPolynomial(mlir::AffineExpr expr);

/// `polynomial` of the symbols.
mlir::AffineExpr toAffineExpr(const Polynomial &polynomial,
                              mlir::MLIRContext *context);

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_MAPPINGMAPS_H
