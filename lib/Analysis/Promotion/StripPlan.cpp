//===- StripPlan.cpp - loops to cut so that buffers are constant ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/StripPlan.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

//===----------------------------------------------------------------------===//
// The form of the tile
//===----------------------------------------------------------------------===//

/// The only operation of `block` that is not pure, and does not end it; null if
/// there are several.
static Operation *onlyEffect(Block &block) {
  Operation *found = nullptr;
  for (Operation &op : block.without_terminator()) {
    if (op.getNumRegions() == 0 && isMemoryEffectFree(&op))
      continue;
    if (found)
      return nullptr;
    found = &op;
  }
  return found;
}

/// The only operation of `block` but for the one that ends it.
static AffineForOp onlyLoop(Block &block) {
  if (!llvm::hasSingleElement(block.without_terminator()))
    return {};
  auto loop = dyn_cast<AffineForOp>(block.front());
  return loop && loop.getNumResults() == 0 ? loop : AffineForOp();
}

/// `min(..., lower + 1)` for a lower bound of one function.
static bool runsAtMostOnce(AffineForOp loop) {
  if (loop.getLowerBoundMap().getNumResults() != 1)
    return false;
  AffineValueMap lower(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
  for (AffineExpr expr : loop.getUpperBoundMap().getResults()) {
    AffineMap map =
        AffineMap::get(loop.getUpperBoundMap().getNumDims(),
                       loop.getUpperBoundMap().getNumSymbols(), expr);
    AffineValueMap upper(map, loop.getUpperBoundOperands()), difference;
    AffineValueMap::difference(upper, lower, &difference);
    auto constant = dyn_cast<AffineConstantExpr>(difference.getResult(0));
    if (constant && constant.getValue() <= loop.getStepAsInt())
      return true;
  }
  return false;
}

/// `loop` goes over the points of `tile`, which has one sequential dimension of
/// constant step: from its origin to less than a step further. Nothing else
/// depends on where the tile ends, for nothing else uses its origin.
static bool isOverPoints(AffineForOp loop, scratch::TileOp tile) {
  if (tile.getRank() != 1 || !tile.isSequential())
    return false;
  Value origin = tile.getOrigins()[0];
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[0]);
  if (!step || loop.getStepAsInt() != 1 ||
      !llvm::all_of(origin.getUsers(), [&](Operation *user) {
        return user == loop.getOperation();
      }))
    return false;
  auto isOrigin = [&](AffineExpr expr, ValueRange operands, unsigned numDims,
                      int64_t plus) {
    MLIRContext *context = tile.getContext();
    for (auto [k, operand] : llvm::enumerate(operands))
      if (operand == origin &&
          expr == (k < numDims ? getAffineDimExpr(k, context)
                               : getAffineSymbolExpr(k - numDims, context)) +
                      plus)
        return true;
    return false;
  };
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  return lower.getNumResults() == 1 &&
         isOrigin(lower.getResult(0), loop.getLowerBoundOperands(),
                  lower.getNumDims(), 0) &&
         llvm::any_of(upper.getResults(), [&](AffineExpr expr) {
           return isOrigin(expr, loop.getUpperBoundOperands(),
                           upper.getNumDims(), *step);
         });
}

/// The bounds of `loop` are known outside `threads`, and it is worth cutting.
static bool mayBeCut(AffineForOp loop, scratch::TileOp threads) {
  auto isKnown = [&](Value operand) {
    return !threads->isAncestor(operand.getParentRegion()->getParentOp());
  };
  return loop.getStepAsInt() == 1 && !loop.hasConstantBounds() &&
         llvm::all_of(loop.getLowerBoundOperands(), isKnown) &&
         llvm::all_of(loop.getUpperBoundOperands(), isKnown);
}

//===----------------------------------------------------------------------===//
// What becomes of buffers
//===----------------------------------------------------------------------===//

namespace {
/// The instances of a strip: those with `first <= iv < first + size` for the
/// loop that is cut, and `iv = first` for the points.
class StripDomain {
public:
  explicit StripDomain(const StripPlan &strip) : strip(strip) {}

