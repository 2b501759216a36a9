//===- Check.cpp - proof obligations of a transformation ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Check.h"
#include "Parts.h"
#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "Replay.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <set>

using namespace mlir;
using namespace polymem;

static std::string quotedName(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// All obligations of `after` undecided for one reason, reported at `op`.
static SmallVector<Finding> undecided(Operation *after, Operation *op,
                                      const CheckOptions &options,
                                      const Sentence &reason) {
  SmallVector<Obligation> obligations = {
      Obligation::Instances,  Obligation::Expressions, Obligation::Dataflow,
      Obligation::LiveOut,    Obligation::Parallelism, Obligation::Storage,
      Obligation::Asynchrony, Obligation::Lifetimes};
  if (hasLoopFacts(after))
    obligations.push_back(Obligation::Bands);
  if (options.capacity)
    obligations.push_back(Obligation::Capacity);
  SmallVector<Finding> findings;
  for (Obligation obligation : obligations) {
    Finding &finding = findings.emplace_back();
    finding.obligation = obligation;
    finding.verdict = Verdict::Undecided;
    finding.op = op;
    finding.text = reason;
  }
  return findings;
}

/// Whether it holds is seen from the values that a run yields. All others are
/// about what no run with equal values disproves: memory that is not there is
/// not there, whatever is found at its place.
static bool isAboutValues(Obligation obligation) {
  switch (obligation) {
  case Obligation::Instances:
  case Obligation::Expressions:
  case Obligation::Dataflow:
  case Obligation::LiveOut:
    return true;
  case Obligation::Parallelism:
  case Obligation::Storage:
  case Obligation::Asynchrony:
  case Obligation::Lifetimes:
  case Obligation::Bands:
  case Obligation::Capacity:
  case Obligation::Phases:
  case Obligation::Transfers:
  case Obligation::Cores:
    return false;
  }
  llvm_unreachable("unknown obligation");
}

namespace {
/// What is left of the isl operations of one check: each step has a budget of
/// its own, and all together have one of a few steps.
class StepBudgets {
public:
  explicit StepBudgets(unsigned long perStep)
      : perStep(perStep), left(kStepsInFull * perStep) {}

  /// Nothing is left to begin another step with.
  bool isSpent() const { return perStep != 0 && left == 0; }
  /// The bound of the next step (0: none).
  unsigned long next() const {
    return perStep == 0 ? 0 : std::max(std::min(perStep, left), 1ul);
  }
  void spend(const IslOperationsGuard &guard) {
    if (perStep != 0)
      left -= std::min(left, guard.spent());
  }
  /// Why a step that ran out of it is not decided.
  Sentence describe() const {
    return isSpent()
               ? sentence(
                     "all steps together need more than {0} isl operations",
                     named("MaxIslOperations", kStepsInFull * perStep))
               : sentence("it needs more than {0} isl operations",
                          named("MaxIslOperations", perStep));
  }

private:
  /// A check has some ten steps, and as many for each tile size that is tried.
  static constexpr unsigned long kStepsInFull = 5;
  unsigned long perStep, left;
};
} // namespace

/// Runs both programs where `finding` is violated, for parameters of `where`,
/// and says what comes of it.
static void replayFinding(const CheckedPair &pair, const isl::set &where,
                          StepBudgets &budgets, Finding &finding) {
  if (where.is_null() || !pair.after.isExact())
    return;
  IslOperationsGuard guard(where.ctx(), budgets.next());
  Replay run = replay(pair.before, pair.after, where);
  bool exceeded = guard.exceeded();
  budgets.spend(guard);
  if (exceeded)
    return;
  if (run.outcome == Replay::Outcome::Differs)
    finding.text += "; run, " + run.text;
  if (run.outcome != Replay::Outcome::Same)
    return;
  finding.verdict = Verdict::Refused;
  finding.text += "; run, both yield the same values here";
}

/// Decides one obligation.
static Finding decideOne(const CheckedPair &pair,
                         Finding (*check)(const CheckedPair &),
                         StepBudgets &budgets) {
  Operation *root = pair.after.scop().root();
  IslOperationsGuard guard(pair.before.scop().ctx(), budgets.next());
  pair.violated = isl::set();
  pair.failed = false;
  Finding finding = check(pair);
  // Of instances that may not be executed nothing but a proof is sure.
  if (finding.verdict == Verdict::Violated && !pair.after.isExact()) {
    finding.verdict = Verdict::Undecided;
    finding.text = sentence("not proved for all tile sizes: perhaps, {0}",
                            named("Counterexample", finding.text.text));
    finding.notes.clear();
  }
  bool exceeded = guard.exceeded();
  budgets.spend(guard);
  if (exceeded || pair.failed) {
    finding.verdict = Verdict::Undecided;
    finding.op = root;
    finding.text =
        exceeded ? budgets.describe() : Sentence("isl could not compute it");
    finding.notes.clear();
  }
  return finding;
}

/// Decides for the parameters in `known`.
static SmallVector<Finding> decide(const Scop &before, const Scop &after,
                                   const isl::set &known,
                                   const CheckOptions &options,
                                   StepBudgets &budgets) {
  auto allUndecided = [&](const Sentence &reason, Operation *op = nullptr) {
    return undecided(after.root(), op ? op : after.root(), options, reason);
  };
  ClosedValues closed;
  ValueFailure failure;
  const Scop *scops[2] = {&before, &after};
  std::unique_ptr<ValueProgram> programs[2];
  ValueSources sources[2];
  for (unsigned n = 0; n < 2; ++n) {
    IslOperationsGuard guard(before.ctx(), budgets.next());
    programs[n] =
        ValueProgram::build(*scops[n], n == 0 ? "o" : "t", known, failure);
    if (programs[n])
      sources[n] = ValueSources::compute(*programs[n], closed, failure);
    bool exceeded = guard.exceeded();
    budgets.spend(guard);
    if (exceeded)
      return allUndecided(budgets.describe());
    if (!failure.op && sources[n].values.is_null())
      return allUndecided("isl could not compute the last writes");
    if (failure.op)
      return allUndecided((n == 0 ? "in the original: " : "") +
                              quotedName(failure.op) + ": " + failure.reason,
                          n == 0 ? nullptr : failure.op);
  }
  {
    IslOperationsGuard guard(before.ctx(), budgets.next());
    std::string ambiguous = findAmbiguousMarker(*programs[0]);
    bool exceeded = guard.exceeded();
    budgets.spend(guard);
    if (exceeded || !ambiguous.empty())
      return allUndecided(exceeded ? budgets.describe() : Sentence(ambiguous));
  }
  if (!programs[0]->isExact())
    return allUndecided("the original has steps that are not constant");
  CheckedPair pair{*programs[0], *programs[1], sources[0], sources[1], closed};
  SmallVector<Finding> findings;
  SmallVector<isl::set> violated;
  SmallVector<Finding (*)(const CheckedPair &)> checks{
      checkInstances,   checkExpressions, checkDataflow,   checkLiveOut,
      checkParallelism, checkStorage,     checkAsynchrony, checkLifetimes};
  if (hasLoopFacts(after.root()))
    checks.push_back(checkBands);
  for (auto check : checks) {
    findings.push_back(decideOne(pair, check, budgets));
    violated.push_back(pair.violated);
  }
  for (auto [finding, where] : llvm::zip(findings, violated))
    if (finding.verdict == Verdict::Violated &&
        isAboutValues(finding.obligation))
      replayFinding(pair, where, budgets, finding);
  if (options.capacity)
    findings.push_back(checkCapacity(*programs[1], *options.capacity));
  return findings;
}

/// Of two verdicts the one that says less good of a program.
static unsigned badnessOf(const Finding &finding) {
  switch (finding.verdict) {
  case Verdict::Proved:
    return 0;
  case Verdict::Undecided:
    return 1;
  case Verdict::Refused:
    return 2;
  case Verdict::Violated:
    return 3;
  }
  llvm_unreachable("unknown verdict");
}

void polymem::takeWorse(SmallVectorImpl<Finding> &findings,
                        ArrayRef<Finding> others) {
  for (const Finding &other : others) {
    bool isNew = true;
    for (Finding &finding : findings) {
      if (finding.obligation != other.obligation)
        continue;
      isNew = false;
      if (badnessOf(other) > badnessOf(finding))
        finding = other;
    }
    if (isNew)
      findings.push_back(other);
  }
}

/// Decides for the parameters in `known`. Where steps of loops that are not
/// executed need not be positive, that is a case of its own: the other is
/// convex.
static SmallVector<Finding> decideInParts(const Scop &before, const Scop &after,
                                          const isl::set &known,
                                          const CheckOptions &options,
                                          StepBudgets &budgets) {
  isl::set usual = known, rest;
  {
    IslOperationsGuard guard(before.ctx(), budgets.next());
    for (const Scop *scop : {&before, &after})
      for (const ScopAssumption &assumption : scop->assumptions())
        usual = usual.subtract(assumption.otherwise).coalesce();
    rest = known.subtract(usual).coalesce();
    budgets.spend(guard);
  }
  if (rest.is_null() || rest.is_empty().is_true())
    return decide(before, after, known, options, budgets);
  SmallVector<Finding> findings =
      decide(before, after, usual, options, budgets);
  takeWorse(findings, decide(before, after, rest, options, budgets));
  return findings;
}

/// Where a proof for all tile sizes failed, a counterexample for some.
static void tryTileSizes(const Scop &before, const Scop &after,
                         const isl::set &known, ArrayRef<isl::id> sizes,
                         const CheckOptions &options, StepBudgets &budgets,
                         SmallVectorImpl<Finding> &findings) {
  // With another size values may differ that are the same with one.
  auto isOpen = [](const Finding &finding) {
    return finding.verdict == Verdict::Undecided ||
           finding.verdict == Verdict::Refused;
  };
  for (const SmallVector<int64_t> &choice : sizesToTry(before, after, sizes)) {
    if (llvm::none_of(findings, isOpen) || budgets.isSpent())
      return;
    isl::set fixed = known;
    for (auto [k, id] : llvm::enumerate(sizes)) {
      if (auto position = positionOfParameter(fixed, id.get_name()))
        fixed = fixed.fix_si(isl::dim::param, *position, choice[k]);
    }
    if (!fixed.is_empty().is_false())
      continue;
    SmallVector<Finding> there = decide(before, after, fixed, options, budgets);
    // That it is not decided there, or proved, says nothing of other sizes.
    llvm::erase_if(there, [&](const Finding &found) {
      return found.verdict == Verdict::Proved ||
             found.verdict == Verdict::Undecided ||
             llvm::any_of(findings, [&](const Finding &finding) {
               return finding.obligation == found.obligation &&
                      !isOpen(finding);
             });
    });
    takeWorse(findings, there);
  }
}

std::string polymem::identityOf(Value value, Operation *root) {
  auto argument = [&](Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    return arg && arg.getOwner()->getParentOp() == root
               ? std::to_string(arg.getArgNumber())
               : std::string();
  };
  if (std::string number = argument(value); !number.empty())
    return number;
  if (Value size = clampedSize(value))
    if (std::string name = identityOf(size, root); !name.empty())
      return name + " from 0";
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    if (std::string number = argument(cast.getIn()); !number.empty())
      return number + " cast";
  if (auto dim = value.getDefiningOp<memref::DimOp>()) {
    Value memref = dim.getSource();
    while (auto cast = memref.getDefiningOp<memref::CastOp>())
      memref = cast.getSource();
    std::string number = argument(memref);
    if (auto index = dim.getConstantIndex(); index && !number.empty())
      return number + " dim " + std::to_string(*index);
  }
  return "";
}

/// A parameter that has the same name in both scops but may not have the same
/// value; empty if there is none.
static std::string confusedParameter(const Scop &before, const Scop &after) {
  for (const auto &[id, value] : before.parameters())
    for (const auto &[other, now] : after.parameters()) {
      if (id.get_name() != other.get_name())
        continue;
      std::string identity = identityOf(value, before.root());
      if (identity.empty() || identity != identityOf(now, after.root()))
        return id.get_name();
    }
  return "";
}

/// `known` without the parameters with which `before` accesses its arguments
/// out of bounds: sizes that only `after` asks for are no less than what
/// `before` makes of them.
static isl::set assumeInBounds(const Scop &before, const Scop &after,
                               const isl::set &known,
                               unsigned long maxIslOperations) {
  IslOperationsGuard guard(before.ctx(), maxIslOperations);
  isl::set result = known;
  for (const ScopArray &array : after.arrays()) {
    auto argument = dyn_cast_if_present<BlockArgument>(array.value);
    auto type = argument ? dyn_cast<MemRefType>(argument.getType()) : nullptr;
    if (!type || argument.getOwner()->getParentOp() != after.root())
      continue;
    for (const ScopAccess &access : before.accesses()) {
      const ScopArray &original = before.arrays()[access.array];
      if (!access.must ||
          original.value !=
              before.root()->getRegion(0).getArgument(argument.getArgNumber()))
        continue;
      isl::set elements = access.relation.range();
      for (int64_t d = 0; d < type.getRank(); ++d) {
        auto isBounded = [&](const ScopArray &known) {
          return hasUpperBound(known.extent, d).is_true();
        };
        if (!isBounded(array) || isBounded(original))
          continue;
        isl::set beyond =
            elements.reset_tuple_id().subtract(array.extent.reset_tuple_id());
        result = result.subtract(beyond.params());
        break;
      }
    }
  }
  result = result.coalesce();
  return result.is_null() ? known : result;
}

CheckResult polymem::checkTransformation(Operation *original,
                                         Operation *transformed,
                                         const CheckOptions &options) {
  auto allUndecided = [&](const Sentence &reason) -> CheckResult {
    return {undecided(transformed, transformed, options, reason), {}};
  };
  Sentence difference = signatureDifference(original, transformed);
  if (!difference.empty())
    return allUndecided(difference);
  auto context = std::make_shared<IslContext>();
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = options.maxIslOperations;
  scopOptions.context = context;
  scopOptions.traceIndices = true;
  ScopFailure scopFailure;
  std::unique_ptr<Scop> scops[2];
  Operation *roots[] = {original, transformed};
  for (auto [n, root] : llvm::enumerate(roots)) {
    scops[n] = Scop::build(root, scopFailure, scopOptions);
    if (!scops[n])
      return allUndecided((n == 0 ? "the original's " : "") +
                          quotedName(scopFailure.op) +
                          " cannot be modelled: " + scopFailure.reason);
  }
  std::string confused = confusedParameter(*scops[0], *scops[1]);
  if (!confused.empty())
    return allUndecided("'" + confused +
                        "' is neither an argument nor a size: it may differ "
                        "in the original");
  isl::set known = assumeInBounds(
      *scops[0], *scops[1],
      scops[0]->definedParameters().intersect(scops[1]->definedParameters()),
      options.maxIslOperations);

  CheckResult result;
  SmallVector<isl::id> sizes = stepParameters(*scops[1]);
  for (const isl::set &version :
       versionsOf(*scops[1], known, options.maxIslOperations)) {
    StepBudgets budgets(options.maxIslOperations);
    SmallVector<Finding> findings =
        decideInParts(*scops[0], *scops[1], version, options, budgets);
    if (!sizes.empty())
      tryTileSizes(*scops[0], *scops[1], version, sizes, options, budgets,
                   findings);
    if (result.findings.empty())
      result.findings = std::move(findings);
    else
      takeWorse(result.findings, findings);
  }
  IslOperationsGuard guard(context->get(), options.maxIslOperations);
  result.assumptions = findAssumptions(*scops[0], *scops[1]);
  return result;
}
