//===- PrefetchCopies.cpp - the next step's loads while this one computes -===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a loop loads under conditions of its own: these, and where it loads
// from, are computed once more for the step behind it. That takes pure
// operations only, whose values outside the loop's body do not change.
//
// A load comes earlier by what is between the barrier that it is put behind and
// its old place in the next step. Nothing there writes to global memory, so
// that it loads the same; and what others wrote before the loop is ordered
// before it by that barrier, as it was by one before.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "PolyMem/Analysis/Device/KernelMemory.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_PREFETCHCOPIESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

/// The memory that `op` loads from, if it is a load.
std::optional<KernelMemory> loadedMemory(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return kernelMemoryOf(load.getMemRef());
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return kernelMemoryOf(load.getBase());
  return std::nullopt;
}

/// The memory that `op` stores to, if it is a store.
std::optional<KernelMemory> storedMemory(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return kernelMemoryOf(store.getMemRef());
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return kernelMemoryOf(store.getBase());
  return std::nullopt;
}

bool isSharedStore(Operation *op) {
  return storedMemory(op) == KernelMemory::Shared;
}

/// Whether a barrier and accesses of memory, of which none stores to global
/// memory, are all that `op` does, with all in its regions.
bool leavesGlobalMemory(Operation *op) {
  WalkResult result = op->walk([](Operation *inner) {
    std::optional<KernelMemory> stored = storedMemory(inner);
    bool isKnown = isa<gpu::BarrierOp>(inner) || loadedMemory(inner) ||
                   (stored && *stored != KernelMemory::Global) ||
                   inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   isMemoryEffectFree(inner);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Registers of 4 bytes that a value of `type` takes; 0 if that is not known.
int64_t registersOf(Type type) {
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    count = vector.isScalable() ? 0 : vector.getNumElements();
    type = vector.getElementType();
  }
  if (!type.isIntOrFloat())
    return 0;
  return count * llvm::divideCeil(type.getIntOrFloatBitWidth(), 32u);
}

/// A condition that a block of a loop is under: whether `value` holds.
struct Condition {
  Value value;
  bool holds;
};

/// Loads of one block of a step that are moved together.
struct Copy {
  /// Outermost first.
  SmallVector<Condition> conditions;
  SmallVector<Operation *> loads;
  /// What is computed for the conditions, and what else for the loads.
  llvm::SetVector<Operation *> forConditions, forLoads;
  /// The barrier in the loop's own block behind the copy.
  gpu::BarrierOp barrier;
  int64_t registers = 0;
};

/// Finds what may be moved in a loop.
class CopyFinder {
public:
  explicit CopyFinder(scf::ForOp loop) : loop(loop) {}

  SmallVector<Copy> find() {
    Block *body = loop.getBody();
    if (!loop.getInductionVar().getType().isIndex())
      return {};
    // From behind: a barrier is that of what is before it.
    gpu::BarrierOp barrier;
    SmallVector<std::pair<Operation *, gpu::BarrierOp>> branches;
    for (Operation &op : llvm::reverse(*body)) {
      if (auto here = dyn_cast<gpu::BarrierOp>(op))
        barrier = here;
      else if (barrier && isa<scf::IfOp>(op))
        branches.push_back({&op, barrier});
    }
    findIn(*body, {}, gpu::BarrierOp());
    for (auto [op, behind] : llvm::reverse(branches))
      findInBranches(cast<scf::IfOp>(op), {}, behind);
    return std::move(copies);
  }

private:
  void findInBranches(scf::IfOp branch, ArrayRef<Condition> conditions,
                      gpu::BarrierOp barrier) {
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        continue;
      SmallVector<Condition> all(conditions);
      all.push_back(
          {branch.getCondition(), &region == &branch.getThenRegion()});
      findIn(region.front(), all, barrier);
      for (Operation &op : region.front())
        if (auto inner = dyn_cast<scf::IfOp>(op))
          findInBranches(inner, all, barrier);
    }
  }

  /// The loads of `block` up to what needs one of them or stores; in the loop's
  /// own block (`barrier` is null) those before its first barrier.
  void findIn(Block &block, ArrayRef<Condition> conditions,
              gpu::BarrierOp barrier) {
    Copy copy{SmallVector<Condition>(conditions), {}, {}, {}, barrier};
    bool isStored = false, isOver = false;
    llvm::SmallPtrSet<Operation *, 8> late;
    for (Operation &op : block) {
      if (auto here = dyn_cast<gpu::BarrierOp>(op)) {
        // One in front of all loads is none behind them.
        if (barrier || copy.loads.empty())
          continue;
        copy.barrier = here;
        break;
      }
      bool needs = needsOneOf(&op, late);
      if (needs)
        late.insert(&op);
      if (loadedMemory(&op) == KernelMemory::Global && !isOver) {
        int64_t registers = registersOf(op.getResult(0).getType());
        if (!needs && registers > 0 && collect(&op, copy)) {
          copy.loads.push_back(&op);
          copy.registers += registers;
          late.insert(&op);
          continue;
        }
      }
      bool stores = op.walk([](Operation *inner) {
                        return isSharedStore(inner) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                      }).wasInterrupted();
      if (!copy.loads.empty())
        isOver |= needs || stores;
      isStored |= needs && stores;
    }
    if (!copy.loads.empty() && copy.barrier && isStored &&
        collectConditions(copy))
      copies.push_back(std::move(copy));
  }

  static bool needsOneOf(Operation *op,
                         const llvm::SmallPtrSetImpl<Operation *> &late) {
    return op
        ->walk([&](Operation *inner) {
          return llvm::any_of(inner->getOperands(),
                              [&](Value operand) {
                                return late.contains(operand.getDefiningOp());
                              })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Adds what is computed in the loop for operands of `op` and of what is
  /// inside; false if that takes anything but pure operations, and conditions
  /// of these.
  bool collectOperands(Operation *op, llvm::SetVector<Operation *> &into) {
    return !op->walk([&](Operation *inner) {
                for (Value value : inner->getOperands())
                  if (!op->isAncestor(value.getParentRegion()->getParentOp()) &&
                      !collect(value, into))
                    return WalkResult::interrupt();
                return WalkResult::advance();
              }).wasInterrupted();
  }

  bool collect(Value value, llvm::SetVector<Operation *> &into) {
    if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
      return true;
    Operation *op = value.getDefiningOp();
    if (op && into.contains(op))
      return true;
    if (!op || !canRepeat(op) || !collectOperands(op, into))
      return false;
    into.insert(op);
    return true;
  }

  /// Whether `op` may be done once more, for another step.
  static bool canRepeat(Operation *op) {
    if (isa<gpu::GPUDialect, NVVM::NVVMDialect>(op->getDialect()))
      return false;
    auto ifOp = dyn_cast<scf::IfOp>(op);
    if (!ifOp)
      return op->getNumRegions() == 0 && isPure(op);
    // What is in its branches is done as it is there.
    return !op->walk([&](Operation *inner) {
                bool isKnown =
                    inner == op || inner->hasTrait<OpTrait::IsTerminator>() ||
                    (isa<scf::IfOp>(inner) && isMemoryEffectFree(inner)) ||
                    (inner->getNumRegions() == 0 && isMemoryEffectFree(inner) &&
                     !isa<gpu::GPUDialect, NVVM::NVVMDialect>(
                         inner->getDialect()));
                return isKnown ? WalkResult::advance()
                               : WalkResult::interrupt();
              }).wasInterrupted();
  }

  bool collect(Operation *load, Copy &copy) {
    llvm::SetVector<Operation *> all = copy.forLoads;
    if (!collectOperands(load, all))
      return false;
    copy.forLoads = std::move(all);
    return true;
  }

  bool collectConditions(Copy &copy) {
    return llvm::all_of(copy.conditions, [&](Condition condition) {
      return collect(condition.value, copy.forConditions);
    });
  }

  scf::ForOp loop;
  SmallVector<Copy> copies;
};

/// Moves copies of a loop.
class CopyMover {
public:
  CopyMover(RewriterBase &rewriter, scf::ForOp loop)
      : rewriter(rewriter), loop(loop), loc(loop.getLoc()) {}

  void move(ArrayRef<Copy> copies) {
    SmallVector<Value> zeros;
    rewriter.setInsertionPoint(loop);
    for (const Copy &copy : copies)
      for (Operation *load : copy.loads)
        zeros.push_back(arith::ConstantOp::create(
            rewriter, loc, rewriter.getZeroAttr(load->getResult(0).getType())));
    auto writeSteps = [&](OpBuilder &, Location,
                          ArrayRef<BlockArgument> carried) {
      SmallVector<Value> yielded;
      for (const Copy &copy : copies) {
        ValueRange early = ValueRange(carried).take_front(copy.loads.size());
        carried = carried.drop_front(copy.loads.size());
        llvm::append_range(yielded, writeNext(copy, early));
        useCarried(copy, early);
      }
      return yielded;
    };
    // Uses of initial values inside are not those of what is carried.
    (void)loop.replaceWithAdditionalYields(
        rewriter, zeros, /*replaceInitOperandUsesInLoop=*/false, writeSteps);
  }

private:
  using Loader = llvm::function_ref<void(IRMapping &)>;

  /// What `condition` gives: copies of the loads of `copy` with `map`, else
  /// `early`.
  scf::IfOp loadIf(Value condition, const Copy &copy, ValueRange early,
                   IRMapping &map, Loader addresses) {
    auto ifOp = scf::IfOp::create(rewriter, loc, early.getTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(ifOp.thenBlock());
    addresses(map);
    SmallVector<Value> loaded;
    for (Operation *load : copy.loads)
      loaded.push_back(rewriter.clone(*load, map)->getResult(0));
    scf::YieldOp::create(rewriter, loc, loaded);
    rewriter.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(rewriter, loc, early);
    return ifOp;
  }

  /// The loads of the step behind this one, if there is one; their values.
  ValueRange writeNext(const Copy &copy, ValueRange early) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(copy.barrier);
    Value next = arith::AddIOp::create(rewriter, loc, loop.getInductionVar(),
                                       loop.getStep());
    Value condition =
        arith::CmpIOp::create(rewriter, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              next, loop.getUpperBound());
    IRMapping map;
    map.map(loop.getInductionVar(), next);
    for (Operation *op : copy.forConditions)
      rewriter.clone(*op, map);
    for (Condition part : copy.conditions)
      condition =
          conjoin(condition, map.lookupOrDefault(part.value), part.holds);
    return loadIf(condition, copy, early, map,
                  [&](IRMapping &addresses) {
                    for (Operation *op : copy.forLoads)
                      if (!copy.forConditions.contains(op))
                        rewriter.clone(*op, addresses);
                  })
        .getResults();
  }

  /// `a` holds, and then `b` does or does not; it may be anything if `a` does
  /// not.
  Value conjoin(Value a, Value b, bool holds) {
    Value no = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    if (!holds) {
      Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
      b = rewriter.createOrFold<arith::XOrIOp>(loc, b, yes);
    }
    return rewriter.createOrFold<arith::SelectOp>(loc, a, b, no);
  }

  /// The first step loads, and others have loaded.
  void useCarried(const Copy &copy, ValueRange early) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(copy.loads.back());
    Value first =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                              loop.getInductionVar(), loop.getLowerBound());
    IRMapping same;
    scf::IfOp loaded = loadIf(first, copy, early, same, [](IRMapping &) {});
    for (auto [load, value] : llvm::zip(copy.loads, loaded.getResults())) {
      rewriter.replaceAllUsesWith(load->getResult(0), value);
      rewriter.eraseOp(load);
    }
  }

  RewriterBase &rewriter;
  scf::ForOp loop;
  Location loc;
};

struct PrefetchCopiesPass
    : polymem::impl::PrefetchCopiesPassBase<PrefetchCopiesPass> {
  using PrefetchCopiesPassBase::PrefetchCopiesPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](gpu::GPUFuncOp func) {
      // What loops carry as they are given.
      int64_t carried = carriedRegisters(func);
      // Loops are visited behind those inside them.
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
      for (scf::ForOp loop : loops)
        prefetch(loop, carried);
    });
  }

