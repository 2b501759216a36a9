//===- Reordering.h - what passes that reorder functions share --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_SCHEDULING_REORDERING_H
#define POLYMEM_TRANSFORMS_SCHEDULING_REORDERING_H

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Support/Refusals.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// An operation of `func` that says in which order it is to be executed, in a
/// way that another order would lose, and how it says so; null if there is
/// none. Loops declared parallel count if `parallel` is set.
std::pair<mlir::Operation *, llvm::StringRef>
whatGivesOrder(mlir::func::FuncOp func, bool parallel);

/// An operation in `root` that accesses a buffer with `shared_cells`, which is
/// right for the order as it is and maybe for no other; null if there is none.
mlir::Operation *accessOfSharedCells(mlir::Operation *root);

/// What to say of `access` where an order is refused for its sake.
std::string sharedCellsText(mlir::Operation *access);

/// The scop of `func`; null after a refusal, "NotModelled".
std::unique_ptr<Scop> modelForPass(mlir::func::FuncOp func, Refusals &refusals,
                                   unsigned long maxIslOperations);

/// A remark of `pass` at each of `references` of `scop`: loops may seem to
/// carry more than they do.
void remarkCoarseReferences(const Scop &scop,
                            llvm::ArrayRef<CoarseReferences> references,
                            llvm::StringRef pass);

/// Says of `loop` that it is loop `member` of band `band`, and nothing else
/// yet.
void setLoopPlace(mlir::Operation *loop, unsigned band, unsigned member);

/// What loops with the attribute `scratch.loop` are.
struct AnnotatedLoops {
  size_t numBands = 0, numLoops = 0;
  unsigned numParallel = 0;
};

/// Tells of the loops of `func` that have a place what its dependences say:
/// which bands are permutable, which loops parallel. Nothing if these are not
/// known within the budget; remarks are those of `pass`.
std::optional<AnnotatedLoops> annotateLoops(mlir::func::FuncOp func,
                                            llvm::StringRef pass,
                                            unsigned long maxIslOperations);

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_SCHEDULING_REORDERING_H
