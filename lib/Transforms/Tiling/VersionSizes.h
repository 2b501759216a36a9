//===- VersionSizes.h - sizes that versions are for (internal) --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_TILING_VERSIONSIZES_H
#define POLYMEM_LIB_TRANSFORMS_TILING_VERSIONSIZES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace polymem {

/// A size of a function: an extent of an array argument, or an argument.
struct VersionSize {
  unsigned argument;
  std::optional<unsigned> dim;
};

/// The sizes that decide which version of `func` runs, if those in `given` are
/// known: dynamic extents, or without any the arguments of type `index`.
llvm::SmallVector<VersionSize>
versionSizes(mlir::func::FuncOp func, const llvm::StringMap<int64_t> &given);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_TILING_VERSIONSIZES_H
