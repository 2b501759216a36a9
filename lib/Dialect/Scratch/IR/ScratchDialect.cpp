//===- ScratchDialect.cpp - the scratch dialect ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::scratch;

#include "PolyMem/Dialect/Scratch/IR/ScratchDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchTypes.cpp.inc"

void ScratchDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "PolyMem/Dialect/Scratch/IR/ScratchAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "PolyMem/Dialect/Scratch/IR/ScratchTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "PolyMem/Dialect/Scratch/IR/ScratchOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// MappingAttr
//===----------------------------------------------------------------------===//

AffineMap MappingAttr::getAffineMap() const { return getMap(); }

bool MappingAttr::isIdentity() const { return false; }

LogicalResult
MappingAttr::verifyLayout(ArrayRef<int64_t> shape,
                          function_ref<InFlightDiagnostic()> emitError) const {
  if (getMap().getNumDims() != shape.size())
    return emitError() << "mapping takes " << getMap().getNumDims()
                       << " coordinates, but the memref has rank "
                       << shape.size();
  return success();
}

LogicalResult MappingAttr::getStridesAndOffset(ArrayRef<int64_t>,
                                               SmallVectorImpl<int64_t> &,
                                               int64_t &) const {
  // A storage mapping is not a strided layout: it must be materialised first.
  return failure();
}

LogicalResult
MappingAttr::verify(function_ref<InFlightDiagnostic()> emitError, AffineMap map,
                    AffineMap extents) {
  if (extents.getNumDims() != 0)
    return emitError() << "extents depend on symbols only";
  if (extents.getNumSymbols() != map.getNumSymbols())
    return emitError() << "map has " << map.getNumSymbols()
                       << " symbols, but extents have "
                       << extents.getNumSymbols();
  if (extents.getNumResults() != map.getNumResults())
    return emitError() << "map has " << map.getNumResults()
                       << " results, but there are " << extents.getNumResults()
                       << " extents";
  return success();
}

std::optional<SmallVector<int64_t>> MappingAttr::getStaticExtents() const {
  SmallVector<int64_t> result;
  for (AffineExpr expr : getExtents().getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant)
      return std::nullopt;
    result.push_back(constant.getValue());
  }
  return result;
}
