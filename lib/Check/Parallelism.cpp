//===- Parallelism.cpp - do parallel iterations share memory? -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Obligations.h"
#include "TileOrigins.h"

using namespace mlir;
using namespace polymem;

/// Pairs of instances `{ R[y] -> W[y'] }` of two accesses that touch one cell
/// in different iterations of the loop at `depth`, and in the same iteration of
/// every loop around it.
static isl::map conflicts(const ValueAccess &a, const ValueAccess &b,
                          unsigned depth) {
  isl::map pairs = a.cells.apply_range(b.cells.reverse());
  for (unsigned d = 0; d < depth; ++d)
    pairs = isl::manage(
        isl_map_equate(pairs.release(), isl_dim_in, d, isl_dim_out, d));
  isl::map less = isl::manage(
      isl_map_order_lt(pairs.copy(), isl_dim_in, depth, isl_dim_out, depth));
  isl::map greater = isl::manage(
      isl_map_order_gt(pairs.release(), isl_dim_in, depth, isl_dim_out, depth));
  return less.unite(greater);
}

static void checkLoop(const CheckedPair &pair, const ScopLoop &loop,
                      Finding &finding) {
  const ValueProgram &program = pair.after;
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
        isl::union_map(conflicts(write, other, loop.depth).intersect(both)));
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
        " of a parallel loop writes " +
        (element ? element->describe(array.name, array.depth) : array.name) +
        ", which iteration " + iteration(example->out()) + " " + verb.str();
    if (other.op != write.op)
      finding.notes.emplace_back(other.op, "the other access");
    finding.notes.emplace_back(loop.op, "the parallel loop");
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
    checkLoop(pair, loop, finding);
    if (finding.verdict != Verdict::Proved)
      return finding;
  }
  return finding;
}
