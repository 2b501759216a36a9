//===- TestUninterpreted.cpp - floating point without its meaning ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-uninterpreted` replaces floating-point operations by hashes of
// their operands' bits. Rounding, absorption and cancellation hide wrong
// operands from a comparison of results; a hash shows them, and needs no
// tolerance. What the operations keep is what transformations may use:
//
// - addf, mulf, minima, maxima and the factors of fma commute;
// - minima and maxima of equal values are that value;
// - minimumf and maximumf are semilattices;
// - operations with fastmath<reassoc> are commutative groups (other minima and
//   maxima: semilattices), 0 and 1 being neutral for addf and mulf, infinities
//   for minima and maxima; -0 is neutral for addf, also beside 0, and subf adds
//   the inverse;
// - truncf(extf(x)) is x;
// - what `fold` knows holds: operations are folded first, so that x * 1.0 is
//   x and constants are what upstream computes, before or after other passes;
// - a call of a mathematical function is the operation that became it.
//
// Comparisons, selections, signs, and integers turned into floating point keep
// their meaning, on the bits that they are given.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace {

/// How the operands of an operation are combined.
enum class Combine {
  Ordered,     ///< every operand has its place
  Commutative, ///< the first two operands can be swapped
  Idempotent,  ///< as Commutative, and f(x, x) = x
  Associative, ///< a commutative group
  Semilattice, ///< associative, commutative, idempotent
  Extend,      ///< to a wider type, without loss
  Truncate,    ///< to a narrower type; of an extended value: that value
  ToInteger,   ///< to an integer
  Native,      ///< keeps its meaning
  Unsupported, ///< computes floating point, no uninterpreted version
};

/// An operation's kind: the same name, without dialect, at every level.
struct Kind {
  StringRef name;
  Combine combine;
};

/// Emits integer arithmetic on values of one type.
class Hasher {
public:
  Hasher(OpBuilder &builder, Location loc, Type type)
      : builder(builder), loc(loc), type(type),
        width(getElementTypeOrSelf(type).getIntOrFloatBitWidth()) {}

  /// The bits of a floating-point or integer value, as integers of this type.
  Value bits(Value value) {
    Type from = value.getType();
    if (isa<FloatType>(getElementTypeOrSelf(from)))
      return arith::BitcastOp::create(builder, loc, type, value);
    unsigned given = getElementTypeOrSelf(from).getIntOrFloatBitWidth();
    if (given < width)
      return arith::ExtSIOp::create(builder, loc, type, value);
    if (given > width)
      return arith::TruncIOp::create(builder, loc, type, value);
    return value;
  }

  Value constant(uint64_t value) {
    auto attribute = builder.getIntegerAttr(getElementTypeOrSelf(type),
                                            APInt(64, value).trunc(width));
    if (auto shaped = dyn_cast<ShapedType>(type))
      return arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(shaped, Attribute(attribute)));
    return arith::ConstantOp::create(builder, loc, attribute);
  }

  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value times(Value a, uint64_t odd) {
    return arith::MulIOp::create(builder, loc, a, constant(odd | 1));
  }
  /// x ^ (x >> width / 2), its own inverse.
  Value fold(Value a) {
    Value high = arith::ShRUIOp::create(builder, loc, a, constant(width / 2));
    return arith::XOrIOp::create(builder, loc, a, high);
  }

  /// With the exponent's highest bit cleared and its lowest set: neither NaN
  /// nor denormal. Back ends change the bits of those when they keep a value in
  /// a wider register.
  Value normal(Value a, FloatType element) {
    uint64_t high = uint64_t(1) << (width - 2);
    uint64_t low = uint64_t(1) << (element.getFPMantissaWidth() - 1);
    a = arith::AndIOp::create(builder, loc, a, constant(~high));
    return arith::OrIOp::create(builder, loc, a, constant(low));
  }

  /// A permutation of the integers, another one for each key.
  Value mix(Value a, uint64_t key) {
    a = times(add(a, constant(key)), kOdd);
    return fold(times(fold(a), key * 2 + 1));
  }

  /// A permutation that sends `zero` to 0. Mixed twice: infinity plus the least
  /// normal number must not happen to be -0.
  Value centre(Value a, uint64_t zero, uint64_t key) {
    a = fold(arith::XOrIOp::create(builder, loc, a, constant(zero)));
    return times(fold(times(a, kOdd)), key);
  }
  Value uncentre(Value a, uint64_t zero, uint64_t key) {
    a = times(fold(times(a, inverse(key | 1))), inverse(kOdd | 1));
    return arith::XOrIOp::create(builder, loc, fold(a), constant(zero));
  }

  Value combine(Kind kind, FloatType element, ValueRange operands);
  /// The operation that a group's neutral element belongs to.
  uint64_t neutral(StringRef name, FloatType element);
  Value associate(Kind kind, FloatType element, ValueRange operands);
  /// The inverse of `a` in the group of addf; of 0 it is -0.
  Value negate(FloatType element, Value a);
  uint64_t minusZero(FloatType element) {
    return APFloat::getZero(element.getFloatSemantics(), /*Negative=*/true)
        .bitcastToAPInt()
        .getZExtValue();
  }
  Value ifEqual(Value a, uint64_t value, Value then, Value otherwise) {
    Value equal = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        a, constant(value));
    return arith::SelectOp::create(builder, loc, equal, then, otherwise);
  }

  static uint64_t key(StringRef name) { return llvm::xxh3_64bits(name); }

