//===- CudaDevice.cpp - a GPU through the CUDA driver ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/Cuda/CudaDevice.h"
#include <algorithm>
#include <dlfcn.h>

namespace polymem::runtime {

/// The file that drivers install.
static constexpr char kDriverLibrary[] = "libcuda.so.1";

// From the driver's interface, which keeps old functions as they are:
// CUfunction_attribute, and of CUjit_option what is used here.
static constexpr int kMaxDynamicSharedBytes = 8;
static constexpr unsigned kErrorLog = 5, kErrorLogBytes = 6;
/// CU_MEMHOSTREGISTER_DEVICEMAP, CU_MEM_ATTACH_GLOBAL.
static constexpr unsigned kMapToDevice = 2, kForAllStreams = 1;
/// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
static constexpr int kMajor = 75, kMinor = 76;
/// CU_STREAM_NON_BLOCKING; CU_STREAM_CAPTURE_MODE_RELAXED: modules are loaded
/// at their first use, which other modes forbid.
static constexpr unsigned kNonBlocking = 1;
static constexpr int kRelaxedCapture = 2;
/// CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED.
static constexpr int kAlreadyRegistered = 712;
/// More dynamic shared memory than this must be asked for.
static constexpr int64_t kFreeDynamicBytes = 48 << 10;

/// The driver's functions that are used, with their types. Handles are
/// pointers; addresses of device memory are integers.
struct CudaDevice::Driver {
  void *library = nullptr;
  ~Driver() {
    if (library)
      dlclose(library);
  }

  // NOLINTBEGIN(bugprone-macro-parentheses): names and types
#define POLYMEM_CUDA_FUNCTIONS(F)                                              \
  F(cuInit, (unsigned flags))                                                  \
  F(cuDeviceGet, (int *device, int ordinal))                                   \
  F(cuDeviceGetName, (char *name, int bytes, int device))                      \
  F(cuDeviceGetAttribute, (int *value, int attribute, int device))             \
  F(cuDevicePrimaryCtxRetain, (void **context, int device))                    \
  F(cuDevicePrimaryCtxRelease_v2, (int device))                                \
  F(cuCtxSetCurrent, (void *context))                                          \
  F(cuCtxGetCurrent, (void **context))                                         \
  F(cuCtxPushCurrent_v2, (void *context))                                      \
  F(cuCtxPopCurrent_v2, (void **context))                                      \
  F(cuCtxSynchronize, ())                                                      \
  F(cuMemAlloc_v2, (uint64_t *address, size_t bytes))                          \
  F(cuMemAllocManaged, (uint64_t *address, size_t bytes, unsigned flags))      \
  F(cuMemFree_v2, (uint64_t address))                                          \
  F(cuMemcpyHtoD_v2, (uint64_t to, const void *from, size_t bytes))            \
  F(cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t bytes))                  \
  F(cuMemcpy, (uint64_t to, uint64_t from, size_t bytes))                      \
  F(cuMemcpyAsync, (uint64_t to, uint64_t from, size_t bytes, void *stream))   \
  F(cuMemsetD16Async,                                                          \
    (uint64_t to, uint16_t value, size_t count, void *stream))                 \
  F(cuMemsetD32Async,                                                          \
    (uint64_t to, uint32_t value, size_t count, void *stream))                 \
  F(cuMemsetD16_v2, (uint64_t to, uint16_t value, size_t count))               \
  F(cuMemsetD32_v2, (uint64_t to, uint32_t value, size_t count))               \
  F(cuMemHostRegister_v2, (void *memory, size_t bytes, unsigned flags))        \
  F(cuMemHostUnregister, (void *memory))                                       \
  F(cuModuleLoadDataEx, (void **module, const void *image, unsigned number,    \
                         unsigned *options, void **values))                    \
  F(cuModuleUnload, (void *module))                                            \
  F(cuModuleGetFunction, (void **function, void *module, const char *name))    \
  F(cuFuncSetAttribute, (void *function, int attribute, int value))            \
  F(cuLaunchKernel,                                                            \
    (void *function, unsigned gridX, unsigned gridY, unsigned gridZ,           \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     void *stream, void **arguments, void **extra))                            \
  F(cuStreamCreate, (void **stream, unsigned flags))                           \
  F(cuStreamDestroy_v2, (void *stream))                                        \
  F(cuStreamSynchronize, (void *stream))                                       \
  F(cuStreamBeginCapture_v2, (void *stream, int mode))                         \
  F(cuStreamEndCapture, (void *stream, void **graph))                          \
  F(cuGraphInstantiateWithFlags,                                               \
    (void **executable, void *graph, unsigned long long flags))                \
  F(cuGraphLaunch, (void *executable, void *stream))                           \
  F(cuGraphExecDestroy, (void *executable))                                    \
  F(cuGraphDestroy, (void *graph))                                             \
  F(cuGetErrorName, (int code, const char **name))                             \
  F(cuGetErrorString, (int code, const char **text))

#define POLYMEM_DECLARE(name, parameters) int(*name) parameters = nullptr;
  POLYMEM_CUDA_FUNCTIONS(POLYMEM_DECLARE)
#undef POLYMEM_DECLARE

