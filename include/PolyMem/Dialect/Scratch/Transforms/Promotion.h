//===- Promotion.h - buffers for chosen blocks ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `scratch-promote` does, for blocks that a caller chooses, in steps:
// plan, report, apply. What is refused is known before anything changes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PROMOTION_H
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PROMOTION_H

#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Analysis/Promotion/PromotionPlan.h"
#include "PolyMem/Analysis/Promotion/StripPlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace polymem {
struct Machine;

/// A tile with no tile inside, except tiles of threads: what `scratch-promote`
/// takes for a block. With `threads`, one with no tile inside at all.
bool isInnermostTile(scratch::TileOp tile, bool threads);

/// A sequential tile of one iteration, with one tile in it and nothing else:
/// made for points beside a tile, so that they are a block. It gets buffers of
/// constant size only.
bool isTileOfPoints(mlir::Operation *block);

/// Numbers about what was done.
struct PromotionCounts {
  int64_t tiles = 0, buffers = 0, bytes = 0, copiedIn = 0, copiedOut = 0,
          scattered = 0, left = 0, constant = 0, versions = 0, strips = 0;

  PromotionCounts &operator+=(const PromotionCounts &other);
};

/// Buffers for blocks of one function.
class Promotion {
public:
  /// What must get a buffer, or it is refused.
  enum class Demand { AnyBlock, EachBlock };

  /// Plans for `blocks` of `func`, tiles or outermost loops, none inside
  /// another. A diagnostic and failure if `options` make no sense.
  static mlir::FailureOr<Promotion>
  plan(mlir::func::FuncOp func, llvm::ArrayRef<mlir::Operation *> blocks,
       const ScratchPromotePassOptions &options);

  /// The blocks that `options` choose in `func`.
  static llvm::SmallVector<mlir::Operation *>
  findBlocks(mlir::func::FuncOp func, const ScratchPromotePassOptions &options);

  /// Says what stays where it is, in remarks; prints the plan if the options
  /// say so. If `refusals` are strict, fails with errors if `demand` is not
  /// met, or, with `promoteAll`, if anything stays.
  mlir::LogicalResult report(Refusals &refusals, Demand demand);

  /// Makes the buffers, and returns them.
  llvm::SmallVector<scratch::AllocOp> apply();

  const PromotionCounts &counts() const { return numbers; }

private:
  static constexpr llvm::StringLiteral kPass = "scratch-promote";

  struct Work {
    mlir::Operation *block;
    /// The outermost tile around the block, or the block itself.
    mlir::Operation *outermost;
    /// Null if the block is refused as a whole.
    std::unique_ptr<PromotionPlan> plan;
    /// Why it is: the name and the text of the refusal.
    llvm::StringRef obstacleName;
    Sentence obstacle;
    bool notModelled = false;
    /// How a loop is cut where buffers of `plan` that grow with sizes do not
    /// fit. Nullopt: it is not; such buffers are left out there.
    std::optional<StripPlan> strip;
  };

  Promotion(mlir::func::FuncOp func, const ScratchPromotePassOptions &options)
      : func(func), options(options) {}
  static mlir::FailureOr<Promotion>
  plan(mlir::func::FuncOp func, llvm::ArrayRef<mlir::Operation *> blocks,
       const ScratchPromotePassOptions &options, bool mayStrip);
  mlir::FailureOr<PromotionOptions> planOptions();
  mlir::Attribute memorySpaceAttr();
  void planBlock(mlir::Operation *block, PromotionOptions planOptions);
  void print(const Work &item);
  void reportLeft(const Work &item, Refusals &refusals);
  void reportBuffer(const Work &item, const BufferPlan &buffer);
  void reportVersions(mlir::Operation *outermost,
                      llvm::ArrayRef<const Work *> items);
  void reportStrips(llvm::ArrayRef<const Work *> items);
  /// Buffers must fit whatever the sizes are.
  bool isFitGuaranteed() const;
  /// Buffers of `item` grow, with sizes that nobody chooses: not those of tiles
  /// with sizes that somebody gives at run time, who can give smaller ones.
  static bool growsWithProblem(const Work &item);
  /// There is a version without buffers that grow with sizes.
  bool makesVersions() const {
    return isFitGuaranteed() && options.fit == BufferFit::Always;
  }
  /// Makes the buffers of `items`, blocks in the tile `outermost`.
  void applyTo(mlir::Operation *outermost, llvm::ArrayRef<const Work *> items,
               llvm::SmallVectorImpl<scratch::AllocOp> &allocs);
  void applyVersionsTo(scratch::TileOp outermost,
                       llvm::ArrayRef<const Work *> items,
                       llvm::SmallVectorImpl<scratch::AllocOp> &allocs);
  void applyOnce(const Work &item,
                 llvm::SmallVectorImpl<scratch::AllocOp> &allocs);
  /// Cuts the loops of `items`, or of what `copies` maps them to, and makes
  /// buffers for the blocks that there are then.
  void applyStrips(llvm::ArrayRef<const Work *> items,
                   const mlir::IRMapping &copies,
                   llvm::SmallVectorImpl<scratch::AllocOp> &allocs);

  mlir::func::FuncOp func;
  ScratchPromotePassOptions options;
  /// Outlives the plans.
  std::unique_ptr<EnclosingFlow> flow;
  /// Set when options have been read.
  std::optional<ScratchpadBudget> budget;
  /// The machine cannot compute from global memory.
  bool needsBuffers = false;
  /// Iterations of a loop that is cut, of the machine.
  int64_t stripSize = 0;
  std::vector<Work> work;
  PromotionCounts numbers;
};

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PROMOTION_H
