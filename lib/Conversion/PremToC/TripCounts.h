//===- TripCounts.h - how often loops of threads run ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_PREMTOC_TRIPCOUNTS_H
#define POLYMEM_LIB_CONVERSION_PREMTOC_TRIPCOUNTS_H

#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Polyhedral/IndexRanges.h"
#include "mlir/IR/BuiltinOps.h"

namespace polymem::prem {

/// Upper bounds of the iterations of loops, from the ranges of the index values
/// that their bounds are computed from. Ranges are those of a thread on any
/// core: arguments of functions are between those of all calls.
class TripCounts {
public:
  /// `module` must not be changed as long as this is asked.
  explicit TripCounts(mlir::ModuleOp module);

  /// The most iterations of `loop` (affine.for, scf.for); nothing if no bound
  /// is known.
  std::optional<int64_t> most(mlir::Operation *loop) const;

  /// Where an index value is; nothing if that is not known.
  std::optional<IndexRange> range(mlir::Value value, unsigned depth = 0) const;

private:
  std::optional<IndexRange> ofArgument(mlir::BlockArgument argument,
                                       unsigned depth) const;
  std::optional<IndexRange> ofOperation(mlir::Operation *op,
                                        unsigned depth) const;

  /// Of each function, its calls and launches.
  llvm::StringMap<llvm::SmallVector<mlir::Operation *>> calls;
};

} // namespace polymem::prem

#endif // POLYMEM_LIB_CONVERSION_PREMTOC_TRIPCOUNTS_H
