//===- MaterializeMapping.h - storage mappings to subscripts ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every lowering of the scratch dialect needs: a buffer
// (`memref<?x?xT, #scratch.mapping<...>>`, array coordinates) becomes a plain
// memref of its cells, and accesses to it become accesses to the cells. Where
// the cells are (heap, stack, shared memory, registers) is the lowering's
// choice: it passes the memref that holds them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_MATERIALIZEMAPPING_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_MATERIALIZEMAPPING_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"

namespace polymem::scratch {

/// The storage mapping of a buffer's type; null if `type` is not a buffer.
MappingAttr getStorageMapping(mlir::Type type);

/// A buffer and where its cells are.
struct PhysicalBuffer {
  /// The cells: identity layout, one dimension per result of the mapping.
  mlir::Value cells;
  /// `{ A[d] -> cells[map(d, symbols)] }`.
  MappingAttr mapping;
  /// Values of the mapping's symbols.
  llvm::SmallVector<mlir::Value> symbols;
  /// The array's (logical) sizes: what `memref.dim` of the buffer yields.
  llvm::SmallVector<mlir::OpFoldResult> logicalSizes;

  /// The buffer made by `alloc`, whose cells are `cells`.
  static PhysicalBuffer get(AllocOp alloc, mlir::Value cells);
};

/// The type of the cells of a buffer of type `buffer`: constant extents are
/// static sizes, others dynamic; identity layout; in `memorySpace`.
mlir::MemRefType getPhysicalType(mlir::MemRefType buffer,
                                 mlir::Attribute memorySpace);

/// Bytes of one cell of the buffer; 0 if they are not known.
int64_t getElementBytes(AllocOp alloc);

/// The extents of `mapping`, in elements, one per physical dimension: index
/// attributes where constant, values computed at the insertion point elsewhere.
llvm::SmallVector<mlir::OpFoldResult>
materializeExtents(mlir::OpBuilder &builder, mlir::Location loc,
                   MappingAttr mapping, mlir::ValueRange symbols);

/// The values among `materializeExtents`: the dynamic sizes of an allocation of
/// type `getPhysicalType`.
llvm::SmallVector<mlir::Value>
getDynamicExtents(mlir::OpBuilder &builder, mlir::Location loc, AllocOp alloc);

/// The cell of the element at `coordinates`, as values of index type computed
/// with `arith` at the insertion point. Correct anywhere, whatever the
/// operands.
llvm::SmallVector<mlir::Value>
materializeSubscripts(mlir::OpBuilder &builder, mlir::Location loc,
                      const PhysicalBuffer &buffer,
                      mlir::ValueRange coordinates);

/// Reads the element at `coordinates` from the cells of `buffer`: `affine.load`
/// if all operands are valid affine operands at the insertion point,
/// `memref.load` of arith subscripts if not.
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location loc,
                        const PhysicalBuffer &buffer,
                        mlir::ValueRange coordinates);

/// Writes `value` to the element at `coordinates`; as `loadElement`.
void storeElement(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value value, const PhysicalBuffer &buffer,
                  mlir::ValueRange coordinates);

/// The same for an ordinary memref (the array side of a copy).
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value memref, mlir::ValueRange coordinates);
void storeElement(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value value, mlir::Value memref,
                  mlir::ValueRange coordinates);

/// The first operation that uses `buffer` (through casts) in a way that
/// `replaceAccesses` does not know; null if there is none. Known are
/// `affine.load/store`, `memref.load/store`, `memref.atomic_rmw`,
/// `affine.vector_load/store` of elements that lie side by side in the cells,
/// `memref.dim`, `memref.cast`, `memref.memory_space_cast` and the copies of
/// the scratch dialect.
mlir::Operation *findUnsupportedUse(mlir::Value buffer);

/// Redirects every access of `buffer` (through casts) to the cells of
/// `physical`; copies are left to the caller, with `buffer` itself as their
/// operand. Requires `!findUnsupportedUse(buffer)`. An affine access stays one
/// where its operands permit.
void replaceAccesses(mlir::RewriterBase &rewriter, mlir::Value buffer,
                     const PhysicalBuffer &physical);

/// `map` with `e mod m` replaced by `e` where `0 <= e < m` holds in each
/// execution of the code at `point` by what is known of `operands`: bounds of
/// loops and tiles, conditions of enclosing `affine.if`s, definitions by
/// `affine.apply/min/max`. Sound, not complete.
mlir::AffineMap dropRedundantModulo(mlir::AffineMap map,
                                    mlir::ValueRange operands,
                                    mlir::Block *point);

/// `map` with `e mod m` replaced by `((t floordiv s + j) mod (m / s)) s + e - t
/// - j s` where that is the same, for a loop or tile around `point`: t is how
/// far its variable is from its lower bound, s, of which m is a multiple, its
/// step, and `j s <= e - t < (j + 1) s` holds in each execution. The remainder
/// does not change in loops inside of it then. So is what a tile accesses in
/// its part of a buffer that tiles take in turn. New symbols are added to
/// `operands`.
mlir::AffineMap hoistModulo(mlir::AffineMap map,
                            llvm::SmallVectorImpl<mlir::Value> &operands,
                            mlir::Block *point);

/// The results of `map` as index values computed with `arith`; a modulo or a
/// division by a power of two becomes a mask or a shift.
llvm::SmallVector<mlir::Value> expandToArith(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             mlir::AffineMap map,
                                             mlir::ValueRange operands);

} // namespace polymem::scratch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_MATERIALIZEMAPPING_H
