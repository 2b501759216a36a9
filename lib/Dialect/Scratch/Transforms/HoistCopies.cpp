//===- HoistCopies.cpp - copies out of redundant tile loops ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What may leave a loop is proved in PolyMem/Analysis/Promotion/HoistPlan.h. A
// loop that runs zero times copies nothing: unless it surely runs, "it runs"
// becomes a constraint of the sets.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/HoistPlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Transforms.h"
#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHHOISTCOPIESPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-hoist-copies";

namespace {
/// One buffer, to be moved out of one tile.
struct Hoist {
  AllocOp alloc;
  TileOp tile;
  BufferUses uses;
  /// Operations of the tile's body that compute symbols and sizes and do not
  /// depend on its origins, in order.
  llvm::SetVector<Operation *> invariants;
};

class Hoister {
public:
  Hoister(const ScratchHoistCopiesPassOptions &options, Refusals &refusals)
      : options(options), refusals(refusals) {}

  /// Moves `alloc` out of the tile around it, if it may; true if it did.
  bool hoist(AllocOp alloc);

private:
  static bool isRedundant(Hoist &hoist);
  static bool isInvariant(Hoist &hoist, Value value);
  HoistPlan prove(const Hoist &hoist);

  const ScratchHoistCopiesPassOptions &options;
  Refusals &refusals;
};

struct ScratchHoistCopiesPass
    : polymem::impl::ScratchHoistCopiesPassBase<ScratchHoistCopiesPass> {
  using ScratchHoistCopiesPassBase::ScratchHoistCopiesPassBase;
  void runOnOperation() override;
};
} // namespace

/// The buffer and its copies are the same in all iterations of the tile.
bool Hoister::isRedundant(Hoist &hoist) {
  auto invariant = [&](ValueRange values) {
    return llvm::all_of(values,
                        [&](Value value) { return isInvariant(hoist, value); });
  };
  bool redundant = invariant(hoist.alloc->getOperands()) &&
                   isInvariant(hoist, hoist.uses.array);
  for (CopyInOp copy : hoist.uses.copyIns) {
    redundant = redundant && invariant(copy.getSymbols());
    copy.getComputation().walk([&](Operation *op) {
      redundant =
          redundant && llvm::all_of(op->getOperands(), [&](Value operand) {
            return copy->isAncestor(operand.getParentRegion()->getParentOp()) ||
                   isInvariant(hoist, operand);
          });
    });
  }
  for (CopyOutOp copy : hoist.uses.copyOuts)
    redundant = redundant && invariant(copy.getSymbols());
  return redundant;
}

/// `value` is the same in all iterations of the tile: defined outside, or by
/// operations that can move out, which are added to `hoist.invariants`.
bool Hoister::isInvariant(Hoist &hoist, Value value) {
  if (!hoist.tile->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isPure(op) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return isInvariant(hoist, operand); }))
    return false;
  hoist.invariants.insert(op);
  return true;
}

HoistPlan Hoister::prove(const Hoist &hoist) {
  LoopBuffer buffer;
  buffer.loop = hoist.tile;
  buffer.buffer = AllocOp(hoist.alloc).getBuffer();
  buffer.array = hoist.uses.array;
  buffer.copyIns.assign(hoist.uses.copyIns.begin(), hoist.uses.copyIns.end());
  buffer.copyOuts.assign(hoist.uses.copyOuts.begin(),
                         hoist.uses.copyOuts.end());
  HoistPlan plan = planHoist(buffer, options.maxIslOperations);
  if (options.printPlan) {
    // In one piece: other functions may be printed at the same time.
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "// scratch-hoist-copies: @"
       << hoist.tile->getParentOfType<func::FuncOp>().getSymName()
       << ", buffer at " << AllocOp(hoist.alloc).getLoc() << "\n";
    plan.print(os);
    llvm::errs() << text;
  }
  return plan;
}

