//===- Expressions.cpp - arithmetic in C --------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::prem;

/// Bits of an integer in C; an index has those of the board.
static unsigned widthOf(Type type) {
  return type.isIndex() ? 32 : type.getIntOrFloatBitWidth();
}

static std::string intName(unsigned width, bool isUnsigned) {
  return (isUnsigned ? "uint" : "int") + std::to_string(width) + "_t";
}

/// `value`, an integer of this many bits, as if it had no sign.
static std::string asUnsigned(unsigned width, const std::string &value) {
  // Of a bool there is nothing to extend; smaller types would become int.
  return "(" + intName(width == 1 ? 8 : width, true) + ")" + value;
}

/// Additions and multiplications that wrap: of unsigned numbers, which have at
/// least the bits of int.
static std::string wrapping(unsigned width, const std::string &x, StringRef op,
                            const std::string &y) {
  std::string wide = "(" + intName(std::max(width, 32u), true) + ")";
  return "(" + intName(width, false) + ")(" + wide + x + " " + op.str() + " " +
         wide + y + ")";
}

static std::string compare(arith::CmpIPredicate predicate, unsigned width,
                           std::string x, std::string y) {
  using P = arith::CmpIPredicate;
  if (predicate >= P::ult) {
    x = asUnsigned(width, x);
    y = asUnsigned(width, y);
  }
  auto sign = [&]() -> StringRef {
    switch (predicate) {
    case P::eq:
      return " == ";
    case P::ne:
      return " != ";
    case P::slt:
    case P::ult:
      return " < ";
    case P::sle:
    case P::ule:
      return " <= ";
    case P::sgt:
    case P::ugt:
      return " > ";
    default:
      return " >= ";
    }
  };
  return x + sign().str() + y;
}

/// The operations that are written with a sign between their operands.
static StringRef signOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::AddIOp, arith::AddFOp>([](auto) { return "+"; })
      .Case<arith::SubIOp, arith::SubFOp>([](auto) { return "-"; })
      .Case<arith::MulIOp, arith::MulFOp>([](auto) { return "*"; })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::DivFOp>(
          [](auto) { return "/"; })
      .Case<arith::RemSIOp, arith::RemUIOp>([](auto) { return "%"; })
      .Case<arith::AndIOp>([](auto) { return "&"; })
      .Case<arith::OrIOp>([](auto) { return "|"; })
      .Case<arith::XOrIOp>([](auto) { return "^"; })
      .Case<arith::ShLIOp>([](auto) { return "<<"; })
      .Case<arith::ShRSIOp, arith::ShRUIOp>([](auto) { return ">>"; })
      .Default([](Operation *) { return ""; });
}

std::optional<std::string> CPrinter::integerExpression(Operation *op) {
  Type type = op->getOperand(op->getNumOperands() - 1).getType();
  unsigned width = widthOf(type);
  std::string x = use(op->getOperand(0)),
              y = op->getNumOperands() > 1 ? use(op->getOperand(1)) : "";
  std::string cast = width == 1 ? "(bool)" : "(" + intName(width, false) + ")";
  std::string suffix = width == 64 ? "i64" : "i32";
  std::string sign = signOf(op).str();
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return cast + "(" + x + " " + sign + " " + y + ")";
  if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    // True is -1 where signs count.
    if (width == 1 && cmp.getPredicate() >= arith::CmpIPredicate::slt &&
        cmp.getPredicate() <= arith::CmpIPredicate::sge)
      return std::nullopt;
    return compare(cmp.getPredicate(), width, x, y);
  }
  if (width == 1)
    return std::nullopt;
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return type.isIndex() ? x + " " + sign + " " + y
                          : wrapping(width, x, sign, y);
  if (isa<arith::DivSIOp, arith::RemSIOp, arith::ShRSIOp>(op))
    return cast + "(" + x + " " + sign + " " + y + ")";
  if (isa<arith::DivUIOp, arith::RemUIOp>(op))
    return cast + "(" + asUnsigned(width, x) + " " + sign + " " +
           asUnsigned(width, y) + ")";
  if (isa<arith::ShRUIOp>(op))
    return cast + "(" + asUnsigned(width, x) + " >> " + y + ")";
  if (isa<arith::ShLIOp>(op))
    return cast + "(" + asUnsigned(std::max(width, 32u), x) + " << " + y + ")";
  if (isa<arith::FloorDivSIOp>(op))
    return cast + helper("prem_c_floor_div_" + suffix, {x, y});
  if (isa<arith::CeilDivSIOp>(op))
    return cast + helper("prem_c_ceil_div_" + suffix, {x, y});
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
    return cast +
           helper((isa<arith::MinSIOp>(op) ? "prem_c_min_" : "prem_c_max_") +
                      suffix,
                  {x, y});
  if (isa<arith::MinUIOp, arith::MaxUIOp>(op)) {
    std::string less = asUnsigned(width, x) + " < " + asUnsigned(width, y);
    return "(" + less + ") ? " + (isa<arith::MinUIOp>(op) ? x : y) + " : " +
           (isa<arith::MinUIOp>(op) ? y : x);
  }
  return std::nullopt;
}

