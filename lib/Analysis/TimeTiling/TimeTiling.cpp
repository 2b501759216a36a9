//===- TimeTiling.cpp - tiles of several time steps -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "ShapePlanners.h"

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kNoBudget =
    "the budget of isl operations does not suffice";

const TiledTimeLoop &polymem::tiledLoop(const TimeTiles &tiles) {
  return std::visit(
      [](const TiledTimeLoop &loop) -> const TiledTimeLoop & { return loop; },
      tiles);
}

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

/// Plans tiles of the shape that fits the loop at `at`, number `number` of
/// those with tiles. Nothing if there are none, for `reason`.
static std::optional<PlannedTiles> planLoop(const TimeCoordinates &at,
                                            const OrderConstraints &constraints,
                                            const TimeTilingOptions &options,
                                            unsigned number, Sentence &reason) {
  Sentence notOverlapped;
  if (options.shape == TimeTileShape::Overlapped ||
      (options.shape == TimeTileShape::Auto && !at.dependentPlaces &&
       at.rank() > 1)) {
    auto planned =
        planOverlappedTiles(at, constraints, options, number, reason);
    if (planned || options.shape == TimeTileShape::Overlapped)
      return planned;
    std::swap(notOverlapped, reason);
  }
  auto planned = at.dependentPlaces
                     ? planWavefronts(at, options, number, reason)
                     : planDiamonds(at, options, number, reason);
  if (planned && !planned->node.is_null() &&
      respectsOrder(at.scop, planned->node.get_schedule(), constraints)) {
    if (auto *diamonds = std::get_if<DiamondTiles>(&planned->tiles))
      diamonds->notOverlapped = notOverlapped;
    return planned;
  }
  if (reason.empty())
    reason = "that tiles respect the dependences is not shown";
  if (!notOverlapped.empty())
    reason += Sentence("; ") + notOverlapped;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// Plans for the outermost bands in the tree of `node`. Returns the node at its
/// place; null if the budget runs out.
static isl::schedule_node planBelow(isl::schedule_node node, const Scop &scop,
                                    const OrderConstraints &constraints,
                                    const TimeTilingOptions &options,
                                    const IslOperationsGuard &guard,
                                    TimeTilePlan &plan) {
  if (node.is_null())
    return node;
  if (!node.isa<isl::schedule_node_band>().is_true()) {
    for (int i = 0, e = node.n_children().release(); i < e; ++i) {
      node = planBelow(node.child(i), scop, constraints, options, guard, plan);
      if (node.is_null())
        return node;
      node = node.parent();
    }
    return node;
  }
  TimeCoordinates at(scop, node);
  Sentence reason;
  std::optional<PlannedTiles> planned;
  if (succeeded(findTimeCoordinates(constraints, at, reason)))
    planned = planLoop(at, constraints, options, plan.tiles.size(), reason);
  if (!planned || planned->node.is_null()) {
    // Without budget, what was found is not to be relied on.
    plan.refusals.push_back(
        {at.loop, guard.exceeded() ? Sentence(kNoBudget) : reason});
    return node;
  }
  plan.tiles.push_back(std::move(planned->tiles));
  return planned->node;
}

TimeTilePlan polymem::planTimeTiles(const Scop &scop,
                                    const OrderConstraints &constraints,
                                    const TimeTilingOptions &options) {
  TimeTilePlan plan;
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  isl::schedule_node root = planBelow(scop.schedule().root(), scop, constraints,
                                      options, guard, plan);
  if (!root.is_null())
    plan.order = root.get_schedule();
  if (plan.order.is_null()) {
    plan.order = scop.schedule();
    for (const TimeTiles &tiles : plan.tiles)
      plan.refusals.push_back({tiledLoop(tiles).loop, kNoBudget.str()});
    plan.tiles.clear();
  }
  return plan;
}
