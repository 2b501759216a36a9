//===- NestTimes.cpp - what plans of a nest take --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestPlanner.h"

using namespace mlir;
using namespace polymem;

/// What is done once, however often a component is executed: the loads of
/// buffers that are kept, each in a segment of its own for all cores, and the
/// end of them.
static int64_t cyclesOnce(const SegmentModel &model, const Multicore &machine,
                          const makespan::Options &options) {
  int64_t cycles = 0;
  for (auto [array, mode] :
       llvm::zip(model.component.arrays, model.plan.modes)) {
    if (!array.mayKeep || mode != makespan::Mode::Resident)
      continue;
    makespan::Component one = model.component;
    one.arrays = {array};
    one.arrays.front().mayKeep = false;
    one.segmentTime = 0;
    one.loopTimes.assign(one.loops.size(), 0);
    makespan::Plan plan = model.plan;
    plan.modes = {makespan::Mode::Resident};
    // One segment of each core.
    for (auto [loop, size, groups] :
         llvm::zip(one.loops, plan.tile, plan.groups))
      if (int64_t(llvm::divideCeil(loop.trips, size)) > groups)
        size = llvm::divideCeil(loop.trips, groups);
    cycles += makespanOf(one, plan, machine, options).cycles;
  }
  return cycles;
}

/// Tile by tile, where the model is about upper bounds. Of samples, and of what
/// is kept, nothing else is known.
std::optional<NestPlanner::Totals>
NestPlanner::detailsOf(prem::ComponentOp component, const SegmentModel &model,
                       const makespan::Options &options) {
  if (model.isExact() || samples || detailsLeft <= 0)
    return std::nullopt;
  for (auto [array, mode] : llvm::zip(model.component.arrays, model.plan.modes))
    if (array.mayKeep && mode == makespan::Mode::Resident && array.atMost)
      return std::nullopt;
  Totals result;
  result.isDetailed = result.isExact = true;
  auto func = component->getParentOfType<func::FuncOp>();
  for (const LoopValues &values : sizes.valuesIn(func)) {
    std::optional<DetailedTotals> totals = detailedTotalsOf(
        component, model, machine, options, values, detailsLeft);
    if (!totals)
      return std::nullopt;
    result.total = std::max(result.total, cyclesOnce(model, machine, options) +
                                              totals->total);
    result.executions = std::max(result.executions, totals->executions);
    if (totals->longest.cycles > result.longest.cycles) {
      result.longest = totals->longest;
      result.longestValues = totals->longestValues;
    }
  }
  return result;
}

/// With `isSafe`, no schedule with shorter phases takes longer.
std::optional<NestPlanner::Totals>
NestPlanner::totalsOf(prem::ComponentOp component, const SegmentModel &model,
                      bool isSafe) {
  makespan::Options options;
  options.interruptsDelay = isSafe;
  if (std::optional<Totals> details = detailsOf(component, model, options))
    return details;
  options.interruptsDelay |= optionsFor(model).interruptsDelay;
  Totals result;
  result.isExact = model.isExact();
  auto func = component->getParentOfType<func::FuncOp>();
  // Of the sizes, those with which all takes longest.
  for (const LoopValues &values : sizes.valuesIn(func)) {
    std::vector<ModelVariant> variants =
        variantsOf(component, model, machine.burstBytes, values);
    if (variants.empty())
      return std::nullopt;
    int64_t total = cyclesOnce(model, machine, options), executions = 0;
    for (const ModelVariant &variant : variants) {
      makespan::Makespan makespan =
          makespanOf(variant.component, model.plan, machine, options);
      executions += variant.executions;
      total += variant.executions * makespan.cycles;
      if (makespan.cycles > result.longest.cycles)
        result.longest = makespan;
    }
    result.total = std::max(result.total, total);
    result.executions = std::max(result.executions, executions);
  }
  return result;
}

