//===- HostCopies.cpp - arrays of the host on a device --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCopies.h"
#include <cstring>

using namespace mlir;
using namespace polymem::capi;
using polymem::runtime::CudaStatus;

HostCopies::~HostCopies() {
  // After an error of a kernel this fails, too, and that error is known.
  for (const Block &block : blocks)
    if (block.address != 0)
      (void)device.release(block.address);
}

static uint64_t toAddress(const char *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

CudaStatus HostCopies::transfer(uint64_t to, uint64_t from, size_t bytes) {
  if (!stream)
    return device.copy(to, from, bytes);
  if (CudaStatus error = device.copyAsync(to, from, bytes, stream))
    return error;
  return device.synchronise(stream);
}

CudaStatus HostCopies::copyIn(MutableArrayRef<PolyMemArgument> arguments,
                              const bool *onDevice,
                              ArrayRef<Parameter> parameters) {
  std::vector<Block> arrays;
  std::vector<PolyMemArgument *> copied;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!parameters[i].isArray || (onDevice && onDevice[i]))
      continue;
    std::optional<Span> span = spanOf(argument);
    if (span->isEmpty)
      continue;
    char *data = static_cast<char *>(argument.data);
    arrays.push_back({data + span->first * argument.elementBytes,
                      data + (span->last + 1) * argument.elementBytes});
    copied.push_back(&argument);
  }
  llvm::sort(arrays, [](const Block &a, const Block &b) {
    return toAddress(a.begin) < toAddress(b.begin);
  });
  for (const Block &array : arrays) {
    if (!blocks.empty() &&
        toAddress(array.begin) < toAddress(blocks.back().end))
      blocks.back().end = std::max(blocks.back().end, array.end);
    else
      blocks.push_back(array);
  }
  for (Block &block : blocks) {
    size_t bytes = block.end - block.begin;
    if (CudaStatus error =
            device.allocate(bytes, /*hostShared=*/false, block.address))
      return error;
    if (CudaStatus error =
            transfer(block.address, toAddress(block.begin), bytes))
      return error;
  }
  for (PolyMemArgument *argument : copied) {
    uint64_t data = toAddress(static_cast<char *>(argument->data));
    auto block = llvm::find_if(blocks, [&](const Block &candidate) {
      return toAddress(candidate.begin) <= data &&
             data < toAddress(candidate.end);
    });
    // NOLINTNEXTLINE(performance-no-int-to-ptr): so kernels have it
    argument->data = reinterpret_cast<void *>(block->address +
                                              (data - toAddress(block->begin)));
  }
  return {};
}

CudaStatus HostCopies::copyOut() {
  for (const Block &block : blocks) {
    std::vector<char> bytes(block.end - block.begin);
    if (CudaStatus error =
            transfer(toAddress(bytes.data()), block.address, bytes.size()))
      return error;
    // An array that is only read may be one that cannot be written.
    if (std::memcmp(block.begin, bytes.data(), bytes.size()) != 0)
      std::memcpy(block.begin, bytes.data(), bytes.size());
  }
  return {};
}
