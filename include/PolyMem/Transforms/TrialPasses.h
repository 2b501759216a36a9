//===- TrialPasses.h - passes that choices are tried by ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some passes choose by making each choice, running the passes that follow, and
// asking the cost model. These are an option 'pipeline' of theirs, or given as
// objects by who builds the pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_TRIALPASSES_H
#define POLYMEM_TRANSFORMS_TRIALPASSES_H

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Interrupt.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Threading.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/AnalysisManager.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/Threading.h"
#include <limits>
#include <optional>

namespace polymem {

/// Passes on functions.
class TrialPasses {
public:
  /// Those of an option, which `initialize` reads.
  TrialPasses() = default;
  TrialPasses(mlir::OpPassManager passes) : passes(std::move(passes)) {}

  /// Adds their dialects; `pipeline` is the option, as it may be asked for
  /// before `initialize`, which says what is wrong.
  void getDependentDialects(llvm::StringRef pipeline,
                            mlir::DialectRegistry &registry) const {
    if (passes)
      return passes->getDependentDialects(registry);
    mlir::OpPassManager manager(mlir::func::FuncOp::getOperationName());
    if (mlir::succeeded(
            mlir::parsePassPipeline(pipeline, manager, llvm::nulls())))
      manager.getDependentDialects(registry);
  }

  /// Reads the option, unless passes were given; fails with a message.
  mlir::LogicalResult initialize(llvm::StringRef pipeline) {
    if (passes)
      return mlir::success();
    passes.emplace(mlir::func::FuncOp::getOperationName());
    return mlir::parsePassPipeline(pipeline, *passes);
  }

  bool empty() const { return passes->empty(); }
  mlir::OpPassManager &operator*() { return *passes; }

  /// An error at `op` that begins with the name of `pass` unless the cost model
  /// can be asked: there are passes, and `machine` is a GPU.
  mlir::LogicalResult checkCosts(mlir::Operation *op, llvm::StringRef pass,
                                 const Machine &machine) const {
    if (machine.kind != Machine::Kind::GPU)
      return op->emitError(pass)
             << ": machine '" << machine.name
             << "' is not a GPU, and the model is of launches";
    if (passes->empty())
      return op->emitError(pass)
             << ": give the passes to launches in the option 'pipeline'";
    return mlir::success();
  }

  /// Stands for the time of what cannot be launched.
  static constexpr double kImpossible = std::numeric_limits<double>::infinity();

  /// What the launches of `cost` take, in microseconds: `kImpossible` if there
  /// are none, or if blocks of one need more shared memory than `machine` has.
  static double microsecondsOf(const FunctionCost &cost,
                               const Machine &machine) {
    double time = cost.sites.empty() ? kImpossible : 0;
    for (const SiteCost &site : cost.sites)
      time += site.sharedBytes <= double(machine.scratchpad().bytes)
                  ? site.microseconds
                  : kImpossible;
    return time;
  }

  /// All that lengths of loops in `func` depend on is constant or given, or the
  /// function says what it is taken to be.
  static bool knowsSizes(mlir::func::FuncOp func, const CostOptions &options) {
    if (func->hasAttr(kAssumedSizeAttr))
      return true;
    AssumedSizes assumed(func, options.sizes, options.otherwise);
    auto isKnown = [&](mlir::Value value) {
      auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
      bool isIterator = argument && argument.getOwner()->getParentOp() != func;
      return isIterator || !value.getType().isIndex() ||
             mlir::getConstantIntValue(value) || assumed.isGiven(value);
    };
    auto result = func.walk([&](mlir::Operation *op) {
      return !mlir::isa<mlir::LoopLikeOpInterface>(op) ||
                     (!mlir::isa<mlir::scf::WhileOp>(op) &&
                      llvm::all_of(op->getOperands(), isKnown))
                 ? mlir::WalkResult::advance()
                 : mlir::WalkResult::interrupt();
    });
    return !result.wasInterrupted();
  }

  /// The text of the option for `passes`.
  static std::string textOf(mlir::OpPassManager &passes) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleave(
        passes.getPasses(), os,
        [&](mlir::Pass &pass) { pass.printAsTextualPipeline(os); }, ",");
    return text;
  }

private:
  std::optional<mlir::OpPassManager> passes;
};

/// A copy of a function for trials, in a module of its own with what passes
/// look for around it: the attributes of its module, and arrays. It has to live
/// as long as there can be analyses of it.
class TrialCopy {
public:
  explicit TrialCopy(mlir::func::FuncOp func)
      : module(mlir::ModuleOp::create(func.getLoc())) {
    mlir::OpBuilder builder(module->getBodyRegion());
    if (auto around = func->getParentOfType<mlir::ModuleOp>()) {
      (*module)->setAttrs(around->getAttrDictionary());
      for (auto global : around.getOps<mlir::memref::GlobalOp>())
        builder.clone(*global);
    }
    copy = mlir::cast<mlir::func::FuncOp>(builder.clone(*func));
  }

  mlir::func::FuncOp function() const { return copy; }

  /// Calls `run(k)` for each copy number k, all at the same time if there are
  /// threads, with the copies inside of `func`, of which `analyses` are. The
  /// calls have to be silent.
  static void runAtOnce(mlir::func::FuncOp func, mlir::AnalysisManager analyses,
                        llvm::ArrayRef<const TrialCopy *> copies,
                        llvm::function_ref<void(size_t)> run) {
    for (const TrialCopy *each : copies) {
      func.front().push_front(each->module.get());
      // What is noted of nested operations has no lock.
      (void)analyses.nest(each->copy);
    }
    const InterruptFlag *interrupt = currentInterrupt();
    mlir::parallelFor(func.getContext(), 0, copies.size(), [&](size_t number) {
      InterruptScope scope(interrupt);
      run(number);
    });
    for (const TrialCopy *each : copies)
      each->module.get()->remove();
  }

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp copy;
};

/// While one exists, nothing is said on this thread: what other threads say of
/// other functions is not dropped.
class Silence {
public:
  explicit Silence(mlir::MLIRContext *context)
      : handler(context, [thread = llvm::get_threadid()](mlir::Diagnostic &) {
          return mlir::success(llvm::get_threadid() == thread);
        }) {}

private:
  RemarksDropped dropped;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_TRIALPASSES_H
