//===- Drawing.cpp - conflict sets and mappings as pictures ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drawing.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace llvm;
using namespace polymem;
using Point = SampleConflicts::Point;

/// Pixels from one element to the next.
static constexpr int64_t kStep = 28;
/// Around each of the two pictures.
static constexpr int64_t kMargin = 40;

namespace {
/// The smallest box around points of two dimensions.
struct Box {
  int64_t low[2] = {INT64_MAX, INT64_MAX}, high[2] = {INT64_MIN, INT64_MIN};

  void include(ArrayRef<int64_t> point) {
    for (unsigned d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], point[d]);
      high[d] = std::max(high[d], point[d]);
    }
  }
  int64_t steps(unsigned d) const { return high[d] - low[d]; }
};

/// One picture: the first dimension runs down, the second one to the right.
class Picture {
public:
  Picture(raw_ostream &os, const Box &box, int64_t left)
      : os(os), box(box), left(left) {}

  int64_t right() const { return left + kStep * box.steps(1) + 2 * kMargin; }
  int64_t bottom() const { return kStep * box.steps(0) + 2 * kMargin; }
  int64_t x(ArrayRef<int64_t> at) const {
    return left + kMargin + kStep * (at[1] - box.low[1]);
  }
  int64_t y(ArrayRef<int64_t> at) const {
    return kMargin + kStep * (at[0] - box.low[0]);
  }

  void title(StringRef text) {
    os << "<text class=\"title\" x=\"" << left + kMargin - kStep / 2
       << "\" y=\"16\">" << text << "</text>\n";
  }
  void cell(ArrayRef<int64_t> at, int64_t number, int64_t count) {
    // Neighbouring numbers get colours that are far apart.
    int64_t hue = (number * 137) % 360;
    os << "<rect x=\"" << x(at) - kStep / 2 << "\" y=\"" << y(at) - kStep / 2
       << "\" width=\"" << kStep << "\" height=\"" << kStep << "\" fill=\"hsl("
       << (count > 1 ? hue : 0) << ",60%,80%)\"/>\n"
       << "<text x=\"" << x(at) << "\" y=\"" << y(at) + 4 << "\">" << number
       << "</text>\n";
  }
  void dot(ArrayRef<int64_t> at) {
    os << "<circle cx=\"" << x(at) << "\" cy=\"" << y(at) << "\" r=\"5\"/>\n";
  }
  void cross(ArrayRef<int64_t> at) {
    os << "<path d=\"M" << x(at) - 6 << "," << y(at) - 6 << " l12,12 m0,-12 "
       << "l-12,12\"/>\n";
  }

private:
  raw_ostream &os;
  Box box;
  int64_t left;
};
} // namespace

static constexpr StringLiteral kStyle = R"(<style>
text { font: 11px sans-serif; text-anchor: middle; }
.title { font-size: 13px; text-anchor: start; }
rect { stroke: white; }
circle { fill: steelblue; }
path { stroke: firebrick; stroke-width: 2; fill: none; }
</style>
)";

Error drawStorage(raw_ostream &os, const ConflictSet &conflicts,
                  const StorageMapping &mapping, ArrayRef<int64_t> parameters) {
  constexpr size_t kMaxElements = 2500;
  if (conflicts.rank() != 2)
    return createStringError("only arrays of two dimensions can be drawn");
  auto sample = SampleConflicts::at(conflicts, parameters);
  auto elements = elementsAt(conflicts, parameters, kMaxElements);
  if (!sample || !elements)
    return createStringError("too many elements to be drawn: smaller values of "
                             "the parameters are needed (--assume)");
  if (elements->empty())
    return createStringError("no elements for these values of the parameters");
  // Cells of several dimensions are numbered in row-major order.
  std::map<Point, Point> cellOf;
  std::map<Point, int64_t> numberOf;
  Box array, around;
  for (const Point &element : *elements) {
    Point cell = mapping.at(parameters).cellOf(element);
    cellOf[element] = cell;
    numberOf.emplace(cell, 0);
    array.include(element);
  }
  int64_t cells = 0;
  for (auto &entry : numberOf)
    entry.second = cells++;
  for (const Point &d : sample->differences()) {
    around.include(d);
    around.include({-d[0], -d[1]});
  }
  around.include({0, 0});

  Picture left(os, array, 0), right(os, around, left.right());
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << right.right()
     << "\" height=\"" << std::max(left.bottom(), right.bottom()) << "\">\n"
     << kStyle;
  left.title("elements and their cells");
  for (const auto &[element, cell] : cellOf)
    left.cell(element, numberOf[cell], cells);
  right.title("conflicting differences (dots), cell 0 (crosses)");
  for (const Point &d : sample->differences()) {
    right.dot(d);
    right.dot({-d[0], -d[1]});
  }
  Point zero = mapping.at(parameters).cellOf({0, 0});
  for (int64_t i = around.low[0]; i <= around.high[0]; ++i)
    for (int64_t j = around.low[1]; j <= around.high[1]; ++j)
      if (mapping.at(parameters).cellOf({i, j}) == zero)
        right.cross({i, j});
  os << "</svg>\n";
  return Error::success();
}
