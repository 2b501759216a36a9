//===- FormFMA.cpp - products and sums that are rounded once --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem {
#define GEN_PASS_DEF_FORMFMAPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using arith::FastMathFlags;

static constexpr llvm::StringLiteral kPass = "polymem-form-fma";

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

namespace {
/// A sum or difference with a product that it can be one operation with.
struct MultiplyAdd {
  Operation *sum;
  arith::MulFOp product;
  /// Which operand of the sum the product is.
  unsigned operand;
};

/// Why a product and a sum stay two operations.
struct Refusal {
  /// A string literal; empty: the operand is no product.
  StringRef name;
  StringRef reason;
};

/// What becomes of the sums of a function.
struct MultiplyAddPlan {
  std::vector<MultiplyAdd> formed;
  /// Sums that may, but cannot.
  std::vector<std::pair<Operation *, Refusal>> left;
  /// Sums that could if they were allowed to.
  std::vector<Operation *> notAllowed;
};
} // namespace

static FastMathFlags flagsOf(Operation *op) {
  return cast<arith::ArithFastMathInterface>(op)
      .getFastMathFlagsAttr()
      .getValue();
}

static bool saysContract(Operation *op) {
  return bitEnumContainsAll(flagsOf(op), FastMathFlags::contract);
}

/// All that computes `math.fma` of the type rounds once.
static bool isRoundedOnce(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF32() || element.isF64();
}

/// Nothing but conditions lies between the two: where `inner` is executed,
/// `outer` is executed as often at least.
static bool isOutsideConditionsOnly(Operation *outer, Operation *inner) {
  while (inner->getBlock() != outer->getBlock()) {
    inner = inner->getParentOp();
    if (!isa_and_nonnull<affine::AffineIfOp, scf::IfOp>(inner))
      return false;
  }
  return true;
}

/// Whether `sum` and its operand number `operand` can be one operation.
static Refusal findRefusal(Operation *sum, unsigned operand) {
  auto product = sum->getOperand(operand).getDefiningOp<arith::MulFOp>();
  if (!product)
    return {};
  if (!isRoundedOnce(sum->getResult(0).getType()))
    return {"Type", "math.fma of this type is not rounded once everywhere"};
  if (!product->hasOneUse())
    return {"OtherUse", "the product has another use"};
  if (!isOutsideConditionsOnly(product, sum))
    return {"Loop", "the product is outside a loop around the sum"};
  return {};
}

static MultiplyAddPlan planMultiplyAdds(func::FuncOp func, bool contract) {
  MultiplyAddPlan plan;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // What such an operation computes is part of it.
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    if (!isa<arith::AddFOp, arith::SubFOp>(op))
      return WalkResult::advance();
    Refusal first;
    bool wouldBe = false;
    for (unsigned operand : {0, 1}) {
      auto product = op->getOperand(operand).getDefiningOp<arith::MulFOp>();
      if (!product)
        continue;
      Refusal refusal = findRefusal(op, operand);
      bool allowed = contract || (saysContract(op) && saysContract(product));
      if (refusal.name.empty() && allowed) {
        plan.formed.push_back({op, product, operand});
        return WalkResult::advance();
      }
      wouldBe |= refusal.name.empty();
      if (allowed && first.name.empty())
        first = refusal;
    }
    if (!first.name.empty())
      plan.left.emplace_back(op, first);
    else if (wouldBe)
      plan.notAllowed.push_back(op);
    return WalkResult::advance();
  });
  return plan;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static void form(const MultiplyAdd &found) {
  Operation *sum = found.sum;
  arith::MulFOp product = found.product;
  OpBuilder builder(sum);
  Location loc = sum->getLoc();
  FastMathFlags flags = (flagsOf(sum) & flagsOf(product)) |
                        (flagsOf(sum) & FastMathFlags::reassoc);
  Value a = product.getLhs(), b = product.getRhs();
  Value addend = sum->getOperand(1 - found.operand);
  if (isa<arith::SubFOp>(sum)) {
    Value &negative = found.operand == 0 ? addend : a;
    negative = arith::NegFOp::create(builder, loc, negative, flags);
  }
  auto fma = math::FmaOp::create(builder, loc, a, b, addend, flags);
  sum->replaceAllUsesWith(fma);
  sum->erase();
  product.erase();
}

/// Takes `contract` from what was not formed.
static void dropLicences(func::FuncOp func) {
  func.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op) ||
        !isRoundedOnce(op->getResult(0).getType()) || !saysContract(op))
      return WalkResult::advance();
    auto flags = arith::FastMathFlagsAttr::get(
        op->getContext(), flagsOf(op) & ~FastMathFlags::contract);
    op->setAttr(cast<arith::ArithFastMathInterface>(op).getFastMathAttrName(),
                flags);
    return WalkResult::advance();
  });
}

namespace {
struct FormFMAPass : polymem::impl::FormFMAPassBase<FormFMAPass> {
  using FormFMAPassBase::FormFMAPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    MultiplyAddPlan plan = planMultiplyAdds(func, contract);
    for (const MultiplyAdd &found : plan.formed)
      remarkPassed(found.sum, kPass, "Formed")
          << "a product and its sum are rounded once";
    for (auto &[sum, refusal] : plan.left)
      remarkMissed(sum, kPass, refusal.name)
          << Sentence("rounded twice: " + refusal.reason);
    if (!plan.notAllowed.empty())
      remarkMissed(plan.notAllowed.front(), kPass, "NotAllowed") << sentence(
          "{0} products and sums of the function are rounded twice; "
          "fastmath<contract> on both operations, or contract=true, lets each "
          "be a math.fma, rounded once",
          named("Sums", plan.notAllowed.size()));
    for (const MultiplyAdd &found : plan.formed)
      form(found);
    dropLicences(func);
    numFormed += plan.formed.size();
    numLeft += plan.left.size();
  }
};
} // namespace