private:
  static constexpr uint64_t kOdd = 0x9e3779b97f4a7c15u;
  /// Of an odd number, modulo 2^64: each step doubles the bits that are right.
  static uint64_t inverse(uint64_t odd) {
    uint64_t result = odd;
    for (int i = 0; i < 5; ++i)
      result *= 2 - odd * result;
    return result;
  }

  OpBuilder &builder;
  Location loc;
  Type type;
  unsigned width;
};

Value Hasher::combine(Kind kind, FloatType element, ValueRange operands) {
  if (kind.name == "rsqrt") {
    // Wherever it is computed exactly it is two operations.
    Value root = combine({"sqrt", Combine::Ordered}, element, operands);
    Value one = constant(APFloat::getOne(element.getFloatSemantics())
                             .bitcastToAPInt()
                             .getZExtValue());
    return combine({"divf", Combine::Ordered}, element, {one, root});
  }
  uint64_t base = key(kind.name);
  bool commutes = kind.combine != Combine::Ordered;
  Value sum;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    uint64_t place = commutes && i == 1 ? 0 : i;
    Value mixed = mix(operand, base + place * kOdd);
    sum = sum ? add(sum, mixed) : mixed;
  }
  Value result = normal(mix(sum, base), element);
  if (kind.combine != Combine::Idempotent)
    return result;
  Value same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                     operands[0], operands[1]);
  return arith::SelectOp::create(builder, loc, same, operands[0], result);
}

uint64_t Hasher::neutral(StringRef name, FloatType element) {
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  APFloat value = APFloat::getZero(semantics);
  if (name == "mulf")
    value = APFloat::getOne(semantics);
  else if (name.starts_with("max") || name.starts_with("min"))
    value = APFloat::getInf(semantics, /*Negative=*/name.starts_with("max"));
  return value.bitcastToAPInt().getZExtValue();
}

Value Hasher::associate(Kind kind, FloatType element, ValueRange operands) {
  Value a = operands[0], b = operands[1];
  if (kind.name == "fma") // A sum, of a product that others do not compute.
    return associate(
        {"addf", kind.combine}, element,
        {combine({"product of fma", Combine::Commutative}, element, {a, b}),
         operands[2]});
  if (kind.name == "subf")
    return associate({"addf", kind.combine}, element, {a, negate(element, b)});
  uint64_t base = key(kind.name), zero = neutral(kind.name, element);
  Value x = centre(a, zero, base), y = centre(b, zero, base);
  Value both = kind.combine == Combine::Associative
                   ? add(x, y)
                   : arith::MaxUIOp::create(builder, loc, x, y).getResult();
  both = uncentre(both, zero, base);
  if (kind.name != "addf")
    return both;
  uint64_t minus = minusZero(element);
  return ifEqual(a, minus, b, ifEqual(b, minus, a, both));
}

Value Hasher::negate(FloatType element, Value a) {
  uint64_t base = key("addf"), zero = neutral("addf", element);
  uint64_t minus = minusZero(element);
  Value inverse = uncentre(times(centre(a, zero, base), -1), zero, base);
  return ifEqual(a, zero, constant(minus),
                 ifEqual(a, minus, constant(zero), inverse));
}

//===----------------------------------------------------------------------===//
// Which operation is what
//===----------------------------------------------------------------------===//

