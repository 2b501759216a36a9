//===- AssumedArguments.h - sizes that plans are made for -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_ASSUMEDARGUMENTS_H
#define POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_ASSUMEDARGUMENTS_H

#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "PolyMem/Transforms/TrialPasses.h"

namespace polymem {

/// Values of arguments of a function, each a number or a range of numbers.
class AssumedArguments {
public:
  /// `texts`: "N=100" or "M=8..20" each, of arguments of `func` that are of
  /// type `index`, by their `polymem.param` or "arg1". The error says what is
  /// wrong with one.
  static llvm::Expected<AssumedArguments>
  read(mlir::func::FuncOp func, llvm::ArrayRef<std::string> texts);

  bool empty() const { return ranges.empty(); }
  /// For each combination of values, the arguments of a copy of the function;
  /// one that knows nothing if there are none.
  std::vector<LoopValues> valuesIn(mlir::func::FuncOp copy) const;
  /// Copies of the function where the arguments are their greatest, or least,
  /// values.
  mlir::func::FuncOp withGreatest() const { return greatest->function(); }
  mlir::func::FuncOp withLeast() const { return least->function(); }
  /// The loop of `copy`, one of these, that `loop` of the function is.
  mlir::Operation *loopIn(mlir::func::FuncOp copy, mlir::Operation *loop) const;

private:
  struct Range {
    unsigned argument;
    int64_t first, last;
  };

  llvm::SmallVector<Range> ranges;
  std::unique_ptr<TrialCopy> greatest, least;
};

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_ASSUMEDARGUMENTS_H
