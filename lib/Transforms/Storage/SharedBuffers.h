//===- SharedBuffers.h - arrays that share a buffer -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_STORAGE_SHAREDBUFFERS_H
#define POLYMEM_LIB_TRANSFORMS_STORAGE_SHAREDBUFFERS_H

#include "MappingEmitter.h"
#include "PolyMem/Storage/Arrays/ArrayConflicts.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/Dominance.h"

namespace polymem {

/// An array that a function allocates, of which loads and stores of elements
/// are all that happens to it, and how it is best stored by itself.
struct ContractibleArray {
  mlir::Operation *alloc;
  const ScopArray *array;
  Dependences flow;
  ConflictPrecision precision;
  ConflictSet conflicts;
  /// At least one candidate.
  StorageDecision decision;
  /// A better decision, with quotients of sizes.
  std::optional<RefinedStorage> refined = {};

  const ConflictSet &bestConflicts() const {
    return refined ? refined->conflicts : conflicts;
  }
  const StorageDecision &bestDecision() const {
    return refined ? refined->decision : decision;
  }
};

/// Arrays of one buffer.
struct JointBuffer {
  /// In the order of their allocations.
  llvm::SmallVector<const ContractibleArray *> arrays;
  JointLayout layout;
  EmittedMapping mapping;
  /// Before this operation it is to be allocated.
  mlir::Operation *place;
};

/// Number of elements of the box around an array where parameters, by name,
/// have these values; nothing if it is not known.
std::optional<int64_t> elementsOf(const ScopArray &array,
                                  llvm::ArrayRef<std::string> names,
                                  llvm::ArrayRef<int64_t> values);

/// The sizes of an array, where they are constants or parameters of `names`.
ArrayShape shapeOf(const Scop &scop, mlir::Operation *alloc,
                   llvm::ArrayRef<std::string> names);

/// The values of the parameters of these names, where they are known before
/// `place`.
std::optional<llvm::SmallVector<mlir::Value>>
parametersAt(const Scop &scop, const mlir::DominanceInfo &dominance,
             mlir::Operation *place, llvm::ArrayRef<std::string> names);

/// " where arg2 = 3 and arg3 = 4"; values without a name do not count.
Sentence whereText(llvm::ArrayRef<std::string> names,
                   llvm::ArrayRef<int64_t> values);

/// "; at least 7 where arg2 = 3, 9 where arg2 = 4".
Sentence boundsText(const StorageDecision &decision,
                    llvm::ArrayRef<std::string> names);

/// Which of the arrays take fewer cells together than apart: of one element
/// type, allocated in one block. Greedily, the pair that saves the most first.
/// Remarks of `pass` say which, and why others do not.
std::vector<JointBuffer>
findSharedBuffers(const Scop &scop, llvm::ArrayRef<ContractibleArray> arrays,
                  const StorageOptions &options, llvm::StringRef pass);

/// Allocates the buffer and makes all accesses of the arrays accesses of it:
/// `A[x]` becomes `buffer[e, 0, x]` (see `JointLayout`).
void shareBuffer(const JointBuffer &shared);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_STORAGE_SHAREDBUFFERS_H
