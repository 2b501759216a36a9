//===- FakeCudaEvents.cpp - events of the stand-in driver -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is done when it is called: events only say how many of them there
// were before, a millisecond each.
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <cstdint>

extern "C" {

int cuEventCreate(void **event, unsigned /*flags*/) {
  *event = new uint64_t(0);
  return 0;
}

int cuEventDestroy_v2(void *event) {
  delete static_cast<uint64_t *>(event);
  return 0;
}

int cuEventRecord(void *event, void * /*stream*/) {
  static std::atomic<uint64_t> records = 0;
  *static_cast<uint64_t *>(event) = ++records;
  return 0;
}

int cuEventSynchronize(void * /*event*/) { return 0; }

int cuEventElapsedTime(float *milliseconds, void *from, void *to) {
  *milliseconds = static_cast<float>(*static_cast<uint64_t *>(to) -
                                     *static_cast<uint64_t *>(from));
  return 0;
}

} // extern "C"
