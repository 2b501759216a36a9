//===- KernelModel.cpp - index arithmetic of kernels in isl ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All variables (sizes, thread numbers, loop variables) are isl parameters, so
// that sets and functions need no tuple: a function is `[v] -> { [] -> [f(v)]
// }`, an execution of an operation `[v] -> { : conditions around it }`. Two
// threads of a block are two sides: what may differ between them has a variable
// for each.
//
//===----------------------------------------------------------------------===//

#include "KernelModel.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::test;

/// Proofs that need more are given up.
static constexpr unsigned long kMaxIslOperations = 5000000;

namespace {

class Model {
public:
  /// `isShared` tells of loops around both sides in the same iteration.
  Model(gpu::LaunchOp launch, llvm::function_ref<bool(scf::ForOp)> isShared)
      : launch(launch), isShared(isShared),
        known(isl::set::universe(isl::space::params_alloc(ctx, 0))) {}

  /// The value of `value` on `side`; known() is then a constraint on it.
  isl::pw_aff get(Value value, unsigned side);
  /// Where `op` is executed on `side`.
  isl::set domainOf(Operation *op, unsigned side);
  /// Where `condition` is true on `side`; a superset if not `exact`.
  isl::set condition(Value condition, unsigned side, bool &exact);
  /// The two sides are different threads.
  isl::set areDifferent();

  isl::set context() const { return known; }

private:
  isl::pw_aff constant(int64_t value) {
    return isl::aff(isl::local_space(isl::space(ctx, 0, 0)),
                    isl::val(ctx, long(value)));
  }
  isl::pw_aff variable(Value value, unsigned side, bool shared);
  isl::pw_aff compute(Value value, unsigned side);
  isl::pw_aff divide(isl::pw_aff lhs, Value divisor, bool remainder);
  bool isUniform(Value value);
  void know(const isl::set &fact) { known = known.intersect(fact.params()); }

  // First member: destroyed last.
  IslContext ctx;
  IslOperationsGuard guard{ctx.get(), kMaxIslOperations};
  gpu::LaunchOp launch;
  llvm::function_ref<bool(scf::ForOp)> isShared;
  isl::set known;
  llvm::DenseMap<Value, isl::pw_aff> memo[2];
  unsigned numVariables = 0;
};

} // namespace

/// The value is the same for all threads of the block.
bool Model::isUniform(Value value) {
  if (!launch.getBody().isAncestor(value.getParentRegion()))
    return true;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()))
    return value == loop.getInductionVar() && isShared(loop);
  if (argument.getOwner()->getParentOp() != launch)
    return false;
  gpu::KernelDim3 threads = launch.getThreadIds();
  return value != threads.x && value != threads.y && value != threads.z;
}

isl::pw_aff Model::variable(Value value, unsigned side, bool shared) {
  isl::id id(ctx, "v" + std::to_string(numVariables++));
  isl::space space(ctx, 1, 0);
  space = isl::manage(
      isl_space_set_dim_id(space.release(), isl_dim_param, 0, id.release()));
  isl::pw_aff result =
      isl::aff::var_on_domain(isl::local_space(space), isl::dim::param, 0);
  memo[side][value] = result;
  if (shared)
    memo[1 - side][value] = result;
  if (value.getDefiningOp<memref::DimOp>())
    know(result.ge_set(constant(0)));
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return result;
  if (argument.getOwner()->getParentOp() == launch) {
    gpu::KernelDim3 threads = launch.getThreadIds();
    gpu::KernelDim3 sizes = launch.getBlockSize();
    gpu::KernelDim3 operands = launch.getBlockSizeOperandValues();
    for (auto [number, size] : {std::pair(threads.x, sizes.x),
                                {threads.y, sizes.y},
                                {threads.z, sizes.z}})
      if (number == value)
        know(result.ge_set(constant(0))
                 .intersect(result.lt_set(get(size, side))));
    for (auto [size, operand] : {std::pair(sizes.x, operands.x),
                                 {sizes.y, operands.y},
                                 {sizes.z, operands.z}})
      if (size == value)
        know(result.eq_set(get(operand, side)));
    // What is known of the grid's size is of no use.
    gpu::KernelDim3 blocks = launch.getBlockIds();
    if (value == blocks.x || value == blocks.y || value == blocks.z)
      know(result.ge_set(constant(0)));
    return result;
  }
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || value != loop.getInductionVar())
    return result;
  // Steps are positive.
  isl::pw_aff lower = get(loop.getLowerBound(), side);
  know(result.ge_set(lower));
  know(result.lt_set(get(loop.getUpperBound(), side)));
  if (auto step = getConstantIntValue(loop.getStep()))
    know(result.sub(lower).mod(isl::val(ctx, long(*step))).eq_set(constant(0)));
  return result;
}

