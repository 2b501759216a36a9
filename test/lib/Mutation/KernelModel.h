//===- KernelModel.h - index arithmetic of kernels in isl -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proofs that a fault in the body of a `gpu.launch` makes no difference, for
// all sizes, grids and orders of threads. What the model does not understand is
// a value that may be anything, and no proof.
//
// Assumed, as everywhere: index arithmetic does not wrap around; arguments of a
// function are different arrays; views of dynamic shared memory do not overlap.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_MUTATION_KERNELMODEL_H
#define POLYMEM_TEST_LIB_MUTATION_KERNELMODEL_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem::test {

/// The condition of `guard` holds whenever it is evaluated.
bool isAlwaysTrue(mlir::scf::IfOp guard);

/// `guard` copies elements of arrays to buffers, and if its condition, the same
/// for the whole launch, is false, nobody reads those buffers. (Whether the
/// elements are inside the arrays then is not known.)
bool isNeverRead(mlir::scf::IfOp guard);

/// `value` is 0 whenever it is evaluated.
bool isAlwaysZero(mlir::OpResult value);

/// No two threads of a block access one element, one of them writing, on the
/// two sides of `barrier` with no other barrier between.
bool isRedundant(mlir::gpu::BarrierOp barrier);

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_MUTATION_KERNELMODEL_H
