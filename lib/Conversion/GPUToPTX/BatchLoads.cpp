//===- BatchLoads.cpp - loads of several rounds before their stores -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that stores what it has loaded waits for the load, and what follows
// waits with it: the rounds of a copy take a latency each, however often the
// loop is unrolled, as soon as conditions keep the loads of later rounds behind
// stores of earlier ones. Here the loads of several rounds come first.
//
// Innermost loops are done first. What they leave, loads before stores without
// a loop if the rounds are few, counts as a load and a store in the loop
// around them.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/KernelMemory.h"
#include "PolyMem/Analysis/Device/NextCopies.h"
#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_BATCHLOADSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

/// What an operation of a round does to memory, with all in its regions.
struct Effect {
  int64_t loads = 0, stores = 0;
  /// Nothing but that, and what may be done though nobody needs it.
  bool isKnown = true;
};

/// An access of a round.
struct Access {
  KernelMemory memory;
  Value memref;
  OperandRange indices;
  bool isVector;
};

/// Whether `value` is another one in each round of `loop`: its induction
/// variable, a multiple of that, or one of these and what does not change.
bool differsByRound(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar())
    return true;
  Operation *op = value.getDefiningOp();
  auto differs = [&](unsigned varying, unsigned other) {
    return differsByRound(op->getOperand(varying), loop) &&
           loop.isDefinedOutsideOfLoop(op->getOperand(other));
  };
  if (isa_and_present<arith::AddIOp, arith::SubIOp>(op))
    return differs(0, 1) || differs(1, 0);
  if (!isa_and_present<arith::MulIOp>(op))
    return false;
  std::optional<int64_t> factor = getConstantIntValue(op->getOperand(1));
  return factor.value_or(0) != 0 && differs(0, 1);
}

/// Accesses of a loop, and whether loads of a round may come before stores of
/// those before it.
struct Accesses {
  SmallVector<Access> loads, stores;

  bool areApart(scf::ForOp loop) const {
    return llvm::all_of(loads, [&](const Access &load) {
      return llvm::all_of(stores, [&](const Access &store) {
        return load.memory != store.memory || isOwn(load, store, loop);
      });
    });
  }

private:
  /// Whether rounds load what they store, each an element of its own.
  static bool isOwn(const Access &load, const Access &store, scf::ForOp loop) {
    return load.memref == store.memref && !load.isVector && !store.isVector &&
           llvm::equal(load.indices, store.indices) &&
           llvm::any_of(load.indices, [&](Value index) {
             return differsByRound(index, loop);
           });
  }
};

Effect effectOf(Operation &op, Accesses &accesses) {
  auto add = [](SmallVector<Access> &list, Value memref, OperandRange indices,
                bool isVector) {
    std::optional<KernelMemory> memory = kernelMemoryOf(memref);
    if (memory)
      list.push_back({*memory, memref, indices, isVector});
    return memory.has_value();
  };
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return {1, 0,
            add(accesses.loads, load.getMemRef(), load.getIndices(), false)};
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return {1, 0, add(accesses.loads, load.getBase(), load.getIndices(), true)};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return {0, 1,
            add(accesses.stores, store.getMemRef(), store.getIndices(), false)};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return {0, 1,
            add(accesses.stores, store.getBase(), store.getIndices(), true)};
  auto ifOp = dyn_cast<scf::IfOp>(op);
  if (!ifOp)
    // What threads of a warp do together is pure, too, but not to be done by
    // others.
    return {0, 0,
            op.hasTrait<OpTrait::IsTerminator>() ||
                (isPure(&op) &&
                 !isa<gpu::GPUDialect, NVVM::NVVMDialect>(op.getDialect()))};
  Effect result;
  for (Region &region : ifOp->getRegions())
    for (Operation &inner : region.getOps()) {
      Effect effect = effectOf(inner, accesses);
      result.loads += effect.loads;
      result.stores += effect.stores;
      result.isKnown &= effect.isKnown;
    }
  return result;
}

/// Whether there is a constant of the type of each result.
bool hasZeros(Operation &op) {
  Builder builder(op.getContext());
  return llvm::all_of(op.getResultTypes(), [&](Type type) {
    return static_cast<bool>(builder.getZeroAttr(type));
  });
}

/// An operation of a round, with the conditions that it is under: the first
/// `numConditions` of the round's.
struct Step {
  Operation *op;
  unsigned numConditions;
  int64_t loads = 0, stores = 0;
  /// It needs what is loaded, or stores.
  bool isLate = false;
};

/// What a round does, one step behind the other.
struct Round {
  SmallVector<Step> steps;
  /// Each is under those before it.
  SmallVector<Value> conditions;
  int64_t loads = 0;
  /// The conditions that its loads are under, all under the same ones.
  unsigned numLoadConditions = 0;
  Accesses accesses;
};

