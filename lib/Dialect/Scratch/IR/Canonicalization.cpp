//===- Canonicalization.cpp - simpler buffers, copies and waits ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Analysis/Presburger/Simplex.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isOnlyWaitedFor(Value token) {
  return !token || llvm::all_of(token.getUsers(), llvm::IsaPred<WaitOp>);
}

/// Erases a copy whose token, if any, is only waited for.
static void eraseCopy(PatternRewriter &rewriter, Operation *copy, Value token) {
  if (token)
    for (Operation *user : llvm::to_vector(token.getUsers())) {
      // Seen once per use: an earlier visit may have removed the token.
      auto wait = cast<WaitOp>(user);
      SmallVector<Value> others;
      llvm::copy_if(wait.getTokens(), std::back_inserter(others),
                    [&](Value other) { return other != token; });
      rewriter.modifyOpInPlace(wait,
                               [&] { wait.getTokensMutable().assign(others); });
    }
  rewriter.eraseOp(copy);
}

LogicalResult WaitOp::canonicalize(WaitOp wait, PatternRewriter &rewriter) {
  llvm::SetVector<Value> tokens(wait.getTokens().begin(),
                                wait.getTokens().end());
  if (tokens.empty()) {
    rewriter.eraseOp(wait);
    return success();
  }
  if (tokens.size() == wait.getTokens().size())
    return failure();
  rewriter.modifyOpInPlace(
      wait, [&] { wait.getTokensMutable().assign(tokens.takeVector()); });
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// True iff `set` has no rational point, whatever its symbols. Semi-affine sets
/// are taken for non-empty.
static bool isProvablyEmpty(IntegerSet set) {
  if (set.isEmptyIntegerSet())
    return true;
  SmallVector<AffineExpr> toDims;
  unsigned numDims = set.getNumDims(), numInputs = set.getNumInputs();
  for (unsigned s = 0; s < set.getNumSymbols(); ++s)
    toDims.push_back(getAffineDimExpr(numDims + s, set.getContext()));
  FlatLinearConstraints constraints(numInputs);
  for (unsigned c = 0; c < set.getNumConstraints(); ++c) {
    AffineExpr expr = set.getConstraint(c).replaceSymbols(toDims);
    if (!expr.isPureAffine())
      continue;
    unsigned value = constraints.appendDimVar();
    AffineMap map = AffineMap::get(constraints.getNumDimVars(), 0, expr);
    if (failed(constraints.addBound(presburger::BoundType::EQ, value, map,
                                    /*isClosedBound=*/true)))
      continue;
    constraints.addBound(set.isEq(c) ? presburger::BoundType::EQ
                                     : presburger::BoundType::LB,
                         value, 0);
  }
  return presburger::Simplex(constraints).isEmpty();
}

namespace {
/// Drops empty sets and repeated sets, then a copy of nothing.
template <typename CopyTy> struct DropEmptySets : OpRewritePattern<CopyTy> {
  using OpRewritePattern<CopyTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(CopyTy op,
                                PatternRewriter &rewriter) const override {
    llvm::SetVector<Attribute> sets;
    for (Attribute attr : op.getSets())
      if (!isProvablyEmpty(cast<IntegerSetAttr>(attr).getValue()))
        sets.insert(attr);
    if (sets.empty() && isOnlyWaitedFor(op.getToken())) {
      eraseCopy(rewriter, op, op.getToken());
      return success();
    }
    if (sets.size() == op.getSets().size())
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op.setSetsAttr(rewriter.getArrayAttr(sets.getArrayRef())); });
    return success();
  }
};

