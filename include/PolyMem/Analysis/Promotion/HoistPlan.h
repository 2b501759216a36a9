//===- HoistPlan.h - buffers that outlive a loop's iterations ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P1, section 4.2: a sequential tile loop that none of the references of a
// buffer depends on is redundant for it; the buffer is then filled before the
// loop and written back after it.
//
// When is that the same? Let In and Out be the elements copied, W the elements
// of the buffer that the loop's body may store to, all for any iteration. In
// iteration 2 and later, the buffer holds what iteration 1 left there instead
// of what a new copy would bring:
//   - an element of Out was copied out, so both are the same value;
//   - an element of In \ Out must not have been changed: (In \ Out) n W = {};
//   - other elements had no defined value before the body wrote them.
// And between two iterations nobody else may look at the array: no other
// operation of the loop reads an element of Out, or writes one of In u Out.
//
// Copies that differ from iteration to iteration, In(k) and Out(k), may leave
// the loop as well if the buffer's layout is the same in all: what all of them
// together copy, In = union of In(k) and Out = union of Out(k), is copied once.
// Then
//   - each element of In u Out u W has a cell of its own;
//   - what an iteration stores to is copied out by the same iteration:
//     W(k) n (In u Out) is in Out(k), so that cells and array agree after each;
//   - where a step s is a run-time value, In(k) and Out(k) are known for all k
//     between the bounds, but not which k are iterations. Then each element of
//     In (Out) is in In(k) (Out(k)) for s values of k that follow each other,
//     or for all from the first iteration on to some k: one of these is an
//     iteration.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_HOISTPLAN_H
#define POLYMEM_ANALYSIS_PROMOTION_HOISTPLAN_H

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Value.h"

namespace polymem {

/// A buffer that each iteration of a sequential loop fills from an array before
/// it uses it, and writes back afterwards.
struct LoopBuffer {
  /// Implements PolyhedralLoopOpInterface and opens an affine scope.
  mlir::Operation *loop = nullptr;
  mlir::Value buffer, array;
  /// The copies from the array to the buffer and back: operations of the loop's
  /// body itself that implement PolyhedralCopyOpInterface.
  llvm::SmallVector<mlir::Operation *> copyIns, copyOuts;
};

/// The body of a `LoopBuffer`'s loop, and the array and the buffer there.
struct LoopBufferModel {
  std::unique_ptr<Scop> scop;
  const ScopArray *array = nullptr, *cells = nullptr;
};

/// Nullopt, with `reason`, if the loop cannot be modelled, for want of budget
/// for instance, or the memory behind the array is not known. `withLayouts`:
/// with what `ScopArray` says of the buffer's layout.
std::optional<LoopBufferModel> modelLoopBuffer(const LoopBuffer &buffer,
                                               unsigned long maxIslOperations,
                                               Sentence &reason,
                                               bool withLayouts = false);

/// What a loop does to the elements of a `LoopBuffer` and of its array,
/// `[p] -> { [a] }` for any iteration; null: nothing.
struct LoopBufferSets {
  /// Copied, and stored to the buffer by others than copies.
  isl::set copiedIn, copiedOut, stored;
  /// What all but the copies of the buffer do to the array.
  isl::set othersRead, othersWrite;
  /// One of the other accesses to the array, to be named.
  mlir::Operation *other = nullptr;
  /// isl gave up one of the sets, which may be null for that.
  bool areUnknown = false;

  /// Others write what is copied, or read what is copied out; or isl gave up.
  bool mayInterfere() const;
  /// What stands in the way if `mayInterfere()`, in words.
  Sentence interference() const;
};

/// Collects the sets of `buffer`. `scop` is the loop's body, `array` and
/// `cells` are the array and the buffer there.
LoopBufferSets collectSets(const Scop &scop, const LoopBuffer &buffer,
                           const ScopArray *array, const ScopArray *cells);

/// What a copy copies in all iterations of a loop together, where it runs:
/// disjoint sets whose `symbols` are known in front of the loop.
struct WideCopy {
  mlir::Operation *copy;
  llvm::SmallVector<mlir::IntegerSet> sets;
  llvm::SmallVector<mlir::Value> symbols;
};

/// Whether the copies of a `LoopBuffer` may be made once, around the loop.
struct HoistPlan {
  /// Identifier of what stands in the way, a string literal, such as
  /// "ArrayAccessed"; empty if nothing does.
  llvm::StringRef obstacle;
  /// What stands in the way, in words.
  Sentence reason;
  /// The loop may run zero times: copies must be restricted to "it runs".
  bool mayBeEmpty = true;
  /// `[p] -> { [a] }` in isl notation, for any iteration: elements copied in
  /// and out, elements of the buffer that are stored to, elements of the array
  /// that others read and write. Empty texts: none.
  std::string copiedIn, copiedOut, stored, othersRead, othersWrite;
  /// With copies that differ from iteration to iteration: one entry for each.
  llvm::SmallVector<WideCopy> wide;

  bool mayHoist() const { return obstacle.empty(); }
  /// Prints the sets, one per line, and the decision.
  void print(llvm::raw_ostream &os) const;
};

/// Proves that the copies of `buffer`, whose symbols are the same in all
/// iterations, may be made once, or says why not. Each step is bounded by
/// `maxIslOperations`.
HoistPlan planHoist(const LoopBuffer &buffer, unsigned long maxIslOperations);

/// The same for copies whose symbols differ from iteration to iteration. The
/// buffer's layout and size are the same in all; no copy computes. Not in the
/// paper, whose loops are redundant only if copies are the same.
HoistPlan planWideHoist(const LoopBuffer &buffer,
                        unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_HOISTPLAN_H
