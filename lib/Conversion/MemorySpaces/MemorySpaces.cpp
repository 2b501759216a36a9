//===- MemorySpaces.cpp - memory spaces of device and host ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/MemorySpaces.h"
#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_DROPMEMORYSPACESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;

bool polymem::isGlobalMemorySpace(Attribute space) {
  if (auto number = dyn_cast_if_present<IntegerAttr>(space))
    return number.getValue().isZero() || number.getValue().isOne();
  if (auto gpuSpace = dyn_cast_if_present<gpu::AddressSpaceAttr>(space))
    return gpuSpace.getValue() == gpu::AddressSpace::Global;
  return !space;
}

void polymem::dropMemorySpaces(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](BaseMemRefType type) -> std::optional<Type> {
    if (!type.getMemorySpace())
      return std::nullopt;
    if (auto memref = dyn_cast<MemRefType>(type))
      return MemRefType::get(memref.getShape(), memref.getElementType(),
                             memref.getLayout());
    return UnrankedMemRefType::get(type.getElementType(), Attribute());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // LLVM has no cast from a space to the same.
  SmallVector<memref::MemorySpaceCastOp> casts;
  module.walk([&](memref::MemorySpaceCastOp cast) { casts.push_back(cast); });
  for (memref::MemorySpaceCastOp cast : casts) {
    if (cast.getSource().getType() != cast.getType())
      continue;
    cast.replaceAllUsesWith(cast.getSource());
    cast.erase();
  }
}

namespace {
struct DropMemorySpacesPass
    : polymem::impl::DropMemorySpacesPassBase<DropMemorySpacesPass> {
  using DropMemorySpacesPassBase::DropMemorySpacesPassBase;

  void runOnOperation() override { polymem::dropMemorySpaces(getOperation()); }
};
} // namespace
