//===- OuterBuffers.cpp - buffers that tiles hand on, filled ahead --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strip's buffer holds what its tiles hand on, and a window of it moves with
// them. If tiles load ahead, it holds what those load in addition (Isoard 2016,
// section 5.3).
//
//===----------------------------------------------------------------------===//

#include "PipelineSets.h"
#include "PolyMem/Dialect/Scratch/Utils/Recompute.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Storage/Arrays/TileTimes.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::pipelining;
using namespace polymem::scratch;

/// The copies of `alloc`, all of whose uses are in the tile; nothing, with
/// `refusal`, if it has others.
std::optional<BufferUses> PipelineAnalysis::outerUses(AllocOp alloc,
                                                      BufferRefusal &refusal) {
  auto refuse = [&](const char *text) {
    refusal = {"OuterBuffer", text};
    return std::nullopt;
  };
  if (alloc->getBlock() != tile->getBlock())
    return refuse("it is kept for more than the tiles of one strip");
  BufferUses uses;
  auto isOther = [&](Value array) {
    bool other = uses.array && uses.array != array;
    uses.array = array;
    return other;
  };
  for (Operation *user : alloc->getUsers()) {
    if (!tile.getBody().isAncestor(user->getParentRegion()))
      return refuse("it is used outside the tile, too");
    auto in = dyn_cast<CopyInOp>(user);
    auto out = dyn_cast<CopyOutOp>(user);
    if (!in && !out) {
      if (!isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(
              user))
        return refuse("it is used in a way that is not understood");
      continue;
    }
    if (user->getBlock() != &tile.getBody().front())
      return refuse("its copies are not in the tile's body itself");
    if (isOther(in ? in.getSource() : out.getTarget()))
      return refuse("it is copied from or to several arrays");
    if (in ? in.isAsync() : out.isAsync())
      return refuse("its copies are asynchronous");
    if (in)
      uses.copyIns.push_back(in);
    else
      uses.copyOuts.push_back(out);
  }
  return uses;
}

std::optional<PipelineAnalysis::Ring>
PipelineAnalysis::readRing(AllocOp alloc) {
  MappingAttr mapping = alloc.getMapping();
  unsigned dims = mapping.getMap().getNumDims(),
           symbols = mapping.getNumSymbols();
  std::optional<int64_t> step = getConstantIntValue(tile.getSteps().front());
  if (!step)
    return std::nullopt;
  Ring ring;
  ring.step = *step;
  unsigned numRings = 0;
  for (auto [p, expr] : llvm::enumerate(mapping.getMap().getResults())) {
    AffineExpr row = expr;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
        binary && binary.getKind() == AffineExprKind::Mod) {
      auto modulus = dyn_cast<AffineConstantExpr>(binary.getRHS());
      auto extent =
          dyn_cast<AffineConstantExpr>(mapping.getExtents().getResult(p));
      if (!modulus || !extent || extent.getValue() < modulus.getValue())
        return std::nullopt;
      ring.modulus = modulus.getValue();
      ring.layout.dim = p;
      row = binary.getLHS();
      ++numRings;
    }
    SmallVector<int64_t> flat;
    // No quotients: their values would be more columns.
    if (failed(getFlattenedAffineExpr(row, dims, symbols, &flat)) ||
        flat.size() != dims + symbols + 1)
      return std::nullopt;
    ring.layout.rows.push_back(
        llvm::to_vector(ArrayRef(flat).take_front(dims)));
  }
  return numRings == 1 ? std::optional(ring) : std::nullopt;
}

/// `[p] -> { [k] -> A[x] }`: V(k) and the L(k + j s), 0 < j < distance. Tiles
/// up to k are all origins up to k: a superset.
isl::map PipelineAnalysis::inUse(const Sets &sets, unsigned distance) const {
  isl::map before = isl::map::identity(origins.get_space().map_from_set())
                        .unite(lexLess(origins.get_space()).reverse());
  isl::map upTo = before.intersect_domain(origins).intersect_range(origins);
  isl::map result = upTo.apply_range(sets.accessed)
                        .intersect(upTo.reverse().apply_range(sets.accessed));
  for (unsigned j = 1; j < distance; ++j)
    result = result.unite(tilesLater(j).apply_range(sets.loaded));
  return result.coalesce();
}

