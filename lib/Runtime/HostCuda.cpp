//===- HostCuda.cpp - what host code calls for a CUDA device --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpu-to-llvm makes calls of functions whose names begin with `mgpu`. Here
// there is one stream, the default one, on which everything happens in order:
// streams and events are null. A module's handle is its image, which the
// device loads when it is asked for a kernel, so that errors belong to a call.
//
//===----------------------------------------------------------------------===//

#include "HostCall.h"
#include <csignal>
#include <cstring>

using namespace llvm;

namespace polymem::runtime {

/// Remembers an error for abandonCall(), which must not be called while there
/// is something to destroy.
static bool failsWith(Error error) {
  if (!error)
    return false;
  currentCall()->message = toString(std::move(error));
  return true;
}

template <typename T> static bool failsWith(Expected<T> value, T &result) {
  if (!value)
    return failsWith(value.takeError());
  result = std::move(*value);
  return false;
}

static uint64_t toAddress(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void *loadModule(void *image, size_t /*bytes*/) { return image; }
static void *loadModuleJit(void *image, int /*optimization*/) { return image; }
static void unloadModule(void * /*module*/) {}

static void *getFunction(void *image, const char *name) {
  void *kernel = nullptr;
  if (failsWith(currentCall()->device->getKernel(image, name), kernel))
    abandonCall();
  return kernel;
}

static void launchKernel(void *kernel, intptr_t gridX, intptr_t gridY,
                         intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                         intptr_t blockZ, int32_t dynamicBytes,
                         void * /*stream*/, void **arguments, void ** /*extra*/,
                         size_t /*numArguments*/) {
  if (failsWith(currentCall()->device->launch(kernel, {gridX, gridY, gridZ},
                                              {blockX, blockY, blockZ},
                                              dynamicBytes, arguments)))
    abandonCall();
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

static void *createHandle() { return nullptr; }
static void dropHandle(void * /*handle*/) {}
static void orderHandles(void * /*first*/, void * /*second*/) {}

/// A wait after each launch would leave the device idle between launches. Only
/// memory that the host can touch needs one; the end of the call waits, too.
static void synchronise(void * /*handle*/) {
  if (!currentCall()->device->hasRegistrations())
    return;
  if (failsWith(currentCall()->device->synchronise()))
    abandonCall();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns a pointer, as far as the caller knows.
static uint64_t allocate(uint64_t bytes, void * /*stream*/, bool hostShared) {
  uint64_t address = 0;
  if (hostShared) {
    currentCall()->message = "gpu.alloc host_shared: --cuda has no memory that "
                             "host and device share";
    abandonCall();
  }
  if (failsWith(currentCall()->device->allocate(bytes), address))
    abandonCall();
  return address;
}

static void release(void *memory, void * /*stream*/) {
  if (failsWith(currentCall()->device->release(toAddress(memory))))
    abandonCall();
}

static void copyMemory(void *to, void *from, size_t bytes, void * /*stream*/) {
  if (failsWith(
          currentCall()->device->copy(toAddress(to), toAddress(from), bytes)))
    abandonCall();
}

static void fill32(void *to, unsigned value, size_t count, void * /*stream*/) {
  if (failsWith(currentCall()->device->fill(toAddress(to), value, 4, count)))
    abandonCall();
}

static void fill16(void *to, unsigned short value, size_t count,
                   void * /*stream*/) {
  if (failsWith(currentCall()->device->fill(toAddress(to), value, 2, count)))
    abandonCall();
}

/// The memory of a descriptor of rank `rank`: an allocated pointer, the one
/// that counts, the offset, sizes and strides. Views are not registered.
static std::pair<void *, size_t> memoryOf(int64_t rank, const char *descriptor,
                                          int64_t elementBytes) {
  constexpr size_t kField = sizeof(int64_t);
  auto field = [&](size_t number) {
    int64_t value = 0;
    std::memcpy(&value, descriptor + number * kField, kField);
    return value;
  };
  char *memory = nullptr;
  std::memcpy(static_cast<void *>(&memory), descriptor + kField, kField);
  size_t bytes = elementBytes;
  for (int64_t d = 0; d < rank; ++d)
    bytes *= field(3 + d);
  return {memory + field(2) * elementBytes, bytes};
}

/// Arguments are on the device already.
static void registerMemory(int64_t rank, const char *descriptor,
                           int64_t elementBytes) {
  auto [memory, bytes] = memoryOf(rank, descriptor, elementBytes);
  CudaDevice *device = currentCall()->device;
  if (!device->contains(toAddress(memory)) &&
      failsWith(device->registerHost(memory, bytes)))
    abandonCall();
}

static void unregisterMemory(int64_t rank, const char *descriptor,
                             int64_t elementBytes) {
  auto [memory, bytes] = memoryOf(rank, descriptor, elementBytes);
  if (failsWith(currentCall()->device->unregisterHost(memory)))
    abandonCall();
}

void defineCudaSymbols(function_ref<void(StringRef, void *)> define) {
  auto add = [&](StringRef name, auto *function) {
    define(name, reinterpret_cast<void *>(function));
  };
  add("mgpuModuleLoad", &loadModule);
  add("mgpuModuleLoadJIT", &loadModuleJit);
  add("mgpuModuleUnload", &unloadModule);
  add("mgpuModuleGetFunction", &getFunction);
  add("mgpuLaunchKernel", &launchKernel);
  add("mgpuStreamCreate", &createHandle);
  add("mgpuStreamDestroy", &dropHandle);
  add("mgpuStreamSynchronize", &synchronise);
  add("mgpuStreamWaitEvent", &orderHandles);
  add("mgpuEventCreate", &createHandle);
  add("mgpuEventDestroy", &dropHandle);
  add("mgpuEventRecord", &orderHandles);
  add("mgpuEventSynchronize", &synchronise);
  add("mgpuMemAlloc", &allocate);
  add("mgpuMemFree", &release);
  add("mgpuMemcpy", &copyMemory);
  add("mgpuMemset32", &fill32);
  add("mgpuMemset16", &fill16);
  add("mgpuMemHostRegisterMemRef", &registerMemory);
  add("mgpuMemHostUnregisterMemRef", &unregisterMemory);
}

//===----------------------------------------------------------------------===//
// Host code that touches device memory
//===----------------------------------------------------------------------===//

static constexpr int kSignals[] = {SIGSEGV, SIGBUS};
static constexpr size_t kNumSignals = sizeof(kSignals) / sizeof(int);
static struct sigaction previous[kNumSignals];

static void handle(int signal, siginfo_t *info, void *) {
  CallState *call = currentCall();
  if (call && call->device &&
      call->device->contains(toAddress(info->si_addr))) {
    call->message = "the host's code accesses an array, and with --cuda arrays "
                    "are in the device's memory: some loop was not mapped to "
                    "the GPU";
    abandonCall();
  }
  // Not one of ours: it will happen again, with the old action.
  for (size_t i = 0; i < kNumSignals; ++i)
    if (kSignals[i] == signal)
      sigaction(signal, &previous[i], nullptr);
}

HostAccessTrap::HostAccessTrap() {
  struct sigaction action{};
  action.sa_sigaction = &handle;
  // The handler is left by a jump: nothing may stay blocked.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kNumSignals; ++i)
    sigaction(kSignals[i], &action, &previous[i]);
}

HostAccessTrap::~HostAccessTrap() {
  for (size_t i = 0; i < kNumSignals; ++i)
    sigaction(kSignals[i], &previous[i], nullptr);
}

} // namespace polymem::runtime