isl::pw_aff Model::get(Value value, unsigned side) {
  if (auto found = memo[side].find(value); found != memo[side].end())
    return found->second;
  isl::pw_aff result = compute(value, side);
  if (result.is_null())
    return variable(value, side, isUniform(value));
  memo[side][value] = result;
  return result;
}

/// Rounds down. Null if `lhs` may be negative, where operations differ.
isl::pw_aff Model::divide(isl::pw_aff lhs, Value divisor, bool remainder) {
  auto number = getConstantIntValue(divisor);
  if (!number || *number <= 0 ||
      !lhs.lt_set(constant(0)).params().intersect(known).is_empty().is_true())
    return {};
  isl::val by(ctx, long(*number));
  return remainder ? lhs.mod(by) : lhs.scale_down(by).floor();
}

/// Null if it is not understood.
isl::pw_aff Model::compute(Value value, unsigned side) {
  if (auto number = getConstantIntValue(value))
    return constant(*number);
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || !value.getType().isIndex() ||
      !isa<arith::ArithDialect>(op->getDialect()) ||
      !op->getOperand(0).getType().isIndex())
    return {};
  isl::pw_aff lhs = get(op->getOperand(0), side);
  isl::pw_aff rhs = get(op->getOperand(1), side);
  if (isa<arith::AddIOp>(op))
    return lhs.add(rhs);
  if (isa<arith::SubIOp>(op))
    return lhs.sub(rhs);
  if (isa<arith::MinSIOp>(op))
    return lhs.min(rhs);
  if (isa<arith::MaxSIOp>(op))
    return lhs.max(rhs);
  if (isa<arith::MulIOp>(op)) {
    for (unsigned n : {0, 1})
      if (auto factor = getConstantIntValue(op->getOperand(n)))
        return (n == 0 ? rhs : lhs).scale(isl::val(ctx, long(*factor)));
    return {};
  }
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op))
    return divide(lhs, op->getOperand(1), false);
  if (isa<arith::RemUIOp, arith::RemSIOp>(op))
    return divide(lhs, op->getOperand(1), true);
  return {};
}

isl::set Model::condition(Value value, unsigned side, bool &exact) {
  isl::set all = isl::set::universe(isl::space::params_alloc(ctx, 0));
  if (matchPattern(value, m_One()))
    return all;
  if (auto both = value.getDefiningOp<arith::AndIOp>())
    return condition(both.getLhs(), side, exact)
        .intersect(condition(both.getRhs(), side, exact));
  auto compare = value.getDefiningOp<arith::CmpIOp>();
  if (!compare || !compare.getLhs().getType().isIndex()) {
    exact = false;
    return all;
  }
  using Predicate = arith::CmpIPredicate;
  isl::pw_aff lhs = get(compare.getLhs(), side);
  isl::pw_aff rhs = get(compare.getRhs(), side);
  auto isNegative = [&](const isl::pw_aff &aff) {
    return !aff.lt_set(constant(0))
                .params()
                .intersect(known)
                .is_empty()
                .is_true();
  };
  Predicate predicate = compare.getPredicate();
  if (predicate >= Predicate::ult && (isNegative(lhs) || isNegative(rhs))) {
    exact = false;
    return all;
  }
  switch (predicate) {
  case Predicate::eq:
    return lhs.eq_set(rhs).params();
  case Predicate::ne:
    return lhs.ne_set(rhs).params();
  case Predicate::slt:
  case Predicate::ult:
    return lhs.lt_set(rhs).params();
  case Predicate::sle:
  case Predicate::ule:
    return lhs.le_set(rhs).params();
  case Predicate::sgt:
  case Predicate::ugt:
    return lhs.gt_set(rhs).params();
  case Predicate::sge:
  case Predicate::uge:
    return lhs.ge_set(rhs).params();
  }
  llvm_unreachable("unknown predicate");
}

isl::set Model::domainOf(Operation *op, unsigned side) {
  isl::set domain = isl::set::universe(isl::space::params_alloc(ctx, 0));
  for (Operation *inner = op, *outer = op->getParentOp(); inner != launch;
       inner = outer, outer = outer->getParentOp()) {
    if (auto loop = dyn_cast<scf::ForOp>(outer))
      get(loop.getInductionVar(), side);
    auto guard = dyn_cast<scf::IfOp>(outer);
    if (!guard)
      continue;
    bool exact = true;
    isl::set taken = condition(guard.getCondition(), side, exact);
    if (guard.getThenRegion().isAncestor(inner->getParentRegion()))
      domain = domain.intersect(taken);
    else if (exact)
      domain = domain.subtract(taken);
  }
  return domain;
}

