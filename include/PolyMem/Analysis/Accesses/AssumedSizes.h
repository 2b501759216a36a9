//===- AssumedSizes.h - numbers about loops at assumed sizes ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many iterations a loop has, and how many bytes a buffer takes, if sizes
// have values that somebody assumes. What varies while the host runs (loops
// around a launch) takes the values that give most, so all numbers are upper
// bounds.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_ASSUMEDSIZES_H
#define POLYMEM_ANALYSIS_ACCESSES_ASSUMEDSIZES_H

#include "PolyMem/Analysis/Accesses/SymbolContext.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace polymem {

/// The greatest value of an expression, a function of sizes:
/// `line = [sizes, x, others] -> { : x may be its value }`.
struct SizeBound {
  isl::set line;
  isl::id x;
  llvm::SmallVector<std::pair<isl::id, mlir::Value>> sizes;
};

/// The sizes in `texts`, "N=1000" each, given for the option `option` of
/// `pass`; `otherwise` is the value of others, of the option 'assumed-size'. A
/// diagnostic at `op` and failure if one cannot be read, or is negative.
mlir::FailureOr<llvm::StringMap<int64_t>>
readSizes(mlir::Operation *op, llvm::StringRef pass, llvm::StringRef option,
          llvm::ArrayRef<std::string> texts, int64_t otherwise);

/// What sizes of `func` are taken to be that are not given:
/// `polymem.assumed_size` of the function, else `option`.
int64_t assumedSizeOf(mlir::Operation *func, int64_t option);

class AssumedSizes {
public:
  /// `given`: values by name; others are `otherwise`. Run-time steps of the
  /// tiles of `func` are taken to be a usual tile size.
  AssumedSizes(mlir::Operation *func, llvm::StringMap<int64_t> given,
               int64_t otherwise);

  /// The context of all bounds, for a budget.
  isl::ctx context() const { return ctx; }

  /// `polymem.param` of an argument, `polymem.shape` of the array whose extent
  /// it is, else "arg1" and "arg0_dim1"; empty for other values.
  static std::string nameOf(mlir::Value size);
  static std::string nameOf(mlir::Value memref, unsigned dim);
  /// What is assumed of `size`.
  int64_t valueOf(mlir::Value size) const;
  /// What is assumed of extent `dim` of `memref`, an argument of a function.
  int64_t valueOf(mlir::Value memref, unsigned dim) const;
  /// Somebody has given the value of `size`.
  bool isGiven(mlir::Value size) const;

  /// How large the results of `map(operands)` can be, one bound each; null
  /// where the bound is not affine, not known, or for want of budget.
  llvm::SmallVector<std::optional<SizeBound>>
  boundsOf(mlir::AffineMap map, mlir::ValueRange operands,
           ExtremumFacts extrema);
  /// The bound if sizes have the values `valueOf`, 0 if nothing is executed
  /// then; nullopt if there is none.
  static std::optional<int64_t>
  greatest(const SizeBound &bound,
           llvm::function_ref<int64_t(mlir::Value)> valueOf);

  /// The most iterations of one dimension of `tile`, or of a tile or a loop of
  /// `affine` or `scf`; at least 0, nullopt if it is not known.
  std::optional<int64_t> iterations(PolyhedralLoopOpInterface tile,
                                    unsigned dim);
  std::optional<int64_t> iterations(mlir::Operation *loop);
  /// The most that an upper bound exceeds a lower one by.
  std::optional<int64_t> mostBetween(mlir::OpFoldResult lower,
                                     mlir::OpFoldResult upper);
  /// As `iterations`, all loops inside counted: how often blocks of code that
  /// access memory are executed in `op`, about. A loop of unknown length has
  /// `otherwise` iterations.
  int64_t work(mlir::Operation *op);

  /// " (assuming N = 1024)": the sizes that numbers since the last call depend
  /// on; empty if they depend on none.
  Sentence takeAssumptions();

private:
  /// The value of the name, or expression, `name` if a size in it is given.
  std::optional<int64_t> givenValue(llvm::StringRef name) const;
  std::optional<int64_t> mostBetween(const IndexTerms &lower,
                                     const IndexTerms &upper);

  IslContext ctx;
  llvm::StringMap<int64_t> given;
  int64_t otherwise;
  llvm::DenseSet<mlir::Value> steps;
  /// The iterations of a loop, and the sizes that they depend on.
  struct LoopLength {
    std::optional<int64_t> iterations;
    llvm::SmallVector<std::pair<mlir::Value, int64_t>> sizes;
  };
  const LoopLength &lengthOf(mlir::Operation *loop);

  llvm::DenseMap<mlir::Operation *, LoopLength> known;
  llvm::MapVector<mlir::Value, int64_t> used;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_ASSUMEDSIZES_H
