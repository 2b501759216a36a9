//===- ScratchToGPU.h - launches for chosen tiles ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `convert-scratch-to-gpu` does, for a whole function or for some of its
// tiles, in steps: plan and apply. What is refused is known before anything
// changes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_SCRATCHTOGPU_H
#define POLYMEM_CONVERSION_SCRATCHTOGPU_H

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <memory>

namespace polymem {

/// Launches in one function.
class LaunchConversion {
public:
  /// Plans launches for all tiles of `func` or, if there are any, for `tiles`,
  /// outermost tiles of it. A diagnostic and failure if some tile, or what is
  /// outside of all tiles that are converted, cannot be lowered, or if
  /// `options` make no sense.
  static mlir::FailureOr<LaunchConversion>
  plan(mlir::func::FuncOp func, llvm::ArrayRef<scratch::TileOp> tiles,
       const ConvertScratchToGPUPassOptions &options);

  LaunchConversion(LaunchConversion &&) noexcept;
  LaunchConversion &operator=(LaunchConversion &&) noexcept;
  ~LaunchConversion();

  /// Reports and makes the launches. A diagnostic and failure, after changes,
  /// for an operation in a launch that cannot be lowered.
  mlir::LogicalResult apply();

  /// The launches made; a tile without iterations has none.
  llvm::ArrayRef<mlir::gpu::LaunchOp> launches() const;
  /// Numbers of tiles that were to become launches, and of barriers in them.
  int64_t numLaunches() const;
  int64_t numBarriers() const;
  /// Number of arrays for constant memory.
  int64_t numConstantArrays() const;
  /// Number of sets that are copied several elements at once, after `apply`.
  int64_t numVectorCopies() const;

private:
  struct Impl;
  explicit LaunchConversion(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace polymem

#endif // POLYMEM_CONVERSION_SCRATCHTOGPU_H
