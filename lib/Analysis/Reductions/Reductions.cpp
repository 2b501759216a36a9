//===- Reductions.cpp - loops that carry nothing but sums -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/Reductions.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

//===----------------------------------------------------------------------===//
// What can be seen
//===----------------------------------------------------------------------===//

/// The kind of reduction that `op` is a step of; nothing if of none.
static std::optional<arith::AtomicRMWKind> kindOf(Operation *op) {
  using Kind = arith::AtomicRMWKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddFOp, arith::SubFOp, math::FmaOp>(
          [](auto) { return Kind::addf; })
      .Case([](arith::MulFOp) { return Kind::mulf; })
      .Case([](arith::MaximumFOp) { return Kind::maximumf; })
      .Case([](arith::MinimumFOp) { return Kind::minimumf; })
      .Case([](arith::MaxNumFOp) { return Kind::maxnumf; })
      .Case([](arith::MinNumFOp) { return Kind::minnumf; })
      .Case<arith::AddIOp, arith::SubIOp>([](auto) { return Kind::addi; })
      .Case([](arith::MulIOp) { return Kind::muli; })
      .Case([](arith::MaxSIOp) { return Kind::maxs; })
      .Case([](arith::MinSIOp) { return Kind::mins; })
      .Case([](arith::MaxUIOp) { return Kind::maxu; })
      .Case([](arith::MinUIOp) { return Kind::minu; })
      .Case([](arith::OrIOp) { return Kind::ori; })
      .Case([](arith::AndIOp) { return Kind::andi; })
      .Case([](arith::XOrIOp) { return Kind::xori; })
      .Default([](Operation *) { return std::nullopt; });
}

bool polymem::isExactInAnyOrder(Operation *op) {
  return !isa<arith::ArithFastMathInterface>(op) ||
         isa<arith::MaximumFOp, arith::MinimumFOp>(op);
}

bool polymem::mayBeReordered(Operation *op) {
  return isExactInAnyOrder(op) ||
         arith::bitEnumContainsAll(cast<arith::ArithFastMathInterface>(op)
                                       .getFastMathFlagsAttr()
                                       .getValue(),
                                   arith::FastMathFlags::reassoc);
}

/// Values whose neutral elements are known.
static bool isSupported(Type type) {
  return isa<IntegerType>(type) || type.isF16() || type.isBF16() ||
         type.isF32() || type.isF64();
}

/// The operands that a value may be accumulated in: not what is subtracted, nor
/// what is multiplied.
static OperandRange accumulatedOperands(Operation *op) {
  if (isa<math::FmaOp>(op))
    return op->getOperands().take_back(1);
  unsigned count = isa<arith::SubFOp, arith::SubIOp>(op) ? 1 : 2;
  return op->getOperands().take_front(count);
}

/// Extends `chain`, operations of one kind of which each combines the result of
/// the next one, down to a load of the cell of `store`. Null if there is none.
static AffineLoadOp findLoad(Value value, AffineStoreOp store,
                             arith::AtomicRMWKind kind, bool reassociate,
                             SmallVectorImpl<Operation *> &chain) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != store->getBlock() || !value.hasOneUse())
    return nullptr;
  if (auto load = dyn_cast<AffineLoadOp>(op))
    return load.getMemRef() == store.getMemRef() &&
                   MemRefAccess(load) == MemRefAccess(store)
               ? load
               : nullptr;
  if (kindOf(op) != kind || (!reassociate && !mayBeReordered(op)))
    return nullptr;
  chain.push_back(op);
  for (Value operand : accumulatedOperands(op))
    if (AffineLoadOp load = findLoad(operand, store, kind, reassociate, chain))
      return load;
  chain.pop_back();
  return nullptr;
}

/// Some operation between the two may write to `memref`: then the update is not
/// one step. (What reads the element is found by who asks for dependences.)
static bool isWrittenBetween(Operation *first, Operation *last, Value memref) {
  for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode())
    if (op->getNumRegions() != 0 ||
        (!isa<AffineLoadOp>(op) &&
         llvm::is_contained(op->getOperands(), memref)))
      return true;
  return false;
}

std::optional<ReductionUpdate>
polymem::updateOf(AffineStoreOp store, bool reassociate,
                  std::optional<arith::AtomicRMWKind> &kind) {
  Operation *combined = store.getValueToStore().getDefiningOp();
  std::optional<arith::AtomicRMWKind> found =
      combined ? kindOf(combined) : std::nullopt;
  if (!found || (kind && kind != found) ||
      !isSupported(combined->getResult(0).getType()))
    return std::nullopt;
  ReductionUpdate update{{}, store, {}};
  update.load = findLoad(store.getValueToStore(), store, *found, reassociate,
                         update.operations);
  if (!update.load || isWrittenBetween(update.load, store, store.getMemRef()))
    return std::nullopt;
  std::reverse(update.operations.begin(), update.operations.end());
  kind = found;
  return update;
}

