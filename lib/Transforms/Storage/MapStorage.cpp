//===- MapStorage.cpp - buffers of tiles in few cells ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "PolyMem/Transforms/Passes.h"
#include "StorageContractor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace polymem {
#define GEN_PASS_DEF_MAPSTORAGEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-map-storage";

namespace {
struct MapStoragePass : polymem::impl::MapStoragePassBase<MapStoragePass> {
  using MapStoragePassBase::MapStoragePassBase;
  void runOnOperation() override;
};
} // namespace

/// Why its elements may be accessed at times that statements do not show, or by
/// what is not known; empty if they are not.
static std::string reasonAgainst(scratch::AllocOp alloc) {
  if (alloc.getSharedCells())
    return "its elements share cells already";
  for (OpOperand &use : alloc.getBuffer().getUses()) {
    Operation *user = use.getOwner();
    if (auto copy = dyn_cast<scratch::CopyInOp>(user)) {
      if (copy.isAsync())
        return "an asynchronous copy fills it";
      continue;
    }
    if (auto copy = dyn_cast<scratch::CopyOutOp>(user)) {
      if (copy.isAsync())
        return "an asynchronous copy empties it";
      continue;
    }
    bool isAccess =
        isa<affine::AffineLoadOp, memref::LoadOp, memref::DimOp>(user) ||
        (isa<affine::AffineStoreOp, memref::StoreOp>(user) &&
         use.getOperandNumber() == 1);
    if (!isAccess)
      return "'" + user->getName().getStringRef().str() +
             "' uses it, which neither loads, stores nor copies elements";
  }
  return "";
}

/// The number of its cells, where parameters by name have these values.
static std::optional<int64_t> cellsOf(scratch::AllocOp alloc, const Scop &scop,
                                      ArrayRef<std::string> names,
                                      ArrayRef<int64_t> values) {
  AffineMap extents = alloc.getMapping().getExtents();
  SmallVector<Attribute> symbols;
  Builder builder(alloc.getContext());
  for (Value symbol : alloc.getSymbols()) {
    IntegerAttr constant;
    if (!matchPattern(symbol, m_Constant(&constant))) {
      isl::id id = scop.parameterFor(symbol);
      const auto *known =
          id.is_null() ? names.end() : llvm::find(names, id.name());
      if (known != names.end())
        constant = builder.getIndexAttr(values[known - names.begin()]);
    }
    symbols.push_back(constant);
  }
  int64_t cells = 1;
  for (AffineExpr extent : extents.getResults()) {
    // Null attributes are values that are not known.
    SmallVector<Attribute> result;
    AffineMap map = AffineMap::get(0, extents.getNumSymbols(), extent);
    if (map.isSingleConstant())
      result.push_back(builder.getIndexAttr(map.getSingleConstantResult()));
    else if (llvm::is_contained(symbols, Attribute()) ||
             failed(map.constantFold(symbols, result)))
      return std::nullopt;
    if (llvm::MulOverflow(cells, cast<IntegerAttr>(result.front()).getInt(),
                          cells))
      return std::nullopt;
  }
  return cells;
}

/// What a buffer has now, at the assumed sizes. If its size is a value that is
/// not known there, it has a cell for each element that is written at least.
static std::optional<CellCount> cellsOf(scratch::AllocOp alloc,
                                        const Scop &scop,
                                        const ContractibleArray &local,
                                        unsigned long maxIslOperations) {
  constexpr size_t kMaxElements = 200000;
  const ConflictSet &conflicts = local.conflicts;
  ArrayRef<int64_t> assumed = local.decision.assumed;
  if (auto cells = cellsOf(alloc, scop, conflicts.parameters(), assumed))
    return CellCount{*cells};
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  auto elements = elementsAt(conflicts, assumed, kMaxElements);
  if (!elements)
    return std::nullopt;
  return CellCount{static_cast<int64_t>(elements->size()), /*orMore=*/true};
}

/// Gives the buffer another layout, there and wherever it is used.
static void setMapping(scratch::AllocOp alloc, const EmittedMapping &mapping) {
  OpBuilder builder(alloc);
  auto buffer = mapping.allocate(builder, alloc.getLoc(), alloc.getType(),
                                 alloc.getDynamicSizes());
  alloc.getBuffer().replaceAllUsesWith(buffer);
  alloc.erase();
}

void MapStoragePass::runOnOperation() {
  func::FuncOp func = getOperation();
  BudgetWatch budgets(func, kPass, maxIslOperations, warnings);
  ContractionOptions options{maxIslOperations, minSaving, reportTimes, slack,
                             powersOfTwo,      {}};
  options.storage.maxIslOperations = maxIslOperations;
  if (failed(readAssumed(func, kPass, llvm::to_vector<4>(assume),
                         options.storage)))
    return signalPassFailure();
  SmallVector<scratch::AllocOp> allocs;
  func.walk([&](scratch::AllocOp alloc) { allocs.push_back(alloc); });
  Refusals refusals(kPass, strict);
  std::vector<std::pair<scratch::AllocOp, EmittedMapping>> mappings;
  if (!allocs.empty()) {
    ScopFailure failure;
    ScopOptions scopOptions;
    scopOptions.maxIslOperations = maxIslOperations;
    auto scop = Scop::build(func, failure, scopOptions);
    if (!scop) {
      refusals.failed(failure.op ? failure.op : func, "NotModelled",
                      "buffers stay as they are: " + failure.reason);
      allocs.clear();
    }
    for (scratch::AllocOp alloc : allocs) {
      if (std::string reason = reasonAgainst(alloc); !reason.empty()) {
        refusals.missed(alloc, "OtherUse", "stays as it is: " + reason);
        continue;
      }
      StorageContractor contractor(*scop, kPass, options, refusals);
      std::optional<ContractibleArray> local = contractor.analyse(alloc);
      if (!local)
        continue;
      std::optional<CellCount> cells =
          cellsOf(alloc, *scop, *local, maxIslOperations);
      if (!cells) {
        refusals.missed(alloc, "UnknownSize",
                        "stays as it is: neither its size nor the number of "
                        "its elements is known");
        continue;
      }
      if (auto mapping = contractor.decide(*local, cells))
        mappings.emplace_back(alloc, std::move(*mapping));
    }
  }
  for (auto &[alloc, mapping] : mappings)
    setMapping(alloc, mapping);
  numMapped += mappings.size();
  if (!mappings.empty())
    return;
  markAllAnalysesPreserved();
  if (failed(refusals.nothingDone(func, "no buffer got another mapping")))
    signalPassFailure();
}
