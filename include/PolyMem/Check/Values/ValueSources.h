//===- ValueSources.h - where the values that are read come from -*- C++
//-*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *value* is named independently of the program that computes it:
//   value_S0[x]     what instance x of the original's statement S0 computes
//   init_arg1[a]    what element a of an array holds before the program
//   closed_3[v]     a constant expression of the integers v
//   undefined[]     what a cell holds that nobody wrote
// The sources of a read are the values it may see, through any number of
// copies. Two programs compute the same iff corresponding reads have the same
// sources.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_VALUES_VALUESOURCES_H
#define POLYMEM_CHECK_VALUES_VALUESOURCES_H

#include "PolyMem/Check/Values/ValueProgram.h"
#include <map>

namespace polymem {

/// Numbers for expressions that read nothing, shared by the programs that are
/// compared. Expressions are the same if their operators, attributes and types
/// are the same objects: text may leave parts of an attribute out.
class ClosedValues {
public:
  /// `{ S[i] -> closed_3[v] }` for an expression without reads and origins,
  /// which `isClosed`; `domain` are the instances S[i].
  isl::map valueOf(const ValueExpr &expr, const isl::set &domain);
  /// No read and no named value in `expr`.
  static bool isClosed(const ValueExpr &expr);

private:
  /// By operators, attributes and types, in the order of the tree.
  std::map<std::vector<const void *>, unsigned> numbers;
};

struct ValueSources {
  /// Computes the sources of all reads of `program` and of its arrays in the
  /// end. Null members after `failure` was filled: a value without a name is
  /// written, or copies of copies have no end. Null members without `failure`
  /// when the isl budget of the caller is exhausted.
  static ValueSources compute(const ValueProgram &program, ClosedValues &closed,
                              ValueFailure &failure);

  /// The last write, `{ R[y] -> W[y'] }`; for reads of the whole result after
  /// the end, `{ end_arg1[a] -> W[y'] }`. Supersets, as `values`, if the
  /// program is not exact.
  isl::union_map lastWrites;
  /// `{ R[y] -> V[v] }`, and `{ end_arg1[a] -> V[v] }` for what the arrays from
  /// outside hold after the program.
  isl::union_map values;
};

/// `{ I[y] -> V[v] }`: the values of a read, a named value, or a closed
/// expression, evaluated in the instances `I` of `domain = { I[y] }`, which
/// have the dimensions of the expression's statement. Null for others.
isl::union_map valuesOf(const ValueProgram &program,
                        const ValueSources &sources, ClosedValues &closed,
                        const ValueExpr &expr, const isl::set &domain);

} // namespace polymem

#endif // POLYMEM_CHECK_VALUES_VALUESOURCES_H
