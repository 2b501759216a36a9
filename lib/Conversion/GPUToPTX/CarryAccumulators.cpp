//===- CarryAccumulators.cpp - what threads keep from step to step --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why a cell that a thread loads and stores in each step is its own as long as
// the loop runs: all accesses of the loop to the array are in one part of its
// body, F, and no barrier is in F. If another thread accessed the cell in some
// step, it would do so between the same barriers as this
// thread, which stores it in that step as in all others: a race. So kernels are
// taken to have none, which is what the passes before this one prove.
//
// Conditions that F has around the cell do not change from step to step, so
// that a thread either keeps it or never accesses it.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/IndexForm.h"
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
#define GEN_PASS_DEF_CARRYACCUMULATORSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {

/// A condition that a block of a loop is under: whether `value` holds.
struct Condition {
  scf::IfOp op;
  bool holds;
};

/// A load of an element or a vector.
bool isLoad(Operation *op) { return isa<memref::LoadOp, vector::LoadOp>(op); }

bool isStore(Operation *op) {
  return isa<memref::StoreOp, vector::StoreOp>(op);
}

/// What a load or store accesses.
Value memrefOf(Operation *op) { return op->getOperand(isLoad(op) ? 0 : 1); }

/// Where a load or store accesses it.
OperandRange indicesOf(Operation *op) {
  return op->getOperands().drop_front(isLoad(op) ? 1 : 2);
}

/// How many elements a value of type `type` has.
int64_t elementsOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

/// A cell, or cells side by side, that a block loads and then stores, under
/// `condition` if there is one.
struct Cell {
  Operation *load;
  Operation *store;
  Value condition;

  /// What the block has in it: the load, or a condition with it.
  Operation *loading() const { return condition ? load->getParentOp() : load; }
  Operation *storing() const {
    return condition ? store->getParentOp() : store;
  }
  Value value() const { return loading()->getResult(0); }
  Value storedValue() const { return store->getOperand(0); }
  int64_t numElements() const { return elementsOf(value().getType()); }
};

/// Cells of one block that a loop may carry.
struct Group {
  Block *block;
  /// Outermost first.
  SmallVector<Condition> conditions;
  SmallVector<Cell> cells;
  /// What computes indices and conditions, all of it in the loop.
  llvm::SetVector<Operation *> slice;

  int64_t registers() const {
    int64_t bits = 0;
    for (const Cell &cell : cells)
      bits += llvm::alignTo(
          cell.numElements() *
              getElementTypeOrSelf(cell.value()).getIntOrFloatBitWidth(),
          32);
    return bits / 32;
  }
};

/// Cells of one array that are shown to be different.
bool areApart(const Cell &a, const Cell &b) {
  OperandRange ofA = indicesOf(a.load), ofB = indicesOf(b.load);
  return llvm::any_of(llvm::seq<unsigned>(0, ofA.size()), [&](unsigned dim) {
    IndexForm difference = formOf(ofA[dim]);
    difference.add(formOf(ofB[dim]), -1);
    // Vectors lie along the last dimension.
    bool isLast = dim + 1 == ofA.size();
    return difference.terms.empty() &&
           (difference.constant >= (isLast ? b.numElements() : 1) ||
            -difference.constant >= (isLast ? a.numElements() : 1));
  });
}

/// Finds what a loop may carry.
class GroupFinder {
public:
  explicit GroupFinder(scf::ForOp loop) : loop(loop) {}

  /// The groups, those that exclude each other, too.
  std::vector<Group> find() {
    Block &body = *loop.getBody();
    auto begin = body.begin();
    for (auto it = body.begin(), end = body.end(); it != end; ++it) {
      if (!hasBarrier(&*it) && std::next(it) != end)
        continue;
      findIn(llvm::make_range(begin, it), {});
      for (Operation &op : llvm::make_range(begin, it))
        if (auto branch = dyn_cast<scf::IfOp>(op))
          findInBranches(branch, {});
      begin = std::next(it);
    }
    return std::move(groups);
  }

