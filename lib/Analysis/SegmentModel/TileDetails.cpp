//===- TileDetails.cpp - what tiles of an execution do --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executions.h"
#include "IndexNumbers.h"
#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "SegmentTime.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;
using makespan::Box;

namespace {
/// The tiles of one execution. What is not known, or takes more than `left`
/// steps, ends in `hasFailed`.
class TilesOfComponent final : public makespan::TileDetails {
public:
  TilesOfComponent(const SegmentModel &model, prem::ComponentOp component,
                   const Multicore &machine, int64_t &left)
      : model(model), component(component), machine(machine), left(left) {}

  /// The tiles are those of the execution where the loops around have these
  /// values.
  void begin(const LoopValues &around) {
    std::optional<SmallVector<int64_t>> counts = countsOf(component, around);
    hasFailed |= !counts;
    numTiles = counts.value_or(SmallVector<int64_t>(component.getRank(), 0));
    int64_t tiles = 1;
    for (int64_t count : numTiles)
      hasFailed |= llvm::MulOverflow(tiles, std::max<int64_t>(count, 0), tiles);
    hasFailed |= tiles > left;
    for (auto [value, number] : around)
      numbers.set(value, number);
  }

  ArrayRef<int64_t> counts() const override { return numTiles; }
  int64_t operationsOf(ArrayRef<int64_t> tile) override;
  SmallVector<Box> boxesOf(unsigned array, ArrayRef<int64_t> tile) override;
  bool areSame(unsigned array, ArrayRef<int64_t> first,
               ArrayRef<int64_t> second) override;

  bool hasFailed = false;

private:
  /// What the time of a loop depends on.
  struct LoopFacts {
    /// Its iterations take the same time.
    bool isUniform = true;
    /// What has a value before the loop begins, and times by these values.
    SmallVector<Value> outside;
    std::map<std::vector<int64_t>, int64_t> cycles;
  };

  /// 0 where `number` is not known.
  int64_t known(std::optional<int64_t> number) {
    hasFailed |= !number;
    return number.value_or(0);
  }
  void setTile(ArrayRef<int64_t> tile) {
    for (auto [value, number] : llvm::zip(component.getTileNumbers(), tile))
      numbers.set(value, number);
  }
  Box boxOf(prem::StreamOp stream, prem::BoxAttr attr, bool loaded,
            bool stored);
  SmallVector<int64_t> placeOf(prem::StreamOp stream, ArrayRef<int64_t> tile);
  LoopFacts &factsOf(AffineForOp loop);
  int64_t cyclesOf(Block &block);
  int64_t cyclesOf(AffineForOp loop);
  int64_t cyclesOf(Operation &op);

