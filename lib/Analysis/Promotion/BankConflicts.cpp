//===- BankConflicts.cpp - what accesses to banked memory cost ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/BankConflicts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>
#include <tuple>

using namespace polymem;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The most paddings of one dimension that are tried: twice as many as 32 banks
/// of 4 bytes have places for bytes.
static constexpr int64_t kMaxPeriod = 256;

/// Products and sums wrap: an address counts modulo all banks, which divide
/// 2^64 or, on a machine where they do not, buffers are far smaller than that.
static int64_t wrappingAddMul(int64_t sum, int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(sum) +
                              static_cast<uint64_t>(a) *
                                  static_cast<uint64_t>(b));
}

int64_t BankGeometry::lanesPerPhase(int64_t bytes) const {
  return std::clamp<int64_t>(banks * bankBytes / std::max(bytes, bankBytes), 1,
                             warpSize);
}

//===----------------------------------------------------------------------===//
// Wavefronts
//===----------------------------------------------------------------------===//

void BankReference::add(WarpCells request, const BankGeometry &geometry,
                        int64_t elementBytes) {
  if (request.lanes.empty())
    return;
  // Whole words further on, every lane's bank moves by as much; `unit` elements
  // fill whole words, and so do `unit` rows of any length.
  int64_t unit =
      geometry.bankBytes / std::gcd(geometry.bankBytes, elementBytes);
  size_t rank = request.cells.size() / request.lanes.size();
  SmallVector<int64_t> origin(ArrayRef(request.cells).take_front(rank));
  for (int64_t &cell : origin)
    cell -= llvm::mod(cell, unit);
  for (auto [index, cell] : llvm::enumerate(request.cells))
    cell -= origin[index % rank];
  ++requests[std::move(request)];
}

int64_t BankReference::numRequests() const {
  int64_t sum = 0;
  for (const auto &[request, count] : requests)
    sum += count;
  return sum;
}

