//===- LegalizeAffine.cpp - affine ops after a scope is gone -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

Region *polymem::scratch::getAffineScopeOf(Block *block) {
  for (Region *region = block->getParent(); region;
       region = region->getParentRegion()) {
    Operation *owner = region->getParentOp();
    if (owner && owner->hasTrait<OpTrait::AffineScope>())
      return region;
  }
  return nullptr;
}

/// True iff `expr` multiplies by at most one dimension and divides by none.
static bool isWellFormed(AffineExpr expr) {
  bool valid = true;
  expr.walk([&](AffineExpr sub) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(sub);
    if (!binary || sub.getKind() == AffineExprKind::Add)
      return;
    if (sub.getKind() == AffineExprKind::Mul)
      valid &= binary.getLHS().isSymbolicOrConstant() ||
               binary.getRHS().isSymbolicOrConstant();
    else
      valid &= binary.getRHS().isSymbolicOrConstant();
  });
  return valid;
}

namespace {
/// Operands of an affine map or set as valid dimensions and symbols.
struct SortedOperands {
  SmallVector<Value> dims, symbols;
  /// What the dimensions and symbols of before are in terms of these.
  SmallVector<AffineExpr> dimExprs, symbolExprs;

  /// False if an operand is neither; the first `numDims` are dimensions.
  bool sort(unsigned numDims, ValueRange operands, Region *scope,
            MLIRContext *context);
  /// `exprs` of the operands of before, of these; nothing if one is no longer
  /// affine.
  std::optional<SmallVector<AffineExpr>> rewrite(ArrayRef<AffineExpr> exprs);
};
} // namespace

bool SortedOperands::sort(unsigned numDims, ValueRange operands, Region *scope,
                          MLIRContext *context) {
  for (auto [index, operand] : llvm::enumerate(operands)) {
    bool isDim = index < numDims;
    SmallVectorImpl<AffineExpr> &exprs = isDim ? dimExprs : symbolExprs;
    // A valid symbol is a valid dimension as well: keep the kind if it holds.
    if (!isDim && affine::isValidSymbol(operand, scope)) {
      exprs.push_back(getAffineSymbolExpr(symbols.size(), context));
      symbols.push_back(operand);
    } else if (affine::isValidDim(operand, scope)) {
      exprs.push_back(getAffineDimExpr(dims.size(), context));
      dims.push_back(operand);
    } else {
      return false;
    }
  }
  return true;
}

std::optional<SmallVector<AffineExpr>>
SortedOperands::rewrite(ArrayRef<AffineExpr> exprs) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : exprs) {
    results.push_back(expr.replaceDimsAndSymbols(dimExprs, symbolExprs));
    if (!isWellFormed(results.back()))
      return std::nullopt;
  }
  return results;
}

bool polymem::scratch::makeValidAffine(AffineMap &map,
                                       SmallVectorImpl<Value> &operands,
                                       Region *scope) {
  if (!scope)
    return false;
  SortedOperands sorted;
  if (!sorted.sort(map.getNumDims(), operands, scope, map.getContext()))
    return false;
  auto results = sorted.rewrite(map.getResults());
  if (!results)
    return false;
  map = AffineMap::get(sorted.dims.size(), sorted.symbols.size(), *results,
                       map.getContext());
  operands.assign(sorted.dims.begin(), sorted.dims.end());
  operands.append(sorted.symbols.begin(), sorted.symbols.end());
  return true;
}

/// True iff `expr` does not depend on `variable` or does not decrease with it;
/// `depends` tells which.
static bool isIncreasing(AffineExpr expr, AffineExpr variable, bool &depends) {
  if (expr == variable)
    return depends = true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return true;
  bool lhs = false, rhs = false;
  if (!isIncreasing(binary.getLHS(), variable, lhs) ||
      !isIncreasing(binary.getRHS(), variable, rhs))
    return false;
  depends |= lhs || rhs;
  if (!lhs && !rhs)
    return true;
  if (expr.getKind() == AffineExprKind::Add)
    return true;
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() != AffineExprKind::Mod && factor &&
         factor.getValue() > 0;
}

