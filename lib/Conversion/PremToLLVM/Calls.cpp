//===- Calls.cpp - the calls of threads, and what segments tell -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PremToLLVM.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem::prem;

static int64_t elementBytes(Value memref) {
  return getElementBytes(cast<MemRefType>(memref.getType()).getElementType());
}

/// A place of the core's scratchpad.
static Value scratchpadAt(HostBuilder &h, Value offset) {
  return h.advance(h.call("prem_scratchpad", {}, h.pointer()), offset);
}

/// The sizes of dimensions 1, 2, ... of an array, the last in bytes, as
/// prem_swapnd_buffer has them; null for one dimension.
static Value pitches(HostBuilder &h, ArrayRef<int64_t> shape,
                     int64_t elementBytes) {
  if (shape.size() == 1)
    return LLVM::ZeroOp::create(h.b, h.pointer());
  Value array = h.stack(h.b.getI32Type(), shape.size() - 1);
  for (size_t i = 1; i < shape.size(); ++i) {
    bool isLast = i + 1 == shape.size();
    h.storeAt(array, i - 1, h.i32(shape[i] * (isLast ? elementBytes : 1)));
  }
  return array;
}

/// The sizes of a box, the last in bytes.
static Value sizesOf(HostBuilder &h, ValueRange sizes, int64_t elementBytes) {
  Value array = h.stack(h.b.getI32Type(), sizes.size());
  for (auto [i, size] : llvm::enumerate(sizes))
    h.storeAt(
        array, i,
        h.toI32(i + 1 == sizes.size() ? h.times(size, elementBytes) : size));
  return array;
}

static void lower(HostBuilder &h, SwapOp op) {
  int64_t bytes = elementBytes(op.getArray());
  ArrayRef<int64_t> shape = op.getShape();
  ArrayRef<int64_t> arrayShape =
      cast<MemRefType>(op.getArray().getType()).getShape();
  Value src = h.address(op.getArray(), op.getOffsets());
  ValueRange sizes = op.getSizes();
  Value width = h.toI32(h.times(sizes.back(), bytes));
  if (shape.size() == 1) {
    h.call("prem_swap_buffer", {op.getId(), src, width});
  } else if (shape.size() == 2) {
    h.call("prem_swap2d_buffer",
           {op.getId(), src, width, h.toI32(sizes[0]),
            h.i32(arrayShape[1] * bytes), h.i32(shape[1] * bytes)});
  } else {
    h.call("prem_swapnd_buffer",
           {op.getId(), src, h.i32(shape.size()), sizesOf(h, sizes, bytes),
            pitches(h, arrayShape, bytes), pitches(h, shape, bytes)});
  }
}

static void lower(HostBuilder &h, SwapBoxesOp op) {
  Type i32 = h.b.getI32Type(), pointer = h.pointer();
  // struct prem_box
  Type box = LLVM::LLVMStructType::getLiteral(
      h.b.getContext(), {pointer, i32, i32, i32, pointer, pointer, pointer});
  int64_t bytes = elementBytes(op.getArray());
  ArrayRef<int64_t> shape = op.getShape();
  size_t rank = shape.size(), count = op.getUsages().size();
  Value boxes = h.stack(box, std::max<size_t>(count, 1));
  Value spitch =
      pitches(h, cast<MemRefType>(op.getArray().getType()).getShape(), bytes);
  Value dpitch = pitches(h, shape, bytes);
  for (size_t n = 0; n < count; ++n) {
    auto of = [&](ValueRange values) { return values.slice(n * rank, rank); };
    Value fields[] = {h.address(op.getArray(), of(op.getOffsets())),
                      h.toI32(h.byteOffset(shape, bytes, of(op.getPlaces()))),
                      h.i32(op.getUsages()[n]),
                      h.i32(rank),
                      sizesOf(h, of(op.getSizes()), bytes),
                      spitch,
                      dpitch};
    for (auto [i, value] : llvm::enumerate(fields))
      LLVM::StoreOp::create(h.b, value, h.field(boxes, box, n, i));
  }
  h.call("prem_swap_boxes", {op.getId(), h.i32(count), boxes});
}

static void lower(HostBuilder &h, TellAccessOp op) {
  Value origin = op.getArray()
                     ? h.address(op.getArray(), op.getCoordinates())
                     : LLVM::ZeroOp::create(h.b, h.pointer()).getResult();
  h.call(op.getAccess() == Access::Read ? "prem_read" : "prem_write",
         {h.address(op.getBuffer(), op.getIndices()), origin,
          h.i32(elementBytes(op.getBuffer()))});
}

static void lower(HostBuilder &h, ViewOp op) {
  Value place = scratchpadAt(h, op.getOffset());
  op.replaceAllUsesWith(
      h.memrefAt(place, cast<MemRefType>(op.getBuffer().getType())));
}

static void lower(HostBuilder &h, AllocateOp op) {
  op.replaceAllUsesWith(
      h.call("prem_allocate_buffer",
             {scratchpadAt(h, op.getOffset()), h.i32(op.getBytes()),
              h.i32(static_cast<int32_t>(op.getUsage()))},
             h.b.getI32Type()));
}

static void lower(HostBuilder &h, ThreadIdOp op) {
  Value number = h.call("prem_thread_id", {}, h.b.getI32Type());
  op.replaceAllUsesWith(
      arith::IndexCastOp::create(h.b, h.b.getIndexType(), number).getResult());
}

static void lower(HostBuilder &h, CountOp op) {
  h.call("prem_count", {h.i32(static_cast<int32_t>(op.getOperations())),
                        h.i32(op.getCount())});
}

void polymem::prem::lowerCalls(HostBuilder &h) {
  SmallVector<Operation *> calls;
  h.module.walk([&](Operation *op) {
    if (isa_and_nonnull<PremDialect>(op->getDialect()) && !isa<LaunchOp>(op))
      calls.push_back(op);
  });
  for (Operation *op : calls) {
    h.at(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case<SwapOp, SwapBoxesOp, TellAccessOp, ViewOp, AllocateOp, ThreadIdOp,
              CountOp>([&](auto call) { lower(h, call); })
        .Case([&](DeallocateOp deallocate) {
          h.call("prem_deallocate_buffer", deallocate.getId());
        })
        .Case([&](DispatchOp) { h.call("prem_dispatch", {}); })
        .Case([&](EndSegmentOp) { h.call("prem_end_segment", {}); })
        .Case([&](BarrierOp) { h.call("prem_barrier", {}); });
    op->erase();
  }
}
