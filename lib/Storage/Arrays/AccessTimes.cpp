//===- AccessTimes.cpp - when elements are accessed -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessTimes.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace polymem;

/// The operation of the statement that the access is a part of.
static mlir::Operation *topOf(const ScopStatement &statement,
                              const ScopAccess &access) {
  const auto *top = llvm::find_if(statement.ops, [&](mlir::Operation *op) {
    return op->isAncestor(access.op);
  });
  return top == statement.ops.end() ? nullptr : *top;
}

AccessTimes::AccessTimes(const Scop &scop,
                         function_ref<bool(const ScopAccess &)> isRelevant)
    : scop(scop), writing(scop.statements().size()),
      constants(scop.statements().size()) {
  for (const ScopAccess &access : scop.accesses()) {
    if (!isRelevant(access))
      continue;
    const ScopStatement &statement = scop.statements()[access.statement];
    if (!is_contained(statements, access.statement))
      statements.push_back(access.statement);
    depth = std::max<unsigned>(depth, statement.ivs.size());
    auto &tops = writing[access.statement];
    mlir::Operation *top = topOf(statement, access);
    if (access.isWrite() && !is_contained(tops, top))
      tops.push_back(top);
  }
  llvm::sort(statements);
  orderStatements();
}

/// The number of loops around both statements.
static unsigned commonLoops(const ScopStatement &a, const ScopStatement &b) {
  unsigned common = 0;
  while (common < a.ivs.size() && common < b.ivs.size() &&
         a.ivs[common] == b.ivs[common])
    ++common;
  return common;
}

void AccessTimes::orderStatements() {
  SmallVector<bool> differ(depth + 1);
  // Where any of the statements with the constants of the last one is executed.
  isl::set together;
  for (auto [k, number] : enumerate(statements)) {
    const ScopStatement &statement = scop.statements()[number];
    SmallVector<unsigned> &own = constants[number];
    own.assign(depth + 1, 0);
    unsigned loops = statement.ivs.size(), common = 0;
    if (k > 0) {
      const ScopStatement &before = scop.statements()[statements[k - 1]];
      common = commonLoops(before, statement);
      own = constants[statements[k - 1]];
      std::fill(own.begin() + common + 1, own.end(), 0);
      bool sameBody = before.ivs.size() == loops && common == loops;
      isl::set here = statement.domain.reset_tuple_id();
      bool apart = sameBody && together.is_disjoint(here).is_true();
      if (apart) {
        together = together.unite(here);
        continue;
      }
      ++own[common];
      differ[common] = true;
    }
    together = statement.domain.reset_tuple_id();
  }
  for (unsigned level = 0; level <= depth; ++level) {
    constantDim.push_back(dims);
    dims += differ[level] ? 1 : 0;
    used.push_back(differ[level]);
    if (level < depth)
      ++dims;
  }
  // The place in the instance is the last one.
  ++dims;
}

isl::space AccessTimes::space() const {
  return scop.context().get_space().add_unnamed_tuple(dims);
}

/// Times in the body that the statement's first `loops` loops make.
isl::map AccessTimes::inBody(isl::map map, isl::dim side, unsigned statement,
                             unsigned loops) const {
  for (unsigned level = 0; level <= loops; ++level)
    if (used[level])
      map = map.fix_si(side, constantDim[level],
                       int(constants[statement][level]));
  return map;
}

std::optional<unsigned> AccessTimes::placeOf(const ScopAccess &access) const {
  mlir::Operation *top = topOf(scop.statements()[access.statement], access);
  const auto &writes = writing[access.statement];
  if (!top || is_contained(writes, nullptr))
    return std::nullopt;
  unsigned place = is_contained(writes, top) ? 1 : 0;
  for (mlir::Operation *write : writes)
    place += write->isBeforeInBlock(top) ? 2 : 0;
  return place;
}