/// `copy` with the constraints `upper > lower` of all dimensions of `tile`
/// added to its sets: without iterations nothing is copied.
template <typename CopyTy>
static void restrictToRuns(CopyTy copy, TileOp tile) {
  SmallVector<Value> symbols(copy.getSymbols());
  MLIRContext *context = copy.getContext();
  // Constants go into the constraint, values become symbols.
  auto expression = [&](Value value) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return getAffineConstantExpr(constant.getSExtValue(), context);
    auto *known = llvm::find(symbols, value);
    if (known == symbols.end()) {
      symbols.push_back(value);
      known = &symbols.back();
    }
    return getAffineSymbolExpr(known - symbols.begin(), context);
  };
  SmallVector<AffineExpr> runs;
  for (auto [lower, upper] :
       llvm::zip(tile.getLowerBounds(), tile.getUpperBounds())) {
    AffineExpr length = expression(upper) - expression(lower) - 1;
    if (auto constant = dyn_cast<AffineConstantExpr>(length);
        !constant || constant.getValue() < 0)
      runs.push_back(length);
  }
  SmallVector<Attribute> sets;
  for (IntegerSet set : copy.getIntegerSets()) {
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> equalities(set.getEqFlags());
    for (AffineExpr run : runs) {
      if (llvm::is_contained(constraints, run))
        continue;
      constraints.push_back(run);
      equalities.push_back(false);
    }
    sets.push_back(IntegerSetAttr::get(IntegerSet::get(
        set.getNumDims(), symbols.size(), constraints, equalities)));
  }
  copy.getSymbolsMutable().assign(symbols);
  copy.setSetsAttr(ArrayAttr::get(context, sets));
}

bool Hoister::hoist(AllocOp alloc) {
  Hoist hoist;
  hoist.alloc = alloc;
  hoist.tile = dyn_cast<TileOp>(alloc->getParentOp());
  // A mapped tile is not a loop to move things out of: its iterations run at
  // the same time, each with its own buffer.
  if (!hoist.tile || !hoist.tile.isSequential())
    return false;
  auto stays = [&](StringRef name, const Sentence &why) {
    refusals.missed(alloc, name, "the buffer stays in its tile: " + why);
    return false;
  };
  BufferRefusal refusal;
  std::optional<BufferUses> uses = collectBufferUses(alloc, refusal);
  if (!uses)
    return stays(refusal.name, refusal.text);
  hoist.uses = std::move(*uses);
  if (!isRedundant(hoist))
    return stays("NotRedundant", "it depends on the tile's origin");
  HoistPlan plan = prove(hoist);
  if (!plan.mayHoist())
    return stays(plan.obstacle, plan.reason);

  for (Operation *op : hoist.invariants)
    op->moveBefore(hoist.tile);
  alloc->moveBefore(hoist.tile);
  for (CopyInOp copy : hoist.uses.copyIns)
    copy->moveBefore(hoist.tile);
  Operation *last = hoist.tile;
  for (CopyOutOp copy : hoist.uses.copyOuts) {
    copy->moveAfter(last);
    last = copy;
  }
  if (plan.mayBeEmpty) {
    for (CopyInOp copy : hoist.uses.copyIns)
      restrictToRuns(copy, hoist.tile);
    for (CopyOutOp copy : hoist.uses.copyOuts)
      restrictToRuns(copy, hoist.tile);
  }
  remarkPassed(alloc, kPass, "Hoisted")
      << std::string("buffer and copies moved out of a redundant tile loop") +
             (plan.mayBeEmpty ? "; nothing is copied if the loop is empty"
                              : "");
  return true;
}

unsigned polymem::hoistCopies(Operation *root,
                              const ScratchHoistCopiesPassOptions &options,
                              Refusals &refusals) {
  Hoister hoister(options, refusals);
  // Buffers of inner tiles first: what leaves a tile may leave the next one.
  SmallVector<AllocOp> allocs;
  root->walk([&](AllocOp alloc) { allocs.push_back(alloc); });
  unsigned hoisted = 0;
  for (AllocOp alloc : allocs)
    while (root->isProperAncestor(alloc) && hoister.hoist(alloc))
      ++hoisted;
  return hoisted;
}

void ScratchHoistCopiesPass::runOnOperation() {
  ScratchHoistCopiesPassOptions options;
  options.printPlan = printPlan;
  options.maxIslOperations = maxIslOperations;
  BudgetWatch budgets(getOperation(), getArgument(), maxIslOperations,
                      warnings);
  Refusals refusals(getArgument(), strict);
  unsigned hoisted = hoistCopies(getOperation(), options, refusals);
  numHoisted += hoisted;
  if (hoisted == 0 && failed(refusals.nothingDone(
                          getOperation(), "no buffer is in a sequential tile")))
    signalPassFailure();
}
