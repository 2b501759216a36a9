//===- InstanceParts.h - statements in parts of their instances -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instances of a statement, cut by hyperplanes: below, on and above each.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_INSTANCEPARTS_H
#define POLYMEM_ANALYSIS_SCHEDULING_INSTANCEPARTS_H

#include "PolyMem/Polyhedral/Scop.h"
#include <map>
#include <string>
#include <vector>

namespace polymem {

/// By number of the statement: the functions `{ S[i] -> [v] }` that are zero on
/// the hyperplanes that cut it.
using Faces = std::map<unsigned, llvm::SmallVector<isl::aff>>;

/// Some instances of a statement.
struct InstancePart {
  /// For each face of the statement 'b', 'o' or 'a': below, on, or above it.
  std::string sides;
  /// `{ P[i] }`; for a whole statement its domain.
  isl::set instances;
  /// The tuple's name, "S0_ba"; of a whole statement its own.
  std::string name;
  bool isWhole = false;

  /// It is on some face: one of few instances.
  bool isOnFace() const { return sides.find('o') != std::string::npos; }
  /// The pairs of `pairs = { S[i] -> T[j] }` of which `side` (isl::dim::in or
  /// out) is in the part, under its name.
  isl::map restrict(const isl::map &pairs, isl::dim side) const;
};

/// The parts into which `faces` cut a statement of `scop`, without empty ones.
llvm::SmallVector<InstancePart> cutInstances(const Scop &scop,
                                             unsigned statement,
                                             llvm::ArrayRef<isl::aff> faces);

/// All statements of a scop, some in parts.
struct InstanceParts {
  /// `scop` with the statements in `faces` in parts.
  InstanceParts(const Scop &scop, const Faces &faces);

  /// By number of the statement; a part that is the whole one if it is not cut.
  std::vector<llvm::SmallVector<InstancePart>> ofStatement;
  /// `{ S[i] -> P[i] }`.
  isl::union_map map;

  /// Parts of statements that are cut.
  unsigned count() const;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_INSTANCEPARTS_H
