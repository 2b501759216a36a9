//===- RegisterTilePlan.cpp - which iterations to jam ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a tile mapped to threads do not depend on each other: none
// stores what another one loads or stores. So
//
// - their operations may be executed in any order that keeps that of each;
// - a load that does not depend on a dimension finds the same value in all
//   iterations along it, whatever they have stored meanwhile.
//
//===----------------------------------------------------------------------===//

#include "RegisterTilePlan.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// What copies share
//===----------------------------------------------------------------------===//

JamSharing::JamSharing(TileOp tile, ArrayRef<JammedDim> dims)
    : all((JamMask(1) << dims.size()) - 1) {
  for (auto [index, jammed] : llvm::enumerate(dims))
    values[tile.getOrigins()[jammed.dim]] = JamMask(1) << index;
  visit(tile.getBody().front());
}

JamMask JamSharing::operandsOf(Operation *op) const {
  JamMask mask = 0;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      mask |= values.lookup(operand);
  });
  return mask;
}

static bool isLoad(Operation *op) {
  return isa<affine::AffineLoadOp, memref::LoadOp>(op);
}

void JamSharing::visit(Block &block) {
  for (Operation &op : block.without_terminator()) {
    JamMask control = 0;
    for (Value operand : op.getOperands())
      control |= values.lookup(operand);
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (loop) { // What it carries does not decide how often it runs.
      control = 0;
      for (ValueRange bound :
           {loop.getLowerBoundOperands(), loop.getUpperBoundOperands()})
        for (Value operand : bound)
          control |= values.lookup(operand);
    }
    if ((loop || isa<affine::AffineIfOp>(op)) && control == 0) {
      sharedControl[&op] = true;
      // Carried and yielded values differ as far as is known.
      for (Value result : op.getResults())
        values[result] = all;
      if (loop)
        for (Value argument : loop.getRegionIterArgs())
          values[argument] = all;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          visit(inner);
      continue;
    }
    // Stores are each copy's own, and so is what it allocates.
    JamMask mask =
        isLoad(&op) || isMemoryEffectFree(&op) ? operandsOf(&op) : all;
    ops[&op] = mask;
    for (Value result : op.getResults())
      values[result] = mask;
  }
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

void JammedDim::setCopies(int64_t copies) {
  // Registers are the last digit.
  ArrayRef<Digit> digits = deal.getDigits();
  Deal changed(digits.take_while(
      [](const Digit &digit) { return digit.unit != Unit::Register; }));
  changed.add({Unit::Register, std::nullopt, copies});
  deal = std::move(changed);
}

int64_t RegisterTilePlan::copies() const {
  int64_t product = 1;
  for (const JammedDim &jammed : dims)
    product *= jammed.copies();
  return product;
}

int64_t polymem::copiesOf(JamMask mask, ArrayRef<JammedDim> dims) {
  int64_t product = 1;
  for (auto [index, jammed] : llvm::enumerate(dims))
    if (mask & (JamMask(1) << index))
      product *= jammed.copies();
  return product;
}

static bool isInnermost(Operation *loop) {
  return !loop->getRegion(0)
              .walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// Fills in the numbers of `plan` for its dimensions.
static void count(RegisterTilePlan &plan) {
  TileOp body = plan.body();
  JamSharing sharing(body, plan.dims);
  plan.loadsBefore = plan.loadsAfter = plan.operations = 0;
  int64_t copies = plan.copies();
  for (auto [op, mask] : sharing.ops) {
    int64_t nested = 0;
    op->walk([&](Operation *) { ++nested; });
    plan.operations += nested * copiesOf(mask, plan.dims);
    auto loop = op->getParentOfType<affine::AffineForOp>();
    if (!isLoad(op) || !loop || !body->isProperAncestor(loop) ||
        !sharing.isShared(loop) || !isInnermost(loop))
      continue;
    plan.loadsBefore += copies;
    plan.loadsAfter += copiesOf(mask, plan.dims);
  }
  plan.registerBytes = estimateRegisterBytes(body, plan.dims, sharing);
}

/// The largest divisor of `number` that is at most `limit`, at least 1.
static int64_t largestDivisor(int64_t number, int64_t limit) {
  for (int64_t divisor = std::min(number, limit); divisor > 1; --divisor)
    if (number % divisor == 0)
      return divisor;
  return 1;
}

/// The first of the limits that `plan` is beyond; empty if it is within all.
static Sentence findLimit(const RegisterTilePlan &plan,
                          const RegisterTileLimits &limits) {
  auto beyond = [](const char *what, StringRef name, int64_t value,
                   int64_t limit) -> Sentence {
    return sentence(what, named(("Needed" + name).str(), value),
                    named(("Max" + name).str(), limit));
  };
  if (limits.maxCopies != 0 && plan.copies() > limits.maxCopies)
    return beyond("{0} iterations, of {1} that max-copies allows", "Copies",
                  plan.copies(), limits.maxCopies);
  if (plan.operations > limits.maxOperations)
    return beyond("{0} operations, of {1} that there may be (max-operations)",
                  "Operations", plan.operations, limits.maxOperations);
  if (plan.registerBytes > limits.registerBytes)
    return beyond("about {0} bytes of registers, of {1} that there are for "
                  "them",
                  "RegisterBytes", plan.registerBytes, limits.registerBytes);
  return {};
}

/// Takes copies from the dimension with the most, until `plan` is within the
/// limits; what forbids one step more is the plan's `limit`. False if nothing
/// is left to jam.
static bool fitLimits(RegisterTilePlan &plan,
                      const RegisterTileLimits &limits) {
  while (true) {
    count(plan);
    if (plan.copies() == 1)
      return false;
    Sentence limit = findLimit(plan, limits);
    if (limit.empty())
      return true;
    plan.limit = std::move(limit);
    JammedDim *most = llvm::max_element(
        plan.dims, [](auto &a, auto &b) { return a.copies() < b.copies(); });
    most->setCopies(largestDivisor(most->rounds, most->copies() - 1));
  }
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

namespace {
struct Candidates {
  SmallVector<JammedDim> dims;
  /// Why other dimensions are none.
  RegisterTileRefusal refusal;
};
} // namespace

static Candidates findCandidates(TileOp tile, const Distribution &distribution,
                                 const RegisterTileLimits &limits) {
  Candidates found;
  AxisDeals deals = distribution.ofThreads(tile);
  for (auto [axis, axisDeal] : llvm::enumerate(deals)) {
    const Deal &deal = axisDeal.deal;
    // Threads of an axis that is not used take part on another one.
    if (deal.getDigits().size() > 1) {
      const Digit &other = deal.getDigits()[1];
      found.dims.clear();
      found.refusal = {
          "UnusedAxis",
          sentence("the tile does not use axis {0}, whose {1} threads share "
                   "its iterations",
                   named("Axis", "xyz"[*other.axis]),
                   named("Threads", other.count))};
      return found;
    }
    int64_t threads = deal.workers();
    for (unsigned dim : axisDeal.dims) {
      std::optional<int64_t> bound = constantTripBound(tile, dim);
      std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
      int64_t stride, span;
      if (!bound || !step || llvm::MulOverflow(*step, threads, stride) ||
          llvm::MulOverflow(*bound, *step, span)) {
        found.refusal = {"UnknownSize",
                         sentence("dimension {0} has no constant bound of its "
                                  "number of iterations",
                                  named("Dimension", dim))};
        continue;
      }
      if (*bound <= threads)
        continue;
      if (axisDeal.dims.size() > 1 || !deal.isEven(*bound)) {
        found.refusal = {
            "NotMultiple",
            sentence("{0} iterations of dimension {1} are no multiple of the "
                     "{2} threads, or share an axis",
                     named("Iterations", *bound), named("Dimension", dim),
                     named("Threads", threads))};
        continue;
      }
      JammedDim jammed{dim, *step, deal, deal.rounds(*bound)};
      int64_t limit = axis < limits.sizes.size() && limits.sizes[axis] > 0
                          ? limits.sizes[axis]
                          : jammed.rounds;
      jammed.setCopies(largestDivisor(jammed.rounds, limit));
      if (jammed.copies() > 1)
        found.dims.push_back(jammed);
    }
  }
  return found;
}

/// What is inside can be copied.
static Operation *findObstacle(TileOp tile) {
  Operation *obstacle = nullptr;
  tile.getBody().walk([&](Operation *op) {
    if (!isa<YieldOp, OriginOp>(op) &&
        isa_and_nonnull<ScratchDialect>(op->getDialect()))
      obstacle = op;
  });
  if (TileOp outer = enclosingThreadTile(tile))
    obstacle = outer;
  return obstacle;
}

namespace {
/// Of all plans, the one that leaves the fewest loads.
class BestPlan {
public:
  explicit BestPlan(const RegisterTileLimits &limits) : limits(limits) {}

  void offer(TileOp tile, std::optional<FullTileBody> full,
             ArrayRef<JammedDim> dims);
  std::optional<RegisterTilePlan> take(RegisterTileRefusal &refusal);

private:
  const RegisterTileLimits &limits;
  std::optional<RegisterTilePlan> best;
  /// What forbids to jam two iterations.
  Sentence tooLarge;
};
} // namespace

/// All copies, about a third of them, and single ones, along each dimension:
/// a partial tile may have all iterations along some.
static SmallVector<SmallVector<int64_t, 4>>
findParts(const RegisterTilePlan &plan, const RegisterTileLimits &limits) {
  SmallVector<SmallVector<int64_t, 4>> parts;
  // A part may be on both sides of a border that full tiles are not on.
  if ((plan.full && !plan.full->conditions.empty()) ||
      limits.minPartCopies == 0 || plan.copies() < limits.minPartCopies)
    return parts;
  for (const JammedDim &jammed : plan.dims) {
    SmallVector<int64_t, 4> &counts = parts.emplace_back();
    counts.push_back(jammed.copies());
    if (jammed.copies() > 2)
      counts.push_back(std::max<int64_t>((jammed.copies() + 1) / 3, 2));
    if (counts.back() > 1)
      counts.push_back(1);
  }
  return parts;
}

void BestPlan::offer(TileOp tile, std::optional<FullTileBody> full,
                     ArrayRef<JammedDim> dims) {
  RegisterTilePlan plan;
  plan.tile = tile;
  plan.full = std::move(full);
  plan.dims = llvm::to_vector(dims);
  if (!fitLimits(plan, limits)) {
    tooLarge = plan.limit;
    return;
  }
  llvm::erase_if(plan.dims,
                 [](const JammedDim &jammed) { return jammed.copies() == 1; });
  count(plan);
  if (plan.loadsAfter >= plan.loadsBefore)
    return;
  // after / before < best after / best before; of equals the smaller one, and
  // of these the first, which holds in more tiles.
  int64_t own = best ? plan.loadsAfter * best->loadsBefore : 0;
  int64_t other = best ? best->loadsAfter * plan.loadsBefore : 0;
  if (!best || own < other ||
      (own == other && plan.copies() < best->copies())) {
    plan.parts = findParts(plan, limits);
    best = std::move(plan);
  }
}

std::optional<RegisterTilePlan> BestPlan::take(RegisterTileRefusal &refusal) {
  if (!best && !tooLarge.empty())
    refusal = {"TooLarge",
               "the fewest iterations that could be have " + tooLarge};
  else if (!best)
    refusal = {"NoReuse",
               "no innermost loop with bounds that are the same in all of a "
               "thread's iterations has a load that they could share"};
  return std::move(best);
}

std::optional<RegisterTilePlan>
polymem::planRegisterTile(TileOp tile, const Distribution &distribution,
                          const RegisterTileLimits &limits,
                          RegisterTileRefusal &refusal) {
  Candidates candidates = findCandidates(tile, distribution, limits);
  refusal = std::move(candidates.refusal);
  if (candidates.dims.empty())
    return std::nullopt;
  if (Operation *obstacle = findObstacle(tile)) {
    refusal = {"Nested",
               sentence("'{0}' in or around the tile", obstacle->getName())};
    return std::nullopt;
  }
  BestPlan best(limits);
  unsigned numDims = candidates.dims.size();
  for (unsigned subset = 1; subset < (1u << numDims); ++subset) {
    SmallVector<JammedDim> dims;
    SmallVector<unsigned> numbers;
    for (unsigned d = 0; d < numDims; ++d)
      if (subset & (1u << d)) {
        dims.push_back(candidates.dims[d]);
        numbers.push_back(candidates.dims[d].dim);
      }
    best.offer(tile, std::nullopt, dims);
    if (std::optional<FullTileBody> full = simplifyForFullTiles(tile, numbers))
      best.offer(tile, std::move(full), dims);
  }
  return best.take(refusal);
}
