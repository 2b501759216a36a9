//===- ValueWaits.cpp - when asynchronous copies are waited for -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A token is waited for in the iteration of its copy, or tiles hand it on: from
// one iteration to the next, and to what is behind the last one.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "ValueProgramBuilder.h"

using namespace mlir;
using namespace polymem;

/// A value that a token is in, and where.
struct ValueProgramBuilder::TokenPlace {
  Value token;
  /// `{ [i] -> [j] }`: from the iteration of the copy to that of the place,
  /// values of `ivs`.
  isl::map at;
  ArrayRef<Value> ivs;
};

bool ValueProgramBuilder::addWait(scratch::WaitOp wait, const TokenPlace &place,
                                  CopyInFlight &copy) {
  const ValueWrite &write = program->writeList[copy.write];
  const ScopStatement *waiting = scop.statementOf(wait);
  if (!waiting || ArrayRef<Value>(waiting->ivs) != place.ivs)
    return fail(wait, "it does not wait for a copy of the same iteration");
  for (unsigned id : waiting->accesses) {
    if (scop.accesses()[id].op != wait.getOperation())
      continue;
    statement = waiting;
    if (!findTime())
      return false;
    // { S[i] -> [t] } to { W[i, e] -> [t] }.
    isl::map time =
        timeOf(scop.accesses()[id]).intersect_domain(waiting->domain);
    time = place.at.apply_range(withoutTupleName(time, isl::dim::in));
    unsigned outer = time.dim(isl::dim::in).release();
    unsigned dims = write.time.dim(isl::dim::in).release();
    time = time.add_dims(isl::dim::in, dims - outer)
               .set_domain_tuple(write.tuple)
               .intersect_domain(write.time.domain());
    copy.waited = copy.waited.unite(time).lexmin();
    return true;
  }
  return fail(wait, "what it waits for is not modelled");
}

/// The iterations of a tile that hands tokens on, `{ [j, k] }`; null if they
/// are not known.
static isl::set iterationsOf(const Scop &scop, scratch::TileOp tile) {
  const ScopStatement *end = scop.statementOf(tile.getYield());
  const auto *loop = llvm::find_if(scop.loops(), [&](const ScopLoop &other) {
    return other.op == tile.getOperation();
  });
  if (!end || loop == scop.loops().end() || !loop->exactStep)
    return {};
  return end->domain.reset_tuple_id();
}

/// `{ [j] -> [j, k] }` from `{ [j, k] }`.
static isl::map insideOf(const isl::set &iterations) {
  unsigned dims = iterations.dim(isl::dim::set).release();
  return iterations.identity().project_out(isl::dim::in, dims - 1, 1);
}

bool ValueProgramBuilder::enterTile(scratch::TileOp tile, unsigned position,
                                    const TokenPlace &place,
                                    SmallVectorImpl<TokenPlace> &places) {
  isl::set iterations = iterationsOf(scop, tile);
  if (iterations.is_null())
    return fail(tile, "its iterations are not known");
  const ScopStatement *end = scop.statementOf(tile.getYield());
  if (ArrayRef<Value>(end->ivs).drop_back() != place.ivs)
    return fail(tile, "it does not begin with a copy of the same iteration");
  isl::map first = insideOf(iterations).lexmin();
  places.push_back({tile.getCarriedTokens()[position],
                    place.at.apply_range(first), end->ivs});
  places.push_back({tile->getResult(position),
                    place.at.subtract(place.at.intersect_range(first.domain())),
                    place.ivs});
  return true;
}

bool ValueProgramBuilder::nextTile(scratch::YieldOp yield, unsigned position,
                                   const TokenPlace &place,
                                   SmallVectorImpl<TokenPlace> &places) {
  auto tile = cast<scratch::TileOp>(yield->getParentOp());
  isl::set iterations = iterationsOf(scop, tile);
  if (iterations.is_null())
    return fail(tile, "its iterations are not known");
  const ScopStatement *end = scop.statementOf(yield);
  if (ArrayRef<Value>(end->ivs) != place.ivs)
    return fail(yield, "it does not hand on a copy of the same iteration");
  isl::map inside = insideOf(iterations);
  isl::map next = lexLess(iterations.get_space())
                      .intersect(inside.reverse().apply_range(inside))
                      .lexmin();
  places.push_back({tile.getCarriedTokens()[position],
                    place.at.apply_range(next), end->ivs});
  unsigned dims = iterations.dim(isl::dim::set).release();
  places.push_back({tile->getResult(position),
                    place.at.subtract(place.at.intersect_range(next.domain()))
                        .project_out(isl::dim::out, dims - 1, 1),
                    place.ivs.drop_back()});
  return true;
}

bool ValueProgramBuilder::addWaits(CopyInFlight &copy) {
  const ValueWrite &write = program->writeList[copy.write];
  const ScopStatement &issued = scop.statements()[write.statement];
  copy.waited = isl::map::empty(write.time.get_space());
  SmallVector<TokenPlace> places = {{write.op->getResult(0),
                                     issued.domain.reset_tuple_id().identity(),
                                     issued.ivs}};
  // More than this are tokens that go in circles.
  constexpr unsigned kMaxPlaces = 100;
  for (unsigned k = 0; k < places.size(); ++k) {
    TokenPlace place = places[k];
    if (place.at.is_empty().is_true())
      continue;
    if (k == kMaxPlaces)
      return fail(write.op, "its token is handed on too often");
    for (OpOperand &use : place.token.getUses()) {
      Operation *user = use.getOwner();
      bool isKnown = true;
      if (auto wait = dyn_cast<scratch::WaitOp>(user))
        isKnown = addWait(wait, place, copy);
      else if (auto tile = dyn_cast<scratch::TileOp>(user))
        isKnown = enterTile(tile,
                            use.getOperandNumber() -
                                tile.getTokens().getBeginOperandIndex(),
                            place, places);
      else if (auto yield = dyn_cast<scratch::YieldOp>(user))
        isKnown = nextTile(yield, use.getOperandNumber(), place, places);
      else
        return fail(user, "what it does with a token is not known");
      if (!isKnown)
        return false;
    }
  }
  return true;
}
