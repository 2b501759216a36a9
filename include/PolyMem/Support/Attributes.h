//===- Attributes.h - the attributes that PolyMem reads ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All attributes `polymem.*`, with what they mean and where they may stand. An
// attribute that is not in the table is an error wherever PolyMem's dialects
// are registered (Dialect/PolyMem): a misspelt one would do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_ATTRIBUTES_H
#define POLYMEM_SUPPORT_ATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace polymem {

//===----------------------------------------------------------------------===//
// For users: arguments of functions
//===----------------------------------------------------------------------===//

inline constexpr llvm::StringLiteral kShapeAttr = "polymem.shape";
inline constexpr llvm::StringLiteral kParamAttr = "polymem.param";
inline constexpr llvm::StringLiteral kRangeAttr = "polymem.range";
inline constexpr llvm::StringLiteral kDeadOutAttr = "polymem.dead_out";

//===----------------------------------------------------------------------===//
// For users: loops
//===----------------------------------------------------------------------===//

/// The attribute that excludes a loop nest from tiling.
inline constexpr llvm::StringLiteral kNoTileAttr = "polymem.no_tile";
/// A unit attribute: iterations of the loop become neighbouring threads (axis
/// x) for each point of the only parallel loop of the band around it.
inline constexpr llvm::StringLiteral kLanesAttr = "polymem.lanes";
/// A unit attribute: the loop steps from tile to tile already, so that by
/// default one iteration is a tile.
inline constexpr llvm::StringLiteral kOriginsAttr = "polymem.tile_origins";
/// The attribute with the sizes for a nest.
inline constexpr llvm::StringLiteral kTileSizesAttr = "polymem.tile_sizes";

//===----------------------------------------------------------------------===//
// Between passes
//===----------------------------------------------------------------------===//
//
// One pass sets each of these and a later one reads it, or must not lose it:
// they are part of what the IR says in between. What one pass remembers of its
// own operations is no attribute but a map or a set beside the IR.

/// Attribute of a marked function, from `polymem-mark-origin` to
/// `polymem-check`: the text of the function when it was marked. Text, because
/// no pass looks into it.
inline constexpr llvm::StringLiteral kOriginAttrName = "polymem.origin";
/// On loops, from `polymem-choose-sizes` to `polymem-tile`: five numbers that
/// the rule for sizes takes in place of the machine's `tiles`, which are
/// `linear`, the three of `parallel`, and `sequential`.
inline constexpr llvm::StringLiteral kTileDefaultsAttr =
    "polymem.tile_defaults";
/// On loops, from `polymem-choose-sizes` to `polymem-tile`, and on tiles from
/// there to their lowering: threads of a block along x, y and z, unless the
/// option 'block-size' gives them.
inline constexpr llvm::StringLiteral kBlockThreadsAttr =
    "polymem.block_threads";
/// On an `affine.if`, from `polymem-register-tile` to the lowering of tiles:
/// the else branch is for partial tiles, which are few, and is not worth
/// versions of its loops.
inline constexpr llvm::StringLiteral kFullTileAttr = "polymem.full_tile";
/// On an `affine.if` around the body of a tile, from `scratch-trim-tiles` to
/// the lowering of tiles: elsewhere the tile does nothing.
inline constexpr llvm::StringLiteral kTileDomainAttr = "polymem.tile_domain";
/// On an `affine.if` of the host, from `scratch-promote` to
/// `polymem-warn-launches`: its launches are taken where their buffers, which
/// grow with sizes, fit; those of the else branch have no such buffers.
inline constexpr llvm::StringLiteral kFitsAttr = "polymem.fits";
/// On functions, from `polymem-make-versions` on: what sizes that nobody gives
/// are taken to be, whatever an option `assumed-size` says.
inline constexpr llvm::StringLiteral kAssumedSizeAttr = "polymem.assumed_size";
/// On functions, from `polymem-make-versions` to `polymem-join-versions`: the
/// function that this one is a version of, for sizes up to
/// `polymem.assumed_size`.
inline constexpr llvm::StringLiteral kVersionOfAttr = "polymem.version_of";
/// Attribute of a `memref.get_global` in a launch or kernel whose array shall
/// be in constant memory, from the lowering of tiles to that of kernels. It
/// also keeps the operation apart from one of the host, which common
/// subexpression elimination would put in its place.
inline constexpr llvm::StringLiteral kConstantMemoryAttr =
    "polymem.constant_memory";
