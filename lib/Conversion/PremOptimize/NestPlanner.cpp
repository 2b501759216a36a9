//===- NestPlanner.cpp - the plan of a nest -------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestPlanner.h"
#include "PolyMem/Support/ProcessorTime.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

LoopPlans NestChoice::plans(const Trials &trials) const {
  LoopPlans result;
  for (const NestReport &report : reports)
    result[trials.numberOf(report.loop)] = report.plan;
  return result;
}

std::string polymem::listOf(ArrayRef<int64_t> numbers) {
  return "[" +
         llvm::join(llvm::map_range(
                        numbers, [](int64_t n) { return std::to_string(n); }),
                    ", ") +
         "]";
}

//===----------------------------------------------------------------------===//
// One component
//===----------------------------------------------------------------------===//

/// The loops of a nest with the tile sizes of its plan, which may be about the
/// outer ones only.
static SmallVector<CutLoop> cutLoops(ArrayRef<LoopFreedom> freedom,
                                     ArrayRef<int64_t> tile) {
  SmallVector<CutLoop> loops;
  for (auto [d, loop] : llvm::enumerate(freedom))
    loops.push_back({{*loop.trips, loop.tilable, loop.parallel},
                     d < tile.size() ? tile[d] : *loop.trips});
  for (unsigned d = 0; d + 1 < loops.size(); ++d)
    loops[d].loop.withNext = freedom[d].op == freedom[d + 1].op;
  return loops;
}

makespan::Options polymem::optionsFor(const SegmentModel &model) {
  makespan::Options options;
  options.interruptsDelay = !model.isExact();
  return options;
}

std::optional<SegmentModel> NestPlanner::modelOf(prem::ComponentOp component,
                                                 ArrayRef<CutLoop> loops,
                                                 ModelObstacle &obstacle) {
  auto func = component->getParentOfType<func::FuncOp>();
  return modelOfComponent(component, loops, machine, sizes.valuesIn(func),
                          obstacle);
}

/// The function compiled with `plan` for `loop`, and the model of what becomes
/// of that.
std::optional<SegmentModel> NestPlanner::compile(Operation *loop,
                                                 const Freedom &freedom,
                                                 prem::PlanAttr plan,
                                                 ModelObstacle &obstacle,
                                                 prem::ComponentOp *component) {
  unsigned number = trials.numberOf(loop);
  const Trial &trial = trials.compile({{number, plan}});
  prem::ComponentOp made = trial.componentOf(number);
  if (!made) {
    obstacle = {nullptr, "NoComponent",
                trial.failure.empty()
                    ? Sentence("it is no component of its own")
                    : Sentence(named("Reason", trial.failure))};
    return std::nullopt;
  }
  if (component)
    *component = made;
  std::optional<SegmentModel> model =
      modelOf(made, cutLoops(freedom, plan.getTile()), obstacle);
  obstacle.op = nullptr;
  if (!model || !samples)
    return model;
  if (llvm::Error error = fitSamples(*samples, model->component)) {
    obstacle = {nullptr, "BadSamples", llvm::toString(std::move(error))};
    return std::nullopt;
  }
  return model;
}

/// What other components leave for arrays that are loaded once, if they stay as
/// they are: `convert-scratch-to-prem` takes components in their order.
static void findRoom(prem::ComponentOp made, const Multicore &machine,
                     makespan::Component &component) {
  component.keepBytes = machine.scratchpadBytes - machine.reservedBytes;
  bool isBefore = true;
  made->getParentOfType<func::FuncOp>().walk([&](prem::ComponentOp other) {
    isBefore &= other != made;
    if (other == made)
      return;
    int64_t others = 0;
    for (auto stream : other.getBody().front().getOps<prem::StreamOp>()) {
      auto type = cast<MemRefType>(stream.getBuffer().getType());
      int64_t bytes =
          llvm::alignTo(prem::getBytes(type),
                        std::max<int64_t>(machine.scratchpadAlignment, 1));
      if (isBefore && stream.getKept())
        component.keepBytes -= bytes;
      else
        others += stream.getMode() == prem::Mode::Stream ? 2 * bytes : bytes;
    }
    component.otherBytes = std::max(component.otherBytes, others);
  });
}

