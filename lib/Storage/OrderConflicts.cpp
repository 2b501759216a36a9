//===- OrderConflicts.cpp - conflicts under any partial order -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/OrderConflicts.h"
#include "isl/union_map.h"

using namespace polymem;

isl::union_map polymem::conflictsUnderOrder(const isl::union_map &writes,
                                            const isl::union_map &reads,
                                            const isl::union_map &order) {
  isl::union_set writers = writes.domain(), readers = reads.domain();
  auto notBefore = [&](const isl::union_set &first,
                       const isl::union_set &second) {
    return isl::union_map::from_domain_and_range(first, second).subtract(order);
  };
  // { x -> [Wx -> Rx] }
  isl::union_map lives =
      isl::manage(isl_union_map_range_product(writes.reverse().release(),
                                              reads.reverse().release()))
          .intersect_range(notBefore(readers, writers).reverse().wrap());
  // { [Wx -> Rx] -> Wy }
  isl::union_map uses = lives.range().unwrap();
  isl::union_map between =
      uses.domain_map()
          .apply_range(notBefore(writers, writers).reverse())
          .intersect(uses.range_map().apply_range(notBefore(readers, writers)));
  return lives.apply_range(between).apply_range(writes);
}
