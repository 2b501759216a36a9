//===- TilePlan.h - which loops to tile, and how ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision behind `polymem-tile` (PPoPP'08, section 4.1): scop and request
// in, plan out. Nothing here changes IR.
//
// A plan for one nest is a tree. A node is a band of loops tiled together; its
// items are what the band's innermost body holds, in order: either operations
// that stay together (a leaf) or, again, a band. The tiled program runs
//
//   origins of the node's tiles,
//     for each item: an inner node's origins, and so on,
//                    or a leaf under the point loops of all its bands
//
// This order is legal for all tile sizes if, among instances with equal values
// of the loops around the band,
//   - no dependence has a negative distance along a tiled loop of a node, other
//     than those with a distance along a loop outside it in the node whose
//     tiles hold one iteration, and
//   - no dependence goes from an item to an earlier item of the same node.
// For then the origins of a dependence's target are not before its source's
// (tiles of one iteration are in the order of the iterations), and within one
// tile either the order of the items or the original order, which leaves keep,
// decides.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_TILING_TILEPLAN_H
#define POLYMEM_ANALYSIS_TILING_TILEPLAN_H

#include "PolyMem/Analysis/Tiling/BandDependences.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace polymem {

/// A tile size: a number of iterations, known now or at run time.
struct TileSize {
  enum class Kind {
    Untiled,  ///< written 0: the loop is not cut
    Constant, ///< `value` iterations
    Argument  ///< written argN: the function's argument number `value`
  };
  Kind kind = Kind::Untiled;
  int64_t value = 0;

  static TileSize constant(int64_t value) {
    return {value ? Kind::Constant : Kind::Untiled, value};
  }
  static TileSize argument(int64_t number) { return {Kind::Argument, number}; }
  /// Reads "32", "0" or "arg3". Nullopt for anything else, also for sizes
  /// of 2^31 and more.
  static std::optional<TileSize> parse(llvm::StringRef text);

  bool isTiled() const { return kind != Kind::Untiled; }
  bool isConstant(int64_t c) const {
    return kind == Kind::Constant && value == c;
  }
  bool operator==(const TileSize &other) const {
    return kind == other.kind && value == other.value;
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const TileSize &size);

/// Elements of a matrix that a thread copies for a tile of few rows, whose
/// block has more threads than rows: so many loads are under way.
inline constexpr int64_t kCopiesOfThread = 8;

/// What the user asks for. Lists have one entry per loop of a band, outermost
/// first; loops beyond the end of a list are not tiled at that level.
struct TileRequest {
  /// Empty: the default rule decides, see `planTiles`.
  llvm::SmallVector<TileSize> sizes;
  /// Sizes of an outer level, the work of one block; empty: none.
  llvm::SmallVector<TileSize> blockSizes;
  /// Steps of the thread tiles; loops beyond the end: 1.
  llvm::SmallVector<TileSize> threadSizes;
  /// Map tiles of parallel loops to GPU blocks, their points to threads.
  bool gpu = false;

  // The default rule.
  /// The sizes of the machine; parallel loops beyond these get 1.
  TileSizes defaults;
  /// A loop that is not parallel and makes at most so many iterations, a
  /// constant, is left whole (the window of a stencil or of a filter).
  int64_t windowIterations = 16;
  /// Threads of a block, where that is chosen; else 1. A band of one loop and
  /// nothing else has tiles of as many iterations at least: with less, there is
  /// nothing that the other threads could do.
  int64_t blockThreads = 1;
  /// Iterations of a chain that are one tile at most, a power of two; 0: chains
  /// are not tiled.
  int64_t chainIterations = 0;
  /// Fewer where what they load is more than so many bytes.
  int64_t chainBytes = 8192;
  /// Threads of the block that executes a chain; all but one only copy.
  int64_t chainThreads = 1;
};

/// One loop (one dimension of an affine.parallel) of a band.
struct BandLoop {
  mlir::Operation *op = nullptr;
  unsigned dim = 0;
  mlir::Value iv;
  /// `max(lower) <= iv < min(upper)`; operands are induction variables of the
  /// nest or values defined outside it.
  mlir::AffineMap lower, upper;
  llvm::SmallVector<mlir::Value> lowerOperands, upperOperands;
  int64_t step = 1;
  /// The lower (upper) bound does not depend on other loops of the band. Tiles
  /// of a loop with a fixed lower bound start at iterations of the loop.
  bool fixedLower = true, fixedUpper = true;
  /// No dependence is carried by it within its band.
  bool parallel = false;
  TileSize size, blockSize;
  TileSize threadSize = TileSize::constant(1);
  /// The points of this loop are mapped to GPU threads.
  bool mapped = false;
  /// Neighbouring points are neighbouring threads; if no loop is, those of the
  /// innermost one that is mapped are.
  bool isAxisX = false;
  /// The same for the next axis, of the innermost loop beside axis x.
  bool isAxisY = false;
  /// Into how many groups of cores its tiles are dealt (NestPlan::segments).
  int64_t groups = 1;

