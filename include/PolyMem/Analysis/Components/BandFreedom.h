//===- BandFreedom.h - how a perfect nest may be cut ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_COMPONENTS_BANDFREEDOM_H
#define POLYMEM_ANALYSIS_COMPONENTS_BANDFREEDOM_H

#include "PolyMem/Analysis/Components/ComponentPlan.h"

namespace polymem {

/// A loop of a perfect nest.
struct LoopFreedom {
  mlir::Operation *op = nullptr;
  /// Iterations from the first to the last one of all executions of it
  /// together, for fixed values of the loops around the nest; nothing: not
  /// known.
  std::optional<int64_t> trips;
  /// Whether it may be cut whatever the tiles of the loops outside are: no
  /// dependence runs against it, `{ S[i] -> T[j] : j_iv < i_iv }` is empty.
  bool tilable = false;
  /// Whether different cores may run its tiles: no dependence has a distance
  /// along it either (Gu 2023, 3.4).
  bool parallel = false;
};

/// The loops of the perfect nest that begins at `root`, the same as those that
/// a plan of `root` is about (planComponents). Nothing, with a note, if it
/// cannot be the outermost loop of a component.
std::optional<llvm::SmallVector<LoopFreedom>>
freedomOfBand(mlir::Operation *root, const ComponentRequest &request,
              TileNote &refusal);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_COMPONENTS_BANDFREEDOM_H
