//===- Raiser.h - rewrites one function (internal) --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Raiser.cpp          the walk, accesses and conditions
//   RaiserLoops.cpp     loops
//   RaiserOperands.cpp  operands of affine operations
//
// Operations are rewritten from the outside in: the variables of loops around
// are dimensions already. Each is rewritten when all of it is known to be
// affine; otherwise it stays, with a remark.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_RAISING_RAISER_H
#define POLYMEM_LIB_TRANSFORMS_RAISING_RAISER_H

#include "IndexReader.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace polymem::raising {

/// How many operations of a kind were raised, and how many stay.
struct RaisedCount {
  unsigned raised = 0, left = 0;
};

class Raiser {
public:
  /// `pass` is the name for remarks. With `makesCopies`, loops are made of
  /// memref.copy.
  Raiser(mlir::func::FuncOp func, llvm::StringRef pass, bool makesCopies)
      : func(func), pass(pass), makesCopies(makesCopies),
        rewriter(func.getContext()) {}

  void run();

  RaisedCount loops, conditions, accesses, copies;

private:
  // The walk.
  void raiseIn(mlir::Region &region);
  /// The operation in the place of `op` now, to be looked into; null if none.
  mlir::Operation *raise(mlir::Operation *op);
  void raiseAccess(mlir::Operation *op);
  void raiseCopy(mlir::memref::CopyOp op);
  mlir::Operation *raiseIf(mlir::scf::IfOp op);
  void refuse(mlir::Operation *op, RaisedCount &count, const Sentence &what,
              const Obstacle &obstacle);

  // Loops.
  /// Bounds of a loop of one or several dimensions.
  struct Bounds {
    struct Dimension {
      llvm::SmallVector<mlir::AffineExpr, 1> lower, upper;
      int64_t step;
    };
    llvm::SmallVector<Dimension, 1> dimensions;
  };
  bool readDimension(IndexReader &reader, mlir::OpFoldResult lower,
                     mlir::OpFoldResult upper, mlir::OpFoldResult step,
                     Bounds &bounds, Sentence &what);
  std::optional<Bounds> readParallel(IndexReader &reader, mlir::Operation *op,
                                     Sentence &what);
  mlir::Operation *raiseFor(mlir::scf::ForOp op);
  mlir::Operation *raiseParallel(mlir::Operation *op);
  mlir::Operation *raiseWhile(mlir::scf::WhileOp op);
  void moveBody(mlir::Block *from, mlir::Block *to, mlir::ValueRange variables,
                mlir::ValueRange carried);

  // Operands.
  /// The leaves of `reader` that are in `exprs`, as values that affine
  /// operations in the place of `user` take. Dimensions of `exprs` become those
  /// of the result.
  llvm::SmallVector<mlir::Value>
  materialize(const IndexReader &reader,
              llvm::ArrayRef<llvm::MutableArrayRef<mlir::AffineExpr>> exprs,
              mlir::Operation *user);
  mlir::Value materialize(mlir::Value leaf, mlir::Operation *user);
  mlir::Value hoist(mlir::Value value, mlir::Operation *anchor);
  /// A map of `exprs` over `leaves`, in its simplest form.
  std::pair<mlir::AffineMap, llvm::SmallVector<mlir::Value>>
  mapOf(llvm::ArrayRef<mlir::AffineExpr> exprs,
        llvm::ArrayRef<mlir::Value> leaves);
  /// Operands of `op`, which goes away, may be without use then.
  void noteOperands(mlir::Operation *op);
  void eraseUnused();

  mlir::func::FuncOp func;
  llvm::StringRef pass;
  bool makesCopies;
  mlir::IRRewriter rewriter;
  RaisedValues raised;
  llvm::SetVector<mlir::Operation *> maybeUnused;
};

} // namespace polymem::raising

#endif // POLYMEM_LIB_TRANSFORMS_RAISING_RAISER_H
