//===- TileCells.h - what a tile keeps per point ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TILING_TILECELLS_H
#define POLYMEM_LIB_ANALYSIS_TILING_TILECELLS_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"

namespace polymem {

/// Halves the greatest of the constant tile sizes in `tree` until the
/// temporaries that get one element per point of the tile (`TileNode::cells`)
/// take no more than 32 KB. What has no constant size is not counted: it is not
/// in the fast memory of a block.
void fitCells(TileNode &tree);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TILING_TILECELLS_H