  /// `[p, strip, point] -> { S[i] }`.
  isl::set of(const ScopStatement &statement) const {
    isl::set domain = statement.domain;
    for (auto [k, iv] : llvm::enumerate(statement.ivs)) {
      AffineForOp points = strip.points, loop = strip.loop;
      if (iv == loop.getInductionVar())
        domain = cut(domain, k, "strip", strip.size);
      else if (points && iv == points.getInductionVar())
        domain = cut(domain, k, "point", 1);
    }
    return domain;
  }

private:
  static isl::set cut(const isl::set &domain, unsigned dim, const char *name,
                      int64_t size) {
    isl::id parameter(domain.ctx(), name);
    isl::space space = domain.space().add_param(parameter);
    isl::aff iv = space.identity_multi_aff_on_domain().at(dim);
    isl::aff first = space.param_aff_on_domain(parameter);
    return domain.intersect(iv.ge_set(first))
        .intersect(iv.lt_set(first.add_constant_si(size)));
  }

  const StripPlan &strip;
};
} // namespace

/// The buffer for the references of `buffer` in one strip is constant, fits,
/// and has reuse.
static bool becomesConstant(const PromotionPlan &plan, const BufferPlan &buffer,
                            const StripPlan &strip,
                            function_ref<bool(const isl::id &)> isSize) {
  const Scop &scop = plan.scop();
  StripDomain strips(strip);
  isl::set elements;
  bool reused = false;
  for (const DataSpace &space : buffer.group.spaces) {
    isl::set domain = strips.of(scop.statements()[space.access->statement])
                          .intersect_params(scop.context());
    isl::set touched = space.access->relation.intersect_domain(domain).range();
    if (touched.is_null())
      return false;
    reused |= affineDimension(touched) < affineDimension(domain);
    elements = elements.is_null() ? touched : elements.unite(touched);
  }
  Sentence reason;
  std::optional<BufferBox> box =
      computeBufferBox(elements, elements, isSize, reason);
  if (!reused || !box || !box->isConstant())
    return false;
  std::optional<int64_t> cells = box->constantCells();
  return cells && *cells <= plan.capacity() / buffer.elementBytes;
}

std::optional<StripPlan>
polymem::planStrips(const PromotionPlan &plan, int64_t size,
                    function_ref<bool(const isl::id &)> isSize,
                    unsigned long maxIslOperations) {
  auto tile = dyn_cast<scratch::TileOp>(plan.scop().root());
  if (!tile || size < 1)
    return std::nullopt;
  StripPlan strip;
  strip.size = size;
  strip.threads =
      dyn_cast_or_null<scratch::TileOp>(onlyEffect(tile.getBody().front()));
  if (!strip.threads || !strip.threads.isMappedToThreads())
    return std::nullopt;
  IslOperationsGuard guard(plan.scop().ctx(), maxIslOperations);
  // The parameters that are added for a strip are no sizes.
  auto isOuterSize = [&](const isl::id &id) {
    return plan.scop().parameterValue(id) && isSize(id);
  };
  Block *body = &strip.threads.getBody().front();
  while (AffineForOp loop = onlyLoop(*body)) {
    strip.loop = loop;
    if (mayBeCut(loop, strip.threads)) {
      SmallVector<std::string> names;
      for (const BufferPlan &buffer : plan.buffers())
        if (buffer.growsWithSizes() &&
            becomesConstant(plan, buffer, strip, isOuterSize))
          names.push_back(plan.arrayName(buffer).str());
      if (guard.exceeded())
        return std::nullopt;
      strip.arrays = llvm::join(names, ", ");
      if (!names.empty())
        return strip;
    }
    // What is around the loop that is cut is executed once in a strip.
    if (!strip.points && isOverPoints(loop, tile))
      strip.points = loop;
    else if (!runsAtMostOnce(loop))
      return std::nullopt;
    body = loop.getBody();
  }
  return std::nullopt;
}