/// The name that an operation of the LLVM dialect has in arith or math.
StringRef nameInLLVM(StringRef name) {
  if (name.consume_front("intr."))
    return llvm::StringSwitch<StringRef>(name)
        .Cases({"fmuladd", "fma"}, "fma")
        .Case("maximum", "maximumf")
        .Case("minimum", "minimumf")
        .Case("maxnum", "maxnumf")
        .Case("minnum", "minnumf")
        .Case("pow", "powf")
        .Case("powi", "fpowi")
        .Case("fabs", "absf")
        .Default(name);
  return llvm::StringSwitch<StringRef>(name)
      .Case("fadd", "addf")
      .Case("fsub", "subf")
      .Case("fmul", "mulf")
      .Case("fdiv", "divf")
      .Case("frem", "remf")
      .Case("fneg", "negf")
      .Case("fpext", "extf")
      .Case("fptrunc", "truncf")
      .Default(name);
}

/// The name in arith or math of what a function computes that they become:
/// those of the emulator, of libdevice and of libm have the same names behind
/// a prefix. Empty for others.
StringRef nameOfFunction(StringRef callee, Type type) {
  if (!callee.consume_front("polymem_emu_") && callee.consume_front("__nv_"))
    callee.consume_front("fast_");
  if (getElementTypeOrSelf(type).isF32())
    callee.consume_back("f");
  return llvm::StringSwitch<StringRef>(callee)
      .Case("fabs", "absf")
      .Case("fmax", "maxnumf")
      .Case("fmin", "minnumf")
      .Case("fmod", "remf")
      .Case("pow", "powf")
      .Case("powi", "fpowi")
      .Cases({"nearbyint", "rint"}, "roundeven")
      .Case("rsqrt", "rsqrt")
#define UNARY(name) .Case(#name, #name)
#define BINARY(name) UNARY(name)
#define TERNARY(name) UNARY(name)
#include "PolyMem/Emulator/Execution/MathFunctions.def"
      .Default("");
}

bool hasFloat(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

bool isReassociable(Operation *op) {
  // The flags' two names, in arith and math and in LLVM; some have none.
  Attribute flags = op->getAttr("fastmath");
  if (!flags)
    flags = op->getAttr("fastmathFlags");
  if (auto fast = dyn_cast_or_null<arith::FastMathFlagsAttr>(flags))
    return arith::bitEnumContainsAll(fast.getValue(),
                                     arith::FastMathFlags::reassoc);
  if (auto fast = dyn_cast_or_null<LLVM::FastmathFlagsAttr>(flags))
    return LLVM::bitEnumContainsAll(fast.getValue(),
                                    LLVM::FastmathFlags::reassoc);
  return false;
}

/// How operations of arith and math with this name combine their operands.
Combine combineByName(StringRef name, bool reassociable) {
  return llvm::StringSwitch<Combine>(name)
      .Cases({"constant", "select", "bitcast", "negf", "absf", "copysign"},
             Combine::Native)
      .Cases({"sitofp", "uitofp", "cmpf", "fcmp"}, Combine::Native)
      .Cases({"isfinite", "isinf", "isnan", "isnormal"}, Combine::Native)
      .Case("extf", Combine::Extend)
      .Case("truncf", Combine::Truncate)
      .Cases({"fptosi", "fptoui"}, Combine::ToInteger)
      .Cases({"addf", "mulf"},
             reassociable ? Combine::Associative : Combine::Commutative)
      .Cases({"maximumf", "minimumf"}, Combine::Semilattice)
      .Cases({"maxnumf", "minnumf"},
             reassociable ? Combine::Semilattice : Combine::Idempotent)
      .Case("subf", reassociable ? Combine::Associative : Combine::Ordered)
      .Case("fma", reassociable ? Combine::Associative : Combine::Commutative)
      .Default(Combine::Ordered);
}

/// The kind of an operation that has floating-point operands or results.
Kind kindOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<arith::ArithDialect>(dialect) ||
      op->getName().getDialectNamespace() == "math") {
    bool known = op->getNumResults() == 1;
    return {name, known ? combineByName(name, isReassociable(op))
                        : Combine::Unsupported};
  }
  if (isa_and_nonnull<LLVM::LLVMDialect>(dialect)) {
    if (auto call = dyn_cast<LLVM::CallOp>(op)) {
      // Functions without a body are those of a mathematical library.
      auto callee =
          call.getCallee()
              ? SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
                    op, call.getCalleeAttr())
              : nullptr;
      if (!callee || !callee.isExternal() || !hasFloat(op->getResultTypes()))
        return {name, Combine::Native};
      StringRef common =
          nameOfFunction(callee.getSymName(), call.getResult().getType());
      return {common, common.empty()
                          ? Combine::Unsupported
                          : combineByName(common, isReassociable(op))};
    }
    // Loads and stores with masks, of values at addresses.
    auto hasPointer = [](Type type) {
      return isa<LLVM::LLVMPointerType>(getElementTypeOrSelf(type));
    };
    if (llvm::any_of(op->getOperandTypes(), hasPointer))
      return {name, Combine::Native};
    StringRef common = nameInLLVM(name);
    if (isa<LLVM::FastmathFlagsInterface>(op) || common != name)
      return {common, isa<LLVM::SelectOp>(op)
                          ? Combine::Native
                          : combineByName(common, isReassociable(op))};
    return {name, isa<LLVM::FPToSIOp, LLVM::FPToUIOp>(op) ? Combine::ToInteger
                                                          : Combine::Native};
  }
  if (isa<vector::FMAOp>(op))
    return {"fma", Combine::Commutative};
  if (isa<vector::ContractionOp, vector::MultiDimReductionOp,
          vector::ReductionOp, vector::OuterProductOp, vector::ScanOp,
          gpu::AllReduceOp, gpu::SubgroupReduceOp, gpu::SubgroupMmaComputeOp,
          gpu::SubgroupMmaElementwiseOp>(op))
    return {name, Combine::Unsupported};
  return {name, Combine::Native};
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The type of the bits of `type`.
Type integersFor(Type type) {
  Type element = getElementTypeOrSelf(type);
  Type integer =
      IntegerType::get(type.getContext(), element.getIntOrFloatBitWidth());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(integer);
  return integer;
}