  /// The first function that the library does not have, or null.
  const char *findFunctions() {
#define POLYMEM_FIND(name, parameters)                                         \
  name = reinterpret_cast<int(*) parameters>(dlsym(library, #name));           \
  if (!name)                                                                   \
    return #name;
    POLYMEM_CUDA_FUNCTIONS(POLYMEM_FIND)
#undef POLYMEM_FIND
    return nullptr;
  }
  // NOLINTEND(bugprone-macro-parentheses)
};

CudaDevice::CudaDevice(std::unique_ptr<Driver> driver)
    : driver(std::move(driver)) {}

CudaStatus CudaDevice::open(const std::string &library, int ordinal,
                            std::unique_ptr<CudaDevice> &device) {
  std::string file = library.empty() ? kDriverLibrary : library;
  auto driver = std::make_unique<Driver>();
  driver->library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!driver->library)
    return CudaStatus(std::string("there is no NVIDIA driver: ") + dlerror());
  if (const char *missing = driver->findFunctions())
    return CudaStatus("'" + file +
                      "' is no NVIDIA driver, or an old one: it has no "
                      "function " +
                      missing);
  std::unique_ptr<CudaDevice> opened(new CudaDevice(std::move(driver)));
  if (CudaStatus error = opened->initialise(ordinal))
    return error;
  device = std::move(opened);
  return {};
}

CudaStatus CudaDevice::statusOf(const char *function, int code) const {
  if (code == 0)
    return {};
  const char *name = nullptr, *text = nullptr;
  if (driver->cuGetErrorName(code, &name) != 0 || !name)
    name = "unknown error";
  if (driver->cuGetErrorString(code, &text) != 0 || !text)
    text = "no description";
  return CudaStatus(std::string(function) + ": " + name + " (" +
                    std::to_string(code) + "): " + text);
}

/// Calls a function of the driver; the error if there is one.
#define CALL(function, ...) statusOf(#function, driver->function(__VA_ARGS__))

/// While one lives, the device's context is the calling thread's. A program
/// that uses CUDA itself finds its own again.
class CudaDevice::Scope {
public:
  explicit Scope(const CudaDevice &device) : driver(*device.driver) {
    void *current = nullptr;
    int code = driver.cuCtxGetCurrent(&current);
    if (code == 0 && current == device.context)
      return;
    code = driver.cuCtxPushCurrent_v2(device.context);
    entered = code == 0;
    error = device.statusOf("cuCtxPushCurrent_v2", code);
  }
  ~Scope() {
    void *popped = nullptr;
    if (entered)
      driver.cuCtxPopCurrent_v2(&popped);
  }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

