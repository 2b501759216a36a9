//===- NarrowAccesses.cpp - subscripts of 32 bits -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::narrowing;

/// Subscripts of a row with constants up to this share an address.
static constexpr int64_t kNeighbours = 16;

namespace {
/// Narrows one access.
class AccessNarrower {
public:
  AccessNarrower(Operation *access, OpOperand &memref,
                 MutableOperandRange indices, const IndexForms &forms)
      : access(access), memref(memref), indices(std::move(indices)),
        forms(forms), type(cast<MemRefType>(memref.get().getType())),
        loc(access->getLoc()) {
    for (OpOperand &index : this->indices)
      subscripts.push_back(formOf(index.get()));
  }

  bool narrow();

private:
  bool narrowConstantShape();
  Operation *splitSubscripts(SmallVectorImpl<SplitForm> &parts);
  bool moveBase();
  /// The row of elements from number `offset` of the array on.
  Value rowFrom(OpFoldResult offset, OpFoldResult size, OpBuilder &builder);
  void replace(Value row, Value index);

  Operation *access;
  OpOperand &memref;
  MutableOperandRange indices;
  const IndexForms &forms;
  MemRefType type;
  Location loc;
  SmallVector<IndexForm> subscripts;
};
} // namespace

Value AccessNarrower::rowFrom(OpFoldResult offset, OpFoldResult size,
                              OpBuilder &builder) {
  auto [offsets, shape] = std::pair(ShapedType::kDynamic, ShapedType::kDynamic);
  bool isWhole = isa<Attribute>(offset);
  if (isWhole) {
    offsets = 0;
    shape = cast<IntegerAttr>(cast<Attribute>(size)).getInt();
  }
  MemRefLayoutAttrInterface layout;
  if (!isWhole)
    layout = StridedLayoutAttr::get(type.getContext(), offsets, {1});
  auto row = MemRefType::get({shape}, type.getElementType(), layout,
                             type.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      builder, loc, row, memref.get(), offset, ArrayRef<OpFoldResult>(size),
      ArrayRef<OpFoldResult>(builder.getIndexAttr(1)));
}

void AccessNarrower::replace(Value row, Value index) {
  memref.set(row);
  indices.assign(index);
}

/// The subscript is less than 2^31 in the end, so that what is lost on the way,
/// modulo 2^32, does not matter. The constant is added to it as an address, for
/// instructions have room for it.
bool AccessNarrower::narrowConstantShape() {
  int64_t elements = type.getNumElements();
  IndexForm number;
  int64_t stride = 1;
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    number.add(subscripts[dim], stride);
    stride *= type.getDimSize(dim);
  }
  int64_t constant = number.constant;
  // In a condition in the form of a loop, there would be sums of 64 and of 32
  // bits side by side.
  auto loop = access->getParentOfType<LoopLikeOpInterface>();
  if (loop && forms.roundsBetween(loop, access) <= 1)
    return false;
  if (number.terms.empty() || elements > kGreatest || constant < kLeast ||
      constant > kGreatest)
    return false;
  OpBuilder builder(access);
  Value index = emitForm(number.withoutConstant(), /*narrow=*/true, access);
  index =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  if (constant != 0)
    index = arith::AddIOp::create(
        builder, loc, index,
        arith::ConstantIndexOp::create(builder, loc, constant));
  Value row = memref.get();
  if (type.getRank() > 1) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(row);
    row = rowFrom(builder.getIndexAttr(0), builder.getIndexAttr(elements),
                  builder);
  }
  replace(row, index);
  return true;
}

