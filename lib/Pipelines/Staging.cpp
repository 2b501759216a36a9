//===- Staging.cpp - from affine loops to tiles with staged data ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Pipelines.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// The options of a pass, with what all pipelines say of budgets.
template <typename PassOptions>
static PassOptions withBudget(const StagingOptions &options) {
  PassOptions result;
  result.maxIslOperations = options.maxIslOperations;
  result.warnings = options.warnings;
  return result;
}

/// Whether the option `sizes` has the word `word` instead of numbers.
static bool saysOfSizes(const StagingOptions &options, StringRef word) {
  return options.sizes.size() == 1 && options.sizes.front() == word;
}

/// Whether the option `sizes` has numbers.
static bool hasTileSizes(const StagingOptions &options) {
  return !options.sizes.empty() && !saysOfSizes(options, "auto") &&
         !saysOfSizes(options, "default");
}

/// Whether tile sizes are given, which belong to loops as they are written.
static bool hasSizes(const StagingOptions &options) {
  return hasTileSizes(options) || !options.blockSizes.empty() ||
         !options.threadSizes.empty();
}

bool polymem::choosesSizes(const StagingOptions &options) {
  return !hasSizes(options) && !saysOfSizes(options, "default");
}

static void addCheck(OpPassManager &function, const StagingOptions &options,
                     const StagingTarget &target) {
  CheckPassOptions check;
  check.machine = target.machine;
  // A proof shares one budget among its obligations, as many as steps of all
  // passes together.
  check.maxIslOperations =
      llvm::SaturatingMultiply<unsigned long>(options.maxIslOperations, 10);
  function.addPass(createCheckPass(check));
}

/// Passes from loops in their order to tiles with buffers.
static void addBuffers(OpPassManager &function, const StagingOptions &options,
                       const StagingTarget &target) {
  auto tile = withBudget<TilePassOptions>(options);
  tile.mapping = target.mapping;
  tile.machine = target.machine;
  if (hasTileSizes(options))
    tile.sizes = llvm::to_vector(options.sizes);
  // Cut, a chain gains by its buffers only, and what is around it is to be on
  // the device, too.
  tile.chains = options.promote && options.mapSequential;
  tile.blockSizes = llvm::to_vector(options.blockSizes);
  tile.threadSizes = llvm::to_vector(options.threadSizes);
  function.addPass(createTilePass(tile));
  if (options.mapStorage)
    function.addPass(
        createMapStoragePass(withBudget<MapStoragePassOptions>(options)));
  if (options.promote && target.mapping == TileMapping::GPU &&
      options.mapSequential)
    function.addPass(createJoinStepsPass({target.machine}));
  if (options.promote) {
    auto promote = withBudget<ScratchPromotePassOptions>(options);
    promote.machine = target.machine;
    promote.memorySpace = target.memorySpace;
    promote.movement = options.movement;
    promote.fit = options.fit;
    promote.promoteAll = options.promoteAll;
    promote.constantMemory = target.constantMemory;
    function.addPass(createScratchPromotePass(promote));
    function.addPass(createScratchHoistCopiesPass(
        withBudget<ScratchHoistCopiesPassOptions>(options)));
  }
}