/// The model by a component with small tiles, of which each loop that may be
/// cut has several, but for those of the set `whole`.
std::optional<SegmentModel>
NestPlanner::probe(Operation *loop, const Freedom &freedom, int64_t size,
                   ModelObstacle &obstacle, uint64_t whole) {
  SmallVector<int64_t> tile, groups(freedom.size(), 1);
  for (auto [d, each] : llvm::enumerate(freedom))
    tile.push_back(!each.tilable || (whole >> d & 1) ? *each.trips
                   : *each.trips <= size             ? 1
                                                     : size);
  prem::ComponentOp made;
  std::optional<SegmentModel> model = compile(
      loop, freedom, prem::PlanAttr::get(loop->getContext(), tile, groups, {}),
      obstacle, &made);
  if (!model)
    return model;
  makespan::Component &component = model->component;
  findRoom(made, machine, component);
  for (makespan::Array &array : component.arrays) {
    if (array.call == makespan::Array::Call::Swap)
      array.call = makespan::Array::Call::ByRule;
    // What plans can name.
    array.mayWait =
        StringRef(array.name).starts_with("arg") &&
        llvm::count_if(component.arrays, [&](const makespan::Array &other) {
          return other.name == array.name;
        }) == 1;
  }
  return model;
}

makespan::SearchResult NestPlanner::findPlan(const SegmentModel &model,
                                             PlanSearch search,
                                             const SearchLimits &limits) const {
  Multicore target = machine;
  target.cores = request.cores;
  target.scratchpadBytes =
      std::min(target.scratchpadBytes, target.reservedBytes + limits.bytes);
  makespan::Options options = optionsFor(model);
  switch (search) {
  case PlanSearch::Best:
    return findBestPlan(model.component, target, options,
                        limits.nodes ? limits.nodes : maxNodes, limits.below);
  case PlanSearch::Greedy:
    return findGreedyPlan(model.component, target, options);
  case PlanSearch::Printed:
    return findBestPrintedPlan(model.component, target, options);
  }
  llvm_unreachable("all searches are known");
}

static prem::PlanAttr attributeOf(const makespan::Component &component,
                                  const makespan::Plan &plan,
                                  MLIRContext *context) {
  unsigned count = tiledLoops(component, plan.tile);
  SmallVector<NamedAttribute> modes;
  makespan::Options options;
  auto byRule = defaultModes(component, plan.tile, plan.groups, options);
  for (auto [array, mode, rule] :
       llvm::zip(component.arrays, plan.modes, byRule))
    if (mode != rule)
      modes.emplace_back(StringAttr::get(context, array.name),
                         prem::ModeAttr::get(context, prem::Mode::Serial));
  DictionaryAttr named =
      modes.empty() ? DictionaryAttr() : DictionaryAttr::get(context, modes);
  return prem::PlanAttr::get(
      context, ArrayRef<int64_t>(plan.tile).take_front(count),
      ArrayRef<int64_t>(plan.groups).take_front(count), named);
}

/// The plan that a search finds by `general`, of at most so many bytes, as it
/// is compiled.
std::optional<NestReport>
NestPlanner::planBySearch(Operation *loop, const Freedom &freedom,
                          const SegmentModel &general, PlanSearch search,
                          int64_t bytes, ModelObstacle &obstacle) {
  NestReport report;
  report.loop = loop;
  double begin = processorSeconds();
  SearchLimits limits;
  limits.bytes = bytes;
  report.search = findPlan(general, search, limits);
  report.seconds = processorSeconds() - begin;
  if (!report.search.plan) {
    obstacle = {nullptr, "NoPlan",
                sentence("the search found none that fits in {0} sets of plans",
                         named("Nodes", report.search.nodes))};
    return std::nullopt;
  }
  if (!compileFound(report, freedom, general, obstacle))
    return std::nullopt;
  return report;
}

/// Compiles the plan that a search by `general` has found.
bool NestPlanner::compileFound(NestReport &report, const Freedom &freedom,
                               const SegmentModel &general,
                               ModelObstacle &obstacle) {
  Operation *loop = report.loop;
  report.plan =
      attributeOf(general.component, *report.search.plan, loop->getContext());
  prem::ComponentOp component;
  std::optional<SegmentModel> model =
      compile(loop, freedom, report.plan, obstacle, &component);
  if (!model)
    return false;
  report.model = std::move(*model);
  return addTimes(report, component, obstacle);
}

