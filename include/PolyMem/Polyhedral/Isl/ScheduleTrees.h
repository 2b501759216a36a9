//===- ScheduleTrees.h - schedule trees of other instances ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_SCHEDULETREES_H
#define POLYMEM_POLYHEDRAL_ISL_SCHEDULETREES_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace polymem {

/// A tree for the instances `domain` with the nodes of `tree`, which has bands,
/// sequences, sets and filters only: `onOrder` gives what a band says of them,
/// `{ S[i] -> [t] }`, for what it says in `tree`, `{ P[i] -> [t] }`, `onFilter`
/// the same for the instances of a filter. Null if `tree` has other nodes, or
/// isl gives up.
isl::schedule
withOrders(const isl::schedule &tree, const isl::union_set &domain,
           llvm::function_ref<isl::union_map(const isl::union_map &)> onOrder,
           llvm::function_ref<isl::union_set(const isl::union_set &)> onFilter);

/// Those of `pairs = { S[i] -> T[j] }` of which `tree`, with one place for each
/// instance at most, does not run S[i] first and then T[j]; null if isl gives
/// up. Nodes are asked from the outside in, each about what those around it
/// leave open.
isl::union_map notInOrder(const isl::schedule &tree,
                          const isl::union_map &pairs);

/// `tree` with other members in bands with several coincident ones: those of
/// which sums or differences have smaller coefficients become these, `i - j`
/// and `j` become `i` and `j`, and `-i` becomes `i`; then they are in the order
/// of the dimensions. What is within one iteration of all coincident members of
/// a band is so with the others; of pairs that are not, such as false
/// dependences of values that may be reordered, the caller has to ask
/// (`notInOrder`). Nothing if that changes no band, or isl gives up.
std::optional<isl::schedule> withPlainBands(const isl::schedule &tree);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_SCHEDULETREES_H
