//===- CudaRuntime.cpp - what compiled functions call for a device --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One implementation for two users: libpolymem_cuda_runtime, whose device
// belongs to the process, and polymem-run, which binds a device of its own to
// the thread that calls a function. Handlers of errors may leave by longjmp, so
// they are called where nothing is left to destroy and no lock is held.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/Cuda/CudaRuntime.h"
#include "PolyMem/Runtime/Cuda/CudaBinding.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace polymem::runtime;

namespace {

/// Of the process.
struct State {
  std::mutex mutex;
  /// Of the driver; empty: not chosen by the program.
  std::string library;
  int ordinal = 0;
  /// Never closed: functions may be called until the process is gone, and the
  /// driver may be gone before them.
  std::atomic<CudaDevice *> device = nullptr;
  PolymemCudaErrorHandler handler = nullptr;
  void *handlerData = nullptr;
  std::atomic<bool> lazyWaits = false;
};

/// Never destroyed: images are forgotten by destructors of the program.
State &state() {
  static auto *state = new State;
  return *state;
}

/// The error of a thread that nobody has cleared; empty: none.
std::string &pendingError() {
  static thread_local std::string message;
  return message;
}

/// The device of the thread's calls, which is opened if it is not.
CudaStatus getDevice(CudaDevice *&device) {
  if (const CudaBinding *binding = currentBinding()) {
    device = binding->device;
    return {};
  }
  State &process = state();
  device = process.device;
  if (device)
    return {};
  std::lock_guard<std::mutex> lock(process.mutex);
  device = process.device;
  if (device)
    return {};
  std::string library = process.library;
  const char *variable = std::getenv("POLYMEM_CUDA_DRIVER");
  if (library.empty() && variable)
    library = variable;
  std::unique_ptr<CudaDevice> opened;
  if (CudaStatus error = CudaDevice::open(library, process.ordinal, opened))
    return error;
  device = opened.release();
  process.device = device;
  return {};
}

/// Tells the handler of the pending error.
void report() {
  if (const CudaBinding *binding = currentBinding()) {
    binding->onError(pendingError().c_str(), binding->data);
    std::abort();
  }
  PolymemCudaErrorHandler handler = nullptr;
  void *data = nullptr;
  {
    State &process = state();
    std::lock_guard<std::mutex> lock(process.mutex);
    handler = process.handler;
    data = process.handlerData;
  }
  if (handler)
    return handler(pendingError().c_str(), data);
  std::fprintf(stderr, "polymem_cuda_runtime: %s\n", pendingError().c_str());
  std::abort();
}

/// Does `work`, which takes the device; whether its error is a new one. All
/// that has a destructor is gone afterwards.
template <typename Work> bool failsAnew(const Work &work) {
  CudaDevice *device = nullptr;
  CudaStatus error = getDevice(device);
  if (!error)
    error = work(*device);
  if (!error)
    return false;
  std::string &pending = pendingError();
  // A binding's handler does not return: its call is over.
  bool isNew = pending.empty() || currentBinding();
  if (isNew)
    pending = error.message();
  return isNew;
}

/// Does `work`, unless the thread has a pending error.
template <typename Work> void call(const Work &work) {
  if (!currentBinding() && !pendingError().empty())
    return;
  if (failsAnew(work))
    report();
}

/// The same for what gives something back, and is done after an error, too.
template <typename Work> void callAlways(const Work &work) {
  if (failsAnew(work))
    report();
}

/// The stream of the thread's calls; null: the default one.
void *boundStream() {
  const CudaBinding *binding = currentBinding();
  return binding ? binding->stream : nullptr;
}

/// Whether it records what goes to it.
bool isRecording() {
  const CudaBinding *binding = currentBinding();
  return binding && binding->isRecording;
}

uint64_t toAddress(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// The memory of a descriptor: an allocated pointer, the one that counts, the
/// offset, sizes and strides. Views are not registered.
std::pair<void *, size_t> memoryOf(int64_t rank, const void *descriptor,
                                   int64_t elementBytes) {
  constexpr size_t kField = sizeof(int64_t);
  const char *fields = static_cast<const char *>(descriptor);
  auto field = [&](size_t number) {
    int64_t value = 0;
    std::memcpy(&value, fields + number * kField, kField);
    return value;
  };
  char *memory = nullptr;
  std::memcpy(static_cast<void *>(&memory), fields + kField, kField);
  size_t bytes = elementBytes;
  for (int64_t d = 0; d < rank; ++d)
    bytes *= field(3 + d);
  return {memory + field(2) * elementBytes, bytes};
}

/// A wait after each launch leaves the device idle between launches. Lazily,
/// only memory that the host can touch needs one.
void waitForDevice() {
  if (isRecording())
    return;
  call([](CudaDevice &device) {
    bool isLazy = currentBinding() || state().lazyWaits;
    if (isLazy && !device.sharesMemory())
      return CudaStatus();
    void *stream = boundStream();
    return stream ? device.synchronise(stream) : device.synchronise();
  });
}

} // namespace

const CudaBinding *&polymem::runtime::currentBinding() {
  static thread_local const CudaBinding *binding = nullptr;
  return binding;
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

unsigned polymemCudaVersion() { return POLYMEM_CUDA_RUNTIME_VERSION; }

int polymemCudaSetDriver(const char *file) {
  State &process = state();
  std::lock_guard<std::mutex> lock(process.mutex);
  if (process.device)
    return 1;
  process.library = file ? file : "";
  return 0;
}

int polymemCudaSetDevice(int32_t ordinal) {
  State &process = state();
  std::lock_guard<std::mutex> lock(process.mutex);
  if (process.device && process.ordinal != ordinal)
    return 1;
  process.ordinal = ordinal;
  return 0;
}

int polymemCudaOpen() {
  CudaDevice *device = nullptr;
  CudaStatus error = getDevice(device);
  if (error && pendingError().empty())
    pendingError() = error.message();
  return error ? 1 : 0;
}

int polymemCudaSynchronize() {
  call([](CudaDevice &device) { return device.synchronise(); });
  return pendingError().empty() ? 0 : 1;
}

void polymemCudaSetErrorHandler(PolymemCudaErrorHandler handler, void *data) {
  State &process = state();
  std::lock_guard<std::mutex> lock(process.mutex);
  process.handler = handler;
  process.handlerData = data;
}

const char *polymemCudaLastError() {
  std::string &message = pendingError();
  return message.empty() ? nullptr : message.c_str();
}

void polymemCudaClearError() { pendingError().clear(); }

void polymemCudaSetLazyWaits(int lazy) { state().lazyWaits = lazy != 0; }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// A module's handle is its image.
void *mgpuModuleLoad(void *image, size_t /*bytes*/) { return image; }
void *mgpuModuleLoadJIT(void *image, int /*optimization*/) { return image; }

void mgpuModuleUnload(void *module) {
  // After main there is no thread's state to count on, and no one to tell.
  CudaDevice *device =
      currentBinding() ? currentBinding()->device : state().device.load();
  if (device)
    (void)device->unload(module);
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  void *kernel = nullptr;
  call([&](CudaDevice &device) {
    return device.getKernel(module, name, kernel);
  });
  return kernel;
}

void mgpuLaunchKernel(void *kernel, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t dynamicSharedBytes,
                      void * /*stream*/, void **arguments, void ** /*extra*/,
                      size_t /*numArguments*/) {
  call([&](CudaDevice &device) {
    return device.launch(kernel, {gridX, gridY, gridZ},
                         {blockX, blockY, blockZ}, dynamicSharedBytes,
                         arguments, boundStream());
  });
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *mgpuStreamCreate() { return nullptr; }
void mgpuStreamDestroy(void * /*stream*/) {}
void mgpuStreamSynchronize(void * /*stream*/) { waitForDevice(); }
void mgpuStreamWaitEvent(void * /*stream*/, void * /*event*/) {}
void *mgpuEventCreate() { return nullptr; }
void mgpuEventDestroy(void * /*event*/) {}
void mgpuEventSynchronize(void * /*event*/) { waitForDevice(); }
void mgpuEventRecord(void * /*event*/, void * /*stream*/) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t bytes, void * /*stream*/, uint8_t hostShared) {
  uint64_t address = 0;
  call([&](CudaDevice &device) {
    if (isRecording())
      return CudaStatus("the function allocates " + std::to_string(bytes) +
                        " bytes, which a graph cannot do");
    return device.allocate(bytes, hostShared != 0, address);
  });
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the caller's type
  return reinterpret_cast<void *>(address);
}

void mgpuMemFree(void *memory, void * /*stream*/) {
  // Null is what an allocation that failed gave.
  if (!memory)
    return;
  callAlways([&](CudaDevice &device) {
    // Kernels in a stream of its own may still use it.
    if (void *stream = boundStream())
      if (CudaStatus error = device.synchronise(stream))
        return error;
    return device.release(toAddress(memory));
  });
}

void mgpuMemcpy(void *to, void *from, size_t bytes, void * /*stream*/) {
  call([&](CudaDevice &device) {
    void *stream = boundStream();
    if (!stream)
      return device.copy(toAddress(to), toAddress(from), bytes);
    if (CudaStatus error =
            device.copyAsync(toAddress(to), toAddress(from), bytes, stream))
      return error;
    return isRecording() ? CudaStatus() : device.synchronise(stream);
  });
}

void mgpuMemset32(void *to, uint32_t value, size_t count, void * /*stream*/) {
  call([&](CudaDevice &device) {
    return device.fill(toAddress(to), value, 4, count, boundStream());
  });
}

void mgpuMemset16(void *to, uint16_t value, size_t count, void * /*stream*/) {
  call([&](CudaDevice &device) {
    return device.fill(toAddress(to), value, 2, count, boundStream());
  });
}

void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                               int64_t elementBytes) {
  auto [memory, bytes] = memoryOf(rank, descriptor, elementBytes);
  call([memory = memory, bytes = bytes](CudaDevice &device) {
    return device.contains(toAddress(memory))
               ? CudaStatus()
               : device.registerHost(memory, bytes);
  });
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                 int64_t elementBytes) {
  auto [memory, bytes] = memoryOf(rank, descriptor, elementBytes);
  callAlways([memory = memory](CudaDevice &device) {
    return device.unregisterHost(memory);
  });
}
