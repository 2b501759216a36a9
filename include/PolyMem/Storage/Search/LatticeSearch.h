//===- LatticeSearch.h - the best mappings of small sizes -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every mapping `M x mod m` is an integer lattice, the elements that it maps to
// cell 0, and the reverse. Where the parameters are small all of them can be
// tried; the best ones of several sizes, as polynomials of the parameters, are
// candidates for all sizes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_LATTICESEARCH_H
#define POLYMEM_STORAGE_SEARCH_LATTICESEARCH_H

#include "PolyMem/Storage/Mappings/SampleConflicts.h"

namespace polymem {

/// The best mappings to one dimension at one size.
struct CyclicMappings {
  llvm::SmallVector<int64_t> parameters;
  int64_t modulus;
  /// Coefficients, one of them 1, the others in (-modulus / 2, modulus / 2].
  std::vector<SampleConflicts::Point> weights;
};

/// Tries all `(w . x) mod m` of which a coefficient is 1, from `m = atLeast`
/// on; nothing if there is none up to `atMost`, or after `maxTries`.
std::optional<CyclicMappings> searchCyclic(const SampleConflicts &sample,
                                           int64_t atLeast, int64_t atMost,
                                           size_t maxTries = 2000000);

/// A mapping of least size, of any number of dimensions, from `atLeast` to
/// `atMost` cells; nothing if there is none, or after `maxTries`.
std::optional<StorageMapping> searchLattice(const SampleConflicts &sample,
                                            int64_t atLeast, int64_t atMost,
                                            size_t maxTries = 200000);

/// The polynomial of least degree, up to `maxDegree`, with integer coefficients
/// that has `values[k]` where the parameters are `points[k]`. `leftOver`, if
/// there, becomes the number of points that were not needed to find it: without
/// any, nothing speaks for it.
std::optional<Polynomial>
interpolate(llvm::ArrayRef<llvm::SmallVector<int64_t>> points,
            llvm::ArrayRef<int64_t> values, unsigned maxDegree,
            size_t *leftOver = nullptr);

/// Mappings whose modulus and coefficients are polynomials that agree with one
/// of the best mappings of every size, the simplest first. The moduli have at
/// most the degree of the rank, coefficients are linear.
std::vector<StorageMapping> generalise(llvm::ArrayRef<CyclicMappings> samples,
                                       unsigned rank);

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_LATTICESEARCH_H
