//===- PremOps.cpp - operations of the prem dialect -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem::prem;

/// The word for a value of an enumeration.
template <typename Enum, typename Attr>
static ParseResult parseWord(OpAsmParser &parser, Attr &attr) {
  FailureOr<Enum> value = FieldParser<Enum>::parse(parser);
  if (failed(value))
    return failure();
  attr = Attr::get(parser.getContext(), *value);
  return success();
}

static ParseResult parseUsage(OpAsmParser &parser, UsageAttr &usage) {
  return parseWord<Usage>(parser, usage);
}
static ParseResult parseAccess(OpAsmParser &parser, AccessAttr &access) {
  return parseWord<Access>(parser, access);
}
static ParseResult parseOpClass(OpAsmParser &parser, OpClassAttr &operations) {
  return parseWord<OpClass>(parser, operations);
}

static void printUsage(OpAsmPrinter &printer, Operation *, UsageAttr usage) {
  printer << stringifyUsage(usage.getValue());
}

static void printAccess(OpAsmPrinter &printer, Operation *, AccessAttr access) {
  printer << stringifyAccess(access.getValue());
}
static void printOpClass(OpAsmPrinter &printer, Operation *,
                         OpClassAttr operations) {
  printer << stringifyOpClass(operations.getValue());
}

#define GET_OP_CLASSES
#include "PolyMem/Dialect/Prem/IR/PremOps.cpp.inc"

int64_t polymem::prem::getElementBytes(Type element) {
  return element.isIndex()
             ? 8
             : int64_t(llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
}

int64_t polymem::prem::getBytes(MemRefType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

//===----------------------------------------------------------------------===//
// ComponentOp
//===----------------------------------------------------------------------===//

void ComponentOp::build(OpBuilder &builder, OperationState &state,
                        ValueRange counts, ArrayRef<int64_t> groups) {
  state.addOperands(counts);
  state.getOrAddProperties<Properties>().groups =
      builder.getDenseI64ArrayAttr(groups);
  Block *block = new Block();
  state.addRegion()->push_back(block);
  for (size_t d = 0; d < counts.size(); ++d)
    block->addArgument(builder.getIndexType(), state.location);
  ensureTerminator(*state.regions.front(), builder, state.location);
}

ParseResult ComponentOp::parse(OpAsmParser &parser, OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  SmallVector<OpAsmParser::Argument> numbers;
  SmallVector<OpAsmParser::UnresolvedOperand> counts;
  DenseI64ArrayAttr groups;
  if (parser.parseArgumentList(numbers, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("to") ||
      parser.parseOperandList(counts, numbers.size(),
                              AsmParser::Delimiter::Paren) ||
      parser.resolveOperands(counts, index, result.operands) ||
      parser.parseKeyword("groups"))
    return failure();
  groups = dyn_cast_or_null<DenseI64ArrayAttr>(
      DenseI64ArrayAttr::parse(parser, Type()));
  if (!groups || parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.getOrAddProperties<Properties>().groups = groups;
  for (OpAsmParser::Argument &number : numbers)
    number.type = index;
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, numbers))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void ComponentOp::print(OpAsmPrinter &printer) {
  printer << " (" << getTileNumbers() << ") to (" << getCounts() << ") groups ";
  getGroupsAttr().print(printer);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getGroupsAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

int64_t ComponentOp::getNumCores() {
  int64_t cores = 1;
  for (int64_t count : getGroups())
    cores *= count;
  return cores;
}

void ComponentOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  for (BlockArgument number : region.getArguments())
    setName(number, "k");
}

LogicalResult ComponentOp::verify() {
  if (getGroups().empty())
    return emitOpError("needs at least one dimension");
  if (getCounts().size() != getGroups().size())
    return emitOpError() << "has " << getCounts().size() << " counts, but "
                         << getGroups().size() << " groups";
  int64_t cores = 1;
  for (int64_t count : getGroups()) {
    if (count < 1)
      return emitOpError() << "groups of " << count << " are not positive";
    if (llvm::MulOverflow(cores, count, cores) || cores > (1 << 16))
      return emitOpError("has more than 65536 cores");
  }
  return success();
}

LogicalResult ComponentOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getRank() ||
      !llvm::all_of(body.getArgumentTypes(),
                    [](Type type) { return type.isIndex(); }))
    return emitOpError() << "needs a tile number, an index, for each of its "
                         << getRank() << " dimensions";
  bool streams = true;
  for (Operation &op : body) {
    if (streams || !isa<StreamOp>(op)) {
      streams = isa<StreamOp>(op);
      continue;
    }
    return op.emitOpError("must be among the first operations of its "
                          "component");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// StreamOp
//===----------------------------------------------------------------------===//

ParseResult StreamOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  UsageAttr usage;
  FailureOr<Mode> mode;
  if (parseUsage(parser, usage) ||
      failed(mode = FieldParser<Mode>::parse(parser)))
    return failure();
  properties.usage = usage;
  properties.mode = ModeAttr::get(parser.getContext(), *mode);
  OpAsmParser::UnresolvedOperand array;
  OptionalParseResult hasArray = parser.parseOptionalOperand(array);
  if (hasArray.has_value() && failed(*hasArray))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> numbers, symbols;
  if (hasArray.has_value()) {
    AffineMap map;
    if (parser.parseKeyword("origin") || parser.parseAffineMap(map))
      return failure();
    properties.origin = AffineMapAttr::get(map);
    if (succeeded(parser.parseOptionalKeyword("load")) &&
        parser.parseAttribute(properties.load))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("store"))) {
      if (parser.parseAttribute(properties.store))
        return failure();
      SmallVector<Attribute> more;
      while (succeeded(parser.parseOptionalKeyword("and"))) {
        BoxAttr box;
        if (parser.parseAttribute(box))
          return failure();
        more.push_back(box);
      }
      if (!more.empty())
        properties.moreStores = ArrayAttr::get(parser.getContext(), more);
    }
    if (parser.parseOperandList(numbers, AsmParser::Delimiter::Paren) ||
        parser.parseOperandList(symbols, AsmParser::Delimiter::OptionalSquare))
      return failure();
  }
  MemRefType arrayType, bufferType;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  Type index = parser.getBuilder().getIndexType();
  if (hasArray.has_value() &&
      (parser.parseType(arrayType) || parser.parseKeyword("to") ||
       parser.resolveOperand(array, arrayType, result.operands)))
    return failure();
  if (parser.parseType(bufferType) ||
      parser.resolveOperands(numbers, index, result.operands) ||
      parser.resolveOperands(symbols, index, result.operands))
    return failure();
  properties.operandSegmentSizes = {hasArray.has_value() ? 1 : 0,
                                    int32_t(numbers.size()),
                                    int32_t(symbols.size())};
  result.addTypes(bufferType);
  return success();
}

