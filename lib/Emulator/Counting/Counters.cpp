//===- Counters.cpp - what a profiler would count -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Emulator/Counting/Counters.h"
#include "WarpRequest.h"
#include <algorithm>

namespace polymem::emulator {

namespace {
/// What the lanes of a warp must have in common to share a request.
struct StreamKey {
  uint32_t site;
  Space space;
  AccessKind kind;
  uint32_t bytes;

  bool operator==(const StreamKey &other) const {
    return site == other.site && space == other.space && kind == other.kind &&
           bytes == other.bytes;
  }
};

/// An access of a lane: where, and in which iterations of the loops around it.
struct Step {
  uintptr_t address;
  uint64_t path;
};

/// Accesses of one lane between two of its synchronisations, the first and
/// those whose addresses and paths are as far apart again and again.
struct Run {
  Step start, stride;
  uint32_t count, generation;

  Step at(uint32_t position) const {
    return {start.address + stride.address * position,
            start.path + stride.path * position};
  }
};

/// The accesses that one lane made with one key since the last flush: programs
/// are mostly affine, so they are kept as arithmetic progressions.
struct Stream {
  std::vector<Run> runs;

  void append(Step step, uint32_t generation) {
    if (!runs.empty()) {
      Run &run = runs.back();
      if (run.generation == generation && run.count < UINT32_MAX) {
        if (run.count == 1)
          run.stride = {step.address - run.start.address,
                        step.path - run.start.path};
        Step next = run.at(run.count);
        if (step.address == next.address && step.path == next.path) {
          ++run.count;
          return;
        }
      }
    }
    runs.push_back({step, {0, 0}, 1, generation});
  }
};

/// A place in a stream.
struct Cursor {
  const Stream *stream;
  size_t run = 0;
  uint32_t position = 0;

  bool atEnd() const { return run == stream->runs.size(); }
  bool isIn(uint32_t generation) const {
    return !atEnd() && stream->runs[run].generation == generation;
  }
  uint32_t generation() const { return stream->runs[run].generation; }
  Step step() const { return stream->runs[run].at(position); }
  void advance() {
    if (++position < stream->runs[run].count)
      return;
    ++run;
    position = 0;
  }
};

/// Instructions of one class at one site, per synchronisation interval of a
/// lane.
struct Tally {
  struct Entry {
    uint32_t generation;
    uint64_t count;
  };
  std::vector<Entry> entries;

  void add(uint32_t generation, uint64_t count) {
    if (!entries.empty() && entries.back().generation == generation)
      entries.back().count += count;
    else
      entries.push_back({generation, count});
  }
};

/// The lanes of a warp: index key * warpSize + lane.
struct Warp {
  std::vector<Stream> streams;
  std::vector<Tally> tallies;
};

struct CountedBlock {
  int64_t number = 0;
  std::vector<Warp> warps;
  /// How often each thread has synchronised since its warp's last flush.
  std::vector<uint32_t> generations;
};
} // namespace

struct Counters::State {
  explicit State(const Limits &limits) : limits(limits) {}

  Limits limits;
  std::vector<KernelCounts> kernels;
  size_t kernel = 0;
  LaunchInfo launch;
  std::vector<Site> sites;
  std::vector<std::unique_ptr<CountedBlock>> blocks, recycled;
  CountedBlock *current = nullptr;

  /// Keys by number, and the numbers of each site's keys.
  std::vector<StreamKey> keys;
  std::vector<std::vector<uint32_t>> keysOfSite;
  /// Site and class of instructions by number, and the other way round.
  std::vector<std::pair<uint32_t, std::string>> classes;
  std::map<std::pair<uint32_t, std::string>, uint32_t> classNumbers;
  /// The class asked for last at each site: its name's address and number.
  std::vector<std::pair<const char *, uint32_t>> lastClass;
  /// This launch's counts by key.
  std::vector<TransferCounts> totals;

