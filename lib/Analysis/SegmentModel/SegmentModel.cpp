//===- SegmentModel.cpp - components in terms of the makespan -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/SegmentModel/SegmentModel.h"
#include "Executions.h"
#include "SegmentTime.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using makespan::Array;
using makespan::Dimension;

/// Tiles that boxes are compared for, at most: more are compared where loops
/// begin and end.
static constexpr int64_t kMostTiles = 4096;

namespace {
/// Of an affine function of tile numbers, and of other values.
struct Linear {
  SmallVector<int64_t> slopes;
  int64_t constant = 0;
  bool hasSymbols = false;
};

class ModelBuilder {
public:
  ModelBuilder(prem::ComponentOp component, ArrayRef<CutLoop> loops,
               const Multicore &machine, ArrayRef<LoopValues> sizes,
               ModelObstacle &obstacle)
      : component(component), loops(loops), machine(machine), sizes(sizes),
        obstacle(obstacle) {}

  bool run();
  SegmentModel model;

private:
  bool refuse(Operation *op, StringRef name, const Sentence &text) {
    obstacle = {op, name, text};
    return false;
  }
  bool checkCounts();
  bool addStream(prem::StreamOp stream);
  bool mayKeep(prem::StreamOp stream);
  bool addDimension(prem::StreamOp stream, unsigned dim, Array &array);
  bool moveWithLoops(const Linear &linear, Dimension &dim);
  void makeAtMost(prem::StreamOp stream, Array &array);
  bool checkBoxes(prem::StreamOp stream, const Array &array, bool &areAlike);
  std::optional<bool> isBoxOf(prem::StreamOp stream, prem::BoxAttr box,
                              const Array &array, ArrayRef<int64_t> tile,
                              const LoopValues &around);
  std::vector<SmallVector<int64_t>> tilesToCompare();

  prem::ComponentOp component;
  ArrayRef<CutLoop> loops;
  const Multicore &machine;
  ArrayRef<LoopValues> sizes;
  ModelObstacle &obstacle;
};
} // namespace

static std::optional<Linear> linearOf(AffineExpr expr, unsigned dims,
                                      unsigned symbols) {
  SmallVector<int64_t> flat;
  if (!expr.isPureAffine() ||
      failed(getFlattenedAffineExpr(expr, dims, symbols, &flat)) ||
      flat.size() != dims + symbols + 1)
    return std::nullopt;
  Linear result;
  result.slopes.assign(flat.begin(), flat.begin() + dims);
  result.constant = flat.back();
  for (unsigned s = 0; s < symbols; ++s)
    result.hasSymbols |= flat[dims + s] != 0;
  return result;
}

static int64_t product(ArrayRef<int64_t> numbers) {
  int64_t result = 1;
  for (int64_t number : numbers)
    if (llvm::MulOverflow(result, number, result))
      return std::numeric_limits<int64_t>::max();
  return result;
}

