//===- ExpandArrays.cpp - more elements, more order -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan says for each web whether it gets an array of its own, and of how
// many loops. Plans are compared by the orders that they lead to, each on a
// copy of the function that is thrown away.
//
//===----------------------------------------------------------------------===//

#include "ExpansionCandidates.h"
#include "MoveWebs.h"
#include "ParallelGain.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "Snapshots.h"
#include "StepVersions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"

namespace polymem {
#define GEN_PASS_DEF_EXPANDARRAYSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// Arrays that are looked at and webs that are tried at most: each of these
/// costs some orders.
static constexpr size_t kMaxArrays = 32, kMaxWebs = 8;
/// Of more than these, not each is tried by itself with fewer loops.
static constexpr size_t kMaxSingleWebs = 2;
/// Times as many bytes as arguments have that versions of steps may have: two
/// rows and two columns of a matrix for each of its rows, and some elements
/// that nobody reads.
static constexpr uint64_t kBytesOfVersions = 5;
/// The same for all other new arrays.
static constexpr uint64_t kBytesOfOthers = 2;

namespace {

/// A web, and what is planned for it.
struct PlannedWeb {
  ArrayWeb web;
  WebForm form;
  /// Loops that index its own array; nothing: it stays where it is.
  std::optional<unsigned> depth;
};

/// What a snapshot is taken of, and its array.
struct PlannedSnapshot {
  ArrayWeb web;
  WebForm form;
  int64_t bytes;
};

/// A plan carried out on a copy.
struct Attempt {
  OwningOpRef<func::FuncOp> func;
  /// By statement of the scop that plans are made for.
  std::vector<Parallelism> statements;
};

/// The plan for one function.
class ExpansionPlan {
public:
  ExpansionPlan(func::FuncOp func, const Scop &scop, AssumedSizes &sizes,
                const ExpandArraysPassOptions &options, Refusals &refusals)
      : func(func), scop(scop), sizes(sizes), options(options),
        refusals(refusals) {}

  /// Finds the webs of `candidates` that may get arrays of their own, and plans
  /// as many loops as possible. False if there are none.
  bool addWebs(ArrayRef<Value> candidates);
  /// Finds the plan with the least dimensions of those that gain most; null if
  /// nothing is gained.
  std::unique_ptr<Attempt> choose();

  std::vector<PlannedWeb> webs;

private:
  void addWebsOf(const ScopArray &array);
  bool fits();
  /// Null if a copy has no scop, or if the web `*stuck` cannot be copied back.
  std::unique_ptr<Attempt> attempt(const PlannedWeb **stuck = nullptr) const;
  /// The same; webs that cannot be copied back get no arrays of their own.
  std::unique_ptr<Attempt> attemptAsFarAsPossible();
  /// Fewer dimensions with which all is as in `best`; it was `before` without.
  void reduce(ArrayRef<Parallelism> before, std::unique_ptr<Attempt> &best);
  /// Takes these depths, other than the present ones, if the attempt with them
  /// is as good as `best`, which it replaces.
  bool tryDepths(ArrayRef<std::optional<unsigned>> depths,
                 std::unique_ptr<Attempt> &best);

