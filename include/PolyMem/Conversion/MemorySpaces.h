//===- MemorySpaces.h - memory spaces of device and host --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_MEMORYSPACES_H
#define POLYMEM_CONVERSION_MEMORYSPACES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace polymem {

/// What a kernel takes, for messages.
inline constexpr llvm::StringLiteral kKernelArraySpaces =
    "a kernel takes arrays in the default memory space, 1 or "
    "#gpu.address_space<global>";

/// Whether arrays in this memory space can be given to a kernel: the default
/// one (null), 1 or `#gpu.address_space<global>`.
bool isGlobalMemorySpace(mlir::Attribute space);

/// Puts all arrays of the module into the default memory space, for host code
/// that is to be lowered: a host has one memory. Kernels that are not in the
/// LLVM dialect yet must not be in the module any more.
void dropMemorySpaces(mlir::ModuleOp module);

} // namespace polymem

#endif // POLYMEM_CONVERSION_MEMORYSPACES_H
