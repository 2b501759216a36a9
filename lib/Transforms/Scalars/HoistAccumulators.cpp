//===- HoistAccumulators.cpp - carried values instead of memory cells -----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryConflicts.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

namespace polymem {
#define GEN_PASS_DEF_HOISTACCUMULATORSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using affine::AffineForOp;
using affine::AffineValueMap;

static constexpr llvm::StringLiteral kPass = "polymem-hoist-accumulators";

namespace {

/// An element of `memref` that a loop loads and stores.
struct Cell {
  Value memref;
  AffineValueMap subscripts;
  /// Where in memory it is (`placeOf`).
  std::optional<AffineValueMap> place;
  /// Its accesses, all in the body of the loop itself, in order.
  SmallVector<Operation *> accesses;
};

/// Why a cell stays in memory.
struct Refusal {
  StringRef name;
  StringRef reason;
  Operation *op;
};

} // namespace

//===----------------------------------------------------------------------===//
// Which cell an access is to
//===----------------------------------------------------------------------===//

static bool isAccess(Operation *op) {
  return isa<affine::AffineLoadOp, affine::AffineStoreOp>(op);
}

/// `{ operands -> cells }`: where in memory the element is, so that elements
/// that differ in a result are different memory. None for other layouts than
/// those of arrays and buffers.
static std::optional<AffineValueMap> placeOf(const Cell &cell) {
  auto type = cast<MemRefType>(cell.memref.getType());
  if (type.getLayout().isIdentity())
    return cell.subscripts;
  scratch::MappingAttr mapping = scratch::getStorageMapping(type);
  auto alloc = cell.memref.getDefiningOp<scratch::AllocOp>();
  if (!mapping || !alloc)
    return std::nullopt;
  AffineMap map = cell.subscripts.getAffineMap(), storage = mapping.getMap();
  unsigned ownSymbols = map.getNumSymbols();
  SmallVector<AffineExpr> symbols, results;
  for (unsigned s = 0; s < storage.getNumSymbols(); ++s)
    symbols.push_back(getAffineSymbolExpr(ownSymbols + s, map.getContext()));
  for (AffineExpr expr : storage.getResults())
    results.push_back(expr.replaceDimsAndSymbols(map.getResults(), symbols));
  SmallVector<Value> operands(cell.subscripts.getOperands());
  llvm::append_range(operands, alloc.getSymbols());
  return AffineValueMap(AffineMap::get(map.getNumDims(),
                                       ownSymbols + storage.getNumSymbols(),
                                       results, map.getContext()),
                        operands);
}

static Cell cellOf(Operation *op) {
  affine::MemRefAccess access(op);
  Cell cell{access.memref, {}, {}, {}};
  access.getAccessMap(&cell.subscripts);
  cell.place = placeOf(cell);
  return cell;
}

/// `expr` as a sum of another expression, null for none, and a number.
static std::pair<AffineExpr, int64_t> splitConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {AffineExpr(), constant.getValue()};
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS()))
      return {sum.getLHS(), constant.getValue()};
  return {expr, 0};
}

/// How elements of one array are seen to lie to each other without algebra.
enum class Relation { Same, Different, Unknown };

/// Compares subscripts that differ in constants only, as those of jammed
/// iterations do. There are thousands of pairs of them.
static Relation compareQuickly(const AffineValueMap &a,
                               const AffineValueMap &b) {
  AffineMap map = a.getAffineMap(), other = b.getAffineMap();
  if (map.getNumDims() != other.getNumDims() ||
      a.getOperands() != b.getOperands())
    return Relation::Unknown;
  Relation result = Relation::Same;
  for (auto [x, y] : llvm::zip_equal(map.getResults(), other.getResults())) {
    auto [form, constant] = splitConstant(x);
    auto [otherForm, otherConstant] = splitConstant(y);
    if (form != otherForm)
      result = Relation::Unknown;
    else if (constant != otherConstant)
      return Relation::Different;
  }
  return result;
}

static bool isSameCell(const Cell &a, const Cell &b) {
  if (a.memref != b.memref)
    return false;
  if (Relation seen = compareQuickly(a.subscripts, b.subscripts);
      seen != Relation::Unknown)
    return seen == Relation::Same;
  AffineValueMap difference;
  AffineValueMap::difference(a.subscripts, b.subscripts, &difference);
  return llvm::all_of(difference.getAffineMap().getResults(),
                      [](AffineExpr expr) { return expr == 0; });
}

