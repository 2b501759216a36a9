//===- CostLoops.cpp - the iterations of a loop, and how long they take ---===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostWalker.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Analysis/Device/ChainLoops.h"
#include "SavedInstructions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace polymem;
using namespace polymem::cost;

void LoopChain::add(const Timeline &one, double rounds) {
  if (one.hasBarrier) {
    meeting += one.end.time * rounds;
  } else {
    overlapping += one.end.time * rounds;
    overlappingRounds += rounds;
  }
  double handed = std::max(one.carried, 1.0);
  if (!one.hasBarrier)
    overlappingCarried += handed * rounds;
  if (one.end.time >= longest) {
    longest = one.end.time;
    lastCarried = handed;
  }
  carried += handed * rounds;
  carriedTotal =
      std::max(carriedTotal, 0.0) + std::max(one.carried, 0.0) * rounds;
  hasBarrier |= one.hasBarrier;
  leavesCopies |= one.arriving.has_value();
  if (one.earlierGroup)
    earlierGroup = std::min(earlierGroup.value_or(~0U), *one.earlierGroup);
}

double LoopChain::time(bool isWaitedFor) const {
  double all = meeting;
  if (overlappingRounds > 0) {
    double one = overlapping / overlappingRounds;
    if (isWaitedFor) {
      // No other warp computes while its loads are under way: what it hands on
      // comes behind them. Rounds that are left over are loops of their own.
      double handed = overlappingCarried / overlappingRounds;
      double rest = overlappingRounds;
      for (int64_t group = kChainRounds; group > 1;
           group /= kFewerChainRounds) {
        double full = std::floor(rest / double(group));
        rest -= full * double(group);
        all += full * (one + double(group - 1) * handed);
      }
      all += rest * one;
    } else {
      // A warp waits for what it needs before it goes on, so iterations overlap
      // only as far as back ends unroll them.
      all += one * std::ceil(overlappingRounds / kUnrolledRounds);
    }
  }
  return std::max(all, longest + carried - lastCarried);
}

/// The memory that `body` both loads from and stores to, itself.
static void collectCarriers(Block &body,
                            llvm::SmallDenseSet<Value, 4> &result) {
  llvm::SmallDenseSet<Value, 4> loaded;
  for (Operation &op : body) {
    if (isa<memref::LoadOp, affine::AffineLoadOp, vector::LoadOp>(op))
      loaded.insert(op.getOperand(0));
    else if (isa<memref::StoreOp, affine::AffineStoreOp, vector::StoreOp>(op) &&
             loaded.contains(op.getOperand(1)))
      result.insert(op.getOperand(1));
  }
}

bool CostWalker::walkIterations(const WalkedLoop &loop, int64_t first,
                                int64_t last, LoopChain &chain) {
  LoopLikeOpInterface op = loop.op;
  Block &body = op.getLoopRegions().front()->front();
  Value variable = loop.isKnown ? *op.getSingleInductionVar() : Value();
  Timeline *outer = timeline;
  llvm::scope_exit restore([&] { timeline = outer; });
  return forParts(first, last, [&] {
    Timeline own;
    collectCarriers(body, own.carriers);
    timeline = &own;
    const Interval &interval = box.back();
    Form number = arithmetic.variable(box.size() - 1);
    if (variable) {
      FormArithmetic::Result distance = arithmetic.multiply(number, loop.step);
      FormArithmetic::Result value =
          distance ? arithmetic.add(loop.lower, *distance) : distance;
      if (wantsCut())
        return false;
      if (value)
        define(variable, *value);
      else
        forms.erase(variable);
    }
    for (Value value : op.getRegionIterArgs())
      own.values[value] = {0, 0};
    if (!walkBlock(body))
      return false;
    for (Value value : body.getTerminator()->getOperands())
      if (auto found = own.values.find(value); found != own.values.end())
        own.carried = std::max(own.carried, found->second.carried);
    waitForEarlierCopies(own);
    // What the next iteration needs is there at its end.
    if (saved && saved->loadsEarly(loop.op)) {
      chain.waitsForNext =
          std::max(double(machine.times.globalLatency) - own.end.time, 0.0);
      own.end.time += chain.waitsForNext;
    }
    chain.add(own, interval.size());
    return true;
  });
}

