//===- BufferBuilder.cpp - how passes make buffers ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;

MemRefType BufferBuilder::typeFor(MemRefType array,
                                  scratch::MappingAttr mapping) const {
  return MemRefType::get(array.getShape(), array.getElementType(), mapping,
                         memorySpace);
}

scratch::AllocOp BufferBuilder::create(OpBuilder &builder, Location loc,
                                       MemRefType array, ValueRange sizes,
                                       AffineMap cells, AffineMap extents,
                                       ValueRange symbols) const {
  auto mapping =
      scratch::MappingAttr::get(builder.getContext(), cells, extents);
  return scratch::AllocOp::create(builder, loc, typeFor(array, mapping), sizes,
                                  symbols);
}

scratch::AllocOp BufferBuilder::createShared(OpBuilder &builder, Location loc,
                                             MemRefType array, ValueRange sizes,
                                             scratch::MappingAttr mapping,
                                             ValueRange symbols) const {
  return scratch::AllocOp::create(builder, loc, typeFor(array, mapping), sizes,
                                  symbols, /*shared_cells=*/true);
}

scratch::AllocOp BufferBuilder::create(OpBuilder &builder, Location loc,
                                       MemRefType array, ValueRange sizes,
                                       const BufferLayout &layout) const {
  MLIRContext *context = builder.getContext();
  unsigned symbols = layout.symbols.size();
  return create(builder, loc, array, sizes,
                AffineMap::get(array.getRank(), symbols, layout.cells, context),
                AffineMap::get(0, symbols, layout.extents, context),
                layout.symbols);
}

SmallVector<Value> polymem::dynamicSizes(OpBuilder &builder, Location loc,
                                         Value array) {
  auto type = cast<MemRefType>(array.getType());
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(builder.createOrFold<memref::DimOp>(loc, array, d));
  return sizes;
}
