//===- Check.cpp - prove that a function computes what it did -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Check.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Check/Components/Components.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/PipelineExpansion.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Inspection/OriginMarkers.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringExtras.h"

namespace polymem {
#define GEN_PASS_DEF_CHECKPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
/// Operations that a rewriter makes, and those of `zeroFirst` that it keeps.
struct MadeOperations : RewriterBase::Listener {
  llvm::SmallPtrSet<Operation *, 8> made, zeroFirst;

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      made.insert(op);
  }
  void notifyOperationErased(Operation *op) override {
    made.erase(op);
    zeroFirst.erase(op);
  }
};
} // namespace

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat());
}

/// A copy of `func`, in a module of its own, as upstream's canonicalization
/// writes its arithmetic. What it makes of several operations has no flags that
/// promise not to overflow: that they did not does not say that it does not. A
/// zero stays the first operand of `maxnumf`, which may yield either of two
/// zeros with different signs.
static OwningOpRef<ModuleOp> copyInCanonicalForm(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  OwningOpRef<ModuleOp> module(ModuleOp::create(func.getLoc()));
  module->push_back(func.clone());
  RewritePatternSet patterns(context);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            name.getDialect()))
      name.getCanonicalizationPatterns(patterns, context);
  MadeOperations listener;
  GreedyRewriteConfig config;
  config.setListener(&listener);
  module->walk([&](Operation *op) {
    if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op) &&
        isZero(op->getOperand(0)))
      listener.zeroFirst.insert(op);
  });
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  // Where it does not converge, the form is another one, not a wrong one.
  (void)applyPatternsGreedily(module.get(), std::move(patterns), config);
  for (Operation *op : listener.zeroFirst)
    if (isZero(op->getOperand(1)))
      op->setOperands({op->getOperand(1), op->getOperand(0)});
  for (Operation *op : listener.made)
    if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      op->setAttr(flagged.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      context, arith::IntegerOverflowFlags::none));
  return module;
}

/// Values that operations at the same place of two functions use, as far as it
/// is easily seen: what computes both, or which argument both are.
static bool lookAlike(Value a, Value b) {
  Operation *def = a.getDefiningOp(), *other = b.getDefiningOp();
  if (!def || !other)
    return def == other && cast<BlockArgument>(a).getArgNumber() ==
                               cast<BlockArgument>(b).getArgNumber();
  return def->getName() == other->getName() &&
         (!def->hasTrait<OpTrait::ConstantLike>() ||
          def->getAttrDictionary() == other->getAttrDictionary());
}

/// What `func` does, in the order of its text. Constants move.
static SmallVector<Operation *> operationsOf(func::FuncOp func) {
  SmallVector<Operation *> result;
  func.walk([&](Operation *op) {
    if (!op->hasTrait<OpTrait::ConstantLike>())
      result.push_back(op);
  });
  return result;
}

/// Canonicalization has removed nothing from `func` in `form`, such as a load
/// that nobody uses, and changed none of its arithmetic: to compare with it
/// would yield the same once more. (May be false where it has not.)
static bool isCanonical(func::FuncOp func, func::FuncOp form) {
  return llvm::equal(
      operationsOf(func), operationsOf(form), [](Operation *a, Operation *b) {
        bool isArithmetic =
            isa<arith::ArithDialect, math::MathDialect>(a->getDialect());
        return a->getName() == b->getName() &&
               (!isArithmetic ||
                (a->getAttrDictionary() == b->getAttrDictionary() &&
                 llvm::equal(a->getResultTypes(), b->getResultTypes()) &&
                 llvm::equal(a->getOperands(), b->getOperands(), lookAlike)));
      });
}

static bool violates(ArrayRef<Finding> findings) {
  return llvm::any_of(findings, [](const Finding &finding) {
    return finding.verdict == Verdict::Violated ||
           finding.verdict == Verdict::Refused;
  });
}

/// Whatever `before` says is violated or refused is proved in `again`, and
/// nothing else is refuted there.
static bool provesRefuted(ArrayRef<Finding> again, ArrayRef<Finding> before) {
  return !violates(again) && llvm::all_of(before, [&](const Finding &finding) {
    return !violates(finding) || llvm::any_of(again, [&](const Finding &other) {
      return other.obligation == finding.obligation &&
             other.verdict == Verdict::Proved;
    });
  });
}

