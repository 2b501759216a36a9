//===- Layouts.h - layouts that are no mapping (internal) -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_VALUES_LAYOUTS_H
#define POLYMEM_LIB_CHECK_VALUES_LAYOUTS_H

#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

/// Different elements of `array`, a memref whose layout is no storage mapping,
/// have different cells, for all parameters in `context`. Of strides that an
/// argument brings with it this is assumed.
bool keepsElementsApart(const ScopArray &array, const isl::set &context);

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_VALUES_LAYOUTS_H
