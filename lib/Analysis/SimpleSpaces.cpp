//===- SimpleSpaces.cpp - data spaces said by few inequalities ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/SimpleSpaces.h"
#include "PolyMem/Polyhedral/IslBounds.h"
#include "isl/constraint.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>
#include <set>
#include <tuple>

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Inequalities that matter
//===----------------------------------------------------------------------===//

namespace {
/// One constraint `direction * a + value(p) >= 0`.
struct Bound {
  isl::basic_set all;
  SmallVector<int64_t> direction;
  /// Of the value.
  int64_t constant = 0;
  SmallVector<std::pair<isl::id, int64_t>> parameters;

  /// The value in an instance; nullopt if it is too large or not known.
  std::optional<int64_t> valueIn(const VolumeEstimate &instance) const;
};

/// Drops constraints.
class Simplifier {
public:
  /// `instances` are those that matter.
  Simplifier(std::vector<VolumeEstimate> instances)
      : instances(std::move(instances)) {}

  /// A convex superset of `set` without divisions: where it matters, it is as
  /// small as it can be. Null if the first instance has no elements.
  isl::set simplify(const isl::set &set) const;

private:
  isl::basic_set dropUnneeded(const isl::basic_set &set) const;
  /// Which of `bounds` matter in `instance`; the others are those of
  /// `equations`.
  void addNeeded(const VolumeEstimate &instance, ArrayRef<Bound> bounds,
                 const isl::set &equations, SmallVectorImpl<bool> &needed) const;

  std::vector<VolumeEstimate> instances;
};
} // namespace

static std::optional<int64_t> smallInteger(const isl::val &value) {
  constexpr int64_t kLarge = int64_t(1) << 40;
  if (!value.is_int().is_true() || !value.le(kLarge).is_true() ||
      !value.ge(-kLarge).is_true())
    return std::nullopt;
  return value.get_num_si();
}

static std::optional<int64_t> coefficient(const isl::constraint &constraint,
                                          isl_dim_type type, int position) {
  return smallInteger(isl::manage(
      isl_constraint_get_coefficient_val(constraint.get(), type, position)));
}

/// The constraints of `set`; null ones where the budget ran out.
static SmallVector<isl::constraint> constraintsOf(const isl::basic_set &set) {
  SmallVector<isl::constraint> result;
  auto append = [](isl_constraint *constraint, void *user) {
    static_cast<SmallVector<isl::constraint> *>(user)->push_back(
        isl::manage(constraint));
    return isl_stat_ok;
  };
  if (isl_basic_set_foreach_constraint(set.get(), append, &result) !=
      isl_stat_ok)
    result.assign(1, isl::constraint());
  return result;
}

/// Nothing for an equation, a bound of parameters only, or numbers that are too
/// large: these stay.
static std::optional<Bound> readBound(const isl::constraint &constraint) {
  if (isl_constraint_is_equality(constraint.get()) != isl_bool_false)
    return std::nullopt;
  Bound bound;
  bound.all = isl::manage(isl_basic_set_from_constraint(constraint.copy()));
  isl::space space = bound.all.space();
  bool isParametric = true;
  for (int d = 0, e = space.dim(isl::dim::set).release(); d < e; ++d) {
    std::optional<int64_t> factor = coefficient(constraint, isl_dim_set, d);
    if (!factor)
      return std::nullopt;
    bound.direction.push_back(*factor);
    isParametric &= *factor == 0;
  }
  for (int k = 0, e = space.dim(isl::dim::param).release(); k < e; ++k) {
    std::optional<int64_t> factor = coefficient(constraint, isl_dim_param, k);
    if (!factor)
      return std::nullopt;
    if (*factor != 0)
      bound.parameters.push_back({space.dim_id(isl::dim::param, k), *factor});
  }
  std::optional<int64_t> constant = smallInteger(
      isl::manage(isl_constraint_get_constant_val(constraint.get())));
  if (isParametric || !constant)
    return std::nullopt;
  bound.constant = *constant;
  return bound;
}

std::optional<int64_t> Bound::valueIn(const VolumeEstimate &instance) const {
  int64_t value = constant;
  for (auto &[id, factor] : parameters) {
    std::optional<int64_t> parameter = instance.valueOf(id);
    int64_t product;
    if (!parameter || llvm::MulOverflow(factor, *parameter, product) ||
        llvm::AddOverflow(value, product, value))
      return std::nullopt;
  }
  return value;
}

