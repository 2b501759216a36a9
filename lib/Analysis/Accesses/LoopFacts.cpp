//===- LoopFacts.cpp - what dependences say of bands of loops -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/LoopFacts.h"

using namespace mlir;
using namespace polymem;

namespace {
/// The loops around both ends of a dependence, from the outside in.
using SharedLoops = SmallVector<Operation *>;
} // namespace

static SharedLoops sharedLoops(const Scop &scop,
                               const SequentialDependence &dependence) {
  ArrayRef<Value> from = scop.statements()[dependence.source].ivs;
  ArrayRef<Value> to = scop.statements()[dependence.sink].ivs;
  SharedLoops loops;
  for (auto [iv, other] : llvm::zip(from, to)) {
    if (iv != other)
      break;
    const auto *loop = llvm::find_if(
        scop.loops(), [iv = iv](const ScopLoop &l) { return l.iv == iv; });
    loops.push_back(loop->op);
  }
  return loops;
}

llvm::DenseMap<Operation *, LoopFacts>
polymem::computeLoopFacts(const Scop &scop,
                          ArrayRef<SequentialDependence> dependences,
                          BandOf bandOf) {
  llvm::DenseMap<Operation *, LoopFacts> result;
  for (const ScopLoop &loop : scop.loops())
    if (bandOf(loop.op))
      result[loop.op] = {};
  for (const SequentialDependence &dependence : dependences) {
    SharedLoops loops = sharedLoops(scop, dependence);
    // The pairs that agree in the loops around the current band.
    isl::map pairs = dependence.pairs;
    std::optional<unsigned> band;
    for (unsigned d = 0, start = 0; d < loops.size(); ++d) {
      std::optional<unsigned> own = bandOf(loops[d]);
      if (d == 0 || !own || own != band) {
        for (; start < d; ++start)
          pairs = pairs.equate(isl::dim::in, start, isl::dim::out, start);
        band = own;
      }
      if (!own)
        continue;
      isl::map backward = pairs.order_lt(isl::dim::out, d, isl::dim::in, d);
      isl::map onward = pairs.order_lt(isl::dim::in, d, isl::dim::out, d);
      LoopFacts &facts = result[loops[d]];
      // What is not known to be empty counts.
      facts.forward &= backward.is_empty().is_true();
      facts.parallel &= facts.forward && onward.is_empty().is_true();
    }
  }
  return result;
}
