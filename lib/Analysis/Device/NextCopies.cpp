//===- NextCopies.cpp - copies of a loop's next round ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a loop loads under conditions of its own: these, and where it loads
// from, can be computed once more for the step behind it. That takes pure
// operations only, whose values outside the loop's body do not change.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/NextCopies.h"
#include "PolyMem/Analysis/Device/KernelMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// The memory that `op` loads from, if it is a load.
static std::optional<KernelMemory> loadedMemory(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return kernelMemoryOf(load.getMemRef());
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return kernelMemoryOf(load.getBase());
  return std::nullopt;
}

/// The memory that `op` stores to, if it is a store.
static std::optional<KernelMemory> storedMemory(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return kernelMemoryOf(store.getMemRef());
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return kernelMemoryOf(store.getBase());
  return std::nullopt;
}

/// From bounds and with steps up to it, nothing leaves the range of 32 bits.
static constexpr int64_t kMostBound = 1 << 28;

/// 0 if `value` is the number of a thread, or a quotient or remainder, that is
/// not negative and ends before half of its type's range; a constant is itself.
static std::optional<int64_t> leastOf(Value value) {
  constexpr int64_t kLeastDivisor = 4;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  if (value.getDefiningOp<gpu::ThreadIdOp>())
    return 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto launch = dyn_cast<gpu::LaunchOp>(argument.getOwner()->getParentOp());
    gpu::KernelDim3 ids = launch ? launch.getThreadIds() : gpu::KernelDim3();
    if (launch && llvm::is_contained({ids.x, ids.y, ids.z}, value))
      return 0;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::RemUIOp, arith::DivUIOp>(op))
    return std::nullopt;
  std::optional<int64_t> by = getConstantIntValue(op->getOperand(1));
  // A remainder is less than the divisor.
  bool isShort = by && (isa<arith::RemUIOp>(op) ? *by > 0 && *by <= kMostBound
                                                : *by >= kLeastDivisor);
  return isShort ? std::optional<int64_t>(0) : std::nullopt;
}

std::optional<int64_t> polymem::mostRoundsOf(scf::ForOp loop) {
  std::optional<int64_t> lower = leastOf(loop.getLowerBound()),
                         upper = getConstantIntValue(loop.getUpperBound()),
                         step = getConstantIntValue(loop.getStep());
  if (!upper)
    if (auto lesser = loop.getUpperBound().getDefiningOp<arith::MinSIOp>()) {
      upper = getConstantIntValue(lesser.getLhs());
      if (!upper)
        upper = getConstantIntValue(lesser.getRhs());
      if (upper && *upper < 0)
        return std::nullopt;
    }
  if (!lower || !upper || !step || *step <= 0 || loop.getUnsignedCmp())
    return std::nullopt;
  bool isExact = getConstantIntValue(loop.getLowerBound()).has_value() &&
                 getConstantIntValue(loop.getUpperBound()).has_value();
  if (!isExact && (*lower < 0 || *upper > kMostBound || *step > kMostBound))
    return std::nullopt;
  int64_t distance = 0;
  if (*upper <= *lower)
    return 0;
  if (llvm::SubOverflow(*upper, *lower, distance))
    return std::nullopt;
  return llvm::divideCeil(distance, *step);
}

static bool isSharedStore(Operation *op) {
  return storedMemory(op) == KernelMemory::Shared;
}

bool polymem::leavesGlobalMemory(Operation *op) {
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
static int64_t registersOf(Type type) {
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    count = vector.isScalable() ? 0 : vector.getNumElements();
    type = vector.getElementType();
  }
  if (!type.isIntOrFloat())
    return 0;
  return count * llvm::divideCeil(type.getIntOrFloatBitWidth(), 32u);
}

namespace {
/// Finds what may be moved in a loop.
class CopyFinder {
public:
  CopyFinder(scf::ForOp loop, int64_t mostRounds)
      : loop(loop), mostRounds(mostRounds) {}

