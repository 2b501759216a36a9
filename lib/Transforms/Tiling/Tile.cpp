//===- Tile.cpp - tile loop bands into scratch.tile -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: plans every nest of the function, applies the plans, reports.
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PolyMem/Transforms/Tiling/Tiling.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace polymem {
#define GEN_PASS_DEF_TILEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-tile";

namespace {
struct TilePass : polymem::impl::TilePassBase<TilePass> {
  using TilePassBase::TilePassBase;

  void runOnOperation() override;

private:
  FailureOr<TileRequest> readRequest();
  FailureOr<ComponentRequest> readComponentRequest();
  void tileNests(const TileRequest &request);
  void tileComponents(const ComponentRequest &request);
  void report(const TileNote &note);
  void print(const NestTiling &tiling);
};
} // namespace

FailureOr<TileRequest> TilePass::readRequest() {
  TilePassOptions options;
  options.sizes.assign(sizes.begin(), sizes.end());
  options.blockSizes.assign(blockSizes.begin(), blockSizes.end());
  options.threadSizes.assign(threadSizes.begin(), threadSizes.end());
  options.mapping = mapping;
  options.machine = machine;
  options.chains = chains;
  return readTileRequest(getOperation(), options);
}

void TilePass::report(const TileNote &note) {
  numRefused += note.kind == TileNote::Kind::Failed ||
                note.kind == TileNote::Kind::Refused;
  if (strict && note.isRefusal())
    note.op->emitError() << kPass << ": " << note.text.text;
  else
    remarkNote(note);
}

void TilePass::print(const NestTiling &tiling) {
  if (!printPlan || tiling.failed())
    return;
  // In one piece: other functions may be printed at the same time.
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "// polymem-tile: @" << getOperation().getSymName() << ", loop nest at "
     << tiling.original->getLoc() << "\n";
  tiling.plan.print(os);
  llvm::errs() << text;
}

FailureOr<ComponentRequest> TilePass::readComponentRequest() {
  func::FuncOp func = getOperation();
  FailureOr<Machine> target = targetMachine(func, machine, kPass);
  FailureOr<TileRequest> request = readRequest();
  if (failed(target) || failed(request))
    return failure();
  if (target->kind != Machine::Kind::Multicore)
    return func.emitError()
           << kPass << ": option 'mapping=prem' needs a machine of kind "
           << "'multicore', such as prem-gu2023, which " << target->name
           << " is not";
  if (!blockSizes.empty() || chains)
    return func.emitError() << kPass << ": options 'block-sizes' and 'chains' "
                            << "do not go with 'mapping=prem'";
  ComponentRequest result;
  for (const TileSize &size : request->sizes) {
    if (size.kind == TileSize::Kind::Argument)
      return func.emitError() << kPass << ": with 'mapping=prem' sizes are "
                              << "numbers, not arguments";
    result.sizes.push_back(size.value);
  }
  result.cores = target->multicore.cores;
  result.capacity = target->scratchpad().bytes;
  result.alignment = target->multicore.scratchpadAlignment;
  result.maxIslOperations = maxIslOperations;
  return result;
}

void TilePass::tileComponents(const ComponentRequest &request) {
  func::FuncOp func = getOperation();
  OutermostLoops loops(func);
  if (func.isExternal() || !loops.tiled.empty()) {
    for (Operation *op : loops.tiled)
      remarkAnalysis(op, kPass, "AlreadyTiled")
          << "not tiled: the nest holds tiles already";
    return;
  }
  BudgetWatch budgets(func, kPass, maxIslOperations, warnings);
  ComponentTiling tiling = planComponentTiling(func, request);
  for (const TileNote &note : tiling.plan.notes)
    report(note);
  if (strict && tiling.plan.hasRefusals())
    return signalPassFailure();
  numNests += tiling.plan.components.size();
  numTiles += applyComponentTiling(func, std::move(tiling));
}

void TilePass::runOnOperation() {
  if (mapping == TileMapping::Prem) {
    FailureOr<ComponentRequest> request = readComponentRequest();
    if (failed(request))
      return signalPassFailure();
    return tileComponents(*request);
  }
  FailureOr<TileRequest> request = readRequest();
  if (failed(request))
    return signalPassFailure();
  tileNests(*request);
}

void TilePass::tileNests(const TileRequest &request) {
  OutermostLoops loops(getOperation());
  for (Operation *op : loops.tiled)
    remarkAnalysis(op, kPass, "AlreadyTiled")
        << "not tiled: the nest holds tiles already";
  std::vector<NestTiling> tilings;
  for (Operation *nest : loops.untiled) {
    BudgetWatch budgets(nest, kPass, maxIslOperations, warnings);
    tilings.push_back(planNestTiling(nest, request, maxIslOperations));
  }
  bool refused = llvm::any_of(tilings, [](const NestTiling &tiling) {
    return llvm::any_of(tiling.plan.notes,
                        [](const TileNote &note) { return note.isRefusal(); });
  });
  for (NestTiling &tiling : tilings) {
    print(tiling);
    for (const TileNote &note : tiling.plan.notes)
      report(note);
    if (strict && refused)
      continue;
    numNests += tiling.plan.nests.size();
    numTiles += applyNestTiling(std::move(tiling), request.gpu).size();
  }
  // What is said to this pass is said.
  getOperation().walk([](Operation *op) {
    op->removeDiscardableAttr(kTileDefaultsAttr);
    if (!isa<scratch::TileOp>(op))
      op->removeDiscardableAttr(kBlockThreadsAttr);
  });
  if (strict && refused)
    signalPassFailure();
}
