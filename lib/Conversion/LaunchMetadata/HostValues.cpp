//===- HostValues.cpp - formulas of the values of host code ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/SourceNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace polymem {

std::string getScalarTypeName(Type type) {
  if (type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
      type.isF64() || type.isSignlessInteger())
    return llvm::formatv("{0}", type).str();
  return "";
}

/// Arithmetic of these is described.
static bool isReal(Type type) { return type.isF32() || type.isF64(); }
static bool isWide(Type type) { return type.isIndex() || type.isInteger(64); }

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string HostValues::makeUnique(StringRef wanted) {
  std::string base;
  for (char c : wanted)
    base += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (base.empty() || llvm::isDigit(base[0]))
    base = "_" + base;
  std::string name = base;
  while (!taken.try_emplace(name, 0).second)
    name = base + "_" + std::to_string(++taken[base]);
  return name;
}

/// What the source calls an argument, or the size that it is; "argN" if the IR
/// does not say.
static std::string nameOfArgument(func::FuncOp function, unsigned number) {
  StringRef name = sourceNameOf(function.getArgument(number));
  if (!name.empty())
    return name.str();
  auto param = function.getArgAttrOfType<StringAttr>(number, kParamAttr);
  if (param && isIdentifier(param.getValue()))
    return param.str();
  return "arg" + std::to_string(number);
}

HostValues::HostValues(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    std::string name =
        makeUnique(nameOfArgument(function, argument.getArgNumber()));
    argumentNames.push_back(name);
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (!memref) {
      if (getScalarTypeName(argument.getType()).empty())
        fail(argument, {function, "its argument " + name +
                                      " is neither a number nor a memref"});
      else
        define(argument, makeName(name));
      continue;
    }
    SmallVector<HostExpression> sizes;
    for (int64_t d = 0; d < memref.getRank(); ++d)
      if (memref.isDynamicDim(d))
        sizes.push_back(makeName(name + ".size" + std::to_string(d),
                                 /*nonNegative=*/true));
    if (auto view = makeWholeView(name, memref, sizes))
      define(argument, *view);
    else
      fail(argument, {function, "the layout of its argument " + name +
                                    " is not strided"});
  }
}

std::optional<ArrayView>
HostValues::makeWholeView(StringRef name, MemRefType type,
                          ArrayRef<HostExpression> dynamicSizes) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  ArrayView view{name.str(), type.getElementType(), nullptr, {}, {}};
  for (int64_t size : type.getShape()) {
    bool dynamic = ShapedType::isDynamic(size);
    view.sizes.push_back(dynamic ? dynamicSizes.front() : makeInteger(size));
    if (dynamic)
      dynamicSizes = dynamicSizes.drop_front();
  }
  view.offset = ShapedType::isDynamic(offset)
                    ? makeName((name + ".offset").str())
                    : makeInteger(offset);
  view.strides.resize(strides.size());
  HostExpression product = makeInteger(1);
  for (size_t d = strides.size(); d-- > 0;) {
    if (type.getLayout().isIdentity())
      view.strides[d] = product;
    else
      view.strides[d] =
          ShapedType::isDynamic(strides[d])
              ? makeName((name + ".stride" + std::to_string(d)).str())
              : makeInteger(strides[d]);
    product = makeOperation("*", {view.sizes[d], product});
  }
  return view;
}

HostExpression ArrayView::countElements() const {
  HostExpression product = makeInteger(1);
  for (const HostExpression &size : sizes)
    product = makeOperation("*", {product, size});
  return product;
}

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

HostExpression HostValues::expressionOf(Value value) const {
  return expressions.lookup(value);
}

const ArrayView *HostValues::viewOf(Value memref) const {
  auto it = views.find(memref);
  return it == views.end() ? nullptr : &it->second;
}

HostFailure HostValues::whyNot(Value value) const {
  auto it = failures.find(value);
  if (it != failures.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(value).getOwner()->getParentOp();
  return {op, "there is no formula for what it computes"};
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

/// The operator of an integer operation on signed numbers, or on those that
/// are the same whether signed or not.
static StringRef integerOperator(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::AddIOp) { return "+"; })
      .Case([](arith::SubIOp) { return "-"; })
      .Case([](arith::MulIOp) { return "*"; })
      .Case([](arith::DivSIOp) { return "div"; })
      .Case([](arith::DivUIOp) { return "div"; })
      .Case([](arith::RemSIOp) { return "rem"; })
      .Case([](arith::RemUIOp) { return "rem"; })
      .Case([](arith::FloorDivSIOp) { return "floordiv"; })
      .Case([](arith::CeilDivSIOp) { return "ceildiv"; })
      .Case([](arith::CeilDivUIOp) { return "ceildiv"; })
      .Case([](arith::MinSIOp) { return "min"; })
      .Case([](arith::MinUIOp) { return "min"; })
      .Case([](arith::MaxSIOp) { return "max"; })
      .Case([](arith::MaxUIOp) { return "max"; })
      .Case([](arith::AndIOp) { return "and"; })
      .Case([](arith::OrIOp) { return "or"; })
      .Default(StringRef());
}

