//===- CopyPlan.cpp - how the threads of a block scan a set ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyPlan.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;

/// A thread with so few elements tests them as fast as all of the box.
static constexpr int64_t kFewRounds = 4;

namespace {
/// Makes the plan for one set.
class Planner {
public:
  Planner(IntegerSet set, CopyPlan &plan)
      : set(set), plan(plan), hull(plan.scan.hull), context(set.getContext()) {}

  void addConstraints();
  void findInside();

private:
  AffineExpr simplify(AffineExpr expr) const {
    return simplifyAffineExpr(expr, set.getNumDims(), set.getNumSymbols());
  }

  /// `expr` as factors of the coordinates and a rest of symbols; nothing if it
  /// is no such sum.
  std::optional<CopyBound> linearForm(AffineExpr expr) const;
  void addBound(CopyBound bound);
  void addTest(CopyTest test);

  /// The least value of `direction . c + rest` in the box, an expression of
  /// symbols; null if that is not known.
  AffineExpr minimum(ArrayRef<int64_t> direction, AffineExpr rest) const;
  bool isImplied(ArrayRef<int64_t> direction, AffineExpr rest) const;

  /// The innermost level that has a coordinate for which `uses` holds.
  CopyLevel *innermost(llvm::function_ref<bool(unsigned)> uses) const;
  /// How many levels there are up to the innermost one that `bound`, one of
  /// `level`, has besides.
  unsigned depthBeside(const CopyLevel &level, const CopyBound &bound) const;

  IntegerSet set;
  CopyPlan &plan;
  const Hull &hull;
  MLIRContext *context;
};
} // namespace

static void makeLevels(CopyPlan &plan) {
  auto add = [&](bool loops) {
    for (unsigned dim : llvm::reverse(plan.scan.order)) {
      bool isLoop = plan.deal.rounds[dim] != 1;
      if (!plan.scan.hull.dims[dim].value && isLoop == loops)
        plan.levels.push_back({dim, isLoop, {}, {}, {}});
    }
  };
  add(/*loops=*/false);
  add(/*loops=*/true);
}

std::optional<CopyBound> Planner::linearForm(AffineExpr expr) const {
  CopyBound bound;
  SmallVector<AffineExpr> origin;
  for (unsigned dim = 0; dim < set.getNumDims(); ++dim) {
    AffineExpr coordinate = getAffineDimExpr(dim, context);
    auto factor = dyn_cast<AffineConstantExpr>(
        simplify(expr.replace(coordinate, coordinate + 1) - expr));
    if (!factor)
      return std::nullopt;
    bound.direction.push_back(factor.getValue());
    origin.push_back(getAffineConstantExpr(0, context));
  }
  bound.rests.push_back(simplify(expr.replaceDims(origin)));
  return bound;
}

AffineExpr Planner::minimum(ArrayRef<int64_t> direction,
                            AffineExpr rest) const {
  for (auto [factor, range] : llvm::zip_equal(direction, hull.dims)) {
    if (factor == 0)
      continue;
    if (!range.extent || range.value)
      return {};
    AffineExpr corner = range.lower.front();
    if (factor < 0)
      corner = corner + (*range.extent - 1);
    rest = rest + corner * factor;
  }
  return simplify(rest);
}

/// The coordinate that `direction` is, or is minus one times.
static std::optional<unsigned> singleCoordinate(ArrayRef<int64_t> direction) {
  std::optional<unsigned> single;
  for (auto [dim, factor] : llvm::enumerate(direction)) {
    if (factor == 0)
      continue;
    if (single || std::abs(factor) != 1)
      return std::nullopt;
    single = dim;
  }
  return single;
}

bool Planner::isImplied(ArrayRef<int64_t> direction, AffineExpr rest) const {
  if (AffineExpr least = minimum(direction, rest)) {
    auto constant = dyn_cast<AffineConstantExpr>(least);
    return constant && constant.getValue() >= 0;
  }
  std::optional<unsigned> dim = singleCoordinate(direction);
  if (!dim)
    return false;
  bool isUpper = direction[*dim] < 0;
  return llvm::is_contained(isUpper ? hull.dims[*dim].upper
                                    : hull.dims[*dim].lower,
                            isUpper ? rest : simplify(-rest));
}

CopyLevel *Planner::innermost(llvm::function_ref<bool(unsigned)> uses) const {
  CopyLevel *found = nullptr;
  for (CopyLevel &level : plan.levels)
    if (uses(level.dim))
      found = &level;
  return found;
}

