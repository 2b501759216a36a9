//===- ScratchOps.cpp - operations of the scratch dialect -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

#define GET_OP_CLASSES
#include "PolyMem/Dialect/Scratch/IR/ScratchOps.cpp.inc"

//===----------------------------------------------------------------------===//
// TileOp
//===----------------------------------------------------------------------===//

void TileOp::build(OpBuilder &builder, OperationState &state,
                   ValueRange lowerBounds, ValueRange upperBounds,
                   ValueRange steps, ArrayAttr mapping) {
  state.addOperands(lowerBounds);
  state.addOperands(upperBounds);
  state.addOperands(steps);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes[0] = lowerBounds.size();
  properties.operandSegmentSizes[1] = upperBounds.size();
  properties.operandSegmentSizes[2] = steps.size();
  if (mapping)
    properties.mapping = mapping;
  Region *body = state.addRegion();
  Block *block = new Block();
  body->push_back(block);
  for (size_t d = 0; d < steps.size(); ++d)
    block->addArgument(builder.getIndexType(), state.location);
  ensureTerminator(*body, builder, state.location);
}

/// Parses `[attr-or-none, ...]`; `none` is kept as a unit attribute.
static ParseResult parseMapping(OpAsmParser &parser, ArrayAttr &mapping) {
  SmallVector<Attribute> attrs;
  auto parseElement = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("none"))) {
      attrs.push_back(parser.getBuilder().getUnitAttr());
      return success();
    }
    return parser.parseAttribute(attrs.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseElement))
    return failure();
  mapping = parser.getBuilder().getArrayAttr(attrs);
  return success();
}

ParseResult TileOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  SmallVector<OpAsmParser::Argument> origins;
  SmallVector<OpAsmParser::UnresolvedOperand> lower, upper, steps;
  if (parser.parseArgumentList(origins, AsmParser::Delimiter::Paren) ||
      parser.parseEqual() ||
      parser.parseOperandList(lower, origins.size(),
                              AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("to") ||
      parser.parseOperandList(upper, origins.size(),
                              AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("step") ||
      parser.parseOperandList(steps, origins.size(),
                              AsmParser::Delimiter::Paren) ||
      parser.resolveOperands(lower, index, result.operands) ||
      parser.resolveOperands(upper, index, result.operands) ||
      parser.resolveOperands(steps, index, result.operands))
    return failure();
  auto &properties = result.getOrAddProperties<TileOp::Properties>();
  properties.operandSegmentSizes[0] = lower.size();
  properties.operandSegmentSizes[1] = upper.size();
  properties.operandSegmentSizes[2] = steps.size();
  if (succeeded(parser.parseOptionalKeyword("mapping"))) {
    ArrayAttr mapping;
    if (parseMapping(parser, mapping))
      return failure();
    properties.mapping = mapping;
  }
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (OpAsmParser::Argument &origin : origins)
    origin.type = index;
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, origins))
    return failure();
  ensureTerminator(*body, builder, result.location);
  return success();
}

void TileOp::print(OpAsmPrinter &printer) {
  printer << " (" << getOrigins() << ") = (" << getLowerBounds() << ") to ("
          << getUpperBounds() << ") step (" << getSteps() << ")";
  if (ArrayAttr mapping = getMappingAttr()) {
    printer << " mapping [";
    llvm::interleaveComma(mapping, printer, [&](Attribute attr) {
      if (isa<UnitAttr>(attr))
        printer << "none";
      else
        printer.printAttribute(attr);
    });
    printer << "]";
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getMappingAttrName(), getOperandSegmentSizesAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

Attribute TileOp::getMappingOf(unsigned dim) {
  ArrayAttr mapping = getMappingAttr();
  if (!mapping || isa<UnitAttr>(mapping[dim]))
    return {};
  return mapping[dim];
}

bool TileOp::isMappedToBlocks() {
  for (unsigned d = 0; d < getRank(); ++d)
    if (isa_and_nonnull<gpu::GPUBlockMappingAttr>(getMappingOf(d)))
      return true;
  return false;
}

bool TileOp::isMappedToThreads() {
  for (unsigned d = 0; d < getRank(); ++d)
    if (isa_and_nonnull<gpu::GPUThreadMappingAttr>(getMappingOf(d)))
      return true;
  return false;
}

bool TileOp::isSequential() {
  for (unsigned d = 0; d < getRank(); ++d)
    if (getMappingOf(d))
      return false;
  return true;
}

LogicalResult TileOp::verify() { return success(); }

LogicalResult TileOp::verifyRegions() { return success(); }

SmallVector<Value> TileOp::getPolyhedralIvs() {
  return SmallVector<Value>(getOrigins().begin(), getOrigins().end());
}
SmallVector<OpFoldResult> TileOp::getPolyhedralLowerBounds() {
  return getAsOpFoldResult(getLowerBounds());
}
SmallVector<OpFoldResult> TileOp::getPolyhedralUpperBounds() {
  return getAsOpFoldResult(getUpperBounds());
}
SmallVector<OpFoldResult> TileOp::getPolyhedralSteps() {
  return getAsOpFoldResult(getSteps());
}
Region &TileOp::getPolyhedralBody() { return getBody(); }
bool TileOp::isPolyhedralParallel(unsigned dim) {
  return static_cast<bool>(getMappingOf(dim));
}

//===----------------------------------------------------------------------===//
// AllocOp
//===----------------------------------------------------------------------===//

LogicalResult AllocOp::verify() {
  if (!isa<MappingAttr>(getType().getLayout()))
    return emitOpError("needs a #scratch.mapping layout");
  return success();
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

LogicalResult CopyInOp::verify() { return success(); }
void CopyInOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {
}
Value CopyInOp::getPolyhedralSource() { return getSource(); }
Value CopyInOp::getPolyhedralTarget() { return getTarget(); }
SmallVector<IntegerSet> CopyInOp::getPolyhedralSets() {
  return setsOf(getSets());
}
ValueRange CopyInOp::getPolyhedralSymbols() { return getSymbols(); }

LogicalResult CopyOutOp::verify() { return success(); }
void CopyOutOp::getCanonicalizationPatterns(RewritePatternSet &,
                                            MLIRContext *) {}
Value CopyOutOp::getPolyhedralSource() { return getSource(); }
Value CopyOutOp::getPolyhedralTarget() { return getTarget(); }
SmallVector<IntegerSet> CopyOutOp::getPolyhedralSets() {
  return setsOf(getSets());
}
ValueRange CopyOutOp::getPolyhedralSymbols() { return getSymbols(); }

//===----------------------------------------------------------------------===//
// WaitOp
//===----------------------------------------------------------------------===//

LogicalResult WaitOp::canonicalize(WaitOp, PatternRewriter &) {
  return failure();
}
