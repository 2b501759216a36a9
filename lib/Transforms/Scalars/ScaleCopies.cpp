//===- ScaleCopies.cpp - products once an element -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Support/Sentence.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace polymem {
#define GEN_PASS_DEF_SCALECOPIESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "polymem-scale-copies";

namespace {
/// A buffer, and the products that it will have.
struct ScaledBuffer {
  AllocOp alloc;
  SmallVector<CopyInOp> copies;
  SmallVector<Operation *> loads;
  /// All alike: of a load and one other value. Those that use it are in the
  /// order of the loads.
  SmallVector<Operation *> products;
  /// The number of the load among the operands.
  unsigned loadOperand = 0;
};

/// Why there is nothing to do.
struct Refusal {
  /// Empty: there is nothing that could be.
  StringRef name;
  Sentence reason;
};
} // namespace

/// Products of integers stay where they are: polymem-check takes integers for
/// indices where they are used, and could not prove them.
///
/// The factor that `product` multiplies what `load` loads by; null if it is no
/// product, or one whose factor may not be at hand where the buffer is filled.
static Value factorOf(Operation *product, Value loaded) {
  if (!isa<arith::MulFOp>(product))
    return {};
  Value a = product->getOperand(0), b = product->getOperand(1);
  return a == b ? Value() : a == loaded ? b : a;
}

static bool isAtHand(Value factor) {
  Operation *op = factor.getDefiningOp();
  return op ? op->hasTrait<OpTrait::ConstantLike>()
            : isa<func::FuncOp>(
                  cast<BlockArgument>(factor).getOwner()->getParentOp());
}

/// One value, or two constants that are equal.
static bool isSame(Value a, Value b) {
  Attribute first, second;
  return a == b ||
         (a.getType() == b.getType() && matchPattern(a, m_Constant(&first)) &&
          matchPattern(b, m_Constant(&second)) && first == second);
}

/// `factor` is defined outside of the tile that `alloc` is in.
static bool isDefinedBefore(Value factor, AllocOp alloc) {
  auto tile = alloc->getParentOfType<TileOp>();
  return tile && !tile->isAncestor(factor.getParentRegion()->getParentOp());
}

/// A loop or tile around `load` and within what `alloc` lives in is not in the
/// subscripts.
static bool isReused(Operation *load, AllocOp alloc) {
  auto access = cast<affine::AffineReadOpInterface>(load);
  SmallVector<Value> operands(access.getMapOperands());
  AffineMap map = access.getAffineMap();
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  for (Operation *around = load->getParentOp();
       around && around != alloc->getParentOp();
       around = around->getParentOp()) {
    auto tile = dyn_cast<TileOp>(around);
    auto loop = dyn_cast<LoopLikeOpInterface>(around);
    SmallVector<Value> variables;
    if (tile)
      llvm::append_range(variables, tile.getOrigins());
    else if (loop)
      variables = loop.getLoopInductionVars().value_or(SmallVector<Value>());
    for (Value variable : variables)
      if (!llvm::is_contained(operands, variable))
        return true;
  }
  return false;
}

/// The one product that `load` is used in.
static Operation *productOf(Operation *load) {
  Value loaded = load->getResult(0);
  if (!loaded.hasOneUse())
    return nullptr;
  Operation *user = *loaded.user_begin();
  return factorOf(user, loaded) ? user : nullptr;
}

/// Fills in the copies and loads of `plan`; a refusal if there is other use.
static Refusal findUses(ScaledBuffer &plan) {
  Refusal refusal;
  if (plan.alloc.getSharedCells())
    refusal = {"SharedCells", "elements of it share cells"};
  for (Operation *user : plan.alloc->getUsers()) {
    if (auto copy = dyn_cast<CopyInOp>(user);
        copy && copy.getSource() != plan.alloc.getBuffer()) {
      if (copy.isAsync())
        refusal = {"Asynchronous", "an asynchronous copy fills it"};
      if (copy.isComputing())
        refusal = {"Computed", "it gets what is computed of elements already"};
      plan.copies.push_back(copy);
    } else if (isa<affine::AffineLoadOp>(user)) {
      plan.loads.push_back(user);
    } else if (!isa<memref::DimOp>(user)) {
      refusal = {"OtherUse", sentence("'{0}' uses it", user->getName())};
    }
  }
  return refusal;
}

