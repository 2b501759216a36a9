//===- SimpleSpaces.cpp - data spaces said by few inequalities ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/SimpleSpaces.h"
#include "ConvexBounds.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Data spaces
//===----------------------------------------------------------------------===//

namespace {
/// How hard a set is to say.
struct Complexity {
  /// Most constraints on elements in one convex part.
  unsigned numConstraints = 0;
  /// Some have roundings in them.
  bool isRounded = false;
  /// Some elements are left out regularly.
  bool isStrided = false;
};
} // namespace

/// Nullopt when the budget runs out.
static std::optional<Complexity> complexityOf(const isl::set &set) {
  Complexity result;
  isl::stat walk = set.foreach_basic_set([&](const isl::basic_set &part) {
    unsigned numConstraints = 0;
    for (const isl::constraint &constraint : constraintsOf(part)) {
      if (constraint.is_null())
        return isl::stat::error();
      auto involves = [&](isl::dim type) {
        int size = numDims(constraint, type);
        return size > 0 && involvesDims(constraint, type, 0, size).is_true();
      };
      if (!involves(isl::dim::set))
        continue;
      ++numConstraints;
      if (involves(isl::dim::div))
        (isEquality(constraint).is_true() ? result.isStrided
                                          : result.isRounded) = true;
    }
    result.numConstraints = std::max(result.numConstraints, numConstraints);
    return isl::stat::ok();
  });
  if (!walk.is_ok())
    return std::nullopt;
  return result;
}

/// More than the sides of a tile and of the array, and a condition.
static constexpr unsigned kSimpleConstraintsPerDim = 5;

/// Each convex part of a copy is a scan of its own.
static constexpr unsigned kFewParts = 4;

/// Copies may say `set` as it is: with roundings, but in few inequalities.
static bool isSaidByFew(const isl::set &set, const isl::set &context,
                        MLIRContext *mlirContext) {
  isl::size rank = set.tuple_dim(), numParams = set.dim(isl::dim::param);
  std::optional<Complexity> complexity = complexityOf(set);
  if (rank.is_error() || numParams.is_error() || !complexity)
    return false;
  unsigned few = kSimpleConstraintsPerDim * rank.release();
  // Where that is far away, to look for what is redundant takes long.
  constexpr unsigned kRedundant = 4;
  if (complexity->numConstraints > kRedundant * few ||
      set.n_basic_set().release() > static_cast<int>(kFewParts))
    return false;
  SmallVector<isl::id> params;
  for (int k = 0, e = numParams.release(); k < e; ++k)
    params.push_back(set.dim_id(isl::dim::param, k));
  FailureOr<SmallVector<IntegerSet>> parts = setToIntegerSets(
      set.gist_params(context).coalesce(), params, mlirContext);
  return succeeded(parts) && parts->size() <= kFewParts &&
         llvm::all_of(*parts, [&](IntegerSet part) {
           return part.getNumConstraints() <= few;
         });
}

/// The range of `relation` if its iterations were no integers.
static isl::set rationalRange(const isl::map &relation) {
  isl::size size = relation.dim(isl::dim::in);
  if (size.is_error())
    return {};
  isl::map kept = eliminated(relation, isl::dim::in, 0, unsigned(size));
  return kept.range().remove_divs();
}

/// The array, as far as its type says; below its first elements there are none.
static isl::set arrayOf(const isl::set &elements, MemRefType type) {
  isl::set array = isl::set::universe(elements.space());
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    array = array.lower_bound_val(isl::dim::set, d, 0);
    if (!ShapedType::isDynamic(size))
      array = array.upper_bound_val(isl::dim::set, d, size - 1);
  }
  return array;
}

