//===- Check.cpp - prove that a function computes what it did -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Check.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/OriginMarkers.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace polymem {
#define GEN_PASS_DEF_CHECKPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// A copy of `func`, in a module of its own, as upstream's canonicalization
/// writes its arithmetic.
static OwningOpRef<ModuleOp> copyInCanonicalForm(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  OwningOpRef<ModuleOp> module(ModuleOp::create(func.getLoc()));
  module->push_back(func.clone());
  RewritePatternSet patterns(context);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            name.getDialect()))
      name.getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  // Where it does not converge, the form is another one, not a wrong one.
  (void)applyPatternsGreedily(module.get(), std::move(patterns), config);
  return module;
}

static bool violates(ArrayRef<Finding> findings) {
  return llvm::any_of(findings, [](const Finding &finding) {
    return finding.verdict == Verdict::Violated;
  });
}

namespace {
struct CheckPass : polymem::impl::CheckPassBase<CheckPass> {
  using CheckPassBase::CheckPassBase;

  void runOnOperation() override {
    // Functions that others are compared with, and those without markers.
    llvm::SmallPtrSet<Operation *, 4> originals;
    SmallVector<func::FuncOp> funcs;
    getOperation()->walk([&](func::FuncOp func) {
      if (!func.isExternal())
        funcs.push_back(func);
      if (auto name = func->getAttrOfType<FlatSymbolRefAttr>(kOriginAttrName))
        originals.insert(SymbolTable::lookupNearestSymbolFrom(func, name));
    });
    CheckOptions options;
    options.maxIslOperations = maxIslOperations;
    if (!machine.empty()) {
      llvm::Expected<Machine> described = Machine::lookup(machine);
      if (!described) {
        getOperation()->emitError()
            << getArgument() << ": " << llvm::toString(described.takeError());
        return signalPassFailure();
      }
      options.capacity = described->scratchpadBytes;
    }
    for (func::FuncOp func : funcs)
      if (!originals.contains(func))
        check(func, options);
    if (!keepMarkers)
      for (func::FuncOp func : funcs)
        dropOrigin(func);
  }

private:
  void check(func::FuncOp func, const CheckOptions &options) {
    OwningOpRef<ModuleOp> module;
    func::FuncOp original;
    Attribute attr = func->getAttr(kOriginAttrName);
    if (!attr)
      return undecided(func,
                       "the function was not marked by polymem-mark-origin");
    if (auto text = dyn_cast<StringAttr>(attr)) {
      // Symbols that the function refers to are not there: no verification.
      ParserConfig config(&getContext(), /*verifyAfterParse=*/false);
      module = parseSourceString<ModuleOp>(text.getValue(), config);
      if (module)
        for (func::FuncOp op : module->getOps<func::FuncOp>())
          original = op;
    } else if (auto name = dyn_cast<FlatSymbolRefAttr>(attr);
               name && getOperation() != func) {
      original = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(func, name);
    }
    if (!original || original.isExternal()) {
      func.emitError("attribute '")
          << kOriginAttrName << "' is not the text of a function"
          << (getOperation() != func ? ", nor the name of one" : "");
      return signalPassFailure();
    }
    SmallVector<Finding> findings =
        checkTransformation(original, func, options);
    // Canonicalization may be among what happened to the program.
    OwningOpRef<ModuleOp> canonical;
    if (violates(findings)) {
      canonical = copyInCanonicalForm(original);
      SmallVector<Finding> again = checkTransformation(
          *canonical->getOps<func::FuncOp>().begin(), func, options);
      if (!violates(again))
        findings = std::move(again);
    }
    // One reason for all obligations is reported once.
    if (llvm::all_of(findings, [&](const Finding &finding) {
          return finding.verdict == Verdict::Undecided &&
                 finding.text == findings.front().text;
        })) {
      numUndecided += findings.size();
      undecided(findings.front().op, "not decided: " + findings.front().text);
    } else {
      for (const Finding &finding : findings)
        report(finding);
    }
    if (print)
      printSummary(func, findings);
  }

  void report(const Finding &finding) {
    std::string name = obligationName(finding.obligation).str();
    switch (finding.verdict) {
    case Verdict::Proved:
      ++numProved;
      return;
    case Verdict::Undecided:
      ++numUndecided;
      undecided(finding.op, name + " not decided: " + finding.text);
      return;
    case Verdict::Violated:
      break;
    }
    ++numViolated;
    InFlightDiagnostic error = emitError(finding.op->getLoc())
                               << getArgument() << ": " << name
                               << " violated: " << finding.text;
    for (const auto &[op, text] : finding.notes)
      if (op)
        error.attachNote(op->getLoc()) << text;
    signalPassFailure();
  }

  void undecided(Operation *op, const std::string &text) {
    if (strict) {
      emitError(op->getLoc()) << getArgument() << ": " << text;
      return signalPassFailure();
    }
    remarkFailed(op, getArgument(), "NotDecided") << text;
  }

  void printSummary(func::FuncOp func, ArrayRef<Finding> findings) {
    std::string text = ("check @" + func.getName() + "\n").str();
    for (const Finding &finding : findings) {
      text += "  " + obligationName(finding.obligation).str() + ": ";
      text += finding.verdict == Verdict::Proved ? "proved"
              : finding.verdict == Verdict::Violated
                  ? "VIOLATED: " + finding.text
                  : "not decided: " + finding.text;
      text += "\n";
    }
    llvm::errs() << text;
  }
};
} // namespace