/// Attribute of a kernel, from `polymem-annotate-kernels` to the emulator: the
/// shapes of its workgroup buffers, in their order, as an array of i64 arrays.
inline constexpr llvm::StringLiteral kWorkgroupShapesAttr =
    "polymem.workgroup_shapes";
/// The function of a module of kernels that `scratch.grid_barrier` becomes a
/// call of; the emulator and launch metadata know such barriers by it.
inline constexpr llvm::StringLiteral kGridBarrierFunction =
    "polymem_grid_barrier";
/// Attribute of a barrier or an operation of a warp in a kernel: its number, by
/// which it is not equal to one in another branch, for MLIR's own passes.
inline constexpr llvm::StringLiteral kSynchronisationAttr =
    "polymem.synchronisation";

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// One attribute.
struct KnownAttribute {
  llvm::StringLiteral name;
  /// Where it may stand.
  enum class Place { Argument, Operation } place;
  /// People write it; else only passes do.
  bool forUsers;
  llvm::StringLiteral meaning;
};

inline constexpr KnownAttribute kKnownAttributes[] = {
    {kShapeAttr, KnownAttribute::Place::Argument, true,
     "extents of an array, one integer or size expression a dimension"},
    {kParamAttr, KnownAttribute::Place::Argument, true,
     "value of an integer, a size expression"},
    {kRangeAttr, KnownAttribute::Place::Argument, true,
     "[lower, upper) of the integers that polymem-run makes up"},
    {kDeadOutAttr, KnownAttribute::Place::Argument, true,
     "nobody reads the array after the function"},
    {kTileSizesAttr, KnownAttribute::Place::Operation, true,
     "tile sizes for the band that begins at a loop"},
    {kNoTileAttr, KnownAttribute::Place::Operation, true,
     "the loop's nest is not tiled"},
    {kLanesAttr, KnownAttribute::Place::Operation, true,
     "the loop's iterations become neighbouring threads"},
    {kOriginsAttr, KnownAttribute::Place::Operation, true,
     "the loop steps from tile to tile: by default one iteration is a tile"},
    {kOriginAttrName, KnownAttribute::Place::Operation, false,
     "the function as polymem-check compares it"},
    {kTileDefaultsAttr, KnownAttribute::Place::Operation, false,
     "numbers for the rule that sizes of tiles follow"},
    {kBlockThreadsAttr, KnownAttribute::Place::Operation, false,
     "threads of a block"},
    {kFullTileAttr, KnownAttribute::Place::Operation, false,
     "a condition that tells full tiles from partial ones"},
    {kTileDomainAttr, KnownAttribute::Place::Operation, false,
     "a condition under which a tile does something"},
    {kFitsAttr, KnownAttribute::Place::Operation, false,
     "a condition under which buffers of a launch fit"},
    {kAssumedSizeAttr, KnownAttribute::Place::Operation, false,
     "what sizes of a function are taken to be"},
    {kVersionOfAttr, KnownAttribute::Place::Operation, false,
     "the function that one is a version of"},
    {kConstantMemoryAttr, KnownAttribute::Place::Operation, false,
     "an array for constant memory"},
    {kWorkgroupShapesAttr, KnownAttribute::Place::Operation, false,
     "shapes of a kernel's workgroup buffers"},
    {kSynchronisationAttr, KnownAttribute::Place::Operation, false,
     "the number of a barrier or a warp's operation in a kernel"},
};

} // namespace polymem

#endif // POLYMEM_SUPPORT_ATTRIBUTES_H
