//===- TileCells.cpp - what a tile keeps per point ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCells.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;

/// Room for other buffers is left in the 48 KB that every GPU of the last ten
/// years has for a block.
static constexpr int64_t kMaxBytes = int64_t(32) * 1024;

namespace {
/// Temporaries that are expanded over the same loops.
struct Expansion {
  SmallVector<BandLoop *> loops;
  int64_t bytesPerPoint = 0;

  /// 0 if it is not constant.
  int64_t bytes() const {
    int64_t result = bytesPerPoint;
    for (const BandLoop *loop : loops) {
      std::optional<int64_t> count = loop->constantTripCount();
      if (loop->size.kind == TileSize::Kind::Constant && loop->size.isTiled())
        count = loop->size.value;
      if (!count || llvm::MulOverflow(result, *count, result))
        return 0;
    }
    return result;
  }
};
} // namespace

static void collect(TileNode &node, SmallVector<BandLoop *> loops,
                    std::vector<Expansion> &expansions) {
  for (BandLoop &loop : node.loops)
    loops.push_back(&loop);
  Expansion expansion{loops};
  for (Operation *cell : node.cells) {
    MemRefType type = cast<memref::AllocaOp>(cell).getType();
    int64_t bytes = elementBytes(cell, type);
    if (type.hasStaticShape())
      expansion.bytesPerPoint += type.getNumElements() * bytes;
  }
  if (expansion.bytesPerPoint > 0)
    expansions.push_back(std::move(expansion));
  for (TileItem &item : node.items)
    if (item.node)
      collect(*item.node, loops, expansions);
}

void polymem::fitCells(TileNode &tree) {
  std::vector<Expansion> expansions;
  collect(tree, {}, expansions);
  while (true) {
    int64_t total = 0;
    BandLoop *widest = nullptr;
    for (const Expansion &expansion : expansions) {
      int64_t bytes = expansion.bytes();
      total += bytes;
      if (bytes == 0)
        continue;
      for (BandLoop *loop : expansion.loops)
        if (loop->size.kind == TileSize::Kind::Constant &&
            loop->size.value > (widest ? widest->size.value : 1))
          widest = loop;
    }
    if (total <= kMaxBytes || !widest)
      return;
    widest->size = TileSize::constant((widest->size.value + 1) / 2);
  }
}
