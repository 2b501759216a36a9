//===- OverlappedArrays.cpp - what the nests of overlapped tiles touch ----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlappedPlanner.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "TileTrees.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace polymem;

isl::set OverlappedPlanner::touched(const ScopArray &array,
                                    bool onlyWrites) const {
  isl::set result = isl::set::empty(array.extent.space());
  for (const TimedStatement &timed : at.statements)
    for (unsigned index : timed.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      if (&scop.arrays()[access.array] == &array &&
          (access.isWrite() || !onlyWrites))
        result = result.unite(access.relation.range());
    }
  return result.intersect_params(scop.context()).coalesce();
}

isl::map OverlappedPlanner::onPlaces(const isl::map &elements) const {
  isl::map result = withoutTupleName(elements, isl::dim::out);
  int dims = result.dim(isl::dim::out).release();
  for (int d = dims; d-- > 0;)
    if (!llvm::is_contained(at.placeDims, d))
      result = result.project_out(isl::dim::out, d, 1);
  return result;
}

static std::string nameOf(const ScopArray &array) {
  return "'" + array.name + "'";
}

/// Each access to an array that the nest writes must be one that a buffer can
/// serve, at a constant distance from the place.
bool OverlappedPlanner::collectOverlappedArrays() {
  return collectWrittenArrays() && findOverlappedDims() && collectReaches();
}

bool OverlappedPlanner::collectWrittenArrays() {
  for (const TimedStatement &timed : at.statements)
    for (unsigned index : timed.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      const ScopArray &array = scop.arrays()[access.array];
      if (array.kind != ScopArray::Kind::MemRef)
        return refuse("its nests touch more than arrays");
      if (!access.isWrite())
        continue;
      if (array.depth != 0 || llvm::is_contained(constraints.reordered, &array))
        return refuse(nameOf(array) + " does not outlive an iteration");
      isl::map place =
          at.placeOf(timed).intersect_domain(timed.statement->domain);
      if (!access.must || array.rank != at.writtenRank ||
          !onPlaces(access.relation).is_equal(place).is_true())
        return refuse("a statement writes other elements than that of its "
                      "place to " +
                      nameOf(array));
      if (llvm::none_of(tiles.arrays, [&](const OverlappedArray &known) {
            return known.array == &array;
          }))
        tiles.arrays.emplace_back().array = &array;
    }
  return true;
}

/// Which dimension of an array is which of the places; the others, which go
/// with time, have constant sizes.
bool OverlappedPlanner::findOverlappedDims() {
  for (OverlappedArray &array : tiles.arrays) {
    auto type = cast<MemRefType>(array.array->value.getType());
    if (elementBytes(scop.root(), type) == 0)
      return refuse("elements of " + nameOf(*array.array) +
                    " have no known size");
    isl::set elements = touched(*array.array, /*onlyWrites=*/false);
    for (unsigned d = 0; d < at.writtenRank; ++d) {
      OverlappedArray::Dim &dim = array.dims.emplace_back();
      const auto *place = llvm::find(at.placeDims, d);
      if (place != at.placeDims.end()) {
        dim.place = place - at.placeDims.begin();
        continue;
      }
      isl::set along = rangeOfDim(elements, d);
      std::optional<int64_t> least = minimumOf(along);
      std::optional<int64_t> greatest = maximumOf(along);
      if (!least || !greatest)
        return refuse(sentence("dimension {0} of {1} goes with time and has no "
                               "constant size",
                               named("Dimension", d),
                               named("Array", nameOf(*array.array))));
      dim.least = *least;
      dim.count = *greatest - *least + 1;
    }
  }
  return true;
}

/// How far from its place a statement reads.
bool OverlappedPlanner::collectReaches() {
  for (const TimedStatement &timed : at.statements)
    for (unsigned index : timed.statement->accesses) {
      const ScopAccess &access = scop.accesses()[index];
      auto known = llvm::find_if(tiles.arrays, [&](const OverlappedArray &a) {
        return a.array == &scop.arrays()[access.array];
      });
      if (known == tiles.arrays.end())
        continue;
      const ScopArray &array = *known->array;
      Value memref;
      if (auto load = dyn_cast<affine::AffineLoadOp>(access.op))
        memref = load.getMemRef();
      else if (auto store = dyn_cast<affine::AffineStoreOp>(access.op))
        memref = store.getMemRef();
      if (memref != array.value)
        return refuse("'" + access.op->getName().getStringRef() + "' of " +
                      nameOf(array) + " cannot be made to use a buffer");
      isl::set offsets = at.placeOf(timed)
                             .intersect_domain(timed.statement->domain)
                             .reverse()
                             .apply_range(onPlaces(access.relation))
                             .deltas();
      Reach reach{static_cast<unsigned>(known - tiles.arrays.begin()),
                  timed.level,
                  {},
                  {}};
      for (unsigned k = 0; k < at.rank(); ++k) {
        isl::set along = rangeOfDim(offsets, k);
        std::optional<int64_t> least = minimumOf(along);
        std::optional<int64_t> greatest = maximumOf(along);
        if (!least || !greatest)
          return refuse("what is read of " + nameOf(array) +
                        " is not at a constant distance");
        reach.least.push_back(*least);
        reach.greatest.push_back(*greatest);
      }
      reaches.push_back(std::move(reach));
    }
  return true;
}
