//===- FullTileBody.h - what a tile away from borders executes --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a triangular nest, iterations that a thread would execute together have
// loops of different bounds, or none of their own. In most tiles they have not:
// what depends on the iteration is decided alike for all points of the tile.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REGISTERS_FULLTILEBODY_H
#define POLYMEM_LIB_TRANSFORMS_REGISTERS_FULLTILEBODY_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/TileConditions.h"
#include "mlir/IR/OwningOpRef.h"

namespace polymem {

/// A tile that computes what another one does where `conditions` hold, with
/// fewer conditions and simpler bounds in it.
struct FullTileBody {
  /// In no block; uses the same values from outside.
  mlir::OwningOpRef<scratch::TileOp> tile;
  /// They imply, for all points of the tile's box, what was left out.
  llvm::SmallVector<TileCondition> conditions;
};

/// Of a copy of `tile`, takes out what makes iterations along `dims` differ and
/// holds in the whole box
///
///   { [i] : lower_d <= i_d < lower_d + bound_d step_d }
///
/// under conditions that do not depend on the point: conditions of `affine.if`,
/// loops of one iteration at most, and bounds among several of a loop. Nothing
/// if there is no such thing. `tile` stays as it is.
std::optional<FullTileBody> simplifyForFullTiles(scratch::TileOp tile,
                                                 llvm::ArrayRef<unsigned> dims);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_FULLTILEBODY_H
