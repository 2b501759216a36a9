//===- CudaDevice.h - a GPU through the CUDA driver -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's library is loaded at run time: nothing of CUDA is needed to
// build PolyMem. Everything happens in order, on the default stream.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNTIME_CUDADEVICE_H
#define POLYMEM_RUNTIME_CUDADEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace polymem::runtime {

/// The first device of the driver. Errors of its functions name the driver's
/// function and its error, by name, number and text. After an error of a
/// kernel, most that follow fail, too: the driver gives up the context.
class CudaDevice {
public:
  /// Loads the driver from the file `library`, or as libcuda.so.1 if that is
  /// empty. Errors: no such library, one that is no driver, no device.
  static llvm::Expected<std::unique_ptr<CudaDevice>>
  open(llvm::StringRef library);
  ~CudaDevice();
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;

  /// Device memory of `bytes` bytes, at least one, at a multiple of 256.
  llvm::Expected<uint64_t> allocate(size_t bytes);
  llvm::Error release(uint64_t address);
  llvm::Error copyIn(uint64_t to, const void *from, size_t bytes);
  llvm::Error copyOut(void *to, uint64_t from, size_t bytes);
  /// Between any two places, on the device or not.
  llvm::Error copy(uint64_t to, uint64_t from, size_t bytes);
  /// Fills `count` elements of 2 or 4 bytes.
  llvm::Error fill(uint64_t to, uint32_t value, unsigned elementBytes,
                   size_t count);

  /// Lets kernels use memory of the host, where it is.
  llvm::Error registerHost(void *memory, size_t bytes);
  llvm::Error unregisterHost(void *memory);
  bool hasRegistrations() const { return !registrations.empty(); }
  /// Undoes all registrations, after a call that did not come to its end.
  void unregisterAll();

  /// Whether `address` is in memory that allocate() gave out.
  bool contains(uint64_t address) const;

  /// The driver's handle of kernel `name` in `image`: PTX text that ends with
  /// a zero, or a binary. An image is loaded at its first use and must stay
  /// where it is; the driver compiles it, and what its compiler has to say is
  /// part of the error.
  llvm::Expected<void *> getKernel(const void *image, llvm::StringRef name);

  /// Starts a kernel; `arguments` point to its parameters.
  llvm::Error launch(void *kernel, const std::array<int64_t, 3> &grid,
                     const std::array<int64_t, 3> &block, int64_t dynamicBytes,
                     void **arguments);
  /// Waits for everything; an error is that of a kernel.
  llvm::Error synchronise();

private:
  struct Driver;
  explicit CudaDevice(std::unique_ptr<Driver> driver);
  llvm::Error initialise();
  llvm::Error errorOf(llvm::StringRef function, int code) const;

  std::unique_ptr<Driver> driver;
  int device = 0;
  bool hasContext = false;
  /// Bytes of allocations, by address.
  std::map<uint64_t, size_t> allocations;
  std::map<const void *, void *> modules;
  std::set<void *> registrations;
};

} // namespace polymem::runtime

#endif // POLYMEM_RUNTIME_CUDADEVICE_H
