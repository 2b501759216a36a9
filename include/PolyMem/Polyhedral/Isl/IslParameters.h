//===- IslParameters.h - expressions of parameters --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ISL_ISLPARAMETERS_H
#define POLYMEM_POLYHEDRAL_ISL_ISLPARAMETERS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"

namespace polymem {

/// `{ [] -> [value] }`.
inline isl::pw_aff constantOverParams(int64_t value, isl::ctx ctx) {
  return isl::aff(isl::local_space(isl::space::params_alloc(ctx, 0)),
                  isl::val(ctx, value));
}

/// `[id] -> { [] -> [id] }`.
inline isl::pw_aff parameterValue(const isl::id &id) {
  return isl::space::params_alloc(id.ctx(), 0)
      .add_param(id)
      .param_aff_on_domain(id);
}

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ISL_ISLPARAMETERS_H
