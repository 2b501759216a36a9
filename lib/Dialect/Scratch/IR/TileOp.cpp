//===- TileOp.cpp - the loop over tile origins --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/DeviceMappingInterface.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// TileOp
//===----------------------------------------------------------------------===//

void TileOp::build(OpBuilder &builder, OperationState &state,
                   ValueRange lowerBounds, ValueRange upperBounds,
                   ValueRange steps, ArrayAttr mapping, ValueRange tokens) {
  state.addOperands(lowerBounds);
  state.addOperands(upperBounds);
  state.addOperands(steps);
  state.addOperands(tokens);
  state.addTypes(tokens.getTypes());
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes[0] = lowerBounds.size();
  properties.operandSegmentSizes[1] = upperBounds.size();
  properties.operandSegmentSizes[2] = steps.size();
  properties.operandSegmentSizes[3] = tokens.size();
  if (mapping)
    properties.mapping = mapping;
  Region *body = state.addRegion();
  Block *block = new Block();
  body->push_back(block);
  for (size_t d = 0; d < steps.size(); ++d)
    block->addArgument(builder.getIndexType(), state.location);
  for (Value token : tokens)
    block->addArgument(token.getType(), token.getLoc());
  // What the body yields is not known yet if it carries tokens.
  if (tokens.empty())
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

/// Parses `(%inside = %outside, ...)`.
static ParseResult
parseTokens(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::Argument> &inside,
            SmallVectorImpl<OpAsmParser::UnresolvedOperand> &outside) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(parser.parseArgument(inside.emplace_back()) ||
                       parser.parseEqual() ||
                       parser.parseOperand(outside.emplace_back(),
                                           /*allowResultNumber=*/true));
      });
}

