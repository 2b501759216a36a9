//===- PremDialect.cpp - the prem dialect and its attributes --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::prem;

#include "PolyMem/Dialect/Prem/IR/PremDialect.cpp.inc"
#include "PolyMem/Dialect/Prem/IR/PremEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "PolyMem/Dialect/Prem/IR/PremAttributes.cpp.inc"

void PremDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "PolyMem/Dialect/Prem/IR/PremAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "PolyMem/Dialect/Prem/IR/PremOps.cpp.inc"
      >();
}

static constexpr StringLiteral kPlan = "prem.plan";

LogicalResult PremDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() != kPlan)
    return op->emitOpError("has the attribute '")
           << attr.getName().getValue()
           << "', which the prem dialect does not define";
  if (!isa<PlanAttr>(attr.getValue()))
    return op->emitOpError("'") << kPlan << "' must be #prem.plan";
  return success();
}

//===----------------------------------------------------------------------===//
// BoxAttr
//===----------------------------------------------------------------------===//

LogicalResult BoxAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<AffineMap> lower,
                              ArrayRef<AffineMap> upper) {
  if (lower.empty() || lower.size() != upper.size())
    return emitError() << "has " << lower.size() << " lower and "
                       << upper.size()
                       << " upper bounds: needs one of each per dimension, and "
                          "at least one dimension";
  for (ArrayRef<AffineMap> maps : {lower, upper})
    for (AffineMap map : maps) {
      if (map.getNumResults() == 0)
        return emitError() << "has a bound without results";
      if (map.getNumDims() != lower.front().getNumDims() ||
          map.getNumSymbols() != lower.front().getNumSymbols())
        return emitError() << "has bounds of different dimensions or symbols";
    }
  return success();
}

//===----------------------------------------------------------------------===//
// PlanAttr
//===----------------------------------------------------------------------===//

PlanAttr PlanAttr::of(Operation *loop) {
  return loop->getAttrOfType<PlanAttr>(kPlan);
}

/// `<tile = [8, 4], groups = [2, 1], modes = {...}>`; what is behind `tile` may
/// be missing.
Attribute PlanAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> tile, groups;
  DictionaryAttr modes;
  auto parseNumbers = [&](SmallVectorImpl<int64_t> &numbers) {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(numbers.emplace_back());
    });
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword("tile") ||
      parser.parseEqual() || parseNumbers(tile))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (modes)
      return parser.emitError(parser.getCurrentLocation(),
                              "'modes' is the last part of a plan"),
             Attribute();
    bool failed =
        groups.empty() && succeeded(parser.parseOptionalKeyword("groups"))
            ? parser.parseEqual() || parseNumbers(groups)
            : parser.parseKeyword("modes") || parser.parseEqual() ||
                  parser.parseAttribute(modes);
    if (failed)
      return {};
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    tile, groups, modes);
}

void PlanAttr::print(AsmPrinter &printer) const {
  printer << "<tile = [" << getTile() << "]";
  if (!getGroups().empty())
    printer << ", groups = [" << getGroups() << "]";
  if (getModes())
    printer << ", modes = " << getModes();
  printer << ">";
}

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> tile, ArrayRef<int64_t> groups,
                               DictionaryAttr modes) {
  if (tile.empty())
    return emitError() << "a plan has a tile size for at least one loop";
  if (!groups.empty() && groups.size() != tile.size())
    return emitError() << "has " << tile.size() << " tile sizes, but "
                       << groups.size() << " groups";
  for (int64_t size : tile)
    if (size < 1)
      return emitError() << "tile size " << size << " is not positive";
  for (int64_t count : groups)
    if (count < 1)
      return emitError() << "groups of " << count << " are not positive";
  if (modes)
    for (NamedAttribute entry : modes)
      if (!isa<ModeAttr>(entry.getValue()))
        return emitError() << "mode of '" << entry.getName().getValue()
                           << "' must be #prem.mode<stream>, "
                              "#prem.mode<resident> or #prem.mode<serial>";
  return success();
}

//===----------------------------------------------------------------------===//
// CoreAttr
//===----------------------------------------------------------------------===//

int64_t CoreAttr::getMappingId() const { return getDim(); }
bool CoreAttr::isLinearMapping() const { return false; }
int64_t CoreAttr::getRelativeIndex() const { return getDim(); }
