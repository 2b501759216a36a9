//===- Driver.h - the functions of the CUDA driver --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's library is loaded when the program runs: nothing of CUDA is
// needed to compile it. A program that includes <cuda.h> calls the functions
// of the same names.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EXAMPLES_LAUNCHPTX_DRIVER_H
#define POLYMEM_EXAMPLES_LAUNCHPTX_DRIVER_H

#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace example {

class Driver {
public:
  /// Loads libcuda.so.1, or the file that POLYMEM_CUDA_DRIVER names, and opens
  /// the first device.
  Driver() {
    const char *given = std::getenv("POLYMEM_CUDA_DRIVER");
    library = dlopen(given ? given : "libcuda.so.1", RTLD_NOW);
    if (!library)
      throw std::runtime_error(std::string("no CUDA driver: ") + dlerror());
    call<int(unsigned)>("cuInit", 0U);
    call<int(int *, int)>("cuDeviceGet", &device, 0);
    void *context = nullptr;
    call<int(void **, int)>("cuDevicePrimaryCtxRetain", &context, device);
    call<int(void *)>("cuCtxSetCurrent", context);
  }
  ~Driver() {
    find<int(int)>("cuDevicePrimaryCtxRelease_v2")(device);
    dlclose(library);
  }
  Driver(const Driver &) = delete;
  Driver &operator=(const Driver &) = delete;

  /// Calls a function of the driver; an error if that fails.
  template <typename Type, typename... Arguments>
  void call(const char *name, Arguments... arguments) {
    int code = find<Type>(name)(arguments...);
    if (code == 0)
      return;
    const char *error = "unknown error";
    find<int(int, const char **)>("cuGetErrorName")(code, &error);
    throw std::runtime_error(std::string(name) + ": " + error);
  }

  uint64_t allocate(size_t bytes) {
    uint64_t address = 0;
    // The driver has no empty memory.
    call<int(uint64_t *, size_t)>("cuMemAlloc_v2", &address,
                                  bytes == 0 ? 1 : bytes);
    return address;
  }
  void release(uint64_t address) {
    call<int(uint64_t)>("cuMemFree_v2", address);
  }
  void copyIn(uint64_t to, const void *from, size_t bytes) {
    if (bytes > 0)
      call<int(uint64_t, const void *, size_t)>("cuMemcpyHtoD_v2", to, from,
                                                bytes);
  }
  void copyOut(void *to, uint64_t from, size_t bytes) {
    if (bytes > 0)
      call<int(void *, uint64_t, size_t)>("cuMemcpyDtoH_v2", to, from, bytes);
  }
  void copyInside(uint64_t to, uint64_t from, size_t bytes) {
    if (bytes > 0)
      call<int(uint64_t, uint64_t, size_t)>("cuMemcpy", to, from, bytes);
  }

private:
  template <typename Type> Type *find(const char *name) {
    auto *function = reinterpret_cast<Type *>(dlsym(library, name));
    if (!function)
      throw std::runtime_error(std::string("the driver has no ") + name);
    return function;
  }

  void *library = nullptr;
  int device = 0;
};

} // namespace example

#endif // POLYMEM_EXAMPLES_LAUNCHPTX_DRIVER_H