/// Takes one `affine.min` (upper bound) or `affine.max` (lower bound) that
/// defines an operand of the bound into it: min(f(min(a, b)), c) =
/// min(f(a), f(b), c) for increasing f. False if there is none.
static bool inlineOneBound(AffineMap &map, SmallVectorImpl<Value> &operands,
                           bool isUpper, Region *scope) {
  MLIRContext *context = map.getContext();
  for (unsigned index = 0; index < operands.size(); ++index) {
    IndexDefinition definition = IndexDefinition::of(operands[index]);
    const IndexTerms *terms = definition.extremes(isUpper);
    if (!terms || affine::isValidDim(operands[index], scope))
      continue;
    AffineMap inner = terms->map;
    bool isDim = index < map.getNumDims();
    AffineExpr variable =
        isDim ? getAffineDimExpr(index, context)
              : getAffineSymbolExpr(index - map.getNumDims(), context);
    bool depends = false;
    if (inner.getNumResults() > 1 &&
        !llvm::all_of(map.getResults(), [&](AffineExpr expr) {
          return isIncreasing(expr, variable, depends);
        }))
      return false;
    // New operands: all of the inner map's as dimensions, behind the old ones.
    unsigned numDims = map.getNumDims();
    SmallVector<AffineExpr> innerDims, innerSymbols;
    for (unsigned d = 0; d < inner.getNumInputs(); ++d)
      (d < inner.getNumDims() ? innerDims : innerSymbols)
          .push_back(getAffineDimExpr(numDims + d, context));
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      if (expr.replace(variable, getAffineConstantExpr(0, context)) == expr) {
        results.push_back(expr);
        continue;
      }
      for (AffineExpr value : inner.getResults())
        results.push_back(expr.replace(
            variable, value.replaceDimsAndSymbols(innerDims, innerSymbols)));
    }
    SmallVector<Value> newOperands(operands.begin(),
                                   operands.begin() + numDims);
    llvm::append_range(newOperands, terms->operands);
    newOperands.append(operands.begin() + numDims, operands.end());
    // The replaced operand is unused now; a constant is valid anywhere.
    SmallVector<AffineExpr> keepDims, keepSymbols;
    SmallVector<Value> kept;
    unsigned total = numDims + inner.getNumInputs();
    for (unsigned d = 0; d < total; ++d) {
      if (isDim && d == index) {
        keepDims.push_back(getAffineConstantExpr(0, context));
        continue;
      }
      keepDims.push_back(getAffineDimExpr(kept.size(), context));
      kept.push_back(newOperands[d]);
    }
    unsigned keptDims = kept.size();
    for (unsigned s = 0; s < map.getNumSymbols(); ++s) {
      if (!isDim && s == index - numDims) {
        keepSymbols.push_back(getAffineConstantExpr(0, context));
        continue;
      }
      keepSymbols.push_back(
          getAffineSymbolExpr(kept.size() - keptDims, context));
      kept.push_back(newOperands[total + s]);
    }
    for (AffineExpr &expr : results)
      expr = expr.replaceDimsAndSymbols(keepDims, keepSymbols);
    map = AffineMap::get(keptDims, kept.size() - keptDims, results, context);
    operands.assign(kept.begin(), kept.end());
    return true;
  }
  return false;
}

bool polymem::scratch::makeValidBound(AffineMap &map,
                                      SmallVectorImpl<Value> &operands,
                                      bool isUpper, Region *scope) {
  AffineMap newMap = map;
  SmallVector<Value> newOperands(operands.begin(), operands.end());
  while (!makeValidAffine(newMap, newOperands, scope))
    if (!scope || !inlineOneBound(newMap, newOperands, isUpper, scope))
      return false;
  // As dimensions, inlined operands may hide that they are symbols.
  affine::canonicalizeMapAndOperands(&newMap, &newOperands);
  map = newMap;
  operands.assign(newOperands.begin(), newOperands.end());
  return true;
}

namespace {
/// Walks operations outermost first, so that each sees final operands.
class Legalizer {
public:
  explicit Legalizer(MLIRContext *context)
      : rewriter(context), patterns(makePatterns(context)),
        applicator(patterns) {
    applicator.applyDefaultCostModel();
  }

  void run(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        run(block);
  }

private:
  static FrozenRewritePatternSet makePatterns(MLIRContext *context) {
    RewritePatternSet patterns(context);
    populateAffineToStdConversionPatterns(patterns);
    populateAffineToVectorConversionPatterns(patterns);
    return patterns;
  }

  void run(Block &block) {
    auto next = block.begin();
    while (next != block.end()) {
      Operation *op = &*next;
      if (!isa_and_nonnull<affine::AffineDialect>(op->getDialect()) ||
          repair(op)) {
        run(op);
        ++next;
        continue;
      }
      // Lowered: go on with what has taken its place.
      Operation *before = op->getPrevNode();
      rewriter.setInsertionPoint(op);
      if (!lowerAccess(op) &&
          failed(applicator.matchAndRewrite(op, rewriter))) {
        run(op);
        ++next;
        continue;
      }
      next = before ? std::next(before->getIterator()) : block.begin();
    }
  }

  /// Subscripts and plain values are expanded by us, for masks and shifts.
  bool lowerAccess(Operation *op) {
    auto subscripts = [&](auto access) {
      return expandToArith(rewriter, op->getLoc(), access.getAffineMap(),
                           access.getMapOperands());
    };
    return TypeSwitch<Operation *, bool>(op)
        .Case([&](affine::AffineApplyOp op) {
          rewriter.replaceOp(op, subscripts(op));
          return true;
        })
        .Case([&](affine::AffineLoadOp op) {
          rewriter.replaceOpWithNewOp<memref::LoadOp>(op, op.getMemRef(),
                                                      subscripts(op));
          return true;
        })
        .Case([&](affine::AffineStoreOp op) {
          rewriter.replaceOpWithNewOp<memref::StoreOp>(
              op, op.getValueToStore(), op.getMemRef(), subscripts(op));
          return true;
        })
        .Default([](Operation *) { return false; });
  }