private:
  void prefetch(scf::ForOp loop, int64_t carried) {
    SmallVector<Copy> copies = CopyFinder(loop).find();
    if (copies.empty())
      return;
    if (!leavesGlobalMemory(loop)) {
      remarkMissed(loop, getArgument(), "WritesGlobal")
          << "what the next step copies is not loaded early: the loop may "
             "write "
             "to global memory, or does what is not known";
      return;
    }
    int64_t needed = 0, loads = 0;
    for (const Copy &copy : copies) {
      needed += copy.registers;
      loads += copy.loads.size();
    }
    // Addresses are computed early, too.
    if (2 * needed + carried > registers) {
      remarkMissed(loop, getArgument(), "Registers") << sentence(
          "what the next step copies is not loaded early: its loads take {0} "
          "registers and as many for addresses, what loops carry {1}, of {2} "
          "('registers')",
          named("Needed", needed), named("Carried", carried),
          named("Registers", registers.getValue()));
      return;
    }
    remarkPassed(loop, getArgument(), "Prefetched")
        << sentence("{0} loads are done one step early and take {1} registers",
                    named("Loads", loads), named("Registers", needed));
    ++numLoops;
    numLoads += loads;
    IRRewriter rewriter(&getContext());
    CopyMover(rewriter, loop).move(copies);
  }
};

} // namespace
