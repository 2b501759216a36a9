//===- SegmentCalls.cpp - a component as calls of the run-time ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentCalls.h"
#include "KeptArrays.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "SegmentMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::prem;

SegmentCalls::SegmentCalls(IRRewriter &rewriter, ComponentOp component,
                           const Multicore &machine, Value core,
                           func::FuncOp segment, ArrayRef<Value> arguments)
    : rewriter(rewriter), component(component), machine(machine), core(core),
      segmentFunction(segment), arguments(arguments), loc(component.getLoc()) {
  for (StreamOp op : component.getBody().front().getOps<StreamOp>())
    streams.emplace_back().op = op;
  for (Stream &stream : streams)
    if (stream.op.getKept())
      loop = outermostLoop(component);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value SegmentCalls::constant(int64_t value) {
  return arith::ConstantIndexOp::create(rewriter, loc, value);
}
Value SegmentCalls::add(Value a, Value b) {
  return rewriter.createOrFold<arith::AddIOp>(loc, a, b);
}
Value SegmentCalls::sub(Value a, Value b) {
  return rewriter.createOrFold<arith::SubIOp>(loc, a, b);
}
Value SegmentCalls::mul(Value a, Value b) {
  return rewriter.createOrFold<arith::MulIOp>(loc, a, b);
}
Value SegmentCalls::div(Value a, Value b) {
  return rewriter.createOrFold<arith::DivSIOp>(loc, a, b);
}
Value SegmentCalls::rem(Value a, Value b) {
  return rewriter.createOrFold<arith::RemSIOp>(loc, a, b);
}
Value SegmentCalls::both(Value a, Value b) {
  return rewriter.createOrFold<arith::AndIOp>(loc, a, b);
}
Value SegmentCalls::compare(Value a, Is predicate, Value b) {
  arith::CmpIPredicate is = predicate == Is::Equal  ? arith::CmpIPredicate::eq
                            : predicate == Is::Less ? arith::CmpIPredicate::slt
                                                    : arith::CmpIPredicate::sle;
  return rewriter.createOrFold<arith::CmpIOp>(loc, is, a, b);
}
Value SegmentCalls::isOdd(Value value) {
  return compare(rem(value, constant(2)), Is::Equal, constant(1));
}

void SegmentCalls::ifTrue(Value condition, function_ref<void()> write) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto ifOp = scf::IfOp::create(rewriter, loc, condition,
                                /*withElseRegion=*/false);
  rewriter.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  write();
}

//===----------------------------------------------------------------------===//
// Tiles of a core, and boxes
//===----------------------------------------------------------------------===//

/// Buffers lie one behind the other: the first ones of all streams, then the
/// second ones.
void SegmentCalls::placeBuffers() {
  int64_t offset = 0;
  for (int64_t number : {0, 1})
    for (Stream &stream : streams)
      if (number < numBuffers(stream.op.getMode()) && !isKept(stream)) {
        stream.offsets[number] = offset;
        offset += alignedBytes(
            cast<MemRefType>(stream.op.getBuffer().getType()), machine);
      }
}

int64_t SegmentCalls::bytesOf(ComponentOp component, const Multicore &machine) {
  int64_t bytes = 0;
  for (StreamOp op : component.getBody().front().getOps<StreamOp>())
    if (!op.getKept())
      bytes +=
          numBuffers(op.getMode()) *
          alignedBytes(cast<MemRefType>(op.getBuffer().getType()), machine);
  return bytes;
}

void SegmentCalls::placeKept(int64_t &offset) {
  for (Stream &stream : streams)
    if (isKept(stream)) {
      stream.offsets[0] = offset;
      offset += alignedBytes(cast<MemRefType>(stream.op.getBuffer().getType()),
                             machine);
    }
}

/// `value`, or if it is computed in `loop` the same before it.
Value SegmentCalls::valueBefore(Operation *loop, Value value) {
  Operation *definition = value.getDefiningOp();
  if (!definition || !loop->isAncestor(definition))
    return value;
  IRMapping mapping;
  for (Value operand : definition->getOperands())
    mapping.map(operand, valueBefore(loop, operand));
  Operation *clone = rewriter.clone(*definition, mapping);
  return clone->getResult(cast<OpResult>(value).getResultNumber());
}

