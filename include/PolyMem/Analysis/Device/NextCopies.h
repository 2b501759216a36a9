//===- NextCopies.h - copies of a loop's next round -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop whose rounds copy from global to shared memory, meet at a barrier
// and compute, the loads of the next round may be under way while this one
// computes. Which of them can be is asked by the pass that moves them
// (polymem-prefetch-copies) and by the cost model.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_NEXTCOPIES_H
#define POLYMEM_ANALYSIS_DEVICE_NEXTCOPIES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace polymem {

/// A condition that a block of a loop is under: whether `value` holds.
struct CopyCondition {
  mlir::Value value;
  bool holds;
};

/// Loads of one block of a round that are moved together.
struct NextCopy {
  /// Outermost first.
  llvm::SmallVector<CopyCondition> conditions;
  llvm::SmallVector<mlir::Operation *> loads;
  /// What is computed for the conditions, and what else for the loads.
  llvm::SetVector<mlir::Operation *> forConditions, forLoads;
  /// The barrier in the loop's own block behind the copy.
  mlir::gpu::BarrierOp barrier;
  /// What the loads give, one for each of them (and for each round, if they are
  /// in a loop), and the number of the place that has it until the next round:
  /// copies with the same barrier, of which a round does one at most, share
  /// places of a type.
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<unsigned> places;
};

/// The copies of a round of `loop` whose loads may be done in the round before
/// it, behind the barrier that ends the copy. With `mostRounds`, loads in a
/// loop of so many rounds at most (`mostRoundsOf`) are found, too: those that
/// polymem-batch-loads puts together before the pass sees them.
std::vector<NextCopy> findNextCopies(mlir::scf::ForOp loop,
                                     int64_t mostRounds = 0);

/// A constant that `loop` has no more rounds than: exact where its bounds are
/// constants, else of a loop up to the lesser of a constant and another value,
/// from a constant or from what follows from the number of a thread. All
/// numbers up to the constant and a step behind it are those of any type of 32
/// bits then.
std::optional<int64_t> mostRoundsOf(mlir::scf::ForOp loop);

/// Whether barriers and accesses of memory, of which none stores to global
/// memory, are all that `op` does, with all in its regions.
bool leavesGlobalMemory(mlir::Operation *op);

/// The type of each place of `copies`, by number.
llvm::SmallVector<mlir::Type> placesOf(llvm::ArrayRef<NextCopy> copies);

/// Registers, of 4 bytes, that `copies` take if they are early: for what they
/// load, and as many for addresses.
int64_t registersOfEarly(llvm::ArrayRef<NextCopy> copies);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_NEXTCOPIES_H
