//===- Parallelism.cpp - what is said of the order of iterations ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Check/Values/TileOrigins.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"

using namespace mlir;
using namespace polymem;

namespace {
/// What is said of a loop: which iterations touch no cell in common.
struct LoopClaim {
  const ScopLoop *loop;
  /// They are in the same iteration of this many loops around.
  unsigned start;
  /// Different iterations; or an iteration and an earlier one that comes later,
  /// by a loop from `start` on.
  enum { Different, Backward } iterations;
  /// The loop in words: "a parallel loop".
  StringRef what;
};
} // namespace

/// Pairs of instances `{ R[y] -> W[y'] }` of two accesses that touch one cell
/// against `claim`.
static isl::map conflicts(const ValueAccess &a, const ValueAccess &b,
                          const LoopClaim &claim) {
  isl::map pairs = a.cells.apply_range(b.cells.reverse());
  auto equal = [](const isl::map &map, unsigned d) {
    return equatedAt(map, d);
  };
  auto less = [](const isl::map &map, unsigned d) {
    return map.order_lt(isl::dim::in, d, isl::dim::out, d);
  };
  auto greater = [](const isl::map &map, unsigned d) {
    return map.order_lt(isl::dim::out, d, isl::dim::in, d);
  };
  unsigned depth = claim.loop->depth;
  for (unsigned d = 0; d < claim.start; ++d)
    pairs = equal(pairs, d);
  if (claim.iterations == LoopClaim::Different)
    return less(pairs, depth).unite(greater(pairs, depth));
  isl::map result = isl::map::empty(pairs.space());
  for (unsigned d = claim.start; d < depth; ++d) {
    result = result.unite(greater(less(pairs, d), depth))
                 .unite(less(greater(pairs, d), depth));
    pairs = equal(pairs, d);
  }
  return result;
}

static void checkLoop(const CheckedPair &pair, const LoopClaim &claim,
                      Finding &finding) {
  const ValueProgram &program = pair.after;
  const ScopLoop &loop = *claim.loop;
  auto isInside = [&](const ValueAccess &access) {
    ArrayRef<Value> ivs = program.scop().statements()[access.statement].ivs;
    return loop.depth < ivs.size() && ivs[loop.depth] == loop.iv;
  };
  auto check = [&](const ValueAccess &write, const ValueAccess &other,
                   StringRef verb) {
    if (write.array != other.array || !isInside(other))
      return false;
    isl::map both =
        mayCoexist(write.cells.domain(), program.originDims(write.statement),
                   other.cells.domain(), program.originDims(other.statement));
    auto example = pair.pick(
        isl::union_map(conflicts(write, other, claim).intersect(both)));
    if (!example)
      return false;
    const ScopArray &array = program.scop().arrays()[write.array];
    auto element = example->imageOfIn(write.elements);
    auto iteration = [&](const TuplePoint &point) {
      return loop.depth < point.coordinates.size()
                 ? point.coordinates[loop.depth]
                 : std::string("?");
    };
    finding.verdict = Verdict::Violated;
    finding.op = write.op;
    finding.text =
        example->parameters() + "iteration " + iteration(example->in()) +
        " of " + claim.what.str() + " writes " +
        (element ? element->describe(array.name, array.depth) : array.name) +
        ", which iteration " + iteration(example->out()) + " " + verb.str() +
        (claim.iterations == LoopClaim::Backward ? ", the later of them first"
                                                 : "");
    if (other.op != write.op)
      finding.notes.emplace_back(other.op, "the other access");
    finding.notes.emplace_back(loop.op, "the loop");
    return true;
  };
  for (const ValueWrite &write : program.writes()) {
    if (!isInside(write))
      continue;
    for (const ValueAccess &read : program.reads())
      if (check(write, read, "reads"))
        return;
    for (const ValueWrite &other : program.writes())
      if (check(write, other, "writes"))
        return;
  }
}

Finding polymem::checkParallelism(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Parallelism;
  for (const ScopLoop &loop : pair.after.scop().loops()) {
    if (!loop.parallel)
      continue;
    checkLoop(pair,
              {&loop, loop.depth, LoopClaim::Different, "a parallel loop"},
              finding);
    if (finding.verdict != Verdict::Proved)
      return finding;
  }
  return finding;
}

//===----------------------------------------------------------------------===//
// Bands
//===----------------------------------------------------------------------===//

bool polymem::hasLoopFacts(Operation *function) {
  return function
      ->walk([](Operation *op) {
        return scratch::LoopAttr::of(op) ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The dimension of the outermost loop of the band that `loop` is in: of the
/// loops around it that follow each other with its number.
static unsigned bandStart(const Scop &scop, const ScopLoop &loop) {
  unsigned band = scratch::LoopAttr::of(loop.op).getBand();
  unsigned start = loop.depth;
  for (Operation *op = loop.op->getParentOp(); op && start > 0;
       op = op->getParentOp()) {
    const auto *around = llvm::find_if(
        scop.loops(), [&](const ScopLoop &other) { return other.op == op; });
    if (around == scop.loops().end())
      continue;
    auto known = scratch::LoopAttr::of(op);
    if (!known || known.getBand() != band)
      break;
    start = around->depth;
  }
  return start;
}

Finding polymem::checkBands(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Bands;
  const Scop &scop = pair.after.scop();
  for (const ScopLoop &loop : scop.loops()) {
    auto known = scratch::LoopAttr::of(loop.op);
    if (!known)
      continue;
    unsigned start = bandStart(scop, loop);
    if (known.getParallel())
      checkLoop(pair,
                {&loop, start, LoopClaim::Different, "a loop marked parallel"},
                finding);
    if (finding.verdict == Verdict::Proved && known.getPermutable())
      checkLoop(pair,
                {&loop, start, LoopClaim::Backward,
                 "a loop of a band marked permutable"},
                finding);
    if (finding.verdict != Verdict::Proved)
      return finding;
  }
  return finding;
}
