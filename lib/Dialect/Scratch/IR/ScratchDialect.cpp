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
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::scratch;

#include "PolyMem/Dialect/Scratch/IR/ScratchDialect.cpp.inc"

#include "PolyMem/Dialect/Scratch/IR/ScratchEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchTypes.cpp.inc"

namespace {
struct ScratchAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<MappingAttr>(attr))
      return AliasResult::NoAlias;
    os << "mapping";
    return AliasResult::OverridableAlias;
  }
};

/// Nothing in a tile depends on the function it is in.
struct ScratchInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ScratchDialect::initialize() {
  addInterfaces<ScratchAsmInterface, ScratchInlinerInterface>();
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

LogicalResult ScratchDialect::verifyOperationAttribute(Operation *op,
                                                       NamedAttribute attr) {
  if (attr.getName() != LoopAttr::name)
    return op->emitOpError("has the attribute '")
           << attr.getName().getValue()
           << "', which the scratch dialect does not define";
  if (!isa<LoopAttr>(attr.getValue()))
    return op->emitOpError("'") << LoopAttr::name << "' must be #scratch.loop";
  if (!isa<LoopLikeOpInterface>(op))
    return op->emitOpError("'") << LoopAttr::name << "' is for loops only";
  return success();
}

LoopAttr LoopAttr::of(Operation *loop) {
  return loop->getAttrOfType<LoopAttr>(name);
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
polymem::scratch::verifyDivisors(AffineExpr expr,
                                 function_ref<InFlightDiagnostic()> emitError) {
  WalkResult result = expr.walk([&](AffineExpr sub) {
    AffineExprKind kind = sub.getKind();
    if (kind != AffineExprKind::Mod && kind != AffineExprKind::FloorDiv &&
        kind != AffineExprKind::CeilDiv)
      return WalkResult::advance();
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(sub).getRHS());
    if (!divisor || divisor.getValue() > 0)
      return WalkResult::advance();
    if (emitError)
      emitError() << "divides by " << divisor.getValue()
                  << ": divisors must be positive";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult MappingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  AffineMap map, AffineMap extents) {
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
  for (auto [d, expr] : llvm::enumerate(extents.getResults()))
    if (auto constant = dyn_cast<AffineConstantExpr>(expr);
        constant && constant.getValue() <= 0)
      return emitError() << "extent " << d << " must be positive, but is "
                         << constant.getValue();
  for (AffineMap checked : {map, extents})
    for (AffineExpr expr : checked.getResults())
      if (failed(verifyDivisors(expr, emitError)))
        return failure();
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

//===----------------------------------------------------------------------===//
// PipelineAttr
//===----------------------------------------------------------------------===//

LogicalResult PipelineAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   unsigned lead, unsigned lag,
                                   PipelineOrder order) {
  if (lag > 1)
    return emitError() << "stores are in the step of their tile (lag 0) or in "
                          "the next one (lag 1), not "
                       << lag << " behind";
  return success();
}
