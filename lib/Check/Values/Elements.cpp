//===- Elements.cpp - which elements does an array have for certain? ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Values/ValueProgram.h"

using namespace mlir;
using namespace polymem;

/// `{ A[a] : 0 <= a_d <= x }` for some `x` among the coordinates d of
/// `{ A[a] }`.
static isl::set upToLargest(const isl::set &elements, unsigned d,
                            unsigned rank) {
  isl::set values = elements;
  values =
      isl::manage(isl_set_project_out(isl_set_reset_tuple_id(values.release()),
                                      isl_dim_set, d + 1, rank - d - 1));
  values =
      isl::manage(isl_set_project_out(values.release(), isl_dim_set, 0, d));
  // { [x] -> [a_d] : 0 <= a_d <= x }
  isl::map below = isl::map::lex_ge(values.get_space());
  isl::set range = values.apply(below).lower_bound_val(
      isl::dim::set, 0, isl::val(elements.ctx(), 0L));
  range = isl::manage(isl_set_insert_dims(range.release(), isl_dim_set, 0, d));
  range =
      isl::manage(isl_set_add_dims(range.release(), isl_dim_set, rank - d - 1));
  return range.set_tuple_id(elements.get_tuple_id());
}

isl::set ValueProgram::accessedElements(unsigned array) const {
  isl::set accessed =
      isl::set::empty(theScop->arrays()[array].extent.get_space());
  for (const ValueAccess &read : readList)
    if (read.array == array)
      accessed = accessed.unite(read.elements.range());
  for (const ValueWrite &write : writeList)
    if (write.array == array)
      accessed = accessed.unite(write.elements.range());
  return accessed;
}

isl::set ValueProgram::existingElements(unsigned array) const {
  const ScopArray &object = theScop->arrays()[array];
  isl::set accessed = accessedElements(array);
  // A shape is a box, dimension by dimension. The product of what is merged has
  // fewer parts, and what is known of one dimension is small.
  isl::set result = isl::set::universe(object.extent.get_space());
  for (unsigned d = 0; d < object.rank; ++d) {
    isl::set inside = upToLargest(accessed, d, object.rank);
    if (isl_set_dim_has_upper_bound(object.extent.get(), isl_dim_set, d) ==
        isl_bool_true)
      inside = inside.unite(upToLargest(object.extent, d, object.rank));
    result = result.intersect(inside.coalesce());
  }
  return result.unite(accessed);
}
