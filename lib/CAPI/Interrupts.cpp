//===- Interrupts.cpp - C API: ends work early ----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "PolyMem/Dialect/PolyMem/Interruption.h"
#include "mlir/CAPI/IR.h"

using namespace polymem;
using namespace polymem::capi;

PolyMemInterrupt polymemInterruptCreate() {
  return {new Interrupt(std::make_shared<InterruptFlag>(false))};
}

void polymemInterruptDestroy(PolyMemInterrupt interrupt) {
  delete static_cast<Interrupt *>(interrupt.ptr);
}

void polymemInterruptRequest(PolyMemInterrupt interrupt) {
  (*static_cast<Interrupt *>(interrupt.ptr))->store(true);
}

bool polymemInterruptRequested(PolyMemInterrupt interrupt) {
  return (*static_cast<Interrupt *>(interrupt.ptr))->load();
}

void polymemContextSetInterrupt(MlirContext context,
                                PolyMemInterrupt interrupt) {
  setInterrupt(unwrap(context), interruptOf(interrupt));
}