  CountedBlock *findBlock(int64_t number);
  uint32_t keyNumber(const Access &access);
  uint32_t classNumber(uint32_t site, const char *name);
  void flushWarp(CountedBlock &block, size_t warp);
  void flush(CountedBlock &block);
  void finishLaunch();
};

TransferCounts &TransferCounts::operator+=(const TransferCounts &other) {
  requests += other.requests;
  accesses += other.accesses;
  bytes += other.bytes;
  transfers += other.transfers;
  minimum += other.minimum;
  return *this;
}

CountedBlock *Counters::State::findBlock(int64_t number) {
  if (current && current->number == number)
    return current;
  for (auto &block : blocks)
    if (block->number == number)
      return current = block.get();
  return nullptr;
}

uint32_t Counters::State::keyNumber(const Access &access) {
  if (access.site >= keysOfSite.size())
    keysOfSite.resize(access.site + 1);
  StreamKey key{access.site, access.space, access.kind, access.bytes};
  for (uint32_t number : keysOfSite[access.site])
    if (keys[number] == key)
      return number;
  keysOfSite[access.site].push_back(keys.size());
  keys.push_back(key);
  totals.emplace_back();
  return keys.size() - 1;
}

uint32_t Counters::State::classNumber(uint32_t site, const char *name) {
  if (site >= lastClass.size())
    lastClass.resize(site + 1, {nullptr, 0});
  if (lastClass[site].first == name)
    return lastClass[site].second;
  auto [it, isNew] = classNumbers.try_emplace({site, name}, classes.size());
  if (isNew)
    classes.push_back(it->first);
  lastClass[site] = {name, it->second};
  return it->second;
}

//===----------------------------------------------------------------------===//
// From lanes to warps
//===----------------------------------------------------------------------===//

/// Counts what is left of `generation`, where lanes are in different
/// iterations: those in the same ones make a request together.
static void countByPath(std::vector<Cursor> &cursors, uint32_t generation,
                        WarpRequest &request, TransferCounts &counts) {
  struct Entry {
    uint64_t path;
    /// Its number; then, how many the lane has made on this path before.
    uint32_t occurrence;
    uint32_t lane;
    uintptr_t address;
  };
  auto keyOf = [](const Entry &entry) {
    return std::pair(entry.path, entry.occurrence);
  };
  std::vector<Entry> entries;
  for (uint32_t lane = 0; lane < cursors.size(); ++lane) {
    size_t first = entries.size();
    for (Cursor &cursor = cursors[lane]; cursor.isIn(generation);
         cursor.advance()) {
      Step step = cursor.step();
      entries.push_back({step.path, static_cast<uint32_t>(entries.size()), lane,
                         step.address});
    }
    std::sort(
        entries.begin() + first, entries.end(),
        [&](const Entry &a, const Entry &b) { return keyOf(a) < keyOf(b); });
    for (size_t i = first; i < entries.size(); ++i)
      entries[i].occurrence =
          i > first && entries[i].path == entries[i - 1].path
              ? entries[i - 1].occurrence + 1
              : 0;
  }
  std::sort(entries.begin(), entries.end(),
            [&](const Entry &a, const Entry &b) {
              return std::pair(keyOf(a), a.lane) < std::pair(keyOf(b), b.lane);
            });
  for (size_t i = 0; i < entries.size();) {
    request.clear();
    for (auto key = keyOf(entries[i]);
         i < entries.size() && keyOf(entries[i]) == key; ++i)
      request.add(entries[i].lane, entries[i].address);
    counts += request.count();
  }
}

/// The counts of the requests that the lanes' streams make together.
static TransferCounts countRequests(const Limits &limits, const StreamKey &key,
                                    const Stream *streams) {
  std::vector<Cursor> cursors;
  cursors.reserve(limits.warpSize);
  for (int64_t lane = 0; lane < limits.warpSize; ++lane)
    cursors.push_back({&streams[lane]});
  TransferCounts counts;
  WarpRequest request(limits, key.space, key.bytes);
  while (true) {
    uint32_t generation = UINT32_MAX;
    for (const Cursor &cursor : cursors)
      if (!cursor.atEnd())
        generation = std::min(generation, cursor.generation());
    if (generation == UINT32_MAX)
      return counts;
    request.clear();
    uint64_t path = 0;
    bool agree = true;
    for (int64_t lane = 0; lane < limits.warpSize; ++lane) {
      if (!cursors[lane].isIn(generation))
        continue;
      Step step = cursors[lane].step();
      agree &= request.empty() || step.path == path;
      path = step.path;
      request.add(lane, step.address);
    }
    if (!agree) {
      countByPath(cursors, generation, request, counts);
      continue;
    }
    for (Cursor &cursor : cursors)
      if (cursor.isIn(generation))
        cursor.advance();
    counts += request.count();
  }
}

static InstructionCounts countInstructions(int64_t warpSize,
                                           const Tally *tallies) {
  InstructionCounts counts;
  std::map<uint32_t, uint64_t> mostOfGeneration;
  for (int64_t lane = 0; lane < warpSize; ++lane)
    for (const Tally::Entry &entry : tallies[lane].entries) {
      uint64_t &most = mostOfGeneration[entry.generation];
      most = std::max(most, entry.count);
      counts.threads += entry.count;
    }
  for (auto [generation, most] : mostOfGeneration)
    counts.warps += most;
  return counts;
}

void Counters::State::flushWarp(CountedBlock &block, size_t number) {
  Warp &warp = block.warps[number];
  int64_t warpSize = limits.warpSize;
  for (size_t i = 0; i < warp.streams.size(); i += warpSize)
    totals[i / warpSize] +=
        countRequests(limits, keys[i / warpSize], &warp.streams[i]);
  for (size_t i = 0; i < warp.tallies.size(); i += warpSize) {
    InstructionCounts counts = countInstructions(warpSize, &warp.tallies[i]);
    if (!counts.threads)
      continue;
    InstructionCounts &total =
        kernels[kernel].instructions[classes[i / warpSize].second];
    total.warps += counts.warps;
    total.threads += counts.threads;
  }
  for (Stream &stream : warp.streams)
    stream.runs.clear();
  for (Tally &tally : warp.tallies)
    tally.entries.clear();
  size_t first = number * warpSize;
  size_t end = std::min(first + warpSize, block.generations.size());
  std::fill(block.generations.begin() + first, block.generations.begin() + end,
            0);
}

void Counters::State::flush(CountedBlock &block) {
  for (size_t i = 0; i < block.warps.size(); ++i)
    flushWarp(block, i);
}

/// Adds the launch's counts to the kernel's.
void Counters::State::finishLaunch() {
  for (auto &block : blocks) {
    flush(*block);
    recycled.push_back(std::move(block));
  }
  blocks.clear();
  current = nullptr;
  for (size_t i = 0; i < keys.size(); ++i) {
    const StreamKey &key = keys[i];
    Site site{"unknown location", "access", "", 0};
    if (key.site < sites.size())
      site = sites[key.site];
    KernelCounts &counts = kernels[kernel];
    counts.transfers[{key.space, key.kind}] += totals[i];
    counts.sites[{key.site, site.location, site.operation, key.space,
                  key.kind}] += totals[i];
  }
  keys.clear();
  keysOfSite.clear();
  totals.clear();
  classes.clear();
  classNumbers.clear();
  lastClass.clear();
  // Their streams are numbered by the keys of this launch.
  recycled.clear();
}

//===----------------------------------------------------------------------===//
// Observer
//===----------------------------------------------------------------------===//

Counters::Counters(const Limits &limits)
    : state(std::make_unique<State>(limits)) {}

Counters::~Counters() = default;

const std::vector<KernelCounts> &Counters::kernels() const {
  return state->kernels;
}

bool Counters::beginLaunch(const LaunchInfo &info) {
  State &s = *state;
  s.finishLaunch();
  s.launch = info;
  s.sites = info.sites ? *info.sites : std::vector<Site>();
  auto it = std::find_if(
      s.kernels.begin(), s.kernels.end(),
      [&](const KernelCounts &k) { return k.kernel == info.kernel; });
  s.kernel = it - s.kernels.begin();
  if (it == s.kernels.end()) {
    s.kernels.emplace_back();
    s.kernels.back().kernel = info.kernel;
  }
  ++s.kernels[s.kernel].launches;
  return true;
}

void Counters::endLaunch() { state->finishLaunch(); }

void Counters::beginBlock(int64_t number, const std::vector<Region> &) {
  State &s = *state;
  std::unique_ptr<CountedBlock> block;
  if (s.recycled.empty()) {
    block = std::make_unique<CountedBlock>();
  } else {
    block = std::move(s.recycled.back());
    s.recycled.pop_back();
  }
  const auto &size = s.launch.block;
  int64_t threads = size[0] * size[1] * size[2];
  int64_t warps = (threads + s.limits.warpSize - 1) / s.limits.warpSize;
  block->number = number;
  block->warps.resize(warps);
  block->generations.assign(threads, 0);
  KernelCounts &counts = s.kernels[s.kernel];
  ++counts.blocks;
  counts.threads += threads;
  counts.warps += warps;
  s.blocks.push_back(std::move(block));
}

void Counters::endBlock(int64_t number) {
  State &s = *state;
  CountedBlock *ended = s.findBlock(number);
  if (!ended)
    return;
  s.flush(*ended);
  auto it = std::find_if(s.blocks.begin(), s.blocks.end(),
                         [&](const auto &b) { return b.get() == ended; });
  s.recycled.push_back(std::move(*it));
  s.blocks.erase(it);
  s.current = nullptr;
}

bool Counters::access(const Access &access) {
  State &s = *state;
  CountedBlock *block = s.findBlock(access.block);
  if (access.space == Space::Private || !access.bytes || !block)
    return true;
  size_t warpSize = s.limits.warpSize, key = s.keyNumber(access);
  Warp &warp = block->warps[access.thread / warpSize];
  if (warp.streams.size() < (key + 1) * warpSize)
    warp.streams.resize((key + 1) * warpSize);
  warp.streams[key * warpSize + access.thread % warpSize].append(
      {access.address, access.path}, block->generations[access.thread]);
  return true;
}

void Counters::instruction(int64_t number, int64_t thread, uint32_t site,
                           const char *classOfInstruction, uint64_t count) {
  State &s = *state;
  CountedBlock *block = s.findBlock(number);
  if (!block)
    return;
  size_t warpSize = s.limits.warpSize;
  size_t index = s.classNumber(site, classOfInstruction);
  Warp &warp = block->warps[thread / warpSize];
  if (warp.tallies.size() < (index + 1) * warpSize)
    warp.tallies.resize((index + 1) * warpSize);
  warp.tallies[index * warpSize + thread % warpSize].add(
      block->generations[thread], count);
}

void Counters::synchronise(const Synchronisation &meeting) {
  State &s = *state;
  CountedBlock *block = s.findBlock(meeting.block);
  if (!block)
    return;
  KernelCounts &counts = s.kernels[s.kernel];
  if (meeting.wholeBlock) {
    counts.blockBarriers += meeting.ordersMemory;
    s.flush(*block);
    return;
  }
  counts.partialBarriers += meeting.ordersMemory;
  std::map<int64_t, int64_t> lanesOfWarp;
  for (int64_t thread : meeting.threads) {
    ++block->generations[thread];
    ++lanesOfWarp[thread / s.limits.warpSize];
  }
  // Where a whole warp meets, nothing before can join anything after.
  for (auto [warp, lanes] : lanesOfWarp)
    if (lanes == s.limits.warpSize)
      s.flushWarp(*block, warp);
}

void Counters::synchroniseGrid(uint32_t /*site*/) {
  State &s = *state;
  ++s.kernels[s.kernel].gridBarriers;
  for (auto &block : s.blocks)
    s.flush(*block);
}

} // namespace polymem::emulator
