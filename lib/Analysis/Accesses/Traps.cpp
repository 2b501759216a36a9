//===- Traps.cpp - operations that may be undefined -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/Traps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;

/// A divisor that is neither 0 nor, with signs, -1.
static bool isSafeDivisor(Value divisor, bool isSigned) {
  APInt value;
  return matchPattern(divisor, m_ConstantInt(&value)) && !value.isZero() &&
         !(isSigned && value.isAllOnes());
}

bool polymem::mayTrap(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 ||
      !isMemoryEffectFree(op))
    return false;
  // Some of them MLIR takes to be safe.
  if (isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op))
    return !isSafeDivisor(op->getOperand(1), /*isSigned=*/false);
  if (isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
          arith::RemSIOp>(op))
    return !isSafeDivisor(op->getOperand(1), /*isSigned=*/true);
  return !isSpeculatable(op);
}
