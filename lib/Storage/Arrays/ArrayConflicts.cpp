//===- ArrayConflicts.cpp - which elements are needed at once -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Arrays/ArrayConflicts.h"
#include "AccessTimes.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace polymem;

namespace {
/// Which conflicts are meant.
enum class Certainty { Possible, Sure };

/// `{ S[i] -> T[j] }`, or, where an instance writes several elements (a copy
/// does), `{ [S[i] -> A[a]] -> T[j] }`. The read stands for all of its
/// statement in one place.
struct ValueUse {
  const ScopAccess *write, *read;
  isl::map pairs;
};

class ConflictBuilder {
public:
  ConflictBuilder(const Scop &scop, ArrayRef<const ScopArray *> arrays,
                  ArrayRef<const Dependences *> flow,
                  ConflictPrecision precision,
                  Certainty certainty = Certainty::Possible);

  GroupConflicts build();
  /// Whether all conflicts that may exist do.
  bool isExact(ArrayRef<const Dependences *> flow) const;

private:
  /// The number of the access's array among the arrays, or how many they are.
  unsigned arrayOf(const ScopAccess &access) const {
    return llvm::find(arrays, &scop.arrays()[access.array]) - arrays.begin();
  }
  bool isAccess(const ScopAccess &access) const {
    return arrayOf(access) < arrays.size();
  }
  void collectWrites();
  std::vector<ValueUse> findUses(const Dependences &flow);
  void collectUses(const Dependences &flow);
  /// It surely happens, at a time that is known.
  bool isSure(const ScopAccess &access) const {
    return access.must && times.placeOf(access);
  }
  isl::map withoutOtherOrders(isl::map uses) const;
  void addTogether(const ScopAccess &write, const isl::map &uses);
  isl::map relationOf(const ScopAccess &access) const {
    return executedRelation(scop, access);
  }
  /// An instance accesses several elements, as a copy does.
  bool touchesSeveral(const ScopAccess &access) const {
    return !relationOf(access).is_single_valued().is_true();
  }

  const Scop &scop;
  SmallVector<const ScopArray *> arrays;
  ConflictPrecision precision;
  Certainty certainty;
  AccessTimes times;
  /// `{ [t] -> [t'] }`: what may be executed in this order, or, if conflicts
  /// are to be sure, may be and is in different operations.
  isl::map mayPrecede;
  /// Null where isl gave up; nothing where there are none.
  using Relations = std::vector<std::optional<isl::map>>;
  /// `{ [t] -> A[a] }` for each array.
  Relations writes;
  /// `{ [[t] -> A[a]] -> [t'] }`: a value that is written at t and read at t'.
  Relations uses;
  /// `{ A[a] -> A[b] }` for each array: a is used, and one operation writes
  /// both. Only for conflicts that are to be sure: others are all in `uses`.
  Relations together;
  /// False: isl's budget ran out.
  bool complete = true;
};
} // namespace

static void unite(std::optional<isl::map> &known, const isl::map &more) {
  known = known ? known->unite(more) : more;
}

ConflictBuilder::ConflictBuilder(const Scop &scop,
                                 ArrayRef<const ScopArray *> arrays,
                                 ArrayRef<const Dependences *> flow,
                                 ConflictPrecision precision,
                                 Certainty certainty)
    : scop(scop), arrays(arrays), precision(precision), certainty(certainty),
      times(scop, [&](const ScopAccess &access) { return isAccess(access); }),
      mayPrecede(certainty == Certainty::Sure ? times.mayComeBefore()
                                              : times.mayPrecede()),
      writes(arrays.size()), uses(arrays.size()), together(arrays.size()) {
  collectWrites();
  for (const Dependences *dependences : flow)
    collectUses(*dependences);
}

void ConflictBuilder::collectWrites() {
  for (const ScopAccess &access : scop.accesses())
    if (isAccess(access) && access.isWrite() &&
        (certainty == Certainty::Possible || isSure(access)))
      unite(writes[arrayOf(access)],
            times.timeOf(access).reverse().apply_range(relationOf(access)));
  for (std::optional<isl::map> &write : writes)
    if (write)
      write = write->coalesce();
}

