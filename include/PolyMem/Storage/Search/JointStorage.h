//===- JointStorage.h - one buffer for several arrays -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_SEARCH_JOINTSTORAGE_H
#define POLYMEM_STORAGE_SEARCH_JOINTSTORAGE_H

#include "PolyMem/Storage/Mappings/JointLayout.h"
#include "PolyMem/Storage/Search/Portfolio.h"

namespace polymem {

/// The elements of several arrays and which of them conflict, within an array
/// and between two.
class GroupConflicts {
public:
  /// For as many arrays as there are sets `[p] -> { A[x] }`; none conflict. A
  /// null set makes everything null.
  explicit GroupConflicts(std::vector<isl::set> elements);

  unsigned size() const { return theElements.size(); }
  bool isNull() const;
  unsigned rankOf(unsigned array) const;
  /// Elements of array `first` and of array `second` conflict, `[p] -> { A[x]
  /// -> B[y] }`; directions do not matter.
  void add(unsigned first, unsigned second, const isl::map &pairs);
  /// Not all conflicts surely exist; those of `sure`, for the same arrays, do.
  void setSure(const GroupConflicts &sure);
  /// None of them surely exists.
  void setNoneSure();
  /// Whether all conflicts surely exist.
  bool isExact() const { return exact; }

  /// What array `array` is by itself.
  ConflictSet alone(unsigned array) const;
  /// These arrays, in this order.
  GroupConflicts only(llvm::ArrayRef<unsigned> arrays) const;
  /// All of them in one space.
  ConflictSet joint(const JointLayout &layout) const;

private:
  std::vector<isl::set> theElements;
  /// `pairs[k][l]` for k <= l.
  std::vector<std::vector<isl::map>> pairs;
  bool exact = true;
  /// Unless all are sure, for k <= l.
  std::vector<std::vector<isl::map>> surePairs;
};

/// A buffer for all arrays of a group.
struct JointDecision {
  JointLayout layout;
  /// In the layout's space.
  ConflictSet conflicts;
  /// At least one candidate.
  StorageDecision storage;
};

/// Chooses mappings of the arrays of `group`, at least two, to cells of one
/// buffer. `alone` says what was chosen for each array by itself: its strides
/// are tried. Nothing if no mapping was found.
std::optional<JointDecision>
chooseJointStorage(const GroupConflicts &group,
                   llvm::ArrayRef<StorageDecision> alone,
                   const StorageOptions &options = {});

} // namespace polymem

#endif // POLYMEM_STORAGE_SEARCH_JOINTSTORAGE_H