/// What the segments of a plan take, as they are compiled.
bool NestPlanner::addTimes(NestReport &report, prem::ComponentOp component,
                           ModelObstacle &obstacle) {
  const SegmentModel &model = report.model;
  makespan::Options options = optionsFor(model), safe = options;
  safe.interruptsDelay = true;
  std::optional<Totals> totals = totalsOf(component, model, /*isSafe=*/false),
                        safeTotals = totalsOf(component, model,
                                              /*isSafe=*/true);
  if (!totals || !safeTotals) {
    obstacle = {nullptr, "UnknownExecutions",
                "how often the loops around it are executed is not known"};
    return false;
  }
  report.makespan = makespanOf(model.component, model.plan, machine, options);
  report.expected = report.search.makespan.cycles;
  report.differs = report.makespan.cycles != report.expected;
  if (report.differs)
    report.search.bound = 0;
  report.search.makespan = report.makespan;
  report.safeCycles =
      makespanOf(model.component, model.plan, machine, safe).cycles;
  // With fewer tiles, and others on each core, it may take longer.
  bool isLonger = totals->longest.cycles > report.makespan.cycles &&
                  llvm::is_contained(model.countsVary, true);
  if (totals->isDetailed || isLonger)
    report.makespan = totals->longest;
  if (totals->isDetailed)
    report.safeCycles = safeTotals->longest.cycles;
  report.safeCycles = std::max(report.safeCycles, report.makespan.cycles);
  report.isDetailed = totals->isDetailed;
  report.component = component;
  report.longestValues = totals->longestValues;
  report.samples = samples ? samples->size() : 0;
  report.cases =
      sizes.valuesIn(component->getParentOfType<func::FuncOp>()).size();
  report.executions = totals->executions;
  report.total = totals->total;
  report.safeTotal = safeTotals->total;
  return true;
}

/// What a component takes that is not of a nest with a plan, in all executions.
std::optional<NestPlanner::Totals>
NestPlanner::totalsOfOther(prem::ComponentOp component, bool isSafe) {
  auto func = component->getParentOfType<func::FuncOp>();
  auto loops = loopsOfTiles(component, sizes.valuesIn(func));
  if (!loops || samples)
    return std::nullopt;
  ModelObstacle obstacle;
  std::optional<SegmentModel> model = modelOf(component, *loops, obstacle);
  return model ? totalsOf(component, *model, isSafe) : std::nullopt;
}

/// What is kept in scratchpads while others work depends on all plans.
void NestPlanner::settle(NestReport &report, const Trial &trial) {
  prem::ComponentOp component = trial.componentOf(trials.numberOf(report.loop));
  if (!component || samples)
    return;
  SmallVector<CutLoop> loops;
  for (auto [loop, size] :
       llvm::zip(report.model.component.loops, report.model.plan.tile))
    loops.push_back({loop, size});
  ModelObstacle obstacle;
  NestReport settled = report;
  std::optional<SegmentModel> model = modelOf(component, loops, obstacle);
  if (!model)
    return;
  settled.model = std::move(*model);
  if (!addTimes(settled, component, obstacle))
    return;
  if (report.differs)
    settled.expected = report.expected;
  settled.differs |= report.differs;
  report = std::move(settled);
}

OtherTimes NestPlanner::settle(std::vector<NestChoice> &choices) {
  LoopPlans plans;
  for (const NestChoice &choice : choices)
    plans.merge(choice.plans(trials));
  const Trial &trial = trials.compile(plans);
  for (NestChoice &choice : choices)
    for (NestReport &report : choice.reports)
      settle(report, trial);
  OtherTimes others;
  others.areKnown = trial.failure.empty();
  trial.function().walk([&](prem::ComponentOp component) {
    std::optional<unsigned> number = Trial::loopOf(component);
    if (number && plans.count(*number))
      return;
    std::optional<Totals> totals = totalsOfOther(component, /*isSafe=*/false),
                          safe = totalsOfOther(component, /*isSafe=*/true);
    others.areKnown &= totals && safe;
    if (!totals || !safe)
      return;
    others.areExact &= totals->isExact;
    others.total += totals->total;
    others.safeTotal += safe->total;
  });
  return others;
}