  /// Replaces a map and its operands, which start at operand `first`.
  void setMap(Operation *op, StringRef name, AffineMap map, unsigned first,
              unsigned count, ValueRange operands) {
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(name, AffineMapAttr::get(map));
      op->setOperands(first, count, operands);
    });
  }

  template <typename OpTy> bool repairAccess(OpTy op, unsigned first) {
    AffineMap map = op.getAffineMap();
    SmallVector<Value> operands(op.getMapOperands());
    unsigned count = operands.size();
    if (isValid(map, operands, op))
      return true;
    if (!makeValidAffine(map, operands, affine::getAffineScope(op)))
      return false;
    setMap(op, OpTy::getMapAttrStrName(), map, first, count, operands);
    return true;
  }

  static bool isValid(AffineMap map, ValueRange operands, Operation *op) {
    return isValid(map.getNumDims(), operands, op);
  }

  static bool isValid(unsigned numDims, ValueRange operands, Operation *op) {
    Region *scope = affine::getAffineScope(op);
    return llvm::all_of(llvm::enumerate(operands), [&](auto it) {
      return it.index() < numDims ? affine::isValidDim(it.value(), scope)
                                  : affine::isValidSymbol(it.value(), scope);
    });
  }

  bool repairLoop(affine::AffineForOp op) {
    Region *scope = affine::getAffineScope(op);
    AffineMap lower = op.getLowerBoundMap(), upper = op.getUpperBoundMap();
    SmallVector<Value> lowerOperands(op.getLowerBoundOperands());
    SmallVector<Value> upperOperands(op.getUpperBoundOperands());
    if (isValid(lower, lowerOperands, op) && isValid(upper, upperOperands, op))
      return true;
    if (!makeValidBound(lower, lowerOperands, /*isUpper=*/false, scope) ||
        !makeValidBound(upper, upperOperands, /*isUpper=*/true, scope))
      return false;
    rewriter.modifyOpInPlace(op, [&] {
      op.setLowerBound(lowerOperands, lower);
      op.setUpperBound(upperOperands, upper);
    });
    return true;
  }

  bool repairIf(affine::AffineIfOp op) {
    IntegerSet set = op.getIntegerSet();
    if (isValid(set.getNumDims(), op.getOperands(), op))
      return true;
    SortedOperands sorted;
    Region *scope = affine::getAffineScope(op);
    if (!scope || !sorted.sort(set.getNumDims(), op.getOperands(), scope,
                               op.getContext()))
      return false;
    auto constraints = sorted.rewrite(set.getConstraints());
    if (!constraints)
      return false;
    IntegerSet newSet =
        IntegerSet::get(sorted.dims.size(), sorted.symbols.size(), *constraints,
                        set.getEqFlags());
    SmallVector<Value> operands(sorted.dims);
    llvm::append_range(operands, sorted.symbols);
    rewriter.modifyOpInPlace(op, [&] { op.setConditional(newSet, operands); });
    return true;
  }

  /// True iff `op` is valid, maybe after a change of its map and operands.
  bool repair(Operation *op) {
    return TypeSwitch<Operation *, bool>(op)
        .Case([&](affine::AffineForOp op) { return repairLoop(op); })
        .Case([&](affine::AffineIfOp op) { return repairIf(op); })
        .Case<affine::AffineLoadOp, affine::AffineVectorLoadOp,
              affine::AffinePrefetchOp>(
            [&](auto op) { return repairAccess(op, 1); })
        .Case<affine::AffineStoreOp, affine::AffineVectorStoreOp>(
            [&](auto op) { return repairAccess(op, 2); })
        .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
            [&](auto op) {
              AffineMap map = op.getAffineMap();
              SmallVector<Value> operands(op->getOperands());
              unsigned count = operands.size();
              if (isValid(map, operands, op))
                return true;
              if (!makeValidAffine(map, operands, affine::getAffineScope(op)))
                return false;
              setMap(op, "map", map, 0, count, operands);
              return true;
            })
        .Case([&](affine::AffineParallelOp op) {
          return isValid(op.getLowerBoundsMap().getNumDims(),
                         op.getLowerBoundsOperands(), op) &&
                 isValid(op.getUpperBoundsMap().getNumDims(),
                         op.getUpperBoundsOperands(), op);
        })
        .Case([&](affine::AffineYieldOp op) {
          return isa<affine::AffineForOp, affine::AffineIfOp,
                     affine::AffineParallelOp>(op->getParentOp());
        })
        .Default([](Operation *) { return true; });
  }

  PatternRewriter rewriter;
  FrozenRewritePatternSet patterns;
  PatternApplicator applicator;
};
} // namespace

void polymem::scratch::legalizeAffineOps(Operation *root) {
  Legalizer(root->getContext()).run(root);
}