std::optional<std::string> CPrinter::castExpression(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  std::string x = use(op->getOperand(0));
  auto cast = [&](Type type) {
    return type.isF32()   ? std::string("(float)")
           : type.isF64() ? std::string("(double)")
                          : "(" + intName(widthOf(type), false) + ")";
  };
  bool fromBool = from.isInteger(1), toBool = to.isInteger(1);
  if (isa<arith::TruncIOp>(op) || (isa<arith::IndexCastOp>(op) && !fromBool))
    return toBool ? "(" + x + " & 1) != 0" : cast(to) + x;
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    return fromBool ? cast(to) + "(" + x + " ? -1 : 0)" : cast(to) + x;
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return toBool ? "(" + x + " & 1) != 0"
                  : cast(to) + asUnsigned(widthOf(from), x);
  if (isa<arith::ExtFOp, arith::TruncFOp>(op) ||
      (isa<arith::SIToFPOp>(op) && !fromBool))
    return cast(to) + x;
  if (isa<arith::UIToFPOp>(op))
    return cast(to) + asUnsigned(widthOf(from), x);
  if (isa<arith::FPToSIOp>(op) && !toBool)
    return cast(to) + x;
  if (isa<arith::FPToUIOp>(op) && !toBool)
    return cast(to) + "(" + intName(widthOf(to), true) + ")" + x;
  return std::nullopt;
}

static std::string compareFloats(arith::CmpFPredicate predicate,
                                 const std::string &x, const std::string &y) {
  using P = arith::CmpFPredicate;
  auto with = [&](StringRef sign) { return x + " " + sign.str() + " " + y; };
  auto without = [&](StringRef sign) { return "!(" + with(sign) + ")"; };
  std::string differs = "((" + with("<") + ") || (" + with(">") + "))";
  std::string ordered =
      "((" + x + " == " + x + ") && (" + y + " == " + y + "))";
  switch (predicate) {
  case P::AlwaysFalse:
    return "false";
  case P::OEQ:
    return with("==");
  case P::OGT:
    return with(">");
  case P::OGE:
    return with(">=");
  case P::OLT:
    return with("<");
  case P::OLE:
    return with("<=");
  case P::ONE:
    return differs;
  case P::ORD:
    return ordered;
  case P::UEQ:
    return "!" + differs;
  case P::UGT:
    return without("<=");
  case P::UGE:
    return without("<");
  case P::ULT:
    return without(">=");
  case P::ULE:
    return without(">");
  case P::UNE:
    return with("!=");
  case P::UNO:
    return "!" + ordered;
  case P::AlwaysTrue:
    return "true";
  }
  return "";
}

std::optional<std::string> CPrinter::floatExpression(Operation *op) {
  std::string x = use(op->getOperand(0)),
              y = op->getNumOperands() > 1 ? use(op->getOperand(1)) : "";
  bool isSingle = op->getOperand(0).getType().isF32();
  std::string suffix = isSingle ? "f32" : "f64", f = isSingle ? "f" : "";
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
    return x + " " + signOf(op).str() + " " + y;
  if (isa<arith::NegFOp>(op))
    return "-" + x;
  if (auto cmp = dyn_cast<arith::CmpFOp>(op))
    return compareFloats(cmp.getPredicate(), x, y);
  if (isa<arith::MaximumFOp>(op))
    return helper("prem_c_maximum_" + suffix, {x, y});
  if (isa<arith::MinimumFOp>(op))
    return helper("prem_c_minimum_" + suffix, {x, y});
  StringRef name = isa<arith::MaxNumFOp>(op)   ? "fmax"
                   : isa<arith::MinNumFOp>(op) ? "fmin"
                   : isa<arith::RemFOp>(op)    ? "fmod"
                                               : "";
  if (name.empty())
    return std::nullopt;
  usesMath = true;
  return (name + f + "(" + x + ", " + y + ")").str();
}

