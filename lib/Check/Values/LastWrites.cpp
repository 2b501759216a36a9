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

using namespace polymem;

/// `{ R[y] -> W[z] }`: `write` writes the cell before `read` reads it (or
/// writes it), if both are executed.
static isl::map earlier(const FlowAccess &read, const FlowAccess &write) {
  isl::map before = lexGreater(read.time, write.time);
  return read.cells.apply_range(write.cells.reverse()).intersect(before);
}

static bool touchSameArray(const FlowAccess &a, const FlowAccess &b) {
  return a.cells.get_tuple_id(isl::dim::out).get() ==
         b.cells.get_tuple_id(isl::dim::out).get();
}

/// `last` are the last writes: every read is accounted for, and no write comes
/// between. (Dataflow analysis is subtle, and isl's has had bugs; what it found
/// is easy to verify.)
static bool areLastWrites(const LastWrites &last,
                          llvm::ArrayRef<FlowAccess> reads,
                          llvm::ArrayRef<FlowAccess> writes, isl::ctx ctx) {
  isl::union_map all = isl::union_map::empty(ctx), candidates = all,
                 overwrites = all;
  for (const FlowAccess &read : reads) {
    all = all.unite(read.cells);
    for (const FlowAccess &write : writes)
      if (touchSameArray(read, write))
        candidates = candidates.unite(earlier(read, write));
  }
  for (const FlowAccess &later : writes)
    for (const FlowAccess &write : writes)
      if (touchSameArray(later, write))
        overwrites = overwrites.unite(earlier(later, write));
  isl::union_map between =
      candidates.apply_range(overwrites).intersect(last.pairs);
  isl::union_set seen = last.pairs.domain().unite(last.none.domain());
  return between.is_empty().is_true() &&
         last.pairs.is_subset(candidates).is_true() &&
         last.none.domain()
             .intersect(candidates.domain())
             .is_empty()
             .is_true() &&
         all.domain().is_subset(seen).is_true();
}

/// Null where the result does not stand verification.
static LastWrites exactLastWrites(llvm::ArrayRef<FlowAccess> reads,
                                  llvm::ArrayRef<FlowAccess> writes,
                                  isl::ctx ctx) {
  isl::union_map sinks = isl::union_map::empty(ctx), sources = sinks,
                 order = sinks;
  for (const FlowAccess &read : reads) {
    sinks = sinks.unite(read.cells);
    order = order.unite(read.time);
  }
  for (const FlowAccess &write : writes) {
    sources = sources.unite(write.cells);
    order = order.unite(write.time);
  }
  // isl 0.27 computes wrong last writers from relations that carry a stride
  // twice, as those of tiles do.
  for (isl::union_map *map : {&sinks, &sources, &order})
    *map = withoutRedundancies(*map);
  isl::union_flow flow = isl::union_access_info(sinks)
                             .set_must_source(sources)
                             .set_schedule_map(order)
                             .compute_flow();
  LastWrites result = {flow.get_must_dependence().reverse().coalesce(),
                       flow.get_must_no_source().coalesce()};
  if (!areLastWrites(result, reads, writes, ctx))
    return {};
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
