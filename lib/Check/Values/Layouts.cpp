//===- Layouts.cpp - layouts that are no storage mapping ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace polymem;

namespace {
/// Builds `{ A[i, a] -> [i, cell] }`, result by result.
class CellMap {
public:
  explicit CellMap(const ScopArray &array)
      : array(array), space(array.extent.get_space()),
        map(isl::map::from_domain_and_range(
            isl::set::universe(space),
            isl::set::universe(isl::space(space.ctx(), 0, 0)))) {
    for (unsigned d = 0; d < array.depth; ++d)
      add(coordinate(d));
  }

  isl::pw_aff coordinate(unsigned d) const {
    return isl::aff::var_on_domain(isl::local_space(space), isl::dim::set, d);
  }
  isl::pw_aff element(unsigned d) const { return coordinate(array.depth + d); }
  void add(const isl::pw_aff &result) {
    map = map.flat_range_product(result.as_map());
  }
  bool isInjective(const isl::set &context) const {
    return map.intersect_domain(array.extent)
        .intersect_params(context)
        .is_injective()
        .is_true();
  }

private:
  const ScopArray &array;
  isl::space space;
  isl::map map;
};
} // namespace

/// Strides that are known add up; each other one is a result of its own.
static bool keepsElementsApart(const ScopArray &array, StridedLayoutAttr layout,
                               const isl::set &context) {
  CellMap cells(array);
  isl::pw_aff sum(isl::aff::zero_on_domain(array.extent.get_space()));
  for (auto [d, stride] : llvm::enumerate(layout.getStrides())) {
    if (ShapedType::isDynamic(stride))
      cells.add(cells.element(d));
    else
      sum = sum.add(
          cells.element(d).scale(isl::val(sum.ctx(), std::to_string(stride))));
  }
  cells.add(sum);
  return cells.isInjective(context);
}

bool polymem::keepsElementsApart(const ScopArray &array,
                                 const isl::set &context) {
  auto type = cast<MemRefType>(array.value.getType());
  MemRefLayoutAttrInterface layout = type.getLayout();
  if (layout.isIdentity())
    return true;
  AffineMap map = layout.getAffineMap();
  if (auto strided = dyn_cast<StridedLayoutAttr>(layout);
      strided && array.made.is_null())
    return ::keepsElementsApart(array, strided, context);
  if (array.layoutSymbols.size() != map.getNumSymbols() ||
      llvm::any_of(array.layoutSymbols,
                   [](const isl::pw_aff &symbol) { return symbol.is_null(); }))
    return false;
  CellMap cells(array);
  SmallVector<isl::pw_aff> dims;
  for (unsigned d = 0; d < array.rank; ++d)
    dims.push_back(cells.element(d));
  for (AffineExpr result : map.getResults()) {
    isl::pw_aff cell = affineExprToPwAff(result, dims, array.layoutSymbols,
                                         array.extent.get_space());
    if (cell.is_null())
      return false;
    cells.add(cell);
  }
  return cells.isInjective(context);
}
