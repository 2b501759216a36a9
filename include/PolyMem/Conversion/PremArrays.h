//===- PremArrays.h - arrays that the PREM run-time can move ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PREMARRAYS_H
#define POLYMEM_CONVERSION_PREMARRAYS_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"

namespace polymem {

/// The capacity that `scratch-promote` is given where tiles become segments:
/// no limit. How many buffers an array has follows from its boxes, so that
/// `convert-scratch-to-prem` decides what fits.
inline constexpr int64_t kCapacityOfSegments = int64_t(1) << 40;

} // namespace polymem

namespace polymem::prem {

/// Emits an error at `op`, from pass `pass`, if `type` is a memref that is not
/// of a static shape, has a layout, elements that are no numbers, or 2^31 bytes
/// or more: the run-time's sizes have 32 bits.
mlir::LogicalResult checkArray(mlir::Operation *op, mlir::Type type,
                               llvm::StringRef pass);

} // namespace polymem::prem

#endif // POLYMEM_CONVERSION_PREMARRAYS_H