  /// After `find`: accesses of the loop that may be to cells which `find` left
  /// out for that reason only, one for each block and array.
  ArrayRef<Operation *> othersAccesses() const { return others.getArrayRef(); }

private:
  static bool hasBarrier(Operation *op) {
    return op
        ->walk([](Operation *inner) {
          return inner->getNumRegions() == 0 && !isMemoryEffectFree(inner) &&
                         !isAccess(inner)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// An address that conditions are computed from, as whether it is aligned.
  static bool isOnlyCompared(Value address) {
    return llvm::all_of(address.getUsers(), [](Operation *user) {
      return isa<arith::ArithDialect>(user->getDialect()) &&
             llvm::all_of(user->getResults(), [](Value result) {
               return result.getType().isInteger(1) || isOnlyCompared(result);
             });
    });
  }

  static bool isAccess(Operation *op) { return isLoad(op) || isStore(op); }

  void findInBranches(scf::IfOp branch, ArrayRef<Condition> conditions) {
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        continue;
      SmallVector<Condition> all(conditions);
      all.push_back({branch, &region == &branch.getThenRegion()});
      Block &block = region.front();
      findIn(llvm::make_range(block.begin(), block.end()), all);
      for (Operation &op : block)
        if (auto inner = dyn_cast<scf::IfOp>(op))
          findInBranches(inner, all);
    }
  }

  /// The cell that `op`, of a block, loads, without its store.
  static std::optional<Cell> loadedCell(Operation *op) {
    if (isLoad(op))
      return Cell{op, nullptr, {}};
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch || branch->getNumResults() != 1 || !branch.elseBlock())
      return std::nullopt;
    Block &then = *branch.thenBlock();
    Operation *load = &then.front();
    if (!isLoad(load) || std::next(then.begin(), 2) != then.end() ||
        branch.thenYield().getOperand(0) != load->getResult(0) ||
        std::next(branch.elseBlock()->begin()) != branch.elseBlock()->end())
      return std::nullopt;
    return Cell{load, nullptr, branch.getCondition()};
  }

  /// The store that `op`, of a block, does under `condition`.
  static Operation *storeOf(Operation *op, Value condition) {
    if (!condition)
      return isStore(op) ? op : nullptr;
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch || branch->getNumResults() != 0 || branch.elseBlock() ||
        branch.getCondition() != condition ||
        std::next(branch.thenBlock()->begin(), 2) != branch.thenBlock()->end())
      return nullptr;
    Operation *store = &branch.thenBlock()->front();
    return isStore(store) ? store : nullptr;
  }

  /// Finds cells of a part of a block.
  void findIn(llvm::iterator_range<Block::iterator> part,
              ArrayRef<Condition> conditions) {
    if (part.empty())
      return;
    Block &block = *part.begin()->getBlock();
    llvm::MapVector<Value, SmallVector<Cell>> arrays;
    for (Operation &op : part) {
      if (std::optional<Cell> cell = loadedCell(&op)) {
        Value array = memrefOf(cell->load);
        if (kernelMemoryOf(array) == KernelMemory::Shared &&
            isa<BlockArgument>(array))
          arrays[array].push_back(*cell);
        continue;
      }
      for (auto &[array, cells] : arrays)
        for (Cell &cell : cells)
          if (Operation *store = storeOf(&op, cell.condition);
              store && !cell.store && memrefOf(store) == array &&
              store->getOperand(0).getType() == cell.value().getType() &&
              llvm::equal(indicesOf(store), indicesOf(cell.load))) {
            cell.store = store;
            break;
          }
    }
    Group group{&block, SmallVector<Condition>(conditions), {}, {}};
    for (auto &[array, cells] : arrays) {
      if (!llvm::all_of(cells, [](const Cell &cell) { return cell.store; }))
        continue;
      if (Operation *other = findOther(array, cells, block)) {
        Group left{&block, group.conditions, cells, {}};
        if (collect(left))
          others.insert(other);
        continue;
      }
      llvm::append_range(group.cells, cells);
    }
    if (!group.cells.empty() && collect(group))
      groups.push_back(std::move(group));
  }

