//===- ReusePlan.h - buffers that tiles hand on to the next -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard 2016, chapters 2 and 3, for a buffer of a sequential tile: it stays
// from one tile to the next, a tile loads what no tile before it had, and
// stores what no later one writes. In the buffer an element keeps its cell, in
// dimensions in which the tiles move the coordinate modulo the extent: the
// window that they look at slides over the cells.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_REUSE_REUSEPLAN_H
#define POLYMEM_ANALYSIS_REUSE_REUSEPLAN_H

#include "PolyMem/Analysis/Promotion/BufferForm.h"
#include "PolyMem/Analysis/Promotion/HoistPlan.h"

namespace polymem {

/// What tiles load. Never less than what is read from outside, and each element
/// once a strip.
enum class ReuseMovement {
  /// As Box where the tile's own copies are at least these, else as Exact.
  Auto,
  /// What is read from outside, and nothing more.
  Exact,
  /// In dimensions in which tiles do not move, each coordinate that some tile
  /// reads: whole rows.
  Box,
  /// As Box, and of each element the vector that it is in: as many elements of
  /// a row as a thread loads at once, from a multiple of that number on.
  Vector
};

struct ReuseOptions {
  /// Dimensions of a strip, one or more.
  unsigned strip = 1;
  ReuseMovement movement = ReuseMovement::Auto;
  /// Elements of a vector.
  int64_t vector = 1;
  /// What is executed concurrently is in here: the outermost tile.
  mlir::Operation *launch = nullptr;
  /// What tiles load and store without reuse is wanted, too.
  bool explains = false;
  unsigned long maxIslOperations = kDefaultIslOperations;
};

/// What the buffer of a strip of tiles is like, and what each tile copies.
struct ReusePlan {
  /// Identifier of what stands in the way, a string literal, such as
  /// "ArrayAccessed"; empty if nothing does.
  llvm::StringRef obstacle;
  /// What stands in the way, in words.
  Sentence reason;
  /// `[p] -> { A[a] }`, origins of the tiles among the parameters: what a tile
  /// loads and stores, and what it has loaded and stored without reuse
  /// (`ReuseOptions::explains`; else empty).
  std::string load, store, loadAlone, storeAlone;
  /// Tiles of any alignment were looked at, not only those that are executed.
  bool allOrigins = false;
  /// Buffer and copies in MLIR's terms. Symbols of the layout do not depend on
  /// the origins of the tiles.
  BufferForm form;
  /// "10 x 34".
  std::string extents;
  /// Dimensions of a strip.
  unsigned strip = 1;
  /// Why no boxes or vectors are loaded though they were asked for; empty if
  /// they are, or were not.
  Sentence whyNotWider;

  bool mayReuse() const { return obstacle.empty(); }
  /// Prints the sets, one per line, and the decision.
  void print(llvm::raw_ostream &os) const;
};

/// Plans what tiles of `buffer.loop`, a sequential loop over tile origins that
/// are the symbols of its body, load and store if `buffer` stays from one tile
/// to the next, in lexicographic order of the origins. Tiles that differ in the
/// last `options.strip` dimensions only are a strip (in all, if there are no
/// more), and the buffer begins anew in each one. `around` are the sequential
/// loops over origins around `buffer.loop`, innermost first, each directly in
/// the body of the next; their dimensions are before those of `buffer.loop`. In
/// loops in which others access what is copied neither a strip begins nor one
/// follows another.
///
/// Of strips that follow each other in these loops, none stores what a later
/// one surely writes and none up to that one loads.
///
/// Sizes of tiles may be parameters if each instance of the body is in as many
/// tiles of all origins as a tile has origins, which all follow each other: the
/// origin is in bounds of one loop only, `I <= i < I + s`. Other bodies need
/// constant sizes.
///
/// An obstacle: tiles have no elements in common; others access the array
/// meanwhile; a window is not constant and depends on origins; what is copied
/// cannot be said in affine terms; a budget of `options.maxIslOperations` for
/// each step ended.
///
/// Elements that nobody reads are loaded only of arrays that no one in
/// `options.launch` writes.
ReusePlan planReuse(const LoopBuffer &buffer,
                    llvm::ArrayRef<mlir::Operation *> around,
                    const ReuseOptions &options);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_REUSE_REUSEPLAN_H