/// An access in `block`, to the array of `cell`, is to another cell in every
/// iteration of the loops around it, among those in which `cell` is one and the
/// same.
static bool isOtherCell(const Cell &access, const Cell &cell, Block *block) {
  const std::optional<AffineValueMap> &a = access.place, &b = cell.place;
  if (!a || !b)
    return false;
  if (compareQuickly(*a, *b) == Relation::Different)
    return true;
  AffineValueMap difference;
  AffineValueMap::difference(*a, *b, &difference);
  auto isNonZero = [](AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant && constant.getValue() != 0;
  };
  if (llvm::any_of(difference.getAffineMap().getResults(), isNonZero))
    return true;
  scratch::ValueFacts facts;
  facts.addConditions(block);
  for (unsigned d = 0; d < a->getNumResults(); ++d) {
    auto variable = [&](const AffineValueMap &place) {
      AffineMap map = place.getAffineMap();
      return facts.variable(map.getResult(d), map.getNumDims(),
                            place.getOperands());
    };
    std::optional<unsigned> left = variable(*a), right = variable(*b);
    if (left && right)
      facts.addEqual(*left, *right);
  }
  return facts.isImpossible();
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

namespace {
/// What an operation in a loop does to memory: an access to a cell, or another
/// effect.
struct MemoryUser {
  Operation *op;
  std::optional<Cell> cell;
};
} // namespace

static std::vector<MemoryUser> memoryUsersIn(AffineForOp loop) {
  std::vector<MemoryUser> users;
  loop.getBody()->walk([&](Operation *op) {
    if (isAccess(op))
      users.push_back({op, cellOf(op)});
    else if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
             !isMemoryEffectFree(op))
      users.push_back({op, std::nullopt});
  });
  return users;
}

/// Completes `cell` by its accesses in `loop`, where `users` are all that use
/// memory, or says what is in the way.
static std::optional<Refusal> collectAccesses(AffineForOp loop, Cell &cell,
                                              ArrayRef<MemoryUser> users) {
  // The last store would move behind stores of what has its cell next.
  if (auto alloc = cell.memref.getDefiningOp<scratch::AllocOp>();
      alloc && alloc.getSharedCells())
    return Refusal{"SharedCells", "elements of the buffer share cells", alloc};
  for (const MemoryUser &user : users) {
    Operation *op = user.op;
    if (!user.cell || user.cell->memref != cell.memref) {
      if (mayUseMemory(op, cell.memref, MemoryUse::ReadOrWrite))
        return Refusal{"OtherAccess", "another operation may use the array",
                       op};
    } else if (isSameCell(*user.cell, cell)) {
      cell.accesses.push_back(op);
      if (op->getBlock() != loop.getBody())
        return Refusal{"Nested",
                       "an access is in a condition or in a loop that may have "
                       "no iteration",
                       op};
    } else if (!isOtherCell(*user.cell, cell, op->getBlock())) {
      return Refusal{"OtherAccess", "another access may be to the same cell",
                     op};
    }
  }
  if (isa<affine::AffineStoreOp>(cell.accesses.front()))
    return Refusal{"StoredFirst", "an iteration stores it before it loads it",
                   cell.accesses.front()};
  return std::nullopt;
}

static bool isInvariant(AffineForOp loop, const Cell &cell) {
  return loop.isDefinedOutsideOfLoop(cell.memref) &&
         llvm::all_of(cell.subscripts.getOperands(), [&](Value operand) {
           return loop.isDefinedOutsideOfLoop(operand);
         });
}

