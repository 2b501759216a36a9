//===- CarriedRegisters.cpp - registers of what loops carry ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Device/CarriedRegisters.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

int64_t polymem::carriedRegisters(Operation *op) {
  int64_t most = 0, own = 0;
  for (Type type : op->getResultTypes()) {
    Type element = getElementTypeOrSelf(type);
    int64_t bits =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
    if (auto vector = dyn_cast<VectorType>(type))
      bits *= vector.getNumElements();
    own += llvm::divideCeil(bits, 32);
  }
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (inner.getNumRegions() != 0)
        most = std::max(most, carriedRegisters(&inner));
  return std::max(own, most);
}

bool polymem::hasAsynchronousCopies(Operation *op) {
  return op
      ->walk([](NVVM::CpAsyncCommitGroupOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool polymem::carriesTooMuch(Operation *op, int64_t registers) {
  constexpr int64_t kPart = 3, kPartBesideCopies = 4;
  int64_t carried = carriedRegisters(op);
  if (carried <= registers / kPartBesideCopies)
    return false;
  return carried > registers / kPart || hasAsynchronousCopies(op);
}
