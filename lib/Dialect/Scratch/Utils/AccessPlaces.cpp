//===- AccessPlaces.cpp - where accesses happen ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/AccessPlaces.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

isl::set gpulaunch::meetingOf(const Place &a, const Place &b,
                              const isl::set &domain) {
  isl::set meeting = domain;
  for (auto [x, y] : llvm::zip_equal(a.cell, b.cell))
    if (!x.is_null() && !y.is_null())
      meeting = intersectQuickly(meeting, equalQuickly(x, y));
  return meeting;
}

bool gpulaunch::areOneThreads(const Place &a, const Place &b,
                              const isl::set &meeting, bool symmetric) {
  auto isEmpty = [&](const isl::set &difference) {
    return intersectQuickly(meeting, difference).is_empty().is_true();
  };
  return llvm::all_of(llvm::zip_equal(a.thread, b.thread), [&](auto pair) {
    auto [x, y] = pair;
    return isEmpty(lessQuickly(x, y)) &&
           (symmetric || isEmpty(lessQuickly(y, x)));
  });
}
