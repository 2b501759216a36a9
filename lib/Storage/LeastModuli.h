//===- LeastModuli.h - smallest valid moduli --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_LEASTMODULI_H
#define POLYMEM_LIB_STORAGE_LEASTMODULI_H

#include "PolyMem/Storage/SampleConflicts.h"

namespace polymem {

/// Values of `weights` where `sample` is; nothing if one does not fit.
std::optional<llvm::SmallVector<int64_t>>
valuesAt(llvm::ArrayRef<Polynomial> weights, const SampleConflicts &sample);

/// `mapping` with moduli that have at each sample the smallest value that is
/// valid together with the other rows, one row after the other. Moduli for
/// which there is no such polynomial stay.
StorageMapping withLeastModuli(StorageMapping mapping,
                               llvm::ArrayRef<SampleConflicts> samples);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_LEASTMODULI_H
