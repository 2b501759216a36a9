//===- TileTrees.cpp - schedule trees of tiles in time --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTrees.h"

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kRoleNames[] = {"wave", "tile", "part",
                                                     "time", "thread"};

StringRef polymem::stringify(TimeTileRole role) {
  return kRoleNames[static_cast<unsigned>(role)];
}

std::optional<TimeTileRole> polymem::parseTimeTileRole(StringRef mark) {
  const auto *name = llvm::find(kRoleNames, mark);
  if (name == std::end(kRoleNames))
    return std::nullopt;
  return static_cast<TimeTileRole>(name - std::begin(kRoleNames));
}

/// Above tiles that code is generated for, with their number.
static constexpr llvm::StringLiteral kTilesMark = "tiles";

std::optional<unsigned> polymem::parseTilesMark(StringRef mark) {
  unsigned number = 0;
  if (!mark.consume_front(kTilesMark) || mark.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

isl::schedule_node polymem::insertTilesMark(const isl::schedule_node &node,
                                            unsigned number) {
  return node.insert_mark(kTilesMark.str() + std::to_string(number));
}

/// Below a band with a role: where isl makes no loop for the band, the next one
/// would be taken for it.
static constexpr llvm::StringLiteral kEndMark = "end";

isl::schedule_node polymem::setRole(isl::schedule_node band,
                                    TimeTileRole role) {
  if (band.is_null())
    return band;
  band = band.child(0).insert_mark(kEndMark.str()).parent();
  return band.is_null() ? band : band.insert_mark(stringify(role).str());
}

isl::schedule_node polymem::insertBand(const isl::schedule_node &node,
                                       const isl::union_pw_aff &member,
                                       TimeTileRole role) {
  isl::schedule_node band =
      node.insert_partial_schedule(isl::multi_union_pw_aff(member));
  if (band.is_null())
    return band;
  return setRole(
      band.as<isl::schedule_node_band>().member_set_ast_loop_atomic(0), role);
}

isl::schedule polymem::orderOf(const isl::set &all,
                               ArrayRef<TimeTileRole> roles) {
  isl::schedule_node node =
      isl::schedule::from_domain(isl::union_set(all)).root();
  if (node.is_null())
    return {};
  node = node.child(0);
  isl::multi_aff identity = isl::multi_aff::identity_on_domain(all.space());
  for (unsigned k = roles.size(); k-- > 0 && !node.is_null();)
    node = insertBand(node, isl::union_pw_aff(isl::pw_aff(identity.at(k))),
                      roles[k]);
  return node.is_null() ? isl::schedule() : node.get_schedule();
}

isl::set polymem::rangeOfDim(const isl::set &points, unsigned dim) {
  int rank = points.dim(isl::dim::set).release();
  if (rank < 0)
    return {};
  isl::set line = points.project_out(isl::dim::set, dim + 1, rank - dim - 1);
  line = line.project_out(isl::dim::set, 0, dim);
  return isl::set(line.simple_hull().remove_divs());
}