unsigned Planner::depthBeside(const CopyLevel &level,
                              const CopyBound &bound) const {
  CopyLevel *other = innermost([&](unsigned dim) {
    return dim != level.dim && bound.direction[dim] != 0;
  });
  return other ? other - plan.levels.data() + 1 : 0;
}

void Planner::addBound(CopyBound bound) {
  if (isImplied(bound.direction, bound.rests.front()))
    return;
  CopyLevel *level =
      innermost([&](unsigned dim) { return bound.direction[dim] != 0; });
  auto &bounds = bound.direction[level->dim] > 0 ? level->lower : level->upper;
  auto known = llvm::find_if(bounds, [&](const CopyBound &other) {
    return other.direction == bound.direction;
  });
  if (known == bounds.end()) {
    bound.depth = depthBeside(*level, bound);
    bounds.push_back(std::move(bound));
  } else if (!llvm::is_contained(known->rests, bound.rests.front())) {
    known->rests.push_back(bound.rests.front());
  }
}

void Planner::addTest(CopyTest test) {
  CopyLevel *level =
      innermost([&](unsigned dim) { return test.expr.isFunctionOfDim(dim); });
  (level ? level->tests : plan.uniform).push_back(test);
}

void Planner::addConstraints() {
  // What equations give is a function of what is scanned.
  SmallVector<AffineExpr> coordinates;
  for (auto [dim, range] : llvm::enumerate(hull.dims))
    coordinates.push_back(range.value ? range.value
                                      : getAffineDimExpr(dim, context));
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    bool isEqual = set.isEq(i);
    AffineExpr expr = simplify(set.getConstraint(i).replaceDims(coordinates));
    if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
      bool holds = isEqual ? value.getValue() == 0 : value.getValue() >= 0;
      plan.isEmpty |= !holds;
      continue;
    }
    std::optional<CopyBound> bound = linearForm(expr);
    if (!bound || llvm::all_of(bound->direction,
                               [](int64_t factor) { return factor == 0; })) {
      addTest({expr, isEqual});
      continue;
    }
    addBound(*bound);
    if (!isEqual)
      continue;
    for (int64_t &factor : bound->direction)
      factor = -factor;
    bound->rests.front() = simplify(-bound->rests.front());
    addBound(std::move(*bound));
  }
}

void Planner::findInside() {
  SmallVector<AffineExpr> all;
  for (const CopyLevel &level : plan.levels) {
    if (!level.tests.empty())
      return;
    for (const auto &bounds : {level.lower, level.upper})
      for (const CopyBound &bound : bounds)
        for (AffineExpr rest : bound.rests) {
          AffineExpr least = minimum(bound.direction, rest);
          // A corner that is never in the set.
          if (!least || isa<AffineConstantExpr>(least))
            return;
          if (!llvm::is_contained(all, least))
            all.push_back(least);
        }
  }
  plan.inside = std::move(all);
}

CopyPlan gpulaunch::planCopy(PolyhedralCopyOpInterface copy, IntegerSet set,
                             const Distribution &distribution) {
  CopyPlan plan;
  plan.scan = scanCopy(copy, set);
  plan.deal = distribution.ofCopy(plan.scan);
  plan.isEmpty = llvm::is_contained(plan.deal.rounds, 0);
  Planner planner(set, plan);
  makeLevels(plan);
  planner.addConstraints();
  planner.findInside();
  // Of the elements that one thread keeps in registers there is one version.
  plan.hasWholeVersion = distribution.numThreads() > 1 && plan.inside &&
                         !plan.inside->empty() &&
                         assumedRounds(plan) > kFewRounds;
  return plan;
}

double gpulaunch::assumedRounds(const CopyPlan &plan) {
  double rounds = 1;
  for (auto [known, threads] :
       llvm::zip_equal(plan.deal.rounds, plan.deal.threads))
    rounds *= static_cast<double>(
        known.value_or(llvm::divideCeil(kAssumedSize, threads)));
  // It is an integer of 64 bits, too.
  return std::min(rounds, 1e15);
}

CopyPlan gpulaunch::planWholeBox(const CopyPlan &plan, int64_t width,
                                 const Distribution &distribution) {
  CopyScan vectors = plan.scan;
  *vectors.hull.dims[plan.fastest()].extent /= width;
  CopyPlan result;
  result.scan = plan.scan;
  result.deal = distribution.ofCopy(vectors);
  result.width = width;
  makeLevels(result);
  return result;
}
