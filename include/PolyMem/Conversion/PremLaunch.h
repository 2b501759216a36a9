//===- PremLaunch.h - what compiled launches call ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PREMLAUNCH_H
#define POLYMEM_CONVERSION_PREMLAUNCH_H

#include <cstdint>

namespace polymem::prem {

/// An array of main memory, for the PREM run-time's checker.
struct PremArray {
  const char *name;
  void *data;
  const int64_t *sizes;
  int32_t elementBytes, rank;
};

/// What `convert-prem-to-llvm` makes calls of:
///
///   void polymem_prem_launch(const struct prem_machine *machine,
///                            void (*kernel)(void *), void *argument,
///                            const PremArray *arrays, int32_t count,
///                            int32_t cores, int32_t tellsAccesses);
inline constexpr char kPremLaunchName[] = "polymem_prem_launch";

} // namespace polymem::prem

#endif // POLYMEM_CONVERSION_PREMLAUNCH_H
