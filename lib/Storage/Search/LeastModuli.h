//===- LeastModuli.h - smallest valid moduli --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_SEARCH_LEASTMODULI_H
#define POLYMEM_LIB_STORAGE_SEARCH_LEASTMODULI_H

#include "PolyMem/Storage/Mappings/SampleConflicts.h"

namespace polymem {

/// Values of `weights` where `sample` is; nothing if one does not fit.
std::optional<llvm::SmallVector<int64_t>>
valuesAt(llvm::ArrayRef<Polynomial> weights, const SampleConflicts &sample);

/// A mapping with moduli that have at each sample the smallest value that is
/// valid together with the other rows, one row after the other. Moduli for
/// which there is no such polynomial stay.
struct LeastModuli {
  StorageMapping mapping;
  /// There was a polynomial for each modulus, and more samples than are needed
  /// to find it.
  bool isRegular = true;
};
LeastModuli withLeastModuli(StorageMapping mapping,
                            llvm::ArrayRef<SampleConflicts> samples);

/// Quotients of the only parameter with which the least moduli of `mapping` at
/// `samples`, where it has values that follow each other, are affine; none if
/// they are affine without, or not with a small divisor.
std::vector<Quotient>
quotientsOfModuli(const StorageMapping &mapping,
                  llvm::ArrayRef<SampleConflicts> samples);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_SEARCH_LEASTMODULI_H
