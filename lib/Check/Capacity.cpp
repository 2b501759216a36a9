//===- Capacity.cpp - do the buffers fit? ------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Obligations.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/IslAffine.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// In memory that is each thread's own.
static bool isPrivate(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Private;
}

namespace {
/// The most bytes that a buffer takes.
struct BufferSize {
  scratch::AllocOp op;
  /// Nullopt: not bounded by a constant.
  std::optional<int64_t> bytes;
  /// It takes as many for all parameters.
  bool always = true;
};
} // namespace

static BufferSize sizeOf(const ScopArray &array, scratch::AllocOp op) {
  BufferSize result{op, std::nullopt, true};
  MemRefType type = op.getType();
  if (!type.getElementType().isIntOrFloat())
    return result;
  isl::space space = array.extent.get_space();
  int64_t bytes =
      llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
  for (AffineExpr extent : op.getMapping().getExtents().getResults()) {
    isl::pw_aff aff = affineExprToPwAff(extent, {}, array.layoutSymbols, space);
    if (aff.is_null())
      return result;
    aff = aff.intersect_domain(array.extent);
    auto most = islToInt64(aff.max_multi_val().at(0));
    auto least = islToInt64(aff.min_multi_val().at(0));
    if (!most || llvm::MulOverflow(bytes, *most, bytes))
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
  for (const ScopArray &array : program.scop().arrays())
    if (array.kind == ScopArray::Kind::MemRef)
      if (auto op = array.value.getDefiningOp<scratch::AllocOp>();
          op && !isPrivate(op.getType()))
        buffers.push_back(sizeOf(array, op));
  // A buffer lives as long as the block it is made in.
  for (const BufferSize &last : buffers) {
    int64_t sum = 0;
    bool always = true;
    for (const BufferSize &buffer : buffers) {
      if (!buffer.op->getParentOp()->isAncestor(last.op))
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
    finding.text = "the buffers that live here take " +
                   std::string(always ? "" : "up to ") + std::to_string(sum) +
                   " bytes of " + std::to_string(capacity);
    for (const BufferSize &buffer : buffers)
      if (buffer.op != last.op && buffer.op->getParentOp()->isAncestor(last.op))
        finding.notes.emplace_back(buffer.op, "another buffer");
    if (always)
      return finding;
  }
  return finding;
}