  bool isTiled() const { return size.isTiled() || blockSize.isTiled(); }
  bool isRectangular() const { return fixedLower && fixedUpper; }
  /// A number of iterations that it has at most, if the first one is a
  /// constant: no two of its executions together have more.
  std::optional<int64_t> constantTripCount() const;
  /// A number of iterations that one execution of it has at most, whatever the
  /// sizes are.
  std::optional<int64_t> greatestTripCount() const;
};

struct TileItem;

struct TileNode {
  TileNode() = default;
  TileNode(TileNode &&) = default;
  TileNode &operator=(TileNode &&) = default;

  llvm::SmallVector<BandLoop> loops;
  std::vector<TileItem> items;
  /// Temporaries (`memref.alloca`) of the band's innermost body that several
  /// items use: they get one element per iteration of a tile.
  llvm::SmallVector<mlir::Operation *> cells;

  /// Some loop, here or in an inner node, is tiled or mapped.
  bool hasTiledLoop() const;
};

/// A leaf (`ops`) or a node.
struct TileItem {
  llvm::SmallVector<mlir::Operation *> ops;
  std::unique_ptr<TileNode> node;
};

/// The plan for one band of the function and what is inside it.
struct NestPlan {
  /// The outermost loop that is tiled, replaced as a whole.
  mlir::Operation *root = nullptr;
  TileNode tree;
  /// The nest is a chain: its tiles run one after another in one block of so
  /// many threads, each on one thread. 0: it is none.
  int64_t chainThreads = 0;
  /// The tiles are segments of cores (PREM): one `scratch.tile` over the loops
  /// of the band in their order, those with several groups mapped to cores.
  bool segments = false;

  /// Loops (dimensions) that are tiled, and parallel ones among them.
  unsigned numTiledLoops() const;
  unsigned numParallelLoops() const;
};

/// Something the user may want to know about `op`.
struct TileNote {
  enum class Kind {
    Failed,  ///< a nest cannot be analysed
    Refused, ///< a nest is left as it is
    Partial, ///< part of a nest that was asked for is not tiled
    Info
  };
  Kind kind;
  mlir::Operation *op;
  /// Identifier, such as "IllegalBand": a string literal.
  llvm::StringRef name;
  Sentence text;
  /// The budget of isl operations that did not suffice, if that is why.
  std::optional<unsigned long> budget = std::nullopt;

  /// Something that was asked for is not done.
  bool isRefusal() const { return kind != Kind::Info; }
};

/// That `loop` has the attribute that keeps its nest from being tiled; nullopt
/// if it has not.
std::optional<TileNote> exclusionOf(mlir::Operation *loop);

struct TilePlan {
  std::vector<NestPlan> nests;
  std::vector<TileNote> notes;

  /// Loops that are tiled, in all nests.
  unsigned numTiledLoops() const;
  void print(llvm::raw_ostream &os) const;
};

/// Plans the tiling of the loop nest `root`, a loop whose scop is
/// `dependences.scop()`. The outermost loop whose perfect band may be tiled is
/// the root of a nest; loops around it stay as they are. A band counts when it
/// has a parallel loop or, without GPU mapping, two tiled loops (or one that is
/// all there is). With GPU mapping, a loop with no loops inside that is not
/// parallel and whose loads move with it, a chain, counts too if the request
/// has a size for it and nothing around it is tiled: cut, what it loads can be
/// staged by a block.
///
/// `requestFor` gives the request for a band that starts at a loop, for
/// attributes may override the pass's options.
///
/// Of a band, as many outer loops are tiled as may be; a loop with a given size
/// that may not be tiled is noted (`TileNote::Kind::Partial`).
TilePlan
planTiles(mlir::Operation *root, const BandDependences &dependences,
          llvm::function_ref<TileRequest(mlir::Operation *)> requestFor);

/// True iff `op` may be executed again anywhere in its block's scope instead of
/// using its results: it has no regions, reads and writes no memory.
bool isRematerializable(mlir::Operation *op);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_TILING_TILEPLAN_H