/// The better one of two plans of a nest; what was looked at for both.
static NestReport betterOf(NestReport &&a, NestReport &&b) {
  bool isFirst = a.total <= b.total;
  NestReport &best = isFirst ? a : b, &other = isFirst ? b : a;
  best.seconds += other.seconds;
  best.search.nodes += other.search.nodes;
  best.search.evaluated += other.search.evaluated;
  best.search.gapAfterSecond =
      std::max(best.search.gapAfterSecond, other.search.gapAfterSecond);
  return std::move(best);
}

/// The plan that is found by a component with tiles of so many iterations.
/// These do not show what becomes of loops that are not cut. So the greedy plan
/// is compiled as well: where it takes less than they let expect, it may be
/// better than the best one by them. And where that one takes another time, it
/// may be worse than the best one of those with smaller tiles.
std::optional<NestReport> NestPlanner::planByTiles(Operation *loop,
                                                   const Freedom &freedom,
                                                   int64_t size,
                                                   ModelObstacle &obstacle) {
  constexpr int64_t kAllBytes = int64_t(1) << 60;
  constexpr unsigned kSmallerTiles = 2;
  std::optional<SegmentModel> general = probe(loop, freedom, size, obstacle);
  if (!general)
    return std::nullopt;
  std::optional<NestReport> best =
      planBySearch(loop, freedom, *general, search, kAllBytes, obstacle);
  if (!best || search != PlanSearch::Best)
    return best;
  ModelObstacle none;
  std::optional<NestReport> other = planBySearch(
      loop, freedom, *general, PlanSearch::Greedy, kAllBytes, none);
  bool differs = best->differs;
  int64_t bytes = best->makespan.scratchpad;
  if (other && other->differs &&
      (other->total < best->total ||
       other->search.makespan.cycles < best->search.makespan.cycles)) {
    best = betterOf(std::move(*best), std::move(*other));
    best->search.bound = 0;
  }
  for (unsigned n = 0; differs && n < kSmallerTiles; ++n) {
    other = planBySearch(loop, freedom, *general, search, bytes - 1, none);
    if (!other)
      break;
    other->search.bound = 0;
    differs = other->differs;
    bytes = other->makespan.scratchpad;
    best = betterOf(std::move(*best), std::move(*other));
  }
  return best;
}

