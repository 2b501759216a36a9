//===- ArrayConflicts.cpp - which elements are needed at once -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/ArrayConflicts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace mlir;
using namespace polymem;

namespace {
class ConflictBuilder {
public:
  ConflictBuilder(const Scop &scop, ArrayRef<const ScopArray *> arrays,
                  ArrayRef<const Dependences *> flow,
                  ConflictPrecision precision);

  GroupConflicts build();

private:
  const ScopStatement &statementOf(const ScopAccess &access) const {
    return scop.statements()[access.statement];
  }
  /// The number of the access's array among the arrays, or how many they are.
  unsigned arrayOf(const ScopAccess &access) const {
    return llvm::find(arrays, &scop.arrays()[access.array]) - arrays.begin();
  }
  bool isAccess(const ScopAccess &access) const {
    return arrayOf(access) < arrays.size();
  }
  Operation *topOf(const ScopAccess &access) const;
  bool haveOnePlace(const ScopAccess &a, const ScopAccess &b) const;
  bool mayPrecedeInInstance(const ScopAccess &a, const ScopAccess &b) const;
  isl::map mayPrecede(const ScopAccess &a, const ScopAccess &b) const;
  void collectFlow(const Dependences &flow);
  void simplifyUses();
  isl::map relationOf(const ScopAccess &access) const;

  const Scop &scop;
  SmallVector<const ScopArray *> arrays;
  ConflictPrecision precision;
  llvm::SmallVector<const ScopAccess *> writes;
  /// Values that are written and read: `{ S[i] -> T[j] }`, or, where an
  /// instance writes several elements (a copy does), `{ [S[i] -> A[a]] -> T[j]
  /// }`. `read` stands for all reads of its statement before and behind the
  /// same writes; of each value the last of these instances is there.
  struct ValueUse {
    const ScopAccess *write, *read;
    isl::map pairs;
  };
  bool writesSeveral(const ScopAccess &write) const {
    return !relationOf(write).is_single_valued().is_true();
  }
  std::vector<ValueUse> uses;
  /// False: isl's budget ran out.
  bool complete = true;
  llvm::DenseSet<mlir::Value> parallelLoops;
};
} // namespace

ConflictBuilder::ConflictBuilder(const Scop &scop,
                                 ArrayRef<const ScopArray *> arrays,
                                 ArrayRef<const Dependences *> flow,
                                 ConflictPrecision precision)
    : scop(scop), arrays(arrays), precision(precision) {
  for (const ScopAccess &access : scop.accesses())
    if (isAccess(access) && access.isWrite())
      writes.push_back(&access);
  for (const ScopLoop &loop : scop.loops())
    if (loop.parallel)
      parallelLoops.insert(loop.iv);
  for (const Dependences *dependences : flow)
    collectFlow(*dependences);
  simplifyUses();
}

void ConflictBuilder::collectFlow(const Dependences &flow) {
  llvm::StringMap<const ScopAccess *> byTag;
  for (const ScopAccess &access : scop.accesses())
    if (isAccess(access))
      byTag[access.tag()] = &access;
  auto accessOf = [&](const isl::set &side) {
    isl::set tag = side.unwrap().range();
    return tag.is_null() ? nullptr : byTag.lookup(tag.tuple_name());
  };
  isl::stat status = flow.taggedValueFlow.foreach_map([&](isl::map tagged) {
    const ScopAccess *write = accessOf(tagged.domain());
    const ScopAccess *read = accessOf(tagged.range());
    if (!write || !read)
      return isl::stat::ok();
    isl::map pairs = tagged.domain_factor_domain().range_factor_domain();
    if (writesSeveral(*write)) {
      isl::map values = relationOf(*write);
      pairs = values.domain_map().apply_range(pairs).intersect(
          values.range_map().apply_range(relationOf(*read).reverse()));
    }
    auto known = llvm::find_if(uses, [&](const ValueUse &use) {
      return use.write == write && haveOnePlace(*use.read, *read);
    });
    if (known == uses.end())
      uses.push_back({write, read, pairs});
    else
      known->pairs = known->pairs.unite(pairs);
    return isl::stat::ok();
  });
  complete &= !status.is_error();
}

void ConflictBuilder::simplifyUses() {
  for (ValueUse &use : uses) {
    use.pairs = use.pairs.coalesce();
    if (precision == ConflictPrecision::Hull) {
      use.pairs = isl::map(use.pairs.unshifted_simple_hull());
      continue;
    }
    bool sequential =
        llvm::none_of(statementOf(*use.read).ivs, [&](mlir::Value iv) {
          return parallelLoops.contains(iv);
        });
    if (sequential)
      use.pairs = use.pairs.lexmax().coalesce();
  }
}

/// In an instance of the statement of both, the same writes of the array may
/// come before them.
bool ConflictBuilder::haveOnePlace(const ScopAccess &a,
                                   const ScopAccess &b) const {
  return a.statement == b.statement &&
         llvm::all_of(writes, [&](const ScopAccess *write) {
           return write->statement != a.statement ||
                  mayPrecedeInInstance(*write, a) ==
                      mayPrecedeInInstance(*write, b);
         });
}

