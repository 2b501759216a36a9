//===- SizeTrials.h - what launches of chosen sizes take --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trial tiles a copy of a function by a variant of sizes for each part, makes
// launches of it, and asks the cost model.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TILING_SIZETRIALS_H
#define POLYMEM_LIB_TRANSFORMS_TILING_SIZETRIALS_H

#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Transforms/TrialPasses.h"
#include "SizeSearch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace polymem {

/// True iff `nest` has several parallel loops in each other, so that blocks of
/// several axes are worth a try.
bool hasSeveralParallelLoops(mlir::Operation *nest);

/// Marks `nest` so that `polymem-tile` takes `variant` for it.
void setVariant(mlir::Operation *nest, const SizeVariant &variant);

/// The parts of a function that get sizes of their own, in their order: loops
/// in a sequential nest that has several, each of which becomes launches, else
/// nests. They are found in copies, too.
class SizeParts {
public:
  explicit SizeParts(mlir::func::FuncOp func);
  llvm::SmallVector<mlir::Operation *> in(mlir::func::FuncOp func) const;

private:
  /// Of all loops, in the order in which the function has them.
  llvm::SmallVector<unsigned> numbers;
};

/// A copy of a function in which each part has a variant of sizes.
class SizeTrial {
public:
  /// Parts for which `searches` has a next variant get that, others are not
  /// tiled; `func` is as before.
  SizeTrial(mlir::func::FuncOp func, const SizeParts &parts,
            llvm::ArrayRef<SizeSearch> searches);

  /// What launches are made of.
  const TrialCopy &tiled() const { return copy; }

  /// Makes launches of the copy by `makeLaunches`; notes what they take. Says
  /// nothing. Several may be run at the same time.
  void
  run(llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp)> makeLaunches,
      const Machine &machine, CostOptions options);

  /// For each part that has a variant, what its launches take.
  llvm::ArrayRef<NestTime> times() const { return found; }
  /// What launches take that belong to no part.
  double others() const { return otherTime; }

private:
  TrialCopy copy;
  /// Of each part: whether it has a variant.
  std::vector<bool> hasVariant;
  std::vector<NestTime> found;
  double otherTime = 0;
};

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TILING_SIZETRIALS_H
