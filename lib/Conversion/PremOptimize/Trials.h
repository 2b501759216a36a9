//===- Trials.h - what plans of loops become --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_TRIALS_H
#define POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_TRIALS_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Transforms/TrialPasses.h"
#include <map>

namespace polymem {

/// Plans of loops, by their numbers.
using LoopPlans = std::map<unsigned, prem::PlanAttr>;

/// A copy of a function that became components by some plans.
class Trial {
public:
  explicit Trial(mlir::func::FuncOp func) : copy(func) {}

  mlir::func::FuncOp function() const { return copy.function(); }
  /// The number of the loop that `op` is, or was made of.
  static std::optional<unsigned> loopOf(mlir::Operation *op);
  /// The component that was made of loop `number`; null: none.
  prem::ComponentOp componentOf(unsigned number) const;
  /// Loop `number`, if it stays around components; null: it does not.
  mlir::Operation *loopAt(unsigned number) const;

  /// Why there are no components; empty: there are.
  std::string failure;
  TrialCopy copy;
};

/// Compiles copies of a function, whose loops are numbered, until there are
/// components whose segments count what they execute.
class Trials {
public:
  /// `run` runs passes on a copy.
  Trials(mlir::func::FuncOp func, mlir::OpPassManager passes,
         mlir::AnalysisManager analyses,
         std::function<mlir::LogicalResult(mlir::OpPassManager &,
                                           mlir::func::FuncOp)>
             run);

  /// What becomes of the function with `plans` added to those that it has.
  const Trial &compile(const LoopPlans &plans);
  unsigned numberOf(mlir::Operation *loop) const {
    return numbers.lookup(loop);
  }
  unsigned count() const { return done.size(); }

private:
  mlir::func::FuncOp func;
  mlir::OpPassManager passes;
  mlir::AnalysisManager analyses;
  std::function<mlir::LogicalResult(mlir::OpPassManager &, mlir::func::FuncOp)>
      run;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  /// They have to live as long as there can be analyses of them.
  std::vector<std::unique_ptr<Trial>> done;
};

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_PREMOPTIMIZE_TRIALS_H