/// How many elements of two sets without parameters are on the lines through
/// the middle of `outer`, one in each direction; 0 if that is not known. All of
/// them would take long to count.
static std::pair<int64_t, int64_t> countOnLines(const isl::set &inner,
                                                const isl::set &outer) {
  isl::size size = outer.tuple_dim();
  if (size.is_error())
    return {0, 0};
  unsigned rank = size.release();
  SmallVector<isl::val> middle;
  for (unsigned d = 0; d < rank; ++d) {
    isl::val low = outer.dim_min_val(d), high = outer.dim_max_val(d);
    if (!low.is_int().is_true() || !high.is_int().is_true())
      return {0, 0};
    middle.push_back(low.add(high).div(isl::val(outer.ctx(), 2)).floor());
  }
  std::pair<int64_t, int64_t> result = {0, 0};
  for (unsigned along = 0; along < rank; ++along) {
    isl::set line = isl::set::universe(outer.space());
    for (unsigned d = 0; d < rank; ++d)
      if (d != along)
        line = line.lower_bound_val(isl::dim::set, d, middle[d])
                   .upper_bound_val(isl::dim::set, d, middle[d]);
    result.first += countElements(inner.intersect(line)).value_or(0);
    result.second += countElements(outer.intersect(line)).value_or(0);
  }
  return result;
}

/// No concurrent instance has an element of its `theirs` among `mine`.
static bool isApart(const isl::set &mine, const isl::set &theirs,
                    const ConcurrentInstances &concurrent) {
  if (concurrent.coordinates.empty())
    return true;
  auto isCoordinate = [&](const isl::id &id) {
    return llvm::any_of(concurrent.coordinates, [&](const auto &coordinate) {
      return coordinate.parameter.get() == id.get();
    });
  };
  isl::set other = theirs;
  llvm::SmallVector<std::pair<isl::id, isl::id>> renamed;
  for (int k = 0, e = theirs.dim(isl::dim::param).release(); k < e; ++k) {
    isl::id id = theirs.dim_id(isl::dim::param, k);
    if (!isCoordinate(id) && concurrent.isShared(id))
      continue;
    isl::id own(theirs.ctx(), "polymem_other" + std::to_string(k));
    renamed.push_back({id, own});
    other = other.set_dim_id(isl::dim::param, k, own);
  }
  isl::set common = mine.intersect(other);
  for (const ConcurrentInstances::Coordinate &coordinate :
       concurrent.coordinates) {
    const auto *pair = llvm::find_if(renamed, [&](const auto &entry) {
      return entry.first.get() == coordinate.parameter.get();
    });
    int here = common.find_dim_by_id(isl::dim::param, coordinate.parameter);
    // Sets that do not depend on it are the same at any distance.
    if (pair == renamed.end() || here < 0) {
      if (!common.is_empty().is_true())
        return false;
      continue;
    }
    int there = common.find_dim_by_id(isl::dim::param, pair->second);
    for (int sign : {1, -1}) {
      isl::constraint distance = emptyInequality(common.space());
      distance = distance.set_coefficient_si(isl::dim::param, there, sign);
      distance = distance.set_coefficient_si(isl::dim::param, here, -sign);
      distance =
          distance.set_constant_val(isl::val(common.ctx(), -coordinate.step));
      isl::set far = common.add_constraint(distance);
      if (!far.is_empty().is_true())
        return false;
    }
  }
  return true;
}

namespace {
/// Computes the groups of one array.
class GroupBuilder {
public:
  GroupBuilder(const Scop &scop, const isl::set &context, MemRefType type,
               const VolumeEstimate &representative,
               std::vector<VolumeEstimate> instances)
      : scop(scop), context(context), type(type),
        representative(representative), bounds(std::move(instances)) {}

  /// `exact` with a simple superset of its elements.
  DataSpace simplify(const DataSpace &exact) const;
  /// Adds a group of simple spaces, of which `exact` has the elements exactly;
  /// false: it is not worth it.
  bool add(unsigned array, ArrayRef<DataSpace> spaces,
           ArrayRef<DataSpace> exact);
  /// No concurrent instance writes what the groups may copy in.
  bool isApart(const ConcurrentInstances &concurrent) const;

  SmallVector<DataSpaceGroup> groups;
  /// What is read takes many inequalities to say exactly, in some group.
  bool anyComplex = false;

private:
  isl::set bound(const isl::set &set) const {
    isl::set hull = bounds.around(set);
    return hull.is_null() ? hull : hull.intersect(arrayOf(hull, type));
  }

  const Scop &scop;
  const isl::set &context;
  MemRefType type;
  const VolumeEstimate &representative;
  ConvexBounds bounds;
};
} // namespace

