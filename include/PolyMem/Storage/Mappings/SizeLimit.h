//===- SizeLimit.h - no more cells than elements ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mapping that is small for large sizes may have more cells than there are
// elements where a size is 1: `(j - i) mod (2 M - 1)` of an array of N x M.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_SIZELIMIT_H
#define POLYMEM_STORAGE_MAPPINGS_SIZELIMIT_H

#include "PolyMem/Storage/Mappings/JointLayout.h"
#include "PolyMem/Storage/Mappings/StorageMapping.h"

namespace polymem {

/// What keeps a buffer from being larger than the box around the elements.
struct SizeLimit {
  enum class Kind {
    None,    ///< no mapping has more cells than the box
    Extents, ///< extents: `c . x` is never negative and less than these
    Layout   ///< another mapping, where this one has as many cells or more
  };
  Kind kind = Kind::None;
  /// For each row of the only case.
  std::vector<Polynomial> extents;
  /// A cell for each element of the box.
  StorageMapping plain;
};

/// Sizes of an array's dimensions as polynomials, where they are.
using ArrayShape = std::vector<std::optional<Polynomial>>;

/// What is needed for `cases` of mappings, whose contexts cover the domain of
/// `conflicts`. Where no single bound of the elements is known, those of
/// `shape` count. Nothing if the size of the box is not known.
std::optional<SizeLimit> sizeLimitOf(const ConflictSet &conflicts,
                                     llvm::ArrayRef<StorageCase> cases,
                                     const ArrayShape &shape);

/// The same for several arrays in one buffer, which is not to be larger than
/// all of them together; a box around them counts if a size is not known.
/// Nothing if a cell for each element of the box may be more.
std::optional<SizeLimit> jointSizeLimit(const ConflictSet &conflicts,
                                        const JointLayout &layout,
                                        llvm::ArrayRef<StorageCase> cases,
                                        llvm::ArrayRef<ArrayShape> shapes);

/// For each row a number that is more than `c . x` for all elements of
/// `conflicts`, which are in an array of this shape; nothing if `c . x` may be
/// negative for one of them, or such a number is not known.
std::optional<std::vector<Polynomial>> rowExtents(const StorageMapping &mapping,
                                                  const ConflictSet &conflicts,
                                                  const ArrayShape &shape);

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_SIZELIMIT_H
