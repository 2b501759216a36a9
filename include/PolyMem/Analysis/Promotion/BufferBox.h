//===- BufferBox.h - the box of cells that holds a set ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Rectangular hulls of data spaces with parametric corners, and extents that
// do not depend on where the tile is (P1, Algorithm 2 and section 3.1.2).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_BUFFERBOX_H
#define POLYMEM_ANALYSIS_PROMOTION_BUFFERBOX_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Support/Sentence.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace polymem {

/// One dimension of an array in a buffer.
struct BufferDim {
  /// `[p] -> { [] -> [lb(p)] }`: the first coordinate held.
  isl::aff lower;
  /// Number of coordinates held: a constant, or the minimum of
  /// `extents = [p] -> { [] -> [e(p)] }`, over size parameters only.
  std::optional<int64_t> constant;
  llvm::SmallVector<isl::aff> extents;
  /// False: the coordinate is a function of the stored ones, the buffer does
  /// not have this dimension (a hull of lower rank, P1 3.1.2).
  bool stored = true;
};

/// The cells `{ A[a] -> [a_d - lb_d : d stored] }`, injective on the set that
/// the box was computed for.
struct BufferBox {
  llvm::SmallVector<BufferDim> dims;
  /// No extent depends on parameters.
  bool isConstant() const;
  /// The product of the constant extents, which is the number of cells if all
  /// are constant; nullopt if it overflows.
  std::optional<int64_t> constantCells() const;
  /// A number of cells, at most 2^40, that the box is never smaller than for
  /// values of the parameters in `params = [p] -> { : }`.
  int64_t leastCells(const isl::set &params) const;
  /// "32 x 16", "min(Ti, N) x 16"; stored dimensions only.
  std::string extentsText() const;
};

/// Text of `aff` without isl's brackets: "p0 + 31".
std::string affToText(const isl::aff &aff);
/// "min(a, b)" or "32".
std::string extentToText(const BufferDim &dim);

/// The box of `elements = [p] -> { A[a] }`, found in `hull`, a superset. Among
/// the lower bounds of each dimension the one is chosen that gives a constant
/// extent, the smallest, else an extent over the parameters that `isSize`
/// accepts. Sound: no element is outside for any parameters of the set.
/// With `allDims` each dimension is stored. Nullopt, with `reason`, when a
/// dimension has no such extent; so it is when isl's budget ran out.
std::optional<BufferBox>
computeBufferBox(const isl::set &elements, const isl::set &hull,
                 llvm::function_ref<bool(const isl::id &)> isSize,
                 Sentence &reason, bool allDims = false);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_BUFFERBOX_H
