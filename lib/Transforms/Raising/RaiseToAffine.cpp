//===- RaiseToAffine.cpp - affine IR of scf and memref --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "Raiser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_RAISETOAFFINEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct RaiseToAffinePass
    : polymem::impl::RaiseToAffinePassBase<RaiseToAffinePass> {
  using RaiseToAffinePassBase::RaiseToAffinePassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    raising::Raiser raiser(func, getArgument(), copies);
    raiser.run();
    numLoops += raiser.loops.raised;
    numLoopsLeft += raiser.loops.left;
    numConditions += raiser.conditions.raised;
    numConditionsLeft += raiser.conditions.left;
    numAccesses += raiser.accesses.raised;
    numAccessesLeft += raiser.accesses.left;
    numCopies += raiser.copies.raised;
    if (raiser.loops.raised + raiser.conditions.raised +
            raiser.accesses.raised + raiser.copies.raised ==
        0)
      return markAllAnalysesPreserved();
    remarkPassed(func, getArgument(), "Raised") << sentence(
        "raised {0} of {1} loops, {2} of {3} conditions, {4} of "
        "{5} loads and stores",
        named("RaisedLoops", raiser.loops.raised),
        named("Loops", raiser.loops.raised + raiser.loops.left),
        named("RaisedConditions", raiser.conditions.raised),
        named("Conditions", raiser.conditions.raised + raiser.conditions.left),
        named("RaisedAccesses", raiser.accesses.raised),
        named("Accesses", raiser.accesses.raised + raiser.accesses.left));
  }
};
} // namespace
