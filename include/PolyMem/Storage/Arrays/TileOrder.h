//===- TileOrder.h - how far copies of tiles run ahead ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Isoard, "Extending polyhedral techniques towards parallel specifications and
// approximations" (2016), section 5.2: the pipelines of a strip of tiles.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_STORAGE_ARRAYS_TILEORDER_H
#define POLYMEM_STORAGE_ARRAYS_TILEORDER_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace polymem {

/// In which order the loads L, the computation C and the stores S of the tiles
/// of a strip are executed: three distances d, each saying that something of
/// tile T surely comes after something of tile T - d, and of the tiles before
/// that one. In one tile, L is before C, and C before S; computations follow
/// each other in the order of the tiles. Nothing else is known.
struct TileOrder {
  /// L of tile T after C and S of tile T - d.
  unsigned loadAfterCompute = 1, loadAfterStore = 1;
  /// C of tile T after S of tile T - d.
  unsigned computeAfterStore = 1;

  /// The order called `name`, of `stages` tiles that are in flight (the loads
  /// of tile T + stages - 1 may be executed with the computation of tile T),
  /// where the stores of a tile are executed with the computation of the
  /// tile `storeLag` behind it:
  /// - `sequential`: each tile loads, computes and stores before the next one
  ///   does; the numbers do not matter;
  /// - `double` and `duplex` (figure 5.3a, with transfers one after another
  ///   or, in two directions, at a time): tile T loads when tile T - stages has
  ///   computed and stored;
  /// - `barrier` (figure 5.3b): in step k, between two barriers, tile
  ///   k + stages - 1 loads, tile k computes and tile k - storeLag stores, in
  ///   any order.
  /// No value for another name, and where `stages` is zero.
  static std::optional<TileOrder> get(llvm::StringRef name, unsigned stages,
                                      unsigned storeLag);

  bool isSequential() const {
    return loadAfterCompute == 1 && loadAfterStore == 1 &&
           computeAfterStore == 1;
  }
};

} // namespace polymem

#endif // POLYMEM_STORAGE_ARRAYS_TILEORDER_H
