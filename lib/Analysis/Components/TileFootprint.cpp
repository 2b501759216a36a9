//===- TileFootprint.cpp - the bytes that a tile's data take --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Components/TileFootprint.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Analysis/Promotion/BufferBox.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// Sums stop here: no scratchpad is as large.
static constexpr int64_t kMostBytes = int64_t(1) << 40;

static int64_t add(int64_t a, int64_t b) {
  return std::min(kMostBytes, std::min(a, kMostBytes) + b);
}

int64_t TileBytes::total(int64_t copies) const {
  int64_t all;
  if (llvm::MulOverflow(streamed, copies, all))
    return kMostBytes;
  return add(all, own);
}

/// `cells` elements in multiples of `alignment` bytes.
static int64_t bytesOf(std::optional<int64_t> cells, unsigned elementBytes,
                       int64_t alignment) {
  int64_t bytes;
  if (!cells || llvm::MulOverflow<int64_t>(*cells, elementBytes, bytes) ||
      bytes > kMostBytes)
    return kMostBytes;
  return llvm::alignTo(bytes, std::max<int64_t>(alignment, 1));
}

/// `[o] -> { S[i] : o_d <= i_d < o_d + span_d }`, for the loops of `ranges`
/// that are around `statement`.
static isl::set instancesInTile(const Scop &scop,
                                const ScopStatement &statement,
                                ArrayRef<TiledRange> ranges) {
  IslForms forms(spaceOfDims(scop.ctx(), statement.ivs.size())
                     .set_tuple_id(isl::dim::set, statement.name));
  isl::set result = forms.all();
  for (auto [d, iv] : llvm::enumerate(statement.ivs))
    for (auto [r, range] : llvm::enumerate(ranges)) {
      if (range.iv != iv)
        continue;
      isl::pw_aff origin =
          forms.parameter(isl::id(scop.ctx(), "origin" + std::to_string(r)));
      result = result.intersect(
          inRange(forms.dim(d), origin, origin.add_constant(range.span)));
    }
  return result;
}

/// The array is there before the nest `scop` begins.
static bool isFromOutside(const Scop &scop, const ScopArray &array) {
  Value memref = array.value;
  return array.depth == 0 &&
         !scop.root()->isAncestor(memref.getParentRegion()->getParentOp());
}

/// Adds the boxes of `array`, one for each connected part of `spaces`.
static bool addBoxes(const Scop &scop, const ScopArray &array,
                     ArrayRef<DataSpace> spaces, int64_t alignment,
                     TileBytes &result) {
  auto fail = [&](const Sentence &why) {
    result.obstacle = sentence("{0}: {1}", named("Array", array.name), why);
    return false;
  };
  unsigned element =
      elementBytes(scop.root(), cast<MemRefType>(array.value.getType()));
  if (element == 0)
    return fail("element type of unknown size");
  if (array.rank == 0)
    return fail(kNoDimension);
  auto parts = partitionSpaces(spaces, DataSpacePartition::Components);
  if (!parts)
    return fail("the budget of isl operations does not suffice");
  for (ArrayRef<DataSpace> part : *parts) {
    isl::set elements = part.front().elements;
    for (const DataSpace &space : part.drop_front())
      elements = elements.unite(space.elements);
    isl::set hull = withoutUnknownDivs(elements.coalesce());
    if (hull.is_null())
      return fail("the budget of isl operations does not suffice");
    Sentence reason;
    std::optional<BufferBox> box = computeBufferBox(
        hull, hull, [](const isl::id &) { return false; }, reason,
        /*allDims=*/true);
    if (!box)
      return fail(reason);
    if (!box->isConstant())
      return fail("its extents are not constant");
    result.streamed =
        add(result.streamed, bytesOf(box->constantCells(), element, alignment));
  }
  return true;
}

TileBytes polymem::bytesOfTile(const Scop &scop, ArrayRef<TiledRange> ranges,
                               int64_t alignment,
                               unsigned long maxIslOperations,
                               ArrayRef<Operation *> within) {
  auto isWithin = [&](Operation *op) {
    return within.empty() || llvm::any_of(within, [&](Operation *outer) {
             return outer->isAncestor(op);
           });
  };
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  TileBytes result;
  SmallVector<isl::set> instances;
  for (const ScopStatement &statement : scop.statements())
    instances.push_back(instancesInTile(scop, statement, ranges));
  for (auto [index, array] : llvm::enumerate(scop.arrays())) {
    if (array.kind != ScopArray::Kind::MemRef)
      continue;
    Value memref = array.value;
    auto type = cast<MemRefType>(memref.getType());
    if (!isFromOutside(scop, array)) {
      Operation *made = memref.getDefiningOp();
      if (made && !isWithin(made))
        continue;
      if (!type.hasStaticShape()) {
        result.obstacle = sentence(
            "{0}: it is made in the nest, and its size is not constant",
            named("Array", array.name));
        return result;
      }
      result.own =
          add(result.own, bytesOf(type.getNumElements(),
                                  elementBytes(scop.root(), type), alignment));
      continue;
    }
    SmallVector<DataSpace> spaces;
    for (const ScopAccess &access : scop.accesses()) {
      if (access.array != index || !isWithin(access.op))
        continue;
      isl::set elements =
          access.relation.intersect_domain(instances[access.statement])
              .range()
              .intersect_params(scop.context());
      if (!access.must && !array.extent.is_null())
        elements = elements.intersect(array.extent);
      if (elements.is_empty().is_true())
        continue;
      spaces.push_back({&access, elements, access.must, /*rounded=*/false});
    }
    if (!spaces.empty() && !addBoxes(scop, array, spaces, alignment, result))
      return result;
  }
  if (guard.exceeded())
    result.obstacle = "the budget of isl operations does not suffice";
  return result;
}
