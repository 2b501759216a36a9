//===- CostValues.cpp - index values where sizes are numbers --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostWalker.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

using Result = FormArithmetic::Result;

Form CostWalker::sizeOf(Value size) {
  usedSizes.insert(size);
  return Form::of(assumed.valueOf(size));
}

std::optional<Form> CostWalker::formOf(Value value) {
  if (auto found = forms.find(value); found != forms.end())
    return found->second;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Form::isSmall(*constant) ? std::optional(Form::of(*constant))
                                    : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && value.getType().isIntOrIndex() &&
      isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return sizeOf(value);
  return std::nullopt;
}

std::optional<Form> CostWalker::formOf(OpFoldResult value) {
  if (auto attribute = dyn_cast<Attribute>(value))
    return Form::of(cast<IntegerAttr>(attribute).getInt());
  return formOf(cast<Value>(value));
}

std::optional<SmallVector<Form>> CostWalker::formsOf(ValueRange values) {
  SmallVector<Form> result;
  for (Value value : values) {
    std::optional<Form> form = formOf(value);
    if (!form)
      return std::nullopt;
    result.push_back(std::move(*form));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// `predicate`, with the operands in the other order if `swapped`. Unsigned
/// comparisons are of numbers that are not negative.
static std::optional<std::pair<Comparison, bool>>
read(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return {{Comparison::Equal, false}};
  case arith::CmpIPredicate::ne:
    return {{Comparison::NotEqual, false}};
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return {{Comparison::Less, false}};
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return {{Comparison::LessEqual, false}};
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return {{Comparison::Less, true}};
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return {{Comparison::LessEqual, true}};
  }
  return std::nullopt;
}

Result CostWalker::extremeOf(AffineMap map, ValueRange operands, bool isMax) {
  auto values = formsOf(operands);
  Result result;
  for (AffineExpr expr : values ? map.getResults() : ArrayRef<AffineExpr>()) {
    Result value = arithmetic.evaluate(expr, *values, map.getNumDims());
    if (value && result)
      value = isMax ? arithmetic.maximum(*result, *value)
                    : arithmetic.minimum(*result, *value);
    if (!value)
      return std::nullopt;
    result = value;
  }
  return result;
}

/// An operation on bits.
static Result evaluateBits(FormArithmetic &arithmetic, Operation *op,
                           const Form &lhs, const Form &rhs) {
  bool isBool = op->getResult(0).getType().isInteger(1);
  std::optional<int64_t> bits = rhs.asConstant();
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AndIOp>([&](auto) -> Result {
        if (isBool)
          return arithmetic.multiply(lhs, rhs);
        // The last bits.
        return bits && *bits > 0 && llvm::isMask_64(*bits) &&
                       *bits < std::numeric_limits<int64_t>::max()
                   ? arithmetic.mod(lhs, Form::of(*bits + 1))
                   : Result();
      })
      .Case<arith::OrIOp>([&](auto) -> Result {
        if (isBool)
          return arithmetic.maximum(lhs, rhs);
        std::optional<int64_t> others = lhs.asConstant();
        return others && bits ? Result(Form::of(*others | *bits)) : Result();
      })
      .Case<arith::XOrIOp>([&](auto) -> Result {
        return isBool ? arithmetic.compare(lhs, rhs, Comparison::NotEqual)
                      : Result();
      })
      .Default([&](Operation *) -> Result {
        if (!bits || *bits < 0 || *bits > 62)
          return std::nullopt;
        Form power = Form::of(int64_t(1) << *bits);
        return isa<arith::ShLIOp>(op) ? arithmetic.multiply(lhs, power)
                                      : arithmetic.floorDiv(lhs, power);
      });
}

/// `lhs / rhs`, rounded towards zero, or what is left: -((-a) / b) below it.
static Result divideTowardsZero(FormArithmetic &arithmetic, bool isQuotient,
                                const Form &lhs, const Form &rhs) {
  Result isNegative = arithmetic.compare(lhs, Form::of(0), Comparison::Less);
  Result negated = arithmetic.multiply(lhs, Form::of(-1));
  Result size = isNegative && negated
                    ? arithmetic.select(*isNegative, *negated, lhs)
                    : Result();
  Result whole = !size        ? size
                 : isQuotient ? arithmetic.floorDiv(*size, rhs)
                              : arithmetic.mod(*size, rhs);
  Result opposite = whole ? arithmetic.multiply(*whole, Form::of(-1)) : whole;
  return opposite ? arithmetic.select(*isNegative, *opposite, *whole)
                  : opposite;
}

/// The result of an operation on `values`.
static Result evaluateArithmetic(FormArithmetic &arithmetic, Operation *op,
                                 ArrayRef<Form> values) {
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddIOp>(
          [&](auto) { return arithmetic.add(values[0], values[1]); })
      .Case<arith::SubIOp>(
          [&](auto) { return arithmetic.add(values[0], values[1], -1); })
      .Case<arith::MulIOp>(
          [&](auto) { return arithmetic.multiply(values[0], values[1]); })
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp,
            arith::ShRSIOp, arith::ShRUIOp>([&](auto) {
        return evaluateBits(arithmetic, op, values[0], values[1]);
      })
      .Case<arith::FloorDivSIOp, arith::DivUIOp>(
          [&](auto) { return arithmetic.floorDiv(values[0], values[1]); })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
          [&](auto) { return arithmetic.ceilDiv(values[0], values[1]); })
      .Case<arith::RemUIOp>(
          [&](auto) { return arithmetic.mod(values[0], values[1]); })
      .Case<arith::DivSIOp, arith::RemSIOp>([&](auto) {
        return divideTowardsZero(arithmetic, isa<arith::DivSIOp>(op), values[0],
                                 values[1]);
      })
      .Case<arith::MinSIOp, arith::MinUIOp>(
          [&](auto) { return arithmetic.minimum(values[0], values[1]); })
      .Case<arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return arithmetic.maximum(values[0], values[1]); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp>([&](auto) -> Result {
        // As if nothing was lost.
        return values[0];
      })
      .Case([&](arith::CmpIOp compare) -> Result {
        auto known = read(compare.getPredicate());
        return arithmetic.compare(values[known->second ? 1 : 0],
                                  values[known->second ? 0 : 1], known->first);
      })
      .Case<arith::SelectOp>([&](auto) -> Result {
        return arithmetic.select(values[0], values[1], values[2]);
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

Result CostWalker::evaluateResult(Operation *op) {
  if (auto affineOp = dyn_cast<affine::AffineApplyOp>(op)) {
    auto values = formsOf(op->getOperands());
    AffineMap map = affineOp.getAffineMap();
    return values ? arithmetic.evaluate(map.getResult(0), *values,
                                        map.getNumDims())
                  : Result();
  }
  if (isa<affine::AffineMinOp, affine::AffineMaxOp>(op)) {
    bool isMax = isa<affine::AffineMaxOp>(op);
    AffineMap map = isMax ? cast<affine::AffineMaxOp>(op).getAffineMap()
                          : cast<affine::AffineMinOp>(op).getAffineMap();
    return extremeOf(map, op->getOperands(), isMax);
  }
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = getConstantIntValue(dim.getIndex());
    return index ? extentOf(dim.getSource(), *index) : Result();
  }
  if (auto pointer = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
    return startOf(pointer.getSource());
  if (auto launch = op->getParentOfType<gpu::LaunchOp>()) {
    auto argument = [&](unsigned first, gpu::Dimension axis) {
      return formOf(launch.getBody().getArgument(first + unsigned(axis)));
    };
    if (auto id = dyn_cast<gpu::BlockIdOp>(op))
      return argument(0, id.getDimension());
    if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
      return argument(3, id.getDimension());
    if (auto size = dyn_cast<gpu::GridDimOp>(op))
      return argument(6, size.getDimension());
    if (auto size = dyn_cast<gpu::BlockDimOp>(op))
      return argument(9, size.getDimension());
  }
  auto values = formsOf(op->getOperands());
  if (!values || op->getNumResults() != 1)
    return std::nullopt;
  return evaluateArithmetic(arithmetic, op, *values);
}

bool CostWalker::evaluate(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIntOrIndex() ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  Result result = evaluateResult(op);
  if (wantsCut())
    return false;
  if (result)
    define(op->getResult(0), *result);
  else
    forms.erase(op->getResult(0));
  return true;
}

//===----------------------------------------------------------------------===//
// Memrefs
//===----------------------------------------------------------------------===//

std::optional<Form> CostWalker::extentOf(Value memref, unsigned dim) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || dim >= type.getRank())
    return std::nullopt;
  if (!type.isDynamicDim(dim))
    return Form::of(type.getDimSize(dim));
  if (auto argument = dyn_cast<BlockArgument>(memref)) {
    if (!isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return std::nullopt;
    usedExtents.insert({memref, dim});
    return Form::of(assumed.valueOf(memref, dim));
  }
  Operation *op = memref.getDefiningOp();
  unsigned dynamic = type.getDynamicDimIndex(dim);
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return formOf(alloc.getDynamicSizes()[dynamic]);
  if (auto alloc = dyn_cast<memref::AllocaOp>(op))
    return formOf(alloc.getDynamicSizes()[dynamic]);
  if (auto alloc = dyn_cast<gpu::AllocOp>(op))
    return formOf(alloc.getDynamicSizes()[dynamic]);
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return formOf(view.getSizes()[dynamic]);
  if (auto view = dyn_cast<OffsetSizeAndStrideOpInterface>(op))
    return formOf(view.getMixedSizes()[dim]);
  if (auto cast = dyn_cast<memref::CastOp>(op))
    if (isa<MemRefType>(cast.getSource().getType()))
      return extentOf(cast.getSource(), dim);
  return std::nullopt;
}

std::optional<Form> CostWalker::startOf(Value memref) {
  Result start = Form::of(0);
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
    if (auto shifted = dyn_cast<memref::ViewOp>(*view)) {
      std::optional<Form> shift = formOf(shifted.getByteShift());
      start = start && shift ? arithmetic.add(*start, *shift) : Result();
    }
    memref = view.getViewSource();
  }
  return start;
}

std::optional<ElementLayout> CostWalker::layoutOf(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type)
    return std::nullopt;
  if (auto found = layouts.find(memref); found != layouts.end())
    return found->second;
  std::optional<ElementLayout> result;
  Operation *op = memref.getDefiningOp();
  if (type.getLayout().isIdentity()) {
    result.emplace();
    Result stride = Form::of(1);
    result->strides.resize(type.getRank());
    for (unsigned dim = type.getRank(); stride && dim-- > 0;) {
      result->strides[dim] = *stride;
      std::optional<Form> extent = extentOf(memref, dim);
      stride = extent ? arithmetic.multiply(*stride, *extent) : Result();
    }
    if (!stride)
      result.reset();
    else
      result->elements = stride->asConstant();
  } else if (auto view = dyn_cast_or_null<memref::ReinterpretCastOp>(op)) {
    result.emplace();
    std::optional<Form> offset = formOf(view.getMixedOffsets()[0]);
    for (OpFoldResult stride : view.getMixedStrides()) {
      std::optional<Form> form = formOf(stride);
      if (!form)
        return std::nullopt;
      result->strides.push_back(*form);
    }
    if (!offset)
      return std::nullopt;
    result->offset = *offset;
    return result;
  } else if (auto view = dyn_cast_or_null<memref::CastOp>(op)) {
    return layoutOf(view.getSource());
  }
  // What a view is may change with loops of the host.
  if (!op)
    layouts[memref] = result;
  return result;
}