void StreamOp::print(OpAsmPrinter &printer) {
  printer << " " << stringifyUsage(getUsage()) << " "
          << stringifyMode(getMode());
  if (getArray()) {
    printer << " " << getArray() << " origin " << *getOrigin();
    if (getLoad())
      printer << " load " << getLoadAttr();
    if (getStore())
      printer << " store " << getStoreAttr();
    if (std::optional<ArrayAttr> more = getMoreStores())
      for (Attribute box : *more)
        printer << " and " << box;
    printer << " (" << getTileNumbers() << ")";
    if (!getSymbols().empty())
      printer << " [" << getSymbols() << "]";
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getUsageAttrName(), getModeAttrName(),
                                 getOriginAttrName(), getLoadAttrName(),
                                 getStoreAttrName(), getMoreStoresAttrName(),
                                 getOperandSegmentSizesAttrName()});
  printer << " : ";
  if (getArray())
    printer << getArray().getType() << " to ";
  printer << getBuffer().getType();
}

unsigned StreamOp::getRunDepth() {
  unsigned depth = 0;
  auto look = [&](AffineMap map) {
    for (unsigned d = depth; d < map.getNumDims(); ++d)
      if (map.isFunctionOfDim(d))
        depth = d + 1;
  };
  if (getOrigin())
    look(*getOrigin());
  for (BoxAttr box : getBoxes())
    for (ArrayRef<AffineMap> maps : {box.getLower(), box.getUpper()})
      llvm::for_each(maps, look);
  return depth;
}

SmallVector<BoxAttr> StreamOp::getStores() {
  SmallVector<BoxAttr> boxes;
  if (getStore())
    boxes.push_back(*getStore());
  if (std::optional<ArrayAttr> more = getMoreStores())
    llvm::append_range(boxes, more->getAsRange<BoxAttr>());
  return boxes;
}

SmallVector<BoxAttr> StreamOp::getBoxes() {
  SmallVector<BoxAttr> boxes = getStores();
  if (getLoad())
    boxes.insert(boxes.begin(), *getLoad());
  return boxes;
}

