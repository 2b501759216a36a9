//===- Scheduling.h - a legal order with locality and parallelism -*- C++ -*-=//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds an order of the statement instances of a scop, with isl's scheduler (a
// Pluto-like one: bands of permutable loops in which dependences are short).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_SCHEDULING_H
#define POLYMEM_ANALYSIS_SCHEDULING_SCHEDULING_H

#include "PolyMem/Analysis/Device/DeviceCode.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Support/Sentence.h"
#include "llvm/ADT/StringMap.h"

namespace polymem {

/// Which statements share loops.
enum class Fusion {
  /// As in `Smart`, or as in `None` where that makes more loops parallel.
  Auto,
  /// Those that depend on each other cyclically.
  None,
  /// Also others, where no loop gets worse by it.
  Smart,
  /// All that can.
  Max
};

/// Whether statements are scheduled in parts of their instances.
enum class DomainSplits {
  /// Where more loops are parallel then.
  Auto,
  /// Never.
  Never
};

struct SchedulingOptions {
  Fusion fusion = Fusion::Auto;
  /// The outermost loop of each band is parallel where that is possible, even
  /// if the band gets shallower.
  bool outerParallel = true;
  unsigned long maxIslOperations = kDefaultIslOperations;
};

struct Schedule {
  /// `{ S[i] -> [t] }` for all instances of the scop, as a tree.
  isl::schedule order;
  /// The same. Every band has one member and stands below a mark "band<N>_<M>":
  /// loop M of isl's band N.
  isl::schedule tree;
  /// Of `Fusion::Auto`: the statements for which it was chosen that only those
  /// share loops that depend on each other cyclically.
  llvm::SmallVector<unsigned> apartFor = {};

  /// The loop that the mark `name` stands for: band and number of the loop in
  /// it. Nothing if it is another mark.
  static std::optional<std::pair<unsigned, unsigned>>
  loopOf(llvm::StringRef mark);
};

/// A loop that a schedule makes for a statement.
struct ScheduledLoop {
  /// `{ S[i] -> [t] }`.
  isl::map iteration;
  /// The scheduler says that it carries no dependence.
  bool parallel;
};

/// The loops around each statement in a schedule, from the outside in. Only
/// for estimates: what is parallel is shown by the code that is generated.
/// Incomplete if the budget of isl operations runs out.
llvm::StringMap<llvm::SmallVector<ScheduledLoop>>
scheduledLoops(const isl::schedule &order);

struct InstanceParts;

/// What an order of the instances of a scop must respect.
struct OrderConstraints {
  /// `{ S[i] -> T[j] }`: S[i] comes first.
  isl::union_map validity;
  /// A superset of `validity`, respected by the original order too, of few
  /// constraints each: what isl is asked to respect.
  isl::union_map coarse;
  /// References because of which `validity` may have more pairs than there are.
  std::vector<CoarseReferences> coarseReferences;
  /// Local arrays each of whose values may live in a cell of its own: their
  /// flow is part of `validity`, but the lives of different values may come in
  /// any order as long as they do not overlap.
  llvm::SmallVector<const ScopArray *> reordered;
  /// Flow through them, `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`.
  isl::union_map flow;
  /// Anti and output dependences through them, tagged in the same way.
  isl::union_map falseDependences;
  /// The part of `validity` that is flow through `reordered`, and the rest.
  isl::union_map values;
  std::vector<SequentialDependence> others;

  /// The constraints of `scop`. With `reorderLives`, arrays made in the scop
  /// whose every read follows a write may be reordered, those for which `keep`
  /// holds excepted. Nothing if the budget of isl operations is exhausted.
  static std::optional<OrderConstraints>
  of(const Scop &scop, bool reorderLives, unsigned long maxIslOperations,
     llvm::function_ref<bool(const ScopArray &)> keep = nullptr);

  /// The same constraints between `parts` of the statements of `scop`, whose
  /// numbers `others` keeps. Nothing if the budget is exhausted, or if they
  /// have too many constraints for isl's scheduler.
  std::optional<OrderConstraints> inParts(const Scop &scop,
                                          const InstanceParts &parts,
                                          unsigned long maxIslOperations) const;
};

/// True iff all of `constraints` are shown to hold in the order of `tree`.
bool respectsOrder(const Scop &scop, const isl::schedule &tree,
                   const OrderConstraints &constraints);

/// An operation of `statement` that keeps it on the host; none if a launch can
/// hold the statement. Deallocations that come to be at the end of the function
/// do not count.
HostOperation hostOperationOf(const ScopStatement &statement);

/// An order of the instances of `scop` that respects `constraints`, which is
/// verified. Nothing, and the reason, if isl finds none within the budget.
///
/// No loop that may become a launch gets a statement that only the host can
/// execute: the outermost loops with such statements stay as they are, in
/// their place; what is before and after them is ordered by itself.
///
/// With `Fusion::Auto` there are two candidates for what shares outermost loops
/// with `Fusion::Smart`. If some statement of it has fewer parallel loops than
/// its own dependences allow (`possibleParallelLoops`), its order with
/// `Fusion::None` is looked for, too, and taken if it has more parallel loops
/// for some statement, and for none fewer or such that are further in.
std::optional<Schedule> findSchedule(const Scop &scop,
                                     const OrderConstraints &constraints,
                                     const SchedulingOptions &options,
                                     Sentence &reason);

struct ScheduleOfParts {
  /// Of the statements as they are: what is in which part is said by filters.
  Schedule whole;
  /// The same order as isl found it, `{ P[i] -> [t] }`.
  isl::schedule ofParts;
};

/// An order of the instances of `scop` that isl finds if `parts = { S[i] ->
/// P[i] }`, disjoint for each statement, are statements of their own, under
/// `constraintsOfParts` (`OrderConstraints::inParts`). It respects
/// `constraints`, which is verified. Nothing if there is none within the
/// budget. In the outermost loops with statements in parts, only those share
/// loops that depend on each other cyclically: others would make nests that are
/// not perfect. Statements in an outermost loop with one of the host must be
/// whole.
std::optional<ScheduleOfParts>
findScheduleOfParts(const Scop &scop, const isl::union_map &parts,
                    const OrderConstraints &constraints,
                    const OrderConstraints &constraintsOfParts,
                    const SchedulingOptions &options);

/// The order of the instances of `scop` that `text` describes, a schedule tree
/// in isl's notation (`scheduleToString`) of bands, sequences, sets and
/// filters. It must place every instance and respect `constraints`. Nothing,
/// and the reason, if it does not, or if that is not shown within
/// `maxIslOperations`.
std::optional<Schedule> readSchedule(const Scop &scop, llvm::StringRef text,
                                     const OrderConstraints &constraints,
                                     unsigned long maxIslOperations,
                                     Sentence &reason);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_SCHEDULING_H
