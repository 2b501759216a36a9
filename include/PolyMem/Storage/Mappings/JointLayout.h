//===- JointLayout.h - several arrays in one space --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays that share a buffer are parts of one array with more dimensions: then
// a mapping of that array says which cells all of them have, and what is known
// of conflicts and mappings holds for several arrays as well.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_MAPPINGS_JOINTLAYOUT_H
#define POLYMEM_STORAGE_MAPPINGS_JOINTLAYOUT_H

#include "PolyMem/Storage/Mappings/StorageMapping.h"

namespace polymem {

/// Element x of array k becomes the element (e_k, 0, x) of a joint array. The
/// selector e_k is the k-th unit vector (0 for the first array): so each array
/// has an offset of its own in rows that are linear in joint elements, and no
/// array's offset depends on another one's.
class JointLayout {
public:
  /// Which dimensions the elements have.
  enum class Form {
    /// The same for all arrays, those with fewer have zeros before theirs: all
    /// arrays have the same strides.
    SameStrides,
    /// Each array has its own, and zeros in the others'.
    OwnStrides
  };

  /// For arrays with these numbers of dimensions; at least one array.
  JointLayout(llvm::ArrayRef<unsigned> ranks, Form form);

  unsigned arrays() const { return ranks.size(); }
  /// Dimensions of the selector, which come first.
  unsigned selectors() const { return ranks.size() - 1; }
  /// Dimensions of the joint array.
  unsigned rank() const { return theRank; }
  unsigned rankOf(unsigned array) const { return ranks[array]; }
  /// The first joint dimension of array `array`.
  unsigned firstDim(unsigned array) const { return first[array]; }
  ConflictShape shape() const;

  /// The joint element of an element `x` of array `array`.
  llvm::SmallVector<int64_t, 4> elementOf(unsigned array,
                                          llvm::ArrayRef<int64_t> x) const;

  /// `{ i -> A[o, x] }` becomes `{ i -> [o, e, 0, x] }`, where A is array
  /// `array` and o the first `depth` dimensions.
  isl::map embed(const isl::map &relation, unsigned array,
                 unsigned depth = 0) const;
  /// `{ A[x] }` becomes `{ [e, 0, x] }`.
  isl::set embed(const isl::set &elements, unsigned array) const;

  /// What a mapping of the joint array is for array `array`, with offsets.
  StorageMapping mappingOf(const StorageMapping &joint, unsigned array) const;

  /// The mapping of the joint array that is `mappings[k]` for each array k, as
  /// far as offsets matter. Nothing if their moduli differ, or if they have
  /// other strides and the form does not allow that.
  std::optional<StorageMapping>
  combine(llvm::ArrayRef<StorageMapping> mappings) const;

private:
  llvm::SmallVector<unsigned> ranks, first;
  unsigned theRank = 0;
};

} // namespace polymem

#endif // POLYMEM_STORAGE_MAPPINGS_JOINTLAYOUT_H
