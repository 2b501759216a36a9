//===- CostWalker.cpp - executes launches on boxes of blocks --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostWalker.h"
#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "SavedInstructions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

CostWalker::CostWalker(Operation *function, const Machine &machine,
                       const CostOptions &options)
    : function(function), machine(machine), options(options),
      assumed(function, options.sizes, options.otherwise),
      table(machine.warps().threads), active(table.intern(Mask(1, 1))) {}

void CostWalker::noteInexact(const Twine &reason) {
  if (std::string text = reason.str(); !llvm::is_contained(inexact, text))
    inexact.push_back(std::move(text));
}

double CostWalker::weight() const {
  double result = 1;
  for (const Interval &interval : box)
    result *= interval.size();
  return result;
}

bool CostWalker::wantsCut() {
  if (std::optional<Cut> wanted = arithmetic.takeCut())
    cut = wanted;
  return cut.has_value();
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// Adds `number` values of `whole` to `samples`, which stand for all, the first
/// one last: its first and its last, which are often unlike all others, and one
/// of each of the pieces between; or its middle, if there is to be one. Values
/// of several variables are to be spread over the box and not to meet on its
/// diagonal, where tiles of triangles are unlike others: so the places within
/// the pieces follow each other by the golden ratio.
static void addSamples(const Interval &whole, unsigned variable, int64_t number,
                       SmallVectorImpl<Interval> &samples) {
  constexpr double kGoldenRatio = 0.6180339887498949;
  int64_t first = whole.first, last = whole.last;
  assert(first < last && "a single value is never cut");
  int64_t between = last - first - 1;
  if (number < 3) {
    int64_t middle = first + (last - first) / 2;
    samples.push_back({middle, middle, whole.size()});
    return;
  }
  samples.push_back({last, last, whole.weight});
  int64_t pieces = std::min(number - 2, between);
  int64_t rest = pieces > 0 ? between % pieces : 0;
  for (int64_t piece = pieces - 1; piece >= 0; --piece) {
    int64_t size = between / pieces + (piece < rest ? 1 : 0);
    double turns = double(piece + variable * pieces) * kGoldenRatio + 0.5;
    double place = turns - std::floor(turns);
    int64_t at = first + 1 + between / pieces * piece + std::min(piece, rest) +
                 std::min(int64_t(place * double(size)), size - 1);
    samples.push_back({at, at, double(size) * whole.weight});
  }
  samples.push_back({first, first, whole.weight});
}

/// The part of `maxParts` that is looked at again where it did not suffice, for
/// each outermost variable.
static constexpr unsigned kShareOfSamples = 4;

/// How many values stand for an interval if `parts` may be looked at in all.
static unsigned numSamples(unsigned parts) {
  return parts >= 4096 ? 16
         : parts >= 36 ? 6
         : parts >= 16 ? 4
         : parts >= 3  ? 3
                       : 1;
}

bool CostWalker::forParts(int64_t first, int64_t last,
                          function_ref<bool()> part) {
  if (!box.empty())
    return forPartsInside(first, last, part);
  // All parts, if they are not too many. What is counted before that is known
  // is dropped.
  size_t logged = log.size();
  CostCounts *sum = counts;
  CostCounts own;
  if (sum)
    counts = &own;
  parts = 0;
  isSampled = false;
  bool done = forPartsInside(first, last, part);
  if (parts > options.maxParts) {
    noteInexact("there are more than " + Twine(options.maxParts) +
                " different parts of iterations and blocks; some stand for "
                "others");
    log.resize(logged);
    own = CostCounts();
    isSampled = true;
    share = options.maxParts / kShareOfSamples;
    done = forPartsInside(first, last, part);
  }
  counts = sum;
  if (sum && done)
    *sum += own;
  return done;
}

bool CostWalker::forPartsInside(int64_t first, int64_t last,
                                function_ref<bool()> part) {
  unsigned variable = box.size(), shareOfAll = share;
  box.emplace_back();
  CostCounts *sum = counts;
  llvm::scope_exit restore([&] {
    box.pop_back();
    counts = sum;
    share = shareOfAll;
  });
  SmallVector<Interval, 8> open{{first, last, 1}};
  while (!open.empty()) {
    box[variable] = open.pop_back_val();
    size_t logged = log.size();
    CostCounts own;
    counts = &own;
    ++parts;
    bool done = part();
    counts = sum;
    if (done) {
      if (sum)
        *sum += own;
      continue;
    }
    log.resize(logged);
    if (cut->variable != variable)
      return false;
    int64_t at = cut->at;
    cut.reset();
    Interval whole = box[variable];
    if (isSampled) {
      addSamples(whole, variable, numSamples(shareOfAll), open);
      share = shareOfAll / open.size();
    } else if (parts < options.maxParts) {
      open.push_back({at, whole.last, whole.weight});
      open.push_back({whole.first, at - 1, whole.weight});
    } else { // It is in vain.
      addSamples(whole, variable, 1, open);
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Blocks and operations
//===----------------------------------------------------------------------===//

bool CostWalker::walkBlock(Block &block) {
  size_t known = addresses.size();
  llvm::scope_exit restore([&] { addresses.resize(known); });
  for (Operation &op : block)
    if (!walkOperation(&op))
      return false;
  return true;
}

bool CostWalker::walkRegion(Region &region) {
  if (!region.empty() && !region.hasOneBlock())
    noteInexact("blocks that branch to each other are counted once each");
  for (Block &block : region)
    if (!walkBlock(block))
      return false;
  return true;
}

bool CostWalker::walkOperation(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchOp>(op))
    return walkLaunch(launch);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    auto lower = formOf(loop.getLowerBound());
    auto upper = formOf(loop.getUpperBound());
    auto step = formOf(loop.getStep());
    if (lower && upper && step)
      return walkLoop({loop, *lower, *upper, *step});
    noteInexact("a loop has a length that is not known");
    return walkLoop({loop, Form::of(0), Form::of(options.otherwise),
                     Form::of(1), /*isKnown=*/false});
  }
  if (isa<affine::AffineForOp>(op))
    return walkAffineLoop(op);
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return walkIf(op, formOf(ifOp.getCondition()), ifOp.getThenRegion(),
                  ifOp.getElseRegion());
  if (isa<affine::AffineIfOp>(op))
    return walkAffineIf(op);
  if (op->getNumRegions() != 0) {
    noteInexact("what is in '" + op->getName().getStringRef() +
                "' is counted once");
    for (Region &region : op->getRegions())
      if (!walkRegion(region))
        return false;
    return true;
  }
  if (inLaunch && !countInstructions(op))
    return false;
  return evaluate(op);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

bool CostWalker::walkIf(Operation *op, std::optional<Form> condition,
                        Region &thenRegion, Region &elseRegion) {
  if (!condition)
    noteInexact("a condition depends on data: both of its branches are "
                "counted");
  Active before = active;
  llvm::scope_exit restore([&] { active = before; });
  for (bool taken : {true, false}) {
    Region &region = taken ? thenRegion : elseRegion;
    if (region.empty())
      continue;
    if (condition)
      active = table.select(before, condition->numbers(), taken);
    bool any = active->threads != 0;
    if (any && !walkBlock(region.front()))
      return false;
    active = before;
    if (!timeline || !any)
      continue;
    for (auto [result, value] : llvm::zip(
             op->getResults(), region.front().getTerminator()->getOperands()))
      if (auto found = timeline->values.find(value);
          found != timeline->values.end()) {
        // The place of a new value may be in another table.
        Ready ready = found->second;
        timeline->wait(timeline->values[result], ready);
      }
  }
  for (OpResult result : op->getResults()) {
    FormArithmetic::Result value;
    auto yielded = [&](Region &region) {
      return formOf(
          region.front().getTerminator()->getOperand(result.getResultNumber()));
    };
    std::optional<int64_t> known =
        condition ? condition->asConstant() : std::nullopt;
    std::optional<Form> a, b;
    if (condition && result.getType().isIntOrIndex()) {
      a = known == 0 ? a : yielded(thenRegion);
      b = known && known != 0 ? b : yielded(elseRegion);
    }
    if (known)
      value = *known ? a : b;
    else if (a && b)
      value = arithmetic.select(*condition, *a, *b);
    if (wantsCut())
      return false;
    if (value)
      define(result, *value);
    else
      forms.erase(result);
  }
  return true;
}

bool CostWalker::walkAffineIf(Operation *op) {
  auto ifOp = cast<affine::AffineIfOp>(op);
  IntegerSet set = ifOp.getIntegerSet();
  auto values = formsOf(ifOp.getOperands());
  std::optional<Form> condition;
  if (values)
    condition = Form::of(1);
  for (unsigned i = 0; condition && i < set.getNumConstraints(); ++i) {
    auto side =
        arithmetic.evaluate(set.getConstraint(i), *values, set.getNumDims());
    if (side)
      side =
          set.isEq(i)
              ? arithmetic.compare(*side, Form::of(0), Comparison::Equal)
              : arithmetic.compare(Form::of(0), *side, Comparison::LessEqual);
    condition = side ? arithmetic.multiply(*condition, *side) : side;
  }
  if (wantsCut())
    return false;
  return walkIf(op, condition, ifOp.getThenRegion(), ifOp.getElseRegion());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

bool CostWalker::walkGrid(gpu::LaunchOp launch, ArrayRef<int64_t> grid,
                          unsigned axis, LaunchShape &shape) {
  return forParts(0, grid[axis] - 1, [&] {
    define(launch.getBody().getArgument(axis),
           arithmetic.variable(box.size() - 1));
    if (axis > 0)
      return walkGrid(launch, grid, axis - 1, shape);
    Timeline own;
    timeline = &own;
    bool done = walkRegion(launch.getBody());
    timeline = nullptr;
    if (!done)
      return false;
    shape.chainCycles = std::max(shape.chainCycles, own.end.time);
    double warpsPerBlock =
        std::ceil(shape.threads / double(machine.warps().threads));
    shape.mostOfABlock = std::max(
        shape.mostOfABlock,
        issuedInstructions(counts->scaled(1 / weight()), warpsPerBlock));
    return true;
  });
}

/// An estimate of the registers of a thread: what it cannot do without, which
/// are addresses, what is carried, and operands of that; but back ends take
/// more, to load early, while there are some: polymem-annotate-kernels leaves
/// them half of what a thread could have, unless too much is carried for that.
/// The numbers are from what ptxas takes for PolyBench. `early` are for what
/// polymem-prefetch-copies loads a step early.
static double registersOf(gpu::LaunchOp launch, const Machine &machine,
                          int64_t early) {
  constexpr double kAddresses = 40, kOperands = 0.25;
  constexpr double kUsual = 64, kEarlyLoads = 9;
  double most = double(machine.registers().bytes) / 4;
  double carried = double(carriedRegisters(launch));
  double least = kAddresses + carried * (1 + kOperands);
  double left = carriesTooMuch(launch, int64_t(most / 2)) ? most : most / 2;
  double taken = std::min(kUsual + carried * kEarlyLoads + double(early), left);
  return std::min(std::max(least, taken), most);
}

std::optional<SmallVector<int64_t>> CostWalker::sizesOf(gpu::LaunchOp launch) {
  SmallVector<int64_t> sizes;
  for (Value size : {launch.getGridSizeX(), launch.getGridSizeY(),
                     launch.getGridSizeZ(), launch.getBlockSizeX(),
                     launch.getBlockSizeY(), launch.getBlockSizeZ()}) {
    std::optional<Form> form = formOf(size);
    // The sizes of a launch are the same in the whole box.
    if (form && !arithmetic.requireConstant(*form) && wantsCut())
      return std::nullopt;
    std::optional<int64_t> number = form ? form->asConstant() : std::nullopt;
    if (!number) {
      noteInexact("the sizes of a launch are not known: it is not counted");
      return SmallVector<int64_t>(6, 0);
    }
    sizes.push_back(std::max<int64_t>(*number, 0));
  }
  int64_t threads = 1;
  for (int64_t size : ArrayRef(sizes).drop_front(3))
    if (llvm::MulOverflow(threads, size, threads) ||
        threads > machine.threads().maxPerBlock) {
      noteInexact("a launch has more threads in a block than '" + machine.name +
                  "' allows: it is not counted");
      return SmallVector<int64_t>(6, 0);
    }
  return sizes;
}

void CostWalker::defineIds(gpu::LaunchOp launch, ArrayRef<int64_t> grid,
                           ArrayRef<int64_t> block) {
  auto arguments = launch.getBody().getArguments();
  int64_t inner = 1;
  for (unsigned axis = 0; axis < 3; ++axis) {
    SmallVector<int64_t, 0> ids;
    for (int64_t thread = 0; thread < int64_t(active->mask.size()); ++thread)
      ids.push_back(thread / inner % block[axis]);
    inner *= block[axis];
    LaneNumbers numbers = table.intern(std::move(ids));
    define(arguments[3 + axis], Form::of(numbers));
    define(arguments[6 + axis], Form::of(grid[axis]));
    define(arguments[9 + axis], Form::of(block[axis]));
  }
}

double CostWalker::sharedBytesOf(gpu::LaunchOp launch) {
  double result = 0;
  for (BlockArgument buffer : launch.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.hasStaticShape())
      result += double(
          llvm::alignTo(type.getNumElements() * bytesOf(type.getElementType()),
                        kWidestAccess));
  }
  if (Value dynamic = launch.getDynamicSharedMemorySize())
    if (std::optional<Form> bytes = formOf(dynamic);
        bytes && bytes->asConstant())
      result += double(*bytes->asConstant());
  return result;
}

bool CostWalker::walkLaunch(gpu::LaunchOp launch) {
  if (inLaunch) {
    noteInexact("a launch in a launch is not counted");
    return true;
  }
  if (options.isCounted && !options.isCounted(launch))
    return true;
  std::optional<SmallVector<int64_t>> sizes = sizesOf(launch);
  if (!sizes)
    return false;
  if (llvm::is_contained(*sizes, 0))
    return true;
  ArrayRef<int64_t> grid = ArrayRef(*sizes).take_front(3);
  ArrayRef<int64_t> block = ArrayRef(*sizes).drop_front(3);
  int64_t threads = block[0] * block[1] * block[2];
  int64_t warpSize = machine.warps().threads;
  double outside = weight();

  Active before = active;
  CostCounts *around = counts;
  llvm::scope_exit restore([&] {
    active = before;
    inLaunch = false;
    saved = nullptr;
    counts = around;
  });
  inLaunch = true;
  std::unique_ptr<SavedInstructions> &known = savings[launch];
  if (!known)
    known = std::make_unique<SavedInstructions>(launch);
  saved = known.get();
  arrays.clear();
  Mask all(llvm::alignTo(threads, warpSize), 0);
  std::fill_n(all.begin(), threads, 1);
  active = table.intern(std::move(all));
  defineIds(launch, grid, block);
  CostCounts total;
  counts = &total;
  LaunchShape shape;
  shape.threads = double(threads);
  if (!walkGrid(launch, grid, 2, shape))
    return false;

  LoggedLaunch logged;
  logged.launch = launch;
  shape.blocks = double(grid[0]) * double(grid[1]) * double(grid[2]);
  shape.registers = registersOf(launch, machine, saved->earlyRegisters());
  shape.sharedBytes = sharedBytesOf(launch);
  total.launches = outside;
  total.blocks = outside * shape.blocks;
  total.warps = total.blocks * double(llvm::divideCeil(threads, warpSize));
  logged.counts = total;
  logged.shape = shape;
  logged.around = box;
  logged.arrays.assign(arrays.begin(), arrays.end());
  log.push_back(std::move(logged));
  return true;
}
