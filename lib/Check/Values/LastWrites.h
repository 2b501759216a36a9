//===- LastWrites.h - which write a read sees (internal) --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_VALUES_LASTWRITES_H
#define POLYMEM_LIB_CHECK_VALUES_LASTWRITES_H

#include "PolyMem/Check/Values/ValueProgram.h"

namespace polymem {

/// A read or a write as the dataflow analysis sees it.
struct FlowAccess {
  /// `{ R[y] -> C[c] }` and `{ R[y] -> [t] }`.
  isl::map cells, time;
  llvm::ArrayRef<OriginDim> origins;
};

/// The result: supersets where some accesses are not exact.
struct LastWrites {
  /// `{ R[y] -> W[z] }`: the last write before the read.
  isl::union_map pairs;
  /// `{ R[y] -> C[c] }`: reads of what nobody wrote before.
  isl::union_map none;
};

/// Null members when isl gives up.
LastWrites computeLastWrites(llvm::ArrayRef<FlowAccess> reads,
                             llvm::ArrayRef<FlowAccess> writes, isl::ctx ctx);

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_VALUES_LASTWRITES_H
