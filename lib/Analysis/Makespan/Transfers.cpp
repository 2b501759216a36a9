//===- Transfers.cpp - lines and bursts of boxes of arrays ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transfers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace polymem;
using namespace polymem::makespan;
using llvm::ArrayRef;
using llvm::SmallVector;

Prices::Prices(const Multicore &machine, const Options &options) {
  auto cycles = [&](int64_t nanoseconds) {
    return llvm::divideCeil(nanoseconds * machine.clockMHz, int64_t(1000));
  };
  bool counted = options.segmentCalls < 0;
  auto call = [&](int64_t nanoseconds) {
    return counted ? cycles(nanoseconds) : int64_t(0);
  };
  line = cycles(machine.lineNanoseconds);
  burst = cycles(machine.burstNanoseconds);
  interrupt = options.interrupts ? cycles(machine.api.dmaInterrupt) : 0;
  allocate = call(machine.api.allocateBuffer);
  deallocate = call(machine.api.deallocateBuffer);
  dispatch = call(machine.api.dispatch);
  endSegment = counted ? cycles(machine.api.endSegment) : options.segmentCalls;
  barrier = call(machine.api.barrier);
  swap[0] = call(machine.api.swapBuffer);
  swap[1] = call(machine.api.swap2dBuffer);
  swap[2] = call(machine.api.swapndBuffer);
  burstBytes = machine.burstBytes;
  maxDimensions = machine.maxDimensions;
}

int64_t Prices::swapOf(size_t rank) const {
  return swap[std::clamp<size_t>(rank, 1, 3) - 1];
}

Transfer &Transfer::operator+=(const Transfer &other) {
  lines += other.lines;
  bursts += other.bursts;
  bytes += other.bytes;
  interrupts += other.interrupts;
  return *this;
}

Transfer Transfer::operator-(const Transfer &other) const {
  return {lines - other.lines, bursts - other.bursts, bytes - other.bytes,
          interrupts - other.interrupts};
}

Transfer Transfer::operator*(int64_t times) const {
  return {lines * times, bursts * times, bytes * times, interrupts * times};
}

int64_t makespan::extentOf(const Dimension &dim, ArrayRef<Range> tile) {
  int64_t extent = dim.span;
  for (auto [coefficient, range] : llvm::zip(dim.coefficients, tile))
    extent += std::abs(coefficient) * (range.size - 1);
  return extent;
}

int64_t makespan::originOf(const Dimension &dim, ArrayRef<Range> tile) {
  int64_t origin = dim.offset;
  for (auto [coefficient, range] : llvm::zip(dim.coefficients, tile))
    origin += coefficient >= 0 ? coefficient * range.begin
                               : coefficient * (range.begin + range.size - 1);
  return origin;
}

size_t makespan::lineDimension(const Array &array, ArrayRef<int64_t> extents) {
  size_t dim = array.dims.size() - 1;
  while (!array.atMost && dim > 0 && extents[dim] == array.dims[dim].size)
    --dim;
  return dim;
}

Options::Bursts makespan::burstRule(const Array &array,
                                    const Options &options) {
  return array.anywhere && options.bursts == Options::Bursts::Address
             ? Options::Bursts::Worst
             : options.bursts;
}

int64_t makespan::burstsOf(int64_t bytes, int64_t residue, int64_t elementBytes,
                           int64_t burstBytes, Options::Bursts rule) {
  if (rule == Options::Bursts::Printed)
    residue = 0;
  if (rule == Options::Bursts::Worst)
    residue = std::max<int64_t>(burstBytes - elementBytes, 0);
  return (residue + bytes - 1) / burstBytes + 1;
}

/// Bytes between elements of a dimension that follow each other.
static SmallVector<int64_t, 4> stridesOf(const Array &array) {
  SmallVector<int64_t, 4> strides(array.dims.size(), array.elementBytes);
  for (size_t d = array.dims.size() - 1; d-- > 0;)
    strides[d] = strides[d + 1] * array.dims[d + 1].size;
  return strides;
}

