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