//===----------------------------------------------------------------------===//
// What the attribute `pipeline` permits
//===----------------------------------------------------------------------===//

/// What `other`, of a program with copies made ahead and late, says worse is
/// said of the program.
static void takeWorse(CheckResult &result, CheckResult other) {
  for (Finding &finding : other.findings)
    if (finding.verdict != Verdict::Proved)
      finding.text =
          "with copies as far ahead and late as 'pipeline' permits, " +
          finding.text;
  polymem::takeWorse(result.findings, other.findings);
  for (auto &assumption : other.assumptions)
    if (!llvm::is_contained(result.assumptions, assumption))
      result.assumptions.push_back(assumption);
}

static SmallVector<scratch::TileOp> pipelinedTiles(func::FuncOp func) {
  SmallVector<scratch::TileOp> tiles;
  func.walk([&](scratch::TileOp tile) {
    if (tile.getPipelineAttr() && !tile.carriesTokens())
      tiles.push_back(tile);
  });
  return tiles;
}

/// A copy of `func` in a module of its own, its copies made as far ahead and
/// late as the attributes permit, in the way number `extreme` of each; null if
/// no tile has so many ways.
static OwningOpRef<ModuleOp> copyAtExtreme(func::FuncOp func,
                                           unsigned extreme) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(func.getLoc()));
  func::FuncOp copy = func.clone();
  module->push_back(copy);
  bool changed = false;
  for (scratch::TileOp tile : pipelinedTiles(copy)) {
    SmallVector<scratch::PipelineDistances> ways =
        scratch::extremeDistances(tile);
    if (extreme < ways.size())
      changed |= bool(scratch::expandPipeline(tile, ways[extreme]).tile);
  }
  return changed ? std::move(module) : OwningOpRef<ModuleOp>();
}

namespace {
struct CheckPass : polymem::impl::CheckPassBase<CheckPass> {
  using CheckPassBase::CheckPassBase;

  void runOnOperation() override {
    // Functions that others are compared with need not be compared themselves,
    // unless they say that they are.
    llvm::SmallPtrSet<Operation *, 4> originals;
    SmallVector<func::FuncOp> funcs;
    skipped.clear();
    getOperation()->walk([&](Operation *op) {
      auto func = dyn_cast<func::FuncOp>(op);
      Attribute origin = op->getAttr(kOriginAttrName);
      if (func && !func.isExternal())
        funcs.push_back(func);
      else if (origin)
        skipped.emplace_back(op,
                             func ? "it has no body" : "it is not a func.func");
      if (auto name = dyn_cast_if_present<FlatSymbolRefAttr>(origin))
        originals.insert(SymbolTable::lookupNearestSymbolFrom(op, name));
    });
    CheckOptions options;
    options.maxIslOperations = maxIslOperations;
    ComponentCheckOptions ofComponents;
    ofComponents.maxIslOperations = maxIslOperations;
    std::optional<Machine> multicore;
    if (!machine.empty()) {
      FailureOr<Machine> target =
          targetMachine(getOperation(), machine, getArgument());
      if (failed(target))
        return signalPassFailure();
      options.capacity =
          ScratchpadBudget(*target, workgroupSpace(&getContext())).capacity();
      if (target->kind == Machine::Kind::Multicore) {
        multicore = *target;
        ofComponents.machine = &*multicore;
      }
    }
    for (func::FuncOp func : funcs)
      if (hasComponents(func))
        reportComponents(func, options, ofComponents);
      else if (func->hasAttr(kOriginAttrName) || !originals.contains(func))
        check(func, options);
    reportSkipped();
    if (!keepMarkers)
      for (func::FuncOp func : funcs)
        dropOrigin(func);
  }

private:
  /// What must hold for components to run beside each other follows from what
  /// they say themselves; with an original, what their tiles compute one after
  /// the other is compared with it.
  void reportComponents(func::FuncOp func, const CheckOptions &options,
                        const ComponentCheckOptions &ofComponents) {
    Comparison comparison;
    CheckResult &result = comparison.result;
    result.findings = checkComponents(func, ofComponents);
    result.assumptions = {"arguments do not overlap"};
    OwningOpRef<ModuleOp> module(ModuleOp::create(func.getLoc()));
    if (Attribute origin = func->getAttr(kOriginAttrName)) {
      func::FuncOp original = originalOf(func, origin, comparison);
      if (!original)
        return;
      func::FuncOp loops = func.clone();
      module->push_back(loops);
      if (makeSequential(loops)) {
        // Of memory, what holds for components is enough.
        CheckOptions ofLoops = options;
        ofLoops.capacity = std::nullopt;
        compare(original, loops, ofLoops, comparison);
      }
    }
    for (const Finding &finding : result.findings)
      report(finding);
    reportProof(func, result);
    if (print)
      printSummary(func, result);
  }

