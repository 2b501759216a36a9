//===- DataSpaces.cpp - which elements a block touches --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Polyhedral/Isl/IslProjection.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
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

/// A superset of `set`, without variables that isl cannot eliminate.
static isl::set withoutUnknowns(isl::set set) {
  return withoutUnknownDivs(set);
}

static bool hasUnknowns(const isl::set &set) {
  return set.involves_locals().is_true() &&
         isPlainlyEqual(set, withoutUnknowns(set)).is_false();
}

/// More than this, and it is worth looking for a union of fewer.
static constexpr int kManyPieces = 1;

/// How many convex sets `set` is said by.
static int numPieces(const isl::set &set) {
  return set.n_basic_set().release();
}

static isl::set
uniteElements(const DataSpaceGroup &group,
              llvm::function_ref<bool(const DataSpace &)> counts) {
  isl::set none = isl::set::empty(group.spaces.front().elements.space());
  isl::set result;
  for (const DataSpace &space : group.spaces) {
    isl::set elements = counts(space) ? space.elements : none;
    result = result.is_null() ? elements : result.unite(elements).coalesce();
  }
  return result;
}

/// The same, where iterations are eliminated by rounding: accesses of one
/// statement are united before, for a stencil's arms make one relation, while
/// their ranges overlap.
static isl::set
uniteRelations(const DataSpaceGroup &group, const isl::set &context,
               llvm::function_ref<isl::set(const isl::map &)> rangeOf,
               llvm::function_ref<bool(const DataSpace &)> counts) {
  // May-accesses are clipped to the array.
  isl::set result = uniteElements(group, [&](const DataSpace &space) {
    return counts(space) && !space.must;
  });
  llvm::MapVector<unsigned, isl::map> relations;
  for (const DataSpace &space : group.spaces) {
    if (!counts(space) || !space.must)
      continue;
    isl::map &relation = relations[space.access->statement];
    relation = relation.is_null() ? space.access->relation
                                  : relation.unite(space.access->relation);
  }
  for (auto &[statement, relation] : relations)
    result =
        result.unite(rangeOf(relation.coalesce()).intersect_params(context));
  return result.coalesce();
}

/// The elements of the spaces of `group` that count, in few sets.
static isl::set unite(const DataSpaceGroup &group, const isl::set &context,
                      llvm::function_ref<bool(const DataSpace &)> counts) {
  if (group.isRounded())
    return uniteRelations(group, context, rangeWithDivisions, counts);
  isl::set result = uniteElements(group, counts);
  if (numPieces(result) <= kManyPieces)
    return result;
  auto exactRange = [](const isl::map &relation) {
    isl::set elements = relation.range();
    return hasUnknowns(elements) ? rangeWithDivisions(relation) : elements;
  };
  isl::set united = uniteRelations(group, context, exactRange, counts);
  return numPieces(united) < numPieces(result) ? united : result;
}

/// Fills in what `group` writes, from its spaces.
static void uniteWrites(DataSpaceGroup &group, const isl::set &context) {
  group.mayWrites = unite(group, context, [](const DataSpace &space) {
    return space.access->isWrite();
  });
  bool certain = llvm::all_of(group.spaces, [](const DataSpace &space) {
    return space.must || space.access->isRead();
  });
  group.mustWrites = certain
                         ? group.mayWrites
                         : unite(group, context, [](const DataSpace &space) {
                             return space.access->isWrite() && space.must;
                           });
}

static isl::set uniteReads(const DataSpaceGroup &group,
                           const isl::set &context) {
  return unite(group, context,
               [](const DataSpace &space) { return space.access->isRead(); });
}

/// Fills in what `group` touches, from its spaces.
static void uniteSpaces(DataSpaceGroup &group, const isl::set &context) {
  auto all = [](const DataSpace &) { return true; };
  group.elements = uniteElements(group, all);
  group.reads = uniteReads(group, context);
  uniteWrites(group, context);
  auto roughRange = [](const isl::map &relation) {
    return withoutUnknowns(relation.range());
  };
  group.hull = group.isRounded()
                   ? uniteRelations(group, context, roughRange, all)
                   : group.elements;
}

void polymem::joinGroups(DataSpaceGroup &group, const DataSpaceGroup &other,
                         const isl::set &context) {
  llvm::append_range(group.spaces, other.spaces);
  uniteSpaces(group, context);
}

std::optional<SmallVector<SmallVector<DataSpace>>>
polymem::partitionSpaces(ArrayRef<DataSpace> spaces,
                         DataSpacePartition partition, StaysApart staysApart) {
  bool mayStayApart = staysApart && partition == DataSpacePartition::Boxes;
  llvm::IntEqClasses classes(spaces.size());
  for (unsigned i = 0; i < spaces.size(); ++i)
    for (unsigned j = 0; j < i; ++j) {
      if (partition != DataSpacePartition::Hull) {
        if (classes.findLeader(i) == classes.findLeader(j))
          continue;
        isl::boolean disjoint =
            spaces[i].elements.is_disjoint(spaces[j].elements);
        if (disjoint.is_error())
          return std::nullopt;
        if (disjoint.is_true() ||
            (mayStayApart && staysApart(spaces[i], spaces[j])))
          continue;
      }
      classes.join(i, j);
    }
  classes.compress();
  SmallVector<SmallVector<DataSpace>> parts(classes.getNumClasses());
  for (unsigned i = 0; i < spaces.size(); ++i)
    parts[classes[i]].push_back(spaces[i]);
  return parts;
}

