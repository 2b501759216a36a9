//===- RowMajor.h - strides of row-major orders -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_SEARCH_ROWMAJOR_H
#define POLYMEM_LIB_STORAGE_SEARCH_ROWMAJOR_H

#include "PolyMem/Storage/Search/Portfolio.h"

namespace polymem {

/// Strides of the dimensions of `conflicts` in row-major addresses, no two of
/// them equal: of the box around its elements with its dimensions in each of
/// `orders` (those of selectors are 0), and of the boxes of cells that `boxes`,
/// found by successive modulo, map to.
std::vector<std::vector<Polynomial>>
rowMajorStrides(const ConflictSet &conflicts,
                llvm::ArrayRef<llvm::SmallVector<unsigned>> orders,
                llvm::ArrayRef<StorageCandidate> boxes);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_SEARCH_ROWMAJOR_H
