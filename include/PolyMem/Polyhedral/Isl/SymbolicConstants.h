//===- SymbolicConstants.h - parameters for large constants -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl's scheduler solves integer programs whose coefficients are the constants
// of the relations it is given. Where these are large, as sizes are, it cuts
// fractions off in steps that get smaller with them, on numbers that do not fit
// a machine word: hundreds of times the work of the same program with sizes
// that are parameters. And an order that is right for all sizes is right for
// one. So large constants become parameters here, an order is found, and the
// constants are put back into it.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_SYMBOLICCONSTANTS_H
#define POLYMEM_POLYHEDRAL_ISL_SYMBOLICCONSTANTS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include <set>
#include <vector>

namespace polymem {

class SymbolicConstants {
public:
  /// All constants stay.
  SymbolicConstants() = default;
  /// Parameters for the large constants in constraints of `instances`, sizes,
  /// and for constants of `relations` that differ by little from one of them:
  /// N - 1 and N + 1 are one parameter and a small constant. A constant that is
  /// near to no size is a distance and stays.
  ///
  /// A relation is told the least value of parameters that it does not mention,
  /// as long as it has no more than `maxConstraints`: an order may use them.
  SymbolicConstants(const isl::union_set &instances,
                    llvm::ArrayRef<isl::union_map> relations,
                    int maxConstraints);

  /// There is nothing to replace.
  bool empty() const { return parameters.empty(); }

  /// `pairs` with parameters in place of constants: the same where each
  /// parameter has the value of its constant. Coefficients stay as they are.
  /// Null where isl gives up.
  isl::union_map generalise(const isl::union_map &pairs) const;
  isl::union_set generalise(const isl::union_set &instances) const;

  /// `context = [p] -> { : ... }` with what is known of the parameters.
  isl::set generalise(const isl::set &context) const;

  /// The order of `tree`, of bands, sequences, sets and filters, with constants
  /// in place of the parameters, for the instances `domain`. Null if it has
  /// other nodes, or isl gives up.
  isl::schedule withConstants(const isl::schedule &tree,
                              const isl::union_set &domain) const;

private:
  struct Parameter {
    isl::id id;
    /// The size that it stands for, and the range of constants that become the
    /// parameter and a difference.
    int64_t value, first, last;
  };
  /// A parameter for each bound and the `constants` that are near to it.
  static std::vector<Parameter>
  parametersFor(isl::ctx ctx, const std::set<int64_t> &bounds,
                const std::set<int64_t> &constants);
  /// Null if constants of this magnitude stay.
  const Parameter *parameterFor(int64_t magnitude) const;
  /// `[p] -> { : }`.
  isl::space space(isl::ctx ctx) const;
  isl::basic_set generalise(const isl::basic_set &instances) const;
  isl::union_map withConstants(const isl::union_map &pairs) const;

  /// Increasing and disjoint.
  std::vector<Parameter> parameters;
  int maxConstraints = 0;
};

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_SYMBOLICCONSTANTS_H
