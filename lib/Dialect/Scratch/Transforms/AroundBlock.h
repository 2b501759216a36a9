//===- AroundBlock.h - what tiles mean to the buffers in them ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_AROUNDBLOCK_H
#define POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_AROUNDBLOCK_H

#include "PolyMem/Analysis/Promotion/BlockContext.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

namespace polymem {

/// For blocks of a function with tiles.
class AroundBlock : public BlockContext {
public:
  /// `isShared`: buffers are in shared memory.
  AroundBlock(mlir::func::FuncOp func, bool isShared);

  /// Has the plans leave to constant memory, of which there are so many bytes,
  /// what convert-scratch-to-gpu is going to put there.
  void addConstantArrays(int64_t bytes);

  /// Of shared memory: most if the launch that the block is part of has at
  /// least four threads for each point of the tiles in the block that are
  /// mapped to threads, because `polymem.block_threads` says so: else blocks
  /// are no wider than their tiles.
  SpareThreads spareThreads(const Scop &block) const override;
  /// Of shared memory: tiles of threads in the block are in a loop there, so
  /// that threads meet in its iterations.
  bool hasSteps(const Scop &block) const override;
  std::string whyNotRedirectable(const Scop &block,
                                 const ScopAccess &access) const override;
  Sentence whyInConstantMemory(mlir::Value array) const override;
  /// Whether an iteration of a mapped tile around the block may write `array`
  /// while another one is in the block.
  bool mayChangeMeanwhile(const Scop &block, mlir::Value array) const override;
  /// The instances of the block in other iterations of mapped tiles around it.
  /// Nullopt if other code in these tiles may write `array`.
  std::optional<ConcurrentInstances>
  concurrentInstances(const Scop &block, mlir::Value array) const override;
  ParameterRole roleOf(mlir::Value value) const override;
  using BlockContext::roleOf;

private:
  mlir::func::FuncOp func;
  bool isShared;
  /// Steps of tiles, which run time may know only.
  llvm::SmallPtrSet<mlir::Value, 8> steps;
  /// Why arrays are going to be in constant memory, by symbol.
  llvm::StringMap<Sentence> constantArrays;
};

} // namespace polymem

#endif // POLYMEM_LIB_DIALECT_SCRATCH_TRANSFORMS_AROUNDBLOCK_H