void SegmentCalls::dealTiles() {
  unsigned rank = component.getRank();
  int64_t behind = component.getNumCores();
  for (unsigned d = 0; d < rank; ++d) {
    Value zero = constant(0);
    Value tiles = component.getCounts()[d];
    Value count = rewriter.createOrFold<arith::MaxSIOp>(
        loc, loop ? valueBefore(loop, tiles) : tiles, zero);
    int64_t groups = component.getGroups()[d];
    if (groups == 1) {
      first.push_back(zero);
      sizes.push_back(count);
      continue;
    }
    // (core mod prod_{e >= d} R_e) div prod_{e > d} R_e
    Value group = rem(core, constant(behind));
    behind /= groups;
    group = div(group, constant(behind));
    Value perGroup = div(add(count, constant(groups - 1)), constant(groups));
    Value begin =
        rewriter.createOrFold<arith::MinSIOp>(loc, count, mul(group, perGroup));
    Value end = rewriter.createOrFold<arith::MinSIOp>(
        loc, count, mul(add(group, constant(1)), perGroup));
    first.push_back(begin);
    sizes.push_back(sub(end, begin));
  }
  tilesFrom.assign(rank + 1, constant(1));
  for (unsigned d = rank; d-- > 0;)
    tilesFrom[d] = mul(sizes[d], tilesFrom[d + 1]);
  numSegments = tilesFrom[0];
}

/// Segments count from 1.
SmallVector<Value> SegmentCalls::tileNumbersOf(Value segment) {
  Value tile = sub(segment, constant(1));
  SmallVector<Value> numbers;
  for (unsigned d = 0; d < component.getRank(); ++d) {
    Value number = div(tile, tilesFrom[d + 1]);
    if (d != 0)
      number = rem(number, sizes[d]);
    numbers.push_back(add(first[d], number));
  }
  return numbers;
}

/// Operands of the maps of `op`, where the tile has these numbers.
static SmallVector<Value> mapOperands(StreamOp op, ArrayRef<Value> numbers) {
  SmallVector<Value> operands(numbers);
  llvm::append_range(operands, op.getSymbols());
  return operands;
}

SegmentCalls::BoxValues SegmentCalls::boxOf(StreamOp op, BoxAttr box,
                                            ArrayRef<Value> numbers) {
  SmallVector<Value> operands = mapOperands(op, numbers);
  BoxValues values;
  for (auto [lower, upper] : llvm::zip(box.getLower(), box.getUpper())) {
    Value begin, end;
    for (Value bound : scratch::expandToArith(rewriter, loc, lower, operands))
      begin = begin ? rewriter.createOrFold<arith::MaxSIOp>(loc, begin, bound)
                    : bound;
    for (Value bound : scratch::expandToArith(rewriter, loc, upper, operands))
      end =
          end ? rewriter.createOrFold<arith::MinSIOp>(loc, end, bound) : bound;
    values.lower.push_back(begin);
    values.sizes.push_back(sub(end, begin));
  }
  return values;
}

SmallVector<Value> SegmentCalls::originOf(StreamOp op,
                                          ArrayRef<Value> numbers) {
  return scratch::expandToArith(rewriter, loc, *op.getOrigin(),
                                mapOperands(op, numbers));
}