/// A round of `loop` if it is a sequence of loads and, behind them, stores,
/// with branches at the end only; else none.
class RoundReader {
public:
  std::optional<Round> read(scf::ForOp loop) {
    if (!loop.getInitArgs().empty() || !readBlock(*loop.getBody()) ||
        round.loads == 0 || !stored || !round.accesses.areApart(loop))
      return std::nullopt;
    return std::move(round);
  }

private:
  bool readBlock(Block &block) {
    for (Operation &op : block.without_terminator())
      if (!readOperation(op))
        return false;
    return true;
  }

  bool readOperation(Operation &op) {
    // Nothing follows a branch that is a part of the sequence.
    if (isAfterBranch)
      return false;
    Step step{&op, static_cast<unsigned>(round.conditions.size())};
    Effect effect = effectOf(op, round.accesses);
    step.loads = effect.loads;
    step.stores = effect.stores;
    if (!effect.isKnown)
      return false;
    bool needsLoaded = needsWhatIsLoaded(op);
    if (step.loads > 0 && step.stores > 0) {
      auto ifOp = dyn_cast<scf::IfOp>(op);
      if (!ifOp || ifOp.getNumResults() > 0 || ifOp.elseBlock() || needsLoaded)
        return false;
      round.conditions.push_back(ifOp.getCondition());
      if (!readBlock(*ifOp.thenBlock()))
        return false;
      isAfterBranch = true;
      return true;
    }
    // Loads are before stores, and do not wait for each other.
    if (step.loads > 0) {
      if (stored || needsLoaded || !hasZeros(op))
        return false;
      if (round.loads > 0 && round.numLoadConditions != step.numConditions)
        return false;
      round.numLoadConditions = step.numConditions;
    }
    step.isLate = step.stores > 0 || needsLoaded;
    stored |= step.stores > 0;
    if (step.isLate || step.loads > 0)
      late.insert(&op);
    round.loads += step.loads;
    round.steps.push_back(step);
    return true;
  }

  /// Whether an operand, or one of an operation inside, is known after loads.
  bool needsWhatIsLoaded(Operation &op) {
    bool needs = false;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        needs |= late.contains(operand.getDefiningOp());
    });
    return needs;
  }

  Round round;
  llvm::DenseSet<Operation *> late;
  bool stored = false, isAfterBranch = false;
};

/// Writes the rounds of a loop anew.
class BatchWriter {
public:
  BatchWriter(OpBuilder &builder, scf::ForOp loop, const Round &round)
      : builder(builder), loop(loop), round(round), loc(loop.getLoc()) {}

  /// The rounds of these values of the induction variable, of which those
  /// with a condition (null: none) are done where it holds.
  void write(ArrayRef<Value> values, ArrayRef<Value> given) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<IRMapping> maps(values.size());
    SmallVector<SmallVector<Value>> conditions(values.size());
    for (auto [number, value] : llvm::enumerate(values)) {
      conditions[number].push_back(given[number]);
      writeConditions(maps[number], value, conditions[number]);
    }
    if (values.size() <= kMaxPredicated) {
      for (auto [map, known] : llvm::zip(maps, conditions))
        writePredicated(map, known[round.numLoadConditions]);
      for (unsigned number = 0; number < values.size(); ++number)
        writeLate(maps[number], conditions[number]);
      return;
    }
    SmallVector<Value> loading = chooseLoading(values, conditions);
    SmallVector<IRMapping> loads(values.size());
    for (auto [number, value] : llvm::enumerate(loading))
      writeLoads(loads[number], value, maps[number]);
    for (unsigned number = 0; number < values.size(); ++number)
      writeLate(maps[number], conditions[number]);
  }

