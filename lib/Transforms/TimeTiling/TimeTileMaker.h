//===- TimeTileMaker.h - from loops with roles to tiles ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEMAKER_H
#define POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEMAKER_H

#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"

namespace polymem {

/// What generated loops are for, until tiles are made of them.
class TimeTileRoles {
public:
  /// The role of `op`; nothing if it has none.
  std::optional<TimeTileRole> of(mlir::Operation *op) const {
    auto known = roles.find(op);
    return known == roles.end() ? std::nullopt : std::optional(known->second);
  }
  void set(mlir::Operation *loop, TimeTileRole role) { roles[loop] = role; }
  /// For a loop that is about to be erased.
  void forget(mlir::Operation *loop) { roles.erase(loop); }

private:
  llvm::DenseMap<mlir::Operation *, TimeTileRole> roles;
};

/// Makes tiles of the loops of `func` that have `roles`; with `gpu`, mapped to
/// blocks and threads.
void makeTiles(mlir::Operation *func, TimeTileRoles roles, bool gpu);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TIMETILING_TIMETILEMAKER_H
