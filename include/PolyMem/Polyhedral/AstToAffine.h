//===- AstToAffine.h - isl schedules and sets to affine IR ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation: isl's AST generator decides the loops, this file writes them
// as `affine.for`/`affine.if`/`affine.apply`, and as scf/arith only where an
// expression cannot be said in affine form (or an operand may not be an affine
// operand where the code is put).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_ASTTOAFFINE_H
#define POLYMEM_POLYHEDRAL_ASTTOAFFINE_H

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/LogicalResult.h"
#include <functional>

namespace polymem {

/// The value of a parameter where code is generated; null if unknown.
using ParameterValues =
    llvm::function_ref<mlir::Value(const isl::id &parameter)>;

/// Emits the code of one statement instance at the builder's insertion point.
/// `coordinates` are the values of the instance's dimensions (index type).
using StatementEmitter = llvm::function_ref<llvm::LogicalResult(
    mlir::OpBuilder &builder, llvm::StringRef statement,
    mlir::ValueRange coordinates)>;

/// Emits loops that run the instances of `schedule` in its order, like
/// `generateCode` in the function that is being regenerated. `parameters` has
/// the values of parameters that are not the scop's.
using PartEmitter = llvm::function_ref<llvm::LogicalResult(
    mlir::OpBuilder &builder, const isl::schedule &schedule,
    ParameterValues parameters)>;

struct AstOptions {
  unsigned long maxIslOperations = kDefaultIslOperations;
  /// Emit `scf.for/if` and `arith` only: for places where the parameters are
  /// not valid affine operands.
  bool forceScf = false;
  /// Told of each loop, an `affine.for` or `scf.for`, that is made for a band
  /// of one member right below a mark of the schedule tree, and of the mark's
  /// name. There may be several for one band. There may be none if it has one
  /// iteration: the next loop below that stands below no other mark is told of
  /// in its place, so that bands below that are not meant need marks as well.
  std::function<void(mlir::Operation *loop, llvm::StringRef mark)> onLoop;
  /// For `regenerateFunction`: emits the code of a statement that is none of
  /// the scop's, and that stands for some of these. `counterpart` gives what an
  /// array or a parameter of the scop is in the new body; null if it is not
  /// there.
  std::function<llvm::LogicalResult(
      mlir::OpBuilder &builder, llvm::StringRef statement,
      mlir::ValueRange coordinates, PartEmitter emitPart,
      llvm::function_ref<mlir::Value(mlir::Value)> counterpart)>
      onPart;
  /// For `regenerateFunction`: told of each allocation that the scop has an
  /// array for, and of the one that takes its place, when the new body is
  /// complete and the old one is still there.
  std::function<void(mlir::Value before, mlir::Value after)> onAllocation;
};

/// Emits loops that run the instances of `schedule`'s domain in its order.
/// `context = [p] -> { : ... }` is what may be assumed of the parameters.
/// Nothing is left behind on failure.
llvm::LogicalResult generateCode(mlir::OpBuilder &builder, mlir::Location loc,
                                 const isl::schedule &schedule,
                                 const isl::set &context,
                                 ParameterValues parameters,
                                 StatementEmitter emitStatement,
                                 const AstOptions &options = {});

/// Emits loops that visit each element of `set = [p] -> { A[a] }` once, in
/// lexicographic order, and call `emitPoint` with its coordinates.
llvm::LogicalResult
scanSet(mlir::OpBuilder &builder, mlir::Location loc, const isl::set &set,
        const isl::set &context, ParameterValues parameters,
        llvm::function_ref<llvm::LogicalResult(mlir::OpBuilder &,
                                               mlir::ValueRange coordinates)>
            emitPoint,
        const AstOptions &options = {});

/// Replaces the body of `func` (whose scop is `scop`) by code that runs its
/// statements in the order of `schedule`, a schedule of the same domain (or of
/// statements that `AstOptions::onPart` knows, in their place).
/// Induction variables, constants and index computations are recomputed where
/// statements use them. Values must not cross statements or be carried by loops
/// (see `demoteScalars`). An allocation inside loops becomes one of the
/// function, which is allowed only if the order is the original one. `scop`
/// does not describe the new body. On failure the function is unchanged and
/// `reason` says why.
llvm::LogicalResult regenerateFunction(mlir::Operation *func, const Scop &scop,
                                       const isl::schedule &schedule,
                                       Sentence &reason,
                                       const AstOptions &options = {});

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_ASTTOAFFINE_H
