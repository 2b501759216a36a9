//===- Parallelism.cpp - which orders have more parallel loops ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/Parallelism.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace polymem;

bool polymem::mightBeMoreParallel(ArrayRef<ScheduledLoop> loops) {
  auto isParallel = [](const ScheduledLoop &loop) { return loop.parallel; };
  return !loops.empty() &&
         (llvm::none_of(loops, isParallel) ||
          !std::is_partitioned(loops.begin(), loops.end(), isParallel));
}

int polymem::compareParallelism(ArrayRef<ScheduledLoop> a,
                                ArrayRef<ScheduledLoop> b) {
  for (auto [x, y] : llvm::zip(a, b))
    if (x.parallel != y.parallel)
      return x.parallel ? 1 : -1;
  return 0;
}

unsigned polymem::countParallel(ArrayRef<ScheduledLoop> loops) {
  return llvm::count_if(
      loops, [](const ScheduledLoop &loop) { return loop.parallel; });
}

/// Sets in `carried` the outermost loops in which instances of `pairs = { S[i]
/// -> S[j] }` differ.
static void addCarriers(const isl::map &pairs, SmallVectorImpl<bool> &carried) {
  isl::set distances = pairs.deltas();
  for (unsigned loop = 0; loop < carried.size(); ++loop) {
    isl::set equal = distances.fix_si(isl::dim::set, loop, 0);
    if (!distances.is_subset(equal).is_true())
      carried[loop] = true;
    distances = equal;
  }
}

SmallVector<unsigned>
polymem::possibleParallelLoops(const Scop &scop,
                               const OrderConstraints &constraints) {
  SmallVector<SmallVector<bool>> carried;
  for (const ScopStatement &statement : scop.statements())
    carried.emplace_back(statement.ivs.size(), false);
  for (const SequentialDependence &dependence : constraints.others)
    if (dependence.source == dependence.sink && dependence.carrier)
      carried[dependence.source][*dependence.carrier] = true;
  constraints.values.foreach_map([&](const isl::map &pairs) -> isl::stat {
    isl::id from = pairs.get_tuple_id(isl::dim::in);
    const ScopStatement *statement = scop.statementNamed(from.get_name());
    if (statement &&
        from.get_name() == pairs.get_tuple_id(isl::dim::out).get_name())
      addCarriers(pairs, carried[statement - scop.statements().data()]);
    return isl::stat::ok();
  });
  SmallVector<unsigned> result;
  for (ArrayRef<bool> loops : carried)
    result.push_back(llvm::count(loops, false));
  return result;
}

unsigned polymem::possibleInParts(const Scop &scop,
                                  const OrderConstraints &constraints,
                                  unsigned statement) {
  const ScopStatement &whole = scop.statements()[statement];
  unsigned depth = whole.ivs.size(), most = 0;
  llvm::SmallSetVector<unsigned, 4> written;
  for (unsigned access : whole.accesses)
    if (scop.accesses()[access].isWrite())
      written.insert(scop.accesses()[access].array);
  for (unsigned array : written) {
    // { S[i] -> S[j] : both access an element of the array }
    isl::union_map all = isl::union_map::empty(scop.ctx());
    for (unsigned access : whole.accesses)
      if (scop.accesses()[access].array == array)
        all = all.unite(scop.accesses()[access].relation);
    isl::union_map meet = all.apply_range(all.reverse());
    SmallVector<bool> carried(depth, false);
    for (const SequentialDependence &dependence : constraints.others)
      if (dependence.source == statement && dependence.sink == statement &&
          dependence.carrier && !carried[*dependence.carrier])
        carried[*dependence.carrier] =
            !meet.intersect(dependence.pairs).is_empty().is_true();
    isl::union_map through = constraints.values.intersect(meet);
    through.foreach_map([&](const isl::map &pairs) -> isl::stat {
      addCarriers(pairs, carried);
      return isl::stat::ok();
    });
    most = std::max<unsigned>(most, llvm::count(carried, false));
  }
  return most;
}

llvm::StringSet<> polymem::withFewerLoops(const Scop &scop,
                                          const OrderConstraints &constraints,
                                          const Schedule &schedule) {
  llvm::StringSet<> result;
  if (scop.statements().size() < 2)
    return result;
  auto loops = scheduledLoops(schedule.order);
  SmallVector<unsigned> possible = possibleParallelLoops(scop, constraints);
  for (auto [statement, most] : llvm::zip(scop.statements(), possible))
    if (countParallel(loops.lookup(statement.name)) < most)
      result.insert(statement.name);
  return result;
}

/// Calls `visit` with the loops in `other` and in `order` of each statement of
/// `scop` that `other` has.
static void
forEachLoops(const Scop &scop, const isl::schedule &other,
             const isl::schedule &order,
             llvm::function_ref<void(unsigned, ArrayRef<ScheduledLoop>,
                                     ArrayRef<ScheduledLoop>)>
                 visit) {
  auto now = scheduledLoops(other), before = scheduledLoops(order);
  for (auto [s, statement] : llvm::enumerate(scop.statements()))
    if (auto loops = now.find(statement.name); loops != now.end())
      visit(s, loops->second, before[statement.name]);
}

bool polymem::isAsParallel(const Scop &scop, const isl::schedule &other,
                           const isl::schedule &order) {
  bool result = true;
  forEachLoops(scop, other, order,
               [&](unsigned /*statement*/, ArrayRef<ScheduledLoop> a,
                   ArrayRef<ScheduledLoop> b) {
                 result &= compareParallelism(a, b) >= 0 &&
                           countParallel(a) >= countParallel(b);
               });
  return result;
}

SmallVector<unsigned> polymem::moreParallelIn(const Scop &scop,
                                              const isl::schedule &other,
                                              const isl::schedule &order) {
  SmallVector<unsigned> result;
  if (!isAsParallel(scop, other, order))
    return result;
  forEachLoops(scop, other, order,
               [&](unsigned statement, ArrayRef<ScheduledLoop> a,
                   ArrayRef<ScheduledLoop> b) {
                 if (countParallel(a) > countParallel(b))
                   result.push_back(statement);
               });
  return result;
}