/// No two elements that are together in the buffer are in one cell.
bool PipelineAnalysis::areApart(const isl::map &together, const Layout &layout,
                                int64_t modulus) const {
  isl::set apart = together.reverse().apply_range(together).deltas();
  isl::set all = isl::set::universe(apart.get_space()), none = all;
  isl::pw_aff zero = rowOn(all, {});
  for (unsigned a = 0; a < layout.rows.front().size(); ++a)
    none = none.intersect(coordinateOn(all, a).eq_set(zero));
  for (auto [p, row] : llvm::enumerate(layout.rows))
    if (p != layout.dim)
      apart = apart.intersect(rowOn(all, row).eq_set(zero));
  isl::pw_aff turn = rowOn(all, layout.rows[layout.dim]);
  isl::val size(scop->ctx(), long(modulus));
  isl::set shared = apart.intersect(turn.mod(size).eq_set(zero));
  return shared.is_subset(none).is_true();
}

std::optional<PipelinedBuffer>
PipelineAnalysis::planOuter(AllocOp alloc, TileOrder order,
                            BufferRefusal &refusal) {
  auto refuse = [&](StringRef name, const Sentence &text) {
    refusal = {name, text};
    return std::nullopt;
  };
  std::optional<BufferUses> uses = outerUses(alloc, refusal);
  if (!uses || !canRunAhead(alloc, *uses, tile, refusal))
    return std::nullopt;
  if (order.computeAfterStore > 1 && !uses->copyOuts.empty())
    return refuse("OuterBuffer", "it is copied out, which may not lag");
  std::optional<Ring> ring = readRing(alloc);
  if (!ring)
    return refuse("OuterBuffer", "its layout has not one constant modulus");
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  Sets sets = setsOf(alloc, *uses);
  Hindrances found;
  unsigned distance = found.distance =
      uses->copyOuts.empty()
          ? order.loadAfterCompute
          : std::max(order.loadAfterCompute, order.loadAfterStore);
  // Loads and stores of an array may be those of different buffers.
  found.ofArray = std::max(distance, order.loadAfterStore);
  found.isWrittenAhead = writesAhead(sets, found.ofArray);
  found.isLoadedAgain = loadsAgain(sets, distance);
  int64_t more = (distance - 1) * ring->step, modulus = ring->modulus + more;
  auto areApartWith = [&](const isl::map &accessed) {
    Sets these = sets;
    these.accessed = accessed;
    return areApart(inUse(these, distance), ring->layout, modulus);
  };
  // First what is accessed and what lies between: one part instead of one for
  // each access. Where elements of more are apart, so are those of less.
  bool apart = !found.refusal(maxIslOperations, "") &&
               (areApartWith(isl::map(sets.accessed.unshifted_simple_hull())) ||
                areApartWith(sets.accessed));
  found.isBeyondBudget = guard.exceeded();
  if (auto hindered = found.refusal(maxIslOperations, ""))
    return refuse(hindered->name, hindered->text);
  if (!apart)
    return refuse("NoLayout",
                  sentence("{0} cells in dimension {1} are not proved to keep "
                           "elements apart",
                           named("Cells", modulus),
                           named("Dimension", ring->layout.dim)));
  PipelinedBuffer result{alloc, std::move(*uses), {}, {}, ring->layout.dim};
  llvm::append_range(result.symbols, alloc.getSymbols());
  MappingAttr mapping = alloc.getMapping();
  SmallVector<AffineExpr> cells(mapping.getMap().getResults()),
      extents(mapping.getExtents().getResults());
  cells[result.dim] =
      cast<AffineBinaryOpExpr>(cells[result.dim]).getLHS() % modulus;
  extents[result.dim] = extents[result.dim] + more;
  unsigned symbols = mapping.getNumSymbols();
  MLIRContext *context = alloc.getContext();
  result.mapping = MappingAttr::get(
      context,
      AffineMap::get(mapping.getMap().getNumDims(), symbols, cells, context),
      AffineMap::get(0, symbols, extents, context));
  return result;
}
