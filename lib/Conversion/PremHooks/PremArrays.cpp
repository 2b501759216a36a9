//===- PremArrays.cpp - arrays that the PREM run-time can move ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/PremArrays.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <limits>
#include <optional>

using namespace mlir;

/// Bytes of a memref of static shape; nothing if they do not fit.
static std::optional<int64_t> bytesOf(MemRefType type) {
  std::optional<int64_t> bytes =
      polymem::prem::getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    if (bytes)
      // Without empty dimensions: pitches must fit, too.
      bytes = llvm::checkedMul(*bytes, std::max<int64_t>(size, 1));
  return bytes;
}

LogicalResult polymem::prem::checkArray(Operation *op, Type type,
                                        StringRef pass) {
  auto refuse = [&](StringRef reason) {
    return op->emitError() << pass << ": " << type << " " << reason;
  };
  if (isa<UnrankedMemRefType>(type))
    return refuse("has no rank");
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return success();
  if (!memref.hasStaticShape())
    return refuse("has a size that is not constant");
  if (!memref.getLayout().isIdentity())
    return refuse("has a layout");
  if (!memref.getElementType().isIntOrIndexOrFloat())
    return refuse("has elements that are no numbers");
  std::optional<int64_t> bytes = bytesOf(memref);
  if (!bytes || *bytes > std::numeric_limits<int32_t>::max())
    return refuse("has 2^31 bytes or more; sizes of the PREM run-time have 32 "
                  "bits");
  return success();
}
