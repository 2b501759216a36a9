//===- LaneValues.cpp - index values in the lanes of a warp ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneValues.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Dialect/Scratch/Utils/TileConditions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

int64_t LaneValue::sharedMultiple() const {
  int64_t multiple = other;
  for (auto [value, coefficient] : multiples)
    multiple = std::gcd(multiple, coefficient);
  return multiple;
}

static std::string describe(Value value) {
  if (Operation *op = value.getDefiningOp())
    return "the result of '" + op->getName().getStringRef().str() + "'";
  return "an argument of '" +
         value.getParentBlock()->getParentOp()->getName().getStringRef().str() +
         "'";
}

LaneValues::LaneValues(TileOp root, const Distribution &distribution,
                       int64_t first, int64_t numLanes)
    : root(root), distribution(distribution) {
  for (int64_t lane = 0; lane < numLanes; ++lane) {
    threads.push_back(first + lane);
    active.push_back(first + lane < distribution.numThreads());
  }
}

bool LaneValues::anyActive() const { return llvm::is_contained(active, true); }

bool LaneValues::fail(const Sentence &reason) {
  if (why.empty())
    why = reason;
  return false;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

ThreadTile::ThreadTile(TileOp tile, AxisDeals deals)
    : tile(tile), deals(std::move(deals)) {
  for (unsigned dim = 0; dim < tile.getRank(); ++dim)
    trips.push_back(constantTripBound(tile, dim));
}

/// Which worker of `deal` each lane's thread is part of.
LaneOffsets LaneValues::workersOf(const Deal &deal) const {
  LaneOffsets workers;
  for (int64_t thread : threads)
    workers.push_back(deal.worker<int64_t>(
        [&](const Digit &digit) {
          return digit.axis ? distribution.threadCoordinate(thread, *digit.axis)
                            : thread;
        },
        [] { return 0; },
        [](int64_t a, int64_t b, int64_t n) { return a + b * n; }));
  return workers;
}

/// Iterations of the dimensions on an axis for the lanes in round `round` of
/// those of all tiles, which is divided by the number of rounds of the axis.
bool LaneValues::distribute(const ThreadTile &entered, const AxisDeal &axis,
                            int64_t &round) {
  TileOp tile = entered.tile;
  const Deal &deal = axis.deal;
  LaneOffsets workers = workersOf(deal);
  llvm::SmallDenseMap<unsigned, int64_t> trips;
  int64_t total = 1;
  for (unsigned dim : axis.dims) {
    std::optional<int64_t> bound = entered.trips[dim];
    if (!bound && axis.dims.size() > 1)
      return fail("dimensions of run-time length share a thread axis");
    if (!bound) {
      // One round stands for all.
      iterations[tile.getOrigins()[dim]] = {std::move(workers), deal.workers()};
      numRounds = std::nullopt;
      return true;
    }
    trips[dim] = *bound;
    if (llvm::MulOverflow(total, *bound, total))
      return fail("numbers are too large");
  }
  int64_t rounds = std::max<int64_t>(deal.rounds(total), 1);
  int64_t own = round % rounds;
  round /= rounds;
  if (numRounds && llvm::MulOverflow(*numRounds, rounds, *numRounds))
    return fail("numbers are too large");
  for (unsigned dim : axis.dims)
    iterations[tile.getOrigins()[dim]] = {LaneOffsets(), 0};
  for (auto [lane, worker] : llvm::enumerate(workers)) {
    int64_t index = deal.iteration(worker, own);
    active[lane] &= index < total;
    // Any iteration will do for a lane that has none.
    delinearize(
        axis.dims, active[lane] ? index : 0,
        [&](int64_t number, unsigned dim) {
          int64_t size = std::max<int64_t>(trips[dim], 1);
          return std::pair(number % size, number / size);
        },
        [&](unsigned dim, int64_t iteration) {
          iterations[tile.getOrigins()[dim]].first.push_back(iteration);
        });
  }
  return true;
}

bool LaneValues::enterThreadTiles(ArrayRef<ThreadTile> tiles, int64_t round) {
  for (const ThreadTile &entered : tiles)
    for (const AxisDeal &axis : llvm::reverse(entered.deals))
      if (!axis.dims.empty() && !distribute(entered, axis, round))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LaneValue LaneValues::known(LaneOffsets offsets) const {
  LaneValue value;
  value.offsets = std::move(offsets);
  return value;
}

LaneValue LaneValues::shared(Value value, int64_t multiple) const {
  LaneValue result = known(LaneOffsets(active.size(), 0));
  if (multiple != 0)
    result.multiples[value.getAsOpaquePointer()] = multiple;
  return result;
}

bool LaneValues::isUniform(const LaneValue &value) const {
  std::optional<int64_t> first;
  for (unsigned lane = 0; lane < active.size(); ++lane) {
    if (!active[lane])
      continue;
    if (first && *first != value.offsets[lane])
      return false;
    first = value.offsets[lane];
  }
  return true;
}

/// sum += factor * value.
bool LaneValues::add(LaneValue &sum, const LaneValue &value, int64_t factor) {
  bool overflow = false;
  auto accumulate = [&](int64_t &target, int64_t addend) {
    int64_t product;
    overflow |= llvm::MulOverflow(addend, factor, product) ||
                llvm::AddOverflow(target, product, target);
  };
  for (auto [target, offset] : llvm::zip_equal(sum.offsets, value.offsets))
    accumulate(target, offset);
  for (auto [key, coefficient] : value.multiples) {
    int64_t &target = sum.multiples[key];
    accumulate(target, coefficient);
    if (target == 0)
      sum.multiples.erase(key);
  }
  int64_t other = 0;
  accumulate(other, value.other);
  sum.other = std::gcd(sum.other, other);
  return !overflow || fail("numbers are too large");
}

/// `value mod divisor`, or divided, rounded down or up.
std::optional<LaneValue> LaneValues::divide(const LaneValue &value,
                                            int64_t divisor,
                                            AffineExprKind kind) {
  int64_t multiple = value.sharedMultiple();
  LaneValue result = known(value.offsets);
  if (multiple % divisor != 0) {
    // The lanes' offsets may or may not carry into the quotient.
    if (!isUniform(value)) {
      fail(sentence("a remainder or quotient by {0} differs between threads in "
                    "a way that is not known",
                    named("Divisor", divisor)));
      return std::nullopt;
    }
    llvm::fill(result.offsets, 0);
    result.other = 1;
    return result;
  }
  for (int64_t &offset : result.offsets)
    offset = kind == AffineExprKind::Mod ? llvm::mod(offset, divisor)
             : kind == AffineExprKind::FloorDiv
                 ? llvm::divideFloorSigned(offset, divisor)
                 : llvm::divideCeilSigned(offset, divisor);
  if (kind == AffineExprKind::Mod)
    return result;
  for (auto [key, coefficient] : value.multiples)
    result.multiples[key] = coefficient / divisor;
  result.other = value.other / divisor;
  return result;
}

std::optional<LaneValue> LaneValues::get(AffineExpr expr,
                                         ArrayRef<LaneValue> operands,
                                         unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return known(LaneOffsets(active.size(), constant.getValue()));
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto lhs = get(binary.getLHS(), operands, numDims);
  auto rhs = get(binary.getRHS(), operands, numDims);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return add(*lhs, *rhs, 1) ? lhs : std::nullopt;
  auto constantOf = [&](const LaneValue &value) -> std::optional<int64_t> {
    if (value.sharedMultiple() != 0 || !isUniform(value))
      return std::nullopt;
    for (unsigned lane = 0; lane < active.size(); ++lane)
      if (active[lane])
        return value.offsets[lane];
    return std::nullopt;
  };
  std::optional<int64_t> factor = constantOf(*rhs);
  if (expr.getKind() != AffineExprKind::Mul) {
    if (factor && *factor > 0)
      return divide(*lhs, *factor, expr.getKind());
    fail("a division by a value that is not known");
    return std::nullopt;
  }
  if (!factor) {
    std::swap(lhs, rhs);
    factor = constantOf(*rhs);
  }
  LaneValue product = known(LaneOffsets(active.size(), 0));
  if (factor)
    return add(product, *lhs, *factor) ? std::optional(product) : std::nullopt;
  if (!isUniform(*lhs) || !isUniform(*rhs)) {
    fail("the stride between threads depends on a value that is not known");
    return std::nullopt;
  }
  product.other = 1;
  return product;
}

std::optional<SmallVector<LaneValue>>
LaneValues::get(AffineMap map, ArrayRef<LaneValue> operands) {
  SmallVector<LaneValue> results;
  for (AffineExpr expr : map.getResults()) {
    auto result = get(expr, operands, map.getNumDims());
    if (!result)
      return std::nullopt;
    results.push_back(std::move(*result));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Values of the IR
//===----------------------------------------------------------------------===//

std::optional<SmallVector<LaneValue>> LaneValues::get(ValueRange values) {
  SmallVector<LaneValue> results;
  for (Value value : values) {
    auto result = get(value);
    if (!result)
      return std::nullopt;
    results.push_back(std::move(*result));
  }
  return results;
}

std::optional<LaneValue> LaneValues::get(Value value) {
  auto it = cache.find(value);
  if (it != cache.end())
    return it->second;
  std::optional<LaneValue> result = define(value);
  cache[value] = result;
  return result;
}

/// The least or greatest of some terms; `key` stands for it if it is the same
/// in all lanes.
std::optional<LaneValue> LaneValues::extremum(const IndexTerms &terms,
                                              bool isMax, Value key) {
  auto values = get(terms.operands);
  auto results = values ? get(terms.map, *values) : std::nullopt;
  if (!results)
    return std::nullopt;
  if (results->size() == 1)
    return results->front();
  if (llvm::all_of(*results, [&](const LaneValue &result) {
        return result.sharedMultiple() == 0;
      })) {
    LaneValue best = results->front();
    for (const LaneValue &result : *results)
      for (auto [mine, its] : llvm::zip_equal(best.offsets, result.offsets))
        mine = isMax ? std::max(mine, its) : std::min(mine, its);
    return best;
  }
  if (llvm::all_of(*results,
                   [&](const LaneValue &result) { return isUniform(result); }))
    return shared(key);
  fail(std::string("a ") + (isMax ? "maximum" : "minimum") +
       " differs between threads in a way that is not known");
  return std::nullopt;
}

std::optional<LaneValue> LaneValues::defineArgument(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  if (auto tile = dyn_cast<TileOp>(op)) {
    unsigned dim = argument.getArgNumber();
    auto origin = get(tile.getLowerBounds()[dim]);
    if (!origin)
      return std::nullopt;
    std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
    auto it = iterations.find(argument);
    if (it == iterations.end())
      return add(*origin, shared(argument), step.value_or(1)) ? origin
                                                              : std::nullopt;
    LaneValue first = known(it->second.first);
    if (!step && !isUniform(first)) {
      fail("the step of a tile mapped to threads is not constant");
      return std::nullopt;
    }
    if (!step)
      return add(*origin, shared(argument), 1) ? origin : std::nullopt;
    first.other = it->second.stride;
    return add(*origin, first, *step) ? origin : std::nullopt;
  }
  IndexDefinition definition = IndexDefinition::of(argument);
  if (!definition.isIteration()) {
    fail(describe(argument) + " is not known");
    return std::nullopt;
  }
  // Where a loop of one iteration or none has it, it is known what at.
  IndexTerms lower = definition.lower;
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    if (std::optional<SingleLoop> single = asSingleLoop(loop))
      lower.map = lower.map.getSubMap({single->lower});
  std::optional<LaneValue> start = extremum(lower, /*isMax=*/true, argument);
  if (!start)
    return std::nullopt;
  std::optional<int64_t> step;
  if (definition.step)
    step = getConstantIntValue(definition.step);
  else if (auto value = get(cast<scf::ForOp>(op).getStep());
           !value || !isUniform(*value))
    return std::nullopt;
  return add(*start, shared(argument), step.value_or(1)) ? start : std::nullopt;
}

std::optional<LaneValue> LaneValues::define(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return known(LaneOffsets(active.size(), *constant));
  if (!root.getBody().isAncestor(value.getParentRegion()))
    return shared(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return defineArgument(argument);
  Operation *op = value.getDefiningOp();
  IndexDefinition definition = IndexDefinition::of(value);
  for (bool isMax : {true, false})
    if (const IndexTerms *terms = definition.extremes(!isMax))
      return extremum(*terms, isMax, value);
  if (isa<memref::DimOp>(op))
    return shared(value);
  // What is computed from values that all lanes share, they share.
  bool isShared = !isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) &&
                  op->getNumRegions() == 0 && isMemoryEffectFree(op);
  for (Value operand : op->getOperands()) {
    if (!isShared)
      break;
    auto known = operand.getType().isIntOrIndex() ? get(operand) : std::nullopt;
    isShared = known && isUniform(*known);
  }
  if (isShared)
    return shared(value);
  fail(describe(value) + " is not known");
  return std::nullopt;
}
