//===- AccessPlaces.h - where accesses happen -------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cells and threads of accesses, as functions of what is known where they are
// executed.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_UTILS_ACCESSPLACES_H
#define POLYMEM_DIALECT_SCRATCH_UTILS_ACCESSPLACES_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem::gpulaunch {

/// Where an access happens.
struct Place {
  /// `[x] -> { : the access is executed with the values x }`, or more.
  isl::set domain;
  /// `[x] -> { [] -> [c] }`, the coordinates of the cell; null where one is not
  /// known.
  llvm::SmallVector<isl::pw_aff> cell;
  /// `[x] -> { [] -> [t] }`: accesses that agree in all of these are one
  /// thread's. Empty if nothing is known of the threads.
  llvm::SmallVector<isl::pw_aff> thread;
};

/// Where accesses at `a` and `b`, which happen together in `domain`, are to one
/// cell.
isl::set meetingOf(const Place &a, const Place &b, const isl::set &domain);

/// Whether accesses at `a` and `b` in `meeting` are made by one thread; false
/// also where the budget ended. `symmetric`: what holds of the two holds with
/// them exchanged.
bool areOneThreads(const Place &a, const Place &b, const isl::set &meeting,
                   bool symmetric);

} // namespace polymem::gpulaunch

#endif // POLYMEM_DIALECT_SCRATCH_UTILS_ACCESSPLACES_H
