//===- LaneForms.h - index values of all threads of a block -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on index values where sizes are numbers, in all threads of a
// block at once and for a box of iterations and blocks at once. What cannot be
// said for the whole box asks for a smaller one: the sum over the parts of a
// box is the sum over the box, so nothing is lost by it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_LANEFORMS_H
#define POLYMEM_LIB_ANALYSIS_COST_LANEFORMS_H

#include "LaneTable.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace polymem::cost {

/// Numbers of an iteration, or of a block along an axis: `first .. last`. Each
/// stands for `weight` of them, of which the others are taken to be alike.
struct Interval {
  int64_t first = 0, last = 0;
  double weight = 1;

  bool isSingle() const { return first == last; }
  double size() const { return static_cast<double>(last - first + 1) * weight; }
};

/// Iterations and blocks: an interval for each variable, the outermost first.
using Box = llvm::SmallVector<Interval, 8>;

/// Asks for the parts of a box in which `variable` is less than `at`, and not.
struct Cut {
  unsigned variable = 0;
  int64_t at = 0;
};

/// An integer in the threads of a block, wherever in a box:
///
///   value(thread, v) = constant + lanes[thread] + sum_i terms[i].second *
///   v[terms[i].first]
struct Form {
  int64_t constant = 0;
  Lanes lanes;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> terms;

  static Form of(int64_t value) { return Form{value, nullptr, {}}; }
  static Form of(LaneNumbers numbers) {
    return Form{numbers.first, std::move(numbers.lanes), {}};
  }

  /// Numbers from 2^60 on are not known, so that sums of a few do not overflow.
  static bool isSmall(int64_t value) {
    constexpr int64_t most = int64_t(1) << 60;
    return value > -most && value < most;
  }

  bool isUniform() const { return !lanes; }
  /// The same number everywhere.
  std::optional<int64_t> asConstant() const {
    if (!isUniform() || !terms.empty())
      return std::nullopt;
    return constant;
  }
  /// Without the terms.
  LaneNumbers numbers() const { return {constant, lanes}; }
  int64_t lane(size_t thread) const { return numbers()[thread]; }
};

/// How two forms are compared; signed.
enum class Comparison { Equal, NotEqual, Less, LessEqual };

/// Computes forms. A result is nullopt if it is not known or, then with a
/// `cut()`, not the same for the whole box.
class FormArithmetic {
public:
  FormArithmetic(const Box &box, const Active &active, LaneTable &table)
      : box(box), active(active), table(table) {}

  using Result = std::optional<Form>;

  /// The number of the iteration, or of the block, that `variable` is.
  Form variable(unsigned variable) const;

  Result add(const Form &a, const Form &b, int64_t factor = 1);
  Result multiply(const Form &a, const Form &b);
  /// Rounded down, or up; the remainder has the sign of the divisor. Not known
  /// for divisors below 1.
  Result floorDiv(const Form &a, const Form &b);
  Result ceilDiv(const Form &a, const Form &b);
  Result mod(const Form &a, const Form &b);
  Result minimum(const Form &a, const Form &b) { return extremum(a, b, false); }
  Result maximum(const Form &a, const Form &b) { return extremum(a, b, true); }
  /// 1 where it holds, 0 elsewhere.
  Result compare(const Form &a, const Form &b, Comparison comparison);
  Result select(const Form &condition, const Form &a, const Form &b);
  Result evaluate(mlir::AffineExpr expr, llvm::ArrayRef<Form> operands,
                  unsigned numDims);

  /// The number of iterations of a loop: `max(ceil((upper - lower) / step),
  /// 0)`.
  Result tripCount(const Form &lower, const Form &upper, const Form &step);

  /// True iff `form` is the same in the whole box; else a cut is wanted.
  bool requireConstant(const Form &form) {
    if (!form.terms.empty())
      cutAnywhere(form);
    return form.terms.empty();
  }

  /// What the last result that is not known needs.
  std::optional<Cut> takeCut() {
    std::optional<Cut> result = wanted;
    wanted.reset();
    return result;
  }

  /// The least and the greatest sum of the terms in the box.
  std::pair<int64_t, int64_t> rangeOf(const Form &form) const;

private:
  struct Quotient {
    Form quotient, remainder;
  };
  std::optional<Quotient> divide(const Form &a, const Form &b);
  Result extremum(const Form &a, const Form &b, bool isMax);
  /// The sums of the lanes of `a` and of `factor`, 1 or -1, times those of `b`.
  Lanes addLanes(const Lanes &a, const Lanes &b, int64_t factor);
  /// `factor` times `lanes`; nullopt where that is not known.
  std::optional<Lanes> scale(const Lanes &lanes, int64_t factor);
  /// `a + shift` by `b`, both without terms, rounded down.
  LaneNumbers floorOf(const Form &a, int64_t shift, const Form &b);
  /// 1 where `form >= 0`, 0 elsewhere.
  Result isNonNegative(const Form &form);
  /// Makes `form` the same in all of a smaller box.
  std::nullopt_t cutAnywhere(const Form &form);
  /// Makes the sign of `form` the same in all of a smaller box.
  std::nullopt_t cutAtSign(const Form &form, int64_t least, int64_t greatest);
  /// The least and greatest number of an active thread.
  std::pair<int64_t, int64_t> lanesOf(const Form &form) const;

  const Box &box;
  const Active &active;
  LaneTable &table;
  std::optional<Cut> wanted;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_LANEFORMS_H
