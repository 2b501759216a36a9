//===- ConstantMemory.h - arrays that all threads read alike ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Use of constant memory (TR78, section 5.4): it is small, is written before a
// kernel runs, and serves the threads of a warp at once if all of them read the
// same element. Constant globals whose subscripts do not vary with the loops
// that are distributed over threads are for it.
//
// scratch-promote asks in order not to stage such arrays,
// convert-scratch-to-gpu in order to place them. The order of arrays under the
// capacity is one of their types and names, which no pass in between changes.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_DEVICE_CONSTANTMEMORY_H
#define POLYMEM_ANALYSIS_DEVICE_CONSTANTMEMORY_H

#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace polymem {

/// NVPTX's address space of constant memory.
inline constexpr unsigned kConstantMemorySpace = 4;

/// Bytes that arrays in constant memory are aligned to: what LLVM takes an
/// array without an alignment to have.
inline constexpr int64_t kConstantArrayAlignment = 16;

/// Whether `getter` stands for an array that was given to constant memory.
bool isInConstantMemory(mlir::memref::GetGlobalOp getter);

/// Bytes of a constant global that can lie in constant memory: with an initial
/// value, in no memory space, row-major, of numbers of 8, 16, 32 or 64 bits.
/// Else nothing, and why not in `reason`.
std::optional<int64_t> bytesInConstantMemory(mlir::memref::GlobalOp global,
                                             Sentence &reason);

/// An array that wants to be in constant memory.
struct ConstantCandidate {
  llvm::StringRef name;
  int64_t bytes, alignment;

  /// That of `global`, which has `bytes`.
  static ConstantCandidate of(mlir::memref::GlobalOp global, int64_t bytes);
};

/// Whether each of `arrays` is kept within `capacity` bytes, in whatever order
/// they are laid out: the smallest come first, so that most fit, and among
/// equals the first by name.
llvm::SmallVector<bool>
fitSmallestFirst(llvm::ArrayRef<ConstantCandidate> arrays, int64_t capacity);

/// A constant global that launches of a function read.
struct ConstantArray {
  mlir::memref::GlobalOp global;
  int64_t bytes = 0;
  /// Why it is not for constant memory, in words and numbers; empty: it is.
  Sentence reason;

  bool fits() const { return reason.empty(); }
};

/// The constant globals that `launches` read, which are in `func`: tiles that
/// become launches, and `gpu.launch`. Those that are in constant memory already
/// are left out, and so is their size: `capacity` is that of a kernel module,
/// which polymem-place-constants watches over.
llvm::SmallVector<ConstantArray>
planConstantMemory(mlir::func::FuncOp func,
                   llvm::ArrayRef<mlir::Operation *> launches,
                   int64_t capacity);

/// True iff all threads of a warp that execute operations of `launch` together
/// are seen to have the same `value`: it does not depend on a thread's number
/// or on memory. A loop's variable is the same in the same iteration, wherever
/// the loop ends.
bool isSameForThreads(mlir::Value value, mlir::Operation *launch);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_DEVICE_CONSTANTMEMORY_H
