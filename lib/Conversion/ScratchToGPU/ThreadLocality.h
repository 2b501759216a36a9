//===- ThreadLocality.h - data that each thread keeps to itself -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_THREADLOCALITY_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_THREADLOCALITY_H

#include "ElementAccesses.h"
#include "LaunchPlan.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <tuple>

namespace polymem::gpulaunch {

/// Why two leaves need no barrier between them for an object.
enum class Locality {
  /// They may need one.
  Unknown,
  /// What both touch is touched by one and the same thread.
  OneThread,
  /// They touch no element of the object both, whoever runs what.
  Apart
};

/// Tells of leaves of one launch (tiles mapped to threads, copies) whether each
/// thread keeps to data of its own. All answers together are bounded by one
/// budget of isl operations; once it has ended, nothing is known.
class ThreadLocality {
public:
  /// `plan` has its block size; it must outlive this.
  ThreadLocality(const LaunchPlan &plan, unsigned long maxIslOperations);
  ~ThreadLocality();

  /// Of the elements that both `first` and `second` touch in `memory`, at least
  /// one of them writing: whether there are any, or whether each is touched by
  /// one and the same thread of the plan's blocks, `second` running in an
  /// execution of the code later than `first`. Values defined inside `carrier`
  /// (null: none) may differ between the two.
  Locality between(mlir::Operation *first, mlir::Operation *second,
                   mlir::Value memory, mlir::Operation *carrier);

  /// The same where `second` runs in the iteration of `carrier` behind that of
  /// `first`: its variable is greater by one step. Unknown if `carrier` is no
  /// loop with one variable and a constant step around both.
  Locality inNextIteration(mlir::Operation *first, mlir::Operation *second,
                           mlir::Value memory, mlir::Operation *carrier);

  /// The budget ended.
  bool budgetEnded() const { return guard.exceeded(); }

private:
  struct Execution;
  class PlaceBuilder;
  class Comparison;

  /// `isNext`: `second` runs in the next iteration of `carrier`.
  Locality decide(mlir::Operation *first, mlir::Operation *second,
                  mlir::Value memory, mlir::Operation *carrier, bool isNext);
  /// The variable of `carrier` in the later execution is that of the earlier
  /// one and a step; nothing is known of other loops. Null if it has no step.
  isl::set nextIteration(mlir::Operation *carrier);
  const std::optional<Accesses> &accessesOf(mlir::Operation *leaf,
                                            mlir::Value memory);
  /// Made once for all leaves that a leaf is compared with: names of values do
  /// not depend on the other one.
  PlaceBuilder &placesOf(const Execution &execution, mlir::Value memory,
                         bool byOrigin);
  /// `a` in `execution` and `b` in the other one are seen to be equal.
  static bool areEqual(const Execution &execution, mlir::Value a,
                       mlir::Value b);
  /// True iff equal origins are run by equal threads in both tiles.
  static bool haveEqualDistribution(const Execution &execution,
                                    scratch::TileOp first,
                                    scratch::TileOp second);

  const LaunchPlan &plan;
  IslContext context;
  // Destroyed before the context.
  IslOperationsGuard guard;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  /// Elements stay where they are while others are added.
  std::map<std::pair<mlir::Operation *, const void *>, std::optional<Accesses>>
      accesses;
  /// By leaf, side, carrier, memory, `byOrigin`.
  std::map<std::tuple<mlir::Operation *, unsigned, mlir::Operation *,
                      const void *, bool>,
           std::unique_ptr<PlaceBuilder>>
      places;
  /// Answers by leaves (the one at the lower address first), memory, carrier.
  using Answers = std::map<std::tuple<mlir::Operation *, mlir::Operation *,
                                      const void *, mlir::Operation *>,
                           Locality>;
  Answers answers;
  /// The same for `inNextIteration`, the earlier leaf first.
  Answers answersOfNext;
};

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_THREADLOCALITY_H
