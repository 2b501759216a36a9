//===- CostWalker.h - executes launches on boxes of blocks ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_COSTWALKER_H
#define POLYMEM_LIB_ANALYSIS_COST_COSTWALKER_H

#include "LaneForms.h"
#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Analysis/Cost/Cost.h"
#include "WarpTransfers.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace polymem::cost {

/// When a value is ready, in cycles since the iteration began, and how long
/// after what the iteration before it has handed over (negative: it does not
/// wait for that).
struct Ready {
  double time = 0, carried = -1;
};

/// The operations of one execution of a block of code, in time.
struct Timeline {
  llvm::DenseMap<mlir::Value, Ready> values;
  /// Nothing that follows starts earlier, and all is done.
  Ready start, end;
  bool hasBarrier = false;
  /// Memory in which the iterations of the loop around hand something over.
  llvm::SmallDenseSet<mlir::Value, 4> carriers;
  double carried = -1;
  /// Asynchronous copies: when those that are in no group yet have arrived, and
  /// those of each group, the oldest one first.
  std::optional<double> arriving;
  llvm::SmallVector<double, 8> groups;
  /// A wait is for a group of an earlier iteration, with so many groups between
  /// it and this iteration: the least number.
  std::optional<unsigned> earlierGroup;

  void wait(Ready &ready, Ready other) {
    ready.time = std::max(ready.time, other.time);
    ready.carried = std::max(ready.carried, other.carried);
  }
};

/// How long the iterations of a loop take, in cycles, whatever parts they are
/// walked in.
struct LoopChain {
  /// Of all iterations: those that overlap, and those in which threads meet.
  double overlapping = 0, overlappingRounds = 0, meeting = 0;
  /// What those that overlap hand over to the next.
  double overlappingCarried = 0;
  /// Of the longest iteration, and what each hands over to the next.
  double longest = 0, carried = 0, lastCarried = 0;
  /// What the loop's values wait for, from the first to the last.
  double carriedTotal = -1;
  bool hasBarrier = false;
  /// How long the last iteration looked at would wait for what the next one
  /// needs.
  double waitsForNext = 0;
  /// Copies are under way behind the loop that no group has.
  bool leavesCopies = false;
  /// As `Timeline::earlierGroup`.
  std::optional<unsigned> earlierGroup;

  /// Adds `rounds` iterations like `one`.
  void add(const Timeline &one, double rounds);
  /// `isWaitedFor`: it is a chain loop (`isChainLoop`).
  double time(bool isWaitedFor) const;
};

/// Where the elements of a memref are: the number of the element at `[i]` is
/// `offset + sum_d strides[d] * i[d]`.
struct ElementLayout {
  Form offset = Form::of(0);
  llvm::SmallVector<Form, 4> strides;
  /// Elements in all, where that is known.
  std::optional<int64_t> elements;
};

/// Bytes of an element, or of a vector of them; 0 if that is not known.
int64_t bytesOf(mlir::Type type);

/// True iff `memref` is in memory that the threads of a block share.
bool isShared(mlir::Value memref);

/// The operands of a load or store.
struct AccessOperands {
  mlir::Value memref;
  mlir::ValueRange indices;
  /// The indices' forms, if all are known.
  std::optional<llvm::SmallVector<Form>> forms;
  /// Of what is loaded or stored.
  mlir::Type type;
  bool isStore = false;
};

class SavedInstructions;

/// A launch, as often as the box around it says.
struct LoggedLaunch {
  mlir::Operation *launch = nullptr;
  /// All of them, and of one.
  CostCounts counts;
  LaunchShape shape;
  /// The iterations of the host's loops around.
  Box around;
  /// Arrays that it accesses.
  llvm::SmallVector<mlir::Value> arrays;
};

/// Walks over a function, in order, with numbers for sizes: the host's code,
/// and the launches' in all threads of a block at once.
class CostWalker {
public:
  CostWalker(mlir::Operation *function, const Machine &machine,
             const CostOptions &options);

  FunctionCost run();

private:
  //===--------------------------------------------------------------------===//
  // CostWalker.cpp: control flow. False: a cut of an outer variable is wanted.
  //===--------------------------------------------------------------------===//

  bool walkRegion(mlir::Region &region);
  bool walkBlock(mlir::Block &block);
  bool walkOperation(mlir::Operation *op);
  bool walkLaunch(mlir::gpu::LaunchOp launch);
  /// Blocks along x, y, z and threads along x, y, z; zeros if they are not
  /// known or more than there can be. Nullopt: a cut is wanted.
  std::optional<llvm::SmallVector<int64_t>> sizesOf(mlir::gpu::LaunchOp launch);
  /// Sets the forms of thread numbers and sizes in `launch`.
  void defineIds(mlir::gpu::LaunchOp launch, llvm::ArrayRef<int64_t> grid,
                 llvm::ArrayRef<int64_t> block);
  double sharedBytesOf(mlir::gpu::LaunchOp launch);
  /// Bytes of an array, if they are known.
  std::optional<double> bytesOfArray(mlir::Value array);
  bool walkGrid(mlir::gpu::LaunchOp launch, llvm::ArrayRef<int64_t> grid,
                unsigned axis, LaunchShape &shape);
  /// A loop from `lower` to below `upper`.
  struct WalkedLoop {
    mlir::LoopLikeOpInterface op;
    Form lower, upper, step;
    /// `lower` and `step` are those of the induction variable, which gets a
    /// form.
    bool isKnown = true;
  };
  bool walkLoop(const WalkedLoop &loop);
  bool walkIterations(const WalkedLoop &loop, int64_t first, int64_t last,
                      LoopChain &chain);
  /// What follows the loop waits for it.
  void finishLoop(mlir::LoopLikeOpInterface loop, const LoopChain &chain);
  bool walkIf(mlir::Operation *op, std::optional<Form> condition,
              mlir::Region &thenRegion, mlir::Region &elseRegion);
  bool walkAffineLoop(mlir::Operation *op);
  bool walkAffineIf(mlir::Operation *op);

