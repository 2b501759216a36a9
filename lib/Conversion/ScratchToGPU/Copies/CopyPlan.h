//===- CopyPlan.h - how the threads of a block scan a set -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a thread over the box of a set, and where what the set asks for
// beyond the box is tested: as far outside as it can be. Nothing is emitted
// here; Copies.cpp does.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_COPYPLAN_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_COPYPLAN_H

#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "mlir/IR/IntegerSet.h"

namespace polymem::gpulaunch {

/// Constraints that differ in their symbols only, so that one of them, for the
/// least rest, which does not change in the scan, says it all:
///
///   { c : direction . c + rest >= 0 for all rests }
struct CopyBound {
  /// A factor for each coordinate.
  llvm::SmallVector<int64_t> direction;
  /// Expressions of symbols.
  llvm::SmallVector<mlir::AffineExpr> rests;
  /// For a level: how many levels, from the outermost on, must have their
  /// coordinates before the bound is known.
  unsigned depth = 0;
};

/// `expr >= 0` or `expr == 0`, of coordinates and symbols.
struct CopyTest {
  mlir::AffineExpr expr;
  bool isEqual;
};

/// A coordinate, for a thread: one value if its scan has one round, else a
/// loop.
struct CopyLevel {
  unsigned dim;
  bool isLoop;
  /// What bounds the coordinate from below or above, as a function of those of
  /// levels outside.
  llvm::SmallVector<CopyBound, 0> lower, upper;
  /// Tested for each value of the coordinate.
  llvm::SmallVector<CopyTest, 0> tests;

  /// All values of the scan are in the set.
  bool isFree() const {
    return lower.empty() && upper.empty() && tests.empty();
  }
};

/// A scan of one set by threads.
struct CopyPlan {
  CopyScan scan;
  CopyDeal deal;
  /// Elements of the fastest dimension that are copied at once, from a multiple
  /// of them on: the deal is of so many together.
  int64_t width = 1;
  /// The set has no elements.
  bool isEmpty = false;
  /// Tested once.
  llvm::SmallVector<CopyTest, 0> uniform;
  /// All coordinates that are scanned, outermost first: those with one value
  /// before loops, then by the order of the scan, the fastest innermost.
  llvm::SmallVector<CopyLevel, 0> levels;
  /// Expressions of symbols. If all are >= 0, nothing that levels test or clip
  /// fails anywhere in the box; nothing if that cannot be told so.
  std::optional<llvm::SmallVector<mlir::AffineExpr>> inside;
  /// A version without what levels test is worth its code: not if there is
  /// nothing to test, if a thread has few elements, or if there is one thread.
  bool hasWholeVersion = false;

  /// The fastest dimension.
  unsigned fastest() const { return scan.order.front(); }
  /// How far the elements of a thread in `dim` are apart.
  int64_t stride(unsigned dim) const {
    return deal.threads[dim] * (dim == fastest() ? width : 1);
  }
};

/// How many rounds a thread has; extents that are not constant are taken to be
/// large.
double assumedRounds(const CopyPlan &plan);

/// The plan for copying the box of `plan`, whose rows have a constant length,
/// `width` elements at once on `distribution`'s threads, wherever all of it is
/// to be copied: nothing is tested.
CopyPlan planWholeBox(const CopyPlan &plan, int64_t width,
                      const Distribution &distribution);

/// The plan for `set`, one of the sets of `copy`, on `distribution`'s threads.
CopyPlan planCopy(PolyhedralCopyOpInterface copy, mlir::IntegerSet set,
                  const Distribution &distribution);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_COPYPLAN_H
