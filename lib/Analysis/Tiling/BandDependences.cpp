//===- BandDependences.cpp - dependences seen from a loop band ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Tiling/BandDependences.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

BandDependences::BandDependences(const Scop &scop,
                                 ArrayRef<SequentialDependence> dependences)
    : theScop(scop) {
  for (const SequentialDependence &dependence : dependences)
    this->dependences.push_back(&dependence);
}

StatementList BandDependences::statementsIn(Operation *op) const {
  StatementList result;
  for (auto [index, statement] : llvm::enumerate(theScop.statements()))
    if (llvm::any_of(statement.ops,
                     [&](Operation *inner) { return op->isAncestor(inner); }))
      result.push_back(index);
  return result;
}

unsigned BandDependences::position(unsigned statement, Value iv) const {
  ArrayRef<Value> ivs = theScop.statements()[statement].ivs;
  const Value *found = llvm::find(ivs, iv);
  assert(found != ivs.end() && "loop is not around statement");
  return found - ivs.begin();
}

static bool isAmong(const SequentialDependence &dependence,
                    ArrayRef<unsigned> statements) {
  return llvm::is_contained(statements, dependence.source) &&
         llvm::is_contained(statements, dependence.sink);
}

BandDependences BandDependences::restrictedTo(ArrayRef<unsigned> statements,
                                              ArrayRef<Value> fixed) const {
  BandDependences result(theScop);
  for (const SequentialDependence *dependence : dependences) {
    if (!isAmong(*dependence, statements))
      continue;
    bool differs = llvm::any_of(fixed, [&](Value iv) {
      return dependence->carrier == position(dependence->source, iv);
    });
    if (!differs)
      result.dependences.push_back(dependence);
  }
  return result;
}

BandDependences::Relations
BandDependences::between(ArrayRef<unsigned> from, ArrayRef<unsigned> to) const {
  Relations result;
  for (const SequentialDependence *dependence : dependences)
    if (llvm::is_contained(from, dependence->source) &&
        llvm::is_contained(to, dependence->sink))
      result.push_back(dependence->pairs);
  return result;
}

BandDependences::Relations
BandDependences::against(ArrayRef<unsigned> statements, Value iv,
                         ArrayRef<Value> equal) const {
  Relations result;
  for (const SequentialDependence *dependence : dependences) {
    if (!isAmong(*dependence, statements))
      continue;
    // The carrier and the loops around it have distance 0 or more; and if there
    // is none, all loops around both statements have distance 0.
    unsigned dim = position(dependence->source, iv);
    if (!dependence->carrier || dim <= *dependence->carrier)
      continue;
    isl::map pairs =
        dependence->pairs.order_lt(isl::dim::out, dim, isl::dim::in, dim);
    for (Value other : equal)
      pairs = pairs.equate(isl::dim::in, position(dependence->source, other),
                           isl::dim::out, position(dependence->sink, other));
    if (!pairs.is_empty().is_true())
      result.push_back(pairs);
  }
  return result;
}

BandDependences::Relations BandDependences::along(ArrayRef<unsigned> statements,
                                                  Value iv) const {
  Relations result;
  for (const SequentialDependence *dependence : dependences) {
    if (!isAmong(*dependence, statements))
      continue;
    unsigned dim = position(dependence->source, iv);
    if (!dependence->carrier || dim < *dependence->carrier)
      continue;
    isl::map pairs = dependence->pairs;
    if (dim > *dependence->carrier)
      pairs = pairs.order_lt(isl::dim::in, dim, isl::dim::out, dim);
    if (!pairs.is_empty().is_true())
      result.push_back(pairs);
  }
  return result;
}

Sentence BandDependences::describe(ArrayRef<isl::map> dependences) const {
  isl::union_map all = isl::union_map::empty(theScop.ctx());
  for (const isl::map &pairs : dependences)
    all = all.unite(pairs);
  if (all.is_null())
    return "not known, the budget of isl operations is exhausted";
  return describeDependence(theScop, all);
}