LogicalResult StreamOp::verify() {
  auto component = cast<ComponentOp>((*this)->getParentOp());
  if (std::optional<ArrayAttr> more = getMoreStores())
    if (!getStore() || more->empty() ||
        !llvm::all_of(*more, llvm::IsaPred<BoxAttr>))
      return emitOpError(
          "has more boxes to store, which must be boxes behind a "
          "first one");
  if (getKept() &&
      (!getArray() || getMode() != Mode::Resident || getUsage() != Usage::RO))
    return emitOpError("keeps an array that is not 'ro resident'");
  auto buffer = cast<MemRefType>(getBuffer().getType());
  if (!buffer.getLayout().isIdentity() ||
      !buffer.getElementType().isIntOrIndexOrFloat() ||
      llvm::is_contained(buffer.getShape(), 0))
    return emitOpError("needs a buffer of numbers, with a cell or more, and "
                       "without a layout");
  bool loads = getUsage() != Usage::WO, stores = getUsage() != Usage::RO;
  if (!getArray()) {
    if (getOrigin() || getLoad() || getStore() || !getTileNumbers().empty() ||
        !getSymbols().empty() || getUsage() != Usage::RW ||
        getMode() != Mode::Resident)
      return emitOpError("has no array: it must be 'rw resident', without "
                         "boxes");
    return success();
  }
  auto array = cast<MemRefType>(getArray().getType());
  if (array.getElementType() != buffer.getElementType() ||
      array.getRank() != buffer.getRank() || array.getRank() == 0)
    return emitOpError("needs a buffer of the array's rank, which is not 0, "
                       "and element type");
  if (bool(getLoad()) != loads || bool(getStore()) != stores)
    return emitOpError("has the usage '")
           << stringifyUsage(getUsage()) << "', which needs "
           << (loads ? "a box" : "no box") << " to load and "
           << (stores ? "a box" : "no box") << " to store";
  if (!getOrigin())
    return emitOpError("has an array, but no origin");
  if (!llvm::equal(getTileNumbers(), component.getTileNumbers()))
    return emitOpError("takes the tile numbers of its component, in order");
  unsigned dims = component.getRank(), symbols = getSymbols().size();
  AffineMap origin = *getOrigin();
  if (origin.getNumResults() != array.getRank() ||
      origin.getNumDims() != dims || origin.getNumSymbols() != symbols)
    return emitOpError("has an origin that does not fit the array's rank, the "
                       "tile numbers or the symbols");
  for (BoxAttr box : getBoxes())
    if (box.getRank() != array.getRank() || box.getNumDims() != dims ||
        box.getNumSymbols() != symbols)
      return emitOpError("has a box that does not fit the array's rank, the "
                         "tile numbers or the symbols");
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function = symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!function)
    return emitOpError("runs '") << getCallee() << "', which is no function";
  if (!llvm::equal(function.getArgumentTypes(), getArgs().getTypes()) ||
      function.getNumResults() != 0)
    return emitOpError("runs '")
           << getCallee()
           << "', which takes other arguments, or returns something";
  return success();
}

/// A call about boxes of `array`, in a buffer of `shape`.
static LogicalResult verifyShape(Operation *op, Value array,
                                 ArrayRef<int64_t> shape) {
  auto type = cast<MemRefType>(array.getType());
  if (type.getRank() == 0 || type.getRank() != int64_t(shape.size()))
    return op->emitOpError("needs an array of the buffer's rank, which is not "
                           "0");
  for (int64_t size : shape)
    if (size < 1)
      return op->emitOpError("has a buffer without cells");
  return success();
}

LogicalResult SwapOp::verify() {
  if (failed(verifyShape(*this, getArray(), getShape())))
    return failure();
  if (getOffsets().size() != getShape().size() ||
      getSizes().size() != getShape().size())
    return emitOpError("needs an offset and a size for each dimension");
  return success();
}

LogicalResult SwapBoxesOp::verify() {
  if (failed(verifyShape(*this, getArray(), getShape())))
    return failure();
  size_t needed = getUsages().size() * getShape().size();
  if (getOffsets().size() != needed || getPlaces().size() != needed ||
      getSizes().size() != needed)
    return emitOpError("needs an offset, a place and a size for each box and "
                       "dimension");
  for (int32_t usage : getUsages())
    if (usage < 1 || usage > 3)
      return emitOpError() << "usage " << usage
                           << " is none: 1 loads, 2 stores, 3 does both";
  return success();
}

LogicalResult TellAccessOp::verify() {
  auto buffer = cast<MemRefType>(getBuffer().getType());
  if (int64_t(getIndices().size()) != buffer.getRank())
    return emitOpError("needs an index for each dimension of the buffer");
  if (!getArray())
    return success(getCoordinates().empty());
  auto array = cast<MemRefType>(getArray().getType());
  if (array.getElementType() != buffer.getElementType() ||
      int64_t(getCoordinates().size()) != array.getRank())
    return emitOpError("needs an array of the buffer's element type, and a "
                       "coordinate for each of its dimensions");
  return success();
}
