//===- Timing.cpp - how long calls of programs take -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Runner/Timing.h"
#include "DeviceArrays.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>
#include <cstring>

using namespace llvm;

namespace polymem::runtime {

double CallTimes::median() const {
  assert(!times.empty() && "a median of something");
  std::vector<double> sorted = times;
  llvm::sort(sorted);
  size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle]
                                : (sorted[middle - 1] + sorted[middle]) / 2;
}

double CallTimes::least() const { return *llvm::min_element(times); }

namespace {
/// The arguments of all calls, and how they were before the first.
class TimedArguments {
public:
  TimedArguments(Arguments fresh, Arguments used, CudaDevice *device)
      : fresh(std::move(fresh)), used(std::move(used)), device(device),
        onDevice(device) {}

  /// Makes them what they were.
  Error restore() {
    if (device)
      return onDevice.copyIn(fresh);
    for (auto [from, to] : zip_equal(fresh.list(), used.list()))
      if (to.block)
        std::memcpy(to.block->data(), from.block->data(), to.block->size());
    return Error::success();
  }

  /// Calls once, and returns the seconds that it took.
  Expected<double> call(const HostFunction &function) {
    using Clock = std::chrono::steady_clock;
    std::vector<uint64_t> slots = used.slots(onDevice.addresses());
    std::vector<char> results(function.resultSize());
    if (Error error = synchronise())
      return std::move(error);
    Clock::time_point begin = Clock::now();
    if (Error error = function.call(slots, results.data(), /*heap=*/nullptr,
                                    /*options=*/nullptr, device))
      return std::move(error);
    if (Error error = synchronise())
      return std::move(error);
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

private:
  Error synchronise() {
    return device ? toError(device->synchronise()) : Error::success();
  }

  Arguments fresh, used;
  CudaDevice *device;
  DeviceArrays onDevice;
};
} // namespace

Expected<std::vector<CallTimes>>
timeCalls(ArrayRef<const HostFunction *> functions, const Signature &signature,
          const SizeBindings &sizes, uint64_t seed, unsigned calls,
          const InputArrays &inputs, CudaDevice *device) {
  auto fresh = Arguments::create(signature, sizes, seed, /*run=*/0, inputs);
  if (!fresh)
    return fresh.takeError();
  auto used = Arguments::create(signature, sizes, seed, /*run=*/0, inputs);
  if (!used)
    return used.takeError();
  TimedArguments arguments(std::move(*fresh), std::move(*used), device);
  std::vector<CallTimes> times(functions.size());
  for (unsigned round = 0; round <= std::max(calls, 1u); ++round)
    for (auto [function, ofFunction] : zip_equal(functions, times)) {
      assert(!function->hasLaunches() && "not for the emulator");
      if (Error error = arguments.restore())
        return std::move(error);
      auto seconds = arguments.call(*function);
      if (!seconds)
        return seconds.takeError();
      // The first loads code and memory.
      if (round != 0)
        ofFunction.add(*seconds);
    }
  return times;
}

} // namespace polymem::runtime