/// Tiles of two iterations are what tiles of any size are, in most nests; where
/// they are not, the best plan by some small sizes is taken, without a bound.
std::optional<NestReport> NestPlanner::planComponent(Operation *loop,
                                                     const Freedom &freedom,
                                                     ModelObstacle &obstacle) {
  for (const LoopFreedom &each : freedom)
    if (!each.trips || *each.trips < 1) {
      obstacle = {nullptr, "UnknownTrips",
                  "how many iterations a loop has is not known"};
      return std::nullopt;
    }
  std::optional<NestReport> best;
  for (int64_t size : {2, 1, 3}) {
    ModelObstacle other;
    std::optional<NestReport> report =
        planByTiles(loop, freedom, size, best || size != 2 ? other : obstacle);
    if (!report)
      continue;
    // Tiles of one iteration may fit where others do not.
    bool isBounded = report->search.bound > 0 || search != PlanSearch::Best;
    if (!best && !report->differs && isBounded)
      return report;
    if (!best && search == PlanSearch::Best)
      if (auto better = planByWholeLoops(loop, freedom, *report))
        return better;
    if (best)
      report->search.bound = 0;
    if (!best || report->total < best->total)
      best = std::move(report);
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The loops of a nest; numbers of iterations that depend on sizes are the most
/// that they have with the sizes that are assumed.
std::optional<NestPlanner::Freedom> NestPlanner::freedomOf(Operation *loop,
                                                           TileNote &note) {
  std::optional<Freedom> freedom = freedomOfBand(loop, request, note);
  if (!freedom || sizes.empty())
    return freedom;
  for (func::FuncOp sized : {sizes.withGreatest(), sizes.withLeast()}) {
    TileNote other{};
    auto known = freedomOfBand(sizes.loopIn(sized, loop), request, other);
    for (unsigned d = 0; known && d < freedom->size() && d < known->size(); ++d)
      if (std::optional<int64_t> trips = (*known)[d].trips)
        (*freedom)[d].trips = std::max(*trips, (*freedom)[d].trips.value_or(0));
  }
  return freedom;
}

/// The outermost loops in `op`.
static SmallVector<Operation *> loopsIn(Operation *op) {
  SmallVector<Operation *> loops;
  for (Region &region : op->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (!isa<AffineForOp, AffineParallelOp>(inner))
        return WalkResult::advance();
      loops.push_back(inner);
      return WalkResult::skip();
    });
  return loops;
}

/// Whether components inside of `loop` may do what no component that begins
/// with it does: it is not all of a nest that may be cut as it likes.
bool NestPlanner::mayGainInside(Operation *loop, const Freedom &freedom) {
  SmallVector<Operation *> inner = loopsIn(loop);
  if (inner.empty())
    return false;
  if (inner.size() > 1 || freedom.size() < 2 || freedom[1].op == loop)
    return inner.size() > 1 || freedom.size() < 2;
  if (!freedom.front().tilable)
    return true;
  TileNote note{};
  std::optional<Freedom> inside = freedomOf(inner.front(), note);
  if (!inside || inside->size() + 1 != freedom.size())
    return true;
  return llvm::any_of(
      llvm::zip(*inside, ArrayRef<LoopFreedom>(freedom).drop_front()),
      [](auto pair) {
        auto &[alone, together] = pair;
        return alone.tilable != together.tilable ||
               alone.parallel != together.parallel;
      });
}

/// What the components inside of `loop` take together, by a compilation with
/// all of their plans.
std::optional<int64_t> NestPlanner::totalInside(Operation *loop,
                                                const NestChoice &choice) {
  const Trial &trial = trials.compile(choice.plans(trials));
  Operation *around = trial.loopAt(trials.numberOf(loop));
  if (!trial.failure.empty() || !around)
    return std::nullopt;
  int64_t total = 0;
  WalkResult walk = around->walk([&](prem::ComponentOp component) {
    std::optional<unsigned> number = Trial::loopOf(component);
    auto report = llvm::find_if(choice.reports, [&](const NestReport &each) {
      return number && trials.numberOf(each.loop) == *number;
    });
    if (report != choice.reports.end()) {
      total += report->total;
      return WalkResult::advance();
    }
    std::optional<Totals> other = totalsOfOther(component, /*isSafe=*/false);
    total += other ? other->total : 0;
    return other ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walk.wasInterrupted() ? std::nullopt : std::optional(total);
}

NestChoice NestPlanner::planInside(Operation *loop) {
  NestChoice result;
  for (Operation *inner : loopsIn(loop)) {
    NestChoice choice = plan(inner);
    std::move(choice.reports.begin(), choice.reports.end(),
              std::back_inserter(result.reports));
    llvm::append_range(result.missed, choice.missed);
  }
  if (!result.reports.empty())
    result.total = totalInside(loop, result);
  return result;
}

/// Without a plan, `loop` is the outermost one of a component.
bool NestPlanner::isComponentByItself(Operation *loop) {
  if (!unplanned)
    unplanned = &trials.compile({});
  return unplanned->componentOf(trials.numberOf(loop)) != nullptr;
}

NestChoice NestPlanner::plan(Operation *loop) {
  NestChoice result;
  ModelObstacle obstacle;
  TileNote note{};
  std::optional<Freedom> freedom = freedomOf(loop, note);
  std::optional<NestReport> report;
  if (freedom)
    report = planComponent(loop, *freedom, obstacle);
  else
    obstacle = {nullptr, note.name, note.text};
  if (report) {
    result.total = report->total;
    result.reports.push_back(std::move(*report));
  } else {
    result.missed.emplace_back(loop, std::move(obstacle));
  }
  if (freedom && !mayGainInside(loop, *freedom))
    return result;
  // What cannot be compared stays what it is without plans.
  if (result.reports.empty() && isComponentByItself(loop))
    return result;
  NestChoice inside = planInside(loop);
  bool isBetter =
      inside.total && (!result.total || *inside.total < *result.total);
  if (isBetter || (result.reports.empty() && !inside.reports.empty())) {
    llvm::append_range(inside.missed, result.missed);
    return inside;
  }
  llvm::append_range(result.missed, inside.missed);
  return result;
}
