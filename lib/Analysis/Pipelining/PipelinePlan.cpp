//===- PipelinePlan.cpp - how far copies of tiles can run ahead -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineSets.h"
#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Arrays/TileTimes.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::pipelining;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

std::unique_ptr<PipelineAnalysis>
PipelineAnalysis::compute(TileOp tile, unsigned long maxIslOperations,
                          BufferRefusal &refusal) {
  ScopFailure failure;
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  auto scop = Scop::build(tile, failure, options);
  if (!scop) {
    refusal = {"NotModelled", "the tile is not modelled: " + failure.reason};
    return nullptr;
  }
  for (const ScopAccess &access : scop->accesses())
    if (scop->arrays()[access.array].kind == ScopArray::Kind::Other) {
      refusal = {"UnknownEffects",
                 "'" + access.op->getName().getStringRef().str() +
                     "' may access any memory"};
      return nullptr;
    }
  std::unique_ptr<PipelineAnalysis> result(
      new PipelineAnalysis(tile, std::move(scop), maxIslOperations));
  return result->readOrigins(refusal) ? std::move(result) : nullptr;
}

bool PipelineAnalysis::readOrigins(BufferRefusal &refusal) {
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  isl::ctx ctx = scop->ctx();
  isl::id id = scop->parameterFor(tile.getOrigins().front());
  Value given = tile.getSteps().front();
  std::optional<int64_t> constant = getConstantIntValue(given);
  isl::id stepId = constant ? isl::id() : scop->parameterFor(given);
  if (id.is_null()) {
    refusal = {"SameForAllTiles", "what tiles access does not depend on their "
                                  "origins"};
    return false;
  }
  BufferRefusal unknown = {"UnknownStep",
                           "its step is no positive number that the model of "
                           "the tile knows"};
  if (!constant && stepId.is_null()) {
    refusal = unknown;
    return false;
  }
  step = constant ? constantOverParams(*constant, ctx) : parameterValue(stepId);
  origin = isl::multi_id(spaceOfDims(ctx, 1), isl::id_list(ctx, 1).add(id));
  origins = scop->context().unbind_params(origin);
  isl::pw_aff one = constantOverParams(1, ctx);
  if (!scop->context().is_subset(step.ge_set(one)).is_true()) {
    refusal = unknown;
    return false;
  }
  return true;
}

/// `[p] -> { [k] -> [k + count s] }`, of origins of tiles.
isl::map PipelineAnalysis::tilesLater(unsigned count) const {
  isl::space one = spaceOfDims(scop->ctx(), 1);
  isl::set both = isl::map::universe(one.map_from_domain_and_range(one)).wrap();
  isl::pw_aff apart = step.scale(isl::val(scop->ctx(), long(count)))
                          .insert_domain(both.get_space());
  isl::map result =
      coordinateOn(both, 1).eq_set(coordinateOn(both, 0).add(apart)).unwrap();
  return result.intersect_domain(origins).intersect_range(origins);
}

/// `[p] -> { [k] -> A[x] }`: what tiles access so.
isl::map PipelineAnalysis::byOrigin(const ScopAccess &access) const {
  const ScopStatement &statement = scop->statements()[access.statement];
  return access.relation.intersect_domain(statement.domain)
      .range()
      .intersect_params(scop->context())
      .unbind_params_insert_domain(origin);
}

