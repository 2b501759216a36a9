//===- Barriers.cpp - block barriers and meetings of lanes ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include <algorithm>

namespace polymem::emulator {

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

bool Block::checkBarrier(BlockThread &thread, uint32_t site, int32_t id,
                         int32_t count) {
  if (id < 0 || id >= kNumBarriers)
    fail(thread, site, "barrier " + std::to_string(id) + " does not exist");
  int64_t warpSize = launch.options.limits.warpSize;
  if (count < 0 || count % warpSize != 0)
    fail(thread, site,
         "a barrier for " + std::to_string(count) +
             " threads, which is no multiple of the warp size");
  Barrier &barrier = barriers[id];
  if (barrier.waiting.empty() && barrier.arrived.empty()) {
    barrier.count = count;
    barrier.site = site;
    barrier.path = thread.path;
    return true;
  }
  // Threads that wait at different barriers of the whole block, or at one in
  // different iterations, never meet, though it has the same number: see
  // reportDeadlock.
  if (barrier.count == 0 && count == 0)
    return barrier.site == site && barrier.path == thread.path;
  if (barrier.count != count)
    fail(thread, site,
         "barrier " + std::to_string(id) + " for " + std::to_string(count) +
             " threads, while others wait there for " +
             std::to_string(barrier.count));
  return true;
}

void Block::barrier(BlockThread &thread, uint32_t site, int32_t id,
                    int32_t count, bool waits, int32_t reduction) {
  instruction(thread, site, "barrier");
  if (count != 0)
    gatherWarp(thread, site, id);
  if (!checkBarrier(thread, site, id, count)) {
    wait(thread, site);
    fail(thread, site, "resumed at a barrier that nobody completed");
  }
  Barrier &barrier = barriers[id];
  if (waits) {
    barrier.waiting.push_back(&thread);
  } else {
    barrier.arrived.push_back(thread.number);
  }
  size_t expected = count == 0 ? threads.size() : static_cast<size_t>(count);
  if (barrier.waiting.size() + barrier.arrived.size() >= expected)
    completeBarrier(barrier, reduction);
  if (waits)
    wait(thread, site);
}

void Block::completeBarrier(Barrier &barrier, int32_t reduction) {
  uint64_t result = reduction == static_cast<int32_t>(PredicateKind::And);
  for (BlockThread *thread : barrier.waiting) {
    bool predicate = thread->operands[0] != 0;
    if (reduction == static_cast<int32_t>(PredicateKind::And))
      result &= predicate;
    else if (reduction == static_cast<int32_t>(PredicateKind::Or))
      result |= predicate;
    else
      result += predicate;
  }
  if (observer()) {
    Synchronisation met;
    met.block = current;
    met.site = barrier.site;
    met.wholeBlock =
        barrier.waiting.size() + barrier.arrived.size() == threads.size();
    if (!met.wholeBlock) {
      met.threads = barrier.arrived;
      for (BlockThread *thread : barrier.waiting)
        met.threads.push_back(thread->number);
    }
    observer()->synchronise(met);
  }
  for (BlockThread *thread : barrier.waiting) {
    thread->result = result;
    makeReady(*thread);
  }
  barrier.waiting.clear();
  barrier.arrived.clear();
}

void Block::gridBarrier(BlockThread &thread, uint32_t site) {
  instruction(thread, site, "barrier");
  if (gridBarriers.waiting.empty()) {
    gridBarriers.site = site;
    gridBarriers.path = thread.path;
  }
  // Others wait in vain: see reportDeadlock.
  if (gridBarriers.site == site && gridBarriers.path == thread.path)
    gridBarriers.waiting.push_back(&thread);
  wait(thread, site);
}

void Block::leaveGridBarrier() {
  for (BlockThread *thread : gridBarriers.waiting)
    makeReady(*thread);
  gridBarriers.waiting.clear();
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

uint32_t Block::lanesOf(int32_t warp) const {
  int64_t warpSize = launch.options.limits.warpSize;
  int64_t lanes = std::min<int64_t>(
      warpSize, static_cast<int64_t>(threads.size()) - warp * warpSize);
  return UINT32_MAX >> (kMaxWarpSize - lanes);
}

void Block::meet(BlockThread &thread, uint32_t site, uint32_t mask, bool whole,
                 const char *name, WarpMeeting::Combine combine,
                 uint64_t qualifier) {
  instruction(thread, site, name);
  if ((mask & (uint32_t(1) << thread.lane)) == 0)
    fail(thread, site, "its lane is not in the mask of the operation");
  uint32_t lanes = lanesOf(thread.warp);
  // Such an operation is one instruction of a full warp.
  if (whole && (lanes != UINT32_MAX || alive[thread.warp] != UINT32_MAX))
    fail(thread, site, "the operation needs all lanes of the warp");
  WarpMeeting key;
  key.name = name;
  key.combine = combine;
  key.qualifier = qualifier;
  key.mask = mask;
  // Lanes that diverge say so by naming fewer. Barriers of a warp are not
  // aligned.
  if (combine && (lanes & ~mask) == 0) {
    key.needsAll = true;
    key.site = site;
    key.path = thread.path;
  }
  join(thread, site, key);
}

void Block::gatherWarp(BlockThread &thread, uint32_t site, int32_t barrier) {
  WarpMeeting key;
  key.combine = [](WarpMeeting &) {};
  key.qualifier = barrier;
  key.mask = lanesOf(thread.warp);
  key.needsAll = true;
  key.site = site;
  key.path = thread.path;
  join(thread, site, key);
}

void Block::join(BlockThread &thread, uint32_t site, const WarpMeeting &key) {
  std::vector<WarpMeeting> &list = meetings[thread.warp];
  WarpMeeting *meeting = nullptr;
  for (WarpMeeting &candidate : list)
    if (candidate.combine == key.combine &&
        candidate.qualifier == key.qualifier && candidate.mask == key.mask &&
        candidate.site == key.site && candidate.path == key.path)
      meeting = &candidate;
  if (!meeting) {
    list.push_back(key);
    meeting = &list.back();
  }
  meeting->arrived |= uint32_t(1) << thread.lane;
  meeting->lanes[thread.lane] = &thread;
  thread.site = site;
  completeMeetings(thread.warp);
  wait(thread, site);
}

void Block::failMeeting(const WarpMeeting &meeting, int32_t warp) {
  uint32_t absent = meeting.mask & lanesOf(warp) & ~meeting.arrived;
  int lane = 0;
  while ((absent >> lane & 1) == 0)
    ++lane;
  message = describe() + ": only a part of warp " + std::to_string(warp) +
            " reaches an operation of all its lanes" + place(meeting.site) +
            ": lane " + std::to_string(lane) + " has finished";
  failed = true;
}

/// Completes the meetings for which no living lane is missing.
void Block::completeMeetings(int32_t warp) {
  std::vector<WarpMeeting> &list = meetings[warp];
  for (size_t i = 0; i < list.size();) {
    WarpMeeting &meeting = list[i];
    if ((meeting.mask & alive[warp] & ~meeting.arrived) != 0) {
      ++i;
      continue;
    }
    if (meeting.needsAll &&
        (meeting.mask & lanesOf(warp) & ~meeting.arrived) != 0)
      return failMeeting(meeting, warp);
    if (meeting.combine) {
      meeting.combine(meeting);
    } else if (observer()) {
      Synchronisation met;
      met.block = current;
      for (BlockThread *thread : meeting.lanes)
        if (thread) {
          met.site = thread->site;
          met.threads.push_back(thread->number);
        }
      observer()->synchronise(met);
    }
    for (BlockThread *thread : meeting.lanes)
      if (thread)
        makeReady(*thread);
    list[i] = list.back();
    list.pop_back();
  }
}

} // namespace polymem::emulator