/// What `plan` would multiply; a refusal otherwise.
static Refusal findProducts(ScaledBuffer &plan) {
  for (Operation *load : plan.loads) {
    Operation *product = productOf(load);
    if (!product)
      return {"NotAlways",
              "some load from it is not used in one product alone"};
    unsigned number = product->getOperand(1) == load->getResult(0) ? 1 : 0;
    if (!plan.products.empty()) {
      Operation *first = plan.products.front();
      if (!isSame(product->getOperand(1 - number),
                  first->getOperand(1 - number)) ||
          product->getName() != first->getName() ||
          product->getAttrDictionary() != first->getAttrDictionary())
        return {"Different",
                "loads from it are multiplied by different values"};
    }
    plan.loadOperand = number;
    plan.products.push_back(product);
  }
  Value factor = plan.products.front()->getOperand(1 - plan.loadOperand);
  if (!isAtHand(factor))
    return {"Factor", "what loads from it are multiplied by is neither a "
                      "constant nor an argument of the function"};
  if (llvm::none_of(plan.loads, [&](Operation *load) {
        return isReused(load, plan.alloc);
      }))
    return {"UsedOnce", "its elements are loaded once each"};
  return {};
}

/// Plans to multiply while the buffer of `alloc` is filled.
static std::optional<ScaledBuffer> planBuffer(AllocOp alloc,
                                              Refusals &refusals) {
  ScaledBuffer plan;
  plan.alloc = alloc;
  Refusal refusal = findUses(plan);
  // Of buffers without a product by something that does not change in the tile
  // there is nothing to say.
  bool anyProduct = llvm::any_of(plan.loads, [&](Operation *load) {
    Operation *product = productOf(load);
    Value factor = product ? factorOf(product, load->getResult(0)) : Value();
    return factor && (isAtHand(factor) || isDefinedBefore(factor, alloc));
  });
  if (!anyProduct || plan.copies.empty())
    return std::nullopt;
  if (refusal.name.empty())
    refusal = findProducts(plan);
  if (refusal.name.empty())
    return plan;
  refusals.missed(alloc, refusal.name,
                  "products are not computed while the buffer is filled: " +
                      refusal.reason);
  return std::nullopt;
}

static void apply(ScaledBuffer &plan, DominanceInfo &dominance) {
  Operation *first = plan.products.front();
  Value factor = first->getOperand(1 - plan.loadOperand);
  for (CopyInOp copy : plan.copies) {
    OpBuilder builder(copy);
    // A constant may stand where it is used, behind the copy.
    Value here = factor;
    if (!dominance.properlyDominates(factor, copy))
      here = builder.clone(*factor.getDefiningOp())->getResult(0);
    Type type = first->getResult(0).getType();
    Block *block = builder.createBlock(&copy.getComputation(), {}, {type},
                                       {copy.getLoc()});
    Operation *product = builder.clone(*first);
    product->setOperand(plan.loadOperand, block->getArgument(0));
    product->setOperand(1 - plan.loadOperand, here);
    ElementOp::create(builder, first->getLoc(), product->getResult(0));
  }
  for (auto [load, product] : llvm::zip_equal(plan.loads, plan.products)) {
    product->getResult(0).replaceAllUsesWith(load->getResult(0));
    product->erase();
  }
}

namespace {
struct ScaleCopiesPass : polymem::impl::ScaleCopiesPassBase<ScaleCopiesPass> {
  using ScaleCopiesPassBase::ScaleCopiesPassBase;

  void runOnOperation() override {
    std::vector<ScaledBuffer> plans;
    Refusals refusals(getArgument(), strict);
    getOperation()->walk([&](AllocOp alloc) {
      if (std::optional<ScaledBuffer> plan = planBuffer(alloc, refusals))
        plans.push_back(std::move(*plan));
    });
    DominanceInfo dominance(getOperation());
    for (ScaledBuffer &plan : plans) {
      apply(plan, dominance);
      ++numBuffers;
      remarkPassed(plan.alloc, kPass, "Scaled")
          << sentence("products are computed while the buffer is filled, "
                      "instead of for each of {0} loads in the code",
                      named("Loads", plan.loads.size()));
    }
    if (!plans.empty())
      return;
    if (failed(refusals.nothingDone(
            getOperation(), "no buffer is loaded from for products alone")))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