int64_t makespan::residueOf(const Array &array, ArrayRef<Range> tile,
                            const Prices &prices, const Options &options) {
  if (burstRule(array, options) != Options::Bursts::Address)
    return 0;
  int64_t address = 0;
  for (auto [dim, stride] : llvm::zip(array.dims, stridesOf(array)))
    address += originOf(dim, tile) * stride;
  address %= prices.burstBytes;
  return address < 0 ? address + prices.burstBytes : address;
}

SmallVector<int64_t, 64> makespan::spread(ArrayRef<int64_t> before,
                                          int64_t extent, int64_t stride) {
  int64_t modulus = before.size(), step = stride % modulus;
  if (step < 0)
    step += modulus;
  // Elements repeat their addresses after so many.
  int64_t cycle = step == 0 ? 1 : modulus / std::gcd(modulus, step);
  SmallVector<int64_t, 64> after(modulus, 0);
  for (int64_t i = 0; i < std::min(cycle, extent); ++i) {
    int64_t times = (extent - i - 1) / cycle + 1, shift = i * step % modulus;
    for (int64_t a = 0; a < modulus; ++a)
      if (before[a])
        after[(a + shift) % modulus] += before[a] * times;
  }
  return after;
}

/// How often the engine has to be told of a box: it takes so many dimensions at
/// a time. Dimensions of one element are none, and those of whole rows are one
/// with the dimension around them.
static int64_t piecesOf(const Array &array, ArrayRef<int64_t> extents,
                        size_t line, int64_t maxDimensions) {
  SmallVector<int64_t, 4> sizes;
  bool joins = false;
  for (size_t d = 0; d < line; ++d) {
    bool counts = joins || extents[d] != 1;
    if (joins)
      sizes.back() *= extents[d];
    else if (counts)
      sizes.push_back(extents[d]);
    joins = counts && !array.atMost && extents[d + 1] == array.dims[d + 1].size;
  }
  int64_t pieces = 1;
  for (size_t d = 0; d + maxDimensions < sizes.size() + 1; ++d)
    pieces *= sizes[d];
  return pieces;
}

/// Of boxes with the extents of that of `tile`, of which `origins[a]` begin at
/// address `a` modulo the bytes of a burst.
static Transfer transferOfBoxes(const Array &array, ArrayRef<Range> tile,
                                SmallVector<int64_t, 64> origins,
                                const Prices &prices, const Options &options) {
  SmallVector<int64_t, 4> extents, strides = stridesOf(array);
  for (const Dimension &dim : array.dims)
    extents.push_back(extentOf(dim, tile));
  size_t line = lineDimension(array, extents);
  int64_t lineBytes = array.elementBytes;
  for (size_t d = line; d < extents.size(); ++d)
    lineBytes *= extents[d];
  int64_t boxes = 0;
  for (int64_t count : origins)
    boxes += count;
  Transfer result;
  result.lines = boxes;
  for (size_t d = 0; d < line; ++d)
    result.lines *= extents[d];
  result.bytes = result.lines * lineBytes;
  result.interrupts =
      boxes * (piecesOf(array, extents, line, prices.maxDimensions) - 1);
  auto bursts = [&](int64_t residue) {
    return burstsOf(lineBytes, residue, array.elementBytes, prices.burstBytes,
                    burstRule(array, options));
  };
  if (burstRule(array, options) != Options::Bursts::Address) {
    result.bursts = result.lines * bursts(0);
    return result;
  }
  for (size_t d = 0; d < line; ++d)
    origins = spread(origins, extents[d], strides[d]);
  for (auto [residue, count] : llvm::enumerate(origins))
    if (count)
      result.bursts += count * bursts(residue);
  return result;
}

Transfer makespan::transferOf(const Array &array, ArrayRef<Range> tile,
                              const Prices &prices, const Options &options) {
  SmallVector<int64_t, 64> origins(prices.burstBytes, 0);
  origins[residueOf(array, tile, prices, options)] = 1;
  return transferOfBoxes(array, tile, std::move(origins), prices, options);
}

namespace {
/// A dimension of a box, and bytes between its elements.
struct Row {
  int64_t size, stride, padStride;
};
} // namespace

