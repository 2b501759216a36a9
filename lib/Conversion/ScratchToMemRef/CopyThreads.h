//===- CopyThreads.h - asynchronous copies in other threads -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOMEMREF_COPYTHREADS_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOMEMREF_COPYTHREADS_H

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {

/// Each token of `func` is waited for or handed on at most once, where it is
/// made: whoever waits for it is its last user.
bool haveOneUser(mlir::func::FuncOp func);

/// Makes each asynchronous copy of `func` a synchronous one inside an
/// `async.execute`, and each `scratch.wait` an `async.await`. Until
/// `joinTokens`, tokens of tiles are `!scratch.token`, with casts. To be called
/// where `haveOneUser`.
void startThreads(mlir::RewriterBase &rewriter, mlir::func::FuncOp func);

/// Replaces a one-dimensional tile that carries tokens by an `scf.for` that
/// carries `!async.token`. What nobody waits for behind it is awaited there:
/// copies must not outlive their buffers.
void lowerCarryingTile(mlir::RewriterBase &rewriter, scratch::TileOp tile);

/// Removes the casts between the two kinds of tokens.
void joinTokens(mlir::RewriterBase &rewriter, mlir::func::FuncOp func);

} // namespace polymem

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOMEMREF_COPYTHREADS_H
