//===- RelaxAddresses.cpp - no promises of pointer arithmetic -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace polymem {
#define GEN_PASS_DEF_RELAXADDRESSESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct RelaxAddressesPass
    : polymem::impl::RelaxAddressesPassBase<RelaxAddressesPass> {
  using RelaxAddressesPassBase::RelaxAddressesPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](LLVM::GEPOp address) {
      if (address.getNoWrapFlags() == LLVM::GEPNoWrapFlags::none)
        return;
      address.setNoWrapFlags(LLVM::GEPNoWrapFlags::none);
      ++numRelaxed;
    });
  }
};
} // namespace