private:
  /// `both` holds if `a` does (null: it does) and then `b`, which may be
  /// anything if it does not.
  Value conjoin(Value a, Value b) {
    if (!a)
      return b;
    Value no = arith::ConstantIntOp::create(builder, loc, 0, 1);
    return builder.createOrFold<arith::SelectOp>(loc, a, b, no);
  }

  /// What a round only computes, for a value of the induction variable, and
  /// its conditions, each with those before it.
  void writeConditions(IRMapping &map, Value value,
                       SmallVector<Value> &conditions) {
    map.map(loop.getInductionVar(), value);
    for (const Step &step : round.steps)
      if (!step.isLate && step.loads == 0)
        builder.clone(*step.op, map);
    for (Value condition : round.conditions)
      conditions.push_back(
          conjoin(conditions.back(), map.lookupOrDefault(condition)));
  }

  /// By round, the value of the induction variable for which it loads: of one
  /// that is left out, that of one which is not, so that loads have no
  /// conditions, behind which back ends would wait for each. The builder is
  /// left where there is one.
  SmallVector<Value> chooseLoading(ArrayRef<Value> values,
                                   ArrayRef<SmallVector<Value>> conditions) {
    SmallVector<Value> holds;
    for (const SmallVector<Value> &known : conditions)
      holds.push_back(known[round.numLoadConditions]);
    if (llvm::none_of(holds, [](Value value) { return value; }))
      return SmallVector<Value>(values);
    // One that is done, and whether there is one.
    Value done, any;
    bool isSure = llvm::is_contained(holds, Value());
    for (auto [value, condition] : llvm::reverse(llvm::zip(values, holds))) {
      done = done && condition ? Value(arith::SelectOp::create(
                                     builder, loc, condition, value, done))
                               : value;
      if (!isSure)
        any = any ? Value(arith::OrIOp::create(builder, loc, any, condition))
                  : condition;
    }
    if (!isSure) {
      auto ifOp = scf::IfOp::create(builder, loc, any);
      builder.setInsertionPointToStart(ifOp.thenBlock());
    }
    SmallVector<Value> result;
    for (auto [value, condition] : llvm::zip(values, holds))
      result.push_back(condition ? Value(arith::SelectOp::create(
                                       builder, loc, condition, value, done))
                                 : value);
    return result;
  }

  /// Loads for `value`. Results are those of the round with `map`.
  void writeLoads(IRMapping &loads, Value value, IRMapping &map) {
    bool isOwn = value == map.lookup(loop.getInductionVar());
    loads.map(loop.getInductionVar(), value);
    for (const Step &step : round.steps) {
      if (step.isLate)
        continue;
      if (step.loads > 0) {
        Operation *loaded = builder.clone(*step.op, isOwn ? map : loads);
        map.map(step.op->getResults(), loaded->getResults());
      } else if (!isOwn) {
        builder.clone(*step.op, loads);
      }
    }
  }

  /// Of so many rounds, those left out load nothing; of more, what another
  /// does: that takes fewer registers, and is less of what is loaded.
  static constexpr size_t kMaxPredicated = 2;

  /// Loads where `condition` holds (null: always). A load alone in a branch is
  /// a predicated one in machine code, which nothing waits for.
  void writePredicated(IRMapping &map, Value condition) {
    for (const Step &step : round.steps) {
      if (step.loads == 0)
        continue;
      if (!condition) {
        builder.clone(*step.op, map);
        continue;
      }
      auto ifOp = scf::IfOp::create(builder, loc, step.op->getResultTypes(),
                                    condition, /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(ifOp.thenBlock());
      Operation *loaded = builder.clone(*step.op, map);
      scf::YieldOp::create(builder, loc, loaded->getResults());
      builder.setInsertionPointToStart(ifOp.elseBlock());
      SmallVector<Value> nothing;
      for (Type type : step.op->getResultTypes())
        nothing.push_back(arith::ConstantOp::create(
            builder, loc, cast<TypedAttr>(builder.getZeroAttr(type))));
      scf::YieldOp::create(builder, loc, nothing);
      map.map(step.op->getResults(), ifOp.getResults());
    }
  }

  void writeLate(IRMapping &map, ArrayRef<Value> conditions) {
    OpBuilder::InsertionGuard guard(builder);
    Value within;
    for (const Step &step : round.steps) {
      if (!step.isLate)
        continue;
      // What is only computed may be computed in vain.
      Value condition =
          step.stores > 0 ? conditions[step.numConditions] : Value();
      if (condition && condition != within) {
        // A branch holds to the end of the round: a store's condition is under
        // those before it.
        auto ifOp = scf::IfOp::create(builder, loc, condition);
        builder.setInsertionPointToStart(ifOp.thenBlock());
        within = condition;
      }
      builder.clone(*step.op, map);
    }
  }

  OpBuilder &builder;
  scf::ForOp loop;
  const Round &round;
  Location loc;
};

struct BatchLoadsPass : polymem::impl::BatchLoadsPassBase<BatchLoadsPass> {
  using BatchLoadsPassBase::BatchLoadsPassBase;

  void runOnOperation() override {
    // Loops are visited behind those inside them.
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      batch(loop);
  }

private:
  void batch(scf::ForOp loop) {
    std::optional<Round> round = RoundReader().read(loop);
    // The last round of several may begin behind the bound, where a type of
    // fewer bits than an index has may be at its end.
    std::optional<int64_t> atMost = mostRoundsOf(loop);
    if (!round || (!loop.getInductionVar().getType().isIndex() && !atMost))
      return;
    int64_t most = loads / round->loads;
    std::optional<int64_t> rounds = roundsOf(loop);
    if (most < 2 || (atMost && *atMost < 2))
      return;
    ++numLoops;
    remarkAnalysis(loop, getArgument(), "Batched") << sentence(
        "the loads of {0} rounds of this loop come before their stores",
        named("Rounds", atMost ? std::min(most, *atMost) : most));
    if (rounds && *rounds <= most)
      replaceAll(loop, *round, *rounds);
    else if (atMost && *atMost <= most && mayBeEarly(loop))
      replaceUpTo(loop, *round, *atMost);
    else
      replaceBy(loop, *round,
                chooseRounds(rounds, atMost ? std::min(most, *atMost) : most),
                rounds);
  }