  func::FuncOp func;
  const Scop &scop;
  AssumedSizes &sizes;
  const ExpandArraysPassOptions &options;
  Refusals &refusals;
};

struct ExpandArraysPass
    : polymem::impl::ExpandArraysPassBase<ExpandArraysPass> {
  using ExpandArraysPassBase::ExpandArraysPassBase;

  void runOnOperation() override;

private:
  /// The function with a plan carried out; null if nothing is gained. Fails
  /// after an error. `copy` is what `refusals` speak of.
  FailureOr<OwningOpRef<func::FuncOp>> expand(OwningOpRef<func::FuncOp> &copy,
                                              Refusals &refusals);
  void report(const ExpansionPlan &plan, AssumedSizes &sizes);
  /// `func` with copies of arrays in front of nests; null if nothing is gained.
  /// `copy` is what `refusals` speak of.
  OwningOpRef<func::FuncOp> takeSnapshots(func::FuncOp func,
                                          OwningOpRef<func::FuncOp> &copy,
                                          Refusals &refusals);
  /// The snapshots of `func`, of `scop`, that are allowed to be as large as
  /// they are.
  std::vector<PlannedSnapshot> planSnapshots(func::FuncOp func,
                                             const Scop &scop,
                                             AssumedSizes &sizes,
                                             Refusals &refusals);
  /// `func` with versions of what steps of its loops overwrite; null if there
  /// are none. `refusals` speak of it and of what is `earlier`.
  OwningOpRef<func::FuncOp> takeVersions(func::FuncOp func,
                                         EarlierFunctions &earlier,
                                         Refusals &refusals);
  ExpandArraysPassOptions allOptions() const;
};

} // namespace

static GainOptions gainOptions(const ExpandArraysPassOptions &options) {
  return {options.fusion, options.maxIslOperations};
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

void ExpansionPlan::addWebsOf(const ScopArray &array) {
  Sentence reason;
  Operation *place = array.value.getDefiningOp();
  auto found = findWebs(scop, array, options.maxIslOperations, reason);
  if (!found) {
    refusals.missed(place ? place : func, "NotKnown",
                    sentence("{0} keeps its elements: {1}",
                             named("Array", array.name), reason));
    return;
  }
  size_t firstOfArray = webs.size();
  bool anyStays = false;
  for (ArrayWeb &web : *found) {
    std::optional<WebForm> form;
    if (!web.readsInitialValues)
      form = WebForm::of(scop, web, options.maxIslOperations);
    size_t depth = form ? form->extent.size() : 0;
    if (!form || (depth == 0 && !web.lastWrites.empty())) {
      anyStays = true;
      continue;
    }
    webs.push_back({std::move(web), std::move(*form), depth});
  }
  // One web may have the array as it is.
  for (size_t k = firstOfArray; k < webs.size() && !anyStays; ++k)
    if (webs[k].depth == 0u) {
      webs.erase(webs.begin() + k);
      anyStays = true;
    }
}

bool ExpansionPlan::addWebs(ArrayRef<Value> candidates) {
  for (Value value : candidates.take_front(kMaxArrays)) {
    const ScopArray *array = scop.arrayOf(value);
    if (array && array->value == value && array->depth == 0)
      addWebsOf(*array);
  }
  if (webs.size() > kMaxWebs && !options.always) {
    refusals.missed(func, "TooMany",
                    sentence("{0} sets of values may get arrays of their own, "
                             "more than the {1} that are tried",
                             named("Webs", webs.size()),
                             named("MaxWebs", kMaxWebs)));
    webs.clear();
  }
  return !webs.empty();
}

bool ExpansionPlan::fits() {
  int64_t limit = mostBytes(func, sizes, options.maxBytes, kBytesOfOthers);
  int64_t sum = 0;
  for (PlannedWeb &planned : webs) {
    for (unsigned depth = planned.depth.value_or(0);; --depth) {
      auto bytes = planned.form.bytes(planned.web, depth, sizes);
      int64_t next;
      if (bytes && !llvm::AddOverflow(sum, *bytes, next) && next <= limit) {
        sum = next;
        planned.depth = depth;
        break;
      }
      const ScopAccess *first = planned.web.accesses.front();
      refusals.missed(first->op, "TooLarge",
                      sentence("{0} is not indexed by {1} loops: new arrays "
                               "would have more than {2} bytes",
                               named("Array", planned.web.array->name),
                               named("Loops", depth), named("Bytes", limit)));
      if (depth == 0) {
        planned.depth.reset();
        break;
      }
    }
    if (planned.depth == 0u && !planned.web.lastWrites.empty())
      planned.depth.reset();
  }
  llvm::erase_if(webs, [](const PlannedWeb &web) { return !web.depth; });
  return !webs.empty();
}

std::unique_ptr<Attempt> ExpansionPlan::attemptAsFarAsPossible() {
  for (;;) {
    const PlannedWeb *stuck = nullptr;
    std::unique_ptr<Attempt> result = attempt(&stuck);
    if (!stuck)
      return result;
    refusals.missed(
        stuck->web.accesses.front()->op, "NotCopiedBack",
        sentence("{0} keeps its elements: no loops that copy the "
                 "last values back are found within {1} isl "
                 "operations",
                 named("Array", stuck->web.array->name),
                 named("MaxIslOperations", options.maxIslOperations)));
    webs.erase(webs.begin() + (stuck - webs.data()));
    if (webs.empty())
      return nullptr;
  }
}

std::unique_ptr<Attempt>
ExpansionPlan::attempt(const PlannedWeb **stuck) const {
  auto result = std::make_unique<Attempt>();
  IRMapping counterpart;
  result->func = cast<func::FuncOp>(func->clone(counterpart));
  for (const PlannedWeb &planned : webs)
    if (planned.depth &&
        failed(moveWeb(scop, planned.web, planned.form, *planned.depth,
                       counterpart, options.maxIslOperations))) {
      if (stuck)
        *stuck = &planned;
      return nullptr;
    }
  if (options.always)
    return result;
  ScopFailure failure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = options.maxIslOperations;
  auto moved = Scop::build(*result->func, failure, scopOptions);
  if (!moved)
    return nullptr;
  result->statements = parallelismOfCopy(scop, *result->func, *moved,
                                         counterpart, gainOptions(options));
  return result;
}

/// For no statement loops are parallel less far out than in `best`.
static bool isAsGood(const Attempt &attempt, const Attempt &best) {
  return llvm::all_of(
      llvm::zip(attempt.statements, best.statements), [](auto pair) {
        return compare(std::get<0>(pair), std::get<1>(pair)) >= 0;
      });
}

bool ExpansionPlan::tryDepths(ArrayRef<std::optional<unsigned>> depths,
                              std::unique_ptr<Attempt> &best) {
  SmallVector<std::optional<unsigned>> before;
  for (auto [planned, depth] : llvm::zip_equal(webs, depths))
    before.push_back(std::exchange(planned.depth, depth));
  if (before == SmallVector<std::optional<unsigned>>(depths))
    return false;
  std::unique_ptr<Attempt> other = attempt();
  if (other && isAsGood(*other, *best)) {
    best = std::move(other);
    return true;
  }
  for (auto [planned, depth] : llvm::zip_equal(webs, before))
    planned.depth = depth;
  return false;
}

/// One loop less, as far as a web of its own is of any use then.
static std::optional<unsigned> fewer(const PlannedWeb &planned) {
  if (!planned.depth || *planned.depth == 0 ||
      (*planned.depth == 1 && !planned.web.lastWrites.empty()))
    return planned.depth;
  return *planned.depth - 1;
}

void ExpansionPlan::reduce(ArrayRef<Parallelism> before,
                           std::unique_ptr<Attempt> &best) {
  SmallVector<std::optional<unsigned>> depths;
  auto reset = [&] {
    depths.clear();
    for (const PlannedWeb &planned : webs)
      depths.push_back(planned.depth);
  };
  // Webs without a part in what is gained, and one loop less for all.
  reset();
  for (auto [planned, depth] : llvm::zip_equal(webs, depths))
    if (llvm::none_of(planned.web.accesses, [&](const ScopAccess *access) {
          return compare(best->statements[access->statement],
                         before[access->statement]) > 0;
        }))
      depth.reset();
  tryDepths(depths, best);
  do {
    reset();
    for (auto [planned, depth] : llvm::zip_equal(webs, depths))
      depth = fewer(planned);
  } while (tryDepths(depths, best));
  // One by one; of many webs that would take too long.
  for (size_t k = 0;
       k < webs.size() && webs.size() > 1 && webs.size() <= kMaxSingleWebs;
       ++k) {
    reset();
    depths[k].reset();
    if (tryDepths(depths, best))
      continue;
    do {
      reset();
      depths[k] = fewer(webs[k]);
    } while (tryDepths(depths, best));
  }
  llvm::erase_if(webs, [](const PlannedWeb &web) { return !web.depth; });
}

std::unique_ptr<Attempt> ExpansionPlan::choose() {
  if (options.always)
    return fits() ? attemptAsFarAsPossible() : nullptr;
  std::vector<Parallelism> before =
      parallelismOfCopy(scop, func, scop, {}, gainOptions(options));
  if (!mightGain(before) || !fits())
    return nullptr;
  std::unique_ptr<Attempt> best = attemptAsFarAsPossible();
  if (!best)
    return nullptr;
  if (!isGain(best->statements, before)) {
    refusals.missed(webs.front().web.accesses.front()->op, "NothingGained",
                    sentence("{0} keeps its elements: with arrays of their own "
                             "for {1} sets of values no loops are parallel "
                             "further out for some statement and not less far "
                             "out for any other",
                             named("Array", webs.front().web.array->name),
                             named("Webs", webs.size())));
    return nullptr;
  }
  reduce(before, best);
  return best;
}

/// All arrays of `func`, arguments and allocations.
static SmallVector<Value> arraysOf(func::FuncOp func) {
  SmallVector<Value> result;
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      result.push_back(op->getResult(0));
  });
  llvm::copy_if(func.getArguments(), std::back_inserter(result),
                [](Value arg) { return isa<MemRefType>(arg.getType()); });
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void ExpandArraysPass::report(const ExpansionPlan &plan, AssumedSizes &sizes) {
  for (const PlannedWeb &planned : plan.webs) {
    std::optional<int64_t> bytes =
        planned.form.bytes(planned.web, *planned.depth, sizes);
    Operation *first = planned.web.accesses.front()->op;
    if (*planned.depth == 0) {
      ++numRenamed;
      remarkPassed(first, getArgument(), "Renamed")
          << sentence("values of {0} get an array of their own",
                      named("Array", planned.web.array->name));
      continue;
    }
    ++numExpanded;
    remarkPassed(first, getArgument(), "Expanded") << sentence(
        "{0} is indexed by {1} loops around, too, with {2} bytes at assumed "
        "sizes",
        named("Array", planned.web.array->name), named("Loops", *planned.depth),
        named("Bytes", bytes.value_or(0)));
  }
}

FailureOr<OwningOpRef<func::FuncOp>>
ExpandArraysPass::expand(OwningOpRef<func::FuncOp> &copy, Refusals &refusals) {
  OwningOpRef<func::FuncOp> none;
  func::FuncOp original = getOperation();
  auto given =
      readSizes(original, getArgument(), "assume", llvm::to_vector<4>(assume),
                /*otherwise=*/kAssumedSize);
  if (failed(given))
    return failure();
  if (!always && expansionCandidates(original).empty() &&
      !carriesValues(original))
    return none;
  if (whatGivesOrder(original, /*parallel=*/true).first)
    return none;
  copy = original.clone();
  demoteScalars(*copy);
  hoistAllocas(*copy);
  SmallVector<Value> candidates =
      always ? arraysOf(*copy) : expansionCandidates(*copy);
  if (candidates.empty())
    return none;
  std::unique_ptr<Scop> scop = modelForPass(*copy, refusals, maxIslOperations);
  if (!scop)
    return none;
  ExpandArraysPassOptions options = allOptions();
  AssumedSizes sizes(*copy, *given, assumedSizeOf(*copy, kAssumedSize));
  ExpansionPlan plan(*copy, *scop, sizes, options, refusals);
  if (!plan.addWebs(candidates))
    return none;
  std::unique_ptr<Attempt> best = plan.choose();
  if (!best)
    return none;
  report(plan, sizes);
  return std::move(best->func);
}

ExpandArraysPassOptions ExpandArraysPass::allOptions() const {
  ExpandArraysPassOptions options;
  options.maxBytes = maxBytes;
  options.fusion = fusion;
  options.always = always;
  options.maxIslOperations = maxIslOperations;
  return options;
}

std::vector<PlannedSnapshot>
ExpandArraysPass::planSnapshots(func::FuncOp func, const Scop &scop,
                                AssumedSizes &sizes, Refusals &refusals) {
  int64_t limit = mostBytes(func, sizes, maxBytes, kBytesOfOthers), sum = 0;
  std::vector<PlannedSnapshot> result;
  for (const Snapshot &snapshot : findSnapshots(func)) {
    std::optional<ArrayWeb> web = webOf(scop, snapshot);
    std::optional<WebForm> form;
    if (web)
      form = WebForm::of(scop, *web, maxIslOperations);
    if (!form) {
      refusals.missed(
          snapshot.nest, "NotExpressible",
          "no array is copied in front of the nest: what is read ahead of what "
          "the nest writes is not known there");
      continue;
    }
    std::optional<int64_t> bytes = form->bytes(*web, /*depth=*/0, sizes);
    int64_t next;
    if (!bytes || llvm::AddOverflow(sum, *bytes, next) || next > limit) {
      refusals.missed(
          snapshot.nest, "TooLarge",
          sentence("{0} is not copied in front of the nest: new arrays would "
                   "have more than {1} bytes",
                   named("Array", web->array->name), named("Bytes", limit)));
      continue;
    }
    sum = next;
    result.push_back({std::move(*web), std::move(*form), *bytes});
  }
  return result;
}

OwningOpRef<func::FuncOp> ExpandArraysPass::takeSnapshots(
    func::FuncOp func, OwningOpRef<func::FuncOp> &copy, Refusals &refusals) {
  OwningOpRef<func::FuncOp> none, result;
  // Text only, which most functions end at.
  if (findSnapshots(func).empty() ||
      whatGivesOrder(func, /*parallel=*/true).first)
    return none;
  auto given =
      readSizes(getOperation(), getArgument(), "assume",
                llvm::to_vector<4>(assume), /*otherwise=*/kAssumedSize);
  copy = func.clone();
  demoteScalars(*copy);
  hoistAllocas(*copy);
  std::unique_ptr<Scop> scop = modelForPass(*copy, refusals, maxIslOperations);
  if (failed(given) || !scop)
    return none;
  AssumedSizes sizes(*copy, *given, assumedSizeOf(*copy, kAssumedSize));
  std::vector<PlannedSnapshot> snapshots =
      planSnapshots(*copy, *scop, sizes, refusals);
  if (snapshots.empty())
    return none;
  std::vector<Parallelism> before;
  GainOptions options = gainOptions(allOptions());
  if (!always)
    before = parallelismOfCopy(*scop, *copy, *scop, {}, options);
  IRMapping counterpart;
  result = cast<func::FuncOp>((*copy)->clone(counterpart));
  for (const PlannedSnapshot &snapshot : snapshots)
    if (failed(takeSnapshot(*scop, snapshot.web, snapshot.form, counterpart,
                            maxIslOperations)))
      return none;
  if (!always) {
    ScopFailure failure;
    ScopOptions scopOptions;
    scopOptions.maxIslOperations = maxIslOperations;
    auto now = Scop::build(*result, failure, scopOptions);
    if (!now ||
        !isGain(parallelismOfCopy(*scop, *result, *now, counterpart, options),
                before)) {
      refusals.missed(
          snapshots.front().form.first, "NothingGained",
          sentence("no array is copied in front of the nest: no loops would be "
                   "parallel further out for some statement and not less far "
                   "out for any other"));
      return none;
    }
  }
  for (const PlannedSnapshot &snapshot : snapshots) {
    ++numSnapshots;
    remarkPassed(snapshot.web.accesses.front()->op, getArgument(), "Snapshot")
        << sentence("what {0} holds before the nest is read from a copy of it, "
                    "with {1} bytes at assumed sizes",
                    named("Array", snapshot.web.array->name),
                    named("Bytes", snapshot.bytes));
  }
  return result;
}

OwningOpRef<func::FuncOp>
ExpandArraysPass::takeVersions(func::FuncOp func, EarlierFunctions &earlier,
                               Refusals &refusals) {
  // Text only, which most functions end at.
  if (findSteps(func).empty() || whatGivesOrder(func, /*parallel=*/true).first)
    return {};
  auto given =
      readSizes(getOperation(), getArgument(), "assume",
                llvm::to_vector<4>(assume), /*otherwise=*/kAssumedSize);
  if (failed(given))
    return {};
  AssumedSizes sizes(func, *given, assumedSizeOf(func, kAssumedSize));
  VersionOptions options{getArgument(), gainOptions(allOptions()), always,
                         mostBytes(func, sizes, maxBytes, kBytesOfVersions)};
  auto result = versionSteps(func, *given, options, earlier, refusals);
  numVersioned += options.numVersioned;
  return result;
}

void ExpandArraysPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return markAllAnalysesPreserved();
  BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
  OwningOpRef<func::FuncOp> copy, copyForSnapshots;
  EarlierFunctions earlier;
  Refusals refusals(getArgument(), strict);
  FailureOr<OwningOpRef<func::FuncOp>> expanded = expand(copy, refusals);
  if (failed(expanded))
    return signalPassFailure();
  if (OwningOpRef<func::FuncOp> snapshots = takeSnapshots(
          *expanded ? **expanded : func, copyForSnapshots, refusals))
    *expanded = std::move(snapshots);
  if (auto versions =
          takeVersions(*expanded ? **expanded : func, earlier, refusals)) {
    earlier.push_back(std::move(*expanded));
    *expanded = std::move(versions);
  }
  if (!*expanded) {
    if (strict && failed(refusals.nothingDone(func, "no array is expanded")))
      signalPassFailure();
    return markAllAnalysesPreserved();
  }
  func.getBody().takeBody((*expanded)->getBody());
}