void CostWalker::finishLoop(LoopLikeOpInterface loop, const LoopChain &chain) {
  if (!timeline)
    return;
  Ready ready = timeline->start;
  for (Value init : loop.getInits())
    if (auto found = timeline->values.find(init);
        found != timeline->values.end())
      timeline->wait(ready, found->second);
  // The first iteration waits for what was copied before the loop.
  size_t numGroups = timeline->groups.size();
  if (chain.earlierGroup && *chain.earlierGroup < numGroups)
    ready.time = std::max(
        ready.time, timeline->groups[numGroups - 1 - *chain.earlierGroup]);
  // What the first iteration needs is loaded in it, and nothing in the last
  // one.
  if (saved && saved->loadsEarly(loop))
    ready.time += double(machine.times.globalLatency) - chain.waitsForNext;
  auto forOp = dyn_cast<scf::ForOp>(*loop);
  ready.time += chain.time(/*isWaitedFor=*/forOp && isChainLoop(forOp));
  if (ready.carried >= 0)
    ready.carried += std::max(chain.carriedTotal, 0.0);
  timeline->hasBarrier |= chain.hasBarrier;
  if (chain.leavesCopies)
    timeline->arriving =
        std::max(timeline->arriving.value_or(0),
                 ready.time + double(machine.times.globalLatency));
  timeline->start.time = std::max(timeline->start.time, ready.time);
  timeline->wait(timeline->end, ready);
  for (Value result : loop->getResults())
    timeline->wait(timeline->values[result], ready);
}

bool CostWalker::walkLoop(const WalkedLoop &loop) {
  FormArithmetic::Result trips =
      arithmetic.tripCount(loop.lower, loop.upper, loop.step);
  if (wantsCut())
    return false;
  if (!trips) {
    noteInexact("a loop has a length that is not known");
    trips = Form::of(options.otherwise);
  }
  // A comparison before each iteration and at the end, and an addition.
  double savedPerRound =
      saved && saved->isUnrolled(loop.op) ? 2 - 2.0 / kUnrolledRounds : 0;
  if (trips->isUniform()) {
    int64_t count = trips->constant;
    if (inLaunch)
      countIntegers(2 * static_cast<double>(count) + 1);
    countSaved(savedPerRound * static_cast<double>(count));
    if (count == 0)
      return true;
    LoopChain chain;
    if (!walkIterations(loop, 0, count - 1, chain))
      return false;
    finishLoop(loop.op, chain);
    return true;
  }
  // Threads leave one after the other.
  SmallVector<int64_t> ends;
  for (size_t lane = 0; lane < active->mask.size(); ++lane)
    if ((*active)[lane])
      ends.push_back(trips->lane(lane));
  // Not llvm::sort, which calls the C library's for numbers.
  std::sort(ends.begin(), ends.end());
  ends.erase(llvm::unique(ends), ends.end());
  Active before = active;
  llvm::scope_exit restore([&] { active = before; });
  int64_t first = 0;
  LoopChain chain;
  countIntegers(1);
  for (int64_t end : ends) {
    if (end == first)
      continue;
    Mask left = before->mask;
    for (size_t lane = 0; lane < left.size(); ++lane)
      left[lane] &= trips->lane(lane) >= end;
    active = table.intern(std::move(left));
    countIntegers(2 * static_cast<double>(end - first));
    countSaved(savedPerRound * static_cast<double>(end - first));
    if (!walkIterations(loop, first, end - 1, chain))
      return false;
    first = end;
  }
  if (first > 0)
    finishLoop(loop.op, chain);
  return true;
}

bool CostWalker::walkAffineLoop(Operation *op) {
  auto loop = cast<affine::AffineForOp>(op);
  auto lower = extremeOf(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                         /*isMax=*/true);
  auto upper = lower ? extremeOf(loop.getUpperBoundMap(),
                                 loop.getUpperBoundOperands(), /*isMax=*/false)
                     : lower;
  if (wantsCut())
    return false;
  Form step = Form::of(loop.getStepAsInt());
  if (lower && upper)
    return walkLoop({loop, *lower, *upper, step});
  noteInexact("a loop has a length that is not known");
  return walkLoop({loop, Form::of(0), Form::of(options.otherwise), step,
                   /*isKnown=*/false});
}
