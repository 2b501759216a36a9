//===- ExpansionCandidates.h - arrays worth a look --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text of a function tells of arrays whose elements are used again for
// other values. No polyhedral view is needed for it, so that most functions
// cost nothing.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCHEDULING_EXPANSIONCANDIDATES_H
#define POLYMEM_LIB_TRANSFORMS_SCHEDULING_EXPANSIONCANDIDATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// Arrays with more accesses are not expanded: pairs of them are looked at,
/// here and where values flow.
inline constexpr size_t kMaxArrayAccesses = 64;

/// The arrays of `func`, arguments and allocations, some element of which may
/// be written again in a loop, or in another nest, for reads that nothing older
/// reaches.
llvm::SmallVector<mlir::Value> expansionCandidates(mlir::func::FuncOp func);

/// Some loop in a loop has `iter_args`, which may become cells in memory.
bool carriesValues(mlir::func::FuncOp func);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_EXPANSIONCANDIDATES_H