isl::set Model::areDifferent() {
  isl::set same = isl::set::universe(isl::space::params_alloc(ctx, 0));
  gpu::KernelDim3 threads = launch.getThreadIds();
  for (Value number : {threads.x, threads.y, threads.z})
    same = same.intersect(get(number, 0).eq_set(get(number, 1)).params());
  return same.complement();
}

//===----------------------------------------------------------------------===//
// Questions about one thread
//===----------------------------------------------------------------------===//

/// The operation is in a launch; everything around it is understood.
static gpu::LaunchOp launchAround(Operation *op) {
  Operation *parent = op->getParentOp();
  while (isa_and_nonnull<scf::ForOp, scf::IfOp>(parent))
    parent = parent->getParentOp();
  return dyn_cast_or_null<gpu::LaunchOp>(parent);
}

bool polymem::test::isAlwaysTrue(scf::IfOp guard) {
  gpu::LaunchOp launch = launchAround(guard);
  if (!launch)
    return false;
  Model model(launch, [](scf::ForOp) { return true; });
  isl::set domain = model.domainOf(guard, 0);
  bool exact = true;
  isl::set taken = model.condition(guard.getCondition(), 0, exact);
  return exact && domain.intersect(model.context()).is_subset(taken).is_true();
}

bool polymem::test::isAlwaysZero(OpResult value) {
  gpu::LaunchOp launch = launchAround(value.getOwner());
  if (!launch)
    return false;
  Model model(launch, [](scf::ForOp) { return true; });
  isl::set domain = model.domainOf(value.getOwner(), 0);
  isl::pw_aff result = model.get(value, 0);
  isl::pw_aff zero = result.sub(result);
  return domain.intersect(model.context())
      .is_subset(result.eq_set(zero).params())
      .is_true();
}

/// `value` is computed from values outside of `launch` only.
static bool isInvariant(Value value, gpu::LaunchOp launch) {
  if (!launch.getBody().isAncestor(value.getParentRegion()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, launch);
         });
}

/// The memory that an access of an element, or of a few, reads or writes; null
/// for other operations.
static Value loadedFrom(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  auto load = dyn_cast<vector::LoadOp>(op);
  return load ? load.getBase() : Value();
}
static Value storedTo(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  auto store = dyn_cast<vector::StoreOp>(op);
  return store ? store.getBase() : Value();
}

