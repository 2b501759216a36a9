//===- BudgetWarning.h - a warning where a budget ended ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pass did less of for want of isl operations is said in its remarks,
// which nobody sees who does not ask for them. That it did less is said by
// default.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_BUDGETWARNING_H
#define POLYMEM_POLYHEDRAL_ISL_BUDGETWARNING_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace polymem {

/// Watches the budgets of this thread during its lifetime, and warns at its
/// end, once, at the place of `op` if one of them ended. Where one watch is
/// inside another, the inner one warns. `op` may be gone by then.
class BudgetWatch {
public:
  /// `pass`: its name as users type it; `maxOperations`: its option
  /// 'max-isl-operations'; `enabled`: its option 'warnings'.
  BudgetWatch(mlir::Operation *op, llvm::StringRef pass,
              unsigned long maxOperations, bool enabled)
      : loc(op->getLoc()), pass(pass), maxOperations(maxOperations),
        enabled(enabled), endedBefore(islBudgetsEnded()) {}
  BudgetWatch(const BudgetWatch &) = delete;
  BudgetWatch &operator=(const BudgetWatch &) = delete;
  ~BudgetWatch() {
    if (islBudgetsEnded() == endedBefore)
      return;
    forgetEndedBudgets(endedBefore);
    if (enabled)
      mlir::emitWarning(loc)
          << pass << ": the budget of " << maxOperations
          << " isl operations ended, so less is done here than could be; give "
             "more with 'max-isl-operations', or 0 for no bound";
  }

private:
  mlir::Location loc;
  std::string pass;
  unsigned long maxOperations;
  bool enabled;
  unsigned long endedBefore;
};

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_BUDGETWARNING_H