/// The most distinct words in one bank. Cf. WarpRequest::wavefrontsOfPhase of
/// the emulator: written again, for the one checks the other.
static int64_t countPhase(const BankGeometry &geometry,
                          ArrayRef<int64_t> addresses, int64_t elementBytes) {
  if (addresses.size() == 1) {
    // However many words: they follow each other.
    int64_t first = llvm::divideFloorSigned(addresses[0], geometry.bankBytes);
    int64_t end =
        llvm::divideCeilSigned(addresses[0] + elementBytes, geometry.bankBytes);
    return llvm::divideCeil(std::max<int64_t>(end - first, 0), geometry.banks);
  }
  SmallVector<int64_t> words;
  for (int64_t address : addresses) {
    int64_t last =
        llvm::divideFloorSigned(address + elementBytes - 1, geometry.bankBytes);
    for (int64_t word = llvm::divideFloorSigned(address, geometry.bankBytes);
         word <= last; ++word)
      words.push_back(word);
  }
  // Not llvm::sort, which calls the C library's for numbers.
  std::sort(words.begin(), words.end());
  words.erase(llvm::unique(words), words.end());
  for (int64_t &word : words)
    word = llvm::mod(word, geometry.banks);
  std::sort(words.begin(), words.end());
  int64_t most = 0, run = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    run = i > 0 && words[i] == words[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return most;
}

/// In phases of this many lanes.
static int64_t countPhases(const BankGeometry &geometry,
                           ArrayRef<int64_t> lanes, ArrayRef<int64_t> addresses,
                           int64_t elementBytes, int64_t lanesPerPhase) {
  int64_t wavefronts = 0;
  for (size_t first = 0; first < lanes.size();) {
    size_t end = first + 1;
    while (end < lanes.size() &&
           lanes[end] / lanesPerPhase == lanes[first] / lanesPerPhase)
      ++end;
    wavefronts +=
        countPhase(geometry, addresses.slice(first, end - first), elementBytes);
    first = end;
  }
  return wavefronts;
}

int64_t polymem::countWavefronts(const BankGeometry &geometry,
                                 ArrayRef<int64_t> lanes,
                                 ArrayRef<int64_t> addresses,
                                 int64_t elementBytes) {
  return countPhases(geometry, lanes, addresses, elementBytes,
                     geometry.lanesPerPhase(elementBytes));
}

/// Active lanes whose numbers differ by `bit` only ask for the same.
static bool agreePairwise(ArrayRef<int64_t> lanes, ArrayRef<int64_t> addresses,
                          int64_t bit) {
  for (size_t i = 0; i < lanes.size(); ++i)
    for (size_t j = i + 1; j < lanes.size() && lanes[j] <= lanes[i] + bit; ++j)
      if (lanes[j] == (lanes[i] ^ bit) && addresses[j] != addresses[i])
        return false;
  return true;
}

int64_t polymem::countMergedWavefronts(const BankGeometry &geometry,
                                       ArrayRef<int64_t> lanes,
                                       ArrayRef<int64_t> addresses,
                                       int64_t elementBytes) {
  int64_t lanesPerPhase = geometry.lanesPerPhase(elementBytes);
  if (lanesPerPhase < geometry.warpSize &&
      (agreePairwise(lanes, addresses, 1) ||
       agreePairwise(lanes, addresses, 2)))
    lanesPerPhase *= 2;
  return countPhases(geometry, lanes, addresses, elementBytes, lanesPerPhase);
}

int64_t polymem::countWavefronts(const BankGeometry &geometry,
                                 const BankReference &reference,
                                 ArrayRef<int64_t> extents,
                                 int64_t elementBytes) {
  // Bytes from one index of a dimension to the next.
  SmallVector<int64_t> strides(extents.size());
  int64_t stride = elementBytes;
  for (size_t dim = extents.size(); dim-- > 0;) {
    strides[dim] = stride;
    stride = wrappingAddMul(0, stride, extents[dim]);
  }
  // The places in a word where the shared offset may begin.
  int64_t multiple = geometry.bankBytes;
  for (auto [offset, bytes] :
       llvm::zip_equal(reference.offsetMultiples, strides))
    multiple = std::gcd(multiple, wrappingAddMul(0, offset, bytes));

  int64_t worst = 0;
  SmallVector<int64_t> addresses;
  for (int64_t shift = 0; shift < geometry.bankBytes; shift += multiple) {
    int64_t sum = 0;
    for (const auto &[request, count] : reference.requests) {
      addresses.assign(request.lanes.size(), shift);
      for (auto [index, cell] : llvm::enumerate(request.cells)) {
        int64_t &address = addresses[index / extents.size()];
        address =
            wrappingAddMul(address, cell, strides[index % extents.size()]);
      }
      sum += count *
             countWavefronts(geometry, request.lanes, addresses, elementBytes);
    }
    worst = std::max(worst, sum);
  }
  return worst;
}

//===----------------------------------------------------------------------===//
// Paddings
//===----------------------------------------------------------------------===//

/// The bytes of a buffer; nullopt if more than can be counted.
static std::optional<int64_t> bytesOf(ArrayRef<int64_t> extents,
                                      int64_t elementBytes) {
  int64_t bytes = elementBytes;
  for (int64_t extent : extents)
    if (llvm::MulOverflow(bytes, extent, bytes))
      return std::nullopt;
  return bytes;
}

static double weighWavefronts(const BankGeometry &geometry,
                              ArrayRef<BankReference> references,
                              ArrayRef<int64_t> extents, int64_t elementBytes) {
  double sum = 0;
  for (const BankReference &reference : references)
    sum += reference.executions *
           countWavefronts(geometry, reference, extents, elementBytes);
  return sum;
}

/// The wavefronts if no lane ever had to wait for another.
static double weighPhases(const BankGeometry &geometry,
                          ArrayRef<BankReference> references,
                          int64_t elementBytes) {
  double sum = 0;
  int64_t lanesPerPhase = geometry.lanesPerPhase(elementBytes);
  for (const BankReference &reference : references)
    for (const auto &[request, count] : reference.requests) {
      int64_t phases = 0, last = -1;
      for (int64_t lane : request.lanes)
        if (lane / lanesPerPhase != last) {
          last = lane / lanesPerPhase;
          ++phases;
        }
      sum += reference.executions * count * phases;
    }
  return sum;
}

bool polymem::savesWavefronts(double before, double after) {
  constexpr double kLeastPart = 0.01;
  return after < (1 - kLeastPart) * before;
}

SmallVector<BankLayout>
polymem::enumeratePaddings(const BankGeometry &geometry,
                           ArrayRef<BankReference> references,
                           ArrayRef<int64_t> extents, int64_t elementBytes) {
  std::optional<int64_t> bytes = bytesOf(extents, elementBytes);
  if (!bytes)
    return {};
  SmallVector<BankLayout> chosen;
  chosen.push_back(
      {SmallVector<int64_t>(extents), *bytes,
       weighWavefronts(geometry, references, extents, elementBytes)});
  double least = weighPhases(geometry, references, elementBytes);
  if (chosen.front().wavefronts <= least)
    return chosen;

  SmallVector<BankLayout> candidates;
  auto consider = [&](ArrayRef<int64_t> padded) {
    std::optional<int64_t> size = bytesOf(padded, elementBytes);
    if (!size)
      return;
    candidates.push_back(
        {SmallVector<int64_t>(padded), *size,
         weighWavefronts(geometry, references, padded, elementBytes)});
  };
  // A row longer by `period` elements begins in the same bank.
  int64_t allBanks = geometry.banks * geometry.bankBytes;
  int64_t period =
      std::min(allBanks / std::gcd(allBanks, elementBytes), kMaxPeriod);
  SmallVector<int64_t> padded(extents);
  for (size_t dim = 1; dim < extents.size(); ++dim) {
    for (int64_t pad = 1; pad < period; ++pad) {
      padded[dim] = extents[dim] + pad;
      consider(padded);
    }
    padded[dim] = extents[dim];
  }
  // A plane of 32 rows begins in one bank whatever the length of a row: then
  // two dimensions must grow.
  bool enough = llvm::any_of(candidates, [&](const BankLayout &candidate) {
    return candidate.wavefronts <= least;
  });
  int64_t limit = std::min(period, geometry.banks);
  for (size_t dim = 2; dim < extents.size() && !enough; ++dim)
    for (size_t outer = 1; outer < dim; ++outer) {
      for (int64_t pad = 1; pad < limit; ++pad)
        for (int64_t other = 1; other < limit; ++other) {
          padded[dim] = extents[dim] + pad;
          padded[outer] = extents[outer] + other;
          consider(padded);
        }
      padded[dim] = extents[dim];
      padded[outer] = extents[outer];
    }

  llvm::sort(candidates, [](const BankLayout &a, const BankLayout &b) {
    return std::tie(a.bytes, a.wavefronts, a.extents) <
           std::tie(b.bytes, b.wavefronts, b.extents);
  });
  for (BankLayout &candidate : candidates)
    if (savesWavefronts(chosen.back().wavefronts, candidate.wavefronts))
      chosen.push_back(std::move(candidate));
  return chosen;
}

std::optional<BankLayout> polymem::alignRows(const BankGeometry &geometry,
                                             ArrayRef<BankReference> references,
                                             const BankLayout &layout,
                                             int64_t width,
                                             int64_t elementBytes) {
  int64_t multiple = kWidestAccess / std::gcd(kWidestAccess, elementBytes);
  if (layout.extents.empty() || width % multiple != 0 ||
      layout.extents.back() % multiple == 0)
    return std::nullopt;
  BankLayout aligned = layout;
  aligned.extents.back() = llvm::alignTo(layout.extents.back(), multiple);
  std::optional<int64_t> bytes = bytesOf(aligned.extents, elementBytes);
  if (!bytes)
    return std::nullopt;
  aligned.bytes = *bytes;
  aligned.wavefronts =
      weighWavefronts(geometry, references, aligned.extents, elementBytes);
  if (aligned.wavefronts > layout.wavefronts)
    return std::nullopt;
  return aligned;
}

SmallVector<unsigned>
polymem::selectPaddings(ArrayRef<SmallVector<BankLayout>> layouts,
                        int64_t alignment, int64_t capacity) {
  SmallVector<unsigned> choice(layouts.size(), 0);
  auto size = [&](size_t buffer, unsigned index) {
    return static_cast<int64_t>(
        llvm::alignTo(layouts[buffer][index].bytes, alignment));
  };
  int64_t used = 0;
  for (size_t buffer = 0; buffer < layouts.size(); ++buffer)
    used += size(buffer, 0);
  while (true) {
    double best = 0;
    size_t bestBuffer = 0;
    unsigned bestIndex = 0;
    for (size_t buffer = 0; buffer < layouts.size(); ++buffer) {
      ArrayRef<BankLayout> own = layouts[buffer];
      for (unsigned index = choice[buffer] + 1; index < own.size(); ++index) {
        int64_t added = size(buffer, index) - size(buffer, choice[buffer]);
        if (used + added > capacity)
          break;
        double saved = own[choice[buffer]].wavefronts - own[index].wavefronts;
        // Rounding up may make a step free.
        double rate = saved / std::max<int64_t>(added, 1);
        if (rate > best) {
          best = rate;
          bestBuffer = buffer;
          bestIndex = index;
        }
      }
    }
    if (best == 0)
      return choice;
    used += size(bestBuffer, bestIndex) - size(bestBuffer, choice[bestBuffer]);
    choice[bestBuffer] = bestIndex;
  }
}

std::optional<BankRotation>
polymem::findRotation(const BankGeometry &geometry,
                      ArrayRef<BankReference> references,
                      ArrayRef<int64_t> extents, int64_t elementBytes) {
  // A modulo that is no mask would cost more than it saves.
  if (extents.size() != 2 || !llvm::isPowerOf2_64(extents[1]) ||
      elementBytes % geometry.bankBytes != 0)
    return std::nullopt;
  int64_t allBanks = geometry.banks * geometry.bankBytes;
  if (extents[1] * elementBytes % allBanks != 0)
    return std::nullopt;
  // Where a row wraps round, whole turns of the banks are left out.
  std::optional<BankRotation> best;
  int64_t period = std::min(
      {allBanks / std::gcd(allBanks, elementBytes), extents[1], kMaxPeriod});
  for (int64_t cells = 1; cells < period; ++cells) {
    double wavefronts = weighWavefronts(
        geometry, references, {extents[0], extents[1] + cells}, elementBytes);
    if (!best || wavefronts < best->wavefronts)
      best = BankRotation{cells, wavefronts};
  }
  return best;
}