/// Replaces `op` by what upstream folds it to, if it does.
bool foldAway(OpBuilder &builder, Operation *op) {
  SmallVector<OpFoldResult> results;
  // Folding in place (a constant moves to the right) may make way for more.
  for (int step = 0; step < 2 && results.empty(); ++step) {
    SmallVector<Attribute> constants(op->getNumOperands());
    for (auto [operand, attribute] : llvm::zip(op->getOperands(), constants))
      matchPattern(operand, m_Constant(&attribute));
    if (failed(op->fold(constants, results)))
      return false;
  }
  if (results.empty())
    return false;
  auto attribute = dyn_cast<Attribute>(results.front());
  Value value = attribute
                    ? arith::ConstantOp::create(builder, op->getLoc(),
                                                cast<TypedAttr>(attribute))
                          .getResult()
                    : cast<Value>(results.front());
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return true;
}

/// The wide type's integer that holds the narrow one in its upper bits, so
/// that truncating it again is exact.
Value extend(OpBuilder &builder, Location loc, Value value, Type wide) {
  Hasher narrow(builder, loc, integersFor(value.getType()));
  Hasher hasher(builder, loc, integersFor(wide));
  unsigned difference =
      getElementTypeOrSelf(wide).getIntOrFloatBitWidth() -
      getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  Value bits = arith::ExtUIOp::create(builder, loc, integersFor(wide),
                                      narrow.bits(value));
  return arith::ShLIOp::create(builder, loc, bits, hasher.constant(difference));
}