  CudaStatus error;

private:
  const Driver &driver;
  bool entered = false;
};

/// Calls a function of the driver in the device's context.
#define CALL_IN_CONTEXT(function, ...)                                         \
  [&] {                                                                        \
    Scope scope(*this);                                                        \
    return scope.error ? scope.error : CALL(function, __VA_ARGS__);            \
  }()

CudaStatus CudaDevice::initialise(int ordinal) {
  if (CudaStatus error = CALL(cuInit, 0))
    return error;
  if (CudaStatus error = CALL(cuDeviceGet, &device, ordinal))
    return error;
  return CALL(cuDevicePrimaryCtxRetain, &context, device);
}

CudaDevice::~CudaDevice() {
  if (!context)
    return;
  // What fails here has failed before.
  {
    Scope scope(*this);
    for (auto [address, allocation] : allocations)
      driver->cuMemFree_v2(address);
    for (auto [image, module] : modules)
      driver->cuModuleUnload(module);
  }
  driver->cuDevicePrimaryCtxRelease_v2(device);
}

CudaStatus CudaDevice::describe(CudaDeviceInfo &info) {
  std::array<char, 256> name = {};
  if (CudaStatus error = CALL(cuDeviceGetName, name.data(),
                              static_cast<int>(name.size() - 1), device))
    return error;
  info.name = name.data();
  if (CudaStatus error =
          CALL(cuDeviceGetAttribute, &info.major, kMajor, device))
    return error;
  return CALL(cuDeviceGetAttribute, &info.minor, kMinor, device);
}

CudaStatus CudaDevice::makeCurrent() { return CALL(cuCtxSetCurrent, context); }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CudaStatus CudaDevice::allocate(size_t bytes, bool hostShared,
                                uint64_t &address) {
  bytes = std::max<size_t>(bytes, 1);
  if (CudaStatus error = hostShared
                             ? CALL_IN_CONTEXT(cuMemAllocManaged, &address,
                                               bytes, kForAllStreams)
                             : CALL_IN_CONTEXT(cuMemAlloc_v2, &address, bytes))
    return error;
  std::lock_guard<std::mutex> lock(mutex);
  allocations[address] = {bytes, hostShared};
  numHostShared += hostShared;
  return {};
}

CudaStatus CudaDevice::release(uint64_t address) {
  {
    // First: another thread may get this address as soon as it is free.
    std::lock_guard<std::mutex> lock(mutex);
    auto it = allocations.find(address);
    if (it != allocations.end()) {
      numHostShared -= it->second.hostShared;
      allocations.erase(it);
    }
  }
  return CALL_IN_CONTEXT(cuMemFree_v2, address);
}

CudaStatus CudaDevice::copyIn(uint64_t to, const void *from, size_t bytes) {
  return bytes == 0 ? CudaStatus()
                    : CALL_IN_CONTEXT(cuMemcpyHtoD_v2, to, from, bytes);
}

CudaStatus CudaDevice::copyOut(void *to, uint64_t from, size_t bytes) {
  return bytes == 0 ? CudaStatus()
                    : CALL_IN_CONTEXT(cuMemcpyDtoH_v2, to, from, bytes);
}

CudaStatus CudaDevice::copy(uint64_t to, uint64_t from, size_t bytes) {
  return bytes == 0 ? CudaStatus() : CALL_IN_CONTEXT(cuMemcpy, to, from, bytes);
}

CudaStatus CudaDevice::copyAsync(uint64_t to, uint64_t from, size_t bytes,
                                 void *stream) {
  return bytes == 0 ? CudaStatus()
                    : CALL_IN_CONTEXT(cuMemcpyAsync, to, from, bytes, stream);
}

CudaStatus CudaDevice::fill(uint64_t to, uint32_t value, unsigned elementBytes,
                            size_t count, void *stream) {
  if (count == 0)
    return {};
  if (stream)
    return elementBytes == 2
               ? CALL_IN_CONTEXT(cuMemsetD16Async, to,
                                 static_cast<uint16_t>(value), count, stream)
               : CALL_IN_CONTEXT(cuMemsetD32Async, to, value, count, stream);
  if (elementBytes == 2)
    return CALL_IN_CONTEXT(cuMemsetD16_v2, to, static_cast<uint16_t>(value),
                           count);
  return CALL_IN_CONTEXT(cuMemsetD32_v2, to, value, count);
}

CudaStatus CudaDevice::registerHost(void *memory, size_t bytes) {
  if (bytes == 0)
    return {};
  std::lock_guard<std::mutex> lock(mutex);
  auto it = registrations.find(memory);
  if (it != registrations.end()) {
    ++it->second.count;
    return {};
  }
  Scope scope(*this);
  if (scope.error)
    return scope.error;
  int code = driver->cuMemHostRegister_v2(memory, bytes, kMapToDevice);
  bool foreign = code == kAlreadyRegistered;
  if (foreign)
    code = 0;
  if (code == 0)
    registrations[memory] = {1, foreign};
  return statusOf("cuMemHostRegister_v2", code);
}

CudaStatus CudaDevice::unregisterHost(void *memory) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = registrations.find(memory);
  if (it == registrations.end() || --it->second.count != 0)
    return {};
  bool foreign = it->second.foreign;
  registrations.erase(it);
  return foreign ? CudaStatus() : CALL_IN_CONTEXT(cuMemHostUnregister, memory);
}

bool CudaDevice::sharesMemory() const {
  std::lock_guard<std::mutex> lock(mutex);
  return !registrations.empty() || numHostShared != 0;
}

void CudaDevice::unregisterAll() {
  std::lock_guard<std::mutex> lock(mutex);
  Scope scope(*this);
  // What fails here has failed before.
  for (auto [memory, registration] : registrations)
    if (!registration.foreign)
      driver->cuMemHostUnregister(memory);
  registrations.clear();
}

bool CudaDevice::contains(uint64_t address) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return false;
  const auto &[begin, allocation] = *std::prev(next);
  return !allocation.hostShared && address - begin < allocation.bytes;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

