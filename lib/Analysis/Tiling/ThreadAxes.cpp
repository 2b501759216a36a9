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

/// Those of `accesses` that are to elements far apart along `loop`.
static SmallVector<const ScopAccess *>
scatteredAlong(const BandLoop &loop, ArrayRef<const ScopAccess *> accesses,
               const Scop &scop) {
  SmallVector<const ScopAccess *> scattered;
  for (const ScopAccess *access : accesses) {
    Adjacency adjacency = adjacencyAlong(scop, *access, loop.iv, loop.step);
    if (adjacency != Adjacency::Same && adjacency != Adjacency::Contiguous)
      scattered.push_back(access);
  }
  return scattered;
}

static Score scoreOf(ArrayRef<const ScopAccess *> scattered) {
  Score score;
  for (const ScopAccess *access : scattered)
    ++(access->relation.is_injective().is_true() ? score.direct : score.reused);
  return score;
}

/// The loop that axis y should be, with `axisX` as axis x, along which
/// `scattered` are far apart; nothing if it is the innermost one that is left.
static std::optional<unsigned>
chooseAxisY(const TileNode &node, unsigned axisX,
            ArrayRef<const ScopAccess *> scattered, const Scop &scop) {
  std::optional<unsigned> innermost, best;
  Score most;
  unsigned mapped = 0;
  for (unsigned k = node.loops.size(); k-- > 0;) {
    const BandLoop &loop = node.loops[k];
    if (!loop.parallel || mapped++ >= kMaxMappedLoops || k == axisX)
      continue;
    Score score =
        scoreOf(llvm::filter_to_vector(scattered, [&](const ScopAccess *each) {
          return adjacencyAlong(scop, *each, loop.iv, loop.step) ==
                 Adjacency::Contiguous;
        }));
    if (!innermost)
      innermost = k;
    if (!best || most < score) {
      best = k;
      most = score;
    }
  }
  return best == innermost ? std::nullopt : best;
}

std::optional<AxisChoice> polymem::chooseAxes(const TileNode &node,
                                              Operation *root,
                                              const BandDependences &deps) {
  if (llvm::count_if(node.loops,
                     [](const BandLoop &loop) { return loop.parallel; }) < 2)
    return std::nullopt;
  SmallVector<const ScopAccess *> accesses = references(root, deps);
  std::optional<std::pair<unsigned, Score>> innermost, best;
  SmallVector<const ScopAccess *> scatteredAlongX;
  unsigned mapped = 0;
  for (unsigned k = node.loops.size(); k-- > 0;) {
    if (!node.loops[k].parallel || mapped++ >= kMaxMappedLoops)
      continue;
    SmallVector<const ScopAccess *> scattered =
        scatteredAlong(node.loops[k], accesses, deps.scop());
    Score score = scoreOf(scattered);
    if (!innermost)
      innermost = {k, score};
    if (!best || score < best->second) {
      best = {k, score};
      scatteredAlongX = std::move(scattered);
    }
  }
  // A second axis is the only one that is left, or nothing asks for another.
  std::optional<unsigned> second;
  if (mapped > 2 && !scatteredAlongX.empty())
    second = chooseAxisY(node, best->first, scatteredAlongX, deps.scop());
  return AxisChoice{best->first, second,
                    best->second.direct + best->second.reused,
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
