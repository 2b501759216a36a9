//===- LocalArrays.h - memory of the host that launches use -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_LOCALARRAYS_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_LOCALARRAYS_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace polymem::gpulaunch {

/// The launches of a function: tiles that will be some, and those that already
/// are.
class Launches {
public:
  Launches(mlir::func::FuncOp func, llvm::ArrayRef<scratch::TileOp> roots);

  llvm::ArrayRef<mlir::Operation *> get() const { return launches; }
  /// The launch (to be) that `op` is in; null: the host.
  mlir::Operation *around(mlir::Operation *op) const;
  /// Calls `visit(op, memory)` for the operands of operations in launches that
  /// are arrays from outside, but for arguments and the like in a memory space,
  /// which are no memory of the host; in order, until it fails.
  mlir::LogicalResult visitArrays(
      llvm::function_ref<mlir::LogicalResult(mlir::Operation *, mlir::Value)>
          visit) const;

private:
  mlir::func::FuncOp func;
  llvm::SmallVector<mlir::Operation *> launches;
};

/// An array in the host's memory, allocated in a function or global, that its
/// launches use.
struct LocalArray {
  enum class Form {
    /// One element that launches only read: the host reads it before each.
    Value,
    /// Only launches use it: it is allocated in device memory.
    Device,
    /// Constant: copied to device memory.
    Copied,
    /// Constant, and all threads read it alike: a variable of the kernel's
    /// module, for constant memory.
    Constant,
    /// The host uses it as well: the device is given access to it.
    Registered
  };
  mlir::Value array;
  Form form;
  /// Of a constant array: its bytes in constant memory, or why it is not there.
  int64_t constantBytes = 0;
  Sentence whyNotConstant;
};

/// Whether only launches use `memory`, an allocation or a view of one, until
/// the allocation itself is freed.
bool isOnlyForLaunches(mlir::Value memory, const Launches &launches);

/// Whether `array` is a constant global.
bool isConstantGlobal(mlir::Value array);

/// The arrays that the launches of `func` use and that it allocates outside of
/// them, or that are global (the first `memref.get_global` stands for all of
/// one symbol, also those in launches). `constantBytes` is the machine's
/// constant memory; 0: it is not to be used.
llvm::SmallVector<LocalArray>
planLocalArrays(mlir::func::FuncOp func, llvm::ArrayRef<scratch::TileOp> roots,
                int64_t constantBytes);

/// Does to each array what its form says. All launches are `gpu.launch` by now,
/// and without affine operations.
void placeLocalArrays(llvm::ArrayRef<LocalArray> arrays);

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_LOCALARRAYS_H
