//===- Report.cpp - what a checker found in a kernel ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Emulator/Checking/Report.h"

namespace polymem::emulator {

const char *toString(Report::Kind kind) {
  switch (kind) {
  case Report::Kind::Race:
    return "data race";
  case Report::Kind::InFlight:
    return "asynchronous copy in flight";
  case Report::Kind::OutOfBounds:
    return "out of bounds";
  case Report::Kind::Uninitialised:
    return "uninitialised read";
  case Report::Kind::Misaligned:
    return "misaligned access";
  case Report::Kind::Limit:
    return "limit exceeded";
  }
  return "";
}

static std::string triple(const std::array<int64_t, 3> &index) {
  return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) +
         ", " + std::to_string(index[2]) + ")";
}

std::string Report::text() const {
  std::string text = kernel + ": " + toString(kind);
  if (!place.empty())
    text += " on " + place;
  text += "\n";
  for (const Party &party : parties)
    text += "  thread " + triple(party.thread) + " of block " +
            triple(party.block) + " " + party.action + " (" +
            party.site.operation + " at " + party.site.location + ")\n";
  return text + "  " + reason + "\n";
}

std::string coordinates(const Region &region, uintptr_t address) {
  auto floorDivide = [](int64_t a, int64_t b) {
    return a / b - (a % b != 0 && a < 0);
  };
  auto offset = static_cast<int64_t>(address - region.begin);
  auto element = static_cast<int64_t>(region.elementBytes);
  int64_t linear = floorDivide(offset, element);
  int64_t rest = offset - linear * element;

  std::string text;
  for (size_t i = region.extents.size(); i-- > 1;) {
    int64_t extent = region.extents[i] > 0 ? region.extents[i] : 1;
    int64_t outer = floorDivide(linear, extent);
    text.insert(0, ", " + std::to_string(linear - outer * extent));
    linear = outer;
  }
  text = region.name + "[" + std::to_string(linear) + text + "]";
  if (rest)
    text += " + " + std::to_string(rest) + (rest == 1 ? " byte" : " bytes");
  return text;
}

std::array<int64_t, 3> delinearise(int64_t linear,
                                   const std::array<int64_t, 3> &box) {
  return {linear % box[0], linear / box[0] % box[1], linear / box[0] / box[1]};
}

} // namespace polymem::emulator