/// Segments `first` and `second` use the same boxes at the same place.
Value SegmentCalls::sameBoxes(Stream &stream, Value first, Value second) {
  StreamOp op = stream.op;
  SmallVector<Value> a = tileNumbersOf(first), b = tileNumbersOf(second);
  Value same;
  auto compareAll = [&](ArrayRef<Value> x, ArrayRef<Value> y) {
    for (auto [left, right] : llvm::zip(x, y)) {
      Value equal = compare(left, Is::Equal, right);
      same = same ? both(same, equal) : equal;
    }
  };
  compareAll(originOf(op, a), originOf(op, b));
  for (BoxAttr box : op.getBoxes()) {
    BoxValues x = boxOf(op, box, a), y = boxOf(op, box, b);
    compareAll(x.lower, y.lower);
    compareAll(x.sizes, y.sizes);
  }
  return same;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// Boxes that are at another place than the buffer's first cell, may be empty,
/// or are not loaded and stored alike.
void SegmentCalls::requestBoxes(Stream &stream, Value id,
                                ArrayRef<Value> numbers) {
  StreamOp op = stream.op;
  SmallVector<Value> origin = originOf(op, numbers), offsets, places, extents;
  SmallVector<int32_t> usages;
  auto append = [&](BoxAttr box, int32_t usage) {
    BoxValues values = boxOf(op, box, numbers);
    usages.push_back(usage);
    llvm::append_range(offsets, values.lower);
    llvm::append_range(extents, values.sizes);
    for (auto [lower, corner] : llvm::zip(values.lower, origin))
      places.push_back(sub(lower, corner));
  };
  SmallVector<BoxAttr> stores = op.getStores();
  if (stores.size() == 1 && op.getLoad() == stores.front()) {
    append(stores.front(), int32_t(Usage::RW));
  } else {
    if (op.getLoad())
      append(*op.getLoad(), int32_t(Usage::RO));
    for (BoxAttr box : stores)
      append(box, int32_t(Usage::WO));
  }
  SwapBoxesOp::create(rewriter, loc, id, op.getArray(), offsets, places,
                      extents, usages,
                      cast<MemRefType>(op.getBuffer().getType()).getShape());
}

/// Asks for the boxes of `segment` in buffer `id`.
void SegmentCalls::request(Stream &stream, Value id, Value segment) {
  StreamOp op = stream.op;
  SmallVector<Value> numbers = tileNumbersOf(segment);
  SmallVector<BoxAttr> boxes = op.getBoxes();
  BoxAttr box = boxes.front();
  bool isOne = llvm::all_equal(boxes);
  bool atCorner = llvm::equal(box.getLower(), op.getOrigin()->getResults(),
                              [](AffineMap lower, AffineExpr corner) {
                                return lower.getNumResults() == 1 &&
                                       lower.getResult(0) == corner;
                              });
  if (!isOne || !atCorner || op.getMayBeEmpty())
    return requestBoxes(stream, id, numbers);
  BoxValues values = boxOf(op, box, numbers);
  SwapOp::create(rewriter, loc, id, op.getArray(), values.lower, values.sizes,
                 cast<MemRefType>(op.getBuffer().getType()).getShape());
}

void SegmentCalls::allocate() {
  for (Stream &stream : streams) {
    if (isKept(stream))
      continue;
    StreamOp op = stream.op;
    int64_t bytes = getBytes(cast<MemRefType>(op.getBuffer().getType()));
    for (int64_t n = 0; n < numBuffers(op.getMode()); ++n)
      stream.ids[n] =
          AllocateOp::create(rewriter, loc, rewriter.getI32Type(),
                             op.getUsage(), constant(stream.offsets[n]), bytes);
  }
}

void SegmentCalls::writeFirstSegment() {
  allocate();
  Value one = constant(1);
  bool any = false;
  for (Stream &stream : streams)
    if (stream.op.getArray() && !isKept(stream)) {
      request(stream, stream.ids[0], one);
      any = true;
    }
  if (any)
    DispatchOp::create(rewriter, loc);
  for (Stream &stream : streams) {
    StreamOp op = stream.op;
    if (op.getMode() != Mode::Stream)
      continue;
    // The second box, if the next segment but one needs it.
    Value now = both(compare(runLength(op), Is::Equal, one),
                     compare(one, Is::Less, numSegments));
    ifTrue(now, [&] { request(stream, stream.ids[1], constant(2)); });
  }
  EndSegmentOp::create(rewriter, loc);
}

/// What streams request in `segment`, which is not the first one.
void SegmentCalls::requestStreams(Value segment) {
  Value one = constant(1), zero = constant(0);
  for (Stream &stream : streams) {
    StreamOp op = stream.op;
    if (op.getMode() != Mode::Stream)
      continue;
    Value length = runLength(op);
    // The second box; where each segment has one of its own, segment 0 asks.
    Value second = add(length, one);
    if (op.getRunDepth() < component.getRank()) {
      Value isTime = both(compare(add(segment, one), Is::Equal, length),
                          compare(second, Is::AtMost, numSegments));
      ifTrue(isTime, [&] { request(stream, stream.ids[1], second); });
    }
    // The one behind the next.
    Value next = add(segment, second);
    Value isTime = both(compare(rem(segment, length), Is::Equal, zero),
                        compare(next, Is::AtMost, numSegments));
    ifTrue(isTime, [&] {
      Value odd = isOdd(div(segment, length));
      Value id = arith::SelectOp::create(rewriter, loc, odd, stream.ids[0],
                                         stream.ids[1]);
      if (!op.getMayRepeat())
        return request(stream, id, next);
      Value same = sameBoxes(stream, next, sub(add(segment, one), length));
      Value differs = rewriter.createOrFold<arith::XOrIOp>(
          loc, same, arith::ConstantIntOp::create(rewriter, loc, 1, 1));
      ifTrue(differs, [&] { request(stream, id, next); });
    });
  }
}

/// What the next segment waits for.
void SegmentCalls::requestSerial(Value segment) {
  Value zero = constant(0), any;
  for (Stream &stream : streams) {
    StreamOp op = stream.op;
    if (op.getMode() != Mode::Serial)
      continue;
    Value isTime = both(compare(rem(segment, runLength(op)), Is::Equal, zero),
                        compare(segment, Is::Less, numSegments));
    ifTrue(isTime,
           [&] { request(stream, stream.ids[0], add(segment, constant(1))); });
    any = any ? rewriter.createOrFold<arith::OrIOp>(loc, any, isTime) : isTime;
  }
  if (any)
    ifTrue(any, [&] { DispatchOp::create(rewriter, loc); });
}

/// Buffers that no later segment than `segment` needs are given back.
void SegmentCalls::deallocate(Value segment) {
  Value one = constant(1);
  Value isLast = compare(segment, Is::Equal, numSegments);
  for (Stream &stream : streams) {
    StreamOp op = stream.op;
    if (isKept(stream))
      continue;
    if (op.getMode() != Mode::Stream) {
      ifTrue(isLast,
             [&] { DeallocateOp::create(rewriter, loc, stream.ids[0]); });
      continue;
    }
    // With `boxes` of them, the last but one is done with at the end of its
    // run; the buffer that was never used, if there is one only, at the end.
    Value length = runLength(op);
    Value boxes = add(div(sub(numSegments, one), length), one);
    Value odd = isOdd(boxes);
    Value lastId = arith::SelectOp::create(rewriter, loc, odd, stream.ids[0],
                                           stream.ids[1]);
    Value otherId = arith::SelectOp::create(rewriter, loc, odd, stream.ids[1],
                                            stream.ids[0]);
    Value end = rewriter.createOrFold<arith::SelectOp>(
        loc, compare(boxes, Is::Equal, one), numSegments,
        mul(sub(boxes, one), length));
    ifTrue(compare(segment, Is::Equal, end),
           [&] { DeallocateOp::create(rewriter, loc, otherId); });
    ifTrue(isLast, [&] { DeallocateOp::create(rewriter, loc, lastId); });
  }
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void SegmentCalls::callSegment(Value segment) {
  SmallVector<Value> numbers = tileNumbersOf(segment), operands;
  IRMapping mapping;
  mapping.map(component.getTileNumbers(), numbers);
  for (Stream &stream : streams) {
    StreamOp op = stream.op;
    Value offset = constant(stream.offsets[0]);
    if (op.getMode() == Mode::Stream) {
      Value box = div(sub(segment, constant(1)), runLength(op));
      offset = arith::SelectOp::create(rewriter, loc, isOdd(box),
                                       constant(stream.offsets[1]), offset);
    }
    mapping.map(op.getBuffer(),
                ViewOp::create(rewriter, loc, op.getBuffer().getType(), offset)
                    .getBuffer());
  }
  for (Value argument : arguments)
    operands.push_back(mapping.lookupOrDefault(argument));
  func::CallOp::create(rewriter, loc, segmentFunction, operands);
}

void SegmentCalls::writeOtherSegments() {
  OpBuilder::InsertionGuard guard(rewriter);
  Value one = constant(1);
  auto loop =
      scf::ForOp::create(rewriter, loc, one, add(numSegments, one), one);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value segment = loop.getInductionVar();
  callSegment(segment);
  requestSerial(segment);
  requestStreams(segment);
  deallocate(segment);
  EndSegmentOp::create(rewriter, loc);
}

/// The core has segments of the component.
Value SegmentCalls::works() {
  Value works = compare(constant(1), Is::AtMost, numSegments);
  return both(works,
              compare(core, Is::Less, constant(component.getNumCores())));
}

/// Kept buffers are loaded before the loop, and given back behind it.
void SegmentCalls::writeKept() {
  OpBuilder::InsertionGuard guard(rewriter);
  Type number = rewriter.getI32Type();
  Value works = this->works();
  for (Stream &stream : streams) {
    if (!isKept(stream))
      continue;
    rewriter.setInsertionPoint(loop);
    auto first =
        scf::IfOp::create(rewriter, loc, number, works, /*withElse=*/true);
    rewriter.setInsertionPointToStart(first.elseBlock());
    Value none = arith::ConstantIntOp::create(rewriter, loc, number, -1);
    scf::YieldOp::create(rewriter, loc, none);
    rewriter.setInsertionPointToStart(first.thenBlock());
    StreamOp op = stream.op;
    int64_t bytes = getBytes(cast<MemRefType>(op.getBuffer().getType()));
    Value id = AllocateOp::create(rewriter, loc, number, op.getUsage(),
                                  constant(stream.offsets[0]), bytes);
    request(stream, id, constant(1));
    DispatchOp::create(rewriter, loc);
    EndSegmentOp::create(rewriter, loc);
    scf::YieldOp::create(rewriter, loc, id);
    rewriter.setInsertionPointAfter(loop);
    ifTrue(works, [&] {
      DeallocateOp::create(rewriter, loc, first.getResult(0));
      EndSegmentOp::create(rewriter, loc);
    });
  }
}

void SegmentCalls::write() {
  rewriter.setInsertionPoint(loop ? loop : component);
  placeBuffers();
  dealTiles();
  if (loop)
    writeKept();
  rewriter.setInsertionPoint(component);
  ifTrue(works(), [&] {
    writeFirstSegment();
    writeOtherSegments();
  });
  BarrierOp::create(rewriter, loc);
}
