//===- Obligations.h - one function per obligation --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_OBLIGATIONS_OBLIGATIONS_H
#define POLYMEM_CHECK_OBLIGATIONS_OBLIGATIONS_H

#include "PolyMem/Check/Obligations/Counterexample.h"
#include "PolyMem/Check/Obligations/Finding.h"
#include "PolyMem/Check/Values/ValueSources.h"

namespace polymem {

/// Both programs, in one isl context, and where their values come from.
struct CheckedPair {
  const ValueProgram &before, &after;
  const ValueSources &beforeSources, &afterSources;
  ClosedValues &closed;
  /// isl failed to tell whether there is a violation.
  mutable bool failed = false;
  /// `[p] -> { : ... }`: where there is the violation found last, and running
  /// both programs tells whether it makes a difference. Null if it does not.
  mutable isl::set violated{};

  /// A counterexample of `violations` (a union map or set); none if it is empty
  /// or isl gives up, which `failed` then tells.
  template <typename T>
  std::optional<Counterexample> pick(const T &violations) const {
    if (violations.is_null() || violations.is_empty().is_true()) {
      failed |= violations.is_null();
      return std::nullopt;
    }
    std::optional<Counterexample> example = Counterexample::pick(violations);
    failed |= !example;
    violated = violations.params();
    return example;
  }

  /// The origins of the original that may name instances of `after`, one of the
  /// transformed program: of each instance at most one does.
  llvm::SmallVector<const ValueOrigin *>
  originals(const ValueOrigin &after) const;
  /// A value in words, and the operation that computes it if there is one.
  std::string describeValue(const TuplePoint &value) const;
  mlir::Operation *computedBy(const TuplePoint &value) const;
};

/// Whether the operands of `expr`, an operation, may be exchanged: the result
/// has the same bits, but for sign and payload of a NaN.
bool isCommutative(const ValueExpr &expr);

/// Operands at the same place of two operator trees.
struct OperandPair {
  const ValueExpr *before, *after;
};

/// Walks two operator trees that shall be equal; a difference.
struct ExpressionMismatch {
  mlir::Operation *op;
  std::string text;
};
/// Compares two operator trees. Operands that are read, named or constant are
/// added to `operands`, for the dataflow to be compared. Operands of
/// commutative operations may be exchanged where their own trees tell them
/// apart.
std::optional<ExpressionMismatch>
matchExpressions(const ValueExpr &before, const ValueExpr &after,
                 llvm::SmallVectorImpl<OperandPair> &operands);

// Each obligation has a function that yields a proof or a violation; where isl
// gave up on the way, the finding is not to be used (the caller's guard tells).

/// `{ value_S0[x] }`: the instances that `program` executes, if it can be told
/// which, and that it may execute else.
isl::union_set executedInstances(const ValueProgram &program);
/// Decides Obligation::Instances.
Finding checkInstances(const CheckedPair &pair);
/// Part of checkInstances: operations that may be undefined, such as divisions,
/// are executed where the original does (`ValueProgram::traps`).
void checkTraps(const CheckedPair &pair, Finding &finding);
/// Decides Obligation::Expressions.
Finding checkExpressions(const CheckedPair &pair);
/// Decides Obligation::Dataflow.
Finding checkDataflow(const CheckedPair &pair);
/// Decides Obligation::LiveOut.
Finding checkLiveOut(const CheckedPair &pair);
/// Decides Obligation::Parallelism.
Finding checkParallelism(const CheckedPair &pair);
/// Decides Obligation::Storage.
Finding checkStorage(const CheckedPair &pair);

/// Part of checkStorage: mappings that are not affine separate all elements
/// whose values are needed at the same time (`ValueProgram::sharedCells`).
Finding checkSharedCells(const CheckedPair &pair);
/// Part of checkStorage: finds an access to an element that memory made by the
/// program does not have, or that may not be there.
bool findOutOfBounds(const CheckedPair &pair, const ValueAccess &access,
                     Finding &finding);
/// `[p] -> { : ... }`: the parameters with which `program` accesses an array
/// outside of what is known of its shape.
isl::set parametersOutOfBounds(const ValueProgram &program);
/// Elements of the memref `array` have cells by a storage mapping.
bool hasStorageMapping(const ScopArray &array);
/// The extents that the allocation `array` asks for, `{ A[i, a] -> [s] }`:
/// those of its cells, if it has a storage mapping. Null entries where one is
/// not affine.
llvm::SmallVector<isl::pw_aff> allocatedSizes(const ScopArray &array);
/// One of `sizes`, of those that are not null, depends on the parameter `id`.
bool dependsOn(llvm::ArrayRef<isl::pw_aff> sizes, const isl::id &id);
/// Such an extent is a value that the program computes from others in a way
/// that is not affine: it may not be any that its type has.
bool dependsOnComputedValue(const Scop &scop, const ScopArray &array);
/// Part of checkStorage: finds a cast to a static extent that need not be that.
bool findUnprovedCast(const CheckedPair &pair, Finding &finding);
/// Decides Obligation::Lifetimes.
Finding checkLifetimes(const CheckedPair &pair);
/// Decides Obligation::Asynchrony.
Finding checkAsynchrony(const CheckedPair &pair);
/// Decides Obligation::Bands.
Finding checkBands(const CheckedPair &pair);
/// Some loop in `function` has an attribute `scratch.loop`.
bool hasLoopFacts(mlir::Operation *function);
/// Decides Obligation::Capacity.
Finding checkCapacity(const ValueProgram &program, int64_t capacity);

/// What the parameter `value` of a program is, in words that are the same in
/// every program with these arguments; empty if it is neither an argument nor a
/// size. `root` is the function.
std::string identityOf(mlir::Value value, mlir::Operation *root);
/// Why `after` cannot take the place of `before`: their types differ; empty if
/// they do not. (`after` may have more arguments at the end.)
Sentence signatureDifference(mlir::Operation *before, mlir::Operation *after);
/// What a proof for these two programs takes for granted, in words.
llvm::SmallVector<std::string> findAssumptions(const Scop &before,
                                               const Scop &after);

/// Why markers of the original do not name its values one to one; empty if they
/// do. (Those of the transformed program may: loops are unrolled and split.)
std::string findAmbiguousMarker(const ValueProgram &before);

/// The name of an origin's statement without "value_".
llvm::StringRef statementOf(llvm::StringRef valueTuple);

} // namespace polymem

#endif // POLYMEM_CHECK_OBLIGATIONS_OBLIGATIONS_H
