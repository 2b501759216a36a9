//===- DataSpaces.cpp - which elements a block touches --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/DataSpaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

bool polymem::isCertain(const Scop &scop, const ScopAccess &access) {
  if (!access.must)
    return false;
  ArrayRef<Value> ivs = scop.statements()[access.statement].ivs;
  return llvm::none_of(scop.loops(), [&](const ScopLoop &loop) {
    return !loop.exactStep && llvm::is_contained(ivs, loop.iv);
  });
}

/// True for memrefs that exist before the block starts.
static bool livesOutside(const Scop &scop, const ScopArray &array) {
  if (array.kind != ScopArray::Kind::MemRef || array.depth != 0 ||
      array.rank == 0)
    return false;
  Value memref = array.value;
  return !scop.root()->isAncestor(memref.getParentRegion()->getParentOp());
}

/// Adds `space` to `group`.
static void addSpace(DataSpaceGroup &group, DataSpace space) {
  auto unite = [](isl::set &to, const isl::set &set) {
    to = to.is_null() ? set : to.unite(set).coalesce();
  };
  isl::set none = isl::set::empty(space.elements.space());
  unite(group.elements, space.elements);
  unite(group.reads, space.access->isRead() ? space.elements : none);
  unite(group.mayWrites, space.access->isWrite() ? space.elements : none);
  unite(group.mustWrites,
        space.access->isWrite() && space.must ? space.elements : none);
  group.spaces.push_back(std::move(space));
}

/// Splits the data spaces of one array into groups.
static std::optional<SmallVector<DataSpaceGroup>>
partitionSpaces(unsigned array, ArrayRef<DataSpace> spaces,
                DataSpacePartition partition) {
  llvm::IntEqClasses classes(spaces.size());
  for (unsigned i = 0; i < spaces.size(); ++i)
    for (unsigned j = 0; j < i; ++j) {
      if (partition == DataSpacePartition::Components) {
        isl::boolean disjoint =
            spaces[i].elements.is_disjoint(spaces[j].elements);
        if (disjoint.is_error())
          return std::nullopt;
        if (disjoint.is_true())
          continue;
      }
      classes.join(i, j);
    }
  classes.compress();
  SmallVector<DataSpaceGroup> groups(classes.getNumClasses());
  for (unsigned i = 0; i < spaces.size(); ++i) {
    DataSpaceGroup &group = groups[classes[i]];
    group.array = array;
    addSpace(group, spaces[i]);
  }
  return groups;
}

std::optional<SmallVector<DataSpaceGroup>>
polymem::computeDataSpaces(const Scop &scop, const isl::set &context,
                           DataSpacePartition partition) {
  SmallVector<DataSpaceGroup> result;
  for (auto [index, array] : llvm::enumerate(scop.arrays())) {
    if (!livesOutside(scop, array))
      continue;
    SmallVector<DataSpace> spaces;
    for (const ScopAccess &access : scop.accesses()) {
      if (access.array != index)
        continue;
      isl::set elements = access.relation.range().intersect_params(context);
      bool must = isCertain(scop, access);
      // A may-access stays inside its array; a must-access is known to.
      if (!must && !array.extent.is_null())
        elements = elements.intersect(array.extent);
      elements = elements.coalesce();
      isl::boolean empty = elements.is_empty();
      if (empty.is_error())
        return std::nullopt;
      if (empty.is_false())
        spaces.push_back({&access, elements, must});
    }
    auto groups = partitionSpaces(index, spaces, partition);
    if (!groups)
      return std::nullopt;
    for (DataSpaceGroup &group : *groups)
      if (group.elements.is_null() || group.reads.is_null() ||
          group.mayWrites.is_null() || group.mustWrites.is_null())
        return std::nullopt;
    llvm::append_range(result, *groups);
  }
  return result;
}
