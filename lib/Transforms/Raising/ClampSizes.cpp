//===- ClampSizes.cpp - sizes that are not negative -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size of type `i32` may be negative for all that is known, so that a loop
// may be empty in more ways than one, and orders and tiles that are right for
// sizes from 0 on are not taken. Where nothing is done for negative sizes that
// is not done for 0 as well, the size becomes `max(size, 0)`.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

namespace polymem {
#define GEN_PASS_DEF_CLAMPSIZESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// `loop` is empty whenever `size` is negative, and is so, too, with 0 in its
/// place.
static bool isEmptyWithout(affine::AffineForOp loop, Value size) {
  IndexTerms lower = IndexDefinition::of(loop.getInductionVar()).lower;
  if (llvm::is_contained(lower.operands, size))
    return false;
  AffineMap upper = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  affine::canonicalizeMapAndOperands(&upper, &operands);
  auto *found = llvm::find(operands, size);
  if (found == operands.end())
    return false;
  unsigned position = found - operands.begin();
  MLIRContext *context = loop.getContext();
  AffineExpr self =
      position < upper.getNumDims()
          ? getAffineDimExpr(position, context)
          : getAffineSymbolExpr(position - upper.getNumDims(), context);
  return llvm::any_of(upper.getResults(), [&](AffineExpr end) {
    // The size itself and what does not depend on it.
    AffineExpr atZero = end.replace(self, getAffineConstantExpr(0, context));
    AffineExpr sum = simplifyAffineExpr(end - self - atZero, upper.getNumDims(),
                                        upper.getNumSymbols());
    if (sum != getAffineConstantExpr(0, context))
      return false;
    IndexTerms rest{
        AffineMap::get(upper.getNumDims(), upper.getNumSymbols(), atZero),
        operands};
    return greatestDifference(rest, lower).value_or(1) <= 0;
  });
}

/// With 0 in place of `size` where that is negative, `use` does the same.
static bool mayBeClamped(OpOperand &use) {
  Operation *op = use.getOwner();
  // Of a negative size these are not defined.
  if (isa<memref::AllocOp, memref::AllocaOp>(op))
    return true;
  if (op->getDialect()->getNamespace() !=
      affine::AffineDialect::getDialectNamespace())
    return false;
  for (Operation *loop = op; loop; loop = loop->getParentOp())
    if (auto forOp = dyn_cast<affine::AffineForOp>(loop);
        forOp && isEmptyWithout(forOp, use.get()))
      return true;
  return false;
}

namespace {
struct ClampSizesPass : polymem::impl::ClampSizesPassBase<ClampSizesPass> {
  using ClampSizesPassBase::ClampSizesPassBase;

  void runOnOperation() override {
    llvm::MapVector<Value, SmallVector<arith::IndexCastOp>> casts;
    getOperation()->walk([&](arith::IndexCastOp cast) {
      Value size = cast.getIn();
      if (cast.getType().isIndex() && size.getType().isSignlessInteger() &&
          size.getParentRegion() == &getOperation().getBody())
        casts[size].push_back(cast);
    });
    for (auto &[size, all] : casts)
      if (OpOperand *use = useOfNegative(all))
        remarkMissed(use->getOwner(), getArgument(), "NotClamped") << sentence(
            "a size may be negative, and stays so, for then this may do "
            "something else than for 0: {0}",
            use->getOwner()->getName().getStringRef());
      else
        clamp(size, all);
    if (numClamped == 0)
      markAllAnalysesPreserved();
  }

private:
  /// A use of one of `casts` that might do something else for 0; null: none.
  static OpOperand *useOfNegative(ArrayRef<arith::IndexCastOp> casts) {
    for (arith::IndexCastOp cast : casts)
      for (OpOperand &use : cast->getUses())
        if (!mayBeClamped(use))
          return &use;
    return nullptr;
  }

  void clamp(Value size, ArrayRef<arith::IndexCastOp> casts) {
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfterValue(size);
    Location loc = size.getLoc();
    Value index =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value least = arith::MaxSIOp::create(builder, loc, index, zero);
    for (arith::IndexCastOp cast : casts) {
      cast.replaceAllUsesWith(least);
      cast->erase();
    }
    ++numClamped;
  }
};
} // namespace