  /// An access of the loop to `array` that may be to one of `cells` of `block`
  /// and is not known as such: null if all others exclude these.
  Operation *findOther(Value array, ArrayRef<Cell> cells, Block &block) {
    llvm::SmallPtrSet<Operation *, 16> known;
    for (auto [n, cell] : llvm::enumerate(cells)) {
      known.insert(cell.load);
      known.insert(cell.store);
      for (const Cell &other : cells.take_front(n))
        if (!areApart(cell, other))
          return cell.load;
    }
    for (Operation *user : array.getUsers()) {
      if (known.contains(user))
        continue;
      if (auto address =
              dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user)) {
        if (!isOnlyCompared(address))
          return user;
        continue;
      }
      if (!isAccess(user) ||
          (loop->isProperAncestor(user) && !exclude(user, block)))
        return user;
    }
    return nullptr;
  }

  /// No thread executes `op` and `block` in the same step: they are in two
  /// branches of a condition.
  static bool exclude(Operation *op, Block &block) {
    for (Region *region = block.getParent(); region;
         region = region->getParentOp()->getParentRegion()) {
      Operation *above = region->getParentOp();
      if (!above->isAncestor(op))
        continue;
      return isa<scf::IfOp>(above) &&
             !region->isAncestor(op->getParentRegion());
    }
    return false;
  }

  /// What is computed in the loop for `value`; false if that may change from
  /// step to step.
  bool collect(Value value, llvm::SetVector<Operation *> &slice) {
    if (loop.isDefinedOutsideOfLoop(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (op && slice.contains(op))
      return true;
    if (!op || op->getNumRegions() != 0 || !isPure(op) ||
        isa<gpu::GPUDialect, NVVM::NVVMDialect>(op->getDialect()) ||
        !llvm::all_of(op->getOperands(),
                      [&](Value operand) { return collect(operand, slice); }))
      return false;
    slice.insert(op);
    return true;
  }

  bool collect(Group &group) {
    for (Condition condition : group.conditions)
      if (!collect(condition.op.getCondition(), group.slice))
        return false;
    return llvm::all_of(group.cells, [&](Cell &cell) {
      return (!cell.condition || collect(cell.condition, group.slice)) &&
             llvm::all_of(indicesOf(cell.load), [&](Value index) {
               return collect(index, group.slice);
             });
    });
  }

  scf::ForOp loop;
  std::vector<Group> groups;
  llvm::SmallSetVector<Operation *, 2> others;
};

/// Makes a loop carry the cells of a group.
class Carrier {
public:
  Carrier(RewriterBase &rewriter, scf::ForOp loop, Group &group)
      : rewriter(rewriter), loop(loop), group(group), loc(loop.getLoc()) {}

  void run() {
    before();
    SmallVector<Value> carried = step();
    after(carried);
  }

private:
  /// `a` holds, and then `b` does or does not; it may be anything if `a` does
  /// not.
  Value conjoin(Value a, Value b, bool holds = true) {
    if (!holds) {
      Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
      b = rewriter.createOrFold<arith::XOrIOp>(loc, b, yes);
    }
    Value no = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    return rewriter.createOrFold<arith::SelectOp>(loc, a, b, no);
  }

  /// Loads all cells before the loop, if it has a step that accesses them.
  void before() {
    rewriter.setInsertionPoint(loop);
    // Others may have written the cells, and met at the loop's first barrier.
    gpu::BarrierOp::create(rewriter, loc);
    for (Operation *op : group.slice)
      rewriter.clone(*op, outside);
    auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                      : arith::CmpIPredicate::slt;
    Value all = arith::CmpIOp::create(rewriter, loc, less, loop.getLowerBound(),
                                      loop.getUpperBound());
    for (Condition condition : group.conditions)
      all = conjoin(all, outside.lookupOrDefault(condition.op.getCondition()),
                    condition.holds);
    for (const Cell &cell : group.cells) {
      Value condition = all;
      if (cell.condition)
        condition = conjoin(all, outside.lookupOrDefault(cell.condition));
      conditions.push_back(condition);
    }
    // Cells under one condition are loaded together.
    forRuns([&](ArrayRef<Cell> cells, Value condition) {
      SmallVector<Type> types;
      for (const Cell &cell : cells)
        types.push_back(cell.value().getType());
      auto branch = scf::IfOp::create(rewriter, loc, types, condition,
                                      /*addThenBlock=*/true,
                                      /*addElseBlock=*/true);
      OpBuilder::InsertionGuard guard(rewriter);
      SmallVector<Value> loaded, none;
      rewriter.setInsertionPointToStart(branch.thenBlock());
      for (const Cell &cell : cells)
        loaded.push_back(rewriter.clone(*cell.load, outside)->getResult(0));
      scf::YieldOp::create(rewriter, loc, loaded);
      rewriter.setInsertionPointToStart(branch.elseBlock());
      for (Type type : types)
        none.push_back(arith::ConstantOp::create(rewriter, loc,
                                                 rewriter.getZeroAttr(type)));
      scf::YieldOp::create(rewriter, loc, none);
      llvm::append_range(initial, branch.getResults());
    });
  }

  /// Calls `write` for the cells next to each other that have one condition.
  void forRuns(llvm::function_ref<void(ArrayRef<Cell>, Value)> write) {
    for (size_t begin = 0, end; begin < conditions.size(); begin = end) {
      for (end = begin + 1;
           end < conditions.size() && conditions[end] == conditions[begin];
           ++end)
        ;
      write(ArrayRef(group.cells).slice(begin, end - begin), conditions[begin]);
    }
  }

  /// Replaces the cells in the loop; what it carries for them in the end.
  SmallVector<Value> step() {
    // The loop's clones of addresses are not those of what comes after it.
    for (const Cell &cell : group.cells) {
      SmallVector<Value> &indices = addresses.emplace_back();
      for (Value index : indicesOf(cell.load))
        indices.push_back(outside.lookupOrDefault(index));
      arrays.push_back(memrefOf(cell.load));
      auto vectors = dyn_cast<vector::StoreOp>(cell.store);
      alignments.push_back(
          vectors ? llvm::MaybeAlign(vectors.getAlignment().value_or(0))
                  : llvm::MaybeAlign());
    }
    auto writeStep = [&](OpBuilder &, Location,
                         ArrayRef<BlockArgument> carried) {
      SmallVector<Value> stored;
      for (auto [cell, early] : llvm::zip_equal(group.cells, carried))
        rewriter.replaceAllUsesWith(cell.value(), valueOf(cell, early));
      for (const Cell &cell : group.cells)
        stored.push_back(cell.storedValue());
      for (const Cell &cell : group.cells) {
        rewriter.eraseOp(cell.storing());
        rewriter.eraseOp(cell.loading());
      }
      for (Condition condition : llvm::reverse(group.conditions))
        stored = yieldFrom(condition, stored, carried);
      return stored;
    };
    unsigned own = loop.getNumResults();
    auto carrying = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, initial, /*replaceInitOperandUsesInLoop=*/false, writeStep));
    loop = carrying;
    return SmallVector<Value>(
        ValueRange(carrying.getResults()).drop_front(own));
  }

  /// What stands for a cell in a step, where `early` is carried.
  Value valueOf(const Cell &cell, Value early) {
    if (!cell.condition)
      return early;
    auto branch = cast<scf::IfOp>(cell.loading());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(branch);
    return arith::SelectOp::create(rewriter, loc, cell.condition, early,
                                   branch.elseYield().getOperand(0));
  }

  /// Lets a condition yield `values` of one branch, and of the other one what
  /// it was.
  SmallVector<Value> yieldFrom(Condition condition, ArrayRef<Value> values,
                               ArrayRef<BlockArgument> early) {
    scf::IfOp old = condition.op;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(old);
    SmallVector<Type> types(old.getResultTypes());
    llvm::append_range(types, ValueRange(values).getTypes());
    auto branch = scf::IfOp::create(rewriter, old.getLoc(), types,
                                    old.getCondition(), /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
    branch->setDiscardableAttrs(llvm::to_vector(old->getDiscardableAttrs()));
    auto take = [&](Region &from, Region &to, ValueRange more) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (to.empty())
        rewriter.createBlock(&to);
      Block &block = to.front();
      SmallVector<Value> yielded;
      if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>()) {
        llvm::append_range(yielded, block.back().getOperands());
        rewriter.eraseOp(&block.back());
      }
      llvm::append_range(yielded, more);
      rewriter.setInsertionPointToEnd(&block);
      scf::YieldOp::create(rewriter, old.getLoc(), yielded);
    };
    SmallVector<Value> same(early.begin(), early.end());
    take(old.getThenRegion(), branch.getThenRegion(),
         condition.holds ? ValueRange(values) : ValueRange(same));
    take(old.getElseRegion(), branch.getElseRegion(),
         condition.holds ? ValueRange(same) : ValueRange(values));
    unsigned own = old->getNumResults();
    rewriter.replaceOp(old, branch.getResults().take_front(own));
    return SmallVector<Value>(ValueRange(branch.getResults()).drop_front(own));
  }

  /// Stores the cells behind the loop, where others see them behind a barrier.
  void after(ArrayRef<Value> carried) {
    rewriter.setInsertionPointAfter(loop);
    size_t n = 0;
    forRuns([&](ArrayRef<Cell> cells, Value condition) {
      auto branch = scf::IfOp::create(rewriter, loc, condition,
                                      /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(branch.thenBlock());
      for (size_t end = n + cells.size(); n < end; ++n)
        if (isa<VectorType>(carried[n].getType()))
          vector::StoreOp::create(rewriter, loc, carried[n], arrays[n],
                                  addresses[n], /*nontemporal=*/false,
                                  alignments[n]);
        else
          memref::StoreOp::create(rewriter, loc, carried[n], arrays[n],
                                  addresses[n]);
    });
    gpu::BarrierOp::create(rewriter, loc);
  }

  RewriterBase &rewriter;
  scf::ForOp loop;
  Group &group;
  Location loc;
  /// What is computed for the cells, before the loop.
  IRMapping outside;
  /// By cell: under which condition it is accessed, its value before the loop,
  /// its indices and its array.
  SmallVector<Value> conditions, initial, arrays;
  SmallVector<SmallVector<Value>> addresses;
  /// By cell, how its store is aligned, if it says so.
  SmallVector<llvm::MaybeAlign> alignments;
};