/// Elements of an access, for parameters of the context. A may-access stays
/// inside its array; a must-access is known to.
static isl::set clip(isl::set elements, const ScopArray &array, bool must,
                     const isl::set &context) {
  elements = elements.intersect_params(context);
  if (!must && !array.extent.is_null())
    elements = elements.intersect(array.extent);
  return elements.coalesce();
}

/// Eliminates the iterations with divisions where isl alone cannot.
static void eliminateUnknowns(const Scop &scop,
                              MutableArrayRef<DataSpace> spaces,
                              const isl::set &context) {
  for (DataSpace &space : spaces) {
    space.rounded = hasUnknowns(space.elements);
    if (space.rounded)
      space.elements =
          clip(rangeWithDivisions(space.access->relation),
               scop.arrays()[space.access->array], space.must, context);
  }
}

void polymem::computeWrites(const Scop &scop, const isl::set &context,
                            ArrayRef<DataSpace> spaces, DataSpaceGroup &group) {
  DataSpaceGroup writers;
  llvm::copy_if(spaces, std::back_inserter(writers.spaces),
                [](const DataSpace &space) { return space.access->isWrite(); });
  if (writers.spaces.empty()) {
    group.mayWrites = group.mustWrites =
        isl::set::empty(spaces.front().elements.space());
    return;
  }
  eliminateUnknowns(scop, writers.spaces, context);
  uniteWrites(writers, context);
  group.mayWrites = writers.mayWrites;
  group.mustWrites = writers.mustWrites;
}

isl::set polymem::computeReads(const Scop &scop, const isl::set &context,
                               ArrayRef<DataSpace> spaces) {
  DataSpaceGroup readers;
  llvm::copy_if(spaces, std::back_inserter(readers.spaces),
                [](const DataSpace &space) { return space.access->isRead(); });
  if (readers.spaces.empty())
    return isl::set::empty(spaces.front().elements.space());
  eliminateUnknowns(scop, readers.spaces, context);
  return uniteReads(readers, context);
}

/// The groups of the data spaces of one array.
static std::optional<SmallVector<DataSpaceGroup>>
computeGroups(const Scop &scop, unsigned array,
              MutableArrayRef<DataSpace> spaces, const isl::set &context,
              DataSpacePartition partition, StaysApart staysApart) {
  eliminateUnknowns(scop, spaces, context);
  auto parts = partitionSpaces(spaces, partition, staysApart);
  if (!parts)
    return std::nullopt;
  SmallVector<DataSpaceGroup> groups;
  for (SmallVector<DataSpace> &part : *parts) {
    DataSpaceGroup &group = groups.emplace_back();
    group.array = array;
    group.spaces = std::move(part);
    uniteSpaces(group, context);
  }
  return groups;
}

std::optional<SmallVector<DataSpaceGroup>> polymem::computeDataSpaces(
    const Scop &scop, const isl::set &context, DataSpacePartition partition,
    llvm::function_ref<std::optional<SmallVector<DataSpaceGroup>>(
        unsigned array, ArrayRef<DataSpace> spaces)>
        simplify,
    StaysApart staysApart) {
  SmallVector<DataSpaceGroup> result;
  for (auto [index, array] : llvm::enumerate(scop.arrays())) {
    if (!livesOutside(scop, array))
      continue;
    SmallVector<DataSpace> spaces;
    for (const ScopAccess &access : scop.accesses()) {
      if (access.array != index)
        continue;
      DataSpace space{&access, access.relation.range(), isCertain(scop, access),
                      /*rounded=*/false};
      space.elements = clip(space.elements, array, space.must, context);
      isl::boolean empty = space.elements.is_empty();
      if (empty.is_error())
        return std::nullopt;
      if (empty.is_false())
        spaces.push_back(space);
    }
    std::optional<SmallVector<DataSpaceGroup>> groups;
    if (simplify && !spaces.empty())
      groups = simplify(index, spaces);
    if (!groups)
      groups =
          computeGroups(scop, index, spaces, context, partition, staysApart);
    if (!groups)
      return std::nullopt;
    for (DataSpaceGroup &group : *groups)
      if (group.elements.is_null() || group.reads.is_null() ||
          group.mayWrites.is_null() || group.mustWrites.is_null() ||
          group.hull.is_null())
        return std::nullopt;
    llvm::append_range(result, *groups);
  }
  return result;
}
