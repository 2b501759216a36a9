//===- Schedule.cpp - an order with locality and parallelism --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/DomainSplit.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Analysis/Scheduling/TileLevels.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Scalars/DemoteScalars.h"
#include "PolyMem/Transforms/Scalars/Temporaries.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "SeparateStores.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

namespace polymem {
#define GEN_PASS_DEF_SCHEDULEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct SchedulePass : polymem::impl::SchedulePassBase<SchedulePass> {
  using SchedulePassBase::SchedulePassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return markAllAnalysesPreserved();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    // All work is done on a copy, so that a refusal leaves nothing behind.
    OwningOpRef<func::FuncOp> copy(func.clone());
    Refusals refusals(getArgument(), strict);
    FailureOr<bool> scheduled = schedule(copy, refusals);
    if (failed(scheduled))
      return signalPassFailure();
    if (!*scheduled) {
      if (failed(refusals.nothingDone(*copy, "not scheduled")))
        signalPassFailure();
      return markAllAnalysesPreserved();
    }
    func.getBody().takeBody(copy->getBody());
    ++numScheduled;
  }

  /// Whether `owned` has a new order now, and may be another copy; fails after
  /// an error.
  FailureOr<bool> schedule(OwningOpRef<func::FuncOp> &owned,
                           Refusals &refusals) {
    func::FuncOp func = *owned;
    if (auto [op, reason] = whatGivesOrder(func, !reorderParallel); op) {
      refusals.missed(op, "OrderGiven",
                      "'" + op->getName().getStringRef() + "' " + reason);
      return false;
    }
    demoteScalars(func);
    // One object each, whose values may be reordered: not one per iteration.
    hoistAllocas(func);
    std::unique_ptr<Scop> scop = modelForPass(func, refusals, maxIslOperations);
    if (!scop)
      return false;
    Sentence reason;
    FailureOr<std::unique_ptr<llvm::MemoryBuffer>> file =
        openGiven(func.getName());
    if (failed(file))
      return failure();
    llvm::MemoryBuffer *given = file->get();
    if (given)
      separateAsGiven(owned, scop, given->getBuffer());
    OrderConstraints constraints;
    std::optional<Schedule> found = find(*scop, given, reason, constraints);
    remarkCoarseReferences(*scop, constraints.coarseReferences, getArgument());
    if (found && !given && separate)
      separateIfParallel(owned, scop, *found, constraints);
    if (found && !given && split == DomainSplits::Auto)
      splitIfParallel(*scop, *found, constraints);
    func = *owned;
    if (found && !given) {
      remarkHostOperations(*scop);
      remarkApart(*scop, *found);
      if (levelTile > 0)
        level(func, *scop, *found, constraints);
    }
    AstOptions options;
    options.maxIslOperations = maxIslOperations;
    options.onLoop = [](Operation *loop, StringRef mark) {
      if (auto place = Schedule::loopOf(mark))
        setLoopPlace(loop, place->first, place->second);
    };
    if (!found ||
        failed(regenerateFunction(func, *scop, found->tree, reason, options))) {
      if (given)
        return getOperation()->emitError(getArgument())
               << ": the schedule in '" << given->getBufferIdentifier()
               << "' cannot be used: " << reason.text;
      refusals.failed(func, "NotScheduled", reason);
      return false;
    }
    privatizeAllocas(func, maxIslOperations);
    annotate(func, scop->statements().size());
    if (!saveSchedule.empty() && failed(save(func.getName(), found->order)))
      return failure();
    return true;
  }

  /// Names the statements because of which fewer share loops.
  void remarkApart(const Scop &scop, const Schedule &schedule) {
    for (unsigned statement : schedule.apartFor)
      remarkPassed(scop.statements()[statement].ops.front(), getArgument(),
                   "Apart")
          << sentence("{0} has more parallel loops where only statements that "
                      "depend on each other cyclically share loops, and no "
                      "other statement has fewer: so it is done",
                      named("Statement", scop.statements()[statement].name));
  }

  /// Names what stays where it is because only the host can execute it.
  void remarkHostOperations(const Scop &scop) {
    for (const ScopStatement &statement : scop.statements())
      if (HostOperation host = hostOperationOf(statement))
        remarkMissed(host.op, getArgument(), "HostOperation")
            << (host.text() + "; loops around it stay as they are, and those "
                              "before and after it share none");
  }

  /// Separates the stores of statements whose parts the order `text` names.
  void separateAsGiven(OwningOpRef<func::FuncOp> &owned,
                       std::unique_ptr<Scop> &scop, StringRef text) {
    Separation named = separationNamedIn(*scop, text, maxIslOperations);
    if (named.empty())
      return;
    SeparatedFunction separated =
        separateStores(*owned, *scop, named, maxIslOperations);
    if (!separated.scop)
      return;
    scop = std::move(separated.scop);
    owned = std::move(separated.func);
  }

  /// Separates stores where more loops are parallel then, with another order.
  void separateIfParallel(OwningOpRef<func::FuncOp> &owned,
                          std::unique_ptr<Scop> &scop, Schedule &schedule,
                          OrderConstraints &constraints) {
    auto better = separateForParallelism(
        *owned, *scop, schedule, constraints, maxIslOperations,
        [&](const Scop &parts, OrderConstraints &ofParts) {
          Sentence reason;
          return find(parts, /*given=*/nullptr, reason, ofParts);
        },
        [&](const PartObstacle &obstacle) {
          remarkMissed(obstacle.op, getArgument(), "NotSeparated")
              << ("the loops around are not parallel, and it cannot be "
                  "separated from other stores in them: " +
                  obstacle.reason);
        });
    if (!better)
      return;
    for (unsigned statement : better->statements)
      remarkPassed(scop->statements()[statement].ops.front(), getArgument(),
                   "Separated")
          << ("the stores of " + scop->statements()[statement].name +
              " are separate statements, so that more loops are parallel");
    numSeparated += better->statements.size();
    // Nothing of the old scop's may outlive it.
    schedule = better->schedule;
    constraints = better->constraints;
    scop = std::move(better->separated.scop);
    owned = std::move(better->separated.func);
  }

  /// Cuts bands with a sequential outermost loop into tiles, by levels.
  void level(func::FuncOp func, const Scop &scop, Schedule &schedule,
             const OrderConstraints &constraints) {
    LevelOptions options;
    options.scheduling = schedulingOptions();
    options.tileSize = levelTile;
    options.flatTileSize = flatLevelTile;
    // What is better for the whole is taken to be for the tiles.
    if (!schedule.apartFor.empty())
      options.scheduling.fusion = Fusion::None;
    std::optional<LeveledSchedule> leveled = levelTiles(
        scop, schedule, constraints, options,
        [&](Operation &first, const Sentence &reason) {
          remarkMissed(&first, getArgument(), "NotLeveled")
              << sentence("the nest with a sequential outermost loop that this "
                          "is in is not cut into tiles by levels: {0}",
                          reason);
        });
    if (!leveled)
      return;
    for (const LeveledPart &part : leveled->parts)
      remarkPassed(func, getArgument(), "Leveled") << sentence(
          "a sequential loop is cut into tiles of {0} iterations, and what is "
          "in "
          "one is executed in {1} levels",
          named("TileSize", part.tileSize), named("Levels", part.numLevels));
    numLeveled += leveled->parts.size();
    schedule = leveled->schedule;
  }

  /// Splits statements at faces where more loops are parallel then, with
  /// another order.
  void splitIfParallel(const Scop &scop, Schedule &schedule,
                       const OrderConstraints &constraints) {
    auto better = splitForParallelism(
        scop, schedule, constraints, schedulingOptions(),
        [&](unsigned statement, const std::string &faces) {
          const ScopStatement &whole = scop.statements()[statement];
          remarkMissed(whole.ops.front(), getArgument(), "NotSplit")
              << sentence("{0} is not split at {1}: no order is found in which "
                          "loops of "
                          "all parts but those on faces are parallel further "
                          "out, and of no "
                          "other statement less far out",
                          named("Statement", whole.name),
                          named("Faces", faces));
        });
    if (!better)
      return;
    schedule = better->schedule;
    for (const SplitStatement &split : better->statements) {
      const ScopStatement &statement = scop.statements()[split.statement];
      remarkPassed(statement.ops.front(), getArgument(), "Split") << sentence(
          "{0} is split at {1} into {2} parts; {3} of them have loops that are "
          "parallel further out",
          named("Statement", statement.name), named("Faces", split.faces),
          named("Parts", split.numParts),
          named("GainingParts", split.numGaining));
      numParts += split.numParts;
    }
    numSplit += better->statements.size();
  }

  /// Tells of the new loops what the dependences of the new function say.
  void annotate(func::FuncOp func, size_t statements) {
    std::optional<AnnotatedLoops> loops =
        annotateLoops(func, getArgument(), maxIslOperations);
    if (!loops) {
      remarkPassed(getOperation(), getArgument(), "Scheduled")
          << sentence("{0} statements; what the new loops carry is not known "
                      "within {1} isl operations",
                      named("Statements", statements),
                      named("MaxIslOperations", maxIslOperations.getValue()));
      return;
    }
    numBands += loops->numBands;
    numParallel += loops->numParallel;
    remarkPassed(getOperation(), getArgument(), "Scheduled") << sentence(
        "{0} statements in {1} bands of {2} loops, {3} of them "
        "parallel",
        named("Statements", statements), named("Bands", loops->numBands),
        named("Loops", loops->numLoops),
        named("ParallelLoops", loops->numParallel));
  }

  static SmallString<128> fileOf(StringRef directory, StringRef function) {
    SmallString<128> path(directory);
    llvm::sys::path::append(path, function + ".yaml");
    return path;
  }

  /// The order given for the function or the file with it, null if there is
  /// none. Fails with an error if the file cannot be read, or the folder does
  /// not exist.
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> openGiven(StringRef function) {
    if (!order.empty())
      return llvm::MemoryBuffer::getMemBuffer(order, "order");
    if (loadSchedule.empty())
      return std::unique_ptr<llvm::MemoryBuffer>();
    SmallString<128> path = fileOf(loadSchedule, function);
    auto file = llvm::MemoryBuffer::getFile(path);
    if (file)
      return std::move(*file);
    if (file.getError() == std::errc::no_such_file_or_directory &&
        llvm::sys::fs::is_directory(loadSchedule)) {
      remarkAnalysis(getOperation(), getArgument(), "NoneGiven")
          << ("there is no '" + path + "': the order is isl's").str();
      return std::unique_ptr<llvm::MemoryBuffer>();
    }
    getOperation()->emitError(getArgument())
        << ": cannot read '" << path
        << "' (load-schedule): " << file.getError().message();
    return failure();
  }

  LogicalResult save(StringRef function, const isl::schedule &order) {
    std::string message;
    SmallString<128> path = fileOf(saveSchedule, function);
    std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
    if (!file)
      return getOperation()->emitError(getArgument()) << ": " << message;
    file->os() << scheduleToString(order);
    file->keep();
    return success();
  }

  SchedulingOptions schedulingOptions() const {
    SchedulingOptions options;
    options.fusion = fusion;
    options.outerParallel = outerParallel;
    options.maxIslOperations = maxIslOperations;
    return options;
  }

  /// The schedule that the file `given` describes, or isl's; `result` is what
  /// it respects, or what none was found for.
  std::optional<Schedule> find(const Scop &scop,
                               const llvm::MemoryBuffer *given,
                               Sentence &reason, OrderConstraints &result) {
    SchedulingOptions options = schedulingOptions();
    // isl may order the lives of temporaries in a way that does not hold once
    // several of them are in play. Then they are memory like any other.
    for (bool reorderLives : {true, false}) {
      auto constraints =
          OrderConstraints::of(scop, reorderLives, maxIslOperations);
      if (!constraints) {
        reason =
            sentence("the dependences exceed the budget of {0} isl operations",
                     named("MaxIslOperations", maxIslOperations.getValue()));
        return std::nullopt;
      }
      if (reorderLives && constraints->reordered.empty())
        continue;
      result = *constraints;
      if (auto found =
              given ? readSchedule(scop, given->getBuffer(), *constraints,
                                   maxIslOperations, reason)
                    : findSchedule(scop, *constraints, options, reason))
        return found;
    }
    return std::nullopt;
  }
};
} // namespace