/// Returns what the numbers are divided by.
static int64_t divideByGcd(MutableArrayRef<int64_t> numbers) {
  int64_t divisor = 0;
  for (int64_t number : numbers)
    divisor = std::gcd(divisor, number);
  for (int64_t &number : numbers)
    number /= divisor;
  return divisor;
}

/// `{ A[a] : direction * a + value >= 0 }`.
static isl::basic_set inequality(const isl::space &space,
                                 ArrayRef<int64_t> direction, int64_t value) {
  isl::constraint bound = isl::manage(isl_constraint_alloc_inequality(
      isl_local_space_from_space(space.copy())));
  for (auto [d, factor] : llvm::enumerate(direction))
    bound = isl::manage(isl_constraint_set_coefficient_si(
        bound.release(), isl_dim_set, d, factor));
  bound = isl::manage(isl_constraint_set_constant_val(
      bound.release(), isl::val(space.ctx(), value).release()));
  return isl::manage(isl_basic_set_from_constraint(bound.release()));
}

void Simplifier::addNeeded(const VolumeEstimate &instance,
                           ArrayRef<Bound> bounds, const isl::set &equations,
                           SmallVectorImpl<bool> &needed) const {
  // Of several in one direction, one matters: the tightest, or else one that is
  // needed anyway or depends on less.
  using Key = std::tuple<int64_t, bool, size_t, unsigned>;
  std::map<SmallVector<int64_t>, Key> tightest;
  for (auto [k, bound] : llvm::enumerate(bounds)) {
    std::optional<int64_t> value = bound.valueIn(instance);
    if (!value) {
      needed[k] = true;
      continue;
    }
    SmallVector<int64_t> direction = bound.direction;
    int64_t divisor = divideByGcd(direction);
    Key key(llvm::divideFloorSigned(*value, divisor), !needed[k],
            bound.parameters.size(), k);
    auto [known, isNew] = tightest.try_emplace(direction, key);
    if (!isNew)
      known->second = std::min(known->second, key);
  }
  isl::basic_set equal =
      isl::manage(isl_set_simple_hull(instance.at(equations).release()));
  isl::basic_set there = equal;
  SmallVector<std::pair<unsigned, isl::basic_set>> kept;
  for (auto &[direction, key] : tightest) {
    isl::basic_set bound =
        inequality(equal.space(), direction, std::get<0>(key));
    kept.push_back({std::get<3>(key), bound});
    there = there.intersect(bound);
  }
  if (!there.is_empty().is_false())
    return;
  // Those of a rational polyhedron, and of these, of its integers; what depends
  // on the most is the first to go.
  there = isl::manage(isl_basic_set_remove_redundancies(there.release()));
  std::set<SmallVector<int64_t>> directions;
  for (const isl::constraint &constraint : constraintsOf(there)) {
    SmallVector<int64_t> direction, opposite;
    for (size_t d = 0, e = bounds.front().direction.size(); d < e; ++d) {
      direction.push_back(coefficient(constraint, isl_dim_set, d).value_or(0));
      opposite.push_back(-direction.back());
    }
    directions.insert(direction);
    if (isl_constraint_is_equality(constraint.get()) == isl_bool_true)
      directions.insert(opposite);
  }
  llvm::erase_if(kept, [&](const auto &entry) {
    SmallVector<int64_t> direction = bounds[entry.first].direction;
    divideByGcd(direction);
    return directions.count(direction) == 0;
  });
  llvm::sort(kept, [&](const auto &a, const auto &b) {
    auto rank = [&](unsigned k) {
      return std::make_tuple(needed[k], -int64_t(bounds[k].parameters.size()),
                             k);
    };
    return rank(a.first) < rank(b.first);
  });
  for (size_t k = 0; k < kept.size();) {
    isl::basic_set others = equal;
    for (auto [other, entry] : llvm::enumerate(kept))
      if (other != k)
        others = others.intersect(entry.second);
    if (!others.is_subset(kept[k].second).is_true()) {
      ++k;
      continue;
    }
    kept.erase(kept.begin() + k);
  }
  for (auto &[k, bound] : kept)
    needed[k] = true;
}

isl::basic_set Simplifier::dropUnneeded(const isl::basic_set &set) const {
  isl::basic_set result = isl::basic_set::universe(set.space());
  SmallVector<Bound> bounds;
  for (const isl::constraint &constraint : constraintsOf(set)) {
    if (std::optional<Bound> bound = readBound(constraint))
      bounds.push_back(std::move(*bound));
    else
      result = result.intersect(
          isl::manage(isl_basic_set_from_constraint(constraint.copy())));
  }
  SmallVector<bool> needed(bounds.size(), false);
  if (!bounds.empty())
    for (const VolumeEstimate &instance : instances)
      addNeeded(instance, bounds, result, needed);
  for (auto [bound, isNeeded] : llvm::zip_equal(bounds, needed))
    if (isNeeded)
      result = result.intersect(bound.all);
  return result;
}

