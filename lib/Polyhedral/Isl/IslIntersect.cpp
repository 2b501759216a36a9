//===- IslIntersect.cpp - intersections of convex sets --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslIntersect.h"

using namespace polymem;

static bool isBasic(const isl::set &set) {
  return isl_set_n_basic_set(set.get()) == 1;
}

isl::set polymem::intersectQuickly(isl::set a, isl::set b) {
  if (a.is_null() || b.is_null() || !isBasic(a) || !isBasic(b))
    return a.intersect(b);
  a = a.align_params(b.space());
  b = b.align_params(a.space());
  if (a.is_null() || b.is_null())
    return isl::set();
  isl::basic_set first = a.get_basic_set_list().get_at(0);
  isl::basic_set second = b.get_basic_set_list().get_at(0);
  return isl::set(first.intersect(second));
}
