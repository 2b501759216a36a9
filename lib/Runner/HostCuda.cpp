//===- HostCuda.cpp - what host code calls for a CUDA device --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpu-to-llvm makes calls of functions whose names begin with `mgpu`. They are
// those of the run-time library for programs of users (CudaRuntime.h), bound to
// the device of the call in progress.
//
//===----------------------------------------------------------------------===//

#include "HostCall.h"
#include "PolyMem/Runtime/Cuda/CudaRuntime.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>
#include <mutex>

using namespace llvm;

namespace polymem::runtime {

void onCudaError(const char *message, void * /*data*/) {
  currentCall()->message = message;
  abandonCall();
}

void defineCudaSymbols(function_ref<void(StringRef, void *)> define) {
#define POLYMEM_DEFINE(name) define(#name, reinterpret_cast<void *>(&(name)));
  POLYMEM_DEFINE(mgpuModuleLoad)
  POLYMEM_DEFINE(mgpuModuleLoadJIT)
  POLYMEM_DEFINE(mgpuModuleUnload)
  POLYMEM_DEFINE(mgpuModuleGetFunction)
  POLYMEM_DEFINE(mgpuLaunchKernel)
  POLYMEM_DEFINE(mgpuStreamCreate)
  POLYMEM_DEFINE(mgpuStreamDestroy)
  POLYMEM_DEFINE(mgpuStreamSynchronize)
  POLYMEM_DEFINE(mgpuStreamWaitEvent)
  POLYMEM_DEFINE(mgpuEventCreate)
  POLYMEM_DEFINE(mgpuEventDestroy)
  POLYMEM_DEFINE(mgpuEventRecord)
  POLYMEM_DEFINE(mgpuEventSynchronize)
  POLYMEM_DEFINE(mgpuMemAlloc)
  POLYMEM_DEFINE(mgpuMemFree)
  POLYMEM_DEFINE(mgpuMemcpy)
  POLYMEM_DEFINE(mgpuMemset32)
  POLYMEM_DEFINE(mgpuMemset16)
  POLYMEM_DEFINE(mgpuMemHostRegisterMemRef)
  POLYMEM_DEFINE(mgpuMemHostUnregisterMemRef)
#undef POLYMEM_DEFINE
}

//===----------------------------------------------------------------------===//
// Host code that touches device memory
//===----------------------------------------------------------------------===//

static constexpr int kSignals[] = {SIGSEGV, SIGBUS};
static constexpr size_t kNumSignals = sizeof(kSignals) / sizeof(int);
static struct sigaction previous[kNumSignals];
/// Traps that live, of all threads, and their lock.
static unsigned numTraps = 0;
static std::mutex trapMutex;

/// Whether `address` is that of an array of the call on its device.
static bool isOnDevice(const CallState &call, uint64_t address) {
  return call.device->contains(address) ||
         llvm::any_of(call.deviceArrays, [&](auto array) {
           return array.first <= address && address < array.second;
         });
}

static void handle(int signal, siginfo_t *info, void *) {
  CallState *call = currentCall();
  auto address = reinterpret_cast<uint64_t>(info->si_addr);
  if (call && call->device && isOnDevice(*call, address)) {
    call->message = "the host's code accesses an array that is in the device's "
                    "memory: some loop was not mapped to the GPU";
    abandonCall();
  }
  // Not one of ours: it will happen again, with the old action.
  for (size_t i = 0; i < kNumSignals; ++i)
    if (kSignals[i] == signal)
      sigaction(signal, &previous[i], nullptr);
}

HostAccessTrap::HostAccessTrap() {
  std::lock_guard<std::mutex> lock(trapMutex);
  if (numTraps++ != 0)
    return;
  struct sigaction action{};
  action.sa_sigaction = &handle;
  // The handler is left by a jump: nothing may stay blocked.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kNumSignals; ++i)
    sigaction(kSignals[i], &action, &previous[i]);
}

HostAccessTrap::~HostAccessTrap() {
  std::lock_guard<std::mutex> lock(trapMutex);
  if (--numTraps != 0)
    return;
  for (size_t i = 0; i < kNumSignals; ++i)
    sigaction(kSignals[i], &previous[i], nullptr);
}

} // namespace polymem::runtime