/// The dimensions of a box from the inside out, as few as say the same: in main
/// memory alone, or there and in the buffer.
static SmallVector<Row, 4> rowsOf(ArrayRef<Row> inward, bool alsoInBuffer) {
  SmallVector<Row, 4> rows = {inward.front()};
  for (const Row &row : inward.drop_front()) {
    Row &last = rows.back();
    if (row.size == 1)
      continue;
    if (row.stride == last.size * last.stride &&
        (!alsoInBuffer || row.padStride == last.size * last.padStride))
      last.size *= row.size;
    else
      rows.push_back(row);
  }
  return rows;
}

Transfer makespan::transferOf(const Array &array, const Box &box,
                              ArrayRef<int64_t> tile, const Prices &prices) {
  SmallVector<Range, 6> full;
  for (int64_t size : tile)
    full.push_back({0, size});
  SmallVector<Row, 4> inward;
  int64_t address = 0, bytes = array.elementBytes, padBytes = bytes, total = 1;
  for (size_t d = array.dims.size(); d-- > 0;) {
    inward.push_back({box.sizes[d], bytes, padBytes});
    address += box.lower[d] * bytes;
    total *= box.sizes[d];
    bytes *= array.dims[d].size;
    padBytes *= extentOf(array.dims[d], full);
  }
  // The engine takes so many dimensions at a time.
  SmallVector<Row, 4> all = rowsOf(inward, /*alsoInBuffer=*/true);
  size_t most = std::min<size_t>(all.size(), prices.maxDimensions);
  SmallVector<Row, 4> rows =
      rowsOf(ArrayRef(all).take_front(most), /*alsoInBuffer=*/false);
  Transfer result;
  result.bytes = total * array.elementBytes;
  int64_t lineBytes = rows.front().size * array.elementBytes;
  SmallVector<int64_t, 64> origins(prices.burstBytes, 0);
  origins[(address % prices.burstBytes + prices.burstBytes) %
          prices.burstBytes] = 1;
  int64_t pieces = 1;
  for (const Row &row : ArrayRef(rows).drop_front())
    origins = spread(origins, row.size, row.stride);
  for (const Row &row : ArrayRef(all).drop_front(most)) {
    origins = spread(origins, row.size, row.stride);
    pieces *= row.size;
  }
  for (auto [residue, count] : llvm::enumerate(origins)) {
    result.lines += count;
    result.bursts +=
        count * burstsOf(lineBytes, residue, array.elementBytes,
                         prices.burstBytes, Options::Bursts::Address);
  }
  result.interrupts = pieces - 1;
  return result;
}

Transfer makespan::transferOfAll(const Array &array, ArrayRef<Loop> loops,
                                 ArrayRef<int64_t> sizes, const Prices &prices,
                                 const Options &options) {
  SmallVector<unsigned, 6> users;
  SmallVector<Range, 6> tile;
  for (auto [l, loop] : llvm::enumerate(loops)) {
    tile.push_back({0, std::min(sizes[l], loop.trips)});
    if (llvm::any_of(array.dims, [l = l](const Dimension &dim) {
          return dim.coefficients[l] != 0;
        }))
      users.push_back(l);
  }
  SmallVector<int64_t, 4> strides = stridesOf(array);
  Transfer result;
  // Of each loop either the full tiles, or the last one, if it is smaller.
  for (unsigned lasts = 0; lasts < 1u << users.size(); ++lasts) {
    bool any = true;
    SmallVector<int64_t, 6> counts(loops.size(), 1);
    for (auto [bit, l] : llvm::enumerate(users)) {
      int64_t full = loops[l].trips / sizes[l],
              rest = loops[l].trips % sizes[l];
      bool isLast = lasts >> bit & 1;
      any &= !isLast || rest != 0;
      counts[l] = isLast ? 1 : full;
      tile[l] = isLast ? Range{full * sizes[l], array.atMost ? sizes[l] : rest}
                       : Range{0, sizes[l]};
    }
    if (!any)
      continue;
    SmallVector<int64_t, 64> origins(prices.burstBytes, 0);
    origins[residueOf(array, tile, prices, options)] = 1;
    for (unsigned l : users) {
      int64_t step = 0;
      for (auto [dim, stride] : llvm::zip(array.dims, strides))
        step += dim.coefficients[l] * sizes[l] * stride;
      origins = spread(origins, counts[l], step);
    }
    result += transferOfBoxes(array, tile, std::move(origins), prices, options);
  }
  return result;
}
