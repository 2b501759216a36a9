//===- SharedLayout.cpp - where workgroup memory lies ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace polymem::gputoemulator {

/// The shapes of workgroup buffers that polymem-annotate-kernels has recorded,
/// by the names that convert-gpu-to-nvvm gives to their globals.
static llvm::StringMap<ArrayRef<int64_t>>
getRecordedShapes(gpu::GPUModuleOp module) {
  llvm::StringMap<ArrayRef<int64_t>> shapes;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto recorded = function->getAttrOfType<ArrayAttr>(kWorkgroupShapesAttr);
    if (!recorded)
      continue;
    for (auto [i, shape] : llvm::enumerate(recorded))
      if (auto extents = dyn_cast<DenseI64ArrayAttr>(shape))
        shapes[("__wg_" + function.getSymName() + "_" + Twine(i)).str()] =
            extents.asArrayRef();
  }
  return shapes;
}

static int64_t product(ArrayRef<int64_t> factors) {
  int64_t product = 1;
  for (int64_t factor : factors)
    product *= factor;
  return product;
}

SharedLayout::SharedLayout(gpu::GPUModuleOp module) {
  llvm::StringMap<ArrayRef<int64_t>> shapes = getRecordedShapes(module);
  DataLayout layout(cast<DataLayoutOpInterface>(module.getOperation()));
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() !=
        static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared))
      continue;
    SharedBuffer buffer;
    buffer.global = global;
    buffer.bytes = layout.getTypeSize(global.getType());
    if (buffer.bytes == 0) {
      dynamic.push_back(global);
      continue;
    }
    Type element = global.getType();
    while (auto array = dyn_cast<LLVM::LLVMArrayType>(element)) {
      buffer.extents.push_back(array.getNumElements());
      element = array.getElementType();
    }
    buffer.elementBytes = layout.getTypeSize(element);
    if (ArrayRef<int64_t> shape = shapes.lookup(global.getSymName());
        !shape.empty() && product(shape) == product(buffer.extents))
      buffer.extents = llvm::to_vector(shape);
    buffer.number = dynamicNumber();
    buffers.push_back(std::move(buffer));
  }
}

std::optional<int64_t> SharedLayout::numberOf(StringRef name) const {
  for (const SharedBuffer &buffer : buffers)
    if (LLVM::GlobalOp(buffer.global).getSymName() == name)
      return buffer.number;
  for (LLVM::GlobalOp global : dynamic)
    if (global.getSymName() == name)
      return dynamicNumber();
  return std::nullopt;
}

SmallVector<SharedBuffer>
SharedLayout::usedBy(LLVM::LLVMFuncOp function) const {
  llvm::SetVector<Operation *> reached;
  reached.insert(function);
  for (size_t i = 0; i < reached.size(); ++i) {
    auto uses = SymbolTable::getSymbolUses(reached[i]);
    if (!uses)
      continue;
    for (SymbolTable::SymbolUse use : *uses)
      if (Operation *symbol = SymbolTable::lookupNearestSymbolFrom(
              reached[i], use.getSymbolRef()))
        reached.insert(symbol);
  }
  SmallVector<SharedBuffer> used;
  for (const SharedBuffer &buffer : buffers)
    if (reached.contains(LLVM::GlobalOp(buffer.global)))
      used.push_back(buffer);
  return used;
}

int64_t SharedLayout::deviceBytes(ArrayRef<SharedBuffer> buffers) {
  int64_t bytes = 0;
  for (const SharedBuffer &buffer : buffers) {
    int64_t alignment = LLVM::GlobalOp(buffer.global)
                            .getAlignment()
                            .value_or(buffer.elementBytes);
    bytes =
        llvm::alignTo(bytes, std::max<int64_t>(alignment, 1)) + buffer.bytes;
  }
  return bytes;
}

} // namespace polymem::gputoemulator
