//===- LastWrites.cpp - which write a read sees ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// With exact instances this is isl's dataflow analysis. With tiles of run-time
// size, whose domains hold origins that are not executed, a maximum over them
// means nothing. There, every earlier write that may be executed is a
// candidate, unless some write surely happens between it and the read.
//
//===----------------------------------------------------------------------===//

#include "LastWrites.h"
#include "PolyMem/Check/Values/TileOrigins.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace polymem;

/// The dimensions in which all of `times`, `{ S[x] -> [t] }`, are one constant
/// are dropped: they order nothing.
static void dropCommonTimes(llvm::MutableArrayRef<isl::map> times) {
  for (unsigned d = times.front().dim(isl::dim::out).release(); d-- > 0;) {
    isl::val common = plainValueAt(times.front(), isl::dim::out, d);
    if (!common.is_nan().is_false())
      continue;
    bool isCommon = llvm::all_of(times.drop_front(), [&](const isl::map &time) {
      isl::val value = plainValueAt(time, isl::dim::out, d);
      return value.eq(common).is_true();
    });
    if (isCommon)
      for (isl::map &time : times)
        time = time.project_out(isl::dim::out, d, 1);
  }
}

/// `{ R[y] -> W[z] }`: `write` writes the cell before `read` reads it (or
/// writes it), if both are executed.
static isl::map earlier(const FlowAccess &read, const FlowAccess &write) {
  isl::map same = read.cells.apply_range(write.cells.reverse());
  // The order of instances of deep nests is a union of many relations.
  if (same.is_empty().is_true())
    return same;
  std::array<isl::map, 2> times = {read.time, write.time};
  dropCommonTimes(times);
  return same.intersect(lexGreater(times[0], times[1]));
}

static bool touchSameArray(const FlowAccess &a, const FlowAccess &b) {
  return a.cells.get_tuple_id(isl::dim::out).get() ==
         b.cells.get_tuple_id(isl::dim::out).get();
}

namespace {
/// A write that may come before a read or another write, and when it does.
struct EarlierWrite {
  unsigned index;
  /// `{ R[y] -> W[z] }`, not empty.
  isl::map pairs;
};
} // namespace

/// The `writes` some instance of which comes before one of `access` to the
/// same cell.
static std::vector<EarlierWrite>
earlierWrites(const FlowAccess &access, llvm::ArrayRef<FlowAccess> writes) {
  std::vector<EarlierWrite> result;
  for (auto [w, write] : llvm::enumerate(writes)) {
    if (!touchSameArray(access, write))
      continue;
    isl::map pairs = earlier(access, write);
    if (!pairs.is_empty().is_true())
      result.push_back({static_cast<unsigned>(w), pairs});
  }
  return result;
}

/// What isl says of one read and the writes of `candidates`.
static LastWrites computeFlow(const FlowAccess &read,
                              llvm::ArrayRef<FlowAccess> writes,
                              llvm::ArrayRef<EarlierWrite> candidates) {
  isl::union_map sink = read.cells, sources = isl::union_map::empty(sink.ctx());
  std::vector<isl::map> times = {read.time};
  for (const EarlierWrite &candidate : candidates) {
    sources = sources.unite(writes[candidate.index].cells);
    times.push_back(writes[candidate.index].time);
  }
  // isl looks at one dimension after the other.
  dropCommonTimes(times);
  isl::union_map order = isl::union_map::empty(sink.ctx());
  for (const isl::map &time : times)
    order = order.unite(time);
  // isl 0.27 computes wrong last writers from relations that carry a stride
  // twice, as those of tiles do.
  for (isl::union_map *map : {&sink, &sources, &order})
    *map = withoutRedundancies(*map);
  isl::union_flow flow = isl::union_access_info(sink)
                             .set_must_source(sources)
                             .set_schedule_map(order)
                             .compute_flow();
  return {flow.get_must_dependence().reverse().coalesce(),
          flow.get_must_no_source().coalesce()};
}

/// `last` are the last writes of `read`: each instance is accounted for, and no
/// write comes between. `overwritten` are the earlier writes of each write.
/// (Dataflow analysis is subtle, and isl's has had bugs; what it found is easy
/// to verify.)
static bool
areLastWrites(const LastWrites &last, const FlowAccess &read,
              llvm::ArrayRef<EarlierWrite> candidates,
              llvm::ArrayRef<std::vector<EarlierWrite>> overwritten) {
  isl::union_map all = isl::union_map::empty(read.cells.ctx());
  for (const EarlierWrite &candidate : candidates)
    all = all.unite(candidate.pairs);
  isl::stat noneBetween = last.pairs.foreach_map([&](isl::map found) {
    for (const EarlierWrite &killer : candidates)
      for (const EarlierWrite &killed : overwritten[killer.index]) {
        if (killed.pairs.is_null())
          return isl::stat::error();
        if (found.get_tuple_id(isl::dim::out).get() !=
            killed.pairs.get_tuple_id(isl::dim::out).get())
          continue;
        // { R[y] -> [W[z] -> K[x]] }: nothing has to be projected out.
        isl::map between = found.range_product(killer.pairs)
                               .intersect_range(killed.pairs.reverse().wrap());
        if (!between.is_empty().is_true())
          return isl::stat::error();
      }
    return isl::stat::ok();
  });
  if (!noneBetween.is_ok())
    return false;
  isl::union_set seen = last.pairs.domain().unite(last.none.domain());
  return last.pairs.is_subset(all).is_true() &&
         last.none.domain().intersect(all.domain()).is_empty().is_true() &&
         isl::union_set(read.cells.domain()).is_subset(seen).is_true();
}

