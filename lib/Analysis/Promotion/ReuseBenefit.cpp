//===- ReuseBenefit.cpp - is a buffer worth it? ---------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Promotion/ReuseBenefit.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

/// True iff dimension `dim` of `domain` is a function of the others.
static bool isDetermined(const isl::set &domain, unsigned dim) {
  // When the budget has ended there is no number of dimensions either.
  if (domain.is_null())
    return false;
  unsigned n = domain.tuple_dim().release();
  // { S[i] -> S[j] : i and j differ in the dimension only }
  isl::map pairs = isl::map::from_domain_and_range(domain, domain);
  for (unsigned d = 0; d < n; ++d)
    if (d != dim)
      pairs = equateQuickly(pairs, d, d);
  return orderQuickly(pairs, dim, dim).is_empty().is_true();
}

static unsigned effectiveDepth(const Scop &scop, const ScopStatement &statement,
                               const isl::set &context) {
  isl::set domain = statement.domain.intersect_params(context);
  SmallVector<Value> ivs(statement.ivs);
  for (unsigned d = ivs.size(); d-- > 0;) {
    // Origins with a run-time step: only the points inside count.
    bool inexact = llvm::any_of(scop.loops(), [&](const ScopLoop &loop) {
      return loop.iv == ivs[d] && !loop.exactStep;
    });
    if (inexact)
      domain = domain.project_out(isl::dim::set, d, 1);
  }
  // Outermost first: what a tile determines is its points' origin.
  // (An exhausted budget makes the size negative, which ends the loop.)
  for (int d = 0; d < domain.tuple_dim().release();) {
    if (isDetermined(domain, d))
      domain = domain.project_out(isl::dim::set, d, 1);
    else
      ++d;
  }
  return affineDimension(domain);
}

/// No two instances access the same element: the subscript of a linearised
/// array, say, in which the rank is less than the depth, but nothing is reused.
static bool accessesOnce(const ScopAccess &access, const isl::set &context) {
  return access.relation.intersect_params(context).is_injective().is_true();
}

unsigned EffectiveDepths::of(unsigned statement) {
  std::optional<unsigned> &depth = known[statement];
  if (!depth)
    depth = effectiveDepth(scop, scop.statements()[statement], context);
  return *depth;
}

Sentence ReuseBenefit::text() const {
  if (nonConstantReuse)
    return "rank of the access is less than the depth";
  return sentence("overlaps are {0} of {1} elements", named("Overlap", overlap),
                  named("Volume", volume));
}

ReuseBenefit polymem::computeReuseBenefit(const DataSpaceGroup &group,
                                          EffectiveDepths &depths,
                                          const VolumeEstimate &volumes,
                                          double delta) {
  ReuseBenefit benefit;
  for (const DataSpace &space : group.spaces) {
    if (benefit.nonConstantReuse)
      break;
    if (space.must || space.access->relation.is_single_valued().is_true())
      benefit.nonConstantReuse =
          affineDimension(space.elements) <
              depths.of(space.access->statement) &&
          !accessesOnce(*space.access, depths.parameters());
  }
  benefit.beneficial = benefit.nonConstantReuse;
  if (benefit.beneficial)
    return benefit;
  for (auto [i, space] : llvm::enumerate(group.spaces))
    for (const DataSpace &other : ArrayRef(group.spaces).take_front(i))
      benefit.overlap +=
          volumes.count(space.elements.intersect(other.elements));
  benefit.volume = volumes.count(group.elements);
  benefit.beneficial = benefit.overlap > delta * (double)benefit.volume;
  return benefit;
}