static bool isUnsigned(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return predicate == P::ult || predicate == P::ule || predicate == P::ugt ||
         predicate == P::uge;
}

static StringRef comparisonOperator(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return "==";
  case P::ne:
    return "!=";
  case P::slt:
  case P::ult:
    return "<";
  case P::sle:
  case P::ule:
    return "<=";
  case P::sgt:
  case P::ugt:
    return ">";
  case P::sge:
  case P::uge:
    return ">=";
  }
  return "";
}

/// `value` as a signed number of the bits of `type`.
static HostExpression wrap(const HostExpression &value, Type type) {
  if (!value || isWide(type))
    return value;
  unsigned width = type.getIntOrFloatBitWidth();
  if (auto constant = getInteger(value))
    if (llvm::isIntN(width, *constant))
      return value;
  return makeOperation("i" + std::to_string(width) + ".from", {value});
}

/// A conversion between integers and indices. Numbers of one bit are 0 and 1.
HostExpression HostValues::convertInteger(Operation *op) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  HostExpression value = expressionOf(op->getOperand(0));
  if (!value || !from.isIntOrIndex() || !to.isIntOrIndex())
    return nullptr;
  bool isSigned = isa<arith::ExtSIOp, arith::IndexCastOp>(op);
  if (from.isInteger(1))
    return isSigned ? makeOperation("-", {makeInteger(0), value}) : value;
  if (to.isInteger(1))
    return nullptr;
  unsigned width = isWide(to) ? 64 : to.getIntOrFloatBitWidth();
  unsigned before = isWide(from) ? 64 : from.getIntOrFloatBitWidth();
  if (width < before)
    return wrap(value, to);
  return isSigned || width == before || value->nonNegative ? value : nullptr;
}

HostExpression HostValues::computeInteger(Operation *op) {
  Type type = op->getResult(0).getType();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(op))
    return convertInteger(op);
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    HostExpression a = expressionOf(compare.getLhs()),
                   b = expressionOf(compare.getRhs());
    if (!a || !b || !compare.getLhs().getType().isIntOrIndex() ||
        (isUnsigned(compare.getPredicate()) &&
         !(a->nonNegative && b->nonNegative)))
      return nullptr;
    // One bit, signed, is 0 or -1.
    if (compare.getLhs().getType().isInteger(1) &&
        compare.getPredicate() != arith::CmpIPredicate::eq &&
        compare.getPredicate() != arith::CmpIPredicate::ne)
      return nullptr;
    return makeOperation(comparisonOperator(compare.getPredicate()), {a, b});
  }
  if (isa<arith::XOrIOp>(op) && type.isInteger(1))
    return makeOperation("!=", {expressionOf(op->getOperand(0)),
                                expressionOf(op->getOperand(1))});
  StringRef name = integerOperator(op);
  if (name.empty() || !type.isIntOrIndex())
    return nullptr;
  HostExpression a = expressionOf(op->getOperand(0)),
                 b = expressionOf(op->getOperand(1));
  if (!a || !b)
    return nullptr;
  bool isLogical = isa<arith::AndIOp, arith::OrIOp>(op);
  if (isLogical != type.isInteger(1))
    return nullptr;
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, arith::MinUIOp,
          arith::MaxUIOp>(op) &&
      !(a->nonNegative && b->nonNegative)) {
    // Division of unsigned numbers has operators of its own.
    if (!isWide(type) || !isa<arith::DivUIOp, arith::RemUIOp>(op))
      return nullptr;
    return makeOperation(isa<arith::DivUIOp>(op) ? "udiv" : "urem", {a, b});
  }
  HostExpression value = makeOperation(name, {a, b});
  return isLogical ? value : wrap(value, type);
}

/// The operator of an operation on floating-point numbers, but for their type.
static StringRef realOperator(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::AddFOp) { return "add"; })
      .Case([](arith::SubFOp) { return "sub"; })
      .Case([](arith::MulFOp) { return "mul"; })
      .Case([](arith::DivFOp) { return "div"; })
      .Case([](arith::NegFOp) { return "neg"; })
      .Case([](math::AbsFOp) { return "abs"; })
      .Case([](math::SqrtOp) { return "sqrt"; })
      .Case([](math::ExpOp) { return "exp"; })
      .Case([](math::LogOp) { return "log"; })
      .Case([](math::PowFOp) { return "pow"; })
      .Case([](math::SinOp) { return "sin"; })
      .Case([](math::CosOp) { return "cos"; })
      .Case([](math::TanhOp) { return "tanh"; })
      .Case([](arith::SIToFPOp) { return "from"; })
      .Case([](arith::ExtFOp) { return "from"; })
      .Case([](arith::TruncFOp) { return "from"; })
      .Default(StringRef());
}

