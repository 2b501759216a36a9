//===- Signature.cpp - how to call a kernel -------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/Signature.h"
#include "ControlValues.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace polymem::runtime {

static bool isSupportedScalar(Type type) {
  if (type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
      type.isF64())
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer &&
         llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

size_t scalarSize(Type type) {
  if (type.isIndex())
    return 8;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

namespace {
/// Reads one argument; reports errors at the function.
class ArgumentReader {
public:
  ArgumentReader(func::FuncOp function, unsigned number)
      : function(function), number(number) {}

  FailureOr<ArgumentSpec> read();

private:
  InFlightDiagnostic error() {
    return function.emitError("argument ") << number << ": ";
  }
  FailureOr<SizeExpression> expression(Attribute attr, StringRef attrName);
  LogicalResult readShape(MemRefType type, ArgumentSpec &spec);
  LogicalResult readRange(ArgumentSpec &spec);

  func::FuncOp function;
  unsigned number;
};
} // namespace

FailureOr<SizeExpression> ArgumentReader::expression(Attribute attr,
                                                     StringRef attrName) {
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return SizeExpression(integer.getInt());
  auto text = dyn_cast<StringAttr>(attr);
  if (!text)
    return error() << "'" << attrName << "' must hold integers or strings, got "
                   << attr;
  auto parsed = SizeExpression::parse(text.getValue());
  if (!parsed)
    return error() << "'" << attrName
                   << "': " << llvm::toString(parsed.takeError());
  return *parsed;
}

LogicalResult ArgumentReader::readShape(MemRefType type, ArgumentSpec &spec) {
  if (!type.getLayout().isIdentity())
    return error() << "arrays must have the identity layout, got " << type;
  Attribute attr = function.getArgAttr(number, kShapeAttr);
  if (!attr) {
    if (!type.hasStaticShape())
      return error() << "dynamic extents need '" << kShapeAttr
                     << "', one expression per dimension";
    for (int64_t extent : type.getShape())
      spec.shape.emplace_back(extent);
    return success();
  }
  auto extents = dyn_cast<ArrayAttr>(attr);
  if (!extents || static_cast<int64_t>(extents.size()) != type.getRank())
    return error() << "'" << kShapeAttr << "' must be an array of "
                   << type.getRank() << " expressions, got " << attr;
  for (auto [attr, extent] : llvm::zip(extents, type.getShape())) {
    FailureOr<SizeExpression> size = expression(attr, kShapeAttr);
    if (failed(size))
      return failure();
    // Where the type fixes the extent, the type decides.
    spec.shape.push_back(
        ShapedType::isDynamic(extent) ? *size : SizeExpression(extent));
  }
  return success();
}

LogicalResult ArgumentReader::readRange(ArgumentSpec &spec) {
  Attribute attr = function.getArgAttr(number, kRangeAttr);
  if (!attr)
    return success();
  auto bounds = dyn_cast<ArrayAttr>(attr);
  if (!bounds || bounds.size() != 2 || isa<FloatType>(spec.elementType))
    return error() << "'" << kRangeAttr
                   << "' must be [lower, upper) of integers, got " << attr;
  FailureOr<SizeExpression> lower = expression(bounds[0], kRangeAttr);
  FailureOr<SizeExpression> upper = expression(bounds[1], kRangeAttr);
  if (failed(lower) || failed(upper))
    return failure();
  spec.range.emplace(*lower, *upper);
  return success();
}

FailureOr<ArgumentSpec> ArgumentReader::read() {
  ArgumentSpec spec;
  spec.number = number;
  Type type = function.getArgument(number).getType();
  auto memref = dyn_cast<MemRefType>(type);
  spec.isArray = static_cast<bool>(memref);
  spec.elementType = memref ? memref.getElementType() : type;
  if (!isSupportedScalar(spec.elementType))
    return error() << "type " << type << " is not supported; use memrefs or "
                   << "scalars of index, i1, i8 to i64, f16, bf16, f32, f64";
  spec.isLiveOut = !function.getArgAttr(number, kDeadOutAttr);
  if (memref && failed(readShape(memref, spec)))
    return failure();
  if (failed(readRange(spec)))
    return failure();
  Attribute param = function.getArgAttr(number, kParamAttr);
  if (!param) {
    if (!memref && type.isIndex() && !spec.range)
      return error() << "index arguments need '" << kParamAttr
                     << "', a size expression, or '" << kRangeAttr << "'";
    return spec;
  }
  if (memref || isa<FloatType>(type))
    return error() << "'" << kParamAttr
                   << "' is for integer and index arguments";
  FailureOr<SizeExpression> value = expression(param, kParamAttr);
  if (failed(value))
    return failure();
  spec.value = *value;
  return spec;
}

FailureOr<Signature> Signature::get(func::FuncOp function) {
  if (function.isExternal())
    return function.emitError("has no body to execute");
  Signature signature;
  signature.name = function.getSymName().str();
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    FailureOr<ArgumentSpec> spec = ArgumentReader(function, i).read();
    if (failed(spec))
      return failure();
    signature.arguments.push_back(std::move(*spec));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    if (!isSupportedScalar(type))
      return function.emitError("result ")
             << i << ": type " << type << " is not supported; only scalars are";
    signature.results.push_back(type);
  }
  return signature;
}

void Signature::allowAnyBits(func::FuncOp function) {
  llvm::SmallPtrSet<Value, 8> control = findControlValues(function);
  for (ArgumentSpec &spec : arguments)
    spec.anyBits = isa<FloatType>(spec.elementType) ||
                   (!spec.range && !spec.value &&
                    !control.contains(function.getArgument(spec.number)));
}

std::set<std::string> Signature::sizeNames() const {
  std::set<std::string> names;
  auto add = [&](const SizeExpression &expression) {
    for (std::string &name : expression.names())
      names.insert(std::move(name));
  };
  for (const ArgumentSpec &spec : arguments) {
    llvm::for_each(spec.shape, add);
    if (spec.value)
      add(*spec.value);
    if (spec.range) {
      add(spec.range->first);
      add(spec.range->second);
    }
  }
  return names;
}

LogicalResult appendParameters(func::FuncOp function,
                               llvm::ArrayRef<std::string> names) {
  Builder builder(function.getContext());
  for (const std::string &name : names) {
    auto attribute =
        builder.getNamedAttr(kParamAttr, builder.getStringAttr(name));
    if (failed(function.insertArgument(
            function.getNumArguments(), builder.getIndexType(),
            builder.getDictionaryAttr(attribute), function.getLoc())))
      return failure();
  }
  return success();
}

} // namespace polymem::runtime
