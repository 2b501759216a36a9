//===- ProcessorTime.h - how long a thread has been at work -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_PROCESSORTIME_H
#define POLYMEM_SUPPORT_PROCESSORTIME_H

#include <ctime>

namespace polymem {

/// Seconds that a core has worked for this thread, since some time: what a
/// computation takes on a machine that does nothing else.
inline double processorSeconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

} // namespace polymem

#endif // POLYMEM_SUPPORT_PROCESSORTIME_H
