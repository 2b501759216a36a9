//===- Coalescing.cpp - what neighbouring threads access ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Tiling/Coalescing.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;

/// The step of the dimension of threads on axis x that `iv` runs over.
static std::optional<int64_t> threadStep(Value iv) {
  auto origin = dyn_cast<BlockArgument>(iv);
  auto tile = origin
                  ? dyn_cast<scratch::TileOp>(origin.getOwner()->getParentOp())
                  : nullptr;
  if (!tile)
    return std::nullopt;
  auto thread = dyn_cast_if_present<gpu::GPUThreadMappingAttr>(
      tile.getMappingOf(origin.getArgNumber()));
  if (!thread || thread.getThread() != gpu::MappingId::DimX)
    return std::nullopt;
  return getConstantIntValue(tile.getSteps()[origin.getArgNumber()]);
}

/// `iv` is that of a loop that begins at `origin`.
static bool beginsAt(Value iv, Value origin) {
  auto loop = affine::getForInductionVarOwner(iv);
  return loop && llvm::is_contained(loop.getLowerBoundOperands(), origin);
}

Adjacency polymem::adjacencyAlong(const Scop &scop, const ScopAccess &access,
                                  ArrayRef<Value> ivs, int64_t step) {
  const ScopStatement &statement = scop.statements()[access.statement];
  if (!access.relation.is_single_valued().is_true())
    return Adjacency::Unknown;
  // { S[i] -> S[j] : j is i, one step further }
  isl::multi_aff next = statement.domain.space().identity_multi_aff_on_domain();
  for (auto [d, iv] : llvm::enumerate(statement.ivs))
    if (llvm::is_contained(ivs, iv))
      next =
          next.set_at(d, next.at(d).add_constant(isl::val(scop.ctx(), step)));
  isl::set distances = access.relation.reverse()
                           .apply_range(next.as_map())
                           .apply_range(access.relation)
                           .deltas();
  // The budget may run out.
  if (distances.is_null())
    return Adjacency::Unknown;
  unsigned rank = distances.tuple_dim().release();
  // One thread, or one element.
  if (rank == 0 || distances.is_empty().is_true())
    return Adjacency::Same;
  isl::set near = isl::set::universe(distances.space());
  for (unsigned d = 0; d + 1 < rank; ++d)
    near = near.fix_si(isl::dim::set, d, 0);
  isl::set same = near.fix_si(isl::dim::set, rank - 1, 0);
  near = near.lower_bound_si(isl::dim::set, rank - 1, -1);
  near = boundedAbove(near, rank - 1, 1);
  if (distances.is_subset(same).is_true())
    return Adjacency::Same;
  if (distances.is_subset(near.subtract(same)).is_true())
    return Adjacency::Contiguous;
  return distances.intersect(near).is_empty().is_true() ? Adjacency::Scattered
                                                        : Adjacency::Unknown;
}

Adjacency polymem::threadAdjacency(const Scop &scop, const ScopAccess &access) {
  const ScopStatement &statement = scop.statements()[access.statement];
  Value thread;
  int64_t step = 0;
  for (Value iv : statement.ivs)
    if (std::optional<int64_t> known = threadStep(iv)) {
      thread = iv;
      step = *known;
      break;
    }
  if (!thread)
    return Adjacency::Unknown;
  SmallVector<Value> ivs;
  for (Value iv : statement.ivs)
    if (iv == thread || beginsAt(iv, thread))
      ivs.push_back(iv);
  return adjacencyAlong(scop, access, ivs, step);
}