HostExpression HostValues::computeReal(Operation *op) {
  Type type = op->getResult(0).getType();
  StringRef name = realOperator(op);
  if (!isReal(type) || name.empty())
    return nullptr;
  std::vector<HostExpression> operands;
  for (Value operand : op->getOperands()) {
    if (!isReal(operand.getType()) && !operand.getType().isIntOrIndex())
      return nullptr;
    if (operand.getType().isInteger(1))
      return nullptr;
    operands.push_back(expressionOf(operand));
  }
  return makeOperation(getScalarTypeName(type) + "." + name.str(), operands);
}

HostExpression HostValues::compute(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue())) {
      if (integer.getType().isInteger(1))
        return makeInteger(integer.getValue().getBoolValue());
      if (integer.getValue().getSignificantBits() <= 64)
        return makeInteger(integer.getValue().getSExtValue());
    }
    auto real = dyn_cast<FloatAttr>(constant.getValue());
    if (real && isReal(real.getType()))
      return makeReal(real.getValueAsDouble(),
                      getScalarTypeName(real.getType()),
                      real.getValue().bitcastToAPInt().getZExtValue());
    return nullptr;
  }
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    const ArrayView *view = viewOf(dim.getSource());
    auto number = getInteger(expressionOf(dim.getIndex()));
    if (!view || !number || *number < 0 ||
        *number >= static_cast<int64_t>(view->sizes.size()))
      return nullptr;
    return view->sizes[*number];
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (!select.getCondition().getType().isInteger(1))
      return nullptr;
    return makeOperation("select", {expressionOf(select.getCondition()),
                                    expressionOf(select.getTrueValue()),
                                    expressionOf(select.getFalseValue())});
  }
  if (HostExpression value = computeInteger(op))
    return value;
  return computeReal(op);
}

/// The operations that make memrefs of others.
bool HostValues::visitView(Operation *op) {
  auto known = [&](OpFoldResult value) -> HostExpression {
    if (auto attr = dyn_cast<Attribute>(value))
      return makeInteger(cast<IntegerAttr>(attr).getInt());
    return expressionOf(cast<Value>(value));
  };
  if (isa<memref::CastOp, memref::MemorySpaceCastOp>(op)) {
    if (const ArrayView *view = viewOf(op->getOperand(0)))
      define(op->getResult(0), ArrayView(*view));
    return true;
  }
  if (auto parts = dyn_cast<memref::ExtractStridedMetadataOp>(op)) {
    const ArrayView *view = viewOf(parts.getSource());
    if (!view)
      return true;
    ArrayView whole = *view;
    define(parts.getOffset(), whole.offset);
    for (auto [value, size] : llvm::zip(parts.getSizes(), whole.sizes))
      define(value, size);
    for (auto [value, stride] : llvm::zip(parts.getStrides(), whole.strides))
      define(value, stride);
    define(parts.getBaseBuffer(),
           ArrayView{whole.array, whole.element, makeInteger(0), {}, {}});
    return true;
  }
  if (auto view = dyn_cast<memref::ReinterpretCastOp>(op)) {
    const ArrayView *source = viewOf(view.getSource());
    if (!source)
      return true;
    ArrayView part{source->array,
                   source->element,
                   known(view.getMixedOffsets().front()),
                   {},
                   {}};
    bool complete = part.offset != nullptr;
    for (OpFoldResult size : view.getMixedSizes())
      complete &= part.sizes.emplace_back(known(size)) != nullptr;
    for (OpFoldResult stride : view.getMixedStrides())
      complete &= part.strides.emplace_back(known(stride)) != nullptr;
    if (complete)
      define(view.getResult(), std::move(part));
    return true;
  }
  return false;
}

bool HostValues::visit(Operation *op) {
  if (op->getNumRegions() > 0 || op->getNumResults() == 0 ||
      isa<memref::GetGlobalOp>(op) ||
      isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) ||
      !isMemoryEffectFree(op))
    return false;
  if (!visitView(op) && op->getNumResults() == 1)
    if (HostExpression value = compute(op))
      define(op->getResult(0), std::move(value));
  // The first cause is what the user has to know.
  for (Value result : op->getResults()) {
    if (expressionOf(result) || viewOf(result))
      continue;
    HostFailure failure{op, "there is no formula for what it computes"};
    for (Value operand : op->getOperands())
      if (!expressionOf(operand) && !viewOf(operand))
        failure = whyNot(operand);
    fail(result, failure);
  }
  return true;
}

} // namespace polymem
