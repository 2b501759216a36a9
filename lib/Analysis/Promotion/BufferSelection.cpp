//===- BufferSelection.cpp - which buffers fit ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/BufferSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>

using namespace llvm;
using namespace polymem;

namespace {
/// Depth-first branch and bound over the candidates in order of saving per
/// byte, with the bound of the fractional problem.
class Search {
public:
  Search(ArrayRef<BufferCandidate> all, int64_t capacity, uint64_t maxNodes)
      : all(all), capacity(capacity), nodesLeft(maxNodes),
        order(to_vector(seq<unsigned>(all.size()))), taken(all.size(), false) {
    llvm::sort(order, [&](unsigned a, unsigned b) {
      double perByteA = (double)saving(a) / std::max<int64_t>(1, all[a].bytes);
      double perByteB = (double)saving(b) / std::max<int64_t>(1, all[b].bytes);
      return perByteA != perByteB ? perByteA > perByteB : a < b;
    });
    best.kept.assign(all.size(), false);
  }

  BufferSelection run() {
    descend(0, 0, 0, 0);
    return best;
  }

private:
  int64_t saving(unsigned k) const {
    return std::max<int64_t>(0, all[k].saved);
  }

  /// What the candidates from position `next` on may add at most.
  double bound(size_t next, int64_t room) const {
    double sum = 0;
    for (size_t k = next; k < order.size() && room > 0; ++k) {
      const BufferCandidate &candidate = all[order[k]];
      double part = candidate.bytes <= room
                        ? 1.0
                        : (double)room / (double)candidate.bytes;
      sum += part * (double)saving(order[k]);
      room -= candidate.bytes;
    }
    return sum;
  }

  void descend(size_t next, int64_t bytes, int64_t saved, unsigned count) {
    if (nodesLeft == 0) {
      best.optimal = false;
      return;
    }
    --nodesLeft;
    if (saved > best.saved || (saved == best.saved && count > bestCount)) {
      best.saved = saved;
      best.bytes = bytes;
      bestCount = count;
      best.kept.assign(taken.begin(), taken.end());
    }
    // Nothing is pruned that could still equal the best with more buffers.
    if (next == order.size() ||
        (double)saved + bound(next, capacity - bytes) < (double)best.saved)
      return;
    const BufferCandidate &candidate = all[order[next]];
    if (candidate.bytes <= capacity - bytes) {
      taken[order[next]] = true;
      descend(next + 1, bytes + candidate.bytes, saved + saving(order[next]),
              count + 1);
      taken[order[next]] = false;
    }
    descend(next + 1, bytes, saved, count);
  }

  ArrayRef<BufferCandidate> all;
  int64_t capacity;
  uint64_t nodesLeft;
  SmallVector<unsigned> order;
  SmallVector<bool> taken;
  BufferSelection best;
  unsigned bestCount = 0;
};
} // namespace

BufferSelection polymem::selectBuffers(ArrayRef<BufferCandidate> candidates,
                                       int64_t capacity, uint64_t maxNodes) {
  return Search(candidates, capacity, maxNodes).run();
}