  /// Compares `func` with `original`, as it is written and as attributes
  /// `pipeline` permit. Copies of it that were made for that go to `kept`.
  CheckResult checkAll(func::FuncOp original, func::FuncOp func,
                       const CheckOptions &options,
                       SmallVectorImpl<OwningOpRef<ModuleOp>> &kept) {
    CheckResult result = checkTransformation(original, func, options);
    constexpr unsigned kExtremes = 2;
    for (unsigned extreme = 0; extreme < kExtremes; ++extreme) {
      OwningOpRef<ModuleOp> module = copyAtExtreme(func, extreme);
      if (!module)
        continue;
      auto copy = *module->getOps<func::FuncOp>().begin();
      takeWorse(result, checkTransformation(original, copy, options));
      kept.push_back(std::move(module));
    }
    return result;
  }

  /// What a comparison says, and the functions that its findings are about.
  struct Comparison {
    CheckResult result;
    OwningOpRef<ModuleOp> original, canonical;
    SmallVector<OwningOpRef<ModuleOp>> ahead;
  };

  /// The function that the attribute `origin` of `func` has, or names; null,
  /// and said, if there is none.
  func::FuncOp originalOf(func::FuncOp func, Attribute origin,
                          Comparison &comparison) {
    func::FuncOp original;
    if (auto text = dyn_cast<StringAttr>(origin)) {
      // Symbols that the function refers to are not there: no verification.
      ParserConfig config(&getContext(), /*verifyAfterParse=*/false);
      comparison.original =
          parseSourceString<ModuleOp>(text.getValue(), config);
      if (ModuleOp module =
              comparison.original ? *comparison.original : ModuleOp();
          module && llvm::hasSingleElement(module.getOps<func::FuncOp>()))
        original = *module.getOps<func::FuncOp>().begin();
    } else if (auto name = dyn_cast<FlatSymbolRefAttr>(origin);
               name && getOperation() != func) {
      original = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(func, name);
    }
    if (original == func) {
      skipped.emplace_back(func, "it names itself");
      return {};
    }
    if (!original || original.isExternal()) {
      func.emitError("attribute '")
          << kOriginAttrName << "' is not the text of a function"
          << (getOperation() != func ? ", nor the name of one" : "");
      signalPassFailure();
      return {};
    }
    return original;
  }

  /// Adds what is found when `func` is compared with `original`.
  void compare(func::FuncOp original, func::FuncOp func,
               const CheckOptions &options, Comparison &comparison) {
    CheckResult result = checkAll(original, func, options, comparison.ahead);
    // Canonicalization may be among what happened to the program.
    if (violates(result.findings)) {
      comparison.canonical = copyInCanonicalForm(original);
      auto form = *comparison.canonical->getOps<func::FuncOp>().begin();
      if (!isCanonical(original, form)) {
        CheckResult again = checkAll(form, func, options, comparison.ahead);
        if (provesRefuted(again.findings, result.findings)) {
          result = std::move(again);
          result.assumptions.push_back(
              "upstream's canonicalization of arith and math keeps values");
        }
      }
    }
    llvm::append_range(comparison.result.findings, result.findings);
    for (auto &assumption : result.assumptions)
      if (!llvm::is_contained(comparison.result.assumptions, assumption))
        comparison.result.assumptions.push_back(assumption);
  }

