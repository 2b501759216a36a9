//===- IndexForm.h - an index value as a sum --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_INDEXFORM_H
#define POLYMEM_ANALYSIS_ACCESSES_INDEXFORM_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace polymem {

/// What an index value is: constant + sum of factor * value, modulo 2^64. Each
/// value is there once, with a factor that is not 0.
struct IndexForm {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 4> terms;

  /// Adds `factor * other`, modulo 2^64.
  void add(const IndexForm &other, int64_t factor = 1);
  /// This form without its constant.
  IndexForm withoutConstant() const { return {0, terms}; }
  bool operator==(const IndexForm &other) const;
};

/// The form of `value`, of type index: through additions,
/// subtractions and multiplications by constants of `arith`, up to a bounded
/// depth.
IndexForm formOf(mlir::Value value);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_INDEXFORM_H