/// The operation of the statement that the access is a part of.
Operation *ConflictBuilder::topOf(const ScopAccess &access) const {
  for (Operation *op : statementOf(access).ops)
    if (op->isAncestor(access.op))
      return op;
  return nullptr;
}

/// Within one instance of the statement of both. Nothing is known of the order
/// inside one operation.
bool ConflictBuilder::mayPrecedeInInstance(const ScopAccess &a,
                                           const ScopAccess &b) const {
  Operation *first = topOf(a), *second = topOf(b);
  return a.id < b.id || first == second || !first || !second;
}

/// `{ S[i] -> T[j] }`: a in instance i may be executed before b in instance j.
isl::map ConflictBuilder::mayPrecede(const ScopAccess &a,
                                     const ScopAccess &b) const {
  const ScopStatement &from = statementOf(a), &to = statementOf(b);
  isl::map same = isl::map::from_domain_and_range(from.domain, to.domain);
  isl::map result = isl::map::empty(same.get_space());
  size_t k = 0;
  for (; k < from.ivs.size() && k < to.ivs.size() && from.ivs[k] == to.ivs[k];
       ++k) {
    result = result.unite(same.order_lt(isl::dim::in, k, isl::dim::out, k));
    if (parallelLoops.contains(from.ivs[k]))
      result = result.unite(isl::manage(
          isl_map_order_gt(same.copy(), isl_dim_in, k, isl_dim_out, k)));
    same = same.equate(isl::dim::in, k, isl::dim::out, k);
  }
  if (a.statement < b.statement ||
      (a.statement == b.statement && mayPrecedeInInstance(a, b)))
    result = result.unite(same);
  return result;
}

/// `{ S[i] -> [a] }` of the instances that are executed. Only the parameters
/// that they depend on are there.
isl::map ConflictBuilder::relationOf(const ScopAccess &access) const {
  isl::map relation =
      access.relation.intersect_domain(statementOf(access).domain);
  isl::set known = scop.context();
  for (const auto &[id, value] : scop.parameters()) {
    int used = isl_map_find_dim_by_id(relation.get(), isl_dim_param, id.get());
    int position = known.find_dim_by_id(isl::dim::param, id);
    bool isUsed =
        used >= 0 && isl_map_involves_dims(relation.get(), isl_dim_param, used,
                                           1) != isl_bool_false;
    if (!isUsed && position >= 0)
      known = known.project_out(isl::dim::param, position, 1);
  }
  return isl::manage(
      isl_map_drop_unused_params(relation.intersect_params(known).release()));
}

GroupConflicts ConflictBuilder::build() {
  std::vector<isl::set> elements(arrays.size());
  for (auto [array, set] : llvm::zip_equal(arrays, elements))
    if (complete)
      set = isl::set::empty(array->extent.get_space());
  for (const ScopAccess *write : writes) {
    isl::set &set = elements[arrayOf(*write)];
    set = set.unite(relationOf(*write).range());
  }
  for (auto [array, set] : llvm::zip_equal(arrays, elements))
    set = set.project_out(isl::dim::set, 0, array->depth).coalesce();
  GroupConflicts result(elements);
  unsigned depth = arrays.front()->depth;
  for (const ValueUse &use : uses)
    for (const ScopAccess *other : writes) {
      isl::map element = relationOf(*use.write),
               after = mayPrecede(*use.write, *other);
      if (writesSeveral(*use.write)) {
        after = element.domain_map().apply_range(after);
        element = element.range_map();
      }
      // The other write may come after this one and before the read.
      isl::map between =
          use.pairs.apply_range(mayPrecede(*other, *use.read).reverse())
              .intersect(after);
      isl::map conflicts =
          between.apply_domain(element).apply_range(relationOf(*other));
      // One array for each iteration of the loops around it.
      for (unsigned k = 0; k < depth; ++k)
        conflicts = conflicts.equate(isl::dim::in, k, isl::dim::out, k);
      result.add(arrayOf(*use.write), arrayOf(*other),
                 conflicts.project_out(isl::dim::in, 0, depth)
                     .project_out(isl::dim::out, 0, depth));
    }
  return result;
}

ConflictSet polymem::computeArrayConflicts(const Scop &scop,
                                           const ScopArray &array,
                                           const Dependences &flow,
                                           ConflictPrecision precision) {
  return computeGroupConflicts(scop, &array, &flow, precision).alone(0);
}

GroupConflicts polymem::computeGroupConflicts(
    const Scop &scop, ArrayRef<const ScopArray *> arrays,
    ArrayRef<const Dependences *> flow, ConflictPrecision precision) {
  return ConflictBuilder(scop, arrays, flow, precision).build();
}

isl::set polymem::accessedElements(const Scop &scop, const ScopArray &array) {
  isl::set accessed;
  for (const ScopAccess &access : scop.accesses()) {
    if (&scop.arrays()[access.array] != &array)
      continue;
    isl::set elements =
        access.relation
            .intersect_domain(scop.statements()[access.statement].domain)
            .range()
            .project_out(isl::dim::set, 0, array.depth);
    accessed = accessed.is_null() ? elements : accessed.unite(elements);
  }
  return accessed;
}
