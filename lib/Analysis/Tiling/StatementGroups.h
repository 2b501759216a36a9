//===- StatementGroups.h - what loops may be distributed over ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_TILING_STATEMENTGROUPS_H
#define POLYMEM_LIB_ANALYSIS_TILING_STATEMENTGROUPS_H

#include "PolyMem/Analysis/Tiling/BandDependences.h"
#include "PolyMem/Support/Sentence.h"
#include <string>

namespace polymem {

/// The operations of a loop body in groups that may be executed one after the
/// other, each for all iterations of the loops around: no dependence goes to an
/// earlier group, and no group uses a value of another.
struct StatementGroups {
  /// In the order of the body. Rematerialisable operations are in none: they
  /// are repeated where they are used. A loop is alone in its group unless it
  /// had to be merged with others.
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> groups;
  /// Allocations of the body that are in no group: temporaries that may be
  /// given one element per iteration ("expanded"), so that groups can share
  /// them.
  llvm::SmallVector<mlir::Operation *> cells;
  /// Why groups were merged.
  struct Obstacle {
    mlir::Operation *op;
    Sentence reason;
  };
  llvm::SmallVector<Obstacle> obstacles;
};

/// Groups the body of `loop`. Loops whose values `dependences` are restricted
/// to be equal in stay around whatever is separated.
StatementGroups groupStatements(mlir::Operation *loop,
                                const BandDependences &dependences);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_TILING_STATEMENTGROUPS_H
