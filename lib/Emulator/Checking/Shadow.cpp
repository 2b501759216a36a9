//===- Shadow.cpp - who accessed which memory -----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"
#include <algorithm>

namespace polymem::emulator {

//===----------------------------------------------------------------------===//
// StampPool
//===----------------------------------------------------------------------===//

uint32_t StampPool::create(const Stamp &stamp, uint32_t next) {
  uint32_t link = free;
  if (link) {
    free = (*this)[link].next;
  } else {
    nodes.emplace_back();
    link = nodes.size();
  }
  (*this)[link] = {stamp, next};
  return link;
}

void StampPool::release(uint32_t link) {
  uint32_t last = link;
  while ((*this)[last].next)
    last = (*this)[last].next;
  (*this)[last].next = free;
  free = link;
}

//===----------------------------------------------------------------------===//
// AccessSet
//===----------------------------------------------------------------------===//

/// Another block's access, while launches overlap: all others that are there
/// are kept, one of each launch.
void AccessSet::addOverlapping(const View &view) {
  StampPool &pool = *view.pool;
  std::vector<Stamp> kept;
  auto keep = [&](const Stamp &stamp) {
    if (!view.isCurrent(stamp) || stamp.block == view.stamp.block)
      return;
    size_t launch = view.overlap->launchOf(stamp.block);
    for (const Stamp &other : kept)
      if (view.overlap->launchOf(other.block) == launch)
        return;
    kept.push_back(stamp);
  };
  keep(head);
  if (otherBlock) {
    Stamp other;
    other.block = otherBlock;
    other.site = otherSite;
    other.thread = otherThread;
    other.kind = otherKind;
    keep(other);
  }
  for (uint32_t link = others; link; link = pool[link].next)
    keep(pool[link].stamp);
  clear(pool);
  for (const Stamp &stamp : kept)
    others = pool.create(stamp, others);
  head = view.stamp;
  hasCopies = view.stamp.copy != 0;
}

void AccessSet::addOther(const View &view) {
  if (view.overlap && head.block != view.stamp.block)
    return addOverlapping(view);
  if (!view.isCurrent(head)) {
    clear(*view.pool);
  } else if (head.block != view.stamp.block) {
    Stamp other = head;
    clear(*view.pool);
    otherBlock = other.block;
    otherSite = other.site;
    otherThread = other.thread;
    otherKind = other.kind;
  } else if (hasCopies || head.epoch == view.stamp.epoch) {
    push(view);
    return;
  } else if (next) {
    // A barrier has ordered all of the chain.
    view.pool->release(next);
    next = 0;
  }
  head = view.stamp;
  hasCopies = view.stamp.copy != 0;
}

/// Adds an access to those of the same block that are still there.
void AccessSet::push(const View &view) {
  StampPool &pool = *view.pool;
  if (!view.partialSynchronisation && !hasCopies && !view.stamp.copy) {
    // Two threads suffice: one of them is not the one that comes later.
    if (!next)
      next = pool.create(head, 0);
    else if (pool[next].stamp.thread == view.stamp.thread)
      return;
    head = view.stamp;
    return;
  }
  if (hasCopies || view.time->isInterleaved())
    dropOrdered(view);
  if (view.isCurrent(head))
    next = pool.create(head, next);
  head = view.stamp;
  hasCopies |= view.stamp.copy != 0;
}

/// Drops what happened before the viewer's access: whatever is concurrent with
/// that is concurrent with this, too. Leaves an empty head if nothing remains.
void AccessSet::dropOrdered(const View &view) {
  StampPool &pool = *view.pool;
  uint32_t chain = pool.create(head, next);
  hasCopies = false;
  for (uint32_t *link = &chain; *link;) {
    StampPool::Node &node = pool[*link];
    const Stamp &stamp = node.stamp;
    bool keep = stamp.copy ? !view.time->isFinishedForAll(stamp.copy)
                           : !view.time->isOrdered(stamp, view.stamp.thread);
    if (keep) {
      hasCopies |= stamp.copy != 0;
      link = &node.next;
      continue;
    }
    uint32_t dropped = *link;
    *link = node.next;
    node.next = 0;
    pool.release(dropped);
  }
  head = Stamp();
  next = chain;
  if (!chain)
    return;
  head = pool[chain].stamp;
  next = pool[chain].next;
  pool[chain].next = 0;
  pool.release(chain);
}

bool AccessSet::findConflictInChain(const View &view, Stamp &found) const {
  bool isCurrent = view.isCurrent(head);
  if (isCurrent && view.isConcurrent(head)) {
    found = head;
    return true;
  }
  for (uint32_t link = others; link; link = (*view.pool)[link].next) {
    const Stamp &stamp = (*view.pool)[link].stamp;
    if (view.isCurrent(stamp) && view.isConcurrent(stamp)) {
      found = stamp;
      return true;
    }
  }
  if (!isCurrent)
    return false;
  if (otherBlock) {
    found = Stamp();
    found.block = otherBlock;
    found.site = otherSite;
    found.thread = otherThread;
    found.kind = otherKind;
    return true;
  }
  for (uint32_t link = next; link; link = (*view.pool)[link].next)
    if (view.isConcurrent((*view.pool)[link].stamp)) {
      found = (*view.pool)[link].stamp;
      return true;
    }
  return false;
}

AccessSet AccessSet::clone(StampPool &pool) const {
  auto cloneChain = [&](uint32_t first) {
    std::vector<Stamp> chain;
    for (uint32_t link = first; link; link = pool[link].next)
      chain.push_back(pool[link].stamp);
    uint32_t result = 0;
    for (auto it = chain.rbegin(); it != chain.rend(); ++it)
      result = pool.create(*it, result);
    return result;
  };
  AccessSet copy = *this;
  copy.next = cloneChain(next);
  copy.others = cloneChain(others);
  return copy;
}

//===----------------------------------------------------------------------===//
// Shadow
//===----------------------------------------------------------------------===//

Shadow::Shadow(Region region, bool isInitialised) : place(std::move(region)) {
  origin = place.begin & ~((uintptr_t(1) << kLargestShift) - 1);
  pages.resize((place.begin + place.bytes - origin) / kPageBytes + 1);
  if (!isInitialised)
    written.resize(place.bytes / 64 + 1);
}

void Shadow::split(Page &page, uintptr_t boundaries, StampPool &pool,
                   std::vector<AccessSet> &atomics) {
  uint8_t shift = page.shift;
  while (boundaries & ((uintptr_t(1) << shift) - 1))
    --shift;
  std::vector<Cell> cells(kPageBytes >> shift);
  for (size_t i = 0; i < page.cells.size(); ++i) {
    Cell &old = page.cells[i];
    size_t parts = size_t(1) << (page.shift - shift), first = i * parts;
    for (size_t part = 1; part < parts; ++part) {
      Cell &cell = cells[first + part];
      cell.write = old.write;
      cell.reads = old.reads.clone(pool);
      if (old.atomics) {
        atomics.push_back(atomics[old.atomics - 1].clone(pool));
        cell.atomics = atomics.size();
      }
    }
    cells[first] = old;
  }
  page.cells = std::move(cells);
  page.shift = shift;
}

void Shadow::forget(StampPool &pool, std::vector<AccessSet> &atomics) {
  for (Page &page : pages) {
    for (Cell &cell : page.cells) {
      cell.reads.clear(pool);
      if (cell.atomics)
        atomics[cell.atomics - 1].clear(pool);
    }
    page = Page();
  }
}

uintptr_t Shadow::firstUnwritten(uintptr_t address, size_t bytes) const {
  size_t first = address - place.begin;
  if (bytes < 64 && first % 64 + bytes <= 64) {
    uint64_t mask = ((uint64_t(1) << bytes) - 1) << (first % 64);
    if ((written[first / 64] & mask) == mask)
      return 0;
  }
  for (size_t i = first; i < first + bytes; ++i)
    if (!(written[i / 64] >> (i % 64) & 1))
      return place.begin + i;
  return 0;
}

void Shadow::markWritten(uintptr_t address, size_t bytes) {
  size_t first = address - place.begin;
  if (bytes < 64 && first % 64 + bytes <= 64) {
    written[first / 64] |= ((uint64_t(1) << bytes) - 1) << (first % 64);
    return;
  }
  for (size_t i = first; i < first + bytes; ++i)
    written[i / 64] |= uint64_t(1) << (i % 64);
}

void Shadow::markUnwritten(uintptr_t address, size_t bytes) {
  size_t first = address - place.begin;
  for (size_t i = first; i < first + bytes; ++i)
    written[i / 64] &= ~(uint64_t(1) << (i % 64));
}

void Shadow::markUnwritten() { std::fill(written.begin(), written.end(), 0); }

} // namespace polymem::emulator
