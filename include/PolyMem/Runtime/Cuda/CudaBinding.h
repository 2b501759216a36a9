//===- CudaBinding.h - another device for a thread's calls ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNTIME_CUDA_CUDABINDING_H
#define POLYMEM_RUNTIME_CUDA_CUDABINDING_H

#include "PolyMem/Runtime/Cuda/CudaDevice.h"
#include "PolyMem/Runtime/Cuda/CudaRuntime.h"

namespace polymem::runtime {

/// For whom compiled functions work in one thread, instead of the process's
/// device and its handler of errors. Waits are lazy.
struct CudaBinding {
  CudaDevice *device = nullptr;
  /// Must not return. Where it is called nothing is left to destroy.
  PolymemCudaErrorHandler onError = nullptr;
  void *data = nullptr;
  /// Where all happens in order; null for the default stream.
  void *stream = nullptr;
  /// The stream records what goes to it: nothing is waited for, and memory is
  /// neither allocated nor freed.
  bool isRecording = false;
};

/// The calling thread's; null: the process's device.
const CudaBinding *&currentBinding();

} // namespace polymem::runtime

#endif // POLYMEM_RUNTIME_CUDA_CUDABINDING_H
