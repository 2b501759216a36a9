//===- ScratchOps.cpp - buffers and copies ------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

#define GET_OP_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchOps.cpp.inc"

//===----------------------------------------------------------------------===//
// AllocOp
//===----------------------------------------------------------------------===//

LogicalResult GridBarrierOp::verify() {
  MemRefType type = getCounter().getType();
  if (type.getShape() != ArrayRef<int64_t>{1} || !type.getLayout().isIdentity())
    return emitOpError("counts in one number, a memref<1xi32>, not in ")
           << type;
  return success();
}

LogicalResult AllocOp::verify() {
  auto mapping = dyn_cast<MappingAttr>(getType().getLayout());
  if (!mapping)
    return emitOpError("needs a #scratch.mapping layout");
  if (getDynamicSizes().size() != getType().getNumDynamicDims())
    return emitOpError() << "has " << getDynamicSizes().size()
                         << " sizes, but its type has "
                         << getType().getNumDynamicDims()
                         << " dynamic dimensions";
  if (getSymbols().size() != mapping.getNumSymbols())
    return emitOpError() << "has " << getSymbols().size()
                         << " symbols, but its mapping takes "
                         << mapping.getNumSymbols();
  return success();
}

void AllocOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getBuffer(), "buffer");
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static SmallVector<IntegerSet> setsOf(ArrayAttr attrs) {
  SmallVector<IntegerSet> sets;
  for (Attribute attr : attrs)
    sets.push_back(cast<IntegerSetAttr>(attr).getValue());
  return sets;
}

static bool isBuffer(Value memref) {
  return isa<MappingAttr>(cast<MemRefType>(memref.getType()).getLayout());
}

/// What holds for both directions; `buffer` is the end that must be a buffer.
template <typename CopyTy>
static LogicalResult verifyCopy(CopyTy op, Value buffer, StringRef role) {
  auto source = cast<MemRefType>(op.getSource().getType());
  auto target = cast<MemRefType>(op.getTarget().getType());
  if (!isBuffer(buffer))
    return op.emitOpError() << role
                            << " must be a buffer: a memref with a "
                               "#scratch.mapping layout";
  if (source.getElementType() != target.getElementType())
    return op.emitOpError()
           << "copies elements of type " << source.getElementType()
           << " to elements of type " << target.getElementType();
  if (source.getRank() != target.getRank())
    return op.emitOpError() << "copies from rank " << source.getRank()
                            << " to rank " << target.getRank();
  if (failed(verifyCompatibleShape(source, target)))
    return op.emitOpError() << "source and target differ in shape: a buffer "
                               "has the logical shape of its array";
  for (Attribute attr : op.getSets()) {
    auto setAttr = dyn_cast<IntegerSetAttr>(attr);
    if (!setAttr)
      return op.emitOpError()
             << "sets must be integer sets, but one is " << attr;
    IntegerSet set = setAttr.getValue();
    if (int64_t(set.getNumDims()) != source.getRank())
      return op.emitOpError()
             << "set has " << set.getNumDims()
             << " dimensions, but the memrefs have rank " << source.getRank();
    if (set.getNumSymbols() != op.getSymbols().size())
      return op.emitOpError()
             << "set has " << set.getNumSymbols()
             << " symbols, but the copy has " << op.getSymbols().size();
    for (AffineExpr expr : set.getConstraints())
      if (failed(verifyDivisors(expr, [&] { return op.emitOpError(); })))
        return failure();
  }
  return success();
}

LogicalResult CopyInOp::verify() {
  if (isComputing() && isAsync())
    return emitOpError("computes what the buffer gets, and cannot do so "
                       "asynchronously");
  return verifyCopy(*this, getTarget(), "target");
}

LogicalResult CopyInOp::verifyRegions() {
  if (!isComputing())
    return success();
  Type type = cast<MemRefType>(getSource().getType()).getElementType();
  if (!getComputation().hasOneBlock())
    return emitOpError("computes by more than one block");
  Block &block = getComputation().front();
  if (block.getNumArguments() != 1 || block.getArgument(0).getType() != type)
    return emitOpError() << "needs a computation of one argument of type "
                         << type;
  auto element =
      dyn_cast_if_present<ElementOp>(block.empty() ? nullptr : &block.back());
  if (!element || element.getValue().getType() != type)
    return emitOpError() << "needs a computation that ends with "
                            "'scratch.element' of type "
                         << type;
  for (Operation &op : block.without_terminator())
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return op.emitOpError(
          "may have effects, and cannot compute what a copied element becomes");
  return success();
}

Value scratch::emitCopiedElement(OpBuilder &builder, Operation *copy,
                                 Value element) {
  auto copyIn = dyn_cast<CopyInOp>(copy);
  if (!copyIn || !copyIn.isComputing())
    return element;
  Block &block = copyIn.getComputation().front();
  IRMapping mapping;
  mapping.map(block.getArgument(0), element);
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  return mapping.lookupOrDefault(
      cast<ElementOp>(block.getTerminator()).getValue());
}

void CopyInOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (isAsync())
    setName(getToken(), "token");
}
Value CopyInOp::getPolyhedralSource() { return getSource(); }
Value CopyInOp::getPolyhedralTarget() { return getTarget(); }
SmallVector<IntegerSet> CopyInOp::getPolyhedralSets() {
  return setsOf(getSets());
}
ValueRange CopyInOp::getPolyhedralSymbols() { return getSymbols(); }

LogicalResult CopyOutOp::verify() {
  return verifyCopy(*this, getSource(), "source");
}
void CopyOutOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (isAsync())
    setName(getToken(), "token");
}
Value CopyOutOp::getPolyhedralSource() { return getSource(); }
Value CopyOutOp::getPolyhedralTarget() { return getTarget(); }
SmallVector<IntegerSet> CopyOutOp::getPolyhedralSets() {
  return setsOf(getSets());
}
ValueRange CopyOutOp::getPolyhedralSymbols() { return getSymbols(); }