  const SegmentModel &model;
  prem::ComponentOp component;
  const Multicore &machine;
  SmallVector<int64_t> numTiles;
  IndexNumbers numbers = IndexNumbers(LoopValues());
  std::map<Operation *, LoopFacts> facts;
  int64_t &left;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// What it depends on how often `op` executes what is in it.
static SmallVector<Value> controlOf(Operation *op) {
  SmallVector<Value> values;
  if (auto loop = dyn_cast<AffineForOp>(op)) {
    llvm::append_range(values, loop.getLowerBoundOperands());
    llvm::append_range(values, loop.getUpperBoundOperands());
  } else if (isa<AffineIfOp>(op)) {
    llvm::append_range(values, op->getOperands());
  }
  return values;
}

/// What `value` is computed from: arguments of blocks, and what else has no
/// operands.
static void findSources(Value value, llvm::SetVector<Value> &sources) {
  Operation *op = value.getDefiningOp();
  if (op && op->getNumOperands() != 0)
    for (Value operand : op->getOperands())
      findSources(operand, sources);
  else if (!op || !matchPattern(op, m_Constant()))
    sources.insert(value);
}

TilesOfComponent::LoopFacts &TilesOfComponent::factsOf(AffineForOp loop) {
  auto [entry, isNew] = facts.try_emplace(loop);
  if (!isNew)
    return entry->second;
  llvm::SetVector<Value> sources;
  LoopFacts &made = entry->second;
  loop.getBody()->walk([&](Operation *op) {
    for (Value operand : controlOf(op))
      findSources(operand, sources);
  });
  made.isUniform = !sources.contains(loop.getInductionVar());
  for (Value operand : controlOf(loop))
    findSources(operand, sources);
  for (Value source : sources)
    if (!loop->isAncestor(source.getParentRegion()->getParentOp()))
      made.outside.push_back(source);
  return made;
}

/// A loop whose iterations take the same time is looked at once, and so is one
/// that all it depends on is as it was before.
int64_t TilesOfComponent::cyclesOf(AffineForOp loop) {
  LoopFacts &facts = factsOf(loop);
  std::vector<int64_t> key;
  for (Value source : facts.outside)
    key.push_back(known(numbers.of(source)));
  left -= key.size();
  auto before = facts.cycles.find(key);
  if (before != facts.cycles.end())
    return before->second;
  int64_t begin = known(numbers.greatestOf(loop.getLowerBoundMap(),
                                           loop.getLowerBoundOperands()));
  int64_t end = known(
      numbers.leastOf(loop.getUpperBoundMap(), loop.getUpperBoundOperands()));
  int64_t step = loop.getStepAsInt(), total = 0;
  if (facts.isUniform && begin < end) {
    numbers.set(loop.getInductionVar(), begin);
    hasFailed |= llvm::MulOverflow(cyclesOf(*loop.getBody()),
                                   (end - begin - 1) / step + 1, total);
  } else {
    for (int64_t i = begin; i < end && !hasFailed; i += step) {
      numbers.set(loop.getInductionVar(), i);
      hasFailed |= llvm::AddOverflow(total, cyclesOf(*loop.getBody()), total);
    }
  }
  if (!hasFailed)
    facts.cycles[key] = total;
  return total;
}

int64_t TilesOfComponent::cyclesOf(Operation &op) {
  if (auto count = dyn_cast<prem::CountOp>(op))
    return count.getCount() * priceOf(count.getOperations(), machine);
  if (auto loop = dyn_cast<AffineForOp>(op))
    return cyclesOf(loop);
  auto condition = dyn_cast<AffineIfOp>(op);
  if (!condition) {
    hasFailed |= op.getNumRegions() != 0;
    return 0;
  }
  std::optional<bool> isThen = numbers.holds(condition);
  hasFailed |= !isThen;
  if (isThen.value_or(true))
    return cyclesOf(*condition.getThenBlock());
  return condition.hasElse() ? cyclesOf(*condition.getElseBlock()) : 0;
}

int64_t TilesOfComponent::cyclesOf(Block &block) {
  int64_t total = 0;
  for (Operation &op : block) {
    hasFailed |= --left < 0;
    if (hasFailed)
      return 0;
    hasFailed |= llvm::AddOverflow(total, cyclesOf(op), total);
  }
  return total;
}

int64_t TilesOfComponent::operationsOf(ArrayRef<int64_t> tile) {
  setTile(tile);
  return hasFailed ? 0 : cyclesOf(component.getBody().front());
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// What the maps of `stream` are about.
static SmallVector<Value> operandsOf(prem::StreamOp stream) {
  SmallVector<Value> operands(stream.getTileNumbers());
  llvm::append_range(operands, stream.getSymbols());
  return operands;
}

Box TilesOfComponent::boxOf(prem::StreamOp stream, prem::BoxAttr attr,
                            bool loaded, bool stored) {
  Box box;
  box.loaded = loaded;
  box.stored = stored;
  SmallVector<Value> operands = operandsOf(stream);
  for (auto [lower, upper] : llvm::zip(attr.getLower(), attr.getUpper())) {
    box.lower.push_back(known(numbers.greatestOf(lower, operands)));
    box.sizes.push_back(known(numbers.leastOf(upper, operands)) -
                        box.lower.back());
  }
  return box;
}

SmallVector<Box> TilesOfComponent::boxesOf(unsigned array,
                                           ArrayRef<int64_t> tile) {
  prem::StreamOp stream = model.streams[array];
  SmallVector<Box> boxes;
  if (hasFailed || --left < 0 || !stream || !stream.getArray())
    return boxes;
  setTile(tile);
  auto add = [&](prem::BoxAttr attr, bool loaded, bool stored) {
    Box box = boxOf(stream, attr, loaded, stored);
    if (llvm::all_of(box.sizes, [](int64_t size) { return size > 0; }))
      boxes.push_back(std::move(box));
  };
  SmallVector<prem::BoxAttr> stores = stream.getStores();
  if (stores.size() == 1 && stream.getLoad() == stores.front()) {
    add(stores.front(), true, true);
    return boxes;
  }
  if (stream.getLoad())
    add(*stream.getLoad(), true, false);
  for (prem::BoxAttr attr : stores)
    add(attr, false, true);
  return boxes;
}

/// The buffer's first element and all bounds of boxes, also of empty ones: what
/// `prem-expand-components` compares.
SmallVector<int64_t> TilesOfComponent::placeOf(prem::StreamOp stream,
                                               ArrayRef<int64_t> tile) {
  setTile(tile);
  SmallVector<Value> operands = operandsOf(stream);
  std::optional<SmallVector<int64_t>> place =
      numbers.ofMap(*stream.getOrigin(), operands);
  hasFailed |= !place;
  if (!place)
    return {};
  for (prem::BoxAttr attr : stream.getBoxes()) {
    Box box = boxOf(stream, attr, false, false);
    llvm::append_range(*place, box.lower);
    llvm::append_range(*place, box.sizes);
  }
  return *place;
}

bool TilesOfComponent::areSame(unsigned array, ArrayRef<int64_t> first,
                               ArrayRef<int64_t> second) {
  prem::StreamOp stream = model.streams[array];
  if (hasFailed || !stream || !stream.getArray() || !stream.getMayRepeat())
    return false;
  return placeOf(stream, first) == placeOf(stream, second);
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

std::optional<DetailedTotals>
polymem::detailedTotalsOf(prem::ComponentOp component,
                          const SegmentModel &model, const Multicore &machine,
                          const makespan::Options &options,
                          const LoopValues &sizes, int64_t &left) {
  TilesOfComponent tiles(model, component, machine, left);
  DetailedTotals result;
  auto add = [&](const LoopValues &values) {
    if (tiles.hasFailed)
      return;
    tiles.begin(values);
    if (tiles.hasFailed)
      return;
    makespan::Makespan makespan =
        makespanOf(model.component, model.plan, machine, options,
                   /*walkAll=*/true, &tiles);
    ++result.executions;
    result.total += makespan.cycles;
    if (makespan.cycles > result.longest.cycles) {
      result.longest = makespan;
      result.longestValues = values;
    }
  };
  if (!forEachExecution(component, sizes, add) || tiles.hasFailed || left < 0)
    return std::nullopt;
  return result;
}

std::vector<makespan::Event> polymem::detailedEventsOf(
    prem::ComponentOp component, const SegmentModel &model,
    const Multicore &machine, const makespan::Options &options,
    const LoopValues &values, size_t maxEvents, bool &isWhole) {
  int64_t left = std::numeric_limits<int64_t>::max();
  TilesOfComponent tiles(model, component, machine, left);
  tiles.begin(values);
  return eventsOf(model.component, model.plan, machine, options, maxEvents,
                  isWhole, &tiles);
}
