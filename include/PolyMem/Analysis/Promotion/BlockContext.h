//===- BlockContext.h - what is around a block ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a plan of buffers has to know of the code around a block, and of the
// operations in it. A plan is made for any program that has a scop; who asks
// for it knows which of its loops are tiles, and whose threads execute these.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_PROMOTION_BLOCKCONTEXT_H
#define POLYMEM_ANALYSIS_PROMOTION_BLOCKCONTEXT_H

#include "PolyMem/Analysis/Accesses/SimpleSpaces.h"
#include "PolyMem/Analysis/Accesses/VolumeEstimate.h"
#include "PolyMem/Support/Sentence.h"

namespace polymem {

/// How many threads of a block have no iterations that are dealt to threads.
enum class SpareThreads {
  Few,
  Most,
  AllButOne, ///< one thread has all iterations
};

/// Answers about blocks, whose scops are given.
class BlockContext {
public:
  virtual ~BlockContext() = default;

  /// How many threads of the block's launch only copy. Where most do, what is
  /// read is staged even without reuse: a copy has loads of all threads under
  /// way, the iterations those of few.
  virtual SpareThreads spareThreads(const Scop &block) const = 0;
  /// Whether the threads of the block meet again and again, in a loop. Then
  /// what is read is staged even without reuse, however short its rows are: a
  /// copy waits for memory once, the steps of the loop each for their own
  /// loads.
  virtual bool hasSteps(const Scop &block) const = 0;
  /// Says why an access cannot be redirected to a buffer; empty if it can.
  virtual std::string whyNotRedirectable(const Scop &block,
                                         const ScopAccess &access) const = 0;
  /// Why an array needs no buffer because it is going to be in constant memory;
  /// empty if it is not.
  virtual Sentence whyInConstantMemory(mlir::Value array) const = 0;
  /// Whether code that runs at the same time as the block may write `array`.
  virtual bool mayChangeMeanwhile(const Scop &block,
                                  mlir::Value array) const = 0;
  /// The other instances of the block that run at the same time. Nullopt: so
  /// does other code that may write `array`.
  virtual std::optional<ConcurrentInstances>
  concurrentInstances(const Scop &block, mlir::Value array) const = 0;
  /// What a value is that the block depends on.
  virtual ParameterRole roleOf(mlir::Value value) const = 0;

  /// What a parameter of `block` is.
  ParameterRole roleOf(const Scop &block, const isl::id &parameter) const {
    mlir::Value value = block.parameterValue(parameter);
    return value ? roleOf(value) : ParameterRole::Origin;
  }
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_PROMOTION_BLOCKCONTEXT_H
