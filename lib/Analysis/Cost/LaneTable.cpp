//===- LaneTable.cpp - numbers of the threads of a block ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneTable.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>

using namespace polymem::cost;
using llvm::ArrayRef;
using llvm::SmallVector;

/// All is forgotten when more than this is known of one kind: some megabytes.
static constexpr unsigned kMaxKnown = 4096;

void LaneTable::forgetIfMany() {
  if (std::max({known.size(), masks.size(), results.size(), ranges.size(),
                selections.size()}) < kMaxKnown)
    return;
  results.clear();
  ranges.clear();
  selections.clear();
  known.clear();
  masks.clear();
}

LaneNumbers LaneTable::intern(SmallVector<int64_t, 0> numbers) {
  int64_t first = numbers.front();
  bool isUniform = true;
  for (int64_t &number : numbers) {
    number -= first;
    isUniform &= number == 0;
  }
  if (isUniform)
    return {first, nullptr};
  if (auto found = known.find(numbers); found != known.end())
    return {first, found->second};
  forgetIfMany();
  auto made = llvm::makeIntrusiveRefCnt<LaneOffsets>();
  made->numbers = std::move(numbers);
  made->least = *llvm::min_element(made->numbers);
  made->greatest = *llvm::max_element(made->numbers);
  ArrayRef<int64_t> key = made->numbers;
  Lanes lanes = std::move(made);
  known[key] = lanes;
  return {first, lanes};
}

Active LaneTable::intern(Mask mask) {
  if (auto found = masks.find(mask); found != masks.end())
    return found->second;
  forgetIfMany();
  auto made = llvm::makeIntrusiveRefCnt<ActiveThreads>();
  made->mask = std::move(mask);
  for (size_t first = 0; first < made->mask.size(); first += warpSize) {
    auto count = llvm::count(
        ArrayRef(made->mask).slice(first).take_front(warpSize), uint8_t(1));
    made->threads += double(count);
    made->warps += count != 0;
  }
  ArrayRef<uint8_t> key = made->mask;
  Active active = std::move(made);
  masks[key] = active;
  return active;
}

std::pair<int64_t, int64_t> LaneTable::rangeOf(const Lanes &lanes,
                                               const Active &active) {
  if (!lanes)
    return {0, 0};
  std::pair<const void *, const void *> key(lanes.get(), active.get());
  if (auto found = ranges.find(key); found != ranges.end())
    return found->second.range;
  std::optional<std::pair<int64_t, int64_t>> range;
  for (auto [number, isActive] :
       llvm::zip_equal(lanes->numbers, active->mask)) {
    if (!isActive)
      continue;
    if (!range)
      range = {number, number};
    range->first = std::min(range->first, number);
    range->second = std::max(range->second, number);
  }
  forgetIfMany();
  ranges[key] = {lanes, active, range.value_or(std::pair<int64_t, int64_t>())};
  return range.value_or(std::pair<int64_t, int64_t>());
}

Active LaneTable::select(const Active &active, const LaneNumbers &condition,
                         bool isNotZero) {
  Key key(isNotZero, active.get(), condition.lanes.get(), condition.first, 0);
  if (auto found = selections.find(key); found != selections.end())
    return found->second.result;
  Mask mask = active->mask;
  for (size_t lane = 0; lane < mask.size(); ++lane)
    mask[lane] &= (condition[lane] != 0) == isNotZero;
  Active result = intern(std::move(mask));
  forgetIfMany();
  selections[key] = {active, condition.lanes, result};
  return result;
}