/// Null where the result does not stand verification.
static LastWrites exactLastWrites(llvm::ArrayRef<FlowAccess> reads,
                                  llvm::ArrayRef<FlowAccess> writes,
                                  isl::ctx ctx) {
  LastWrites result = {isl::union_map::empty(ctx), isl::union_map::empty(ctx)};
  std::vector<std::vector<EarlierWrite>> overwritten;
  for (const FlowAccess &write : writes)
    overwritten.push_back(earlierWrites(write, writes));
  // One read after the other: isl compares all writes that it gets with each
  // other, and few of those of a register come before one of its reads.
  for (const FlowAccess &read : reads) {
    std::vector<EarlierWrite> candidates = earlierWrites(read, writes);
    LastWrites last = computeFlow(read, writes, candidates);
    if (!areLastWrites(last, read, candidates, overwritten))
      return {};
    result.pairs = result.pairs.unite(last.pairs);
    result.none = result.none.unite(last.none);
  }
  return result;
}

static LastWrites possibleLastWrites(llvm::ArrayRef<FlowAccess> reads,
                                     llvm::ArrayRef<FlowAccess> writes,
                                     isl::ctx ctx) {
  isl::union_map candidates = isl::union_map::empty(ctx), killed = candidates,
                 none = candidates;
  // { R[y] } that are not executed.
  isl::union_set missing = isl::union_set::empty(ctx);
  std::vector<isl::union_set> preceded(reads.size(),
                                       isl::union_set::empty(ctx));
  for (const FlowAccess &killer : writes) {
    std::vector<SureInstances> choices =
        SureInstances::find(killer.cells.domain(), killer.origins);
    llvm::SmallVector<OriginDim> untold =
        untoldOrigins(killer.cells.domain(), killer.origins);
    // { W[z] -> K[x] } for earlier writes, and { K_sure[q] -> W[z] } for those
    // that are earlier wherever the origins of K are.
    isl::union_map overwrites = isl::union_map::empty(ctx);
    isl::union_map surelyOverwrites = isl::union_map::empty(ctx);
    for (const FlowAccess &write : writes) {
      if (!touchSameArray(write, killer))
        continue;
      isl::map pairs = earlier(killer, write);
      overwrites = overwrites.unite(pairs);
      if (choices.empty() || pairs.is_empty().is_true())
        continue;
      isl::map possible = mayCoexist(killer.cells.domain(), killer.origins,
                                     write.cells.domain(), write.origins);
      for (const SureInstances &sure : choices)
        surelyOverwrites = surelyOverwrites.unite(sure.always(pairs, possible));
    }
    for (auto [r, read] : llvm::enumerate(reads)) {
      if (!touchSameArray(read, killer))
        continue;
      isl::map possible = mayCoexist(read.cells.domain(), read.origins,
                                     killer.cells.domain(), killer.origins);
      isl::map all = earlier(read, killer);
      isl::map pairs = all.intersect(possible).coalesce();
      if (pairs.is_empty().is_true())
        continue;
      candidates = candidates.unite(pairs);
      isl::map there = inSameTile(pairs, read.origins, killer.origins);
      if (!untold.empty() &&
          !pairs.domain().is_subset(there.domain()).is_true()) {
        there = there.unite(
            inTileBefore(pairs, read.origins, killer.origins, untold));
        isl::set reader = read.cells.domain();
        missing = missing.unite(
            reader.subtract(tilesBeforeExist(reader, read.origins)));
      }
      preceded[r] = preceded[r].unite(there.domain());
      killed = killed.unite(isl::union_map(there).apply_range(overwrites));
      for (const SureInstances &sure : choices) {
        isl::map always = sure.always(all.reverse(), possible.reverse());
        preceded[r] = preceded[r].unite(always.range());
        killed = killed.unite(
            isl::union_map(always.reverse()).apply_range(surelyOverwrites));
      }
    }
  }
  for (auto [r, read] : llvm::enumerate(reads))
    none = none.unite(isl::union_map(read.cells).subtract_domain(preceded[r]));
  return {candidates.subtract(killed).subtract_domain(missing).coalesce(),
          none.subtract_domain(missing).coalesce()};
}

LastWrites polymem::computeLastWrites(llvm::ArrayRef<FlowAccess> reads,
                                      llvm::ArrayRef<FlowAccess> writes,
                                      isl::ctx ctx) {
  auto isExact = [](const FlowAccess &access) {
    return access.origins.empty();
  };
  if (llvm::all_of(reads, isExact) && llvm::all_of(writes, isExact))
    return exactLastWrites(reads, writes, ctx);
  return possibleLastWrites(reads, writes, ctx);
}
