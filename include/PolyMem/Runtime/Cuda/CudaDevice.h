//===- CudaDevice.h - a GPU through the CUDA driver -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's library is loaded at run time: nothing of CUDA is needed to
// build PolyMem. Everything happens in order, on the default stream or on one
// that the caller names. Of LLVM nothing is needed either: the run-time library
// for programs that are linked with compiled functions (CudaRuntime.h) is made
// of this.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNTIME_CUDA_CUDADEVICE_H
#define POLYMEM_RUNTIME_CUDA_CUDADEVICE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace polymem::runtime {

/// What came of a call: success, or the text of an error. As a condition it is
/// true if there is an error.
class [[nodiscard]] CudaStatus {
public:
  CudaStatus() = default;
  /// An error; `message` is not empty.
  explicit CudaStatus(std::string message) : text(std::move(message)) {}
  explicit operator bool() const { return !text.empty(); }
  const std::string &message() const { return text; }

private:
  std::string text;
};

/// What a device is.
struct CudaDeviceInfo {
  std::string name;
  /// Its compute capability.
  int major = 0, minor = 0;
};

/// A device of the driver. A stream is a CUstream of the device's primary
/// context, null for the default stream. Errors of its functions name the
/// driver's function and its error, by name, number and text. After an error of
/// a kernel, most that follow fail, too: the driver gives up the context. All
/// functions may be called by any thread at any time; the context that a thread
/// has is as before when they return.
class CudaDevice {
public:
  /// Loads the driver from the file `library`, or as libcuda.so.1 if that is
  /// empty, and opens its device `ordinal`. Errors, which leave `device` as it
  /// is: no such library, one that is no driver, no device.
  static CudaStatus open(const std::string &library, int ordinal,
                         std::unique_ptr<CudaDevice> &device);
  ~CudaDevice();
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;

  /// What the driver says of the device.
  CudaStatus describe(CudaDeviceInfo &info);

  /// Makes the device's context the calling thread's, which saves changing it
  /// in each call.
  CudaStatus makeCurrent();

  /// Device memory of `bytes` bytes, at least one, at a multiple of 256. If
  /// `hostShared`, the host can use it, too, when the device is idle.
  CudaStatus allocate(size_t bytes, bool hostShared, uint64_t &address);
  CudaStatus release(uint64_t address);
  CudaStatus copyIn(uint64_t to, const void *from, size_t bytes);
  CudaStatus copyOut(void *to, uint64_t from, size_t bytes);
  /// Between any two places, on the device or not.
  CudaStatus copy(uint64_t to, uint64_t from, size_t bytes);
  /// The same in the order of a stream, without waiting for it.
  CudaStatus copyAsync(uint64_t to, uint64_t from, size_t bytes, void *stream);
  /// Fills `count` elements of 2 or 4 bytes.
  CudaStatus fill(uint64_t to, uint32_t value, unsigned elementBytes,
                  size_t count, void *stream = nullptr);

  /// Lets kernels use memory of the host, where it is. Counted: it takes as
  /// many calls of unregisterHost to undo. Memory that others have registered
  /// is left to them.
  CudaStatus registerHost(void *memory, size_t bytes);
  CudaStatus unregisterHost(void *memory);
  /// Whether the host can touch memory that kernels use: registered by
  /// registerHost, or allocated for both.
  bool sharesMemory() const;
  /// Undoes all registrations, after a call that did not come to its end.
  void unregisterAll();

  /// Whether `address` is in memory that allocate() gave out for the device
  /// alone.
  bool contains(uint64_t address) const;

  /// The driver's handle of kernel `name` in `image`: PTX text that ends with
  /// a zero, or a binary. An image is loaded at its first use and must stay
  /// where it is until unload(); the driver compiles it, and what its compiler
  /// has to say is part of the error.
  CudaStatus getKernel(const void *image, const char *name, void *&kernel);
  /// Forgets an image, which may be one that was never used.
  CudaStatus unload(const void *image);

  /// Starts a kernel; `arguments` point to its parameters. Errors name it.
  CudaStatus launch(void *kernel, const std::array<int64_t, 3> &grid,
                    const std::array<int64_t, 3> &block, int64_t dynamicBytes,
                    void **arguments, void *stream = nullptr);
  /// Waits for everything; an error is that of a kernel.
  CudaStatus synchronise();
  /// Waits for what is in a stream.
  CudaStatus synchronise(void *stream);

  /// A stream that does not wait for the default one.
  CudaStatus createStream(void *&stream);
  CudaStatus destroyStream(void *stream);
  /// From now on, what goes to `stream` is recorded and not done.
  CudaStatus beginCapture(void *stream);
  /// Ends that. `graph` is what was recorded, ready to be launched.
  CudaStatus endCapture(void *stream, void *&graph);
  /// Does what was recorded, in the order of a stream.
  CudaStatus launchGraph(void *graph, void *stream);
  CudaStatus destroyGraph(void *graph);

private:
  struct Driver;
  class Scope;
  struct Allocation {
    size_t bytes;
    bool hostShared;
  };
  struct Registration {
    unsigned count;
    /// By somebody else, who will undo it.
    bool foreign;
  };

  explicit CudaDevice(std::unique_ptr<Driver> driver);
  CudaStatus initialise(int ordinal);
  CudaStatus statusOf(const char *function, int code) const;
  CudaStatus load(const void *image, void *&module);

  std::unique_ptr<Driver> driver;
  int device = 0;
  void *context = nullptr;
  /// Of what follows.
  mutable std::mutex mutex;
  /// By address.
  std::map<uint64_t, Allocation> allocations;
  size_t numHostShared = 0;
  std::map<const void *, void *> modules;
  /// By handle.
  std::map<void *, std::string> kernelNames;
  std::map<void *, Registration> registrations;
};

} // namespace polymem::runtime

#endif // POLYMEM_RUNTIME_CUDA_CUDADEVICE_H