/// The subscripts, without constants, as what is computed before loops and what
/// changes in them, which is narrow; and the outermost one of these loops.
/// Null: it would not be worth it, or what changes is not narrow.
Operation *AccessNarrower::splitSubscripts(SmallVectorImpl<SplitForm> &parts) {
  SmallVector<Value> wide;
  for (const IndexForm &subscript : subscripts) {
    std::optional<SplitForm> split = forms.split(subscript.withoutConstant());
    if (!split)
      return nullptr;
    llvm::append_range(wide, llvm::make_first_range(split->wide.terms));
    parts.push_back(std::move(*split));
  }
  if (wide.empty())
    return nullptr;
  wide.push_back(memref.get());
  Operation *place = hoistingPoint(wide, access);
  if (forms.roundsBetween(place, access) < kWorthwhileRounds)
    return nullptr;
  bool anyChanges = false;
  for (SplitForm &part : parts) {
    IndexForm changing;
    for (auto [value, factor] : part.narrow.terms) {
      bool changes = place->isAncestor(value.getParentBlock()->getParentOp());
      (changes ? changing : part.wide).add({0, {{value, factor}}});
      anyChanges |= changes;
    }
    std::optional<Interval> range = rangeOf(changing, forms);
    if (!range)
      return nullptr;
    part.narrow = changing;
    part.range = *range;
  }
  return anyChanges ? place : nullptr;
}

/// A[W + n] becomes (A + W + least)[n - least]: subscripts are not negative.
bool AccessNarrower::moveBase() {
  SmallVector<SplitForm> parts;
  Operation *place = splitSubscripts(parts);
  if (!place)
    return false;
  OpBuilder outside(place), inside(access);
  auto sum = [&](OpBuilder &builder, Value a, Value b) -> Value {
    return a ? builder.createOrFold<arith::AddIOp>(loc, a, b) : b;
  };
  auto scaled = [&](OpBuilder &builder, Value number, Value stride) {
    return stride ? builder.createOrFold<arith::MulIOp>(loc, number, stride)
                  : number;
  };
  // Of the innermost dimension there is none; the last is the array's size.
  SmallVector<Value> strides{Value()};
  outside.setInsertionPointAfterValue(memref.get());
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    Value size =
        outside.createOrFold<memref::DimOp>(loc, memref.get(), int64_t(dim));
    strides.push_back(scaled(outside, size, strides.back()));
  }
  Value base, index;
  int64_t inRow = 0;
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    Value stride = strides[type.getRank() - 1 - dim];
    auto &[wideForm, narrowForm, range] = parts[dim];
    int64_t constant = subscripts[dim].constant;
    wideForm.constant = range.low + constant;
    // Neighbours in a row have one base, or two.
    if (!stride && std::abs(constant) <= kNeighbours) {
      int64_t before = constant < 0 ? kNeighbours : 0;
      wideForm.constant = range.low - before;
      inRow = constant + before;
    }
    outside.setInsertionPoint(place);
    base = sum(
        outside, base,
        scaled(outside, emitForm(wideForm, /*narrow=*/false, place), stride));
    if (!narrowForm.terms.empty()) {
      SmallVector<Value> values(llvm::make_first_range(narrowForm.terms));
      values.push_back(memref.get());
      Value number = emitForm(narrowForm, /*narrow=*/true, access);
      inside.setInsertionPoint(hoistingPoint(values, access));
      number = arith::IndexCastOp::create(inside, loc, inside.getIndexType(),
                                          number);
      if (!stride)
        inRow -= range.low;
      else if (range.low != 0)
        number = arith::SubIOp::create(
            inside, loc, number,
            arith::ConstantIndexOp::create(inside, loc, range.low));
      number = scaled(inside, number, stride);
      inside.setInsertionPoint(access);
      index = sum(inside, index, number);
    }
  }
  if (inRow != 0)
    index =
        sum(inside, index, arith::ConstantIndexOp::create(inside, loc, inRow));
  outside.setInsertionPoint(place);
  replace(rowFrom(base, strides.back(), outside), index);
  return true;
}

bool AccessNarrower::narrow() {
  if (type.getRank() == 0 || !type.getLayout().isIdentity())
    return false;
  return type.hasStaticShape() ? narrowConstantShape() : moveBase();
}

bool polymem::narrowing::narrowAccess(Operation *access, OpOperand &memref,
                                      MutableOperandRange indices,
                                      const IndexForms &forms) {
  return AccessNarrower(access, memref, std::move(indices), forms).narrow();
}
