//===- BufferGroups.cpp - which references share a buffer -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/BufferGroups.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Promotion/BufferBox.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

std::optional<int64_t>
BufferGroups::constantCellsAround(const isl::set &elements) const {
  Sentence reason;
  std::optional<BufferBox> box = computeBufferBox(
      elements, elements,
      [&](const isl::id &id) {
        return around.roleOf(scop, id) != ParameterRole::Origin;
      },
      reason, allDims);
  return box && box->isConstant() ? box->constantCells() : std::nullopt;
}

std::optional<int64_t>
BufferGroups::constantCellsAround(const DataSpace &space) {
  auto [known, isNew] = cells.try_emplace(space.access);
  if (isNew)
    known->second = constantCellsAround(space.elements);
  return known->second;
}

/// One statement makes two accesses at a constant distance, as in a stencil: a
/// box around both is not much larger than one around each.
static bool isTranslation(const DataSpace &a, const DataSpace &b) {
  if (a.access->statement != b.access->statement)
    return false;
  const isl::map &to = a.access->relation, &from = b.access->relation;
  if (!to.is_single_valued().is_true() || !from.is_single_valued().is_true())
    return false;
  isl::pw_multi_aff distance = to.as_pw_multi_aff().sub(from.as_pw_multi_aff());
  isl::size rank = distance.dim(isl::dim::out);
  if (rank.is_error())
    return false;
  for (unsigned d = 0, e = rank.release(); d < e; ++d)
    if (!distance.at(d).is_cst().is_true())
      return false;
  return true;
}

/// Some pair `{ [S[i] -> A1[]] -> [T[j] -> A2[]] }` of `pairs` is of an
/// instance of `first` and one of `second`, as far as is known.
static bool anyPair(const isl::union_map &pairs, const ScopAccess &first,
                    const ScopAccess &second) {
  isl::map_list maps = pairs.map_list();
  isl::size size = maps.size();
  if (size.is_error())
    return true;
  for (int k = 0, e = size.release(); k < e; ++k) {
    isl::map map = maps.at(k);
    isl::set from = map.domain().unwrap().range(),
             to = map.range().unwrap().range();
    if (from.is_null() || to.is_null())
      return true;
    if (from.tuple_name() == first.tag() && to.tuple_name() == second.tag() &&
        !map.is_empty().is_true())
      return true;
  }
  return false;
}

/// Whether `read` may take a value that `write` gave in the block.
bool BufferGroups::mayFlow(const DataSpace &write, const DataSpace &read) {
  unsigned array = write.access->array;
  auto known = flows.find(array);
  if (known == flows.end()) {
    questions.insert(array);
    return true;
  }
  return !known->second ||
         anyPair(known->second->taggedValueFlow, *write.access, *read.access);
}

/// Whether `second` may write an element that `first` has written before.
bool BufferGroups::mayFollow(const DataSpace &first, const DataSpace &second) {
  unsigned array = first.access->array;
  auto known = orders.find(array);
  if (known == orders.end()) {
    questions.insert(array);
    return true;
  }
  if (known->second.is_null())
    return true;
  // In one instance the order is that of the accesses.
  if (first.access->statement == second.access->statement &&
      first.access->id < second.access->id &&
      !first.access->relation.intersect(second.access->relation)
           .is_empty()
           .is_true())
    return true;
  return anyPair(known->second, *first.access, *second.access);
}

bool BufferGroups::mayFollow(const DataSpaceGroup &first,
                             const DataSpaceGroup &second) {
  return llvm::any_of(first.spaces, [&](const DataSpace &a) {
    return a.access->isWrite() &&
           llvm::any_of(second.spaces, [&](const DataSpace &b) {
             return b.access->isWrite() && mayFollow(a, b);
           });
  });
}

/// Of elements that two groups write, takes those from the writes of one that
/// the other one surely writes, and last. False if it cannot be told which.
bool BufferGroups::settleWrites(MutableArrayRef<DataSpaceGroup> groups) {
  for (auto [k, a] : llvm::enumerate(groups))
    for (DataSpaceGroup &b : groups.take_front(k)) {
      if (a.array != b.array || !orders.contains(a.array))
        continue;
      isl::set both = a.mayWrites.intersect(b.mayWrites);
      if (both.is_empty().is_true())
        continue;
      bool bLast = mayFollow(a, b), aLast = mayFollow(b, a);
      DataSpaceGroup &last = aLast ? a : b, &other = aLast ? b : a;
      // Beside one that grows with sizes there is nothing gained.
      if (aLast == bLast || a.simple || b.simple ||
          !constantCellsAround(a.elements) ||
          !constantCellsAround(b.elements) ||
          !both.is_subset(last.mustWrites).is_true())
        return false;
      other.mayWrites = other.mayWrites.subtract(both);
      other.mustWrites = other.mustWrites.subtract(both);
    }
  return true;
}

