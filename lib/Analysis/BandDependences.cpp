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

BandDependences::BandDependences(const Scop &scop,
                                 const isl::union_map &dependences)
    : theScop(scop) {
  isl::stat all = dependences.foreach_map([&](isl::map pairs) -> isl::stat {
    auto number = [&](isl::dim side) -> unsigned {
      const ScopStatement *statement =
          scop.statementNamed(pairs.get_tuple_id(side).get_name());
      assert(statement && "not a dependence of this scop");
      return statement - scop.statements().data();
    };
    pieces.push_back({number(isl::dim::in), number(isl::dim::out), pairs});
    return isl::stat::ok();
  });
  incomplete = all.is_error();
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

BandDependences BandDependences::restrictedTo(ArrayRef<unsigned> statements,
                                              ArrayRef<Value> fixed) const {
  BandDependences result(theScop);
  result.incomplete = incomplete;
  for (const Piece &piece : pieces) {
    if (!llvm::is_contained(statements, piece.from) ||
        !llvm::is_contained(statements, piece.to))
      continue;
    isl::map pairs = piece.pairs;
    for (Value iv : fixed)
      pairs = pairs.equate(isl::dim::in, position(piece.from, iv),
                           isl::dim::out, position(piece.to, iv));
    if (!pairs.is_empty().is_true())
      result.pieces.push_back({piece.from, piece.to, pairs});
  }
  return result;
}

isl::union_map BandDependences::select(
    ArrayRef<unsigned> from, ArrayRef<unsigned> to,
    llvm::function_ref<isl::map(const Piece &)> select) const {
  if (incomplete)
    return {};
  isl::union_map result = isl::union_map::empty(theScop.ctx());
  for (const Piece &piece : pieces)
    if (llvm::is_contained(from, piece.from) &&
        llvm::is_contained(to, piece.to))
      result = result.unite(select(piece));
  return result;
}

isl::union_map BandDependences::between(ArrayRef<unsigned> from,
                                        ArrayRef<unsigned> to) const {
  return select(from, to, [](const Piece &piece) { return piece.pairs; });
}

isl::union_map BandDependences::against(ArrayRef<unsigned> statements,
                                        Value iv) const {
  return select(statements, statements, [&](const Piece &piece) {
    return piece.pairs.order_lt(isl::dim::out, position(piece.to, iv),
                                isl::dim::in, position(piece.from, iv));
  });
}

isl::union_map BandDependences::carriedBy(ArrayRef<unsigned> statements,
                                          Value iv) const {
  return select(statements, statements, [&](const Piece &piece) {
    unsigned in = position(piece.from, iv), out = position(piece.to, iv);
    return piece.pairs.order_lt(isl::dim::in, in, isl::dim::out, out)
        .unite(piece.pairs.order_lt(isl::dim::out, out, isl::dim::in, in));
  });
}

std::string BandDependences::describe(const isl::union_map &dependences) const {
  if (dependences.is_null())
    return "not known, the budget of isl operations is exhausted";
  return describeDependence(theScop, dependences);
}