  void check(func::FuncOp func, const CheckOptions &options) {
    Attribute attr = func->getAttr(kOriginAttrName);
    if (!attr)
      return undecided(func,
                       "the function was not marked by polymem-mark-origin");
    Comparison comparison;
    func::FuncOp original = originalOf(func, attr, comparison);
    if (!original)
      return;
    compare(original, func, options, comparison);
    const CheckResult &result = comparison.result;
    ArrayRef<Finding> findings = result.findings;
    // One reason for all obligations is reported once.
    if (llvm::all_of(findings, [&](const Finding &finding) {
          return finding.verdict == Verdict::Undecided &&
                 finding.text.text == findings.front().text.text;
        })) {
      numUndecided += findings.size();
      undecided(findings.front().op, "not decided: " + findings.front().text);
    } else {
      for (const Finding &finding : findings)
        report(finding);
      reportProof(func, result);
    }
    if (print)
      printSummary(func, result);
  }

  /// Operations that say they have an origin but were compared with none.
  void reportSkipped() {
    if (skipped.empty())
      return;
    auto report = [&](Operation *op, const Twine &text) {
      if (!strict)
        return op->emitWarning(text);
      signalPassFailure();
      return op->emitError(text);
    };
    Operation *first = skipped.front().first;
    InFlightDiagnostic diagnostic =
        report(first, getArgument() + ": nothing was compared with what '" +
                          kOriginAttrName + "' names: " + skipped[0].second);
    for (const auto &[op, reason] : ArrayRef(skipped).drop_front())
      diagnostic.attachNote(op->getLoc()) << "nor here: " << reason;
  }

  void report(const Finding &finding) {
    std::string name = obligationName(finding.obligation).str();
    switch (finding.verdict) {
    case Verdict::Proved:
      ++numProved;
      return;
    case Verdict::Undecided:
      ++numUndecided;
      undecided(finding.op, Sentence(named("Obligation", name)) +
                                " not decided: " + finding.text);
      return;
    case Verdict::Violated:
      ++numViolated;
      break;
    case Verdict::Refused:
      ++numRefused;
      break;
    }
    InFlightDiagnostic error =
        emitError(finding.op->getLoc())
        << getArgument() << ": " << name
        << (finding.verdict == Verdict::Violated ? " violated: " : " refused: ")
        << finding.text.text;
    for (const auto &[op, text] : finding.notes)
      if (op)
        error.attachNote(op->getLoc()) << text;
    signalPassFailure();
  }

  void reportProof(func::FuncOp func, const CheckResult &result) {
    SmallVector<StringRef> names;
    for (const Finding &finding : result.findings)
      if (finding.verdict == Verdict::Proved)
        names.push_back(obligationName(finding.obligation));
    if (names.empty())
      return;
    std::string assumed = result.assumptions.empty()
                              ? "nothing"
                              : llvm::join(result.assumptions, "; ");
    remarkPassed(func, getArgument(), "Proved")
        << sentence("proved {0}, assuming: {1}",
                    named("Obligations", llvm::join(names, ", ")),
                    named("Assumptions", assumed));
  }

  void undecided(Operation *op, const Sentence &text) {
    if (strict) {
      emitError(op->getLoc()) << getArgument() << ": " << text.text;
      return signalPassFailure();
    }
    remarkFailed(op, getArgument(), "NotDecided") << text;
  }

  void printSummary(func::FuncOp func, const CheckResult &result) {
    std::string text = ("check @" + func.getName() + "\n").str();
    for (const Finding &finding : result.findings) {
      text += "  " + obligationName(finding.obligation).str() + ": ";
      text += finding.verdict == Verdict::Proved ? "proved"
              : finding.verdict == Verdict::Violated
                  ? "VIOLATED: " + finding.text.text
              : finding.verdict == Verdict::Refused
                  ? "REFUSED: " + finding.text.text
                  : "not decided: " + finding.text.text;
      text += "\n";
    }
    bool provesSome = llvm::any_of(result.findings, [](const Finding &finding) {
      return finding.verdict == Verdict::Proved;
    });
    if (provesSome && !result.assumptions.empty())
      text += "  assumed: " + llvm::join(result.assumptions, "; ") + "\n";
    llvm::errs() << text;
  }

  SmallVector<std::pair<Operation *, StringRef>> skipped;
};
} // namespace
