//===- NestPlanner.h - the plan of a nest -----------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_NESTPLANNER_H
#define POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_NESTPLANNER_H

#include "AssumedArguments.h"
#include "PolyMem/Analysis/Components/BandFreedom.h"
#include "PolyMem/Analysis/Makespan/Search.h"
#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "PolyMem/Conversion/Passes.h"
#include "Samples.h"
#include "Trials.h"

namespace polymem {

/// Numbers as remarks have them: "[1, 2]".
std::string listOf(llvm::ArrayRef<int64_t> numbers);

/// What was chosen for a nest.
struct NestReport {
  mlir::Operation *loop = nullptr;
  prem::PlanAttr plan;
  /// Of the plan's segments as they are compiled.
  SegmentModel model;
  /// Of the longest execution.
  makespan::Makespan makespan;
  /// Where the model is about upper bounds: whether the makespan and the totals
  /// were added up tile by tile, so that they are exact, by which component,
  /// and what the loops around the longest execution are.
  bool isDetailed = false;
  prem::ComponentOp component;
  LoopValues longestValues;
  /// No schedule with shorter phases takes longer, of one execution and of all
  /// (makespan::Options::interruptsDelay).
  int64_t safeCycles = 0, safeTotal = 0;
  /// What the search found; no plan has a makespan below its bound.
  makespan::SearchResult search;
  /// Cycles that the search expected of the plan, and whether it takes other
  /// ones: then nothing is known of other plans, and the bound is 0.
  int64_t expected = 0;
  bool differs = false;
  /// Of the search, in time of a core.
  double seconds = 0;

  /// Whether the makespan is that of the schedule, and not an upper bound.
  bool isExact() const { return isDetailed || model.isExact(); }
  /// For so many sizes of arguments: what is said is about the longest ones.
  int64_t cases = 1;
  /// How often the loops around execute it; what that takes together with what
  /// is done once (`kept`), where lines of each execution have the bursts that
  /// they have there.
  int64_t executions = 1, total = 0;
  /// Times of segments come from so many samples; 0: from priced operations.
  unsigned samples = 0;
};

/// What is done with a loop, and what it takes; without reports nothing can be
/// done.
struct NestChoice {
  std::vector<NestReport> reports;
  /// Cycles of all executions; nothing: not known.
  std::optional<int64_t> total;
  /// Loops that are looked at and get no plan, and why.
  std::vector<std::pair<mlir::Operation *, ModelObstacle>> missed;

  LoopPlans plans(const Trials &trials) const;
};

/// What all components take together that are not of nests with a chosen plan:
/// those of other nests, and of statements.
struct OtherTimes {
  /// Whether it is known of all of them, and is no upper bound.
  bool areKnown = false, areExact = true;
  /// As those of a NestReport.
  int64_t total = 0, safeTotal = 0;
};

/// How the model counts: shorter phases of an upper bound must not make
/// anything later.
makespan::Options optionsFor(const SegmentModel &model);

class NestPlanner {
public:
  /// `sizes`: by the number of an argument, in each of the cases that plans are
  /// made for.
  NestPlanner(Trials &trials, const ComponentRequest &request,
              const Multicore &machine, PlanSearch search, int64_t maxNodes,
              const TimeSamples *samples, const AssumedArguments &sizes)
      : trials(trials), request(request), machine(machine), search(search),
        maxNodes(maxNodes), samples(samples), sizes(sizes) {}

  /// The best of a component that begins with `loop`, and of components inside
  /// of it (Gu 2023, Algorithm 2, p. 45, with the minimum at every loop).
  NestChoice plan(mlir::Operation *loop);
  /// Compiles the function with all of these plans, and says what they take
  /// then, and what else does.
  OtherTimes settle(std::vector<NestChoice> &choices);

private:
  using Freedom = llvm::SmallVector<LoopFreedom>;

  std::optional<Freedom> freedomOf(mlir::Operation *loop, TileNote &note);
  std::optional<NestReport> planComponent(mlir::Operation *loop,
                                          const Freedom &freedom,
                                          ModelObstacle &obstacle);
  std::optional<NestReport> planBySearch(mlir::Operation *loop,
                                         const Freedom &freedom,
                                         const SegmentModel &general,
                                         PlanSearch search, int64_t bytes,
                                         ModelObstacle &obstacle);
  std::optional<NestReport> planByTiles(mlir::Operation *loop,
                                        const Freedom &freedom, int64_t size,
                                        ModelObstacle &obstacle);
  bool compileFound(NestReport &report, const Freedom &freedom,
                    const SegmentModel &general, ModelObstacle &obstacle);
  std::optional<NestReport> planByWholeLoops(mlir::Operation *loop,
                                             const Freedom &freedom,
                                             const NestReport &other);
  bool addTimes(NestReport &report, prem::ComponentOp component,
                ModelObstacle &obstacle);
  std::optional<SegmentModel> probe(mlir::Operation *loop,
                                    const Freedom &freedom, int64_t size,
                                    ModelObstacle &obstacle,
                                    uint64_t whole = 0);
  std::optional<SegmentModel>
  compile(mlir::Operation *loop, const Freedom &freedom, prem::PlanAttr plan,
          ModelObstacle &obstacle, prem::ComponentOp *component = nullptr);
  /// Which plans a search is for: of at most so many bytes, with a makespan
  /// below, and among so many sets of them (0: those that one may look at).
  struct SearchLimits {
    int64_t bytes = int64_t(1) << 60, below = makespan::kAnyMakespan, nodes = 0;
  };
  makespan::SearchResult findPlan(const SegmentModel &model, PlanSearch search,
                                  const SearchLimits &limits) const;
  NestChoice planInside(mlir::Operation *loop);
  void settle(NestReport &report, const Trial &trial);
  /// Of all executions, and the longest one of them.
  struct Totals {
    int64_t executions = 0, total = 0;
    makespan::Makespan longest;
    /// As those of a NestReport.
    bool isDetailed = false, isExact = false;
    LoopValues longestValues;
  };
  std::optional<Totals> totalsOf(prem::ComponentOp component,
                                 const SegmentModel &model, bool isSafe);
  std::optional<Totals> detailsOf(prem::ComponentOp component,
                                  const SegmentModel &model,
                                  const makespan::Options &options);
  std::optional<Totals> totalsOfOther(prem::ComponentOp component, bool isSafe);
  std::optional<SegmentModel> modelOf(prem::ComponentOp component,
                                      llvm::ArrayRef<CutLoop> loops,
                                      ModelObstacle &obstacle);
  std::optional<int64_t> totalInside(mlir::Operation *loop,
                                     const NestChoice &choice);
  bool mayGainInside(mlir::Operation *loop, const Freedom &freedom);
  bool isComponentByItself(mlir::Operation *loop);

  Trials &trials;
  const ComponentRequest &request;
  const Multicore &machine;
  PlanSearch search;
  int64_t maxNodes;
  const TimeSamples *samples;
  const AssumedArguments &sizes;
  /// How much is looked at tile by tile, in all plans of the function.
  int64_t detailsLeft = int64_t(1) << 24;
  /// What the function is without plans, once somebody has asked.
  const Trial *unplanned = nullptr;
};

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_NESTPLANNER_H
