//===- Shadow.h - who accessed which memory ---------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each region, what the checker remembers of the accesses to it: per cell
// the last write, and the reads and atomic operations that nothing has ordered
// since. A cell stands for 1 to 16 bytes that have always been accessed
// together; a page starts with cells as large as its first access and is split
// when an access takes a part of one. So bytes are told apart, and an array of
// f32 costs one cell per element.
//
// Nothing is cleared between blocks and launches: stamps name their block by a
// serial number, and those of blocks that no longer matter are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_CHECKING_SHADOW_H
#define POLYMEM_LIB_EMULATOR_CHECKING_SHADOW_H

#include "BlockTime.h"

namespace polymem::emulator {

/// Stamps chained behind a set's head. Links are numbers from 1; 0: the end.
class StampPool {
public:
  struct Node {
    Stamp stamp;
    uint32_t next = 0;
  };

  Node &operator[](uint32_t link) { return nodes[link - 1]; }
  uint32_t create(const Stamp &stamp, uint32_t next);
  /// Frees a whole chain.
  void release(uint32_t link);

private:
  std::vector<Node> nodes;
  uint32_t free = 0;
};

/// Launches since the first one that the running one may overlap with.
struct Overlap {
  struct Launch {
    /// Serial numbers of its blocks: those above `first`, up to `last`.
    uint32_t first, last;
    /// It has ended before the running launch begins.
    bool isOrdered;
  };
  /// In the order of their numbers; without the running one.
  std::vector<Launch> launches;

  /// The index of the launch of block `serial`; their number for the running
  /// one's.
  size_t launchOf(uint32_t serial) const {
    size_t i = 0;
    while (i < launches.size() && serial > launches[i].last)
      ++i;
    return i;
  }
  bool isOrdered(uint32_t serial) const {
    size_t i = launchOf(serial);
    return i < launches.size() && launches[i].isOrdered;
  }
};

/// The running thread's view, for one access.
struct View {
  /// What the access leaves behind.
  Stamp stamp;
  /// Stamps of blocks up to this serial number mean nothing.
  uint32_t base = 0;
  BlockTime *time = nullptr;
  StampPool *pool = nullptr;
  /// Whether the reads of a cell must all be remembered (else two will do).
  bool partialSynchronisation = true;
  /// Null if no earlier launch overlaps.
  const Overlap *overlap = nullptr;

  bool isCurrent(const Stamp &other) const {
    return other.block > base && (!overlap || !overlap->isOrdered(other.block));
  }
  /// Whether an access with a current stamp conflicts if its kind does.
  bool isConcurrent(const Stamp &other) const {
    return other.block != stamp.block || !time->isOrdered(other, stamp.thread);
  }
};

/// Accesses of one kind to one cell that may go on at once: reads, or atomic
/// operations. Remembers enough of them that a later access of the other kind
/// is found to conflict exactly if it does:
/// - from the block that came last, all that nothing has ordered (or, if all
///   synchronisation is by the whole block, two different threads of the
///   epoch);
/// - one from any other block, as blocks of a launch are never ordered; where
///   launches overlap, one from each of them.
class AccessSet {
public:
  void add(const View &view) {
    // A thread that repeats itself.
    if (head.block == view.stamp.block && head.epoch == view.stamp.epoch &&
        head.thread == view.stamp.thread && !head.copy && !view.stamp.copy) {
      head.clock = view.stamp.clock;
      return;
    }
    addOther(view);
  }
  /// Copies an access into `found` that conflicts with one by the viewer.
  bool findConflict(const View &view, Stamp &found) const {
    return (others != 0 || view.isCurrent(head)) &&
           findConflictInChain(view, found);
  }
  void clear(StampPool &pool) {
    if (next)
      pool.release(next);
    if (others)
      pool.release(others);
    *this = AccessSet();
  }
  /// A copy with a chain of its own.
  AccessSet clone(StampPool &pool) const;

private:
  void addOther(const View &view);
  void addOverlapping(const View &view);
  void push(const View &view);
  void dropOrdered(const View &view);
  bool findConflictInChain(const View &view, Stamp &found) const;

  Stamp head;
  uint32_t next = 0;
  /// A chain of accesses of other blocks, one of each launch, where launches
  /// overlap; then there is no `otherBlock`.
  uint32_t others = 0;
  /// The access of another block than the head's.
  uint32_t otherBlock = 0, otherSite = 0;
  uint16_t otherThread = 0;
  AccessKind otherKind = AccessKind::Read;
  /// Whether an asynchronous copy is in the chain or the head.
  bool hasCopies = false;
};

/// What is remembered of one cell.
struct Cell {
  Stamp write;
  AccessSet reads;
  /// Number (from 1) of the set of atomic operations; 0: there are none.
  uint32_t atomics = 0;
};

/// The cells of a region, and which of its bytes were ever written.
class Shadow {
public:
  Shadow(Region region, bool isInitialised);

  const Region &region() const { return place; }
  void rename(const Region &region) { place = region; }
  bool contains(uintptr_t address, size_t bytes) const {
    return address >= place.begin && address - place.begin <= place.bytes &&
           bytes <= place.bytes - (address - place.begin);
  }

  /// Calls `visit(cell, address)` for the cells of an access inside the region
  /// until one returns false; returns whether all returned true.
  template <typename Visit>
  bool visit(uintptr_t address, uint32_t bytes, StampPool &pool,
             std::vector<AccessSet> &atomics, Visit visit) {
    uintptr_t end = address + bytes;
    while (address < end) {
      uintptr_t offset = address - origin;
      Page &page = pages[offset / kPageBytes];
      uintptr_t limit = end - address < kPageBytes - offset % kPageBytes
                            ? end
                            : address + kPageBytes - offset % kPageBytes;
      if (((address | limit) & ((uintptr_t(1) << page.shift) - 1)) ||
          page.cells.empty())
        split(page, address | limit, pool, atomics);
      uintptr_t step = uintptr_t(1) << page.shift;
      for (; address < limit; address += step)
        if (!visit(page.cells[((address - origin) % kPageBytes) >> page.shift],
                   address))
          return false;
    }
    return true;
  }

  /// Forgets all accesses (but not which bytes were written).
  void forget(StampPool &pool, std::vector<AccessSet> &atomics);

  /// The first of `bytes` at `address` that was never written, or null.
  uintptr_t firstUnwritten(uintptr_t address, size_t bytes) const;
  void markWritten(uintptr_t address, size_t bytes);
  void markUnwritten(uintptr_t address, size_t bytes);
  /// Forgets which bytes were written.
  void markUnwritten();
  bool tracksWrites() const { return !written.empty(); }

private:
  static constexpr size_t kPageBytes = 4096;
  static constexpr uint8_t kLargestShift = 4;
  struct Page {
    uint8_t shift = kLargestShift;
    std::vector<Cell> cells;
  };

  /// Makes the cells of `page` small enough for the bits of `boundaries`.
  void split(Page &page, uintptr_t boundaries, StampPool &pool,
             std::vector<AccessSet> &atomics);

  Region place;
  /// Address of the first page: the region's begin, rounded down.
  uintptr_t origin;
  std::vector<Page> pages;
  /// One bit per byte; empty for initialised regions.
  std::vector<uint64_t> written;
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_CHECKING_SHADOW_H