ParseResult TileOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  SmallVector<OpAsmParser::Argument> origins;
  Type token = TokenType::get(parser.getContext());
  SmallVector<OpAsmParser::Argument> carried;
  SmallVector<OpAsmParser::UnresolvedOperand> lower, upper, steps, tokens;
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
  if (succeeded(parser.parseOptionalKeyword("iter_tokens")) &&
      (parseTokens(parser, carried, tokens) ||
       parser.resolveOperands(tokens, token, result.operands)))
    return failure();
  properties.operandSegmentSizes[3] = tokens.size();
  result.addTypes(SmallVector<Type>(tokens.size(), token));
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (OpAsmParser::Argument &origin : origins)
    origin.type = index;
  for (OpAsmParser::Argument &argument : carried) {
    argument.type = token;
    origins.push_back(argument);
  }
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
  if (carriesTokens()) {
    printer << " iter_tokens(";
    llvm::interleaveComma(
        llvm::zip(getCarriedTokens(), getTokens()), printer, [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ")";
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getMappingAttrName(), getOperandSegmentSizesAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/carriesTokens());
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

YieldOp TileOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

bool TileOp::isSequential() {
  for (unsigned d = 0; d < getRank(); ++d)
    if (getMappingOf(d))
      return false;
  return true;
}

LogicalResult TileOp::verify() {
  size_t rank = getSteps().size();
  if (rank == 0)
    return emitOpError("needs at least one dimension");
  if (getLowerBounds().size() != rank || getUpperBounds().size() != rank)
    return emitOpError() << "has " << getLowerBounds().size()
                         << " lower bounds, " << getUpperBounds().size()
                         << " upper bounds and " << rank
                         << " steps: needs one of each per dimension";
  for (auto [d, step] : llvm::enumerate(getSteps())) {
    APInt value;
    if (matchPattern(step, m_ConstantInt(&value)) &&
        !value.isStrictlyPositive())
      return emitOpError() << "step of dimension " << d
                           << " must be positive, but is "
                           << value.getSExtValue();
  }
  bool isStrip = rank == 1 && isSequential();
  if (carriesTokens() && !isStrip)
    return emitOpError("carries tokens, and needs one sequential dimension");
  if (getTokens().size() != getNumResults())
    return emitOpError() << "carries " << getTokens().size()
                         << " tokens, but has " << getNumResults()
                         << " results";
  if (getPipelineAttr() && !isStrip)
    return emitOpError("is pipelined, and needs one sequential dimension");
  ArrayAttr mapping = getMappingAttr();
  if (!mapping)
    return success();
  if (mapping.size() != rank)
    return emitOpError() << "has " << rank << " dimensions, but "
                         << mapping.size() << " mappings";
  llvm::SmallDenseSet<Attribute> seen;
  for (auto [d, attr] : llvm::enumerate(mapping)) {
    if (isa<UnitAttr>(attr))
      continue;
    if (!isa<DeviceMappingAttrInterface>(attr))
      return emitOpError() << "mapping of dimension " << d
                           << " must be a device mapping such as "
                              "#gpu.block<x>, or 'none', but is "
                           << attr;
    if (!seen.insert(attr).second)
      return emitOpError() << "maps two dimensions to " << attr;
  }
  return success();
}

LogicalResult TileOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getRank() + getTokens().size())
    return emitOpError() << "has " << getRank() << " dimensions and "
                         << getTokens().size() << " tokens, but its body takes "
                         << body.getNumArguments() << " values";
  if (getYield().getTokens().size() != getTokens().size())
    return emitOpError() << "carries " << getTokens().size()
                         << " tokens, but its body yields "
                         << getYield().getTokens().size();
  for (BlockArgument origin : getOrigins())
    if (!origin.getType().isIndex())
      return emitOpError() << "origin " << origin.getArgNumber()
                           << " must have index type, but has "
                           << origin.getType();
  if (isSequential())
    return success();
  // Units are given away once: a tile inside runs on what this one has left.
  WalkResult result = getBody().walk([&](TileOp inner) -> WalkResult {
    if (isMappedToThreads() && inner.isMappedToBlocks())
      return inner.emitOpError("is mapped to blocks inside a tile that is "
                               "mapped to threads");
    for (unsigned d = 0; d < getRank(); ++d)
      for (unsigned e = 0;
           inner.getMappingAttr() && e < inner.getMappingAttr().size(); ++e)
        if (getMappingOf(d) && getMappingOf(d) == inner.getMappingOf(e))
          return inner.emitOpError()
                 << "maps dimension " << e << " to " << getMappingOf(d)
                 << ", as a tile around it does";
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void TileOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  static constexpr StringRef kNames[] = {"i", "j", "k"};
  for (auto [d, argument] : llvm::enumerate(region.getArguments()))
    if (!argument.getType().isIndex())
      setName(argument, "token");
    else
      setName(argument,
              d < std::size(kNames) ? kNames[d] : StringRef("origin"));
}

//===----------------------------------------------------------------------===//
// Loop interfaces
//===----------------------------------------------------------------------===//

SmallVector<Region *> TileOp::getLoopRegions() { return {&getBody()}; }

std::optional<SmallVector<Value>> TileOp::getLoopInductionVars() {
  return getPolyhedralIvs();
}
std::optional<SmallVector<OpFoldResult>> TileOp::getLoopLowerBounds() {
  return getPolyhedralLowerBounds();
}
std::optional<SmallVector<OpFoldResult>> TileOp::getLoopUpperBounds() {
  return getPolyhedralUpperBounds();
}
std::optional<SmallVector<OpFoldResult>> TileOp::getLoopSteps() {
  return getPolyhedralSteps();
}

MutableArrayRef<OpOperand> TileOp::getInitsMutable() {
  return getTokensMutable();
}
Block::BlockArgListType TileOp::getRegionIterArgs() {
  // Asked before it is verified how many there are.
  Block::BlockArgListType arguments = getBody().front().getArguments();
  return arguments.drop_front(std::min<size_t>(getRank(), arguments.size()));
}
std::optional<MutableArrayRef<OpOperand>> TileOp::getYieldedValuesMutable() {
  return getYield().getTokensMutable();
}
std::optional<ResultRange> TileOp::getLoopResults() { return getResults(); }

void TileOp::moveOutOfLoop(Operation *op) {
  // An index that is a symbol inside, because the tile is an affine scope, may
  // not be one outside; then its affine users would become invalid.
  Region *scope = affine::getAffineScope(*this);
  bool isTopLevel = scope == (*this)->getParentRegion();
  for (Value result : op->getResults())
    if (result.getType().isIndex() && !isTopLevel &&
        !affine::isValidSymbol(result, scope))
      return;
  op->moveBefore(*this);
}

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

LogicalResult TileOp::canonicalize(TileOp tile, PatternRewriter &rewriter) {
  for (unsigned d = 0; d < tile.getRank(); ++d) {
    Value lower = tile.getLowerBounds()[d], upper = tile.getUpperBounds()[d];
    APInt first, last;
    bool isEmpty =
        lower == upper ||
        (matchPattern(lower, m_ConstantInt(&first)) &&
         matchPattern(upper, m_ConstantInt(&last)) && first.sge(last));
    if (!isEmpty)
      continue;
    rewriter.replaceOp(tile, tile.getTokens());
    return success();
  }
  return failure();
}