/// The function of <math.h>, for f64; empty: there is none.
static StringRef mathFunction(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("math.absf", "fabs")
      .Case("math.acos", "acos")
      .Case("math.acosh", "acosh")
      .Case("math.asin", "asin")
      .Case("math.asinh", "asinh")
      .Case("math.atan", "atan")
      .Case("math.atan2", "atan2")
      .Case("math.atanh", "atanh")
      .Case("math.cbrt", "cbrt")
      .Case("math.ceil", "ceil")
      .Case("math.copysign", "copysign")
      .Case("math.cos", "cos")
      .Case("math.cosh", "cosh")
      .Case("math.erf", "erf")
      .Case("math.erfc", "erfc")
      .Case("math.exp", "exp")
      .Case("math.exp2", "exp2")
      .Case("math.floor", "floor")
      .Case("math.fma", "fma")
      .Case("math.log", "log")
      .Case("math.log10", "log10")
      .Case("math.log2", "log2")
      .Case("math.powf", "pow")
      .Case("math.round", "round")
      .Case("math.sin", "sin")
      .Case("math.sinh", "sinh")
      .Case("math.sqrt", "sqrt")
      .Case("math.tan", "tan")
      .Case("math.tanh", "tanh")
      .Case("math.trunc", "trunc")
      .Default("");
}

std::optional<std::string> CPrinter::mathExpression(Operation *op) {
  std::string f = op->getOperand(0).getType().isF32() ? "f" : "";
  usesMath = true;
  // As the host has them.
  std::string x = use(op->getOperand(0)), one = "1.0" + f;
  if (isa<math::RsqrtOp>(op))
    return one + " / sqrt" + f + "(" + x + ")";
  if (isa<math::ExpM1Op>(op))
    return "exp" + f + "(" + x + ") - " + one;
  if (isa<math::Log1pOp>(op))
    return "log" + f + "(" + one + " + " + x + ")";
  StringRef name = mathFunction(op);
  if (name.empty())
    return std::nullopt;
  std::vector<std::string> values;
  for (Value operand : op->getOperands())
    values.push_back(use(operand));
  return (name + f + "(" + llvm::join(values, ", ") + ")").str();
}

FailureOr<std::string> CPrinter::expression(Operation *op) {
  using namespace affine;
  // Types first: names of types are not asked again.
  for (Value value : op->getOperands())
    if (!isa<MemRefType>(value.getType()) &&
        failed(typeName(value.getType(), op)))
      return failure();
  std::optional<std::string> text =
      llvm::TypeSwitch<Operation *, std::optional<std::string>>(op)
          .Case([&](AffineLoadOp load) {
            return element(
                load.getMemRef(),
                affineIndices(load.getAffineMap(), load.getMapOperands()));
          })
          .Case([&](memref::LoadOp load) {
            return element(load.getMemRef(), load.getIndices());
          })
          .Case([&](AffineApplyOp apply) {
            return affineBound(apply.getAffineMap(), apply.getMapOperands(),
                               true);
          })
          .Case([&](AffineMinOp min) {
            return affineBound(min.getMap(), min.getOperands(), true);
          })
          .Case([&](AffineMaxOp max) {
            return affineBound(max.getMap(), max.getOperands(), false);
          })
          .Case([&](arith::SelectOp select) {
            return use(select.getCondition()) + " ? " +
                   use(select.getTrueValue()) + " : " +
                   use(select.getFalseValue());
          })
          .Default([&](Operation *) -> std::optional<std::string> {
            if (isa<math::MathDialect>(op->getDialect()))
              return isa<FloatType>(op->getOperand(0).getType())
                         ? mathExpression(op)
                         : std::nullopt;
            if (auto cast = castExpression(op))
              return cast;
            if (!isa<arith::ArithDialect>(op->getDialect()) ||
                isa<MemRefType>(op->getOperand(0).getType()))
              return std::nullopt;
            return isa<FloatType>(op->getOperand(0).getType())
                       ? floatExpression(op)
                       : integerExpression(op);
          });
  if (!text)
    return refuse(op);
  return *text;
}
