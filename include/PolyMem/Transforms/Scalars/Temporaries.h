//===- Temporaries.h - where local arrays are allocated ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_SCALARS_TEMPORARIES_H
#define POLYMEM_TRANSFORMS_SCALARS_TEMPORARIES_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace polymem {

/// Moves every `memref.alloca` of `root` out of the sequential loops and
/// conditions around it, as far as its operands are known there. Returns how
/// many moved.
unsigned hoistAllocas(mlir::Operation *root);

/// The inverse: moves each `memref.alloca` without operands of `func` into the
/// affine loops and conditions around all of its uses, as long as no iteration
/// of a loop reads what another has written (value-based dependences). Each
/// iteration then has a copy of its own. Returns how many moved; none if the
/// function cannot be modelled, or not within `maxIslOperations` per array.
unsigned privatizeAllocas(mlir::FunctionOpInterface func,
                          unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_SCALARS_TEMPORARIES_H
