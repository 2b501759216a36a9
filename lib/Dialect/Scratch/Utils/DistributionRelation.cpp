//===- DistributionRelation.cpp - who runs what, in isl -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Utils/DistributionRelation.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// a + b * n.
static isl::pw_aff madd(const isl::pw_aff &a, const isl::pw_aff &b, int64_t n) {
  return a.add(b.scale(isl::val(a.ctx(), n)));
}

/// `number` is in [0, count).
static void requireNumber(const Unknowns &unknowns, const isl::pw_aff &number,
                          int64_t count) {
  unknowns.require(
      lessEqualQuickly(constantOverParams(0, unknowns.ctx), number));
  unknowns.require(
      lessQuickly(number, constantOverParams(count, unknowns.ctx)));
}

/// One of `count` numbers.
static isl::pw_aff anyNumber(const Unknowns &unknowns, int64_t count) {
  isl::pw_aff number = unknowns.variable();
  requireNumber(unknowns, number, count);
  return number;
}

/// The digits of iteration `index` of `deal`, which has some: the first is what
/// the round and the others leave of it.
static SmallVector<isl::pw_aff>
digitsOf(const Deal &deal, const isl::pw_aff &index, const Unknowns &unknowns) {
  ArrayRef<Digit> digits = deal.getDigits();
  SmallVector<isl::pw_aff> values = {constantOverParams(0, unknowns.ctx)};
  for (const Digit &digit : digits.drop_front())
    values.push_back(anyNumber(unknowns, digit.count));
  isl::pw_aff others = deal.worker<isl::pw_aff>(
      [&](const Digit &digit) { return values[&digit - digits.begin()]; },
      [&] { return constantOverParams(0, unknowns.ctx); }, madd);
  isl::pw_aff round = unknowns.variable();
  unknowns.require(
      lessEqualQuickly(constantOverParams(0, unknowns.ctx), round));
  values.front() = madd(index, round, -deal.workers()).sub(others);
  requireNumber(unknowns, values.front(), digits.front().count);
  return values;
}

isl::pw_aff gpulaunch::threadOfIteration(
    const Distribution &distribution, TileOp tile,
    llvm::function_ref<isl::pw_aff(unsigned)> iteration,
    const Unknowns &unknowns) {
  std::array<isl::pw_aff, 3> ids;
  AxisDeals deals = distribution.ofThreads(tile);
  for (const AxisDeal &axis : llvm::reverse(deals)) {
    if (axis.dims.empty())
      continue;
    // Linearised dimensions have divisors that are not constant.
    isl::pw_aff index =
        axis.dims.size() == 1 ? iteration(axis.dims.front()) : isl::pw_aff();
    if (index.is_null())
      return {};
    SmallVector<isl::pw_aff> digits = digitsOf(axis.deal, index, unknowns);
    for (auto [digit, value] : llvm::zip_equal(axis.deal.getDigits(), digits))
      ids[*digit.axis] = value;
  }
  // What other tiles of the nest are dealt by.
  for (auto [axis, id] : llvm::enumerate(ids)) {
    int64_t size = distribution.size(Unit::Thread, axis);
    if (id.is_null())
      id = size == 1 ? constantOverParams(0, unknowns.ctx)
                     : anyNumber(unknowns, size);
  }
  return distribution.threadNumber<isl::pw_aff>(
      [&](unsigned axis) { return ids[axis]; },
      [&] { return constantOverParams(0, unknowns.ctx); }, madd);
}

