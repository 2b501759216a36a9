//===- KernelMemory.h - which memory a kernel accesses ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_KERNELMEMORY_H
#define POLYMEM_ANALYSIS_DEVICE_KERNELMEMORY_H

#include "mlir/IR/Value.h"
#include <optional>

namespace polymem {

/// Which memory a kernel accesses: what is in one is not in another.
enum class KernelMemory { Global, Shared, Private };

/// That of `memref`, through views of it, if it is known: by its address space,
/// or because a kernel allocates it or has it as an argument. Memory of the
/// host, which launches in its functions use, is global memory of the device.
std::optional<KernelMemory> kernelMemoryOf(mlir::Value memref);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_KERNELMEMORY_H
