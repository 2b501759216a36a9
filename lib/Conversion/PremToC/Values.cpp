//===- Values.cpp - types, names and constants in C ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"
#include "PolyMem/Conversion/PremArrays.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace polymem::prem;

LogicalResult CPrinter::refuse(Operation *op, const Twine &reason) {
  auto diagnostic = op->emitError("prem-print-c: '") << op->getName() << "' ";
  if (reason.isTriviallyEmpty())
    diagnostic << "has no form in C";
  else
    diagnostic << reason;
  return failure();
}

FailureOr<std::string> CPrinter::typeName(Type type, Operation *at) {
  if (type.isIndex())
    return std::string("int32_t");
  if (type.isInteger(1))
    return std::string("bool");
  for (unsigned width : {8, 16, 32, 64})
    if (type.isSignlessInteger(width))
      return "int" + std::to_string(width) + "_t";
  usesFloats |= isa<FloatType>(type);
  if (type.isF32())
    return std::string("float");
  if (type.isF64())
    return std::string("double");
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return refuse(at, "has a value of type " + text + ", which C99 has not");
}

FailureOr<std::string> CPrinter::declare(Type type, StringRef name,
                                         Operation *at) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref) {
    FailureOr<std::string> scalar = typeName(type, at);
    if (failed(scalar))
      return failure();
    return *scalar + " " + name.str();
  }
  if (failed(checkArray(at, type, "prem-print-c")))
    return failure();
  if (memref.getElementType().isIndex())
    return refuse(at, "has an array of indices, whose elements have another "
                      "size in C");
  if (memref.getNumElements() == 0)
    return refuse(at, "has an array without elements");
  FailureOr<std::string> element = typeName(memref.getElementType(), at);
  if (failed(element))
    return failure();
  if (memref.getRank() < 2)
    return *element + " *" + name.str();
  std::string text = *element + " (*" + name.str() + ")";
  for (int64_t size : memref.getShape().drop_front())
    text += "[" + std::to_string(size) + "]";
  return text;
}

std::string CPrinter::define(Value value, StringRef prefix) {
  return names[value] = (prefix + Twine(counter++)).str();
}

FailureOr<std::string> CPrinter::defineConstant(Value value, Operation *at) {
  FailureOr<std::string> type = typeName(value.getType(), at);
  if (failed(type))
    return failure();
  return "const " + *type + " " + define(value, "v");
}

std::string CPrinter::use(Value value) { return names.lookup(value); }

std::string CPrinter::use(Value value, int64_t times) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return std::to_string(number.getSExtValue() * times);
  return times == 1 ? use(value) : use(value) + " * " + std::to_string(times);
}

std::string CPrinter::element(Value memref, ArrayRef<std::string> indices) {
  std::string text = use(memref);
  for (const std::string &index : indices)
    text += "[" + index + "]";
  // Of an array of no dimension there is a pointer to its element.
  return indices.empty() ? text + "[0]" : text;
}

std::string CPrinter::element(Value memref, ValueRange indices) {
  std::vector<std::string> texts;
  for (Value index : indices)
    texts.push_back(use(index));
  return element(memref, texts);
}

/// An integer of C with this value, of type int32_t or int64_t.
static std::string integerLiteral(const APInt &value, unsigned width) {
  std::string suffix = width == 64 ? "LL" : "";
  if (width >= 32 && value.isMinSignedValue())
    return "(-" + std::to_string(-(value.getSExtValue() + 1)) + suffix +
           " - 1" + suffix + ")";
  std::string digits = std::to_string(value.getSExtValue()) + suffix;
  return value.isNegative() ? "(" + digits + ")" : digits;
}

/// An exact constant; empty for what is not a number.
static std::string floatLiteral(const APFloat &value, bool isSingle,
                                bool &usesMath) {
  if (value.isNaN())
    return "";
  std::string sign = value.isNegative() ? "-" : "";
  std::string text;
  if (value.isInfinity()) {
    usesMath = true;
    text = isSingle ? "INFINITY" : "(double)INFINITY";
  } else {
    APFloat positive = value;
    positive.clearSign();
    char digits[64];
    positive.convertToHexString(digits, /*hexDigits=*/0, /*upperCase=*/false,
                                APFloat::rmNearestTiesToEven);
    text = std::string(digits) + (isSingle ? "f" : "");
  }
  return sign.empty() ? text : "(" + sign + text + ")";
}

FailureOr<std::string> CPrinter::literal(Attribute value, Operation *at) {
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    Type type = integer.getType();
    if (failed(typeName(type, at)))
      return failure();
    if (type.isInteger(1))
      return std::string(integer.getValue().isZero() ? "false" : "true");
    if (!type.isIndex())
      return integerLiteral(integer.getValue(), type.getIntOrFloatBitWidth());
    if (!integer.getValue().isSignedIntN(32))
      return refuse(at, "is an index of more than 32 bits");
    return integerLiteral(integer.getValue().trunc(32), 32);
  }
  auto number = dyn_cast<FloatAttr>(value);
  if (!number || failed(typeName(number.getType(), at)))
    return refuse(at);
  std::string text =
      floatLiteral(number.getValue(), number.getType().isF32(), usesMath);
  if (text.empty())
    return refuse(at, "is not a number");
  return text;
}
