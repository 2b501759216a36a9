//===- ComponentPlan.h - which tiles cores run as segments ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a function is cut into components (Gu 2023, 3.4): tilable nests whose
// tiles are segments. A core accesses main memory in no segment, so that
// everything that accesses memory is to be in some tile:
//
//   - a loop is the outermost one of a component, whose innermost tile has all
//     that is inside;
//   - or it stays around components, one after another, and so does a
//     condition;
//   - what else accesses memory, consecutive statements, is a tile of one
//     iteration.
//
// Nothing here changes IR.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_COMPONENTS_COMPONENTPLAN_H
#define POLYMEM_ANALYSIS_COMPONENTS_COMPONENTPLAN_H

#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"

namespace polymem {

/// What is asked for, and what there is room for.
struct ComponentRequest {
  /// Cores of the machine; bytes of a scratchpad, and what their number for
  /// each buffer is a multiple of.
  int64_t cores = 1, capacity = 0, alignment = 1;
  /// Iterations in a tile, for the outermost loops of nests without a plan; 0:
  /// all. Empty: the largest tile that fits is looked for.
  llvm::SmallVector<int64_t> sizes;
  unsigned long maxIslOperations = kDefaultIslOperations;
};

/// One component.
struct Component {
  /// The loops that become a tile, and what is in it. Without a root: `ops`.
  NestPlan nest;
  /// Consecutive operations of a block that become a tile of one iteration.
  llvm::SmallVector<mlir::Operation *> ops;
  /// Sizes, groups and modes, to be written on the tile.
  prem::PlanAttr plan;
  /// Bytes of a tile, each array from outside of it in two buffers; -1: the
  /// plan is a given one, and nobody asked.
  int64_t bytes = -1;

  mlir::Operation *first() const { return nest.root ? nest.root : ops.front(); }
};

struct ComponentPlan {
  /// In the order of the program.
  std::vector<Component> components;
  std::vector<TileNote> notes;

  /// Whether some note is a refusal: something accesses memory outside of
  /// tiles then.
  bool hasRefusals() const;
  /// Whether some component has tiles on several cores.
  bool isParallel() const;
};

/// Plans the components of `body`, the body of a function.
///
/// A loop with the attribute `prem.plan` is the outermost loop of a component
/// with that plan, or refused: entry j is about loop j of the perfect nest that
/// begins there, and
///   - no dependence runs against a loop j (BandDependences::against), but for
///     those with a distance along a loop outside of it with tiles of one
///     iteration;
///   - none has a distance along a loop with several groups;
///   - the groups are not more than there are cores.
/// Loops around one with a plan stay.
///
/// Else, with sizes or without, the outermost loop along which no dependence
/// has a distance is dealt to as many groups as there are cores, or iterations.
/// Without sizes the outermost loop is cut, such that a tile, with two buffers
/// for each array, is the largest that fits into the scratchpad; where no size
/// fits, the next one, all around it having tiles of one iteration (Gu 2023,
/// 6.2). A loop stays around components if nothing of it fits, or if only what
/// is inside of it can be shared out among cores.
ComponentPlan planComponents(mlir::Block &body,
                             const ComponentRequest &request);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_COMPONENTS_COMPONENTPLAN_H
