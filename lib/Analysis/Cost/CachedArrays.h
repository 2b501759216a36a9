//===- CachedArrays.h - arrays that launches find in the cache --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache that all cores of a GPU share keeps what it holds from one launch
// to the next. If all arrays that a loop of the host accesses, or the whole
// function, fit into it, each of them comes from memory once for all launches
// in there, and not once for each. Arrays are taken as wholes, whatever part of
// one a launch accesses.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COST_CACHEDARRAYS_H
#define POLYMEM_LIB_ANALYSIS_COST_CACHEDARRAYS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace polymem::cost {

/// The array or buffer that `memref` is, or is a part of.
mlir::Value underlyingMemory(mlir::Value memref);

/// What a launch finds in the cache.
struct CachedLaunch {
  /// Loops of the host around the code in which the launch's arrays stay in the
  /// cache: each execution of it begins with none of them.
  unsigned loopsAround = 0;
  /// The launch's arrays that no operation before it in that code accesses:
  /// they come from memory when it is executed first.
  llvm::SmallVector<mlir::Value> first;
};

/// The arrays of a function, and a cache.
class CachedArrays {
public:
  /// A cache of `cacheBytes` (0: there is none). `bytesOf` says how many bytes
  /// an array has; nullopt if that is not known: it never stays in the cache.
  CachedArrays(mlir::Operation *function, double cacheBytes,
               llvm::function_ref<std::optional<double>(mlir::Value)> bytesOf);

  /// What `launch` finds, for the outermost code around it whose arrays all fit
  /// in the cache; nullopt if not even those of the innermost loop do.
  std::optional<CachedLaunch> find(mlir::Operation *launch) const;

private:
  /// An access, by an operation in `code`: a launch, or one of the host.
  struct Access {
    mlir::Operation *code;
    mlir::Value array;
  };

  mlir::Operation *function;
  double cacheBytes;
  /// In the order of the program, each array of a launch once.
  llvm::SmallVector<Access> accesses;
  llvm::MapVector<mlir::Value, std::optional<double>> bytes;
};

} // namespace polymem::cost

#endif // POLYMEM_LIB_ANALYSIS_COST_CACHEDARRAYS_H