  /// Whether what `loop` loads might be loaded a step of a loop around early:
  /// without a loop for it. Elsewhere back ends spill what they move together.
  static bool mayBeEarly(scf::ForOp loop) {
    for (auto around = loop->getParentOfType<scf::ForOp>(); around;
         around = around->getParentOfType<scf::ForOp>())
      if (llvm::any_of(*around.getBody(), llvm::IsaPred<gpu::BarrierOp>))
        return leavesGlobalMemory(around);
    return false;
  }

  /// How many rounds a loop has, if that is constant.
  static std::optional<int64_t> roundsOf(scf::ForOp loop) {
    bool isExact = getConstantIntValue(loop.getLowerBound()).has_value() &&
                   getConstantIntValue(loop.getUpperBound()).has_value();
    return isExact ? mostRoundsOf(loop) : std::nullopt;
  }

  /// At most `most`: if possible so many that none are left over.
  static int64_t chooseRounds(std::optional<int64_t> rounds, int64_t most) {
    if (!rounds)
      return most;
    for (int64_t count = most; count > most / 2 && count > 1; --count)
      if (*rounds % count == 0)
        return count;
    return llvm::divideCeil(*rounds, llvm::divideCeil(*rounds, most));
  }

  /// All rounds, without a loop.
  static void replaceAll(scf::ForOp loop, const Round &round, int64_t rounds) {
    OpBuilder builder(loop);
    int64_t lower = *getConstantIntValue(loop.getLowerBound()),
            step = *getConstantIntValue(loop.getStep());
    SmallVector<Value> values;
    for (int64_t number = 0; number < rounds; ++number)
      values.push_back(arith::ConstantOp::create(
          builder, loop.getLoc(),
          builder.getIntegerAttr(loop.getInductionVar().getType(),
                                 lower + number * step)));
    BatchWriter(builder, loop, round)
        .write(values, SmallVector<Value>(values.size()));
    loop.erase();
  }

  /// All rounds of a loop that has `most` at most, without a loop: those that
  /// it does not have are left out.
  static void replaceUpTo(scf::ForOp loop, const Round &round, int64_t most) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    int64_t step = *getConstantIntValue(loop.getStep());
    SmallVector<Value> values, conditions;
    for (int64_t number = 0; number < most; ++number) {
      Value distance = arith::ConstantOp::create(
          builder, loc,
          builder.getIntegerAttr(loop.getInductionVar().getType(),
                                 number * step));
      values.push_back(builder.createOrFold<arith::AddIOp>(
          loc, loop.getLowerBound(), distance));
      conditions.push_back(
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                values.back(), loop.getUpperBound()));
    }
    BatchWriter(builder, loop, round).write(values, conditions);
    loop.erase();
  }

  /// A loop of which each round is `count` ones of `loop`. Its last one leaves
  /// out those that are too many.
  static void replaceBy(scf::ForOp loop, const Round &round, int64_t count,
                        std::optional<int64_t> rounds) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Type type = loop.getInductionVar().getType();
    auto times = [&](int64_t number) -> Value {
      Value factor = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(type, number));
      return builder.createOrFold<arith::MulIOp>(loc, loop.getStep(), factor);
    };
    SmallVector<Value> distances;
    for (int64_t number = 1; number <= count; ++number)
      distances.push_back(times(number));
    auto batched = scf::ForOp::create(builder, loc, loop.getLowerBound(),
                                      loop.getUpperBound(), distances.back());
    batched.setUnsignedCmp(loop.getUnsignedCmp());
    builder.setInsertionPointToStart(batched.getBody());
    SmallVector<Value> values = {batched.getInductionVar()};
    SmallVector<Value> conditions = {Value()};
    bool isEven = rounds && *rounds % count == 0;
    for (Value distance : ArrayRef(distances).drop_back()) {
      values.push_back(arith::AddIOp::create(
          builder, loc, batched.getInductionVar(), distance));
      conditions.push_back(
          isEven ? Value()
                 : arith::CmpIOp::create(builder, loc,
                                         loop.getUnsignedCmp()
                                             ? arith::CmpIPredicate::ult
                                             : arith::CmpIPredicate::slt,
                                         values.back(), loop.getUpperBound()));
    }
    BatchWriter(builder, loop, round).write(values, conditions);
    // What a loop that is not to be unrolled completely says of it.
    if (loop->hasAttr(kLoopAnnotationAttr))
      gpulaunch::limitUnrolling(batched, 1);
    loop.erase();
  }
};
} // namespace