/// The box of `group` exceeds the fast memory.
bool BufferGroups::isTooLarge(const DataSpaceGroup &group) const {
  Value memref = scop.arrays()[group.array].value;
  int64_t bytes = elementBytes(scop.root(), cast<MemRefType>(memref.getType()));
  std::optional<int64_t> cells = constantCellsAround(group.elements);
  return cells && *cells > mostBytes / std::max<int64_t>(bytes, 1);
}

bool BufferGroups::staysApart(const DataSpace &a, const DataSpace &b) {
  if (isTranslation(a, b))
    return false;
  bool anyWrite = a.access->isWrite() || b.access->isWrite();
  std::optional<int64_t> first = constantCellsAround(a),
                         second = constantCellsAround(b);
  if (!first || !second)
    return false;
  std::optional<int64_t> both =
      constantCellsAround(a.elements.unite(b.elements));
  bool worthIt = !both || (*both - *first > *second &&
                           (!anyWrite || large.contains(a.access->array)));
  if (!worthIt || !anyWrite)
    return worthIt;
  if (a.access->isWrite() && b.access->isWrite())
    return separatesWrites && !(mayFollow(a, b) && mayFollow(b, a));
  return a.access->isWrite() ? !mayFlow(a, b) : !mayFlow(b, a);
}

/// Marks groups of one array that have elements in common and write.
static void markShared(MutableArrayRef<DataSpaceGroup> groups) {
  for (auto [k, a] : llvm::enumerate(groups))
    for (DataSpaceGroup &b : groups.take_front(k))
      if (a.array == b.array &&
          !(a.mayWrites.is_empty().is_true() &&
            b.mayWrites.is_empty().is_true()) &&
          !a.elements.is_disjoint(b.elements).is_true())
        a.sharesWritten = b.sharesWritten = true;
}

/// Two groups of an array write, and one box around both has no more cells than
/// one around each: where boxes are stored, that of the one may have what the
/// other one writes.
bool BufferGroups::isBetterJoined(const DataSpaceGroup &a,
                                  const DataSpaceGroup &b) const {
  if (a.array != b.array || a.simple || b.simple ||
      a.mayWrites.is_empty().is_true() || b.mayWrites.is_empty().is_true())
    return false;
  std::optional<int64_t> first = constantCellsAround(a.elements),
                         second = constantCellsAround(b.elements);
  if (!first || !second)
    return false;
  DataSpaceGroup both;
  both.array = a.array;
  both.elements = a.elements.unite(b.elements);
  std::optional<int64_t> cells = constantCellsAround(both.elements);
  return cells && *cells - *first <= *second && !isTooLarge(both);
}

void BufferGroups::joinWritten(SmallVectorImpl<DataSpaceGroup> &groups) const {
  for (size_t k = 0; k < groups.size(); ++k)
    for (size_t other = k + 1; other < groups.size();) {
      if (!isBetterJoined(groups[k], groups[other])) {
        ++other;
        continue;
      }
      joinGroups(groups[k], groups[other], context);
      groups[k].sharesWritten |= groups[other].sharesWritten;
      groups.erase(groups.begin() + other);
      // The larger box may be next to others, too.
      other = k + 1;
    }
}

BufferGroups::Groups BufferGroups::compute() {
  Groups groups = computeApart();
  if (groups && mostBytes > 0)
    joinWritten(*groups);
  return groups;
}

BufferGroups::Groups BufferGroups::computeApart() {
  Groups groups = computeAll();
  if (groups && mostBytes > 0) {
    unsigned before = large.size();
    for (const DataSpaceGroup &group : *groups)
      if (isTooLarge(group))
        large.insert(group.array);
    if (large.size() != before)
      groups = computeAll();
  }
  // Else all groups of what is written are disjoint.
  if (!groups || flows.empty())
    return groups;
  if (!settleWrites(*groups)) {
    separatesWrites = false;
    groups = computeAll();
  }
  if (groups)
    markShared(*groups);
  return groups;
}

BufferGroups::Groups BufferGroups::computeAll() {
  VolumeEstimate inside(
      context, [&](const isl::id &id) { return around.roleOf(scop, id); },
      VolumeEstimate::kLargeProblemSize);
  return computeDataSpaces(
      scop, context, partition,
      [&](unsigned array, ArrayRef<DataSpace> spaces) -> Groups {
        Value memref = scop.arrays()[array].value;
        auto instances = around.concurrentInstances(scop, memref);
        if (!instances)
          return std::nullopt;
        return computeSimpleGroups(scop, array, spaces, context, partition,
                                   inside, *instances);
      },
      [&](const DataSpace &a, const DataSpace &b) { return staysApart(a, b); });
}
