//===- PlainBands.cpp - bands without skewed parallel members -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A member of a band gives each statement a time, an affine function of its
// instance: a row of coefficients. Sums and differences of coincident members
// are coincident, and one such step at a time keeps the times of the band as
// a whole distinct.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/ScheduleTrees.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "isl/aff.h"
#include "isl/schedule_node.h"
#include "isl/val.h"
#include <cstdlib>
#include <map>
#include <optional>

using namespace polymem;

namespace {
/// The coefficients of each statement's instance, by the statement's name; of
/// time 0 there are none.
using Row = std::map<std::string, llvm::SmallVector<long, 4>>;

/// A coincident member of a band, with sums of rows in the place of its own.
struct Member {
  isl::union_pw_aff time;
  Row row;
};
} // namespace

/// The coefficients of `time`, which is to be one affine function with whole
/// numbers and no quotients.
static std::optional<llvm::SmallVector<long, 4>>
coefficientsOf(const isl::pw_aff &time) {
  if (isl_pw_aff_n_piece(time.get()) != 1)
    return std::nullopt;
  isl::aff aff = isl::manage(isl_pw_aff_as_aff(time.copy()));
  if (aff.is_null() || isl_aff_dim(aff.get(), isl_dim_div) != 0)
    return std::nullopt;
  llvm::SmallVector<long, 4> result;
  for (int d = 0, e = isl_aff_dim(aff.get(), isl_dim_in); d < e; ++d) {
    isl::val value =
        isl::manage(isl_aff_get_coefficient_val(aff.get(), isl_dim_in, d));
    if (!value.is_int().is_true() || !value.abs().le(1000).is_true())
      return std::nullopt;
    result.push_back(value.get_num_si());
  }
  return result;
}

static std::optional<Row> rowOf(const isl::union_pw_aff &time) {
  Row row;
  bool isKnown = true;
  isl::pw_aff_list parts =
      isl::manage(isl_union_pw_aff_get_pw_aff_list(time.get()));
  isl::stat walked = parts.foreach ([&](const isl::pw_aff &part) -> isl::stat {
    auto coefficients = coefficientsOf(part);
    isl::id name = isl::manage(isl_pw_aff_get_tuple_id(part.get(), isl_dim_in));
    isKnown &= coefficients && !name.is_null();
    if (isKnown)
      row[name.get_name()] = *coefficients;
    return isl::stat::ok();
  });
  return walked.is_ok() && isKnown ? std::optional<Row>(row) : std::nullopt;
}

/// The sum of the absolute values of all coefficients.
static long weightOf(const Row &row) {
  long weight = 0;
  for (const auto &[name, coefficients] : row)
    for (long coefficient : coefficients)
      weight += std::labs(coefficient);
  return weight;
}

static long sumOf(const Row &row) {
  long sum = 0;
  for (const auto &[name, coefficients] : row)
    for (long coefficient : coefficients)
      sum += coefficient;
  return sum;
}

/// `a + factor * b`; both have the same statements.
static Row combine(const Row &a, const Row &b, long factor) {
  Row result = a;
  for (auto &[name, coefficients] : result)
    for (auto [own, other] : llvm::zip(coefficients, b.at(name)))
      own += factor * other;
  return result;
}

/// Adds or subtracts members from each other as long as coefficients get fewer,
/// and turns round those that run backwards; whether there were any.
static bool simplify(llvm::MutableArrayRef<Member> members) {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    for (Member &member : members)
      for (const Member &other : members)
        for (long factor : {1L, -1L}) {
          if (&member == &other)
            continue;
          Row row = combine(member.row, other.row, factor);
          if (weightOf(row) >= weightOf(member.row))
            continue;
          isl::union_pw_aff scaled =
              factor == 1
                  ? other.time
                  : isl::manage(isl_union_pw_aff_neg(other.time.copy()));
          member.time = member.time.add(scaled);
          member.row = std::move(row);
          changed = again = true;
        }
  }
  // Parallel loops may run backwards, but need not.
  for (Member &member : members)
    if (sumOf(member.row) < 0) {
      member.time = isl::manage(isl_union_pw_aff_neg(member.time.copy()));
      changed = true;
    }
  return changed;
}

/// The first dimension, of the statement with most of them, that `row` has a
/// coefficient for.
static size_t firstDimOf(const Row &row) {
  size_t most = 0, result = 0;
  for (const auto &[name, coefficients] : row)
    if (coefficients.size() > most) {
      most = coefficients.size();
      auto isThere = [](long coefficient) { return coefficient != 0; };
      result = llvm::find_if(coefficients, isThere) - coefficients.begin();
    }
  return result;
}

/// `node` with plain coincident members, if it is a band of several; whether
/// they are others is noted.
static isl::schedule_node withPlainMembers(const isl::schedule_node &node,
                                           bool &changed) {
  if (!node.isa<isl::schedule_node_band>().is_true())
    return node;
  auto band = node.as<isl::schedule_node_band>();
  int count = band.n_member().release();
  isl::multi_union_pw_aff times = band.get_partial_schedule();
  llvm::SmallVector<int> places;
  llvm::SmallVector<Member> members;
  for (int k = 0; k < count; ++k) {
    if (!band.member_get_coincident(k).is_true())
      continue;
    isl::union_pw_aff time = times.at(k);
    std::optional<Row> row = rowOf(time);
    if (!row)
      return node;
    places.push_back(k);
    members.push_back({time, *row});
  }
  auto haveSame = [&](const Member &member) {
    return llvm::equal(
        member.row, members.front().row, [](const auto &a, const auto &b) {
          return a.first == b.first && a.second.size() == b.second.size();
        });
  };
  if (members.size() < 2 || !llvm::all_of(members, haveSame) ||
      !simplify(members))
    return node;
  changed = true;
  llvm::SmallVector<std::pair<size_t, size_t>> order;
  for (auto [number, member] : llvm::enumerate(members))
    order.emplace_back(firstDimOf(member.row), number);
  llvm::sort(order);
  isl_multi_union_pw_aff *plain = times.copy();
  for (auto [place, number] : llvm::zip(places, llvm::make_second_range(order)))
    plain = isl_multi_union_pw_aff_set_union_pw_aff(
        plain, place, members[number].time.copy());
  isl_schedule_node *result = isl_schedule_node_insert_partial_schedule(
      isl_schedule_node_delete(node.copy()), plain);
  result = isl_schedule_node_band_set_permutable(
      result, isl_schedule_node_band_get_permutable(node.get()));
  for (int k = 0; k < count; ++k)
    result = isl_schedule_node_band_member_set_coincident(
        result, k, isl_schedule_node_band_member_get_coincident(node.get(), k));
  return isl::manage(result);
}

std::optional<isl::schedule>
polymem::withPlainBands(const isl::schedule &tree) {
  bool changed = false;
  isl::schedule result = isl::manage(isl_schedule_map_schedule_node_bottom_up(
      tree.copy(),
      [](isl_schedule_node *node, void *changed) {
        return withPlainMembers(isl::manage(node),
                                *static_cast<bool *>(changed))
            .release();
      },
      &changed));
  return changed && !result.is_null() ? std::optional<isl::schedule>(result)
                                      : std::nullopt;
}
