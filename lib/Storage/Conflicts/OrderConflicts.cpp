//===- OrderConflicts.cpp - conflicts under any partial order -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Conflicts/OrderConflicts.h"

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
      writes.reverse()
          .range_product(reads.reverse())
          .intersect_range(notBefore(readers, writers).reverse().wrap());
  // { [Wx -> Rx] -> Wy }
  isl::union_map uses = lives.range().unwrap();
  isl::union_map between =
      uses.domain_map()
          .apply_range(notBefore(writers, writers).reverse())
          .intersect(uses.range_map().apply_range(notBefore(readers, writers)));
  return lives.apply_range(between).apply_range(writes);
}

/// Whether `order`, but for pairs of readers that write nothing, is transitive.
static bool isTransitive(const isl::union_map &order,
                         const isl::union_set &writers,
                         const isl::union_set &readers) {
  isl::union_map known = order.intersect_domain(writers.unite(readers))
                             .intersect_range(writers.unite(readers));
  isl::union_set others = readers.subtract(writers);
  isl::union_map following = known.apply_range(known).subtract(known),
                 ofReads =
                     isl::union_map::from_domain_and_range(others, others);
  isl::union_map all = known.unite(following);
  return following.is_subset(ofReads).is_true() &&
         all.apply_range(known).is_subset(all).is_true();
}

isl::union_map polymem::sureConflictsUnderOrder(const isl::union_map &conflicts,
                                                const isl::union_map &writes,
                                                const isl::union_map &reads,
                                                const isl::union_map &order) {
  if (!isTransitive(order, writes.domain(), reads.domain()))
    return isl::union_map::empty(conflicts.ctx());
  isl::union_map sameElement = writes.apply_range(writes.reverse());
  isl::union_set writtenTwice =
      sameElement.subtract(writes.domain().identity()).domain().apply(writes);
  return conflicts.subtract_domain(writtenTwice);
}
