//===- DeviceCode.h - what a launch can hold --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one decision about which operations a device can execute. Passes that
// order statements or make launches keep the others in code of the host, where
// they are; the lowering of launches refuses them.
//
// A device executes what touches memory by operands only: loads and stores,
// arithmetic, temporaries, loops and conditions of such, and the operations of
// the gpu, nvgpu and nvvm dialects that are meant for kernels, `gpu.printf`
// among them. The host executes everything else: calls, assertions, output,
// deallocations, launches, and operations whose effects are not known.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_DEVICECODE_H
#define POLYMEM_ANALYSIS_DEVICE_DEVICECODE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace polymem {

/// An operation that only the host can execute, and why: "it calls a function".
/// Null if there is none.
struct HostOperation {
  mlir::Operation *op = nullptr;
  llvm::StringRef reason;

  explicit operator bool() const { return op != nullptr; }
  /// "'func.call' is for the host: it calls a function".
  std::string text() const;
};

/// The first operation in `root`, or `root` itself, that a launch which holds
/// all of `root` cannot execute.
HostOperation findHostOperation(mlir::Operation *root);

/// The first one in `ops`, which a launch holds together.
HostOperation findHostOperation(llvm::ArrayRef<mlir::Operation *> ops);

/// True iff code for a device may call the function `name`, of which it has no
/// definition: the CUDA driver or libdevice has one.
bool isDeviceFunction(llvm::StringRef name);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_DEVICECODE_H
