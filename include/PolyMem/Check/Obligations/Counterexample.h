//===- Counterexample.h - small witnesses -----------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_OBLIGATIONS_COUNTEREXAMPLE_H
#define POLYMEM_CHECK_OBLIGATIONS_COUNTEREXAMPLE_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include <vector>

namespace polymem {

/// One tuple with its coordinates.
struct TuplePoint {
  std::string tuple;
  std::vector<std::string> coordinates;

  /// `name[1, 2]`, without the first `skip` coordinates.
  std::string describe(llvm::StringRef name, unsigned skip = 0) const;
};

/// `set` with its parameters fixed to the least for which it is not empty
/// (least sum, then lexicographically); null when isl gives up.
isl::set withLeastParameters(isl::set set);

/// A pair of a relation, for the least parameters for which there is one (least
/// sum, then lexicographically), and of those pairs the first.
class Counterexample {
public:
  /// Picks from `violations`, which is not empty; of several relations the one
  /// whose tuple names come first. Without value when isl gives up.
  static std::optional<Counterexample> pick(const isl::union_map &violations);
  static std::optional<Counterexample> pick(const isl::union_set &violations);

  const TuplePoint &in() const { return domain; }
  const TuplePoint &out() const { return range; }
  /// "with arg0 = 1, arg1 = 2: ", or nothing when no parameter matters.
  std::string parameters() const;
  /// The image of `in()` under `relation = { I[y] -> V[v] }` for these
  /// parameters: its first element; nothing if there is none.
  std::optional<TuplePoint> imageOfIn(const isl::union_map &relation) const;
  std::optional<TuplePoint> imageOfOut(const isl::union_map &relation) const;

private:
  isl::set inPoint, outPoint;
  /// `[p] -> { : p = ... }`.
  isl::set fixed;
  std::vector<std::pair<std::string, std::string>> values;
  TuplePoint domain, range;
};

} // namespace polymem

#endif // POLYMEM_CHECK_OBLIGATIONS_COUNTEREXAMPLE_H
