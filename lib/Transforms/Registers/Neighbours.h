//===- Neighbours.h - iterations of a thread side by side -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of the iterations that a thread runs together may be neighbours, so
// that it accesses vectors of shared buffers.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_REGISTERS_NEIGHBOURS_H
#define POLYMEM_LIB_TRANSFORMS_REGISTERS_NEIGHBOURS_H

#include "RegisterTilePlan.h"

namespace polymem {

/// Of the iterations that a thread has in a full tile along dimension number
/// `number` of `plan`, how many can be neighbours: a power of two that divides
/// them, of elements that take `kWidestAccess` bytes at most together. All
/// accesses of the tile that depend on the dimension must be in buffers that a
/// block shares, in loops and under conditions that do not depend on it, and
/// the cell must be
///
///   { [x] -> cell[..., x - lower + m] : m a multiple of the number }
///
/// in rows whose length is a multiple of it. 1 if there are none, as of
/// dimensions of other axes than x, of which threads do not access neighbours.
int64_t findNeighbours(const RegisterTilePlan &plan, unsigned number);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_REGISTERS_NEIGHBOURS_H