isl::set Simplifier::simplify(const isl::set &set) const {
  const VolumeEstimate &representative = instances.front();
  if (!representative.at(set).is_empty().is_false())
    return {};
  isl::set united = isl::set::empty(set.space());
  isl::stat walk = set.foreach_basic_set([&](isl::basic_set part) {
    part = isl::manage(isl_basic_set_remove_redundancies(
        isl_basic_set_remove_divs(part.release())));
    // What is only elsewhere is left to the hull.
    isl::boolean elsewhere = representative.at(part).is_empty();
    united = united.unite(elsewhere.is_false() ? dropUnneeded(part) : part);
    return united.is_null() ? isl::stat::error() : isl::stat::ok();
  });
  if (!walk.is_ok())
    return {};
  return dropUnneeded(isl::manage(isl_set_simple_hull(united.release())));
}

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
      auto involves = [&](isl_dim_type type) {
        isl_size size = isl_constraint_dim(constraint.get(), type);
        return size > 0 &&
               isl_constraint_involves_dims(constraint.get(), type, 0, size) ==
                   isl_bool_true;
      };
      if (!involves(isl_dim_set))
        continue;
      ++numConstraints;
      if (involves(isl_dim_div))
        (isl_constraint_is_equality(constraint.get()) == isl_bool_true
             ? result.isStrided
             : result.isRounded) = true;
    }
    result.numConstraints = std::max(result.numConstraints, numConstraints);
    return isl::stat::ok();
  });
  if (!walk.is_ok())
    return std::nullopt;
  return result;
}

/// A tile, an array and a condition have two sides each.
static constexpr unsigned kSimpleConstraintsPerDim = 5;

/// The range of `relation` if its iterations were no integers.
static isl::set rationalRange(const isl::map &relation) {
  isl::size size = relation.dim(isl::dim::in);
  if (size.is_error())
    return {};
  isl::map eliminated = isl::manage(isl_map_eliminate(
      relation.copy(), isl_dim_in, 0, size.release()));
  return isl::manage(isl_set_remove_divs(eliminated.range().release()));
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
      isl::constraint distance = isl::manage(isl_constraint_alloc_inequality(
          isl_local_space_from_space(common.space().release())));
      distance = isl::manage(isl_constraint_set_coefficient_si(
          distance.release(), isl_dim_param, there, sign));
      distance = isl::manage(isl_constraint_set_coefficient_si(
          distance.release(), isl_dim_param, here, -sign));
      distance = isl::manage(isl_constraint_set_constant_val(
          distance.release(),
          isl::val(common.ctx(), -coordinate.step).release()));
      isl::set far = isl::manage(
          isl_set_add_constraint(common.copy(), distance.release()));
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
        representative(representative), simplifier(std::move(instances)) {}

  /// `exact` with a simple superset of its elements.
  DataSpace simplify(const DataSpace &exact) const;
  /// Adds a group of simple spaces, of which `exact` has the elements exactly;
  /// false: it is not worth it.
  bool add(unsigned array, ArrayRef<DataSpace> spaces,
           ArrayRef<DataSpace> exact);
  /// No concurrent instance writes what the groups may copy in.
  bool isApart(const ConcurrentInstances &concurrent) const;

  SmallVector<DataSpaceGroup> groups;

private:
  isl::set bound(const isl::set &set) const {
    isl::set hull = simplifier.simplify(set);
    return hull.is_null() ? hull : hull.intersect(arrayOf(hull, type));
  }

  const Scop &scop;
  const isl::set &context;
  MemRefType type;
  const VolumeEstimate &representative;
  Simplifier simplifier;
};
} // namespace

DataSpace GroupBuilder::simplify(const DataSpace &exact) const {
  DataSpace space = exact;
  space.rounded = false;
  space.elements = rationalRange(space.access->relation);
  isl::set simple = simplifier.simplify(space.elements);
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
    isComplex |= complexity->isRounded ||
                 complexity->numConstraints >
                     kSimpleConstraintsPerDim * type.getRank();
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
  if (!builder.isApart(concurrent))
    return std::nullopt;
  return std::move(builder.groups);
}
