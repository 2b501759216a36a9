//===- ArrayWebs.h - which accesses of an array share values ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A web of an array is a set of reads and all writes that reach them: what is
// written in one web is never read in another. Webs may have arrays of their
// own, and a web whose values stay in one iteration of the loops around all of
// it may have elements for each of these iterations.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_ARRAYWEBS_H
#define POLYMEM_ANALYSIS_SCHEDULING_ARRAYWEBS_H

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Sentence.h"
#include <vector>

namespace polymem {

/// A loop around all accesses of a web.
struct WebLoop {
  mlir::Value iv;
  /// `[p] -> { [i] -> [v] }` of parameters only, the least and the greatest
  /// value of `iv` or less and more than that.
  isl::aff lower, upper;
};

/// What a web leaves in its array for those who look at it later.
struct LastWrite {
  const ScopAccess *access;
  /// `[p] -> { S[i] }`: no later write overwrites what this instance writes.
  isl::set instances;
};

struct ArrayWeb {
  const ScopArray *array;
  /// In program order.
  llvm::SmallVector<const ScopAccess *> accesses;
  /// It reads a value from before the scop: it stays where it is.
  bool readsInitialValues = false;
  /// The loops, outermost first, that no value of the web leaves: each read
  /// gets what was written with the same values of them.
  llvm::SmallVector<WebLoop> loops;
  /// By dimension of the array, `[p] -> { [a] -> [v] }` of parameters only: no
  /// subscript is greater; null where that is not known.
  llvm::SmallVector<isl::aff> greatest;
  /// Of arrays that are seen afterwards: writes that are.
  llvm::SmallVector<LastWrite> lastWrites;
};

/// The webs of `array`, a memref, by first access. Writes that nothing reads
/// are put to the web they share most loops with. Nothing, and the reason, if
/// accesses or the flow between them are not known exactly within the budget.
std::optional<std::vector<ArrayWeb>> findWebs(const Scop &scop,
                                              const ScopArray &array,
                                              unsigned long maxIslOperations,
                                              Sentence &reason);

/// A web of `reads`, of one array and in program order, that has no writes: of
/// what was there before.
ArrayWeb webOfReads(const Scop &scop, llvm::ArrayRef<const ScopAccess *> reads);

/// What `accesses`, of one array, all in the outermost loop with the variable
/// `iv`, need of an array with an element for each of its iterations: `loops`
/// is this loop, or empty if its bounds are not known, and `greatest`.
ArrayWeb webOfStep(const Scop &scop,
                   llvm::ArrayRef<const ScopAccess *> accesses, mlir::Value iv);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_ARRAYWEBS_H
