//===- SizeSearch.h - which sizes of a nest to try (internal) ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TILING_SIZESEARCH_H
#define POLYMEM_LIB_TRANSFORMS_TILING_SIZESEARCH_H

#include "PolyMem/Machine/Machine.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace polymem {

/// Numbers for the rule that sizes of tiles follow, and threads of a block
/// where they do not follow from the tile.
struct SizeVariant {
  TileSizes tiles;
  std::optional<std::array<int64_t, 3>> threads;
  /// It is one of those with more iterations of a thread.
  bool isLarger = false;
  /// It makes a block, or a few, for each core.
  bool isFitted = false;

  /// The same tiles of the same threads.
  bool operator==(const SizeVariant &other) const;

  /// "64 or 64x32x4, sequential 32, blocks of 16x16".
  std::string text() const;
};

/// Iterations of the two innermost parallel loops in each other, x the inner
/// one; 0 where that is not known. `isDeep`: they are in a third one, and there
/// are no others.
struct TileExtents {
  int64_t x = 0, y = 0;
  bool isDeep = false;

  bool areKnown() const { return x > 0 && y > 0; }
};

/// What the launches of a nest take, in microseconds.
struct NestTime {
  /// In the model; infinite where they cannot be.
  double time = 0;
  /// What they take at least, with any sizes (`leastMicroseconds`).
  double least = 0;
  /// Of the launch with most.
  double blocks = 0;

  static constexpr double kImpossible = std::numeric_limits<double>::infinity();
  bool isPossible() const { return time != kImpossible; }
};

/// The search for the sizes of one nest. The machine's own sizes come first.
/// Then there are two directions: with several parallel loops towards larger
/// tiles with more registers and towards smaller ones in more blocks; with one,
/// towards tiles of few rows in blocks whose other threads only copy, and
/// towards smaller ones. Each begins with the one that was worth most for the
/// benchmarks. A direction is left whose variants, so far, save nothing and are
/// not near the best one; if one saves something, its other variants are tried,
/// and of the second direction, with several parallel loops, those tiles that
/// are not smaller than the machine's own. Before them, a nest of three
/// parallel loops and no other tries tiles of long rows, and no others if these
/// save time. P2's search (TR78, section 7) is the same without the directions.
class SizeSearch {
public:
  /// `severalParallel`: whether a tile has several parallel loops, as far as
  /// can be told; that decides which direction is first. `extents` are those of
  /// its box, if it has one: tiles that fit the cores fit them. At most `most`
  /// variants are tried; another one than the machine's must save the part
  /// `minGain` of the time.
  SizeSearch(const Machine &machine, bool severalParallel,
             const TileExtents &extents, unsigned most, double minGain);

  /// The variant to try next; null where the search is over.
  const SizeVariant *next() const {
    return over ? nullptr : &variants[tried.back()];
  }
  /// What the one that was next takes. `total` is what the function takes with
  /// the best variants by now: where no sizes could save the part `minGain` of
  /// it, the search is over.
  void note(const NestTime &time, double total);

  /// As if the variant that is next saved time: `next()` is a guess at the one
  /// after it then, or null if that depends on more. `blocks`, if not 0: a
  /// guess at those of the machine's own tiles, if these are next.
  void guess(double blocks);

  /// What the best variant takes of those tried, and of the one that is next
  /// if it is known to take `time`.
  double bestOf(const std::optional<NestTime> &time) const;

  /// The number of the best variant tried, 0 for the machine's own: with less
  /// gain than asked for, that one.
  size_t best() const;
  const SizeVariant &variant(size_t number) const {
    return variants[tried[number]];
  }
  /// Of the variants tried, in their order; the first are the machine's.
  llvm::ArrayRef<NestTime> times() const { return found; }

private:
  void goOn();
  /// Adds the tiles that make about a block for each core, if the machine's own
  /// make `blocks`; of nests with one parallel loop as the first direction.
  void addFitted(double blocks);
  /// Leaves out the tiles that are smaller than the machine's own where larger
  /// ones save time: iterations share more than there are cores without work.
  void dropFewer();
  /// Leaves out the other tiles with more iterations of a thread where one that
  /// fits the cores saves time.
  void dropUnfitted();

  const Machine &machine;
  bool severalParallel;
  TileExtents extents;
  double minGain;
  unsigned most;
  /// The machine's own, then those of both directions.
  std::vector<SizeVariant> variants;
  /// The one with long rows, if there is one.
  std::optional<size_t> longRows;
  /// Numbers of the variants that are next in the two directions, first those
  /// of the one that is looked into.
  std::vector<std::vector<size_t>> directions;
  std::vector<size_t> tried = {0};
  std::vector<NestTime> found;
  /// The least time of the variants of the direction that is looked into.
  double nearest = NestTime::kImpossible;
  bool over = false;
};

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TILING_SIZESEARCH_H
