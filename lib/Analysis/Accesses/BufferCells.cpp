//===- BufferCells.cpp - the cells of a buffer's elements -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferCells.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

isl::set BufferCells::cellsOf(const isl::set &some, unsigned depth) const {
  return some.apply(places.project_out(isl::dim::out, 0, depth));
}

/// The only one of `rank` dimensions that `expr` depends on.
static std::optional<unsigned> onlyDim(AffineExpr expr, unsigned rank) {
  std::optional<unsigned> only;
  for (unsigned d = 0; d < rank; ++d)
    if (expr.isFunctionOfDim(d)) {
      if (only)
        return std::nullopt;
      only = d;
    }
  return only;
}

/// `expr` is `e mod n`: e and n. Else itself and 0.
static std::pair<AffineExpr, int64_t> withoutModulus(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::Mod)
    return {expr, 0};
  auto length = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return length ? std::pair(binary.getLHS(), length.getValue())
                : std::pair(expr, int64_t(0));
}

BufferCells polymem::bufferCells(const ScopArray &array) {
  auto type = cast<MemRefType>(array.value.getType());
  auto mapping = dyn_cast<MappingAttr>(type.getLayout());
  std::optional<SmallVector<int64_t>> extents;
  if (mapping)
    extents = mapping.getStaticExtents();
  if (!extents || array.layoutSymbols.size() != mapping.getNumSymbols() ||
      llvm::any_of(array.layoutSymbols,
                   [](const isl::pw_aff &symbol) { return symbol.is_null(); }))
    return {};
  isl::space space = array.extent.get_space();
  SmallVector<isl::pw_aff> all;
  for (unsigned d = 0; d < array.depth + array.rank; ++d)
    all.push_back(
        isl::aff::var_on_domain(isl::local_space(space), isl::dim::set, d));
  ArrayRef<isl::pw_aff> dims = ArrayRef(all).drop_front(array.depth);
  isl::set universe = isl::set::universe(space);
  auto number = [&](int64_t value) {
    return isl::pw_aff(universe, isl::val(space.ctx(), std::to_string(value)));
  };
  BufferCells result;
  isl::set elements = universe;
  result.firstTurn = universe;
  result.places = isl::map::from_domain_and_range(
      universe, isl::set::universe(isl::space(space.ctx(), 0, 0)));
  for (const isl::pw_aff &loop : ArrayRef(all).take_front(array.depth))
    result.places = result.places.flat_range_product(loop.as_map());
  llvm::SmallBitVector used(array.rank);
  for (auto [expr, extent] :
       llvm::zip_equal(mapping.getMap().getResults(), *extents)) {
    auto [line, length] = withoutModulus(expr);
    std::optional<unsigned> owner = onlyDim(line, array.rank);
    if (!owner || used.test(*owner))
      return {};
    AffineExpr rest =
        simplifyAffineExpr(line - getAffineDimExpr(*owner, type.getContext()),
                           array.rank, mapping.getNumSymbols());
    isl::pw_aff cell =
        affineExprToPwAff(expr, dims, array.layoutSymbols, space);
    isl::pw_aff distance =
        affineExprToPwAff(line, dims, array.layoutSymbols, space);
    if (rest.isFunctionOfDim(*owner) || cell.is_null() || distance.is_null())
      return {};
    used.set(*owner);
    elements = elements.intersect(cell.ge_set(number(0)))
                   .intersect(cell.lt_set(number(extent)));
    result.places = result.places.flat_range_product(cell.as_map());
    if (length == 0)
      continue;
    result.turns.push_back({*owner, -rest, length});
    result.firstTurn = result.firstTurn.intersect(distance.ge_set(number(0)))
                           .intersect(distance.lt_set(number(length)));
  }
  if (used.all())
    result.elements = elements;
  return result;
}
