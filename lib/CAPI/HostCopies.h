//===- HostCopies.h - arrays of the host on a device (internal) -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CAPI_HOSTCOPIES_H
#define POLYMEM_LIB_CAPI_HOSTCOPIES_H

#include "PolyMem/Runtime/Cuda/CudaDevice.h"
#include "Program.h"

namespace polymem::capi {

/// Copies of the host's arrays of a call on a device; released in the end.
class HostCopies {
public:
  HostCopies(runtime::CudaDevice &device, void *stream)
      : device(device), stream(stream) {}
  ~HostCopies();
  HostCopies(const HostCopies &) = delete;
  HostCopies &operator=(const HostCopies &) = delete;

  /// Copies the arrays among `arguments` that are not `onDevice` (null: none
  /// is), and makes them those on the device.
  runtime::CudaStatus copyIn(llvm::MutableArrayRef<PolyMemArgument> arguments,
                             const bool *onDevice,
                             llvm::ArrayRef<Parameter> parameters);
  /// Writes what has changed to the host's arrays.
  runtime::CudaStatus copyOut();
  bool empty() const { return blocks.empty(); }

private:
  /// Bytes of the host, of one array or several that overlap.
  struct Block {
    char *begin, *end;
    uint64_t address = 0;
  };
  runtime::CudaStatus transfer(uint64_t to, uint64_t from, size_t bytes);

  runtime::CudaDevice &device;
  void *stream;
  std::vector<Block> blocks;
};

} // namespace polymem::capi

#endif // POLYMEM_LIB_CAPI_HOSTCOPIES_H
