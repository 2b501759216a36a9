//===- Checker.cpp - find the errors of an emulated kernel ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerState.h"
#include <algorithm>

namespace polymem::emulator {

/// Serial numbers of blocks begin anew after a launch that passes this.
static constexpr uint32_t kMaxSerial = uint32_t(1) << 31;
/// Stamps have 16 bits for the thread.
static constexpr int64_t kMaxThreads = 65536;

//===----------------------------------------------------------------------===//
// Regions and blocks
//===----------------------------------------------------------------------===//

/// The last region that begins at or before `address`.
static Shadows::const_iterator findBefore(const Shadows &shadows,
                                          uintptr_t address) {
  auto it = std::upper_bound(
      shadows.begin(), shadows.end(), address,
      [](uintptr_t a, const auto &s) { return a < s->region().begin; });
  return it == shadows.begin() ? shadows.end() : it - 1;
}

static void insertSorted(Shadows &shadows, std::unique_ptr<Shadow> shadow) {
  auto it = std::upper_bound(shadows.begin(), shadows.end(), shadow,
                             [](const auto &a, const auto &b) {
                               return a->region().begin < b->region().begin;
                             });
  shadows.insert(it, std::move(shadow));
}

/// Between launches, so that no stamp matters any more.
void Checker::State::restartSerials() {
  for (auto &shadow : global)
    shadow->forget(pool, atomics);
  recycled.clear();
  pool = StampPool();
  atomics.clear();
  lastSerial = 0;
}

/// Between launches: finds which of the earlier ones overlap with the next.
void Checker::State::orderLaunch(const LaunchInfo &info) {
  if (lastSerial > launchBase) {
    // Blocks of the launch before, which was the last.
    overlap.launches.push_back({launchBase, lastSerial, false});
    earlier.push_back(launch);
  }
  if (!info.followsUnfinished) {
    if (lastSerial > kMaxSerial)
      restartSerials();
    overlap.launches.clear();
    earlier.clear();
    blockOfSerial.clear();
    finishedBase = lastSerial;
  }
  launchBase = base = lastSerial;
  for (size_t i = overlap.launches.size(); i-- > 0;) {
    bool isConcurrent =
        std::find(info.concurrent.begin(), info.concurrent.end(),
                  earlier[i].number) != info.concurrent.end();
    overlap.launches[i].isOrdered = !isConcurrent;
    if (isConcurrent)
      base = overlap.launches[i].first;
  }
  overlaps = base != launchBase;
}

const LaunchInfo &Checker::State::launchOf(uint32_t serial) const {
  size_t i = overlap.launchOf(serial);
  return i < earlier.size() ? earlier[i] : launch;
}

RunningBlock *Checker::State::findBlock(int64_t number) {
  if (current && current->number == number)
    return current;
  for (auto &block : blocks)
    if (block->number == number)
      return current = block.get();
  return nullptr;
}

void Checker::State::findHomes(const RunningBlock &block) {
  homes.assign(launch.sites ? launch.sites->size() : 0, 0);
  for (size_t site = 0; site < homes.size(); ++site)
    for (size_t i = 0; i < block.shared.size(); ++i)
      if (!(*launch.sites)[site].buffer.empty() &&
          (*launch.sites)[site].buffer == block.shared[i]->region().name)
        homes[site] = i + 1;
}

Shadow *Checker::State::homeOf(const Access &access,
                               const RunningBlock &block) const {
  // An asynchronous copy has one site for its two places; it reads no buffer.
  if (access.site >= homes.size() || homes[access.site] == 0 ||
      access.kind == AccessKind::AsyncRead)
    return nullptr;
  return block.shared[homes[access.site] - 1].get();
}

Shadow *Checker::State::findShadow(const Access &access, RunningBlock &block) {
  if (Shadow *home = homeOf(access, block))
    return home->contains(access.address, access.bytes) ? home : nullptr;
  bool isShared = access.space == Space::Shared;
  if (!isShared && access.site < lastShadow.size())
    if (Shadow *last = lastShadow[access.site])
      if (last->contains(access.address, access.bytes))
        return last;
  const Shadows &shadows = isShared ? block.shared : global;
  auto it = findBefore(shadows, access.address);
  if (it == shadows.end() || !(*it)->contains(access.address, access.bytes))
    return nullptr;
  if (!isShared && access.site < lastShadow.size())
    lastShadow[access.site] = it->get();
  return it->get();
}

Checker::Checker(const CheckerOptions &options)
    : state(std::make_unique<State>(options)) {}

Checker::~Checker() = default;

const std::vector<Report> &Checker::reports() const { return state->reports; }

void Checker::addRegion(const Region &region, bool initialised) {
  removeRegion(region.begin);
  insertSorted(state->global, std::make_unique<Shadow>(region, initialised));
}

void Checker::removeRegion(uintptr_t begin) {
  auto it = findBefore(state->global, begin);
  if (it == state->global.end() || (*it)->region().begin != begin)
    return;
  (*it)->forget(state->pool, state->atomics);
  state->global.erase(it);
  std::fill(state->lastShadow.begin(), state->lastShadow.end(), nullptr);
}

void Checker::markInitialised(uintptr_t begin, size_t bytes) {
  auto it = findBefore(state->global, begin);
  if (it != state->global.end() && (*it)->tracksWrites() &&
      (*it)->contains(begin, bytes))
    (*it)->markWritten(begin, bytes);
}

bool Checker::beginLaunch(const LaunchInfo &info) {
  State &s = *state;
  s.orderLaunch(info);
  s.launch = info;
  s.blocks.clear();
  s.current = nullptr;
  s.homes.clear();
  s.recycledPrivates.clear();
  s.lastShadow.assign(info.sites ? info.sites->size() : 0, nullptr);

  const Limits &limits = s.options.limits;
  auto exceeds = [&](int64_t number, int64_t limit, const std::string &what) {
    if (number <= limit)
      return false;
    Report found;
    found.kind = Report::Kind::Limit;
    found.reason = std::to_string(number) + " " + what +
                   ", but the machine has at most " + std::to_string(limit);
    s.report(std::move(found));
    return true;
  };
  return !exceeds(info.block[0] * info.block[1] * info.block[2],
                  std::min(limits.maxThreadsPerBlock, kMaxThreads),
                  "threads per block") &&
         !exceeds(info.staticSharedBytes, limits.staticSharedBytes,
                  "bytes of static shared memory per block") &&
         !exceeds(info.staticSharedBytes + info.dynamicSharedBytes,
                  limits.sharedBytes,
                  "bytes of shared memory per block (" +
                      std::to_string(info.staticSharedBytes) + " static, " +
                      std::to_string(info.dynamicSharedBytes) + " dynamic)");
}

void Checker::beginBlock(int64_t block, const std::vector<Region> &shared) {
  State &s = *state;
  const auto &size = s.launch.block;
  s.blockOfSerial.push_back(block);
  s.blocks.push_back(std::make_unique<RunningBlock>(
      block, ++s.lastSerial, size[0] * size[1] * size[2]));
  s.current = s.blocks.back().get();
  s.current->privates = std::move(s.recycledPrivates);
  s.current->privates.resize(size[0] * size[1] * size[2]);
  s.recycledPrivates.clear();
  for (const Region &region : shared) {
    auto old = std::find_if(s.recycled.begin(), s.recycled.end(),
                            [&](const auto &shadow) {
                              return shadow->region().begin == region.begin &&
                                     shadow->region().bytes == region.bytes;
                            });
    std::unique_ptr<Shadow> shadow;
    if (old == s.recycled.end()) {
      shadow = std::make_unique<Shadow>(region, /*isInitialised=*/false);
    } else {
      shadow = std::move(*old);
      s.recycled.erase(old);
      shadow->rename(region);
      shadow->markUnwritten();
    }
    insertSorted(s.current->shared, std::move(shadow));
  }
  if (s.homes.empty())
    s.findHomes(*s.current);
}

void Checker::endBlock(int64_t block) {
  State &s = *state;
  RunningBlock *ended = s.findBlock(block);
  if (!ended)
    return;
  for (auto &shadow : ended->shared)
    s.recycled.push_back(std::move(shadow));
  s.recycledPrivates = std::move(ended->privates);
  s.blocks.erase(std::find_if(s.blocks.begin(), s.blocks.end(),
                              [&](const auto &b) { return b.get() == ended; }));
  s.current = nullptr;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Checks an access to one cell at `address` and remembers it.
bool Checker::State::check(Cell &cell, uintptr_t address, const Access &access,
                           const View &view, const Shadow &shadow) {
  AccessKind kind = access.kind;
  bool reads = kind == AccessKind::Read || kind == AccessKind::AsyncRead;
  AccessSet *atomicSet = cell.atomics ? &atomics[cell.atomics - 1] : nullptr;
  Stamp other = cell.write;
  bool conflicts = (view.isCurrent(other) && view.isConcurrent(other)) ||
                   (!reads && cell.reads.findConflict(view, other)) ||
                   (kind != AccessKind::Atomic && atomicSet &&
                    atomicSet->findConflict(view, other));
  if (conflicts && !reportConflict(other, address, access, view, shadow))
    return false;

  if (reads) {
    cell.reads.add(view);
  } else if (kind == AccessKind::Atomic) {
    if (!atomicSet) {
      atomics.emplace_back();
      cell.atomics = atomics.size();
      atomicSet = &atomics.back();
    }
    atomicSet->add(view);
  } else {
    // All that was before is ordered before this write, or was reported.
    cell.write = view.stamp;
    cell.reads.clear(pool);
    if (atomicSet)
      atomicSet->clear(pool);
  }
  return true;
}

/// Reports the use of what nobody has written. To copy it is no use: a box that
/// is copied may hold elements that do not matter.
bool Checker::State::checkWritten(const Access &access, RunningBlock &block,
                                  Shadow &shadow) {
  bool isAsync = access.kind == AccessKind::AsyncRead ||
                 access.kind == AccessKind::AsyncWrite;
  bool isWrite =
      access.kind == AccessKind::Write || access.kind == AccessKind::AsyncWrite;
  bool moves = isAsync || access.source >= 0;
  std::pair<int64_t, uint32_t> value(
      access.thread,
      isAsync ? access.site : static_cast<uint32_t>(access.source));
  if (isWrite) {
    auto moved = moves && !block.unwritten.empty() ? block.unwritten.find(value)
                                                   : block.unwritten.end();
    bool isWritten = moved == block.unwritten.end();
    if (!shadow.tracksWrites())
      return isWritten || report(moved->second.report);
    shadow.markWritten(access.address, access.bytes);
    if (isWritten)
      return true;
    // Of several elements at once, those that were written are.
    const std::vector<bool> &holes = moved->second.holes;
    for (size_t byte = 0; byte < access.bytes; ++byte)
      if (holes.size() != access.bytes || holes[byte])
        shadow.markUnwritten(access.address + byte, 1);
    return true;
  }
  uintptr_t hole = shadow.tracksWrites()
                       ? shadow.firstUnwritten(access.address, access.bytes)
                       : 0;
  if (!hole) {
    if (moves && !block.unwritten.empty())
      block.unwritten.erase(value);
    return true;
  }
  Report found;
  found.kind = Report::Kind::Uninitialised;
  found.place = coordinates(shadow.region(), hole);
  found.parties = {party(access)};
  found.reason =
      access.space == Space::Shared ? "no thread of the block has written there"
      : access.space == Space::Private ? "the thread has not written there"
                                       : "nobody has written there";
  if (!moves)
    return report(std::move(found));
  std::vector<bool> holes(access.bytes);
  for (size_t byte = 0; byte < access.bytes; ++byte)
    holes[byte] = shadow.firstUnwritten(access.address + byte, 1) != 0;
  block.unwritten[value] = {std::move(holes), std::move(found)};
  return true;
}

void Checker::addPrivate(int64_t block, int64_t thread, uint32_t site,
                         const Region &region) {
  RunningBlock *running = state->findBlock(block);
  if (!running)
    return;
  auto &list = running->privates[thread];
  for (size_t i = 0; i < list.size();) {
    const Region &old = list[i].second->region();
    if (list[i].first == site && old.begin == region.begin &&
        old.bytes == region.bytes)
      return list[i].second->markUnwritten();
    // Of a call that has returned, or of an earlier execution.
    bool overlaps = old.begin < region.begin + region.bytes &&
                    region.begin < old.begin + old.bytes;
    if (overlaps || list[i].first == site)
      list.erase(list.begin() + static_cast<int64_t>(i));
    else
      ++i;
  }
  list.emplace_back(site,
                    std::make_unique<Shadow>(region, /*isInitialised=*/false));
}

/// Private memory is the thread's alone: there are no races, but bounds.
bool Checker::State::accessPrivate(const Access &access, RunningBlock &block) {
  uint32_t site = (*launch.sites)[access.site].alloca;
  Shadow *wanted = nullptr, *found = nullptr;
  for (auto &[number, shadow] : block.privates[access.thread]) {
    if (site != 0 && number == site - 1)
      wanted = shadow.get();
    if (shadow->contains(access.address, access.bytes))
      found = shadow.get();
  }
  if (site != 0)
    found = wanted && wanted->contains(access.address, access.bytes) ? wanted
                                                                     : nullptr;
  if (found)
    return checkWritten(access, block, *found);
  if (!wanted && !block.privates[access.thread].empty())
    wanted = block.privates[access.thread].back().second.get();
  return reportOutside(access, wanted, "private memory");
}

bool Checker::access(const Access &access) {
  State &s = *state;
  RunningBlock *block = s.findBlock(access.block);
  if (!access.bytes || !block)
    return true;
  bool hasSite = s.launch.sites && access.site < s.launch.sites->size();
  // A copy, which has one site for two places, is never to private memory.
  bool isCopyOfBlock = access.kind == AccessKind::AsyncRead ||
                       access.kind == AccessKind::AsyncWrite;
  if (hasSite && !isCopyOfBlock &&
      (access.space == Space::Private ||
       (*s.launch.sites)[access.site].alloca != 0))
    return s.accessPrivate(access, *block);
  if (access.space == Space::Private)
    return true;
  Shadow *shadow = s.findShadow(access, *block);
  if (!shadow)
    return s.reportOutOfBounds(access, *block);
  if (access.alignment > 1 && access.address % access.alignment)
    return s.reportMisaligned(access, *shadow);

  BlockTime &time = block->time;
  time.runs(access.thread);
  bool isCopy = access.kind == AccessKind::AsyncRead ||
                access.kind == AccessKind::AsyncWrite;
  View view;
  view.stamp.block = block->serial;
  view.stamp.epoch = time.epoch();
  view.stamp.clock = time.clock(access.thread);
  view.stamp.site = access.site;
  view.stamp.copy = isCopy ? time.numberOfCopy(access.copy) : 0;
  view.stamp.thread = access.thread;
  view.stamp.kind = access.kind;
  view.base = access.space == Space::Shared ? block->serial - 1 : s.base;
  view.overlap =
      s.overlaps && access.space != Space::Shared ? &s.overlap : nullptr;
  view.time = &time;
  view.pool = &s.pool;
  view.partialSynchronisation = s.launch.partialSynchronisation;

  if (!s.checkWritten(access, *block, *shadow))
    return false;
  return shadow->visit(access.address, access.bytes, s.pool, s.atomics,
                       [&](Cell &cell, uintptr_t address) {
                         return s.check(cell, address, access, view, *shadow);
                       });
}

void Checker::synchronise(const Synchronisation &meeting) {
  RunningBlock *block = state->findBlock(meeting.block);
  if (!block || !meeting.ordersMemory)
    return;
  if (meeting.wholeBlock)
    block->time.synchroniseAll();
  else
    block->time.synchronise(meeting.threads);
}

/// What is behind a barrier of the grid is checked as if it were another
/// launch, which begins when all of this one's blocks have met. An asynchronous
/// copy that is still under way is taken to be finished.
void Checker::synchroniseGrid(uint32_t /*site*/) {
  State &s = *state;
  if (s.overlaps) {
    // Blocks keep away from those of other launches under both numbers.
    s.overlap.launches.push_back({s.launchBase, s.lastSerial, true});
    s.earlier.push_back(s.launch);
    s.launchBase = s.lastSerial;
  } else {
    s.base = s.lastSerial;
  }
  for (auto &block : s.blocks) {
    s.blockOfSerial.push_back(block->number);
    block->serial = ++s.lastSerial;
    block->time.synchroniseAll();
  }
}

void Checker::copyFinished(int64_t block, int64_t thread, uint64_t copy) {
  if (RunningBlock *running = state->findBlock(block))
    running->time.finishCopy(copy, thread);
}

} // namespace polymem::emulator