/// `{ S[i] -> [t] }` with any place in the instance, and in lock step with 0
/// for the induction variables of parallel loops.
isl::map AccessTimes::timesOf(unsigned number, bool inLockStep) const {
  const ScopStatement &statement = scop.statements()[number];
  isl::map time = isl::map::universe(
      statement.domain.get_space().map_from_domain_and_range(space()));
  time = inBody(time, isl::dim::out, number, depth);
  for (unsigned level = 0; level < depth; ++level) {
    bool isLoop = level < statement.ivs.size() &&
                  !(inLockStep && isParallel(statement.ivs[level]));
    time = isLoop ? time.equate(isl::dim::in, level, isl::dim::out,
                                variableDim(level))
                  : time.fix_si(isl::dim::out, variableDim(level), 0);
  }
  return time;
}

bool AccessTimes::isParallel(mlir::Value iv) const {
  return any_of(scop.loops(), [&](const ScopLoop &loop) {
    return loop.parallel && loop.iv == iv;
  });
}

isl::map AccessTimes::timeOf(const ScopAccess &access) const {
  isl::map time = timesOf(access.statement, /*inLockStep=*/false);
  if (auto place = placeOf(access))
    time = time.fix_si(isl::dim::out, dims - 1, int(*place));
  return time.intersect_domain(scop.statements()[access.statement].domain);
}

isl::map AccessTimes::lockStepTimeOf(const ScopAccess &access) const {
  return timesOf(access.statement, /*inLockStep=*/true)
      .project_out(isl::dim::out, dims - 1, 1)
      .intersect_domain(scop.statements()[access.statement].domain);
}

isl::map AccessTimes::mayPrecede() const {
  isl::map before = mayComeBefore();
  return before.unite(isl::map::identity(before.get_space()));
}

isl::map AccessTimes::mayComeBefore() const {
  isl::map same =
      isl::map::universe(space().map_from_domain_and_range(space()));
  isl::map result = isl::map::empty(same.get_space());
  for (unsigned dim = 0; dim < dims; ++dim) {
    result = result.unite(same.order_lt(isl::dim::in, dim, isl::dim::out, dim));
    same = same.equate(isl::dim::in, dim, isl::dim::out, dim);
  }
  DenseSet<mlir::Value> parallel;
  for (const ScopLoop &loop : scop.loops())
    if (loop.parallel)
      parallel.insert(loop.iv);
  for (unsigned number : statements)
    for (auto [level, iv] : enumerate(scop.statements()[number].ivs)) {
      if (!parallel.erase(iv))
        continue;
      isl::map around =
          isl::map::universe(space().map_from_domain_and_range(space()));
      around = inBody(around, isl::dim::in, number, level);
      around = inBody(around, isl::dim::out, number, level);
      for (unsigned outer = 0; outer < level; ++outer)
        around = around.equate(isl::dim::in, variableDim(outer), isl::dim::out,
                               variableDim(outer));
      unsigned dim = variableDim(level);
      result =
          result.unite(around.order_lt(isl::dim::out, dim, isl::dim::in, dim));
    }
  return result;
}

isl::map polymem::executedRelation(const Scop &scop, const ScopAccess &access) {
  isl::map relation = access.relation.intersect_domain(
      scop.statements()[access.statement].domain);
  isl::set known = scop.context();
  for (const auto &[id, value] : scop.parameters()) {
    std::optional<unsigned> used = positionOfParameter(relation, id);
    int position = known.find_dim_by_id(isl::dim::param, id);
    bool isUsed =
        used && !relation.involves_dims(isl::dim::param, *used, 1).is_false();
    if (!isUsed && position >= 0)
      known = known.project_out(isl::dim::param, position, 1);
  }
  return withoutUnusedParameters(relation.intersect_params(known));
}

bool polymem::freesArray(const Scop &scop, const ScopAccess &access) {
  return is_contained(scop.statements()[access.statement].ops, access.op) &&
         mlir::hasEffect<mlir::MemoryEffects::Free>(
             access.op, scop.arrays()[access.array].value);
}
