//===- HostSymbols.h - names in a compiled function's module ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_RUNNER_HOSTSYMBOLS_H
#define POLYMEM_LIB_RUNNER_HOSTSYMBOLS_H

namespace polymem::runtime {

/// The generated caller that unpacks the slots.
inline constexpr char kCallerName[] = "__polymem_call";
/// The generated functions that call the module's constructors, and its
/// destructors. Of an object file the JIT would not call them.
inline constexpr char kConstructorsName[] = "__polymem_constructors";
inline constexpr char kDestructorsName[] = "__polymem_destructors";
/// What a launch calls, on the emulator and on a CUDA device.
inline constexpr char kLaunchName[] = "polymem_emu_launch";
inline constexpr char kCudaLaunchName[] = "mgpuLaunchKernel";

} // namespace polymem::runtime

#endif // POLYMEM_LIB_RUNNER_HOSTSYMBOLS_H
