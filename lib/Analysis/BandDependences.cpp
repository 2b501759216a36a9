//===- BandDependences.cpp - dependences seen from a loop band ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/BandDependences.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

/// `{ S[i] -> [ivs(i)] }` for the loops `ivs` around `statement`.
static isl::map selectLoops(const ScopStatement &statement,
                            ArrayRef<Value> ivs) {
  isl::multi_aff identity =
      isl::multi_aff::identity_on_domain(statement.domain.get_space());
  isl::map result;
  for (Value iv : ivs) {
    const Value *position = llvm::find(statement.ivs, iv);
    assert(position != statement.ivs.end() && "loop is not around statement");
    isl::map one = identity.at(position - statement.ivs.begin()).as_map();
    result = result.is_null() ? one : result.flat_range_product(one);
  }
  return result;
}

BandDependences::BandDependences(const Scop &scop,
                                 const Dependences &dependences)
    : theScop(scop) {
  all = dependences.all().intersect_params(scop.context());
  for (const ScopLoop &loop : scop.loops()) {
    if (!loop.parallel)
      continue;
    StatementList inside = statementsIn(loop.op);
    if (inside.empty())
      continue;
    // The loops around this one are the first dimensions of every statement
    // inside it.
    SmallVector<Value> outer;
    for (Value iv : scop.statements()[inside.front()].ivs) {
      if (iv == loop.iv)
        break;
      outer.push_back(iv);
    }
    all = all.subtract(orderRelation(inside, inside, outer, loop.iv,
                                     /*backward=*/true, /*forward=*/true));
  }
}

StatementList BandDependences::statementsIn(Operation *op) const {
  StatementList result;
  for (auto [index, statement] : llvm::enumerate(theScop.statements()))
    if (llvm::any_of(statement.ops,
                     [&](Operation *inner) { return op->isAncestor(inner); }))
      result.push_back(index);
  return result;
}

isl::union_map BandDependences::orderRelation(ArrayRef<unsigned> from,
                                              ArrayRef<unsigned> to,
                                              ArrayRef<Value> fixed, Value iv,
                                              bool backward,
                                              bool forward) const {
  SmallVector<Value> ivs(fixed);
  if (iv)
    ivs.push_back(iv);
  auto selectAll = [&](ArrayRef<unsigned> statements) {
    isl::union_map result = isl::union_map::empty(theScop.ctx());
    for (unsigned index : statements)
      result = result.unite(
          selectLoops(theScop.statements()[index], ivs).to_union_map());
    return result;
  };
  isl::space values =
      isl::space::unit(theScop.ctx()).add_unnamed_tuple(ivs.size());
  isl::map equal = isl::map::universe(values.map_from_set());
  for (unsigned k = 0; k < fixed.size(); ++k)
    equal = equal.equate(isl::dim::in, k, isl::dim::out, k);
  isl::map order = equal;
  if (iv) {
    unsigned last = fixed.size();
    order = isl::map::empty(values.map_from_set());
    if (backward)
      order =
          order.unite(equal.order_lt(isl::dim::out, last, isl::dim::in, last));
    if (forward)
      order =
          order.unite(equal.order_lt(isl::dim::in, last, isl::dim::out, last));
  }
  return selectAll(from)
      .apply_range(order.to_union_map())
      .apply_range(selectAll(to).reverse());
}

isl::union_map BandDependences::between(ArrayRef<unsigned> from,
                                        ArrayRef<unsigned> to,
                                        ArrayRef<Value> fixed) const {
  if (!fixed.empty())
    return all.intersect(orderRelation(from, to, fixed, Value(),
                                       /*backward=*/false, /*forward=*/false));
  auto domainsOf = [&](ArrayRef<unsigned> statements) {
    isl::union_set result = isl::union_set::empty(theScop.ctx());
    for (unsigned index : statements)
      result = result.unite(theScop.statements()[index].domain.to_union_set());
    return result;
  };
  return all.intersect_domain(domainsOf(from)).intersect_range(domainsOf(to));
}

isl::union_map BandDependences::against(ArrayRef<unsigned> statements,
                                        ArrayRef<Value> fixed, Value iv) const {
  return all.intersect(orderRelation(statements, statements, fixed, iv,
                                     /*backward=*/true, /*forward=*/false));
}

isl::union_map BandDependences::carriedBy(ArrayRef<unsigned> statements,
                                          ArrayRef<Value> fixed,
                                          Value iv) const {
  return all.intersect(orderRelation(statements, statements, fixed, iv,
                                     /*backward=*/true, /*forward=*/true));
}

std::string BandDependences::describe(const isl::union_map &dependences) const {
  if (dependences.is_null())
    return "not known, the budget of isl operations is exhausted";
  return describeDependence(theScop, dependences);
}
