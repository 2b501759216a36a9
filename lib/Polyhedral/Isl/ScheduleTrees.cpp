//===- ScheduleTrees.cpp - schedule trees of other instances --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/ScheduleTrees.h"
#include "isl/schedule_node.h"
#include "isl/union_map.h"

using namespace polymem;

using RewriteOrder = llvm::function_ref<isl::union_map(const isl::union_map &)>;
using RewriteFilter =
    llvm::function_ref<isl::union_set(const isl::union_set &)>;

/// `node`, a leaf, with the band `like` in its place, whose order is `order`.
static isl::schedule_node insertBand(const isl::schedule_node &node,
                                     const isl::schedule_node &like,
                                     const isl::union_map &order) {
  isl_schedule_node *band = isl_schedule_node_insert_partial_schedule(
      node.copy(), isl_multi_union_pw_aff_from_union_map(order.copy()));
  band = isl_schedule_node_band_set_permutable(
      band, isl_schedule_node_band_get_permutable(like.get()));
  isl_size members = isl_schedule_node_band_n_member(like.get());
  for (int k = 0; k < members; ++k)
    band = isl_schedule_node_band_member_set_coincident(
        band, k, isl_schedule_node_band_member_get_coincident(like.get(), k));
  return isl::manage(band);
}

/// `to`, a leaf, with the subtree of `from`, rewritten, in its place.
static isl::schedule_node copyBelow(const isl::schedule_node &from,
                                    isl::schedule_node to, RewriteOrder onOrder,
                                    RewriteFilter onFilter) {
  if (from.is_null() || to.is_null())
    return {};
  switch (isl_schedule_node_get_type(from.get())) {
  case isl_schedule_node_leaf:
    return to;
  case isl_schedule_node_band: {
    isl::union_map order = isl::manage(isl_union_map_from_multi_union_pw_aff(
        isl_schedule_node_band_get_partial_schedule(from.get())));
    to = insertBand(to, from, onOrder(order));
    to = copyBelow(from.child(0), to.is_null() ? to : to.child(0), onOrder,
                   onFilter);
    return to.is_null() ? to : to.parent();
  }
  case isl_schedule_node_sequence:
  case isl_schedule_node_set: {
    int count = from.n_children().release();
    isl::union_set_list filters(from.ctx(), count);
    for (int k = 0; k < count; ++k)
      filters = filters.add(onFilter(isl::manage(
          isl_schedule_node_filter_get_filter(from.child(k).get()))));
    to = from.isa<isl::schedule_node_sequence>().is_true()
             ? to.insert_sequence(filters)
             : to.insert_set(filters);
    for (int k = 0; k < count && !to.is_null(); ++k) {
      to = copyBelow(from.child(k).child(0), to.child(k).child(0), onOrder,
                     onFilter);
      to = to.is_null() ? to : to.ancestor(2);
    }
    return to;
  }
  default:
    return {};
  }
}

isl::schedule polymem::withOrders(const isl::schedule &tree,
                                  const isl::union_set &domain,
                                  RewriteOrder onOrder,
                                  RewriteFilter onFilter) {
  if (tree.is_null())
    return tree;
  isl::schedule_node leaf = isl::schedule::from_domain(domain).root().child(0);
  isl::schedule_node copy =
      copyBelow(tree.root().child(0), leaf, onOrder, onFilter);
  return copy.is_null() ? isl::schedule() : copy.schedule();
}

/// The same in the subtree of `node`.
static isl::union_map notInOrder(const isl::schedule_node &node,
                                 const isl::union_map &pairs) {
  if (node.is_null() || pairs.is_null())
    return {};
  if (pairs.is_empty().is_true() ||
      node.isa<isl::schedule_node_leaf>().is_true())
    return pairs;
  if (node.isa<isl::schedule_node_band>().is_true()) {
    isl::multi_union_pw_aff time =
        node.as<isl::schedule_node_band>().get_partial_schedule();
    isl::union_map later = isl::manage(
        isl_union_map_lex_gt_at_multi_union_pw_aff(pairs.copy(), time.copy()));
    return later.unite(notInOrder(node.child(0), pairs.eq_at(time)));
  }
  bool isSequence = node.isa<isl::schedule_node_sequence>().is_true();
  if (!isSequence && !node.isa<isl::schedule_node_set>().is_true())
    return notInOrder(node.child(0), pairs);
  isl::union_map result = isl::union_map::empty(pairs.ctx());
  int count = node.n_children().release();
  auto filterOf = [&](int k) {
    return isl::manage(
        isl_schedule_node_filter_get_filter(node.child(k).get()));
  };
  for (int k = 0; k < count; ++k) {
    isl::union_map from = pairs.intersect_domain(filterOf(k));
    for (int j = 0; j < (isSequence ? k : count); ++j)
      if (j != k && from.is_empty().is_false())
        result = result.unite(from.intersect_range(filterOf(j)));
    result = result.unite(
        notInOrder(node.child(k).child(0), from.intersect_range(filterOf(k))));
  }
  return result;
}

isl::union_map polymem::notInOrder(const isl::schedule &tree,
                                   const isl::union_map &pairs) {
  if (tree.is_null() || pairs.is_null())
    return {};
  isl::union_set placed = tree.get_map().domain();
  return pairs.subtract_domain(placed)
      .unite(pairs.subtract_range(placed))
      .unite(::notInOrder(
          tree.root(), pairs.intersect_domain(placed).intersect_range(placed)));
}
