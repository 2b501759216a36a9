//===- BufferBytes.cpp - how much memory buffers take ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

unsigned polymem::elementBytes(Operation *root, MemRefType type) {
  Type element = type.getElementType();
  if (!isa<IntegerType, FloatType, IndexType, ComplexType, VectorType>(element))
    return 0;
  // A vector without dimensions is an element, and upstream looks for the last
  // dimension of each.
  if (auto vector = dyn_cast<VectorType>(element);
      vector && vector.getRank() == 0)
    element = vector.getElementType();
  llvm::TypeSize size = DataLayout::closest(root).getTypeSize(element);
  return size.isScalable() ? 0 : size.getFixedValue();
}

int64_t polymem::elementAlignment(Operation *root, MemRefType type) {
  // A vector is aligned to its bytes.
  if (!isa<VectorType>(type.getElementType()))
    return std::max(1u, std::min(elementBytes(root, type), 16u));
  return llvm::PowerOf2Ceil(std::max(1u, elementBytes(root, type)));
}

std::optional<int64_t> polymem::constantBytes(scratch::AllocOp alloc) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  std::optional<SmallVector<int64_t>> extents =
      alloc.getMapping().getStaticExtents();
  if (!extents)
    return std::nullopt;
  int64_t bytes = elementBytes(alloc, alloc.getType());
  if (bytes == 0)
    return std::nullopt;
  for (int64_t extent : *extents)
    if (extent < 0 || llvm::MulOverflow(bytes, extent, bytes) || bytes > kMost)
      return std::nullopt;
  return bytes;
}
