//===- Capacity.cpp - do the buffers fit? ------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// The memory is the fast one whose capacity is checked: a buffer that is not
/// each thread's own, or memory of a block of threads (3 where NVVM numbers
/// spaces).
static bool isFast(const ScopArray &array) {
  auto type = dyn_cast<MemRefType>(array.value.getType());
  Operation *op = array.value.getDefiningOp();
  if (!type || !op)
    return false;
  Attribute space = type.getMemorySpace();
  if (auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
    return gpuSpace.getValue() == gpu::AddressSpace::Workgroup ||
           (isa<scratch::AllocOp>(op) &&
            gpuSpace.getValue() != gpu::AddressSpace::Private);
  auto number = dyn_cast_or_null<IntegerAttr>(space);
  return isa<scratch::AllocOp>(op) || (number && number.getInt() == 3);
}

namespace {
/// The most bytes that a buffer takes.
struct BufferSize {
  Operation *op;
  /// Where it is given back in the block that it is made in.
  Operation *freed = nullptr;
  /// It may be there when its block has ended.
  bool isLeft = false;
  /// Nullopt: not bounded by a constant.
  std::optional<int64_t> bytes;
  /// It takes as many for all parameters.
  bool always = true;

  /// It lives when `later` is made, after it or with it.
  bool livesAt(Operation *later) const;
};
} // namespace

/// `a` comes before `b` in the text, and neither is around the other.
static bool comesBefore(Operation *a, Operation *b) {
  for (Block *block = a->getBlock(); block;
       block = block->getParentOp() ? block->getParentOp()->getBlock()
                                    : nullptr)
    if (Operation *there = block->findAncestorOpInBlock(*b))
      return block->findAncestorOpInBlock(*a)->isBeforeInBlock(there);
  return false;
}

bool BufferSize::livesAt(Operation *later) const {
  // In no loop, what comes later is not there yet.
  if (isLeft)
    return !comesBefore(later, op);
  Operation *there = op->getBlock()->findAncestorOpInBlock(*later);
  return there && (!freed || (!there->isBeforeInBlock(op) &&
                              there->isBeforeInBlock(freed)));
}

/// The numbers whose product is the number of cells; nullopt if that is not
/// known.
static std::optional<SmallVector<isl::pw_aff>>
extentsOf(const ScopArray &array) {
  auto type = cast<MemRefType>(array.value.getType());
  if (!type.getLayout().isIdentity() &&
      !isa<scratch::MappingAttr>(type.getLayout()))
    return std::nullopt;
  isl::space space = array.extent.get_space();
  SmallVector<isl::pw_aff> result;
  if (!array.made.is_null())
    result = allocatedSizes(array);
  else
    for (int64_t extent : type.getShape())
      result.push_back(isl::aff(isl::local_space(space),
                                isl::val(space.ctx(), std::to_string(extent))));
  if (llvm::any_of(result,
                   [](const isl::pw_aff &aff) { return aff.is_null(); }))
    return std::nullopt;
  return result;
}

static BufferSize sizeOf(const ValueProgram &program, unsigned number) {
  const ScopArray &array = program.scop().arrays()[number];
  BufferSize result;
  result.op = array.value.getDefiningOp();
  // Others end with their block.
  if (isa<memref::AllocOp>(result.op)) {
    for (const MemoryFree &free : program.frees())
      if (free.array == number && free.op->getBlock() == result.op->getBlock())
        result.freed = free.op;
    result.isLeft = !result.freed;
  }
  // In a loop there is one more in each iteration.
  Type element = cast<MemRefType>(array.value.getType()).getElementType();
  auto extents = extentsOf(array);
  if (!element.isIntOrFloat() || !extents ||
      (result.isLeft && array.depth != 0))
    return result;
  isl::set made = (array.made.is_null() ? array.extent : array.made)
                      .intersect_params(program.context());
  if (made.is_empty().is_true()) {
    result.bytes = 0;
    return result;
  }
  // Memory that is left behind by a condition need not be there.
  result.always =
      !result.isLeft || isa<FunctionOpInterface>(result.op->getParentOp());
  int64_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  for (isl::pw_aff &extent : *extents) {
    extent = extent.intersect_domain(made);
    auto most = islToInt64(extent.max_multi_val().at(0));
    auto least = islToInt64(extent.min_multi_val().at(0));
    if (!most || llvm::MulOverflow(bytes, std::max<int64_t>(*most, 0), bytes))
      return result;
    result.always &= least == most;
  }
  result.bytes = bytes;
  return result;
}

Finding polymem::checkCapacity(const ValueProgram &program, int64_t capacity) {
  Finding finding;
  finding.obligation = Obligation::Capacity;
  SmallVector<BufferSize> buffers;
  for (auto [number, array] : llvm::enumerate(program.scop().arrays()))
    if (array.kind == ScopArray::Kind::MemRef && isFast(array))
      buffers.push_back(sizeOf(program, number));
  for (const BufferSize &last : buffers) {
    int64_t sum = 0;
    bool always = true;
    for (const BufferSize &buffer : buffers) {
      if (!buffer.livesAt(last.op))
        continue;
      if (!buffer.bytes || llvm::AddOverflow(sum, *buffer.bytes, sum)) {
        finding.verdict = Verdict::Undecided;
        finding.op = buffer.op;
        finding.text = "the size of a buffer has no constant bound";
        return finding;
      }
      always &= buffer.always;
    }
    if (sum <= capacity)
      continue;
    finding.verdict = always ? Verdict::Violated : Verdict::Undecided;
    finding.op = last.op;
    finding.text =
        sentence("the buffers that live here take {0}{1} bytes of {2}",
                 always ? "" : "up to ", named("Bytes", sum),
                 named("Capacity", capacity));
    for (const BufferSize &buffer : buffers)
      if (buffer.op != last.op && buffer.livesAt(last.op))
        finding.notes.emplace_back(buffer.op, "another buffer");
    if (always)
      return finding;
  }
  return finding;
}