struct CarryAccumulatorsPass
    : polymem::impl::CarryAccumulatorsPassBase<CarryAccumulatorsPass> {
  using CarryAccumulatorsPassBase::CarryAccumulatorsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](gpu::GPUFuncOp func) {
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) {
        if (!loop.getBody()->getOps<gpu::BarrierOp>().empty())
          loops.push_back(loop);
      });
      for (scf::ForOp loop : loops)
        carry(loop);
    });
  }

private:
  /// The loop carries the largest group that it has room for.
  void carry(scf::ForOp loop) {
    GroupFinder finder(loop);
    std::vector<Group> groups = finder.find();
    for (Operation *other : finder.othersAccesses())
      remarkMissed(other, getArgument(), "OtherAccess") << sentence(
          "what a thread accumulates stays in memory from step to step: this "
          "access of the loop may be to one of the same cells");
    if (groups.empty())
      return;
    if (unsigned carried = loop.getNumResults()) {
      remarkMissed(loop, getArgument(), "CarriesOthers") << sentence(
          "what a thread accumulates stays in memory from step to step: the "
          "loop carries {0} other values, as of copies of its next step, and "
          "registers for both might not suffice",
          named("Carried", carried));
      return;
    }
    Group &group =
        *llvm::max_element(groups, [](const Group &a, const Group &b) {
          return a.registers() < b.registers();
        });
    if (group.registers() > registers) {
      remarkMissed(loop, getArgument(), "Registers") << sentence(
          "what a thread accumulates stays in memory from step to step: it "
          "takes {0} registers, of {1} ('registers')",
          named("Needed", group.registers()),
          named("Registers", registers.getValue()));
      return;
    }
    remarkPassed(loop, getArgument(), "Carried") << sentence(
        "{0} accumulators stay in registers from step to step, {1} of them",
        named("Cells", group.cells.size()),
        named("Registers", group.registers()));
    ++numLoops;
    numCells += group.cells.size();
    IRRewriter rewriter(&getContext());
    Carrier(rewriter, loop, group).run();
  }
};

} // namespace
