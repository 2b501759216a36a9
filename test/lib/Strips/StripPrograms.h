//===- StripPrograms.h - random tiled programs ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small programs with one array whose tiles may have any sizes, as text for
// polymem-opt and as lists of instances. Nothing here uses isl.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_STRIPS_STRIPPROGRAMS_H
#define POLYMEM_TEST_LIB_STRIPS_STRIPPROGRAMS_H

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace polymem::test {

using Vector = std::vector<int>;

/// An access `A[...]` of a statement. All are operations of their own, in
/// order, but those under one condition.
struct StripAccess {
  bool isWrite = false;
  /// Coefficients of the loops and a constant for each dimension of the array;
  /// none: any subscript, known at run time only.
  std::vector<std::optional<Vector>> subscripts;
  /// The operation; accesses of one number are executed together, or not at
  /// all.
  unsigned operation = 0;
  /// A condition on data is around the operation.
  bool conditional = false;

  /// All subscripts are known.
  bool isKnown() const;
  /// The access is executed with its instance.
  bool isSure() const { return isKnown() && !conditional; }
};

/// A statement in `rank` loops, executed where `lower[d] <= i_d < n + upper[d]`
/// and, if so wanted, `i_0 >= i_1`.
struct StripStatement {
  Vector lower, upper, shift;
  bool triangular = false;
  std::vector<StripAccess> accesses;
};

struct StripProgram {
  unsigned rank, arrayRank;
  /// The loops' bound, and whether the program knows it at compile time.
  int n;
  bool isParametric;
  /// Each statement is in loops of its own.
  bool distributed;
  std::vector<StripStatement> statements;
  Vector shape;
  /// Instance i of statement k has the time `(skew i + shift_k, k)`.
  std::vector<Vector> skew;
  unsigned outer, strip;
  Vector sizes;
  /// Tile sizes are parameters `s0`, ...
  bool sizesAreNames;
  /// What later strips overwrite is not stored.
  bool readLater;
  /// Boxes are taken for what tiles do.
  bool boxes;

  unsigned end() const { return outer + sizes.size(); }
  unsigned along() const { return end() - strip; }

  /// A function `f`, whose first argument is the array and the second `n`.
  std::string text() const;
  /// `{ S0[i] -> [t]; ... }`.
  std::string schedule() const;
};

/// An executed instance.
struct StripInstance {
  unsigned statement;
  Vector iv, time;
};

/// All of them, in the order of the program as it is written.
std::vector<StripInstance> instancesOf(const StripProgram &program);

/// The elements that an access of an instance may be to, sorted.
std::vector<Vector> elementsOf(const StripProgram &program,
                               const StripAccess &access, const Vector &iv);

/// The next program whose tiles may have any sizes.
StripProgram nextStripProgram(std::mt19937 &engine);

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_STRIPS_STRIPPROGRAMS_H
