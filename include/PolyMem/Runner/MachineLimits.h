//===- MachineLimits.h - what a machine allows in the emulator --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_MACHINELIMITS_H
#define POLYMEM_RUNNER_MACHINELIMITS_H

#include "PolyMem/Emulator/Execution/Observer.h"
#include "PolyMem/Machine/Machine.h"

namespace polymem::runtime {

/// What the emulator is to know of a machine that is a GPU.
emulator::Limits limitsOf(const Machine &machine);

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_MACHINELIMITS_H
