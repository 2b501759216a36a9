//===- LaterStrips.cpp - what later strips write again --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterStrips.h"

using namespace polymem;

isl::map polymem::writtenByLaterStrips(const StripBody &tiles, unsigned outer,
                                       const isl::map &sureWrites,
                                       const isl::map &loads) {
  isl::size dims = sureWrites.domain_tuple_dim();
  if (dims.is_error())
    return {};
  isl::map written =
      sureWrites.project_out(isl::dim::in, outer, unsigned(dims) - outer)
          .coalesce();
  isl::map behind = tiles.stripsBehind(outer);
  if (loads.is_empty().is_true())
    return behind.apply_range(written).coalesce();
  // { [[O] -> [O']] -> [a] }: strip O' writes a, and none up to it loads it.
  isl::map first = behind.domain_map(), second = behind.range_map();
  isl::map after = second.apply_range(tiles.stripsWellBehind(outer));
  isl::map upTo = first.apply_range(behind).subtract(after);
  return second.apply_range(written)
      .subtract(upTo.apply_range(loads))
      .domain_factor_domain()
      .coalesce();
}
