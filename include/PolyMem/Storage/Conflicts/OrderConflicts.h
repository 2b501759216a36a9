//===- OrderConflicts.h - conflicts under any partial order -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 3.3.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_CONFLICTS_ORDERCONFLICTS_H
#define POLYMEM_STORAGE_CONFLICTS_ORDERCONFLICTS_H

#include "PolyMem/Storage/Conflicts/ConflictSet.h"

namespace polymem {

/// `[p] -> { A[x] -> B[y] }`: elements that must not share a cell. Events write
/// and read elements, `writes`, `reads = [p] -> { E[e] -> A[x] }`, and
/// `order = [p] -> { E[e] -> F[f] }` holds only if e surely happens before f.
/// x and y conflict if there are events `Wx` that writes x, `Rx` that reads x
/// and `Wy` that writes y, for none of which is sure that
///
///     Rx is before Wx,   Wy is before Wx,   Rx is before Wy
///
/// so that y may be written between. With less order there are more conflicts,
/// never fewer. Values come from any write that may be before the read, not
/// only from the last one. Null where isl gave up.
isl::union_map conflictsUnderOrder(const isl::union_map &writes,
                                   const isl::union_map &reads,
                                   const isl::union_map &order);

/// Those of `conflicts`, found by `conflictsUnderOrder`, that surely exist if
/// every sequence of the events that respects `order` is an execution: there is
/// one in which y is written between. That is so if nothing follows from
/// `order` that is not in it, but for the order of two reads, and if x is
/// written by one event only. Null where isl gave up.
isl::union_map sureConflictsUnderOrder(const isl::union_map &conflicts,
                                       const isl::union_map &writes,
                                       const isl::union_map &reads,
                                       const isl::union_map &order);

} // namespace polymem

#endif // POLYMEM_STORAGE_CONFLICTS_ORDERCONFLICTS_H