/// Passes from tiles with buffers to tiles whose buffers have their layouts.
static void addLayouts(OpPassManager &function, const StagingOptions &options,
                       const StagingTarget &target) {
  if (options.promote && target.addLayout)
    target.addLayout(function);
  if (options.promote && options.scaleCopies)
    function.addPass(createScaleCopiesPass());
  if (target.mapping == TileMapping::GPU && options.mapSequential)
    function.addPass(createMapSequentialPass({target.machine}));
  if (target.addRegisters)
    target.addRegisters(function);
  if (options.trimTiles)
    function.addPass(createScratchTrimTilesPass(
        withBudget<ScratchTrimTilesPassOptions>(options)));
  if (options.promote && target.stages != "1")
    function.addPass(createScratchExpandPipelinePass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
}

/// Buffers that tiles hand on: where there are launches, only if these take
/// less time then.
static void addReuse(OpPassManager &function, const StagingOptions &options,
                     const StagingTarget &target) {
  if (!options.promote || options.reuse == ReuseMode::Never ||
      (options.reuse == ReuseMode::Auto && !target.addLaunches))
    return;
  auto reuse = withBudget<ScratchReusePassOptions>(options);
  reuse.machine = target.machine;
  reuse.movement = options.reuseMovement;
  reuse.strip = options.reuseStrip;
  if (options.reuse == ReuseMode::Always) {
    function.addPass(createScratchReusePass(reuse));
    return;
  }
  std::vector<OpPassManager> alternatives;
  alternatives.emplace_back(func::FuncOp::getOperationName());
  alternatives.emplace_back(func::FuncOp::getOperationName())
      .addPass(createScratchReusePass(reuse));
  OpPassManager rest(func::FuncOp::getOperationName());
  addLayouts(rest, options, target);
  target.addLaunches(rest);
  ChoosePassesPassOptions choose;
  choose.machine = target.machine;
  choose.assume = target.assume;
  function.addPass(
      createChoosePassesPass(choose, std::move(alternatives), std::move(rest)));
}

/// Buffers of tiles that are in flight together.
static void addStages(OpPassManager &function, const StagingOptions &options,
                      const StagingTarget &target) {
  if (!options.promote || target.stages == "1")
    return;
  auto stages = withBudget<ScratchPipelinePassOptions>(options);
  stages.stages = target.stages;
  stages.machine = target.machine;
  if (target.stages == "auto") {
    OpPassManager rest(func::FuncOp::getOperationName());
    addLayouts(rest, options, target);
    target.addLaunches(rest);
    stages.pipeline = getPassesText(rest);
    stages.assume = target.assume;
  }
  function.addPass(createScratchPipelinePass(stages));
}

/// Passes from loops in their order to tiles with staged data. Neither whether
/// tiles hand on buffers nor how many are in flight is tried with each choice
/// of sizes.
static void addTiles(OpPassManager &function, const StagingOptions &options,
                     const StagingTarget &target, bool isTrial = true) {
  addBuffers(function, options, target);
  if (!isTrial || options.reuse == ReuseMode::Always)
    addReuse(function, options, target);
  if (!isTrial || target.stages != "auto")
    addStages(function, options, target);
  addLayouts(function, options, target);
}

/// The pass that chooses sizes for `addTiles`, if they are not given, and what
/// it tries them by.
static void addChoice(OpPassManager &function, const StagingOptions &options,
                      const StagingTarget &target) {
  if (!choosesSizes(options) || !target.addLaunches)
    return;
  OpPassManager passes(func::FuncOp::getOperationName());
  addTiles(passes, options, target);
  target.addLaunches(passes);
  ChooseSizesPassOptions choose;
  choose.machine = target.machine;
  choose.assume = target.assume;
  choose.onlyKnown = !saysOfSizes(options, "auto");
  function.addPass(createChooseSizesPass(choose, std::move(passes)));
}

/// The pass that skews loops for neighbouring threads, and what it tries that
/// by.
static void addAxes(OpPassManager &function, const StagingOptions &options,
                    const StagingTarget &target) {
  OpPassManager passes(func::FuncOp::getOperationName());
  addChoice(passes, options, target);
  addTiles(passes, options, target);
  target.addLaunches(passes);
  auto axes = withBudget<ChooseAxesPassOptions>(options);
  axes.machine = target.machine;
  axes.assume = target.assume;
  function.addPass(createChooseAxesPass(axes, std::move(passes)));
}

/// The passes that tile recurrences, and that begin reductions with what is
/// computed first.
static void addRecurrences(OpPassManager &function,
                           const StagingOptions &options,
                           const StagingTarget &target) {
  bool reverses = options.reductions != ReductionMode::Never;
  if (!options.recurrences && !reverses)
    return;
  // Reductions in another order are other values to a proof: as below.
  if (options.check)
    addCheck(function, options, target);
  if (options.recurrences) {
    auto recurrences = withBudget<TileRecurrencesPassOptions>(options);
    recurrences.machine = target.machine;
    function.addPass(createTileRecurrencesPass(recurrences));
  }
  if (reverses) {
    auto reverse = withBudget<ReverseReductionsPassOptions>(options);
    reverse.reassociate = options.reassociate;
    function.addPass(createReverseReductionsPass(reverse));
  }
  if (options.check)
    function.addPass(createMarkOriginPass());
}

namespace {
/// What of an order is decided: by options, or by `schedule=search`.
struct OrderChoice {
  TimeTileMode timeTile;
  SmallVector<int64_t> timeSizes;
  Fusion fusion;
};
} // namespace

/// The pass that tiles time, if `choice` asks for it.
static void addTime(OpPassManager &function, const StagingOptions &options,
                    const StagingTarget &target, const OrderChoice &choice) {
  bool chosen = !hasSizes(options) && options.schedule != ScheduleMode::Never;
  if (choice.timeTile != TimeTileMode::Always &&
      (choice.timeTile != TimeTileMode::Auto || !chosen ||
       target.mapping != TileMapping::GPU))
    return;
  auto time = withBudget<TimeTilePassOptions>(options);
  time.mapping = target.mapping;
  time.sizes = choice.timeSizes;
  time.steps = options.timeSteps;
  time.shape = options.timeShape;
  time.machine = target.machine;
  if (choice.timeTile == TimeTileMode::Auto)
    time.maxDimensions = 1;
  function.addPass(createTimeTilePass(time));
}

/// Passes that make an order of the loops as `choice` says.
static void addOrder(OpPassManager &function, const StagingOptions &options,
                     const StagingTarget &target, const OrderChoice &choice) {
  bool sizesGiven = hasSizes(options);
  bool gpu = target.mapping == TileMapping::GPU;
  if (options.schedule == ScheduleMode::Never ||
      (options.schedule == ScheduleMode::Auto && sizesGiven))
    return;
  if (options.expand == ExpandMode::Auto) {
    auto expand = withBudget<ExpandArraysPassOptions>(options);
    expand.fusion = choice.fusion;
    expand.assume = target.assume;
    function.addPass(createExpandArraysPass(expand));
  }
  auto schedule = withBudget<SchedulePassOptions>(options);
  schedule.fusion = choice.fusion;
  schedule.levelTile = gpu ? options.levelTile : 0;
  // A tile of a triangular solve has less work, and as many launches. The
  // triangle of one on the diagonal is to fit into fast memory.
  constexpr uint64_t kFlatLevels = 3;
  schedule.flatLevelTile =
      llvm::SaturatingMultiply<uint64_t>(schedule.levelTile, kFlatLevels);
  schedule.split = options.split;
  schedule.reorderParallel = options.schedule != ScheduleMode::Auto;
  function.addPass(createSchedulePass(schedule));
  if (gpu && options.chooseAxes && target.addLaunches)
    addAxes(function, options, target);
}

/// Tiles in time, where the function's sizes are known the best of several
/// sizes of tiles, by the cost model; elsewhere those that are the pass's own.
static void addTimeChoice(OpPassManager &function,
                          const StagingOptions &options,
                          const StagingTarget &target,
                          const OrderChoice &asked) {
  if (asked.timeTile != TimeTileMode::Auto || !asked.timeSizes.empty() ||
      !choosesSizes(options) || !target.addLaunches)
    return addTime(function, options, target, asked);
  // Smaller tiles of a line make more blocks, those of a plane leave room for
  // another block on a core.
  std::vector<OpPassManager> alternatives;
  for (SmallVector<int64_t> sizes :
       {SmallVector<int64_t>(), SmallVector<int64_t>{48, 48},
        SmallVector<int64_t>{128, 64}}) {
    OrderChoice choice = asked;
    choice.timeSizes = std::move(sizes);
    addTime(alternatives.emplace_back(func::FuncOp::getOperationName()),
            options, target, choice);
  }
  if (alternatives.front().empty())
    return;
  OpPassManager rest(func::FuncOp::getOperationName());
  addOrder(rest, options, target, asked);
  addTiles(rest, options, target);
  target.addLaunches(rest);
  ChoosePassesPassOptions choose;
  choose.machine = target.machine;
  choose.assume = target.assume;
  choose.onlyKnown = !saysOfSizes(options, "auto");
  function.addPass(
      createChoosePassesPass(choose, std::move(alternatives), std::move(rest)));
}

/// The best of several orders, by the cost model: the one that options ask for,
/// each other fusion, and other tiles in time if options do not say which.
static void addSearch(OpPassManager &function, const StagingOptions &options,
                      const StagingTarget &target, const OrderChoice &asked) {
  SmallVector<OrderChoice> choices = {asked};
  auto add = [&](auto change) {
    OrderChoice &other = choices.emplace_back(asked);
    change(other);
  };
  for (Fusion fusion : {Fusion::Max, Fusion::None, Fusion::Smart})
    if (fusion != asked.fusion)
      add([&](OrderChoice &other) { other.fusion = fusion; });
  if (asked.timeTile == TimeTileMode::Auto) {
    add([](OrderChoice &other) { other.timeTile = TimeTileMode::Never; });
    // Rows are long, for neighbouring threads and few blocks on a diagonal.
    if (asked.timeSizes.empty())
      for (auto [height, length] :
           {std::pair(16, 64), std::pair(16, 128), std::pair(32, 128)})
        add([height = height, length = length](OrderChoice &other) {
          other.timeSizes = {height, length};
        });
  }
  std::vector<OpPassManager> alternatives;
  for (const OrderChoice &choice : choices) {
    OpPassManager &passes =
        alternatives.emplace_back(func::FuncOp::getOperationName());
    addTime(passes, options, target, choice);
    addOrder(passes, options, target, choice);
  }
  OpPassManager rest(func::FuncOp::getOperationName());
  addChoice(rest, options, target);
  addTiles(rest, options, target);
  target.addLaunches(rest);
  ChoosePassesPassOptions choose;
  choose.machine = target.machine;
  choose.assume = target.assume;
  function.addPass(
      createChoosePassesPass(choose, std::move(alternatives), std::move(rest)));
}

/// Passes that look for a better order of the loops, and for reductions that
/// threads can share.
static void addOrder(OpPassManager &function, const StagingOptions &options,
                     const StagingTarget &target) {
  bool sizesGiven = hasSizes(options);
  bool gpu = target.mapping == TileMapping::GPU;
  if (gpu && !sizesGiven && options.schedule != ScheduleMode::Never)
    addRecurrences(function, options, target);
  OrderChoice asked{options.timeTile, llvm::to_vector(options.timeSizes),
                    options.fusion};
  if (options.schedule == ScheduleMode::Search && gpu && target.addLaunches) {
    addSearch(function, options, target, asked);
  } else {
    addTimeChoice(function, options, target, asked);
    addOrder(function, options, target, asked);
  }
  if (!gpu || options.reductions == ReductionMode::Never ||
      (sizesGiven && !options.reassociate))
    return;
  // Sums in another order are other values: what is proved ends here, and
  // begins again.
  if (options.check)
    addCheck(function, options, target);
  auto reductions = withBudget<SplitReductionsPassOptions>(options);
  reductions.reassociate = options.reassociate;
  reductions.machine = target.machine;
  function.addPass(createSplitReductionsPass(reductions));
  if (options.check)
    function.addPass(createMarkOriginPass());
}

void polymem::addStaging(OpPassManager &function, const StagingOptions &options,
                         const StagingTarget &target) {
  // First, so that the same pass alone makes what results are compared with.
  function.addPass(createFormFMAPass({options.contract}));
  // Subscripts that the passes below understand.
  function.addPass(affine::createAffineExpandIndexOpsAsAffinePass());
  function.addPass(createRaiseToAffinePass());
  function.addPass(createClampSizesPass());
  if (options.check)
    function.addPass(createMarkOriginPass());
  function.addPass(createPromoteScalarsPass());
  addOrder(function, options, target);

  addChoice(function, options, target);
  addTiles(function, options, target, /*isTrial=*/false);
  if (options.check)
    addCheck(function, options, target);
}
