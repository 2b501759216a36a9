//===- Elements.cpp - which elements does an array have for certain? ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Values/ValueProgram.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

/// `{ A[a] : 0 <= a_d <= x }` for some `x` among the coordinates d of
/// `{ A[a] }`.
static isl::set upToLargest(const isl::set &elements, unsigned d,
                            unsigned rank) {
  isl::set values = elements.reset_tuple_id()
                        .project_out(isl::dim::set, d + 1, rank - d - 1)
                        .project_out(isl::dim::set, 0, d);
  // { [x] -> [a_d] : 0 <= a_d <= x }
  isl::map below = isl::map::lex_ge(values.get_space());
  isl::set range = values.apply(below).lower_bound_val(
      isl::dim::set, 0, isl::val(elements.ctx(), 0L));
  return range.insert_dims(isl::dim::set, 0, d)
      .add_dims(isl::dim::set, rank - d - 1)
      .set_tuple_id(elements.get_tuple_id());
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
    if (hasUpperBound(object.extent, d).is_true())
      inside = inside.unite(upToLargest(object.extent, d, object.rank));
    result = result.intersect(inside.coalesce());
  }
  return result.unite(accessed);
}
