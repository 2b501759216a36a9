//===- Reordering.cpp - what passes that reorder functions share ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "PolyMem/Analysis/Accesses/LoopFacts.h"
#include "PolyMem/Analysis/Tiling/TilePlan.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <set>

using namespace mlir;
using namespace polymem;

std::pair<Operation *, StringRef> polymem::whatGivesOrder(func::FuncOp func,
                                                          bool parallel) {
  std::pair<Operation *, StringRef> found = {nullptr, ""};
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_present<scratch::ScratchDialect>(op->getDialect()) &&
        !isa<scratch::OriginOp>(op))
      found = {op, "maps the function to a machine already"};
    else if (op->hasAttr(kTileSizesAttr) || op->hasAttr(kNoTileAttr))
      found = {op, "has an attribute that says how it is tiled as written"};
    else if (parallel && isa<affine::AffineParallelOp>(op))
      found = {op, "is declared parallel, which another order may lose"};
    return found.first ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// `value` is such a buffer or a view of one.
static bool hasSharedCells(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  auto alloc = value.getDefiningOp<scratch::AllocOp>();
  return alloc && alloc.getSharedCells();
}

Operation *polymem::accessOfSharedCells(Operation *root) {
  Operation *found = nullptr;
  root->walk([&](Operation *op) {
    if (llvm::any_of(op->getOperands(), hasSharedCells))
      found = op;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

std::string polymem::sharedCellsText(Operation *access) {
  return "'" + access->getName().getStringRef().str() +
         "' accesses a buffer whose elements share cells: its mapping is "
         "valid only for the order as it is";
}

std::unique_ptr<Scop> polymem::modelForPass(func::FuncOp func,
                                            Refusals &refusals,
                                            unsigned long maxIslOperations) {
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(func, failure, options);
  if (!scop)
    refusals.failed(failure.op, "NotModelled",
                    "'" + failure.op->getName().getStringRef() +
                        "' cannot be modelled: " + failure.reason);
  return scop;
}

void polymem::remarkCoarseReferences(const Scop &scop,
                                     ArrayRef<CoarseReferences> references,
                                     StringRef pass) {
  for (const CoarseReferences &together : references)
    remarkAnalysis(together.access->op, pass, "ReferencesTogether")
        << together.text(scop);
}

static void setFacts(Operation *loop, unsigned band, unsigned member,
                     bool permutable, bool parallel) {
  loop->setAttr(scratch::LoopAttr::name,
                scratch::LoopAttr::get(loop->getContext(), band, member,
                                       permutable, parallel));
}

void polymem::setLoopPlace(Operation *loop, unsigned band, unsigned member) {
  setFacts(loop, band, member, /*permutable=*/false, /*parallel=*/false);
}

std::optional<AnnotatedLoops>
polymem::annotateLoops(func::FuncOp func, StringRef pass,
                       unsigned long maxIslOperations) {
  Refusals refusals(pass, /*strict=*/false);
  std::unique_ptr<Scop> scop = modelForPass(func, refusals, maxIslOperations);
  auto dependences =
      scop ? sequentialDependences(*scop, maxIslOperations) : std::nullopt;
  if (!dependences)
    return std::nullopt;
  auto facts = computeLoopFacts(
      *scop, *dependences, [](Operation *loop) -> std::optional<unsigned> {
        auto known = scratch::LoopAttr::of(loop);
        return known ? std::optional(known.getBand()) : std::nullopt;
      });
  std::set<unsigned> bands, notPermutable;
  for (auto &[loop, fact] : facts) {
    unsigned band = scratch::LoopAttr::of(loop).getBand();
    bands.insert(band);
    if (!fact.forward)
      notPermutable.insert(band);
  }
  AnnotatedLoops result;
  for (auto &[loop, fact] : facts) {
    auto known = scratch::LoopAttr::of(loop);
    setFacts(loop, known.getBand(), known.getMember(),
             notPermutable.count(known.getBand()) == 0, fact.parallel);
    result.numParallel += fact.parallel;
  }
  result.numBands = bands.size();
  result.numLoops = facts.size();
  return result;
}
