//===- Timing.h - how long calls of programs take ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_TIMING_H
#define POLYMEM_RUNNER_TIMING_H

#include "PolyMem/Runner/Runner.h"

namespace polymem::runtime {

/// The times of some calls of one program, in seconds.
class CallTimes {
public:
  void add(double seconds) { times.push_back(seconds); }
  unsigned count() const { return times.size(); }
  /// Of at least one call; of an even number, the mean of the two in the
  /// middle.
  double median() const;
  double least() const;

private:
  std::vector<double> times;
};

/// Calls each of `functions` once and then `calls` times more, at least once,
/// in turn, so that what disturbs the machine disturbs all of them; the times
/// of all but the first call, per function. Each call gets the arguments that
/// execute() would give it, written anew before the time begins; what a program
/// takes from `malloc` is neither guarded nor poisoned. With `device`, arrays
/// are in its memory and a call ends when the device has finished. Kernels must
/// not be for the emulator. Errors are those of execute(), but for damaged
/// guard zones, which are not looked at.
llvm::Expected<std::vector<CallTimes>>
timeCalls(llvm::ArrayRef<const HostFunction *> functions,
          const Signature &signature, const SizeBindings &sizes, uint64_t seed,
          unsigned calls, const InputArrays &inputs = {},
          CudaDevice *device = nullptr);

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_TIMING_H
