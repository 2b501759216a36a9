//===- Trials.cpp - what plans of loops become ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace polymem;

std::optional<unsigned> Trial::loopOf(Operation *op) {
  auto mark = op->getLoc()->findInstanceOf<FusedLoc>();
  auto number =
      mark ? dyn_cast_or_null<IntegerAttr>(mark.getMetadata()) : IntegerAttr();
  if (!number || number.getValue().getActiveBits() > 31)
    return std::nullopt;
  return number.getValue().getZExtValue();
}

prem::ComponentOp Trial::componentOf(unsigned number) const {
  prem::ComponentOp found;
  function().walk([&](prem::ComponentOp component) {
    if (loopOf(component) == number)
      found = component;
  });
  return found;
}

Operation *Trial::loopAt(unsigned number) const {
  Operation *found = nullptr;
  function().walk([&](LoopLikeOpInterface loop) {
    if (!loop->getParentOfType<prem::ComponentOp>() && loopOf(loop) == number)
      found = loop;
  });
  return found;
}

Trials::Trials(func::FuncOp func, OpPassManager passes,
               AnalysisManager analyses,
               std::function<LogicalResult(OpPassManager &, func::FuncOp)> run)
    : func(func), passes(std::move(passes)), analyses(analyses),
      run(std::move(run)) {
  func.walk([&](LoopLikeOpInterface loop) {
    unsigned number = numbers.size();
    numbers[loop] = number;
  });
}

const Trial &Trials::compile(const LoopPlans &plans) {
  Trial &trial = *done.emplace_back(std::make_unique<Trial>(func));
  MLIRContext *context = func.getContext();
  unsigned number = 0;
  trial.function().walk([&](LoopLikeOpInterface loop) {
    auto plan = plans.find(number);
    if (plan != plans.end())
      loop->setAttr("prem.plan", plan->second);
    loop->setLoc(FusedLoc::get(
        {loop->getLoc()}, Builder(context).getI64IntegerAttr(number), context));
    ++number;
  });
  OpPassManager manager = passes;
  TrialCopy::runAtOnce(func, analyses, {&trial.copy}, [&](size_t) {
    Silence silence(context);
    unsigned long ended = islBudgetsEnded();
    std::string first;
    // Other threads speak of other functions.
    auto isError = [&, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
          first.empty() && llvm::get_threadid() == thread)
        first = diagnostic.str();
      return failure();
    };
    ScopedDiagnosticHandler handler(context, isError);
    if (failed(run(manager, trial.function())))
      trial.failure = first.empty() ? "it cannot be compiled" : first;
    forgetEndedBudgets(ended);
  });
  return trial;
}
