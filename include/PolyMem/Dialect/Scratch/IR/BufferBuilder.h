//===- BufferBuilder.h - how passes make buffers ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_IR_BUFFERBUILDER_H
#define POLYMEM_DIALECT_SCRATCH_IR_BUFFERBUILDER_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"

namespace polymem {

/// Where elements are in a buffer.
struct BufferLayout {
  /// `(d_0, ...)[s_0, ...] -> (c_0, ...)`, the cell of an element.
  llvm::SmallVector<mlir::AffineExpr> cells;
  /// `()[s_0, ...] -> (e_0, ...)`, numbers of cells.
  llvm::SmallVector<mlir::AffineExpr> extents;
  /// The values of s_0, ...
  llvm::SmallVector<mlir::Value> symbols;
};

/// Makes buffers, in one memory space.
class BufferBuilder {
public:
  explicit BufferBuilder(mlir::Attribute memorySpace)
      : memorySpace(memorySpace) {}

  /// A buffer that is accessed as an array of type `array` is (the layout and
  /// the memory space of that type play no role); `sizes` are those of its
  /// dynamic dimensions, in elements.
  scratch::AllocOp create(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::MemRefType array, mlir::ValueRange sizes,
                          const BufferLayout &layout) const;
  /// The same for a layout that is there as maps, and its symbols.
  scratch::AllocOp create(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::MemRefType array, mlir::ValueRange sizes,
                          mlir::AffineMap cells, mlir::AffineMap extents,
                          mlir::ValueRange symbols) const;
  /// The same with elements that share cells, as `mapping` of `symbols` says,
  /// where their values are not needed at the same time.
  scratch::AllocOp createShared(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::MemRefType array, mlir::ValueRange sizes,
                                scratch::MappingAttr mapping,
                                mlir::ValueRange symbols) const;

private:
  /// The type of a buffer for `array`.
  mlir::MemRefType typeFor(mlir::MemRefType array,
                           scratch::MappingAttr mapping) const;

  mlir::Attribute memorySpace;
};

/// The sizes of the dynamic dimensions of `array`, in elements: operations
/// `memref.dim` at `builder`, or what they fold to.
llvm::SmallVector<mlir::Value>
dynamicSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array);

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_IR_BUFFERBUILDER_H