DataSpace GroupBuilder::simplify(const DataSpace &exact) const {
  DataSpace space = exact;
  space.rounded = false;
  space.elements = rationalRange(space.access->relation);
  isl::set simple = bounds.around(space.elements);
  if (!simple.is_null())
    space.elements = simple;
  space.elements = space.elements.intersect(arrayOf(space.elements, type));
  return space;
}

static isl::set uniteIf(ArrayRef<DataSpace> spaces,
                        function_ref<bool(const ScopAccess &)> counts) {
  isl::set result = isl::set::empty(spaces.front().elements.space());
  for (const DataSpace &space : spaces)
    if (counts(*space.access))
      result = result.unite(space.elements);
  return result;
}

static bool isRead(const ScopAccess &access) { return access.isRead(); }
static bool isWrite(const ScopAccess &access) { return access.isWrite(); }

bool GroupBuilder::add(unsigned array, ArrayRef<DataSpace> spaces,
                       ArrayRef<DataSpace> exact) {
  DataSpaceGroup &group = groups.emplace_back();
  group.array = array;
  group.spaces.assign(spaces.begin(), spaces.end());
  group.simple = true;
  group.elements =
      bound(uniteIf(spaces, [](const ScopAccess &) { return true; }));
  group.hull = group.elements;
  group.reads = bound(uniteIf(spaces, isRead));
  computeWrites(scop, context, exact, group);
  anyComplex |= !isSaidByFew(computeReads(scop, context, exact), context,
                             type.getContext());
  // What is not read need not be copied in.
  if (group.elements.is_null() || group.reads.is_null() ||
      group.mayWrites.is_null() || group.mustWrites.is_null())
    return false;
  auto [least, most] = countOnLines(representative.at(uniteIf(exact, isRead)),
                                    representative.at(group.reads));
  constexpr int64_t kMore = 4;
  return least != 0 && most <= least + least / kMore;
}

bool GroupBuilder::isApart(const ConcurrentInstances &concurrent) const {
  isl::set copiedIn = isl::set::empty(groups.front().elements.space());
  isl::set written = copiedIn;
  for (const DataSpaceGroup &group : groups) {
    copiedIn = copiedIn.unite(group.reads);
    written = written.unite(uniteIf(group.spaces, isWrite));
  }
  return ::isApart(copiedIn.intersect_params(context),
                   written.intersect_params(context), concurrent);
}

std::optional<SmallVector<DataSpaceGroup>> polymem::computeSimpleGroups(
    const Scop &scop, unsigned array, ArrayRef<DataSpace> spaces,
    const isl::set &context, DataSpacePartition partition,
    const VolumeEstimate &representative,
    const ConcurrentInstances &concurrent) {
  auto type = cast<MemRefType>(scop.arrays()[array].value.getType());
  bool isComplex = false;
  for (const DataSpace &space : spaces) {
    std::optional<Complexity> complexity = complexityOf(space.elements);
    if (!complexity || complexity->isStrided)
      return std::nullopt;
    isComplex |=
        complexity->isRounded ||
        complexity->numConstraints > kSimpleConstraintsPerDim * type.getRank();
  }
  if (!isComplex)
    return std::nullopt;
  // The first and the last launch do less: with a few time steps, that counts.
  std::vector<VolumeEstimate> instances = {representative};
  if (!concurrent.coordinates.empty())
    llvm::append_range(instances, representative.borders(concurrent.isShared));
  GroupBuilder builder(scop, context, type, representative,
                       std::move(instances));
  SmallVector<DataSpace> simple;
  for (const DataSpace &space : spaces)
    simple.push_back(builder.simplify(space));
  auto parts = partitionSpaces(simple, partition);
  if (!parts)
    return std::nullopt;
  for (ArrayRef<DataSpace> members : *parts) {
    SmallVector<DataSpace> exact;
    for (const DataSpace &space : spaces)
      if (llvm::any_of(members, [&](const DataSpace &member) {
            return member.access == space.access;
          }))
        exact.push_back(space);
    if (!builder.add(array, members, exact))
      return std::nullopt;
  }
  if (!builder.anyComplex || !builder.isApart(concurrent))
    return std::nullopt;
  return std::move(builder.groups);
}