static makespan::Mode modeOf(prem::Mode mode) {
  switch (mode) {
  case prem::Mode::Stream:
    return makespan::Mode::Stream;
  case prem::Mode::Resident:
    return makespan::Mode::Resident;
  case prem::Mode::Serial:
    return makespan::Mode::Serial;
  }
  llvm_unreachable("all modes are known");
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Numbers of tiles, in all executions: at most those that loops with so many
/// iterations have.
bool ModelBuilder::checkCounts() {
  SmallVector<int64_t> expected;
  for (auto [loop, count] : llvm::zip(loops, component.getCounts()))
    expected.push_back(llvm::divideCeil(loop.loop.trips, loop.tile));
  model.countsVary.assign(loops.size(), false);
  bool isConstant = true;
  for (auto [d, count] : llvm::enumerate(component.getCounts())) {
    auto tiles =
        evaluate(AffineMap::getMultiDimIdentityMap(1, component.getContext()),
                 count, LoopValues());
    model.component.loops[d].isUnknown = !tiles;
    isConstant &= tiles && tiles->front() == expected[d];
  }
  if (isConstant)
    return true;
  bool isKnown = true;
  bool isDone =
      forEachExecution(component, sizes, [&](const LoopValues &values) {
        auto counts = countsOf(component, values);
        isKnown &= counts.has_value();
        for (unsigned d = 0; counts && d < expected.size(); ++d) {
          isKnown &= (*counts)[d] <= expected[d];
          model.countsVary[d] =
              model.countsVary[d] || (*counts)[d] != expected[d];
        }
      });
  if (!isDone || !isKnown)
    return refuse(nullptr, "UnknownTrips",
                  sentence("the loops have not {0} tiles, or less, always",
                           named("Tiles", product(expected))));
  return true;
}

/// Where elements of dimension `dim` are, from the buffer's first cell and the
/// buffer's size in that dimension.
bool ModelBuilder::addDimension(prem::StreamOp stream, unsigned d,
                                Array &array) {
  AffineMap origin = *stream.getOrigin();
  Dimension &dim = array.dims.emplace_back();
  dim.size = cast<MemRefType>(stream.getArray().getType()).getDimSize(d);
  dim.span = cast<MemRefType>(stream.getBuffer().getType()).getDimSize(d);
  dim.coefficients.assign(loops.size(), 0);
  std::optional<Linear> linear = linearOf(
      origin.getResult(d), origin.getNumDims(), origin.getNumSymbols());
  if (!linear || !moveWithLoops(*linear, dim)) {
    // Boxes of its size, somewhere.
    array.atMost = array.anywhere = true;
    return true;
  }
  if (linear->hasSymbols) {
    array.anywhere = true;
    int64_t before = 0, extent = dim.span;
    for (auto [coefficient, loop] : llvm::zip(dim.coefficients, loops)) {
      int64_t moved = coefficient * (loop.loop.trips - 1);
      extent += std::abs(moved);
      before += moved < 0 ? -moved : 0;
    }
    dim.offset = std::min(std::max(dim.offset, before),
                          before + std::max<int64_t>(dim.size - extent, 0));
  }
  return true;
}

/// Of the buffer's cells in a dimension, `dim.span` of them, what moves with
/// the iterations of each loop. False, and nothing, if that is not so.
bool ModelBuilder::moveWithLoops(const Linear &linear, Dimension &dim) {
  Dimension moved = dim;
  moved.offset = linear.constant;
  for (auto [d, slope] : llvm::enumerate(linear.slopes)) {
    const CutLoop &loop = loops[d];
    if (slope % loop.tile != 0)
      return false;
    int64_t coefficient = slope / loop.tile;
    int64_t extent =
        std::abs(coefficient) * (std::min(loop.tile, loop.loop.trips) - 1);
    // Of a loop with one tile, nothing says that elements move with it.
    if (loop.tile >= loop.loop.trips && extent >= moved.span)
      continue;
    moved.coefficients[d] = coefficient;
    moved.span -= extent;
    if (coefficient < 0)
      moved.offset += extent;
  }
  if (moved.span < 1)
    return false;
  dim = moved;
  return true;
}

/// Boxes that are not those of tiles of one size that move alike: they are
/// inside of the buffer, and change with some loops.
void ModelBuilder::makeAtMost(prem::StreamOp stream, Array &array) {
  array.atMost = true;
  array.varies.assign(loops.size(), false);
  auto look = [&](AffineMap map) {
    for (unsigned d = 0; d < component.getRank(); ++d)
      if (map.isFunctionOfDim(d))
        array.varies[d] = true;
  };
  look(*stream.getOrigin());
  for (prem::BoxAttr box : stream.getBoxes())
    for (ArrayRef<AffineMap> maps : {box.getLower(), box.getUpper()})
      llvm::for_each(maps, look);
}

bool ModelBuilder::addStream(prem::StreamOp stream) {
  auto type = cast<MemRefType>(stream.getBuffer().getType());
  Array array;
  array.elementBytes = prem::getElementBytes(type.getElementType());
  array.mayStream = stream.getMode() != prem::Mode::Serial;
  SmallVector<prem::BoxAttr> stores = stream.getStores();
  array.loaded = stream.getLoad().has_value();
  array.stored = !stores.empty();
  array.storedBoxes = std::max<int64_t>(stores.size(), 1);
  if (!stream.getArray()) {
    Dimension &dim = array.dims.emplace_back();
    dim.size = dim.span = type.getNumElements();
    dim.coefficients.assign(loops.size(), 0);
    array.name = "own";
  } else {
    auto argument = dyn_cast<BlockArgument>(stream.getArray());
    if (argument)
      array.name = "arg" + std::to_string(argument.getArgNumber());
    for (unsigned d = 0; d < unsigned(type.getRank()); ++d)
      if (!addDimension(stream, d, array))
        return false;
    bool isAlike = stores.size() < 2 && !array.atMost;
    for (auto [d, vary] : llvm::enumerate(model.countsVary))
      isAlike &= !vary || !array.dependsOn(d);
    if (isAlike && !checkBoxes(stream, array, isAlike))
      return false;
    if (!isAlike)
      makeAtMost(stream, array);
    bool isPlain = !stream.getMayBeEmpty() &&
                   llvm::all_equal(stream.getBoxes()) &&
                   llvm::equal(stream.getBoxes().front().getLower(),
                               stream.getOrigin()->getResults(),
                               [](AffineMap lower, AffineExpr corner) {
                                 return lower.getNumResults() == 1 &&
                                        lower.getResult(0) == corner;
                               });
    array.call = isPlain ? Array::Call::Swap : Array::Call::SwapBoxes;
    if (!isPlain && !(stores.size() == 1 && stream.getLoad() == stores.front()))
      array.callBoxes = std::max<int64_t>(stream.getBoxes().size(), 1);
  }
  array.mayKeep = stream.getMode() == prem::Mode::Resident ? stream.getKept()
                                                           : mayKeep(stream);
  model.component.arrays.push_back(std::move(array));
  model.streams.push_back(stream);
  model.plan.modes.push_back(modeOf(stream.getMode()));
  return true;
}

/// Whether one buffer of the array would be kept while loops around are
/// executed, as `convert-scratch-to-prem` decides it: the array is only read in
/// them, and all that its boxes depend on is known before.
bool ModelBuilder::mayKeep(prem::StreamOp stream) {
  Operation *loop = nullptr;
  for (Operation *op = component->getParentOp();
       op && !isa<FunctionOpInterface>(op); op = op->getParentOp()) {
    if (!isa<affine::AffineForOp>(op))
      return false;
    loop = op;
  }
  if (!loop || !stream.getArray() || stream.getUsage() != prem::Usage::RO)
    return false;
  SmallVector<AffineMap> maps = {*stream.getOrigin()};
  for (prem::BoxAttr box : stream.getBoxes()) {
    llvm::append_range(maps, box.getLower());
    llvm::append_range(maps, box.getUpper());
  }
  for (auto [s, symbol] : llvm::enumerate(stream.getSymbols()))
    if (loop->isAncestor(symbol.getParentRegion()->getParentOp()) &&
        llvm::any_of(
            maps, [s = s](AffineMap map) { return map.isFunctionOfSymbol(s); }))
      return false;
  return !loop->walk([&](prem::StreamOp other) {
                return other.getArray() == stream.getArray() && other.getStore()
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

std::vector<SmallVector<int64_t>> ModelBuilder::tilesToCompare() {
  int64_t all = 1;
  ArrayRef<CutLoop> cut = loops.take_front(component.getRank());
  for (const CutLoop &loop : cut)
    all = std::min(
        kMostTiles + 1,
        all * std::min<int64_t>(kMostTiles + 1,
                                llvm::divideCeil(loop.loop.trips, loop.tile)));
  std::vector<SmallVector<int64_t>> result(1);
  for (const CutLoop &loop : cut) {
    int64_t count = llvm::divideCeil(loop.loop.trips, loop.tile);
    std::vector<SmallVector<int64_t>> next;
    for (const SmallVector<int64_t> &tile : result)
      for (int64_t k = 0; k < count; ++k) {
        if (all > kMostTiles && k > 1 && k < count - 2)
          continue;
        next.push_back(tile);
        next.back().push_back(k);
      }
    result = std::move(next);
  }
  return result;
}

/// The box of a tile is the one that `array` has, from where its first one is;
/// nothing: where it is is not known.
std::optional<bool> ModelBuilder::isBoxOf(prem::StreamOp stream,
                                          prem::BoxAttr box, const Array &array,
                                          ArrayRef<int64_t> tile,
                                          const LoopValues &around) {
  // Tile numbers are dimensions of the maps, and operands of the stream.
  LoopValues values = around;
  for (auto [number, k] : llvm::zip(component.getTileNumbers(), tile))
    values[number] = k;
  LoopValues first = around;
  for (Value number : component.getTileNumbers())
    first[number] = 0;
  SmallVector<Value> operands(stream.getTileNumbers());
  llvm::append_range(operands, stream.getSymbols());
  auto corner = evaluate(*stream.getOrigin(), operands, first);
  for (auto [d, dim] : llvm::enumerate(array.dims)) {
    auto lower = evaluate(box.getLower()[d], operands, values);
    auto upper = evaluate(box.getUpper()[d], operands, values);
    if (!corner || !lower || !upper)
      return std::nullopt;
    int64_t begin = (*corner)[d], extent = dim.span;
    for (auto [coefficient, k, loop] :
         llvm::zip(dim.coefficients, tile, loops)) {
      int64_t iteration = k * loop.tile;
      int64_t size = std::min(loop.tile, loop.loop.trips - iteration);
      extent += std::abs(coefficient) * (size - 1);
      begin += coefficient * iteration;
      if (coefficient < 0)
        begin += coefficient * (size - 1) -
                 coefficient * (std::min(loop.tile, loop.loop.trips) - 1);
    }
    if (*llvm::max_element(*lower) != begin ||
        *llvm::min_element(*upper) != begin + extent)
      return false;
  }
  return true;
}

/// Sets `areAlike` to whether boxes are those of `array`, in the first, the
/// second and the last execution of the component.
bool ModelBuilder::checkBoxes(prem::StreamOp stream, const Array &array,
                              bool &areAlike) {
  SmallVector<LoopValues, 3> some;
  int64_t count = 0;
  if (!forEachExecution(component, sizes, [&](const LoopValues &values) {
        if (count++ < 2 || some.size() == 2)
          some.push_back(values);
        else
          some.back() = values;
      }))
    return refuse(nullptr, "UnknownExecutions",
                  "how often the loops around it are executed is not known");
  areAlike = true;
  for (const LoopValues &values : some)
    for (const SmallVector<int64_t> &tile : tilesToCompare())
      for (prem::BoxAttr box : stream.getBoxes()) {
        std::optional<bool> isAlike = isBoxOf(stream, box, array, tile, values);
        if (!isAlike)
          return refuse(stream, "OtherBoxes", "where its box is is not known");
        if (!*isAlike) {
          areAlike = false;
          return true;
        }
      }
  return true;
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

bool ModelBuilder::run() {
  if (component.getRank() > loops.size())
    return refuse(nullptr, "UnknownTrips",
                  sentence("it has {0} dimensions, but the nest {1} loops",
                           named("Dimensions", component.getRank()),
                           named("Loops", loops.size())));
  for (const CutLoop &loop : loops) {
    model.component.loops.push_back(loop.loop);
    model.plan.tile.push_back(std::min(loop.tile, loop.loop.trips));
  }
  model.plan.groups.assign(component.getGroups().begin(),
                           component.getGroups().end());
  model.plan.groups.resize(loops.size(), 1);
  if (!checkCounts())
    return false;
  for (auto stream : component.getBody().front().getOps<prem::StreamOp>())
    if (!addStream(stream))
      return false;
  if (!timeSegment(component, loops, machine, model, obstacle))
    return false;
  std::string text = makespan::obstacleOf(model.component);
  return text.empty() || refuse(nullptr, "NotModelled", text);
}

bool SegmentModel::isExact() const {
  return !timesAreBounds && !llvm::is_contained(countsVary, true) &&
         llvm::none_of(component.arrays, [](const Array &array) {
           return array.atMost && array.isMoved();
         });
}

std::optional<SegmentModel>
polymem::modelOfComponent(prem::ComponentOp component, ArrayRef<CutLoop> loops,
                          const Multicore &machine, ArrayRef<LoopValues> sizes,
                          ModelObstacle &obstacle) {
  ModelBuilder builder(component, loops, machine, sizes, obstacle);
  if (!builder.run())
    return std::nullopt;
  return std::move(builder.model);
}
