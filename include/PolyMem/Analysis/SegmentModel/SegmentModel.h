//===- SegmentModel.h - components in terms of the makespan -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `prem.component` says of one choice of tile sizes, as numbers that hold
// for all of them (Analysis/Makespan/Model.h): boxes move alike with the loops
// of the nest, and a segment's time is a sum of products of tile sizes. That
// they do is checked for the sizes at hand, and again for those that are
// chosen.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SEGMENTMODEL_SEGMENTMODEL_H
#define POLYMEM_ANALYSIS_SEGMENTMODEL_SEGMENTMODEL_H

#include "PolyMem/Analysis/Makespan/Model.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Support/Sentence.h"
#include <optional>

namespace polymem {

/// Values of induction variables, and of sizes.
using LoopValues = llvm::DenseMap<mlir::Value, int64_t>;

/// A loop of the nest that a component was made of, and its tile size.
struct CutLoop {
  makespan::Loop loop;
  int64_t tile = 1;
};

/// A component for all tile sizes, and what its own are.
struct SegmentModel {
  makespan::Component component;
  makespan::Plan plan;
  /// Of each array the buffer; null: memory of the segment's own.
  llvm::SmallVector<prem::StreamOp> streams;
  /// Of each loop whether some executions have fewer tiles of it.
  llvm::SmallVector<bool> countsVary;
  /// Whether some blocks of a segment may be executed less often than they are
  /// counted.
  bool timesAreBounds = false;

  /// Whether makespans are those of the schedule, and not upper bounds.
  bool isExact() const;
};

/// What is wrong with a component, for a person.
struct ModelObstacle {
  /// Where; null: at the component.
  mlir::Operation *op = nullptr;
  /// A string literal.
  llvm::StringRef name;
  Sentence text;
};

/// The model of `component`, which was made of a nest with these loops: the
/// outer ones are its dimensions, the others are not cut. Its body has to have
/// counts (`prem-tell-accesses`), which are priced by `machine` (Gu 2023, 4.2:
/// `W + sum_j O_j prod_(k <= j) K_k`). The model is about executions where
/// arguments have the values of one of `sizes`, of which there is at least one.
std::optional<SegmentModel> modelOfComponent(prem::ComponentOp component,
                                             llvm::ArrayRef<CutLoop> loops,
                                             const Multicore &machine,
                                             llvm::ArrayRef<LoopValues> sizes,
                                             ModelObstacle &obstacle);

/// Loops of which each iteration is a tile of `component`, as many as an
/// execution has at most: for a component of which it does not matter what it
/// was made of. Nothing: that is not known.
std::optional<llvm::SmallVector<CutLoop>>
loopsOfTiles(prem::ComponentOp component, llvm::ArrayRef<LoopValues> sizes);

/// A component as it is in some executions, and in how many.
struct ModelVariant {
  makespan::Component component;
  int64_t executions = 0;
};

/// The executions of `component` by the loops and conditions around it, by
/// how many tiles it has, and by where the boxes of arrays are that depend on
/// these loops: alike but for multiples of `burstBytes`. Where there are too
/// many kinds, boxes are anywhere. Empty: what is around it is not known, or
/// executes it more than a million times, or with too many numbers of tiles.
/// Arguments have the values `sizes`.
std::vector<ModelVariant> variantsOf(prem::ComponentOp component,
                                     const SegmentModel &model,
                                     int64_t burstBytes,
                                     const LoopValues &sizes);

/// What the executions of a component take, tile by tile.
struct DetailedTotals {
  int64_t executions = 0, total = 0;
  /// The longest one, and the values of the loops around it.
  makespan::Makespan longest;
  LoopValues longestValues;
};

/// What the executions of `component` take if each segment executes what it
/// does with its bounds and conditions, and each box has the elements that it
/// has: exact where `model`, whose times are prices of operations, is an upper
/// bound. What is kept while loops around are executed is not in it. Nothing: a
/// number is not known before the program runs, or more than `left` operations,
/// loop iterations and boxes are to be looked at, of which those that were are
/// taken off.
std::optional<DetailedTotals>
detailedTotalsOf(prem::ComponentOp component, const SegmentModel &model,
                 const Multicore &machine, const makespan::Options &options,
                 const LoopValues &sizes, int64_t &left);

/// The events of the execution where the loops around have `values`, as
/// makespan::eventsOf.
std::vector<makespan::Event>
detailedEventsOf(prem::ComponentOp component, const SegmentModel &model,
                 const Multicore &machine, const makespan::Options &options,
                 const LoopValues &values, size_t maxEvents, bool &isWhole);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SEGMENTMODEL_SEGMENTMODEL_H
