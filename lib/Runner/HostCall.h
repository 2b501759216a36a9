//===- HostCall.h - compiled programs, and calls in progress ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_RUNNER_HOSTCALL_H
#define POLYMEM_LIB_RUNNER_HOSTCALL_H

#include "PolyMem/Runner/GuardedMemory.h"
#include "PolyMem/Runtime/Cuda/CudaBinding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <csetjmp>
#include <string>

namespace polymem::runtime {

/// The generated caller that unpacks the slots.
inline constexpr char kCallerName[] = "__polymem_call";
/// The generated functions that call the module's constructors, and its
/// destructors. Of an object file the JIT would not call them.
inline constexpr char kConstructorsName[] = "__polymem_constructors";
inline constexpr char kDestructorsName[] = "__polymem_destructors";
/// What a launch calls, on the emulator and on a CUDA device.
inline constexpr char kLaunchName[] = "polymem_emu_launch";
inline constexpr char kCudaLaunchName[] = "mgpuLaunchKernel";

/// State of the call in progress on this thread.
struct CallState {
  /// Null: the process's own.
  GuardedHeap *heap = nullptr;
  CudaDevice *device = nullptr;
  /// See CudaCall.
  llvm::ArrayRef<std::pair<uint64_t, uint64_t>> deviceArrays;
  std::string message;
  bool launchFailed = false;
  std::jmp_buf onFailure;
};

CallState *&currentCall();

/// Ends the call in progress. Its message says why. Between this and
/// HostFunction::call there must be generated code only, and frames that have
/// nothing to destroy.
[[noreturn]] void abandonCall();

/// Ends the call in progress after an error of its device: for CudaBinding.
[[noreturn]] void onCudaError(const char *message, void *data);

/// Calls `define(name, address)` for what code that gpu-to-llvm has made calls
/// for kernels and device memory: the names of upstream's run-time wrappers.
/// A thread calls them while a CudaBinding names its device.
void defineCudaSymbols(
    llvm::function_ref<void(llvm::StringRef, void *)> define);

/// Calls `define(name, address)` for what code that convert-prem-to-llvm has
/// made calls.
void definePremSymbols(
    llvm::function_ref<void(llvm::StringRef, void *)> define);

/// While one lives, a host instruction of the call in progress that touches
/// the device's memory ends the call with a message, and not the process.
class HostAccessTrap {
public:
  HostAccessTrap();
  ~HostAccessTrap();
  HostAccessTrap(const HostAccessTrap &) = delete;
  HostAccessTrap &operator=(const HostAccessTrap &) = delete;
};

} // namespace polymem::runtime

#endif // POLYMEM_LIB_RUNNER_HOSTCALL_H
