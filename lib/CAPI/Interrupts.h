//===- Interrupts.h - tokens of the C API (internal) ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CAPI_INTERRUPTS_H
#define POLYMEM_LIB_CAPI_INTERRUPTS_H

#include "PolyMem/Support/Interrupt.h"
#include "polymem-c/PolyMem.h"
#include <memory>

namespace polymem::capi {

/// A flag that outlives the handle where it is in use.
using Interrupt = std::shared_ptr<InterruptFlag>;

/// That of a handle; null for a null handle.
inline Interrupt interruptOf(PolyMemInterrupt interrupt) {
  return interrupt.ptr ? *static_cast<Interrupt *>(interrupt.ptr) : nullptr;
}

} // namespace polymem::capi

#endif // POLYMEM_LIB_CAPI_INTERRUPTS_H
