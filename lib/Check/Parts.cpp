//===- Parts.cpp - parameters that a check decides for apart --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <set>

using namespace mlir;
using namespace polymem;

SmallVector<isl::id> polymem::stepParameters(const Scop &scop) {
  SmallVector<isl::id> result;
  for (const auto &[id, value] : scop.parameters())
    for (const ScopLoop &loop : scop.loops()) {
      if (loop.exactStep || loop.step.is_null())
        continue;
      if (involvesParameter(loop.step, id)) {
        result.push_back(id);
        break;
      }
    }
  return result;
}

/// Where constraints of `domain` on the parameter `id` alone begin and end.
static SmallVector<int64_t> limitsOf(const isl::set &domain,
                                     const isl::id &id) {
  SmallVector<int64_t> result;
  isl::set params = domain.params();
  unsigned count = params.dim(isl::dim::param).release();
  auto position = positionOfParameter(params, id.get_name());
  if (!position)
    return result;
  // { [p] } without the others.
  isl::set values = parametersAsDims(params);
  values =
      values.project_out(isl::dim::set, *position + 1, count - *position - 1)
          .project_out(isl::dim::set, 0, *position);
  isl::pw_aff size(isl::aff::var_on_domain(isl::local_space(values.get_space()),
                                           isl::dim::set, 0));
  values.foreach_basic_set([&](isl::basic_set part) -> isl::stat {
    isl::pw_aff there = size.intersect_domain(part);
    for (const isl::val &limit :
         {there.min_multi_val().at(0), there.max_multi_val().at(0)})
      if (auto value = islToInt64(limit))
        result.push_back(*value);
    return isl::stat::ok();
  });
  return result;
}

/// More assignments of tile sizes are not tried.
static constexpr unsigned kMaxSizesTried = 16;

std::vector<SmallVector<int64_t>> polymem::sizesToTry(const Scop &before,
                                                      const Scop &after,
                                                      ArrayRef<isl::id> sizes) {
  // All equal, then all different. No size is 0 where a loop has it as its
  // step, but that loop may be under a condition.
  std::vector<SmallVector<int64_t>> result;
  for (int64_t size : {1, 2, 3, 0})
    result.emplace_back(sizes.size(), size);
  SmallVector<int64_t> &different = result.emplace_back();
  for (unsigned k = 0; k < sizes.size(); ++k)
    different.push_back(2 + k);
  SmallVector<std::set<int64_t>> named(sizes.size());
  for (const Scop *scop : {&before, &after})
    for (const ScopStatement &statement : scop->statements())
      for (auto [k, id] : llvm::enumerate(sizes))
        for (int64_t limit : limitsOf(statement.domain, id))
          for (int64_t size : {limit - 1, limit, limit + 1})
            if (size > 3)
              named[k].insert(size);
  std::set<SmallVector<int64_t>> known(result.begin(), result.end());
  for (auto [k, values] : llvm::enumerate(named))
    for (int64_t size : values) {
      SmallVector<int64_t> one(sizes.size(), 2);
      one[k] = size;
      for (const SmallVector<int64_t> &choice :
           {SmallVector<int64_t>(sizes.size(), size), one})
        if (result.size() < kMaxSizesTried && known.insert(choice).second)
          result.push_back(choice);
    }
  return result;
}

/// The parameters of `scop` that conditions outside of loops ask for, and that
/// are neither arguments nor sizes: nothing is known of them.
static SmallVector<isl::id> chosenParameters(const Scop &scop) {
  SmallVector<isl::id> result;
  for (const auto &[id, value] : scop.parameters()) {
    if (!identityOf(value, scop.root()).empty())
      continue;
    if (llvm::any_of(value.getUsers(), [](Operation *user) {
          return isa<affine::AffineIfOp>(user) &&
                 !user->getParentOfType<LoopLikeOpInterface>();
        }))
      result.push_back(id);
  }
  return result;
}

/// More versions are not told apart.
static constexpr unsigned kMaxVersions = 4;

SmallVector<isl::set> polymem::versionsOf(const Scop &after,
                                          const isl::set &known,
                                          unsigned long maxIslOperations) {
  IslOperationsGuard guard(after.ctx(), maxIslOperations);
  SmallVector<isl::set> versions = {
      known.align_params(after.context().get_space())};
  for (const isl::id &id : chosenParameters(after)) {
    std::optional<int64_t> first;
    for (const ScopStatement &statement : after.statements())
      for (int64_t limit : limitsOf(statement.domain, id))
        first = std::min(first.value_or(limit), limit);
    if (!first || 2 * versions.size() > kMaxVersions)
      continue;
    SmallVector<isl::set> halves;
    for (const isl::set &version : versions)
      if (auto position = positionOfParameter(version, id.get_name())) {
        isl::set upper =
            version.lower_bound_val(isl::dim::param, *position, *first + 1);
        halves.push_back(version.subtract(upper));
        halves.push_back(upper);
      } else {
        halves.push_back(version);
      }
    versions = halves;
  }
  if (guard.exceeded() ||
      llvm::any_of(versions, [](const isl::set &s) { return s.is_null(); }))
    return {known};
  return versions;
}