bool polymem::test::isNeverRead(scf::IfOp guard) {
  gpu::LaunchOp launch = launchAround(guard);
  if (!launch || guard.elseBlock())
    return false;
  llvm::SmallSetVector<Value, 2> buffers;
  WalkResult onlyFills = guard.getThenRegion().walk([&](Operation *op) {
    if (Value memory = storedTo(op);
        memory && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(
                      cast<MemRefType>(memory.getType())))
      buffers.insert(memory);
    else if (!loadedFrom(op) && !isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op) &&
             !isPure(op))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (onlyFills.wasInterrupted())
    return false;
  for (Value buffer : buffers)
    for (Operation *user : buffer.getUsers())
      if (!storedTo(user) && !loadedFrom(user) && !isPure(user))
        return false;
  // The condition is the same for all threads, at all times.
  if (!isInvariant(guard.getCondition(), launch))
    return false;
  WalkResult walk = launch.walk([&](Operation *load) {
    if (Value memory = loadedFrom(load); !memory || !buffers.contains(memory))
      return WalkResult::advance();
    Model model(launch, [](scf::ForOp) { return true; });
    bool exact = true;
    isl::set domain = model.domainOf(load, 0);
    isl::set taken = model.condition(guard.getCondition(), 0, exact);
    bool isCovered =
        exact && launchAround(load) == launch &&
        domain.intersect(model.context()).is_subset(taken).is_true();
    return isCovered ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

namespace {

/// The accesses that can be reached from an operation without a barrier
/// between, each with the outermost loop whose next (or previous) iteration the
/// way leads into.
class Reach {
public:
  struct Entry {
    Operation *access;
    scf::ForOp crossed;
  };

  Reach(gpu::LaunchOp launch, gpu::BarrierOp from, bool forward)
      : launch(launch), from(from), forward(forward) {
    leave(from, {});
  }

  SmallVector<Entry> entries;
  /// Some operation was not understood.
  bool failed = false;

private:
  /// Goes on from behind `op`; true if a barrier is met for certain.
  bool leave(Operation *op, scf::ForOp crossed) {
    Block *block = op->getBlock();
    if (forward ? walk(block, std::next(op->getIterator()), crossed)
                : walkBack(block, op->getIterator(), crossed))
      return true;
    Operation *parent = block->getParentOp();
    if (parent == launch)
      return false;
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      scf::ForOp outer =
          crossed && crossed->isProperAncestor(loop) ? crossed : loop;
      enter(*loop.getBody(), outer);
    }
    return leave(parent, crossed);
  }

  bool enter(Block &block, scf::ForOp crossed) {
    return forward ? walk(&block, block.begin(), crossed)
                   : walkBack(&block, block.end(), crossed);
  }

  bool walk(Block *block, Block::iterator it, scf::ForOp crossed) {
    for (; it != block->end(); ++it)
      if (visit(&*it, crossed))
        return true;
    return false;
  }
  bool walkBack(Block *block, Block::iterator it, scf::ForOp crossed) {
    while (it != block->begin())
      if (visit(&*--it, crossed))
        return true;
    return false;
  }

  /// True if a barrier is met for certain.
  bool visit(Operation *op, scf::ForOp crossed) {
    if (isa<gpu::BarrierOp>(op))
      return true;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      // It may run several times or never.
      enter(*loop.getBody(), crossed);
      return false;
    }
    if (auto guard = dyn_cast<scf::IfOp>(op)) {
      bool met = enter(*guard.thenBlock(), crossed);
      return guard.elseBlock() && enter(*guard.elseBlock(), crossed) && met;
    }
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      entries.push_back({op, crossed});
    else if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      failed |=
          !isa<memref::AllocaOp, memref::ViewOp, gpu::DynamicSharedMemoryOp>(
              op) &&
          !op->hasTrait<OpTrait::IsTerminator>();
    return false;
  }

  gpu::LaunchOp launch;
  gpu::BarrierOp from;
  bool forward;
};

} // namespace

static Value memoryOf(Operation *access) {
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return load.getMemRef();
  return cast<memref::StoreOp>(access).getMemRef();
}

static Operation::operand_range indicesOf(Operation *access) {
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return load.getIndices();
  return cast<memref::StoreOp>(access).getIndices();
}

/// No two threads touch one element with `first` before and `second` after the
/// barrier.
static bool areApart(gpu::LaunchOp launch, gpu::BarrierOp barrier,
                     const Reach::Entry &first, const Reach::Entry &second) {
  Value memory = memoryOf(first.access);
  if (isa<memref::LoadOp>(first.access) && isa<memref::LoadOp>(second.access))
    return true;
  if (memory != memoryOf(second.access)) {
    // Different arrays, or views of dynamic shared memory.
    auto isWhole = [&](Value memref) {
      return isa<BlockArgument>(memref) ||
             isa<memref::AllocaOp, memref::ViewOp>(memref.getDefiningOp());
    };
    return isWhole(memory) && isWhole(memoryOf(second.access));
  }
  // Memory of a thread's own.
  if (memory.getDefiningOp<memref::AllocaOp>() &&
      launch->isProperAncestor(memory.getDefiningOp()))
    return true;
  auto isShared = [&](scf::ForOp loop) {
    auto isOutside = [&](scf::ForOp crossed) {
      return !crossed || loop->isProperAncestor(crossed);
    };
    return loop->isProperAncestor(barrier) && isOutside(first.crossed) &&
           isOutside(second.crossed);
  };
  Model model(launch, isShared);
  isl::set pairs = model.domainOf(first.access, 0)
                       .intersect(model.domainOf(second.access, 1))
                       .intersect(model.areDifferent());
  for (auto [a, b] :
       llvm::zip_equal(indicesOf(first.access), indicesOf(second.access)))
    pairs = pairs.intersect(model.get(a, 0).eq_set(model.get(b, 1)).params());
  return pairs.intersect(model.context()).is_empty().is_true();
}

bool polymem::test::isRedundant(gpu::BarrierOp barrier) {
  gpu::LaunchOp launch = launchAround(barrier);
  if (!launch)
    return false;
  Reach before(launch, barrier, /*forward=*/false);
  Reach after(launch, barrier, /*forward=*/true);
  if (before.failed || after.failed)
    return false;
  for (const Reach::Entry &first : before.entries)
    for (const Reach::Entry &second : after.entries)
      if (!areApart(launch, barrier, first, second))
        return false;
  return true;
}