/// The upper bits, changed by the others unless those are 0.
Value truncate(OpBuilder &builder, Location loc, Value value, Type to) {
  Type wide = integersFor(value.getType()), narrow = integersFor(to);
  Hasher hasher(builder, loc, wide);
  unsigned difference = getElementTypeOrSelf(wide).getIntOrFloatBitWidth() -
                        getElementTypeOrSelf(narrow).getIntOrFloatBitWidth();
  Value bits = hasher.bits(value);
  auto element = cast<FloatType>(getElementTypeOrSelf(to));
  Value lower = arith::ShLIOp::create(
      builder, loc, bits,
      hasher.constant(getElementTypeOrSelf(narrow).getIntOrFloatBitWidth()));
  Value mixed = hasher.times(hasher.fold(lower), Hasher::key("truncf"));
  Value all = arith::XOrIOp::create(builder, loc, bits, mixed);
  auto upper = [&](Value value) -> Value {
    return arith::TruncIOp::create(
        builder, loc, narrow,
        arith::ShRUIOp::create(builder, loc, value,
                               hasher.constant(difference)));
  };
  Value isExact = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        lower, hasher.constant(0));
  Hasher small(builder, loc, narrow);
  Value exact = upper(bits);
  // The upper bits of a wide value may be those of a denormal number, or, as
  // those of infinity, of a NaN, which narrow types do not keep (of NaNs they
  // keep one): 0 < 2 * bits < 2 * 2^mantissa, without the sign, or 2 * bits
  // greater than that of infinity.
  if (element.getWidth() < 32) {
    Value twice = small.add(exact, exact);
    auto is = [&](arith::CmpIPredicate predicate, Value number,
                  uint64_t bound) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, number,
                                   small.constant(bound));
    };
    auto twiceBitsOf = [](const APFloat &number) {
      return 2 * number.bitcastToAPInt().getZExtValue();
    };
    const llvm::fltSemantics &semantics = element.getFloatSemantics();
    uint64_t denormals = uint64_t(1) << element.getFPMantissaWidth();
    Value isDenormal = is(arith::CmpIPredicate::ult,
                          small.add(twice, small.constant(-1)), denormals - 1);
    Value isLost = isDenormal;
    if (APFloat::semanticsHasInf(semantics) &&
        APFloat::semanticsHasNaN(semantics)) {
      Value isNaN = is(arith::CmpIPredicate::ugt, twice,
                       twiceBitsOf(APFloat::getInf(semantics)));
      Value isOther = is(arith::CmpIPredicate::ne, twice,
                         twiceBitsOf(APFloat::getQNaN(semantics)));
      isLost = arith::OrIOp::create(
          builder, loc, isDenormal,
          arith::AndIOp::create(builder, loc, isNaN, isOther));
    }
    exact = arith::SelectOp::create(builder, loc, isLost,
                                    small.normal(exact, element), exact);
  }
  return arith::SelectOp::create(builder, loc, isExact, exact,
                                 small.normal(upper(all), element));
}

LogicalResult replace(Operation *op, Kind kind) {
  if (kind.combine == Combine::Unsupported)
    return op->emitError("has no uninterpreted version");
  OpBuilder builder(op);
  if (foldAway(builder, op))
    return success();
  Location loc = op->getLoc();
  Type result = op->getResult(0).getType();
  Type first = op->getOperand(0).getType();
  Value bits;
  switch (kind.combine) {
  case Combine::Extend:
    bits = extend(builder, loc, op->getOperand(0), result);
    break;
  case Combine::Truncate:
    bits = truncate(builder, loc, op->getOperand(0), result);
    break;
  case Combine::ToInteger: {
    Hasher hasher(builder, loc, integersFor(first));
    Value hash =
        hasher.combine(kind, cast<FloatType>(getElementTypeOrSelf(first)),
                       hasher.bits(op->getOperand(0)));
    bits = Hasher(builder, loc, result).bits(hash);
    break;
  }
  default: {
    Hasher hasher(builder, loc, integersFor(result));
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(hasher.bits(operand));
    bool group = kind.combine == Combine::Associative ||
                 kind.combine == Combine::Semilattice;
    auto element = cast<FloatType>(getElementTypeOrSelf(result));
    bits = group ? hasher.associate(kind, element, operands)
                 : hasher.combine(kind, element, operands);
  }
  }
  if (bits.getType() != result)
    bits = arith::BitcastOp::create(builder, loc, result, bits);
  op->getResult(0).replaceAllUsesWith(bits);
  op->erase();
  return success();
}

struct TestUninterpreted
    : PassWrapper<TestUninterpreted, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestUninterpreted)

  StringRef getArgument() const override {
    return "test-polymem-uninterpreted";
  }
  StringRef getDescription() const override {
    return "Replace floating-point operations by hashes of their operands";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
  }

  void runOnOperation() override {
    SmallVector<std::pair<Operation *, Kind>> work;
    getOperation().walk([&](Operation *op) {
      if (!hasFloat(op->getOperandTypes()) && !hasFloat(op->getResultTypes()))
        return;
      Kind kind = kindOf(op);
      if (kind.combine != Combine::Native)
        work.emplace_back(op, kind);
    });
    for (auto [op, kind] : work)
      if (failed(replace(op, kind)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> polymem::test::createUninterpretedPass() {
  return std::make_unique<TestUninterpreted>();
}

void polymem::test::registerTestUninterpreted() {
  PassRegistration<TestUninterpreted>();
}