std::vector<ValueUse> ConflictBuilder::findUses(const Dependences &flow) {
  llvm::StringMap<const ScopAccess *> byTag;
  for (const ScopAccess &access : scop.accesses())
    if (isAccess(access))
      byTag[access.tag()] = &access;
  auto accessOf = [&](const isl::set &side) {
    isl::set tag = side.unwrap().range();
    return tag.is_null() ? nullptr : byTag.lookup(tag.tuple_name());
  };
  std::vector<ValueUse> found;
  // The reads, `{ [T[j] -> R2[]] }`, whose values may be those of other writes.
  isl::union_set unsure = isl::union_set::empty(scop.ctx());
  if (certainty == Certainty::Sure) {
    if (!flow.valueBasedExact)
      return {};
    isl::stat status = flow.taggedValueFlow.foreach_map([&](isl::map tagged) {
      const ScopAccess *write = accessOf(tagged.domain());
      if (!write || !isSure(*write))
        unsure = unsure.unite(isl::union_set(tagged.range()));
      return isl::stat::ok();
    });
    complete &= !status.is_error();
  }
  isl::stat status = flow.taggedValueFlow.foreach_map([&](isl::map tagged) {
    const ScopAccess *write = accessOf(tagged.domain());
    const ScopAccess *read = accessOf(tagged.range());
    if (!write || !read)
      return isl::stat::ok();
    if (certainty == Certainty::Sure) {
      if (!isSure(*write) || !isSure(*read))
        return isl::stat::ok();
      isl::set reads = tagged.range();
      reads = reads.subtract(unsure.extract_set(reads.get_space()));
      // Of several elements that an instance writes and another one reads, one
      // may have got its value in between: unless there is one source for all.
      if (touchesSeveral(*write) && touchesSeveral(*read)) {
        if (!tagged.is_injective().is_true())
          return isl::stat::ok();
        reads =
            reads.subtract(flow.taggedValueFlow.subtract(isl::union_map(tagged))
                               .range()
                               .extract_set(reads.get_space()));
      }
      tagged = tagged.intersect_range(reads);
    }
    isl::map pairs = tagged.domain_factor_domain().range_factor_domain();
    if (touchesSeveral(*write)) {
      isl::map values = relationOf(*write);
      pairs = values.domain_map().apply_range(pairs).intersect(
          values.range_map().apply_range(relationOf(*read).reverse()));
    }
    auto known = llvm::find_if(found, [&](const ValueUse &use) {
      return use.write == write && use.read->statement == read->statement &&
             times.placeOf(*use.read) == times.placeOf(*read);
    });
    if (known == found.end())
      found.push_back({write, read, pairs});
    else
      known->pairs = known->pairs.unite(pairs);
    return isl::stat::ok();
  });
  complete &= !status.is_error();
  return found;
}

void ConflictBuilder::collectUses(const Dependences &flow) {
  for (const ValueUse &use : findUses(flow)) {
    isl::map pairs = use.pairs.coalesce();
    if (precision == ConflictPrecision::Hull)
      pairs = isl::map(pairs.unshifted_simple_hull());
    isl::map elements = relationOf(*use.write), time = times.timeOf(*use.write);
    isl::map key = touchesSeveral(*use.write)
                       ? time.product(isl::map::identity(
                             elements.range().get_space().map_from_set()))
                       : time.range_product(elements);
    isl::map inTime =
        pairs.apply_domain(key).apply_range(times.timeOf(*use.read));
    if (certainty == Certainty::Sure) {
      inTime = withoutOtherOrders(inTime);
      if (touchesSeveral(*use.write))
        addTogether(*use.write, inTime);
    }
    unite(uses[arrayOf(*use.write)], inTime);
  }
}

/// What one operation writes, it writes in any order: after the element of each
/// of its `uses` comes any other one.
void ConflictBuilder::addTogether(const ScopAccess &write,
                                  const isl::map &uses) {
  isl::map elements =
      times.timeOf(write).reverse().apply_range(relationOf(write));
  unite(together[arrayOf(write)],
        uses.domain().unwrap().reverse().apply_range(elements));
}

