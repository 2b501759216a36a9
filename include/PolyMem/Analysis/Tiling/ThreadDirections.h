//===- ThreadDirections.h - where the next thread is ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithm 1 of TR78 (section 5.2). Of a nest with loops i, a direction d says
// that thread t + 1 executes i + d at the time at which thread t executes i. A
// reference with the access matrix F is coalesced along d if F d = (0..0, 1),
// or (0..0, -1), or 0: neighbouring threads access neighbours, or one element.
//
// One parallel loop c counts the threads, d_c = 1, and each other loop k that
// moves, d_k != 0, counts i_k - d_k i_c in place of i_k: along d that stays. In
// the paper's words these are the time (and further space) partitions theta,
// with theta(i + d) = theta(i), and c is the innermost space partition pi, with
// pi(i + d) = pi(i) + 1. As no dependence goes from one iteration of c to
// another, distances of dependences along the others stay what they are: the
// order is as legal as it was.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TILING_THREADDIRECTIONS_H
#define POLYMEM_ANALYSIS_TILING_THREADDIRECTIONS_H

#include "PolyMem/Analysis/Tiling/Coalescing.h"
#include <string>
#include <vector>

namespace polymem {

/// A reference in a nest.
struct NestReference {
  const ScopAccess *access = nullptr;
  /// F: a row for each dimension of the array, a column for each loop of the
  /// nest. Empty if the subscripts are no affine functions of the loops with
  /// whole factors: then it is coalesced along no direction.
  llvm::SmallVector<llvm::SmallVector<int64_t>> matrix;
  /// Its statement accesses no element twice: it is not staged for its reuse.
  bool once = false;
  /// Of an element.
  int64_t bytes = 0;
};

/// A loop that may be mapped to threads, and all in it.
struct ThreadNest {
  mlir::Operation *root = nullptr;
  /// The induction variables of `root` and of all loops inside, in their order.
  llvm::SmallVector<mlir::Value> loops;
  /// Of each loop: it may count threads. It is parallel, and there is nothing
  /// else between it and `root`.
  llvm::SmallVector<bool> counts;
  /// Of each loop: it goes in steps of 1, so that it may move.
  llvm::SmallVector<bool> moves;
  /// Those of the statements inside most loops, to arrays that are not made in
  /// loops.
  std::vector<NestReference> references;
};

/// Where the next thread is.
struct ThreadDirection {
  /// The number of the loop that counts threads.
  unsigned loop = 0;
  /// d.
  llvm::SmallVector<int64_t> steps;
  /// Of each reference.
  llvm::SmallVector<Adjacency> adjacency;
  /// Bytes for an instance of what is scattered or unknown, of references that
  /// access elements once, and of the others.
  int64_t scatteredOnce = 0, scatteredOthers = 0;

  /// Some other loop moves.
  bool isSkewed() const;
  /// Less is scattered; what is accessed once counts first, for what is reused
  /// is staged, and copies have an order of their own. Then fewer loops
  /// move, and the innermost loop counts.
  bool operator<(const ThreadDirection &other) const;
};

/// The outermost loops of `scop` of which `isParallel` holds, where a direction
/// along several loops could gain something or `all` is set: where some
/// subscript has several of their induction variables.
std::vector<ThreadNest>
findThreadNests(const Scop &scop,
                llvm::function_ref<bool(mlir::Operation *)> isParallel,
                bool all = false);

struct DirectionOptions {
  /// No loop moves by more.
  int64_t maxStep = 4;
  /// Subsets of references that are looked at.
  unsigned maxSubsets = 400;
  /// Skewed directions that are kept, the best ones.
  unsigned maxSkewed = 3;
};

/// The directions along one loop each, and skewed ones along which less of what
/// is accessed once is scattered than along all of these, best first. Subsets
/// of the references that are to be coalesced are tried, those of most bytes
/// first. Where nothing is scattered along some loop, no skewed one is looked
/// for. Fewer are found where the budget of isl operations ends.
std::vector<ThreadDirection>
findDirections(const Scop &scop, const ThreadNest &nest,
               const DirectionOptions &options = {});

/// "j + i": loops with the steps that they make; i and j are names that the
/// induction variables `loops` have for people.
std::string textOf(const ThreadNest &nest, const ThreadDirection &direction);

/// What people call the loops of `nest`: their names where they have some that
/// differ, else "i0", "i1" and so on.
llvm::SmallVector<std::string> namesOf(const ThreadNest &nest);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TILING_THREADDIRECTIONS_H