PipelineAnalysis::Sets PipelineAnalysis::setsOf(AllocOp alloc,
                                                const BufferUses &uses) const {
  Sets sets;
  auto add = [](isl::map &to, const isl::map &more) {
    to = to.is_null() ? more : to.unite(more);
  };
  const ScopArray *buffer = scop->arrayOf(alloc.getBuffer());
  const ScopArray *array = scop->arrayOf(uses.array);
  for (const ScopAccess &access : scop->accesses()) {
    const ScopArray *accessed = &scop->arrays()[access.array];
    bool copies = llvm::is_contained(uses.copyIns, access.op);
    if (accessed == buffer)
      add(sets.accessed, byOrigin(access));
    if (accessed == buffer && copies && access.isWrite())
      add(sets.loaded, byOrigin(access));
    if (accessed == array && copies && access.isRead())
      add(sets.source, byOrigin(access));
    if (accessed == array && access.isWrite())
      add(sets.written, byOrigin(access));
    if (accessed != array)
      continue;
    bool stores = isa<CopyOutOp>(access.op);
    bool isOwn = stores && llvm::is_contained(uses.copyOuts, access.op);
    add(isOwn ? sets.stored : sets.others, byOrigin(access));
    if (stores && !isOwn)
      add(sets.alsoStored, byOrigin(access));
  }
  return sets;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

std::optional<PipelineAnalysis::Layout>
PipelineAnalysis::readLayout(AllocOp alloc) {
  MappingAttr mapping = alloc.getMapping();
  unsigned dims = mapping.getMap().getNumDims(),
           symbols = mapping.getNumSymbols();
  Layout layout;
  SmallVector<bool> moves(mapping.getNumPhysicalDims());
  unsigned numOrigins = 0;
  for (auto [s, symbol] : llvm::enumerate(alloc.getSymbols()))
    if (symbol == tile.getOrigins().front()) {
      layout.origin = s;
      ++numOrigins;
    } else if (!canRecompute(symbol, tile, /*fromOrigin=*/false)) {
      return std::nullopt;
    }
  if (numOrigins != 1)
    return std::nullopt;
  for (auto [p, expr] : llvm::enumerate(mapping.getMap().getResults())) {
    SmallVector<int64_t> flat;
    // No quotients: their values would be more columns.
    if (failed(getFlattenedAffineExpr(expr, dims, symbols, &flat)) ||
        flat.size() != dims + symbols + 1)
      return std::nullopt;
    int64_t factor = flat[dims + layout.origin];
    if (factor != 0 && factor != -1)
      return std::nullopt;
    if (factor == -1) {
      moves[p] = true;
      layout.dim = p;
    }
    layout.rows.push_back(llvm::to_vector(ArrayRef(flat).take_front(dims)));
  }
  for (AffineExpr extent : mapping.getExtents().getResults())
    if (extent.isFunctionOfSymbol(layout.origin))
      return std::nullopt;
  if (llvm::count(moves, true) != 1)
    return std::nullopt;
  return layout;
}

/// `[p] -> { [] -> [e] }`; null where the extent is not one of parameters.
isl::pw_aff PipelineAnalysis::extentOf(AllocOp alloc, unsigned dim) const {
  AffineMap extents = alloc.getMapping().getExtents();
  unsigned symbols = extents.getNumSymbols();
  SmallVector<int64_t> flat;
  if (failed(
          getFlattenedAffineExpr(extents.getResult(dim), 0, symbols, &flat)) ||
      flat.size() != symbols + 1)
    return {};
  isl::pw_aff result = constantOverParams(flat.back(), scop->ctx());
  for (auto [s, symbol] : llvm::enumerate(alloc.getSymbols())) {
    if (flat[s] == 0)
      continue;
    std::optional<int64_t> constant = getConstantIntValue(symbol);
    isl::id id = constant ? isl::id() : scop->parameterFor(symbol);
    if (!constant && id.is_null())
      return {};
    isl::pw_aff value = constant ? constantOverParams(*constant, scop->ctx())
                                 : parameterValue(id);
    result = result.add(value.scale(isl::val(scop->ctx(), long(flat[s]))));
  }
  return result;
}

isl::pw_aff pipelining::rowOn(const isl::set &all, ArrayRef<int64_t> row) {
  isl::pw_aff result =
      isl::aff(isl::local_space(all.get_space()), isl::val(all.ctx(), 0L));
  for (auto [a, factor] : llvm::enumerate(row))
    if (factor != 0)
      result = result.add(
          coordinateOn(all, a).scale(isl::val(all.ctx(), long(factor))));
  return result;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

bool PipelineAnalysis::writesAhead(const Sets &sets, unsigned distance) const {
  if (sets.written.is_null() || sets.source.is_null())
    return false;
  for (unsigned j = 1; j < distance; ++j)
    if (!tilesLater(j)
             .apply_range(sets.source)
             .intersect(sets.written)
             .is_empty()
             .is_true())
      return true;
  return false;
}

/// Somebody needs or overwrites in the array what a tile stores so many tiles
/// later.
bool PipelineAnalysis::storesLate(const Sets &sets, unsigned distance) const {
  auto meet = [&](unsigned later, const isl::map &others) {
    return !others.is_null() && !tilesLater(later)
                                     .apply_range(others)
                                     .intersect(sets.stored)
                                     .is_empty()
                                     .is_true();
  };
  if (sets.stored.is_null())
    return false;
  for (unsigned j = 1; j < distance; ++j)
    if (meet(j, sets.others))
      return true;
  return meet(0, sets.alsoStored);
}

bool PipelineAnalysis::loadsAgain(const Sets &sets, unsigned distance) const {
  if (sets.loaded.is_null())
    return false;
  for (unsigned j = 1; j < distance; ++j)
    if (!tilesLater(j)
             .apply_range(sets.loaded)
             .intersect(sets.accessed)
             .is_empty()
             .is_true())
      return true;
  return false;
}

/// No two elements that are kept at the same time are in one cell. Elements of
/// which the layout's other dimensions differ are not; in its own, the
/// differences of all others are not zero and less than the modulus.
bool PipelineAnalysis::isValid(const Sets &sets, const Layout &layout,
                               unsigned distance, bool lags,
                               const isl::pw_aff &modulus) const {
  for (unsigned j = 0; j < distance; ++j) {
    isl::map pairs =
        sets.accessed.reverse()
            .apply_range(tilesLater(j))
            .apply_range(j == 0 || lags ? sets.accessed : sets.loaded);
    isl::set apart = pairs.deltas();
    isl::set all = isl::set::universe(apart.get_space());
    isl::pw_aff zero = rowOn(all, {});
    for (auto [p, row] : llvm::enumerate(layout.rows))
      if (p != layout.dim)
        apart = apart.intersect(rowOn(all, row).eq_set(zero));
    isl::pw_aff turn = rowOn(all, layout.rows[layout.dim]);
    isl::set same = apart.intersect(turn.eq_set(zero));
    if (j == 0)
      for (unsigned a = 0; a < layout.rows.front().size(); ++a)
        all = all.intersect(coordinateOn(all, a).eq_set(zero));
    if (!(j == 0 ? same.subtract(all) : same).is_empty().is_true())
      return false;
    isl::pw_aff size = modulus.insert_domain(apart.get_space());
    isl::set near = turn.lt_set(size).intersect(turn.neg().lt_set(size));
    if (!apart.is_subset(near).is_true())
      return false;
  }
  return true;
}

PipelinedBuffer PipelineAnalysis::rotated(AllocOp alloc, BufferUses uses,
                                          const Layout &layout, unsigned stages,
                                          bool byExtent) {
  PipelinedBuffer result{alloc, std::move(uses), {}, {}, layout.dim};
  MappingAttr mapping = alloc.getMapping();
  MLIRContext *context = alloc.getContext();
  llvm::append_range(result.symbols, alloc.getSymbols());
  result.symbols[layout.origin] = Value();
  unsigned symbols = mapping.getNumSymbols();
  SmallVector<AffineExpr> cells(mapping.getMap().getResults()),
      extents(mapping.getExtents().getResults());
  AffineExpr each = extents[layout.dim];
  if (!byExtent) {
    Value given = tile.getSteps().front();
    if (std::optional<int64_t> constant = getConstantIntValue(given)) {
      each = getAffineConstantExpr(*constant, context);
    } else {
      each = getAffineSymbolExpr(symbols++, context);
      result.symbols.push_back(given);
    }
  }
  AffineExpr modulus = each * int64_t(stages);
  cells[layout.dim] = cells[layout.dim] % modulus;
  extents[layout.dim] = modulus;
  result.mapping = MappingAttr::get(
      context,
      AffineMap::get(mapping.getMap().getNumDims(), symbols, cells, context),
      AffineMap::get(0, symbols, extents, context));
  return result;
}

/// An operation before `copy` in its block does what only its own tile may do
/// then.
static bool isBehindComputation(CopyInOp copy) {
  for (Operation &op : *copy->getBlock()) {
    if (&op == copy.getOperation())
      return false;
    if (!isa<AllocOp, CopyInOp>(op) &&
        (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return true;
  }
  return false;
}

bool pipelining::canLag(const BufferUses &uses, TileOp tile,
                        BufferRefusal &refusal) {
  for (CopyOutOp copy : uses.copyOuts) {
    for (Operation *op = copy->getNextNode(); op; op = op->getNextNode())
      if (!isa<CopyOutOp, YieldOp>(op) &&
          (op->getNumRegions() != 0 || !isMemoryEffectFree(op))) {
        refusal = {"ComputationBehindStore",
                   "tiles do other things behind what they store"};
        return false;
      }
    if (!llvm::all_of(copy.getSymbols(), [&](Value value) {
          return canRecompute(value, tile, /*fromOrigin=*/true);
        })) {
      refusal = {"SizeInTile", "what is stored depends on what the tile does"};
      return false;
    }
  }
  if (!getConstantIntValue(tile.getSteps().front())) {
    refusal = {"UnknownStep", "which tile is the last one is not known before"};
    return false;
  }
  return true;
}

bool pipelining::canRunAhead(AllocOp alloc, const BufferUses &uses, TileOp tile,
                             BufferRefusal &refusal) {
  auto refuse = [&](StringRef name, const char *text) {
    refusal = {name, text};
    return false;
  };
  auto isKnown = [&](Value value) {
    return canRecompute(value, tile, /*fromOrigin=*/true);
  };
  for (CopyInOp copy : uses.copyIns) {
    if (copy.isComputing())
      return refuse("Computing", "copies compute what the buffer gets");
    if (isBehindComputation(copy))
      return refuse("CopyBehindComputation",
                    "tiles do other things before they copy");
    if (!llvm::all_of(copy.getSymbols(), isKnown))
      return refuse("SizeInTile", "what is copied depends on what the tile "
                                  "does before");
  }
  for (Value size : alloc.getDynamicSizes())
    if (!canRecompute(size, tile, /*fromOrigin=*/false))
      return refuse("SizeInTile", "its array's sizes are computed in the tile");
  return true;
}

std::optional<BufferRefusal> Hindrances::refusal(unsigned long maxIslOperations,
                                                 StringRef advice) const {
  if (isBeyondBudget)
    return BufferRefusal{"Budget",
                         sentence("budget of {0} isl operations exhausted",
                                  named("MaxIslOperations", maxIslOperations))};
  if (isWrittenAhead)
    return BufferRefusal{
        "WrittenAhead",
        sentence("a tile writes what one of the {0} behind it copies",
                 named("Ahead", ofArray - 1))};
  if (isLoadedAgain)
    return BufferRefusal{
        "LoadedAgain",
        sentence("tiles access what one of the {0} behind them copies again",
                 named("Ahead", distance - 1)) +
            advice.str()};
  if (isStoredLate)
    return BufferRefusal{
        "StoredLate",
        sentence("tiles access in the array what one of the {0} before them "
                 "stores behind their computation",
                 named("Late", ofArray - 1))};
  return std::nullopt;
}

/// How many tiles later a buffer's cells are surely free again.
static unsigned distanceOf(const BufferUses &uses, TileOrder order) {
  unsigned distance = uses.copyIns.empty() ? 1 : order.loadAfterCompute;
  if (!uses.copyIns.empty() && !uses.copyOuts.empty())
    distance = std::max(distance, order.loadAfterStore);
  return uses.copyOuts.empty() ? distance
                               : std::max(distance, order.computeAfterStore);
}

std::optional<PipelinedBuffer>
PipelineAnalysis::plan(AllocOp alloc, TileOrder order, BufferRefusal &refusal) {
  auto refuse = [&](StringRef name, const Sentence &text) {
    refusal = {name, text};
    return std::nullopt;
  };
  std::optional<BufferUses> uses = collectBufferUses(alloc, refusal);
  bool lags = order.computeAfterStore > 1 && uses && !uses->copyOuts.empty();
  assert((!uses || lags || !uses->copyIns.empty()) && "nothing to plan");
  if (!uses || !canRunAhead(alloc, *uses, tile, refusal) ||
      (lags && !canLag(*uses, tile, refusal)))
    return std::nullopt;
  std::optional<Layout> layout = readLayout(alloc);
  if (!layout)
    return refuse("LayoutMoves", "its layout is no box that moves with the "
                                 "tile in one dimension");
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  Sets sets = setsOf(alloc, *uses);
  Hindrances found;
  unsigned distance = found.distance = distanceOf(*uses, order);
  // Loads and stores of an array may be those of different buffers.
  found.ofArray = std::max(distance, order.loadAfterStore);
  found.isWrittenAhead = writesAhead(sets, found.ofArray);
  found.isLoadedAgain = loadsAgain(sets, distance);
  found.isStoredLate = lags && storesLate(sets, found.ofArray);
  auto isValidFor = [&](const isl::pw_aff &each) {
    return isValid(sets, *layout, distance, lags,
                   each.scale(isl::val(scop->ctx(), long(distance))));
  };
  bool isFree = !found.refusal(maxIslOperations, "");
  bool bySteps = isFree && isValidFor(step), byExtent = false;
  if (isl::pw_aff extent = extentOf(alloc, layout->dim);
      isFree && !bySteps && !extent.is_null())
    byExtent = isValidFor(extent);
  found.isBeyondBudget = guard.exceeded();
  if (auto hindered =
          found.refusal(maxIslOperations, ": let scratch-reuse keep it"))
    return refuse(hindered->name, hindered->text);
  if (!bySteps && !byExtent)
    return refuse("NoLayout", "no multiple of the step or of its extent is "
                              "proved to keep elements apart");
  return rotated(alloc, std::move(*uses), *layout, distance, byExtent);
}
