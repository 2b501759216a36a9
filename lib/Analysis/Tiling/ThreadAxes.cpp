//===- ThreadAxes.cpp - which loops become threads ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadAxes.h"
#include "PolyMem/Analysis/Tiling/Coalescing.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace polymem;

/// The references that count: those of the innermost statements of the band,
/// to elements of arrays.
static SmallVector<const ScopAccess *> references(Operation *root,
                                                  const BandDependences &deps) {
  const Scop &scop = deps.scop();
  StatementList statements = deps.statementsIn(root);
  size_t depth = 0;
  for (unsigned index : statements)
    depth = std::max(depth, scop.statements()[index].ivs.size());
  SmallVector<const ScopAccess *> result;
  for (unsigned index : statements) {
    const ScopStatement &statement = scop.statements()[index];
    if (statement.ivs.size() != depth)
      continue;
    for (unsigned id : statement.accesses) {
      const ScopAccess &access = scop.accesses()[id];
      const ScopArray &array = scop.arrays()[access.array];
      if (array.kind == ScopArray::Kind::MemRef && array.rank != 0)
        result.push_back(&access);
    }
  }
  return result;
}

namespace {
/// References far apart along a loop: without reuse, and with it.
struct Score {
  unsigned direct = 0, reused = 0;

  bool operator<(const Score &other) const {
    return std::tie(direct, reused) < std::tie(other.direct, other.reused);
  }
};
} // namespace

static Score scoreOf(const BandLoop &loop,
                     ArrayRef<const ScopAccess *> accesses, const Scop &scop) {
  Score score;
  for (const ScopAccess *access : accesses) {
    Adjacency adjacency = adjacencyAlong(scop, *access, loop.iv, loop.step);
    if (adjacency == Adjacency::Same || adjacency == Adjacency::Contiguous)
      continue;
    bool once = access->relation.is_injective().is_true();
    ++(once ? score.direct : score.reused);
  }
  return score;
}

std::optional<AxisChoice> polymem::chooseAxisX(const TileNode &node,
                                               Operation *root,
                                               const BandDependences &deps) {
  if (llvm::count_if(node.loops,
                     [](const BandLoop &loop) { return loop.parallel; }) < 2)
    return std::nullopt;
  SmallVector<const ScopAccess *> accesses = references(root, deps);
  std::optional<std::pair<unsigned, Score>> innermost, best;
  unsigned mapped = 0;
  for (unsigned k = node.loops.size(); k-- > 0;) {
    if (!node.loops[k].parallel || mapped++ >= kMaxMappedLoops)
      continue;
    Score score = scoreOf(node.loops[k], accesses, deps.scop());
    if (!innermost)
      innermost = {k, score};
    if (!best || score < best->second)
      best = {k, score};
  }
  return AxisChoice{best->first, best->second.direct + best->second.reused,
                    innermost->second.direct + innermost->second.reused};
}

int64_t polymem::lanesOf(Operation *loop) {
  auto forOp = dyn_cast<affine::AffineForOp>(loop);
  if (!forOp || !forOp->hasAttr(kLanesAttr) || !forOp.hasConstantBounds() ||
      forOp.getStepAsInt() != 1)
    return 0;
  return std::max<int64_t>(
      forOp.getConstantUpperBound() - forOp.getConstantLowerBound(), 0);
}

int64_t polymem::lanesInside(const TileNode &node) {
  int64_t lanes = 1;
  node.loops.back().op->walk([&](affine::AffineForOp inner) {
    lanes = std::max(lanes, lanesOf(inner));
  });
  return lanes;
}
