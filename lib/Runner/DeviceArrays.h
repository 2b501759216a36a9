//===- DeviceArrays.h - arguments in a device's memory ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_RUNNER_DEVICEARRAYS_H
#define POLYMEM_LIB_RUNNER_DEVICEARRAYS_H

#include "PolyMem/Runner/Runner.h"
#include "PolyMem/Runtime/Cuda/CudaDevice.h"

namespace polymem::runtime {

llvm::Error toError(const CudaStatus &status);

/// Copies of the arrays of a call, guard zones included, on a device; released
/// in the end.
class DeviceArrays {
public:
  /// `device` may be null if nothing is copied.
  explicit DeviceArrays(CudaDevice *device) : device(device) {}
  ~DeviceArrays();
  DeviceArrays(const DeviceArrays &) = delete;
  DeviceArrays &operator=(const DeviceArrays &) = delete;

  /// Again: with the same arguments, which then are as they are now.
  llvm::Error copyIn(Arguments &arguments);
  llvm::Error copyOut(Arguments &arguments);
  /// Where the data of each argument are, 0 for scalars; empty before copyIn.
  llvm::ArrayRef<uint64_t> addresses() const { return data; }

private:
  CudaDevice *device;
  /// Of the first guard zones, and behind them.
  std::vector<uint64_t> blocks, data;
};

} // namespace polymem::runtime

#endif // POLYMEM_LIB_RUNNER_DEVICEARRAYS_H
