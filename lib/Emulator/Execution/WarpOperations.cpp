//===- WarpOperations.cpp - shuffles, votes and reductions of a warp ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include <cmath>
#include <cstring>

namespace polymem::emulator {

static BlockThread &blockThread(Thread *thread) {
  return *static_cast<BlockThread *>(thread);
}

/// Meets the other lanes of `mask` and returns this lane's result.
static uint64_t combineLanes(Thread *thread, int32_t site, uint32_t mask,
                             const char *name, WarpMeeting::Combine combine,
                             uint64_t qualifier) {
  BlockThread &lane = blockThread(thread);
  lane.block->meet(lane, site, mask, /*whole=*/false, name, combine, qualifier);
  return lane.result;
}

/// The source lane of a shuffle for `lane`, and whether it lies in the lane's
/// segment, as PTX defines them.
static std::pair<int32_t, bool> shuffleSource(ShuffleKind kind, int32_t lane,
                                              uint32_t offset, uint32_t clamp) {
  auto bound = static_cast<int32_t>(clamp & 31);
  auto segments = static_cast<int32_t>(clamp >> 8 & 31);
  auto b = static_cast<int32_t>(offset & 31);
  int32_t last = (lane & segments) | (bound & ~segments);
  int32_t first = lane & segments;
  switch (kind) {
  case ShuffleKind::Up:
    return {lane - b, lane - b >= last};
  case ShuffleKind::Down:
    return {lane + b, lane + b <= last};
  case ShuffleKind::Xor:
    return {lane ^ b, (lane ^ b) <= last};
  case ShuffleKind::Index:
    return {first | (b & ~segments), (first | (b & ~segments)) <= last};
  }
  return {lane, false};
}

static void shuffle(WarpMeeting &meeting) {
  for (BlockThread *lane : meeting.lanes) {
    if (!lane)
      continue;
    auto kind = static_cast<ShuffleKind>(meeting.qualifier);
    auto [source, inSegment] = shuffleSource(
        kind, lane->lane, static_cast<uint32_t>(lane->operands[1]),
        static_cast<uint32_t>(lane->operands[2]));
    if (!inSegment)
      source = lane->lane;
    const BlockThread *from = meeting.lanes[source];
    // The value of a lane that does not take part is undefined.
    uint64_t value = from ? from->operands[0] : lane->block->poison();
    lane->result = value | uint64_t(inSegment) << 32;
    if (!from)
      lane->result |= uint64_t(source + 1) << kAbsentShift |
                      uint64_t(lane->site) << kAbsentSiteShift;
  }
}

static void vote(WarpMeeting &meeting) {
  uint32_t ballot = 0;
  for (const BlockThread *lane : meeting.lanes)
    if (lane && lane->operands[0] != 0)
      ballot |= uint32_t(1) << lane->lane;
  uint32_t result = 0;
  switch (static_cast<VoteKind>(meeting.qualifier)) {
  case VoteKind::Any:
    result = ballot != 0;
    break;
  case VoteKind::All:
    result = ballot == meeting.arrived;
    break;
  case VoteKind::Uniform:
    result = ballot == 0 || ballot == meeting.arrived;
    break;
  case VoteKind::Ballot:
    result = ballot;
    break;
  }
  for (BlockThread *lane : meeting.lanes)
    if (lane)
      lane->result = result;
}

static void match(WarpMeeting &meeting) {
  for (BlockThread *lane : meeting.lanes) {
    if (!lane)
      continue;
    uint32_t same = 0;
    for (const BlockThread *other : meeting.lanes)
      if (other && other->operands[0] == lane->operands[0])
        same |= uint32_t(1) << other->lane;
    lane->result = same;
    if (meeting.qualifier != 0)
      lane->result =
          same == meeting.arrived ? uint64_t(1) << 32 | same : uint64_t(0);
  }
}

static uint32_t reduceFloats(ReduceKind kind, uint64_t flags, uint32_t x,
                             uint32_t y) {
  float a, b;
  std::memcpy(&a, &x, sizeof(a));
  std::memcpy(&b, &y, sizeof(b));
  float result =
      kind == ReduceKind::FloatMin ? std::fmin(a, b) : std::fmax(a, b);
  if ((flags & kReduceNaN) != 0 && (std::isnan(a) || std::isnan(b)))
    result = NAN;
  uint32_t bits;
  std::memcpy(&bits, &result, sizeof(bits));
  return bits;
}

static uint32_t reduceTwo(ReduceKind kind, uint64_t flags, uint32_t a,
                          uint32_t b) {
  auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  switch (kind) {
  case ReduceKind::Add:
    return a + b;
  case ReduceKind::And:
    return a & b;
  case ReduceKind::Or:
    return a | b;
  case ReduceKind::Xor:
    return a ^ b;
  case ReduceKind::SignedMin:
    return x < y ? a : b;
  case ReduceKind::SignedMax:
    return x > y ? a : b;
  case ReduceKind::UnsignedMin:
    return a < b ? a : b;
  case ReduceKind::UnsignedMax:
    return a > b ? a : b;
  case ReduceKind::FloatMin:
  case ReduceKind::FloatMax:
    return reduceFloats(kind, flags, a, b);
  }
  return a;
}

static void reduce(WarpMeeting &meeting) {
  auto kind = static_cast<ReduceKind>(meeting.qualifier & 0xff);
  bool first = true;
  uint32_t result = 0;
  for (const BlockThread *lane : meeting.lanes) {
    if (!lane)
      continue;
    auto value = static_cast<uint32_t>(lane->operands[0]);
    if ((meeting.qualifier & kReduceAbs) != 0)
      value &= 0x7fffffff;
    result = first ? value : reduceTwo(kind, meeting.qualifier, result, value);
    first = false;
  }
  for (BlockThread *lane : meeting.lanes)
    if (lane)
      lane->result = result;
}

/// Any lane may be the leader; to count on the first one is a mistake that
/// shows here.
static void elect(WarpMeeting &meeting) {
  BlockThread *leader = nullptr;
  for (BlockThread *lane : meeting.lanes)
    if (lane) {
      leader = lane;
      lane->result = 0;
    }
  if (leader)
    leader->result = 1;
}

extern "C" {

void polymem_emu_sync_warp(Thread *thread, int32_t site, uint32_t mask) {
  combineLanes(thread, site, mask, "barrier", nullptr, 0);
}

uint64_t polymem_emu_shuffle(Thread *thread, int32_t site, uint32_t mask,
                             uint32_t value, uint32_t offset, uint32_t clamp,
                             int32_t kind) {
  BlockThread &lane = blockThread(thread);
  lane.operands[0] = value;
  lane.operands[1] = offset;
  lane.operands[2] = clamp;
  return combineLanes(thread, site, mask, "shuffle", &shuffle, kind);
}

void polymem_emu_use(Thread *thread, int32_t site, uint64_t absent) {
  if (absent == 0)
    return;
  BlockThread &lane = blockThread(thread);
  constexpr int64_t kLaneBits = kAbsentSiteShift - kAbsentShift;
  lane.block->failUse(lane, site, (absent & ((1 << kLaneBits) - 1)) - 1,
                      absent >> kLaneBits);
}

uint32_t polymem_emu_vote(Thread *thread, int32_t site, uint32_t mask,
                          int32_t predicate, int32_t kind) {
  blockThread(thread).operands[0] = predicate;
  return combineLanes(thread, site, mask, "vote", &vote, kind);
}

uint64_t polymem_emu_match(Thread *thread, int32_t site, uint32_t mask,
                           uint64_t value, int32_t all) {
  blockThread(thread).operands[0] = value;
  return combineLanes(thread, site, mask, "vote", &match, all);
}

uint32_t polymem_emu_reduce(Thread *thread, int32_t site, uint32_t mask,
                            uint32_t value, int32_t kind) {
  blockThread(thread).operands[0] = value;
  return combineLanes(thread, site, mask, "reduce", &reduce, kind);
}

int32_t polymem_emu_elect(Thread *thread, int32_t site, uint32_t mask) {
  return combineLanes(thread, site, mask, "vote", &elect, 0);
}

} // extern "C"

} // namespace polymem::emulator