/// Puts constant symbols into the sets; drops repeated and unused symbols.
template <typename CopyTy> struct SimplifySymbols : OpRewritePattern<CopyTy> {
  using OpRewritePattern<CopyTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(CopyTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<IntegerSet> sets = op.getIntegerSets();
    MLIRContext *context = op.getContext();
    SmallVector<AffineExpr> replacements;
    SmallVector<Value> kept;
    for (auto [s, symbol] : llvm::enumerate(op.getSymbols())) {
      APInt constant;
      bool isUsed = llvm::any_of(sets, [s = s](IntegerSet set) {
        return llvm::any_of(set.getConstraints(), [s](AffineExpr expr) {
          return expr.isFunctionOfSymbol(s);
        });
      });
      if (matchPattern(symbol, m_ConstantInt(&constant))) {
        replacements.push_back(
            getAffineConstantExpr(constant.getSExtValue(), context));
        continue;
      }
      if (!isUsed) {
        replacements.push_back(getAffineConstantExpr(0, context));
        continue;
      }
      auto *found = llvm::find(kept, symbol);
      replacements.push_back(
          getAffineSymbolExpr(found - kept.begin(), context));
      if (found == kept.end())
        kept.push_back(symbol);
    }
    if (kept.size() == op.getSymbols().size())
      return failure();
    SmallVector<Attribute> attrs;
    for (IntegerSet set : sets) {
      IntegerSet replaced = set.replaceDimsAndSymbols(
          getDims(set), replacements, set.getNumDims(), kept.size());
      // A constant may have ended up as a divisor that is not positive: leave
      // such a set as it is.
      for (AffineExpr expr : replaced.getConstraints())
        if (failed(verifyDivisors(expr, nullptr)))
          return failure();
      attrs.push_back(IntegerSetAttr::get(replaced));
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.setSetsAttr(rewriter.getArrayAttr(attrs));
      op.getSymbolsMutable().assign(kept);
    });
    return success();
  }

private:
  static SmallVector<AffineExpr> getDims(IntegerSet set) {
    SmallVector<AffineExpr> dims;
    for (unsigned d = 0; d < set.getNumDims(); ++d)
      dims.push_back(getAffineDimExpr(d, set.getContext()));
    return dims;
  }
};
} // namespace

void CopyInOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<DropEmptySets<CopyInOp>, SimplifySymbols<CopyInOp>>(context);
}
void CopyOutOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<DropEmptySets<CopyOutOp>, SimplifySymbols<CopyOutOp>>(context);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// True iff `user` only writes elements of `buffer`, so that it may go with it.
static bool onlyWrites(Operation *user, Value buffer) {
  return TypeSwitch<Operation *, bool>(user)
      .Case<affine::AffineStoreOp, affine::AffineVectorStoreOp,
            memref::StoreOp>([&](auto op) {
        return op.getMemref() == buffer &&
               llvm::count(op->getOperands(), buffer) == 1;
      })
      .Case([&](CopyInOp op) {
        return op.getSource() != buffer && isOnlyWaitedFor(op.getToken());
      })
      .Case([&](CopyOutOp op) {
        return op.getSource() != buffer && isOnlyWaitedFor(op.getToken());
      })
      .Default([](Operation *) { return false; });
}

namespace {
/// Erases a buffer that is never read, with what is written to it.
struct EraseDeadBuffer : OpRewritePattern<AllocOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AllocOp alloc,
                                PatternRewriter &rewriter) const override {
    Value buffer = alloc.getBuffer();
    if (!llvm::all_of(buffer.getUsers(), [&](Operation *user) {
          return onlyWrites(user, buffer);
        }))
      return failure();
    for (Operation *user : llvm::to_vector(buffer.getUsers())) {
      if (auto copy = dyn_cast<CopyInOp>(user))
        eraseCopy(rewriter, copy, copy.getToken());
      else if (auto copy = dyn_cast<CopyOutOp>(user))
        eraseCopy(rewriter, copy, copy.getToken());
      else
        rewriter.eraseOp(user);
    }
    rewriter.eraseOp(alloc);
    return success();
  }
};

/// The size of a buffer is the one it was made with.
struct FoldDimOfBuffer : OpRewritePattern<memref::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto alloc = op.getSource().getDefiningOp<AllocOp>();
    std::optional<int64_t> index = op.getConstantIndex();
    if (!alloc || !index || *index < 0 || *index >= alloc.getType().getRank() ||
        !alloc.getType().isDynamicDim(*index))
      return failure();
    rewriter.replaceOp(
        op,
        alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(*index)]);
    return success();
  }
};
} // namespace

void AllocOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<EraseDeadBuffer, FoldDimOfBuffer>(context);
}
