//===- StepVersions.h - what an array holds around a step -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration of an outermost loop, a step, may read a row or a column of an
// array that it overwrites: path[i, j] = min(path[i, j], path[i, k] +
// path[k, j]). Which iterations see what the row held before the step, and
// which what it holds after it, depends on where they are. With a copy of each
// version of the row, one row of it for each step, no other order is left in a
// step than that rows come before what reads them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_SCHEDULING_STEPVERSIONS_H
#define POLYMEM_LIB_TRANSFORMS_SCHEDULING_STEPVERSIONS_H

#include "MoveWebs.h"
#include "ParallelGain.h"
#include "PolyMem/Support/Refusals.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallBitVector.h"

namespace polymem {

/// A load whose subscripts `fixed` are the same in all of a step.
struct FaceLoad {
  mlir::affine::AffineLoadOp load;
  llvm::SmallBitVector fixed;
};

/// An outermost loop, and loads in it that may see what its step overwrites.
struct StepCandidate {
  mlir::affine::AffineForOp loop;
  llvm::SmallVector<FaceLoad> loads;
};

/// The outermost loops of `func` that may be worth a try. Only text is looked
/// at: loads with subscripts that a step does not change, of arrays that it
/// writes where these subscripts may be any, and bounds of loops.
std::vector<StepCandidate> findSteps(mlir::func::FuncOp func);

/// The elements of an array that have the same subscripts `fixed` in all of a
/// step, and their versions.
struct Face {
  const ScopArray *array;
  llvm::SmallBitVector fixed;
  /// `{ [k] -> A[a] }`: the elements with the subscripts of step k.
  isl::map plane;
  /// `{ [k] -> A[a] }`: of these, what is read as it was before the step.
  isl::map before;
  /// Some is read as it was before the step, some as it is after it.
  bool hasBefore = false, hasAfter = false;
  /// What of the array its versions need, by the loop; a form with this loop.
  ArrayWeb web;
  std::optional<WebForm> form;
};

/// A load that gets what it reads from a face.
struct VersionedLoad {
  const ScopAccess *access;
  unsigned face;
  /// `{ S[k, i] }`: what is read has been written in the step.
  isl::set after;
  /// `{ S[k, i] -> T[k, j] }`: by T[k, j].
  isl::union_map sources;
};

/// Instances of a statement that read the same versions and write to the same
/// faces.
struct StepPiece {
  unsigned statement;
  isl::set instances;
  /// By load of the plan: what it reads has been written in the step.
  llvm::SmallBitVector readsAfter;
  /// By face: the piece writes to it, and its version after the step is needed.
  llvm::SmallBitVector writesTo;
};

/// How the steps of one loop get versions of faces.
struct StepPlan {
  std::vector<Face> faces;
  std::vector<VersionedLoad> loads;
  /// In an order in which what is after a step is written before it is read.
  /// No instance of a step needs another one of it for anything else.
  std::vector<StepPiece> pieces;
};

/// The plan for `candidate`, in the function of `scop`; nothing, and the
/// reason, if it is not shown within `maxIslOperations` that with versions all
/// instances of a step are independent.
std::optional<StepPlan> planSteps(const Scop &scop,
                                  const StepCandidate &candidate,
                                  unsigned long maxIslOperations,
                                  Sentence &reason);

/// What `versionSteps` may do, and has done.
struct VersionOptions {
  /// The pass, as users type it.
  llvm::StringRef pass;
  GainOptions gain;
  /// What is done need not make loops parallel.
  bool always;
  /// Most bytes of new arrays, less than those of arrays that are made.
  int64_t bytesLeft;
  /// Loops whose steps have versions.
  unsigned numVersioned = 0;
};

/// Functions that others have taken the place of.
using EarlierFunctions = std::vector<mlir::OwningOpRef<mlir::func::FuncOp>>;

/// `func` with versions of faces for the steps of its loops; null if there are
/// none. `func` stays as it is. Bytes are counted for the sizes `given`.
/// `refusals` speak of `func` and of what is added to `earlier`.
mlir::OwningOpRef<mlir::func::FuncOp>
versionSteps(mlir::func::FuncOp func, const llvm::StringMap<int64_t> &given,
             VersionOptions &options, EarlierFunctions &earlier,
             Refusals &refusals);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_SCHEDULING_STEPVERSIONS_H
