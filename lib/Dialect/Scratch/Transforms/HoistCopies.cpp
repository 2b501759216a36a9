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
  static bool hasOneLayout(Hoist &hoist);
  static bool hasSameCopies(Hoist &hoist);
  static bool isInvariant(Hoist &hoist, Value value);
  static bool isInvariant(Hoist &hoist, ValueRange values) {
    return llvm::all_of(values,
                        [&](Value value) { return isInvariant(hoist, value); });
  }
  HoistPlan prove(const Hoist &hoist, bool areSame);

  const ScratchHoistCopiesPassOptions &options;
  Refusals &refusals;
};

struct ScratchHoistCopiesPass
    : polymem::impl::ScratchHoistCopiesPassBase<ScratchHoistCopiesPass> {
  using ScratchHoistCopiesPassBase::ScratchHoistCopiesPassBase;
  void runOnOperation() override;
};
} // namespace

/// The buffer's layout, size and array are the same in all iterations of the
/// tile.
bool Hoister::hasOneLayout(Hoist &hoist) {
  return isInvariant(hoist, hoist.alloc->getOperands()) &&
         isInvariant(hoist, hoist.uses.array);
}

/// So are its copies.
bool Hoister::hasSameCopies(Hoist &hoist) {
  bool same = true;
  for (CopyInOp copy : hoist.uses.copyIns) {
    same = same && isInvariant(hoist, copy.getSymbols());
    copy.getComputation().walk([&](Operation *op) {
      same =
          same && llvm::all_of(op->getOperands(), [&](Value operand) {
            return copy->isAncestor(operand.getParentRegion()->getParentOp()) ||
                   isInvariant(hoist, operand);
          });
    });
  }
  for (CopyOutOp copy : hoist.uses.copyOuts)
    same = same && isInvariant(hoist, copy.getSymbols());
  return same;
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

HoistPlan Hoister::prove(const Hoist &hoist, bool areSame) {
  LoopBuffer buffer;
  buffer.loop = hoist.tile;
  buffer.buffer = AllocOp(hoist.alloc).getBuffer();
  buffer.array = hoist.uses.array;
  buffer.copyIns.assign(hoist.uses.copyIns.begin(), hoist.uses.copyIns.end());
  buffer.copyOuts.assign(hoist.uses.copyOuts.begin(),
                         hoist.uses.copyOuts.end());
  HoistPlan plan = areSame ? planHoist(buffer, options.maxIslOperations)
                           : planWideHoist(buffer, options.maxIslOperations);
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

/// Makes a copy one of what all iterations copy.
static void setCopy(const WideCopy &wide) {
  SmallVector<Attribute> sets;
  for (IntegerSet set : wide.sets)
    sets.push_back(IntegerSetAttr::get(set));
  auto set = [&](auto copy) {
    copy.getSymbolsMutable().assign(wide.symbols);
    copy.setSetsAttr(ArrayAttr::get(copy.getContext(), sets));
  };
  if (auto in = dyn_cast<CopyInOp>(wide.copy))
    set(in);
  else
    set(cast<CopyOutOp>(wide.copy));
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
  if (!hasOneLayout(hoist))
    return stays("NotRedundant", "it depends on the tile's origin");
  bool areSame = hasSameCopies(hoist);
  if (!areSame && llvm::any_of(hoist.uses.copyIns, [](CopyInOp copy) {
        return copy.isComputing();
      }))
    return stays("NotRedundant", "it depends on the tile's origin");
  HoistPlan plan = prove(hoist, areSame);
  if (!plan.mayHoist())
    return stays(plan.obstacle, plan.reason);

  for (const WideCopy &wide : plan.wide)
    setCopy(wide);
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
      << std::string(
             areSame ? "buffer and copies moved out of a redundant tile loop"
                     : "buffer moved out of a tile loop, and copies of what "
                       "all its iterations copy") +
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