  /// Calls `part` for intervals that make up `first .. last`, those of a new
  /// variable, until it wants no more cuts of it. What it counts is added.
  /// Where all parts become more than `maxParts`, those of the outermost
  /// variable are looked at anew: values spread over all variables stand for
  /// the others.
  bool forParts(int64_t first, int64_t last, llvm::function_ref<bool()> part);
  bool forPartsInside(int64_t first, int64_t last,
                      llvm::function_ref<bool()> part);
  /// How many iterations and blocks the box stands for.
  double weight() const;

  //===--------------------------------------------------------------------===//
  // CostValues.cpp: index values
  //===--------------------------------------------------------------------===//

  /// Sets the forms of the results of `op`. False: a cut is wanted.
  bool evaluate(mlir::Operation *op);
  FormArithmetic::Result evaluateResult(mlir::Operation *op);
  /// The greatest, or the least, result of `map`.
  FormArithmetic::Result extremeOf(mlir::AffineMap map,
                                   mlir::ValueRange operands, bool isMax);
  /// The value, if it is known.
  std::optional<Form> formOf(mlir::Value value);
  std::optional<llvm::SmallVector<Form>> formsOf(mlir::ValueRange values);
  std::optional<Form> formOf(mlir::OpFoldResult value);
  /// The extent of a dimension of a memref.
  std::optional<Form> extentOf(mlir::Value memref, unsigned dim);
  std::optional<ElementLayout> layoutOf(mlir::Value memref);
  /// The address of what a memref's own layout counts from: arrays and buffers
  /// are taken to begin at 0.
  std::optional<Form> startOf(mlir::Value memref);
  Form sizeOf(mlir::Value size);
  void define(mlir::Value value, const Form &form) { forms[value] = form; }
  /// True iff a cut is wanted, which is kept.
  bool wantsCut();

  //===--------------------------------------------------------------------===//
  // CostTransfers.cpp: memory
  //===--------------------------------------------------------------------===//

  /// The operands of `op`; nullopt if it is no load or store.
  std::optional<AccessOperands> readAccess(mlir::Operation *op);
  /// Counts an access by the active threads; `isJoined`, one that becomes one
  /// with those of the next rounds. False: a cut is wanted.
  bool countAccess(const AccessOperands &access, bool isJoined = false);
  /// Of the wavefronts of loads that take `alone` ones, those that four at once
  /// do not need.
  void countJoined(const Form &address, int64_t bytes, double alone);
  void countRequests(TransferCost &cost, const std::optional<Form> &address,
                     int64_t bytes, bool isShared);
  /// For each remainder of `terms` by `modulus`: how many of the box have it.
  llvm::SmallVector<double>
  remainders(llvm::ArrayRef<std::pair<unsigned, int64_t>> terms,
             int64_t modulus) const;
  /// The byte that is accessed.
  std::optional<Form> addressOf(const AccessOperands &access);

  //===--------------------------------------------------------------------===//
  // CostInstructions.cpp
  //===--------------------------------------------------------------------===//

  /// Counts `op`, and what it adds to the timeline. False: a cut is wanted.
  bool countInstructions(mlir::Operation *op);
  /// `times` instructions of integers, by the active threads.
  void countIntegers(double times);
  void addTo(InstructionCost &cost, double times);
  /// The index arithmetic of an access that no operation before it has done.
  void countAddress(mlir::Operation *op, mlir::Value memref,
                    mlir::ValueRange indices);
  /// `times` instructions less, by the active threads.
  void countSaved(double times);
  void addToTimeline(mlir::Operation *op, double latency);
  /// `op` has to do with asynchronous copies. False: a cut is wanted.
  std::optional<bool> countAsynchronous(mlir::Operation *op);
  /// Iterations that wait for copies of earlier ones are no shorter than these
  /// take.
  void waitForEarlierCopies(Timeline &iteration) const;

  void noteInexact(const llvm::Twine &reason);

  mlir::Operation *function;
  const Machine &machine;
  const CostOptions &options;
  llvm::SetVector<mlir::Value> usedSizes;
  llvm::SetVector<std::pair<mlir::Value, unsigned>> usedExtents;
  AssumedSizes assumed;

  Box box;
  LaneTable table;
  Active active;
  FormArithmetic arithmetic{box, active, table};
  WarpTransfers transfers{machine};
  std::optional<Cut> cut;
  /// Parts looked at so far.
  unsigned parts = 0;
  /// Some values of each variable stand for all, about `share` parts in all.
  bool isSampled = false;
  unsigned share = 0;
  llvm::DenseMap<mlir::Value, Form> forms;
  llvm::DenseMap<mlir::Value, std::optional<ElementLayout>> layouts;
  CostCounts *counts = nullptr;
  Timeline *timeline = nullptr;
  /// Of addresses computed, what is in scope: sums of the first subscripts (all
  /// of them there), and products of one (those before it null).
  llvm::SmallVector<std::pair<mlir::Value, llvm::SmallVector<mlir::Value, 4>>>
      addresses;
  /// Some array of each type with constant extents.
  llvm::DenseMap<mlir::Type, mlir::Value> firstOfType;
  /// Arrays that the launch accesses.
  llvm::SmallSetVector<mlir::Value, 8> arrays;
  bool inLaunch = false;
  /// Of each launch met.
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<SavedInstructions>> savings;
  /// Of the launch that is walked over.
  const SavedInstructions *saved = nullptr;
  std::vector<LoggedLaunch> log;
  std::vector<std::string> inexact;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_COSTWALKER_H
