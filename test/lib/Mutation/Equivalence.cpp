//===- Equivalence.cpp - faults that change nothing -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Equivalence.h"
#include "PolyMem/Check/Values/ValueProgram.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"

using namespace mlir;
using namespace polymem;

/// The parameters of `after` are those of `before`.
static bool haveSameParameters(const Scop &before, const Scop &after,
                               const IRMapping &copied) {
  for (const auto &[id, value] : before.parameters())
    for (const auto &[other, now] : after.parameters())
      if (id.get_name() == other.get_name() &&
          copied.lookupOrDefault(value) != now)
        return false;
  return true;
}

/// The maps of `a` of which `b` has no obviously equal one.
static isl::union_map dropCommon(const isl::union_map &a,
                                 const isl::union_map &b) {
  isl::union_map rest = isl::union_map::empty(a.ctx());
  a.foreach_map([&](isl::map map) -> isl::stat {
    isl::map other = b.extract_map(map.get_space());
    if (isl_map_plain_is_equal(map.get(), other.get()) != isl_bool_true)
      rest = rest.unite(map);
    return isl::stat::ok();
  });
  return rest;
}

/// `a \ b` for parameters in `context`.
static isl::union_map difference(const isl::union_map &a,
                                 const isl::union_map &b,
                                 const isl::set &context) {
  return dropCommon(a, b).subtract(b).intersect_params(context).coalesce();
}

/// The one asynchronous or synchronous copy into a buffer that makes all of
/// `accesses`, `{ [S[i] -> W1[]] -> A[a] }`; null if there is not just one.
static scratch::CopyInOp copyOf(const Scop &scop,
                                const isl::union_map &accesses) {
  Operation *copy = nullptr;
  bool single = true;
  accesses.foreach_map([&](isl::map map) -> isl::stat {
    std::string tag =
        map.domain().unwrap().get_tuple_id(isl::dim::out).get_name();
    for (const ScopAccess &access : scop.accesses())
      if (access.tag() == tag) {
        single &= !copy || copy == access.op;
        copy = access.op;
      }
    return isl::stat::ok();
  });
  return single ? dyn_cast_or_null<scratch::CopyInOp>(copy) : nullptr;
}

/// Something in the kernel of `copy` may write the array it copies from.
static bool isWrittenAround(const Scop &scop, scratch::CopyInOp copy,
                            const ScopArray &array) {
  Operation *kernel = nullptr;
  for (auto tile = copy->getParentOfType<scratch::TileOp>(); tile;
       tile = tile->getParentOfType<scratch::TileOp>())
    for (unsigned d = 0; d < tile.getRank(); ++d)
      if (tile.getMappingOf(d))
        kernel = tile;
  return kernel && llvm::any_of(scop.accesses(), [&](const ScopAccess &access) {
           return access.isWrite() && kernel->isAncestor(access.op) &&
                  &scop.arrays()[access.array] == &array;
         });
}

/// Of programs with equal domains and order: a copy moves other elements, and
/// that makes no difference.
static bool areNeverRead(const Scop &before, const Scop &after,
                         const isl::set &context) {
  // May-writes are all writes.
  isl::union_map lessWritten =
      difference(before.taggedMayWrites(), after.taggedMayWrites(), context)
          .unite(difference(before.taggedMustWrites(), after.taggedMustWrites(),
                            context));
  isl::union_map moreWritten =
      difference(after.taggedMayWrites(), before.taggedMayWrites(), context)
          .unite(difference(after.taggedMustWrites(), before.taggedMustWrites(),
                            context));
  isl::union_map lessRead =
      difference(before.taggedReads(), after.taggedReads(), context);
  isl::union_map moreRead =
      difference(after.taggedReads(), before.taggedReads(), context);
  scratch::CopyInOp copy = copyOf(
      after, lessWritten.unite(moreWritten).unite(lessRead).unite(moreRead));
  if (!copy)
    return false;
  const ScopArray *buffer = after.arrayOf(copy.getTarget());
  const ScopArray *array = after.arrayOf(copy.getSource());
  if (!buffer || !array || isWrittenAround(after, copy, *array))
    return false;
  if (!after.reads()
           .intersect_params(context)
           .intersect_range(lessWritten.unite(moreWritten).range())
           .is_empty()
           .is_true())
    return false;
  ValueFailure failure;
  auto program = ValueProgram::build(after, "", context, failure);
  auto original = ValueProgram::build(before, "", context, failure);
  if (!program || !original || array->depth != 0)
    return false;
  unsigned index = buffer - after.arrays().begin();
  return program->cellsOf(index).is_injective().is_true() &&
         moreWritten.range()
             .is_subset(program->elementsWithCells(index))
             .is_true() &&
         moreRead.range()
             .is_subset(
                 original->existingElements(array - after.arrays().begin()))
             .is_true();
}

std::string polymem::test::whyEquivalent(const Scop &before, const Scop &after,
                                         const IRMapping &copied) {
  if (!haveSameParameters(before, after, copied))
    return "";
  isl::set context = before.context().intersect(after.context());
  auto isEqual = [&](const isl::union_map &a, const isl::union_map &b) {
    return difference(a, b, context).is_empty().is_true() &&
           difference(b, a, context).is_empty().is_true();
  };
  if (!isEqual(before.scheduleMap(), after.scheduleMap()))
    return "";
  if (isEqual(before.taggedReads(), after.taggedReads()) &&
      isEqual(before.taggedMayWrites(), after.taggedMayWrites()) &&
      isEqual(before.taggedMustWrites(), after.taggedMustWrites()))
    return "same accesses";
  return areNeverRead(before, after, context) ? "never read" : "";
}
