//===- DeviceTransfers.h - arrays to move to a device and back --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_DEVICETRANSFERS_H
#define POLYMEM_ANALYSIS_DEVICE_DEVICETRANSFERS_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "mlir/IR/Value.h"

namespace polymem {

/// What happens to an array of a function whose work is done on a copy of it.
struct ArrayTransfer {
  mlir::Value array;
  /// Some statement may write to the array.
  bool written = true;
  /// The copy must start as the array: an element may be read before it is
  /// written, or the copy goes back and some element may not be written.
  bool in = true;
  /// The copy must go back: the array may be written to and is looked at after
  /// the function (or is not made in it).
  bool out = true;

  /// "copied in and out", "not copied", ...
  std::string text() const;
};

/// The transfers of `arrays`, memrefs of function `func` that are no views.
/// Where `func` cannot be modelled or the isl budget does not suffice,
/// everything may be read and written.
llvm::SmallVector<ArrayTransfer>
computeTransfers(mlir::Operation *func, llvm::ArrayRef<mlir::Value> arrays,
                 unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_DEVICETRANSFERS_H
