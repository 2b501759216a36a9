//===- LaneTable.h - numbers of the threads of a block ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a launch differ in a number that all threads of a block have in
// common; what differs between threads is nearly always the same. So it is kept
// once, and what was computed of it is looked up.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_LANETABLE_H
#define POLYMEM_LIB_ANALYSIS_COST_LANETABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <tuple>
#include <utility>

namespace polymem::cost {

/// How much the number of each thread is more than that of the first.
struct LaneOffsets : llvm::RefCountedBase<LaneOffsets> {
  /// The first is 0.
  llvm::SmallVector<int64_t, 0> numbers;
  int64_t least = 0, greatest = 0;
};

/// Null: all threads have one number.
using Lanes = llvm::IntrusiveRefCntPtr<const LaneOffsets>;

/// Which threads of a block are active; 0 or 1 for each.
using Mask = llvm::SmallVector<uint8_t, 0>;

/// The active threads, how many they are, and in how many warps.
struct ActiveThreads : llvm::RefCountedBase<ActiveThreads> {
  Mask mask;
  double threads = 0, warps = 0;

  bool operator[](size_t thread) const { return mask[thread] != 0; }
};
using Active = llvm::IntrusiveRefCntPtr<const ActiveThreads>;

/// A number for each thread: `first + lanes`.
struct LaneNumbers {
  int64_t first = 0;
  Lanes lanes;

  int64_t operator[](size_t thread) const {
    return lanes ? first + lanes->numbers[thread] : first;
  }
};

/// What is computed of lanes, told apart with up to two numbers.
enum class LaneOperation {
  Sum,
  Scale,
  Product,
  Quotient,
  QuotientOfLanes,
  NotNegative,
  Agree
};

/// Lanes and masks are not told apart by their contents after they were
/// forgotten, so equal ones may be several.
class LaneTable {
public:
  explicit LaneTable(unsigned warpSize) : warpSize(warpSize) {}

  LaneNumbers intern(llvm::SmallVector<int64_t, 0> numbers);
  Active intern(Mask mask);

  /// `compute` of the offsets of each thread in `a` and `b`, 0 where these are
  /// null, which both must not be. It is a function of them, of `x` and `y`.
  template <typename Compute>
  LaneNumbers get(LaneOperation operation, const Lanes &a, const Lanes &b,
                  int64_t x, int64_t y, Compute &&compute) {
    Key key(unsigned(operation), a.get(), b.get(), x, y);
    if (auto found = results.find(key); found != results.end())
      return found->second.result;
    llvm::SmallVector<int64_t, 0> numbers;
    numbers.resize_for_overwrite((a ? a : b)->numbers.size());
    for (size_t lane = 0; lane < numbers.size(); ++lane)
      numbers[lane] =
          compute(a ? a->numbers[lane] : 0, b ? b->numbers[lane] : 0);
    LaneNumbers result = intern(std::move(numbers));
    forgetIfMany();
    results[key] = {a, b, result};
    return result;
  }

  /// The least and the greatest offset of an active thread; zeros if there are
  /// none.
  std::pair<int64_t, int64_t> rangeOf(const Lanes &lanes, const Active &active);

  /// Those of `active` for which `first + lanes` is not 0, or is.
  Active select(const Active &active, const LaneNumbers &condition,
                bool isNotZero);

private:
  using Key =
      std::tuple<unsigned, const void *, const void *, int64_t, int64_t>;
  /// Those that a key names live as long as it does.
  struct Entry {
    Lanes a, b;
    LaneNumbers result;
  };
  struct Range {
    Lanes lanes;
    Active active;
    std::pair<int64_t, int64_t> range;
  };
  struct Selection {
    Active active;
    Lanes lanes;
    Active result;
  };

  void forgetIfMany();

  unsigned warpSize;
  /// The keys are in the values.
  llvm::DenseMap<llvm::ArrayRef<int64_t>, Lanes> known;
  llvm::DenseMap<llvm::ArrayRef<uint8_t>, Active> masks;
  llvm::DenseMap<Key, Entry> results;
  llvm::DenseMap<std::pair<const void *, const void *>, Range> ranges;
  llvm::DenseMap<Key, Selection> selections;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_LANETABLE_H
