//===- Scop.cpp - queries on a scop ---------------------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Scop.h"
#include "ScopBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace polymem;

Scop::Scop(std::shared_ptr<IslContext> context)
    : islContext(context ? std::move(context)
                         : std::make_shared<IslContext>()) {}

Scop::~Scop() = default;

std::string ScopAccess::tag() const {
  return (isRead() ? "R" : "W") + std::to_string(id);
}

Value Scop::parameterValue(const isl::id &id) const {
  for (auto &[known, value] : params)
    if (known.get() == id.get())
      return value;
  return {};
}

isl::id Scop::parameterFor(Value value) const {
  for (auto &[id, known] : params)
    if (haveSameValue(known, value))
      return id;
  return {};
}

const ScopStatement *Scop::statementOf(Operation *op) const {
  // Operations inside an `scf.if` and the like belong to its statement.
  for (; op; op = op == rootOp ? nullptr : op->getParentOp()) {
    auto found = opToStatement.find(op);
    if (found != opToStatement.end())
      return &statementList[found->second];
  }
  return nullptr;
}

const ScopArray *Scop::arrayOf(Value memref) const {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  auto global = memref.getDefiningOp<memref::GetGlobalOp>();
  for (const ScopArray &array : arrayList) {
    Value known = array.value;
    if (!known)
      continue;
    auto other = known.getDefiningOp<memref::GetGlobalOp>();
    if (known == memref ||
        (global && other && global.getName() == other.getName()))
      return &array;
  }
  return nullptr;
}

const ScopStatement *Scop::statementNamed(StringRef name) const {
  for (const ScopStatement &statement : statementList)
    if (statement.name == name)
      return &statement;
  return nullptr;
}

isl::union_map Scop::scheduleMap() const {
  if (scheduleRelation.is_null())
    scheduleRelation = scheduleTree.get_map();
  return scheduleRelation;
}

isl::union_set Scop::domains() const {
  isl::union_set result = isl::union_set::empty(ctx());
  for (const ScopStatement &statement : statementList)
    result = result.unite(statement.domain);
  return result;
}

/// The union of the relations of the accesses that `select` wants; with `tags`,
/// `{ [S[i] -> R3[]] -> A[a] }` instead of `{ S[i] -> A[a] }`.
template <typename Select>
static isl::union_map unionOf(const Scop &scop, bool tags, Select select) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  for (const ScopAccess &access : scop.accesses()) {
    if (!select(access))
      continue;
    isl::map relation = access.relation;
    if (tags) {
      isl::set tag = isl::set::universe(isl::space(scop.ctx(), 0, 0))
                         .set_tuple_id(access.tag());
      isl::map tagged = isl::map::from_domain_and_range(
          relation.domain(), tag); // { S[i] -> R3[] }
      relation = tagged.domain_map().apply_range(relation);
    }
    result = result.unite(relation);
  }
  return result;
}

static bool isRead(const ScopAccess &access) { return access.isRead(); }
static bool isWrite(const ScopAccess &access) { return access.isWrite(); }
static bool isMustWrite(const ScopAccess &access) {
  return access.isWrite() && access.must;
}

isl::union_map Scop::reads() const { return unionOf(*this, false, isRead); }
isl::union_map Scop::mustWrites() const {
  return unionOf(*this, false, isMustWrite);
}
isl::union_map Scop::mayWrites() const {
  return unionOf(*this, false, isWrite);
}
isl::union_map Scop::taggedReads() const {
  return unionOf(*this, true, isRead);
}
isl::union_map Scop::taggedMustWrites() const {
  return unionOf(*this, true, isMustWrite);
}
isl::union_map Scop::taggedMayWrites() const {
  return unionOf(*this, true, isWrite);
}
