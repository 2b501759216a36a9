//===- IslDims.h - dimensions and parameters of isl objects -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What isl's C++ interface has no functions for. Of a null object, all of these
// are null, or say no.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLDIMS_H
#define POLYMEM_POLYHEDRAL_ISL_ISLDIMS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace polymem {

/// The position of parameter `name` in the space of `set`; nullopt if it has no
/// such parameter.
std::optional<unsigned> positionOfParameter(const isl::set &set,
                                            const std::string &name);

/// The position of parameter `id` in the space of `map`; nullopt if it has no
/// such parameter.
std::optional<unsigned> positionOfParameter(const isl::map &map,
                                            const isl::id &id);

/// `[p] -> { : ... }` as the set `[p] -> { [] : ... }`.
isl::set asSetOfParameters(const isl::set &params);

/// The pairs `{ S[i] -> T[j] : i_dim = j_dim }` of `map`.
isl::map equatedAt(const isl::map &map, unsigned dim);

/// `aff` depends on the parameter `id`.
bool involvesParameter(const isl::pw_aff &aff, const isl::id &id);

/// `aff = { [i] -> [v] }` depends on a dimension `i`, or isl gave up.
bool involvesDims(const isl::pw_aff &aff);

/// `{ [i, j, k] -> [v] }`: the function `aff = { [j] -> [v] }` with `before`
/// dimensions in front, of `dims` in all.
isl::pw_aff liftedTo(const isl::pw_aff &aff, unsigned before, unsigned dims);

/// The elements of `set` with this value of a dimension (or parameter).
isl::set fixedAt(const isl::set &set, isl::dim type, unsigned position,
                 const isl::val &value);

/// The value that a dimension has in all of `map`, where its constraints say so
/// at first sight; NaN where they do not.
isl::val plainValueAt(const isl::map &map, isl::dim side, unsigned position);

/// The first element of `set`, for some values of its parameters; null if there
/// is none.
isl::point firstPoint(const isl::set &set);

/// Elements of `set` have a name: `{ S[i] }`, not `{ [i] }`.
bool isNamed(const isl::set &set);

/// The name of `id`; empty if it has none.
llvm::StringRef nameOf(const isl::id &id);

/// A tree in which one instance of statement `name` for each value of the bands
/// above `node` stands for what is below it. Returns the leaf at its place.
isl::schedule_node contractedTo(const isl::schedule_node &node,
                                const isl::id &name);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLDIMS_H
