//===- AssumedArguments.cpp - sizes that plans are made for ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssumedArguments.h"
#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace polymem;

/// Combinations of values that are looked at.
static constexpr int64_t kMostCombinations = 256;

/// "8..20", or one number.
static bool readRange(StringRef text, int64_t &first, int64_t &last) {
  auto [begin, end] = text.split("..");
  if (begin.getAsInteger(10, first))
    return false;
  if (!text.contains(".."))
    last = first;
  else if (end.getAsInteger(10, last))
    return false;
  return 0 <= first && first <= last && last < int64_t(1) << 40;
}

static std::optional<unsigned> argumentOf(func::FuncOp func, StringRef name) {
  for (BlockArgument argument : func.getArguments())
    if (argument.getType().isIndex() && AssumedSizes::nameOf(argument) == name)
      return argument.getArgNumber();
  return std::nullopt;
}

/// Bounds of loops are constants where they can be.
static void setArgument(func::FuncOp func, unsigned number, int64_t value) {
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  Value constant =
      arith::ConstantIndexOp::create(builder, func.getLoc(), value);
  func.getArgument(number).replaceAllUsesWith(constant);
}

static void foldBounds(func::FuncOp func) {
  func.walk([](affine::AffineForOp loop) {
    for (bool isLower : {true, false}) {
      AffineMap map =
          isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
      SmallVector<Value> operands(isLower ? loop.getLowerBoundOperands()
                                          : loop.getUpperBoundOperands());
      affine::fullyComposeAffineMapAndOperands(&map, &operands);
      affine::canonicalizeMapAndOperands(&map, &operands);
      map = removeDuplicateExprs(map);
      if (isLower)
        loop.setLowerBound(operands, map);
      else
        loop.setUpperBound(operands, map);
    }
  });
}

llvm::Expected<AssumedArguments>
AssumedArguments::read(func::FuncOp func, ArrayRef<std::string> texts) {
  AssumedArguments result;
  int64_t combinations = 1;
  for (StringRef text : texts) {
    auto [name, value] = text.split('=');
    Range range{0, 0, 0};
    if (name.empty() || !readRange(value, range.first, range.last))
      return llvm::createStringError(
          "'" + text + "' is no size and its values, as in N=100 or N=8..20");
    std::optional<unsigned> argument = argumentOf(func, name);
    if (!argument)
      return llvm::createStringError("'" + name +
                                     "' is no argument of type 'index'");
    range.argument = *argument;
    for (const Range &other : result.ranges)
      if (other.argument == range.argument)
        return llvm::createStringError("'" + name + "' is given twice");
    int64_t count = range.last - range.first + 1;
    if (count > kMostCombinations ||
        (combinations *= count) > kMostCombinations)
      return llvm::createStringError("there are more than " +
                                     Twine(kMostCombinations) +
                                     " combinations of values");
    result.ranges.push_back(range);
  }
  result.greatest = std::make_unique<TrialCopy>(func);
  result.least = std::make_unique<TrialCopy>(func);
  for (const Range &range : result.ranges) {
    setArgument(result.withGreatest(), range.argument, range.last);
    setArgument(result.withLeast(), range.argument, range.first);
  }
  foldBounds(result.withGreatest());
  foldBounds(result.withLeast());
  return result;
}

std::vector<LoopValues> AssumedArguments::valuesIn(func::FuncOp copy) const {
  std::vector<LoopValues> result(1);
  for (const Range &range : ranges) {
    std::vector<LoopValues> next;
    for (const LoopValues &before : result)
      for (int64_t value = range.first; value <= range.last; ++value) {
        next.push_back(before);
        next.back()[copy.getArgument(range.argument)] = value;
      }
    result = std::move(next);
  }
  return result;
}

/// Loops in the order of the function.
static SmallVector<Operation *> loopsOf(func::FuncOp func) {
  SmallVector<Operation *> loops;
  func.walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  return loops;
}

Operation *AssumedArguments::loopIn(func::FuncOp copy, Operation *loop) const {
  SmallVector<Operation *> mine =
      loopsOf(loop->getParentOfType<func::FuncOp>());
  return loopsOf(copy)[llvm::find(mine, loop) - mine.begin()];
}
