//===- MappingEmitter.h - storage mappings in the IR ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_STORAGE_MAPPINGEMITTER_H
#define POLYMEM_LIB_TRANSFORMS_STORAGE_MAPPINGEMITTER_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Storage/Mappings/SizeLimit.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"

namespace polymem {

/// A storage mapping of an array, to be written into the IR.
struct EmittedMapping {
  /// Disjoint; together they hold for all values that the parameters may have.
  /// `integerSetsOf` knows the contexts of all but the last one.
  std::vector<StorageCase> cases;
  /// The values of the parameters, in the order of the contexts' space.
  llvm::SmallVector<mlir::Value> parameters;
  /// Number of dimensions of the array.
  unsigned rank;
  /// Rows of the only case, whose strides and moduli are constants: `c . x` is
  /// in [0, m) for all elements that are accessed, so that it needs no modulo.
  llvm::SmallVector<bool> inRange = {};
  /// What keeps the buffer from being larger than the array.
  SizeLimit limit = {};
  /// Further parameters, behind those of `parameters`.
  std::vector<Quotient> quotients = {};

  /// Makes a buffer with this layout in place of an array of type `array`, in
  /// the same memory space; `sizes` are those of its dynamic dimensions. The
  /// symbols of the layout, strides and moduli that are no constants, are
  /// computed at the builder's insertion point; where the cases differ, the
  /// parameters' values select.
  scratch::AllocOp allocate(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::MemRefType array,
                            mlir::ValueRange sizes) const;
};

/// `[p] -> { : p in context }` as integer sets over as many symbols as there
/// are parameters, one of which holds. Fails for a constant that has more than
/// 64 bits.
llvm::FailureOr<llvm::SmallVector<mlir::IntegerSet>>
integerSetsOf(const isl::set &context, unsigned numParameters,
              mlir::MLIRContext *mlirContext);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_STORAGE_MAPPINGEMITTER_H