CudaStatus CudaDevice::load(const void *image, void *&module) {
  std::array<char, 8192> log = {};
  unsigned options[] = {kErrorLog, kErrorLogBytes};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): so the driver has it
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size())};
  int code = driver->cuModuleLoadDataEx(&module, image, 2, options, values);
  CudaStatus status = statusOf("cuModuleLoadDataEx", code);
  log.back() = '\0';
  std::string said = log.data();
  said.erase(said.find_last_not_of(" \n\r\t") + 1);
  return status && !said.empty() ? CudaStatus(status.message() + "\n" + said)
                                 : status;
}

CudaStatus CudaDevice::getKernel(const void *image, const char *name,
                                 void *&kernel) {
  Scope scope(*this);
  if (scope.error)
    return scope.error;
  std::lock_guard<std::mutex> lock(mutex);
  auto it = modules.find(image);
  if (it == modules.end()) {
    void *module = nullptr;
    if (CudaStatus error = load(image, module))
      return error;
    it = modules.emplace(image, module).first;
  }
  if (CudaStatus error = CALL(cuModuleGetFunction, &kernel, it->second, name))
    return CudaStatus(std::string("kernel ") + name + ": " + error.message());
  kernelNames[kernel] = name;
  return {};
}

CudaStatus CudaDevice::unload(const void *image) {
  void *module = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = modules.find(image);
    if (it == modules.end())
      return {};
    module = it->second;
    modules.erase(it);
  }
  return CALL_IN_CONTEXT(cuModuleUnload, module);
}

CudaStatus CudaDevice::launch(void *kernel, const std::array<int64_t, 3> &grid,
                              const std::array<int64_t, 3> &block,
                              int64_t dynamicBytes, void **arguments,
                              void *stream) {
  Scope scope(*this);
  if (scope.error)
    return scope.error;
  auto named = [&](const std::string &text) {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = kernelNames.find(kernel);
    std::string name = it == kernelNames.end() ? "unknown" : it->second;
    return CudaStatus("kernel " + name + ": " + text);
  };
  if (dynamicBytes > kFreeDynamicBytes)
    if (CudaStatus error =
            CALL(cuFuncSetAttribute, kernel, kMaxDynamicSharedBytes,
                 static_cast<int>(dynamicBytes)))
      return named("it needs " + std::to_string(dynamicBytes) +
                   " bytes of dynamic shared memory: " + error.message());
  CudaStatus error =
      CALL(cuLaunchKernel, kernel, grid[0], grid[1], grid[2], block[0],
           block[1], block[2], static_cast<unsigned>(dynamicBytes), stream,
           arguments, /*extra=*/nullptr);
  return error ? named(error.message()) : CudaStatus();
}

CudaStatus CudaDevice::synchronise() {
  Scope scope(*this);
  return scope.error ? scope.error : CALL(cuCtxSynchronize);
}

CudaStatus CudaDevice::synchronise(void *stream) {
  return CALL_IN_CONTEXT(cuStreamSynchronize, stream);
}

//===----------------------------------------------------------------------===//
// Streams and graphs
//===----------------------------------------------------------------------===//

CudaStatus CudaDevice::createStream(void *&stream) {
  return CALL_IN_CONTEXT(cuStreamCreate, &stream, kNonBlocking);
}

CudaStatus CudaDevice::destroyStream(void *stream) {
  return CALL_IN_CONTEXT(cuStreamDestroy_v2, stream);
}

CudaStatus CudaDevice::beginCapture(void *stream) {
  return CALL_IN_CONTEXT(cuStreamBeginCapture_v2, stream, kRelaxedCapture);
}

CudaStatus CudaDevice::endCapture(void *stream, void *&graph) {
  void *recorded = nullptr;
  if (CudaStatus error = CALL_IN_CONTEXT(cuStreamEndCapture, stream, &recorded))
    return error;
  CudaStatus error = CALL_IN_CONTEXT(cuGraphInstantiateWithFlags, &graph,
                                     recorded, /*flags=*/0ULL);
  CudaStatus destroyed = CALL_IN_CONTEXT(cuGraphDestroy, recorded);
  return error ? error : destroyed;
}

CudaStatus CudaDevice::launchGraph(void *graph, void *stream) {
  return CALL_IN_CONTEXT(cuGraphLaunch, graph, stream);
}

CudaStatus CudaDevice::destroyGraph(void *graph) {
  return CALL_IN_CONTEXT(cuGraphExecDestroy, graph);
}

} // namespace polymem::runtime
