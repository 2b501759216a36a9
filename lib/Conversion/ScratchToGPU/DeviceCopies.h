//===- DeviceCopies.h - arrays in device memory -----------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_DEVICECOPIES_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_DEVICECOPIES_H

#include "PolyMem/Analysis/Device/DeviceTransfers.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem::gpulaunch {

/// The arrays of host memory that the launches of `func` use, which `roots` and
/// the launches already there are, each once, with what must be copied. A
/// diagnostic and failure if one of them cannot be kept in device memory for as
/// long as the function runs: it is a view or not contiguous, it is neither an
/// argument nor allocated here, or the host uses it as well. Changes nothing.
mlir::FailureOr<llvm::SmallVector<ArrayTransfer>>
planDeviceCopies(mlir::func::FuncOp func, llvm::ArrayRef<scratch::TileOp> roots,
                 unsigned long maxIslOperations);

/// Gives each of the arrays a counterpart in device memory, which all launches
/// use, from where the array is defined to the end of that block.
void makeDeviceCopies(llvm::ArrayRef<ArrayTransfer> arrays);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_DEVICECOPIES_H