/// `uses` without those whose read may also come before the write: then what is
/// read is not sure.
isl::map ConflictBuilder::withoutOtherOrders(isl::map uses) const {
  if (llvm::none_of(scop.loops(),
                    [](const ScopLoop &loop) { return loop.parallel; }))
    return uses;
  return uses.subtract(
      uses.domain().unwrap().domain_map().apply_range(mayPrecede.reverse()));
}

/// What `Certainty::Sure` leaves out is not there: then both are the same but
/// for conflicts of an element with itself.
bool ConflictBuilder::isExact(ArrayRef<const Dependences *> flow) const {
  if (precision != ConflictPrecision::Exact ||
      llvm::any_of(flow, [](auto *f) { return !f->valueBasedExact; }) ||
      llvm::any_of(scop.loops(), [](auto &loop) { return loop.parallel; }))
    return false;
  // By statement and place.
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> isWritten;
  for (const ScopAccess &access : scop.accesses()) {
    if (!isAccess(access) || freesArray(scop, access))
      continue;
    if (!isSure(access) || (access.isWrite() && touchesSeveral(access)))
      return false;
    // The order of accesses in one operation is not known.
    auto [other, isNew] = isWritten.try_emplace(
        {access.statement, *times.placeOf(access)}, access.isWrite());
    if (!isNew && (other->second || access.isWrite()))
      return false;
  }
  return true;
}

GroupConflicts ConflictBuilder::build() {
  std::vector<isl::set> elements;
  for (auto [array, write] : llvm::zip_equal(arrays, writes)) {
    isl::set set =
        complete ? isl::set::empty(array->extent.get_space()) : isl::set();
    if (write)
      set = set.unite(write->range());
    elements.push_back(
        set.project_out(isl::dim::set, 0, array->depth).coalesce());
  }
  GroupConflicts result(elements);
  if (!complete)
    return result;
  unsigned depth = arrays.front()->depth;
  // One array for each iteration of the loops around it.
  auto add = [&](unsigned k, unsigned l, isl::map conflicts) {
    for (unsigned d = 0; d < depth; ++d)
      conflicts = conflicts.equate(isl::dim::in, d, isl::dim::out, d);
    result.add(k, l,
               conflicts.project_out(isl::dim::in, 0, depth)
                   .project_out(isl::dim::out, 0, depth));
  };
  for (auto [k, pairs] : llvm::enumerate(together))
    if (pairs)
      add(k, k, *pairs);
  for (auto [k, use] : llvm::enumerate(uses)) {
    if (!use)
      continue;
    for (auto [l, other] : llvm::enumerate(writes)) {
      if (!other)
        continue;
      // The other write may come before the read and after this one.
      isl::map between = use->apply_range(mayPrecede.reverse())
                             .curry()
                             .intersect_range_factor_range(mayPrecede);
      add(k, l, between.range().unwrap().apply_range(*other));
    }
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
  ConflictBuilder builder(scop, arrays, flow, precision);
  GroupConflicts conflicts = builder.build();
  if (!builder.isExact(flow))
    conflicts.setNoneSure();
  return conflicts;
}

/// Those that surely exist.
static GroupConflicts sureConflicts(const Scop &scop,
                                    ArrayRef<const ScopArray *> arrays,
                                    ArrayRef<const Dependences *> flow) {
  return ConflictBuilder(scop, arrays, flow, ConflictPrecision::Exact,
                         Certainty::Sure)
      .build();
}

void polymem::addSureConflicts(ConflictSet &conflicts, const Scop &scop,
                               const ScopArray &array,
                               const Dependences &flow) {
  if (!conflicts.isExact())
    conflicts.setSure(sureConflicts(scop, &array, &flow).alone(0).pairs());
}

void polymem::addSureConflicts(GroupConflicts &conflicts, const Scop &scop,
                               ArrayRef<const ScopArray *> arrays,
                               ArrayRef<const Dependences *> flow) {
  if (!conflicts.isExact())
    conflicts.setSure(sureConflicts(scop, arrays, flow));
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
