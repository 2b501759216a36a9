//===- IndexForms.h - index values as sums ----------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_GPUTOPTX_INDEXFORMS_H
#define POLYMEM_LIB_CONVERSION_GPUTOPTX_INDEXFORMS_H

#include "PolyMem/Analysis/Accesses/IndexForm.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace polymem::narrowing {

/// The least and the greatest value.
struct Interval {
  int64_t low, high;
};

/// A form in two parts, whose sum it is: values that may be any number of 64
/// bits, and values whose ranges are known to be small. The constant is in the
/// narrow part.
struct SplitForm {
  IndexForm wide, narrow;
  /// Of the narrow part, within kLeast and kGreatest.
  Interval range;

  bool isNarrow() const { return wide.terms.empty(); }
};

/// Ranges of narrow values are within these: sums of two of them, and one more
/// step of a loop, are numbers of 32 bits.
inline constexpr int64_t kLeast = -(int64_t(1) << 29), kGreatest = int64_t(1)
                                                                   << 29;

/// To compute a base, or to cut off a bound, before loops costs about as much
/// as is saved in so many rounds of them.
inline constexpr int64_t kWorthwhileRounds = 8;

/// Forms and ranges of the index values of kernels.
class IndexForms {
public:
  /// `solver` has run MLIR's analysis of integer ranges on the kernels.
  explicit IndexForms(const mlir::DataFlowSolver &solver) : solver(solver) {}

  /// The form in two parts; nothing if the narrow part is out of range.
  std::optional<SplitForm> split(const IndexForm &form) const;
  std::optional<SplitForm> split(mlir::Value value) const {
    return split(formOf(value));
  }

  /// The range of one value, within kLeast and kGreatest; nothing if it is not
  /// known to be.
  std::optional<Interval> rangeOf(mlir::Value value) const;

  /// Says what the analysis, which ran before, does not know: the range of a
  /// new value, within kLeast and kGreatest.
  void setRange(mlir::Value value, Interval range) { ranges[value] = range; }

  /// Says how many rounds `loop` has at most.
  void setRounds(mlir::Operation *loop, int64_t most) { rounds[loop] = most; }
  /// How often `anchor` is executed for each time that `place`, a loop around
  /// it, is: at most that, or a guess if it is not known.
  int64_t roundsBetween(mlir::Operation *place, mlir::Operation *anchor) const;

private:
  const mlir::DataFlowSolver &solver;
  llvm::DenseMap<mlir::Value, Interval> ranges;
  llvm::DenseMap<mlir::Operation *, int64_t> rounds;
};

/// The range of a form of narrow values, within kLeast and kGreatest.
std::optional<Interval> rangeOf(const IndexForm &form, const IndexForms &forms);

/// Whether what does not change in `loop` may be computed before it: not where
/// an annotation keeps it inside, as registers are worth more.
bool mayHoistFrom(mlir::Operation *loop);

/// The outermost loop around `anchor` in which `values` do not change, or
/// `anchor`: what is computed of them belongs before it.
mlir::Operation *hoistingPoint(mlir::ValueRange values,
                               mlir::Operation *anchor);

/// Emits `form` before `anchor`, each partial sum before the loops in which it
/// does not change: as a value of type index, or, `narrow`, its lowest 32 bits.
mlir::Value emitForm(const IndexForm &form, bool narrow,
                     mlir::Operation *anchor);

} // namespace polymem::narrowing

#endif // POLYMEM_LIB_CONVERSION_GPUTOPTX_INDEXFORMS_H
