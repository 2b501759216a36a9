//===- SplitAtWraps.cpp - inner loops in which no subscript wraps ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: which subscripts wrap together is found in CyclicSubscripts.h, the
// new loops are made in WrapSplitter.h; here is the decision which are worth
// it.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "WrapSplitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

namespace polymem {
#define GEN_PASS_DEF_SPLITATWRAPSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-split-at-wraps";

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct SplitAtWrapsPass
    : polymem::impl::SplitAtWrapsPassBase<SplitAtWrapsPass> {
  using SplitAtWrapsPassBase::SplitAtWrapsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    SmallVector<affine::AffineForOp> loops;
    func.walk([&](affine::AffineForOp loop) { loops.push_back(loop); });
    Refusals refusals(kPass, strict);
    bool changed = false;
    for (affine::AffineForOp loop : loops)
      changed |= splitLoop(loop, refusals);
    if (changed)
      return;
    markAllAnalysesPreserved();
    if (failed(refusals.nothingDone(func, "no loop was split")))
      signalPassFailure();
  }

private:
  bool splitLoop(affine::AffineForOp loop, Refusals &refusals);
  bool isWorthIt(const CyclicClass &owner, const CyclicGroup &group) const;
};
} // namespace

/// Whether there is nothing in the loop but operations and conditions.
static bool isInnermost(affine::AffineForOp loop) {
  return !loop.getBody()
              ->walk([](Operation *op) {
                bool isOther = op->getNumRegions() > 0 &&
                               !isa<affine::AffineIfOp, scf::IfOp>(op);
                return isOther ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// With a constant modulus it is known how long pieces are.
bool SplitAtWrapsPass::isWorthIt(const CyclicClass &owner,
                                 const CyclicGroup &group) const {
  std::optional<int64_t> modulus = owner.modulusValue.constant();
  if (!modulus)
    return true;
  int64_t width = group.most() - group.least(), room;
  return !llvm::MulOverflow<int64_t>(std::abs(owner.stride), minPiece, room) &&
         *modulus - width >= room;
}

bool SplitAtWrapsPass::splitLoop(affine::AffineForOp loop, Refusals &refusals) {
  if (!isInnermost(loop))
    return false;
  ValuePolynomials polynomials;
  unsigned ivNumber = polynomials.number(loop.getInductionVar());
  unsigned numOther = 0;
  std::vector<CyclicClass> classes =
      findCyclicSubscripts(loop, polynomials, numOther);
  if (numOther > 0)
    refusals.missed(loop, "Stride",
                    sentence("{0} subscripts with a modulo stay as they are: "
                             "by how much they grow per iteration is not "
                             "constant, or not known",
                             named("Subscripts", numOther)));
  if (classes.empty())
    return false;
  if (std::optional<uint64_t> count = constantTripCount(loop);
      count && *count < minTripCount) {
    refusals.missed(loop, "FewIterations",
                    sentence("subscripts keep their modulo: the loop has only "
                             "{0} iterations",
                             named("Iterations", *count)));
    return false;
  }
  for (CyclicClass &owner : classes)
    llvm::erase_if(owner.groups, [&](const CyclicGroup &group) {
      return !isWorthIt(owner, group);
    });
  llvm::erase_if(classes, [](const auto &c) { return c.groups.empty(); });
  if (classes.empty()) {
    refusals.missed(loop, "ShortPieces",
                    sentence("subscripts keep their modulo: fewer than {0} "
                             "iterations are between two wraps",
                             named("MinPiece", minPiece)));
    return false;
  }
  unsigned numSubscripts = 0, numGroups = 0;
  for (const CyclicClass &owner : classes)
    for (const CyclicGroup &group : owner.groups) {
      numSubscripts += group.subscripts.size();
      ++numGroups;
    }
  WrapSplitter splitter(loop, classes, polynomials, ivNumber);
  std::string copy;
  bool hasCopy = false;
  if (nests) {
    StringRef obstacle = splitter.planCopy();
    hasCopy = obstacle.empty();
    copy = hasCopy ? "; with a copy for where none wraps in the loop around"
                   : "; no copy for where none wraps: " + obstacle.str();
  }
  remarkPassed(loop, kPass, "Split") << sentence(
      "split where one of {0} subscripts wraps, which are in {1} "
      "groups that wrap together{2}",
      named("Subscripts", numSubscripts), named("Groups", numGroups), copy);
  // What is kept of a strict run may be about this loop.
  refusals.emitRemarks();
  if (hasCopy) {
    splitter.copyWithoutWraps();
    ++numCopied;
  }
  splitter.split();
  ++numSplit;
  return true;
}