static std::vector<Cell> planCells(AffineForOp loop, Refusals &refusals) {
  std::vector<Cell> planned, refused;
  // Other threads may work between the iterations.
  if (loop.getBody()
          ->walk([](scratch::TileOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return planned;
  std::vector<MemoryUser> users = memoryUsersIn(loop);
  for (const MemoryUser &user : users) {
    auto store = dyn_cast<affine::AffineStoreOp>(user.op);
    if (!store || store->getBlock() != loop.getBody())
      continue;
    Cell cell = *user.cell;
    auto isKnown = [&](const Cell &other) { return isSameCell(cell, other); };
    if (!isInvariant(loop, cell) || llvm::any_of(planned, isKnown) ||
        llvm::any_of(refused, isKnown))
      continue;
    if (std::optional<Refusal> refusal = collectAccesses(loop, cell, users)) {
      refusals.missed(
          store, refusal->name,
          llvm::formatv("the cell stays in memory in this loop: {0} ({1})",
                        refusal->reason, refusal->op->getName())
              .str());
      refused.push_back(std::move(cell));
      continue;
    }
    planned.push_back(std::move(cell));
  }
  return planned;
}

/// Known to have an iteration, from bounds of loops and tiles around.
static bool hasIteration(AffineForOp loop) {
  scratch::ValueFacts facts;
  facts.addConditions(loop->getBlock());
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  for (AffineExpr l : lower.getResults()) {
    std::optional<unsigned> low =
        facts.variable(l, lower.getNumDims(), loop.getLowerBoundOperands());
    for (AffineExpr u : upper.getResults()) {
      std::optional<unsigned> high =
          facts.variable(u, upper.getNumDims(), loop.getUpperBoundOperands());
      // Refuted: low - high >= 0.
      if (!low || !high || !facts.isImpossible(1, *low, high, 0))
        return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts `loop` into a condition: it has an iteration.
static void guard(RewriterBase &rewriter, AffineForOp loop) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  SmallVector<AffineExpr> constraints;
  for (AffineExpr u : upper.getResults())
    for (AffineExpr l : lower.getResults())
      constraints.push_back(
          u -
          l.shiftDims(lower.getNumDims(), upper.getNumDims())
              .shiftSymbols(lower.getNumSymbols(), upper.getNumSymbols()) -
          1);
  unsigned dims = lower.getNumDims() + upper.getNumDims();
  unsigned symbols = lower.getNumSymbols() + upper.getNumSymbols();
  ValueRange lo = loop.getLowerBoundOperands();
  ValueRange up = loop.getUpperBoundOperands();
  SmallVector<Value> operands(up.take_front(upper.getNumDims()));
  llvm::append_range(operands, lo.take_front(lower.getNumDims()));
  llvm::append_range(operands, up.drop_front(upper.getNumDims()));
  llvm::append_range(operands, lo.drop_front(lower.getNumDims()));
  IntegerSet set = IntegerSet::get(dims, symbols, constraints,
                                   SmallVector<bool>(constraints.size()));
  affine::canonicalizeSetAndOperands(&set, &operands);
  rewriter.setInsertionPoint(loop);
  bool hasResults = loop.getNumResults() != 0;
  auto ifOp =
      affine::AffineIfOp::create(rewriter, loop.getLoc(), loop.getResultTypes(),
                                 set, operands, hasResults);
  if (!hasResults) {
    rewriter.moveOpBefore(loop, ifOp.getThenBlock()->getTerminator());
    return;
  }
  rewriter.replaceAllUsesWith(loop.getResults(), ifOp.getResults());
  rewriter.setInsertionPointToEnd(ifOp.getThenBlock());
  auto yield =
      affine::AffineYieldOp::create(rewriter, loop.getLoc(), loop.getResults());
  rewriter.moveOpBefore(loop, yield);
  rewriter.setInsertionPointToEnd(ifOp.getElseBlock());
  affine::AffineYieldOp::create(rewriter, loop.getLoc(), loop.getInits());
}

static void hoist(RewriterBase &rewriter, AffineForOp loop,
                  ArrayRef<Cell> cells) {
  if (!hasIteration(loop))
    guard(rewriter, loop);
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits;
  for (const Cell &cell : cells)
    inits.push_back(affine::AffineLoadOp::create(
        rewriter, cell.accesses.front()->getLoc(), cell.memref,
        cell.subscripts.getAffineMap(), cell.subscripts.getOperands()));
  SmallVector<NamedAttribute> attributes(loop->getDiscardableAttrs());
  auto carry = [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
    // Values of stores change while loads are replaced: stores go last.
    SmallVector<Operation *> stores, last;
    for (auto [cell, argument] : llvm::zip_equal(cells, arguments)) {
      Value value = argument;
      for (Operation *access : cell.accesses) {
        if (auto store = dyn_cast<affine::AffineStoreOp>(access)) {
          value = store.getValueToStore();
          stores.push_back(store);
        } else {
          rewriter.replaceOp(access, value);
        }
      }
      last.push_back(stores.back());
    }
    SmallVector<Value> values;
    for (Operation *store : last)
      values.push_back(cast<affine::AffineStoreOp>(store).getValueToStore());
    for (Operation *store : stores)
      rewriter.eraseOp(store);
    return values;
  };
  auto carried = cast<AffineForOp>(
      *loop.replaceWithAdditionalYields(
               rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, carry)
           ->getOperation());
  carried->setDiscardableAttrs(attributes);
  rewriter.setInsertionPointAfter(carried);
  for (auto [cell, result] :
       llvm::zip_equal(cells, carried.getResults().take_back(cells.size())))
    affine::AffineStoreOp::create(rewriter, loc, result, cell.memref,
                                  cell.subscripts.getAffineMap(),
                                  cell.subscripts.getOperands());
}

namespace {
struct HoistAccumulatorsPass
    : polymem::impl::HoistAccumulatorsPassBase<HoistAccumulatorsPass> {
  using HoistAccumulatorsPassBase::HoistAccumulatorsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    // Inner loops first: each is replaced after those in it.
    SmallVector<AffineForOp> loops;
    func.walk([&](AffineForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    Refusals refusals(getArgument(), strict);
    bool changed = false;
    for (AffineForOp loop : loops) {
      std::vector<Cell> cells = planCells(loop, refusals);
      if (cells.empty())
        continue;
      remarkPassed(loop, kPass, "Hoisted") << sentence(
          "the loop carries {0} cells as values", named("Cells", cells.size()));
      numAccumulators += cells.size();
      changed = true;
      hoist(rewriter, loop, cells);
    }
    if (changed)
      return;
    if (failed(refusals.nothingDone(
            func, "no loop loads and stores a cell in all its iterations")))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