  std::vector<NextCopy> find() {
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
    choosePlaces();
    return std::move(copies);
  }

private:
  void findInBranches(scf::IfOp branch, ArrayRef<CopyCondition> conditions,
                      gpu::BarrierOp barrier) {
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        continue;
      SmallVector<CopyCondition> all(conditions);
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
  void findIn(Block &block, ArrayRef<CopyCondition> conditions,
              gpu::BarrierOp barrier) {
    NextCopy copy;
    llvm::append_range(copy.conditions, conditions);
    copy.barrier = barrier;
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
      if (!isOver && addBatch(&op, copy)) {
        isStored = isOver = true;
        continue;
      }
      bool needs = needsOneOf(&op, late);
      if (needs)
        late.insert(&op);
      if (loadedMemory(&op) == KernelMemory::Global && !isOver) {
        Type type = op.getResult(0).getType();
        if (!needs && registersOf(type) > 0 && collect(&op, copy)) {
          copy.loads.push_back(&op);
          copy.types.push_back(type);
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

  /// Adds the loads of `op` if it is a loop of few rounds that does nothing
  /// but copy to shared memory.
  bool addBatch(Operation *op, NextCopy &copy) {
    auto batch = dyn_cast<scf::ForOp>(op);
    std::optional<int64_t> rounds =
        batch && mostRounds > 0 ? mostRoundsOf(batch) : std::nullopt;
    if (!rounds || *rounds > mostRounds || !batch.getInits().empty())
      return false;
    SmallVector<Operation *> loads;
    SmallVector<Type> types;
    bool stores = false;
    WalkResult walked = batch.getBody()->walk([&](Operation *inner) {
      stores |= isSharedStore(inner);
      if (loadedMemory(inner) == KernelMemory::Global) {
        loads.push_back(inner);
        types.append(*rounds, inner->getResult(0).getType());
        return WalkResult::advance();
      }
      // A round may copy under a condition.
      bool isKnown = isSharedStore(inner) || isa<scf::IfOp>(inner) ||
                     inner->hasTrait<OpTrait::IsTerminator>() ||
                     canRepeat(inner);
      return isKnown ? WalkResult::advance() : WalkResult::interrupt();
    });
    auto isUnknown = [](Type type) { return registersOf(type) == 0; };
    if (walked.wasInterrupted() || loads.empty() || !stores ||
        llvm::any_of(types, isUnknown) || !collect(op, copy))
      return false;
    llvm::append_range(copy.loads, loads);
    llvm::append_range(copy.types, types);
    return true;
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

  bool collect(Operation *load, NextCopy &copy) {
    llvm::SetVector<Operation *> all = copy.forLoads;
    if (!collectOperands(load, all))
      return false;
    copy.forLoads = std::move(all);
    return true;
  }

  bool collectConditions(NextCopy &copy) {
    return llvm::all_of(copy.conditions, [&](CopyCondition condition) {
      return collect(condition.value, copy.forConditions);
    });
  }

  /// A round does one of `a` and `b` at most.
  static bool areExclusive(const NextCopy &a, const NextCopy &b) {
    return llvm::any_of(a.conditions, [&](CopyCondition one) {
      return llvm::any_of(b.conditions, [&](CopyCondition other) {
        return one.value == other.value && one.holds != other.holds;
      });
    });
  }

  /// The first place of `type` that `copy` does not have yet, and that no other
  /// copy has that a round may do, too.
  void choosePlaces() {
    unsigned numPlaces = 0;
    for (auto [number, copy] : llvm::enumerate(copies)) {
      SmallVector<Type> types = placesOf(ArrayRef(copies).take_front(number));
      llvm::SmallBitVector isFree(numPlaces, true);
      for (const NextCopy &other : ArrayRef(copies).take_front(number))
        if (other.barrier != copy.barrier || !areExclusive(other, copy))
          for (unsigned place : other.places)
            isFree.reset(place);
      for (Type type : copy.types) {
        unsigned place = 0;
        while (place < isFree.size() &&
               !(isFree.test(place) && types[place] == type))
          ++place;
        if (place == isFree.size())
          place = numPlaces++;
        else
          isFree.reset(place);
        copy.places.push_back(place);
      }
    }
  }

  scf::ForOp loop;
  int64_t mostRounds;
  std::vector<NextCopy> copies;
};
} // namespace

SmallVector<Type> polymem::placesOf(ArrayRef<NextCopy> copies) {
  SmallVector<Type> result;
  for (const NextCopy &copy : copies)
    for (auto [type, place] : llvm::zip_equal(copy.types, copy.places)) {
      if (place >= result.size())
        result.resize(place + 1);
      result[place] = type;
    }
  return result;
}

std::vector<NextCopy> polymem::findNextCopies(scf::ForOp loop,
                                              int64_t mostRounds) {
  return CopyFinder(loop, mostRounds).find();
}

int64_t polymem::registersOfEarly(ArrayRef<NextCopy> copies) {
  int64_t loaded = 0;
  for (Type type : placesOf(copies))
    loaded += registersOf(type);
  return 2 * loaded;
}
