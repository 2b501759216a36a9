//===- CudaDevice.cpp - a GPU through the CUDA driver ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runtime/CudaDevice.h"
#include <dlfcn.h>

using namespace llvm;

namespace polymem::runtime {

/// The file that drivers install.
static constexpr char kDriverLibrary[] = "libcuda.so.1";

// From the driver's interface, which keeps old functions as they are:
// CUfunction_attribute, and of CUjit_option what is used here.
static constexpr int kMaxDynamicSharedBytes = 8;
static constexpr unsigned kErrorLog = 5, kErrorLogBytes = 6;
/// CU_MEMHOSTREGISTER_DEVICEMAP.
static constexpr unsigned kMapToDevice = 2;
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
  F(cuDevicePrimaryCtxRetain, (void **context, int device))                    \
  F(cuDevicePrimaryCtxRelease_v2, (int device))                                \
  F(cuCtxSetCurrent, (void *context))                                          \
  F(cuCtxSynchronize, ())                                                      \
  F(cuMemAlloc_v2, (uint64_t *address, size_t bytes))                          \
  F(cuMemFree_v2, (uint64_t address))                                          \
  F(cuMemcpyHtoD_v2, (uint64_t to, const void *from, size_t bytes))            \
  F(cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t bytes))                  \
  F(cuMemcpy, (uint64_t to, uint64_t from, size_t bytes))                      \
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

Expected<std::unique_ptr<CudaDevice>> CudaDevice::open(StringRef library) {
  std::string file = library.empty() ? kDriverLibrary : library.str();
  auto driver = std::make_unique<Driver>();
  driver->library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!driver->library)
    return createStringError("there is no NVIDIA driver: " + Twine(dlerror()));
  if (const char *missing = driver->findFunctions())
    return createStringError("'" + file +
                             "' is no NVIDIA driver, or an old "
                             "one: it has no function " +
                             missing);
  std::unique_ptr<CudaDevice> device(new CudaDevice(std::move(driver)));
  if (Error error = device->initialise())
    return std::move(error);
  return device;
}

Error CudaDevice::errorOf(StringRef function, int code) const {
  if (code == 0)
    return Error::success();
  const char *name = nullptr, *text = nullptr;
  if (driver->cuGetErrorName(code, &name) != 0 || !name)
    name = "unknown error";
  if (driver->cuGetErrorString(code, &text) != 0 || !text)
    text = "no description";
  return createStringError(function + ": " + name + " (" + Twine(code) +
                           "): " + text);
}

/// Calls a function of the driver; the error if there is one.
#define CALL(function, ...) errorOf(#function, driver->function(__VA_ARGS__))

Error CudaDevice::initialise() {
  if (Error error = CALL(cuInit, 0))
    return error;
  if (Error error = CALL(cuDeviceGet, &device, 0))
    return error;
  void *context = nullptr;
  if (Error error = CALL(cuDevicePrimaryCtxRetain, &context, device))
    return error;
  hasContext = true;
  return CALL(cuCtxSetCurrent, context);
}

CudaDevice::~CudaDevice() {
  // What fails here has failed before.
  for (auto [address, bytes] : allocations)
    driver->cuMemFree_v2(address);
  for (auto [image, module] : modules)
    driver->cuModuleUnload(module);
  if (hasContext)
    driver->cuDevicePrimaryCtxRelease_v2(device);
}

Expected<uint64_t> CudaDevice::allocate(size_t bytes) {
  uint64_t address = 0;
  bytes = std::max<size_t>(bytes, 1);
  if (Error error = CALL(cuMemAlloc_v2, &address, bytes))
    return std::move(error);
  allocations[address] = bytes;
  return address;
}

Error CudaDevice::release(uint64_t address) {
  allocations.erase(address);
  return CALL(cuMemFree_v2, address);
}

Error CudaDevice::copyIn(uint64_t to, const void *from, size_t bytes) {
  return bytes == 0 ? Error::success() : CALL(cuMemcpyHtoD_v2, to, from, bytes);
}

Error CudaDevice::copyOut(void *to, uint64_t from, size_t bytes) {
  return bytes == 0 ? Error::success() : CALL(cuMemcpyDtoH_v2, to, from, bytes);
}

Error CudaDevice::copy(uint64_t to, uint64_t from, size_t bytes) {
  return bytes == 0 ? Error::success() : CALL(cuMemcpy, to, from, bytes);
}

Error CudaDevice::fill(uint64_t to, uint32_t value, unsigned elementBytes,
                       size_t count) {
  if (count == 0)
    return Error::success();
  if (elementBytes == 2)
    return CALL(cuMemsetD16_v2, to, static_cast<uint16_t>(value), count);
  return CALL(cuMemsetD32_v2, to, value, count);
}

Error CudaDevice::registerHost(void *memory, size_t bytes) {
  if (bytes == 0)
    return Error::success();
  if (Error error = CALL(cuMemHostRegister_v2, memory, bytes, kMapToDevice))
    return error;
  registrations.insert(memory);
  return Error::success();
}

Error CudaDevice::unregisterHost(void *memory) {
  return registrations.erase(memory) == 0 ? Error::success()
                                          : CALL(cuMemHostUnregister, memory);
}

void CudaDevice::unregisterAll() {
  // What fails here has failed before.
  for (void *memory : registrations)
    driver->cuMemHostUnregister(memory);
  registrations.clear();
}

bool CudaDevice::contains(uint64_t address) const {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return false;
  auto [begin, bytes] = *std::prev(next);
  return address - begin < bytes;
}

Expected<void *> CudaDevice::getKernel(const void *image, StringRef name) {
  void *&module = modules[image];
  if (!module) {
    std::array<char, 8192> log = {};
    unsigned options[] = {kErrorLog, kErrorLogBytes};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): so the driver has it
    void *values[] = {log.data(), reinterpret_cast<void *>(log.size())};
    int code = driver->cuModuleLoadDataEx(&module, image, 2, options, values);
    if (code != 0) {
      modules.erase(image);
      std::string text = toString(errorOf("cuModuleLoadDataEx", code));
      StringRef said = StringRef(log.data()).trim();
      return createStringError(said.empty() ? text : text + "\n" + said.str());
    }
  }
  void *function = nullptr;
  if (Error error =
          CALL(cuModuleGetFunction, &function, module, name.str().c_str()))
    return std::move(error);
  return function;
}

Error CudaDevice::launch(void *kernel, const std::array<int64_t, 3> &grid,
                         const std::array<int64_t, 3> &block,
                         int64_t dynamicBytes, void **arguments) {
  if (dynamicBytes > kFreeDynamicBytes)
    if (Error error = CALL(cuFuncSetAttribute, kernel, kMaxDynamicSharedBytes,
                           static_cast<int>(dynamicBytes)))
      return createStringError(
          "a kernel needs " + Twine(dynamicBytes) +
          " bytes of dynamic shared memory: " + toString(std::move(error)));
  return CALL(cuLaunchKernel, kernel, grid[0], grid[1], grid[2], block[0],
              block[1], block[2], static_cast<unsigned>(dynamicBytes),
              /*stream=*/nullptr, arguments, /*extra=*/nullptr);
}

Error CudaDevice::synchronise() { return CALL(cuCtxSynchronize); }

} // namespace polymem::runtime
