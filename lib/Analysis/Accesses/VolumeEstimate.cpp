//===- VolumeEstimate.cpp - how many elements, as a number ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace polymem;

/// `params` with parameter `k` fixed to the value closest to `wanted`, from
/// below if possible; null on error.
static isl::set fixNear(const isl::set &params, unsigned k, int64_t wanted,
                        std::string &value) {
  isl::set dims = parametersAsDims(params);
  for (const isl::set &part :
       {dims.upper_bound_val(isl::dim::set, k, wanted),
        dims.lower_bound_val(isl::dim::set, k, wanted)}) {
    if (!part.is_empty().is_false())
      continue;
    isl::val best = part.dim_max_val(k);
    if (!best.is_int().is_true() || best.get_num_si() > wanted)
      best = part.dim_min_val(k);
    if (!best.is_int().is_true())
      continue;
    value = islToString(best);
    return params.lower_bound_val(isl::dim::param, k, best)
        .upper_bound_val(isl::dim::param, k, best);
  }
  return {};
}

/// The middle of the range of parameter `k`; if only one side is bounded, a
/// value a little inside.
static int64_t middleOf(const isl::set &params, unsigned k) {
  isl::set dims = parametersAsDims(params);
  isl::val low = dims.dim_min_val(k), high = dims.dim_max_val(k);
  bool hasLow = low.is_int().is_true(), hasHigh = high.is_int().is_true();
  if (hasLow && hasHigh)
    return low.get_num_si() + (high.get_num_si() - low.get_num_si()) / 2;
  if (hasLow)
    return low.get_num_si() + VolumeEstimate::kTileSize;
  return hasHigh ? high.get_num_si() - VolumeEstimate::kTileSize : 0;
}

VolumeEstimate::VolumeEstimate(
    const isl::set &context, function_ref<ParameterRole(const isl::id &)> role,
    int64_t problemSize)
    : problemSize(problemSize), point(context) {
  isl::size size = context.dim(isl::dim::param);
  if (size.is_error())
    return;
  unsigned n = size.release();
  for (ParameterRole pass : {ParameterRole::TileSize,
                             ParameterRole::ProblemSize, ParameterRole::Origin})
    for (unsigned k = 0; k < n; ++k)
      if (role(context.dim_id(isl::dim::param, k)) == pass)
        order.push_back({k, pass});
  SmallVector<std::string> values(n);
  chooseFrom(0, values);
  for (unsigned k = 0; k < n; ++k)
    text += (text.empty() ? "" : ", ") +
            context.dim_id(isl::dim::param, k).name() + " = " + values[k];
}

void VolumeEstimate::chooseFrom(size_t first,
                                MutableArrayRef<std::string> values) {
  choices.truncate(first);
  for (auto [k, role] : ArrayRef(order).drop_front(first)) {
    choices.push_back(point);
    int64_t wanted = role == ParameterRole::TileSize      ? kTileSize
                     : role == ParameterRole::ProblemSize ? problemSize
                                                          : middleOf(point, k);
    isl::set fixed = fixNear(point, k, wanted, values[k]);
    if (!fixed.is_null())
      point = fixed;
  }
}

std::vector<VolumeEstimate>
VolumeEstimate::borders(function_ref<bool(const isl::id &)> varies) const {
  std::vector<VolumeEstimate> result;
  SmallVector<std::string> values(order.size());
  for (auto [number, parameter] : enumerate(order)) {
    auto [k, role] = parameter;
    if (role != ParameterRole::Origin ||
        !varies(point.dim_id(isl::dim::param, k)))
      continue;
    for (bool greatest : {false, true}) {
      isl::set dims = parametersAsDims(choices[number]);
      isl::val value = greatest ? dims.dim_max_val(k) : dims.dim_min_val(k);
      if (!value.is_int().is_true())
        continue;
      VolumeEstimate border = *this;
      border.point = choices[number]
                         .lower_bound_val(isl::dim::param, k, value)
                         .upper_bound_val(isl::dim::param, k, value);
      border.chooseFrom(number + 1, values);
      if (border.point.is_equal(point).is_false())
        result.push_back(std::move(border));
    }
  }
  return result;
}

isl::set VolumeEstimate::at(const isl::set &set) const {
  return set.intersect_params(point).project_out_all_params();
}

std::optional<int64_t> VolumeEstimate::valueOf(const isl::id &id) const {
  int k = point.find_dim_by_id(isl::dim::param, id);
  if (k < 0)
    return std::nullopt;
  isl::val value = point.plain_get_val_if_fixed(isl::dim::param, k);
  if (!value.is_int().is_true())
    return std::nullopt;
  return value.get_num_si();
}

int64_t VolumeEstimate::count(const isl::set &set) const {
  return countElements(at(set)).value_or(0);
}