SmallVector<Accumulator> polymem::collectAccumulators(AffineForOp loop,
                                                      bool reassociate) {
  SmallVector<Accumulator> result;
  loop.getBody()->walk([&](AffineStoreOp store) {
    std::optional<arith::AtomicRMWKind> kind;
    std::optional<ReductionUpdate> update = updateOf(store, reassociate, kind);
    if (!update)
      return;
    Accumulator cell{store.getMemRef(),
                     store.getAffineMap(),
                     llvm::to_vector<4>(store.getMapOperands()),
                     *kind,
                     {}};
    fullyComposeAffineMapAndOperands(&cell.map, &cell.operands);
    canonicalizeMapAndOperands(&cell.map, &cell.operands);
    auto isOutside = [&](Value value) {
      return !loop->isAncestor(value.getParentBlock()->getParentOp());
    };
    if (!isOutside(cell.memref) || !llvm::all_of(cell.operands, isOutside))
      return;
    auto *known = llvm::find_if(result, [&](const Accumulator &other) {
      return other.memref == cell.memref && other.map == cell.map &&
             other.operands == cell.operands && other.kind == cell.kind;
    });
    if (known == result.end())
      known = &result.emplace_back(std::move(cell));
    known->updates.push_back(std::move(*update));
  });
  return result;
}

//===----------------------------------------------------------------------===//
// What dependences say
//===----------------------------------------------------------------------===//

namespace {
/// The accesses in one loop of a scop.
class LoopAccesses {
public:
  LoopAccesses(const Scop &scop, AffineForOp loop) : scop(scop) {
    for (const ScopStatement &statement : scop.statements()) {
      const auto *iv = llvm::find(statement.ivs, loop.getInductionVar());
      if (iv == statement.ivs.end())
        continue;
      depth = iv - statement.ivs.begin();
      for (unsigned id : statement.accesses)
        list.push_back(&scop.accesses()[id]);
    }
  }

  ArrayRef<const ScopAccess *> all() const { return list; }

  /// `{ S[i] -> T[j] }`: instances of one iteration of the loops around the
  /// loop that touch the same element.
  isl::map meeting(const ScopAccess &a, const ScopAccess &b) const {
    isl::map pairs = a.relation.intersect_params(scop.context())
                         .apply_range(b.relation.reverse());
    for (unsigned k = 0; k < depth; ++k)
      pairs = equateQuickly(pairs, k, k);
    return pairs;
  }

  bool mayMeet(const ScopAccess &a, const ScopAccess &b) const {
    return !meeting(a, b).is_empty().is_true();
  }

  /// The first access may come in an earlier iteration of the loop.
  bool mayBeCarried(const ScopAccess &a, const ScopAccess &b) const {
    return !orderQuickly(meeting(a, b), depth, depth).is_empty().is_true();
  }

private:
  const Scop &scop;
  SmallVector<const ScopAccess *> list;
  /// The dimension of the loop in the domains.
  unsigned depth = 0;
};
} // namespace

/// The accumulator among `cells` that `access` is part of; null if of none.
static const Accumulator *accumulatorOf(const ScopAccess &access,
                                        ArrayRef<Accumulator> cells) {
  for (const Accumulator &cell : cells)
    for (const ReductionUpdate &update : cell.updates)
      if (access.op == update.load || access.op == update.store)
        return &cell;
  return nullptr;
}

LoopCarry polymem::carriedBy(const Scop &scop, AffineForOp loop,
                             bool reassociate) {
  LoopCarry result;
  // Its iterations have no order, and no end.
  if (loop.getStepAsInt() == 0)
    return result;
  LoopAccesses accesses(scop, loop);
  SmallVector<Accumulator> cells = collectAccumulators(loop, reassociate);
  auto forConflicts =
      [&](llvm::function_ref<bool(const ScopAccess &, const ScopAccess &)>
              visit) {
        for (const ScopAccess *a : accesses.all())
          for (const ScopAccess *b : accesses.all())
            if (a->array == b->array && (a->isWrite() || b->isWrite()) &&
                !visit(*a, *b))
              return false;
        return true;
      };
  // What others may touch is no accumulator.
  llvm::SmallPtrSet<const Accumulator *, 4> shared;
  forConflicts([&](const ScopAccess &a, const ScopAccess &b) {
    const Accumulator *cell = accumulatorOf(a, cells);
    if (cell && !shared.contains(cell) && accumulatorOf(b, cells) != cell &&
        accesses.mayMeet(a, b))
      shared.insert(cell);
    return true;
  });
  for (const Accumulator &cell : cells)
    if (!shared.contains(&cell))
      result.accumulators.push_back(cell);
  bool none = forConflicts([&](const ScopAccess &a, const ScopAccess &b) {
    const Accumulator *cell = accumulatorOf(a, result.accumulators);
    return (cell && accumulatorOf(b, result.accumulators) == cell) ||
           !accesses.mayBeCarried(a, b);
  });
  if (!none)
    result.accumulators.clear();
  else
    result.kind = result.accumulators.empty() ? LoopCarry::Kind::Nothing
                                              : LoopCarry::Kind::Reduction;
  return result;
}
