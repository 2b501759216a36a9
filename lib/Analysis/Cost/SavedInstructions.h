//===- SavedInstructions.h - what back ends save ----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches are counted as they are written. Back ends compute what does not
// change in a loop before it, share addresses between accesses that differ by a
// constant, unroll loops, and load neighbours at once. This is an estimate of
// what of integers and requests they save so, and of the loads that nobody
// waits for. It does not depend on sizes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_SAVEDINSTRUCTIONS_H
#define POLYMEM_LIB_ANALYSIS_COST_SAVEDINSTRUCTIONS_H

#include "PolyMem/Analysis/Accesses/IndexForm.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace polymem::cost {

class SavedInstructions {
public:
  explicit SavedInstructions(mlir::gpu::LaunchOp launch);

  /// True iff `op`, arithmetic on integers, is not executed where it stands: it
  /// is part of addresses, or does not change in the loop around it.
  bool isSaved(mlir::Operation *op) const { return saved.contains(op); }

  /// Instructions for the address of a load or store each time that it is
  /// executed: a part of one where a loop is unrolled.
  double addressOf(mlir::Operation *access) const {
    return addresses.lookup(access);
  }

  /// The part of the requests of a load that becomes none, as it is one request
  /// with those of the next rounds.
  double joinedOf(mlir::Operation *access) const {
    return joined.lookup(access);
  }

  /// True iff several rounds of `loop` become one.
  bool isUnrolled(mlir::Operation *loop) const {
    return unrolled.contains(loop);
  }

  /// True iff `load` is done in the round before (polymem-prefetch-copies, with
  /// its default number of registers): a round finds its value.
  bool isEarly(mlir::Operation *load) const { return early.contains(load); }

  /// True iff a round of `loop` loads for the next one.
  bool loadsEarly(mlir::Operation *loop) const { return early.contains(loop); }

  /// Registers that early loads take, of the loop where they take most.
  int64_t earlyRegisters() const { return mostRegisters; }

private:
  /// Accesses whose addresses differ by a constant.
  struct Address {
    mlir::Value memref;
    llvm::SmallVector<IndexForm, 2> subscripts;
  };

  void visit(mlir::Block &block);
  void findSaved(mlir::gpu::LaunchOp launch);
  void findEarly(mlir::gpu::LaunchOp launch);
  void setAddress(mlir::Operation *access, mlir::Value memref,
                  mlir::ValueRange indices);
  double costOf(const Address &address, mlir::Operation *loop,
                bool isStatic) const;
  bool isJoined(const IndexForm &number, int64_t elementBytes,
                mlir::Operation *loop) const;

  /// Those of `saved` that do not change in the loop around them.
  llvm::DenseSet<mlir::Operation *> saved, invariant, unrolled;
  /// Loads, and loops that have some.
  llvm::DenseSet<mlir::Operation *> early;
  int64_t mostRegisters = 0;
  llvm::DenseMap<mlir::Operation *, double> addresses, joined;
  /// Those computed by what is in scope.
  llvm::SmallVector<Address> known;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_SAVEDINSTRUCTIONS_H