isl::pw_aff
gpulaunch::threadOfElement(const Distribution &distribution,
                           const CopyScan &scan, ArrayRef<isl::pw_aff> element,
                           llvm::function_ref<isl::pw_aff(AffineExpr)> evaluate,
                           const Unknowns &unknowns) {
  isl::pw_aff zero = constantOverParams(0, unknowns.ctx);
  CopyDeal deal = distribution.ofCopy(scan);
  SmallVector<isl::pw_aff> digits;
  for (unsigned dim = 0; dim < element.size(); ++dim) {
    const CoordinateRange &range = scan.hull.dims[dim];
    if (!range.extent)
      return {};
    digits.push_back(zero);
    if (range.value)
      continue;
    isl::pw_aff lower = evaluate(range.lower.front());
    if (lower.is_null())
      return {};
    isl::pw_aff offset = element[dim].sub(lower);
    requireNumber(unknowns, offset, *range.extent);
    int64_t threads = deal.threads[dim];
    if (threads == 1)
      continue;
    digits.back() = offset;
    if (*deal.rounds[dim] == 1)
      continue;
    digits.back() =
        madd(offset, anyNumber(unknowns, *deal.rounds[dim]), -threads);
    requireNumber(unknowns, digits.back(), threads);
  }
  return linearize(
      deal.digits, zero, [&](unsigned dim) { return digits[dim]; },
      [&](const isl::pw_aff &slower, unsigned dim, const isl::pw_aff &own) {
        return madd(own, slower, deal.threads[dim]);
      });
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

namespace {
/// Makes the relation between coordinates and threads.
class RelationBuilder {
public:
  RelationBuilder(isl::ctx ctx, unsigned numCoordinates)
      : ctx(ctx), facts(isl::set::universe(isl::space::params_alloc(ctx, 0))) {
    for (unsigned dim = 0; dim < numCoordinates; ++dim)
      coordinates.push_back(isl::id(ctx, "i" + std::to_string(dim)));
  }

  /// Calls `thread` with the coordinates and `Unknowns`.
  template <typename Thread> isl::map build(Thread &&thread) {
    SmallVector<isl::id> variables;
    auto variable = [&] {
      variables.push_back(isl::id(ctx, "n" + std::to_string(variables.size())));
      return parameterValue(variables.back());
    };
    auto require = [&](const isl::set &fact) {
      facts = intersectQuickly(facts, fact);
    };
    SmallVector<isl::pw_aff> values;
    for (const isl::id &id : coordinates)
      values.push_back(parameterValue(id));
    isl::pw_aff number = thread(values, Unknowns{ctx, variable, require});
    if (number.is_null())
      return {};
    isl::id own(ctx, "t");
    facts = intersectQuickly(facts, number.eq_set(parameterValue(own)));
    for (const isl::id &id : variables)
      facts = facts.project_out_param(id);
    return facts.unbind_params(tuple({own}))
        .unbind_params_insert_domain(tuple(coordinates));
  }

private:
  isl::multi_id tuple(ArrayRef<isl::id> ids) const {
    isl::id_list list(ctx, ids.size());
    for (const isl::id &id : ids)
      list = list.add(id);
    return isl::space::unit(ctx).add_unnamed_tuple(ids.size()).multi_id(list);
  }

  isl::ctx ctx;
  isl::set facts;
  SmallVector<isl::id> coordinates;
};
} // namespace

isl::map gpulaunch::threadsOfIterations(const Distribution &distribution,
                                        TileOp tile, isl::ctx ctx) {
  return RelationBuilder(ctx, tile.getRank())
      .build([&](ArrayRef<isl::pw_aff> coordinates, const Unknowns &unknowns) {
        return threadOfIteration(
            distribution, tile, [&](unsigned dim) { return coordinates[dim]; },
            unknowns);
      });
}

isl::map gpulaunch::threadsOfElements(const Distribution &distribution,
                                      PolyhedralCopyOpInterface copy,
                                      IntegerSet set, ArrayRef<isl::id> symbols,
                                      isl::ctx ctx) {
  SmallVector<isl::pw_aff> values;
  for (const isl::id &symbol : symbols)
    values.push_back(parameterValue(symbol));
  CopyScan scan = scanCopy(copy, set);
  isl::map threads =
      RelationBuilder(ctx, set.getNumDims())
          .build([&](ArrayRef<isl::pw_aff> element, const Unknowns &unknowns) {
            return threadOfElement(
                distribution, scan, element,
                [&](AffineExpr expr) {
                  return affineExprToPwAff(expr, {}, values,
                                           isl::space::params_alloc(ctx, 0));
                },
                unknowns);
          });
  if (threads.is_null())
    return threads;
  return threads.intersect_domain(
      integerSetToSet(set, symbols, isl::id(), ctx));
}
