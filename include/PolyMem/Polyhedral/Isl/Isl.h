//===- Isl.h - isl contexts and bounded isl work ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where isl contexts are made and isl's C memory conventions are
// dealt with. Everything else uses isl's value-semantic C++ objects
// (`isl::set`, `isl::union_map`, ...), whose operations yield a null object on
// error; `IslOperationsGuard` tells when that error was an exhausted budget.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISL_H
#define POLYMEM_POLYHEDRAL_ISL_ISL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "isl/isl-noexceptions.h"
#include <memory>
#include <optional>
#include <sstream>
#include <string>

namespace polymem {

/// Owns one isl context, for one analysis. isl objects made in the context must
/// be destroyed before it. Errors do not abort: they yield null objects.
class IslContext {
public:
  IslContext();
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;

  isl::ctx get() const { return isl::ctx(ctx); }
  operator isl::ctx() const { return get(); }

private:
  isl_ctx *ctx;
};

/// The budget of isl operations for one analysis step, unless an option says
/// otherwise. A few seconds of work; a kernel of the benchmarks needs a
/// thousandth of it.
inline constexpr unsigned long kDefaultIslOperations = 20000000;

/// Counts the operations of one context while it lives, on the thread that made
/// it, where all work of the context is done. A later counter of the same
/// context counts instead of an earlier one. isl has a count, but does not tell
/// it: the functions that isl counts in are replaced by ones that call `note`
/// (lib/Polyhedral/Isl/IslRepairs.cpp).
class IslOperationCounter {
public:
  explicit IslOperationCounter(isl_ctx *ctx);
  ~IslOperationCounter();
  IslOperationCounter(const IslOperationCounter &) = delete;
  IslOperationCounter &operator=(const IslOperationCounter &) = delete;

  unsigned long operations() const { return count; }

  /// isl does one operation in `ctx`.
  static void note(isl_ctx *ctx);
  /// The latest counter of `ctx` on this thread; null if there is none.
  static const IslOperationCounter *of(isl_ctx *ctx) { return find(ctx); }

private:
  static IslOperationCounter *find(isl_ctx *ctx);

  isl_ctx *ctx;
  unsigned long count = 0;
  /// The counter made before this one that is still there.
  IslOperationCounter *earlier;
};

/// Bounds the isl work done during its lifetime to `maxOperations` (0: no
/// bound). When the bound is hit, isl operations yield null objects;
/// `exceeded()` then tells that the budget was the reason. Guards do not nest:
/// an inner guard of the same context is inactive.
class IslOperationsGuard {
public:
  IslOperationsGuard(isl::ctx ctx,
                     unsigned long maxOperations = kDefaultIslOperations);
  ~IslOperationsGuard();
  IslOperationsGuard(const IslOperationsGuard &) = delete;
  IslOperationsGuard &operator=(const IslOperationsGuard &) = delete;

  /// True iff some operation was refused for want of budget.
  bool exceeded() const;

  /// isl operations since the guard was made (since the outer guard, for an
  /// inner one); the budget if it was exceeded. For reports of compile time.
  unsigned long spent() const;

private:
  isl_ctx *ctx;
  /// The guard's budget; 0 when unbounded.
  unsigned long budget;
  /// There if this guard, not an outer one, set the context's bound.
  std::optional<IslOperationCounter> counter;
};

/// Sets one integer option of an isl context for a while.
class ScopedIslOption {
public:
  using Getter = int (*)(isl_ctx *);
  using Setter = isl_stat (*)(isl_ctx *, int);
  ScopedIslOption(isl_ctx *ctx, Getter get, Setter set, int value)
      : ctx(ctx), set(set), previous(get(ctx)) {
    set(ctx, value);
  }
  ~ScopedIslOption() { set(ctx, previous); }
  ScopedIslOption(const ScopedIslOption &) = delete;
  ScopedIslOption &operator=(const ScopedIslOption &) = delete;

private:
  isl_ctx *ctx;
  Setter set;
  int previous;
};

/// The isl operations that all guards of this process have measured so far, on
/// all threads: what `polymem-opt --isl-operations` prints. (isl counts an
/// operation per allocation, so this is a machine-independent measure of
/// compile time.)
unsigned long islOperationsUsed();

/// How many budgets of guards have ended so far on this thread, less those that
/// were forgotten. An inactive guard does not count.
unsigned long islBudgetsEnded();

/// Takes `islBudgetsEnded()` back to `count`, an earlier value of it: what
/// ended since has been dealt with.
void forgetEndedBudgets(unsigned long count);

/// Text of any isl object, in isl notation; "<null>" for a null object.
template <typename T> std::string islToString(const T &object) {
  if (object.is_null())
    return "<null>";
  std::ostringstream text;
  text << object;
  return text.str();
}

/// The value of an integer that fits; nothing for a rational, NaN, infinite or
/// larger value.
std::optional<int64_t> islToInt64(const isl::val &value);

/// The union of `parts` (maps or sets of one space, or unions of them), which
/// are not empty. isl looks for parts that are equal at each step: in pairs,
/// they are not all looked at as often as there are parts.
template <typename T> T unionInPairs(llvm::ArrayRef<T> parts) {
  if (parts.size() == 1)
    return parts.front();
  size_t half = parts.size() / 2;
  return unionInPairs(parts.take_front(half))
      .unite(unionInPairs(parts.drop_front(half)));
}

/// Rectangular hull of `set` by isl's fixed-box detection: for
/// `set = [p] -> { A[a] : ... }`, a constant size per dimension and an offset
/// `{ A[] -> A[o(p)] }` with `o <= a < o + size`. `valid` is false where no
/// constant size exists.
struct IslFixedBox {
  bool valid = false;
  isl::multi_aff offset;
  llvm::SmallVector<int64_t> sizes;
};
IslFixedBox fixedBoxHull(const isl::set &set);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISL_H
