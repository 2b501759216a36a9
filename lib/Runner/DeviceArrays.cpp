//===- DeviceArrays.cpp - arguments in a device's memory ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceArrays.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace polymem::runtime {

Error toError(const CudaStatus &status) {
  return status ? createStringError(status.message()) : Error::success();
}

DeviceArrays::~DeviceArrays() {
  // After an error of a kernel this fails, too, and that error is known.
  for (uint64_t block : blocks)
    if (block != 0)
      (void)device->release(block);
}

Error DeviceArrays::copyIn(Arguments &arguments) {
  for (auto [i, argument] : enumerate(arguments.list())) {
    if (i == blocks.size()) {
      blocks.push_back(0);
      data.push_back(0);
    }
    if (!argument.block)
      continue;
    MutableArrayRef<char> bytes = argument.block->withGuards();
    if (blocks[i] == 0) {
      if (CudaStatus error =
              device->allocate(bytes.size(), /*hostShared=*/false, blocks[i]))
        return toError(error);
      data[i] = blocks[i] + (argument.block->data() - bytes.data());
    }
    if (CudaStatus error =
            device->copyIn(blocks[i], bytes.data(), bytes.size()))
      return toError(error);
  }
  return Error::success();
}

Error DeviceArrays::copyOut(Arguments &arguments) {
  for (auto [block, argument] : zip(blocks, arguments.list())) {
    if (!argument.block)
      continue;
    MutableArrayRef<char> bytes = argument.block->withGuards();
    if (CudaStatus error = device->copyOut(bytes.data(), block, bytes.size()))
      return toError(error);
  }
  return Error::success();
}

} // namespace polymem::runtime
