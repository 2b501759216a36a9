//===- Finding.h - what must hold, and what was found -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_OBLIGATIONS_FINDING_H
#define POLYMEM_CHECK_OBLIGATIONS_FINDING_H

#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace polymem {

/// What must hold; each is decided on its own.
enum class Obligation {
  /// Every marked statement instance of the original is executed, but for those
  /// that are stored only to memory of the program's own that nothing reads,
  /// and one that is stored to memory that tiles share is stored once. (Tiles
  /// may compute the same in buffers of their own: that all of them compute the
  /// right values is another obligation's matter.)
  Instances,
  /// Marked values are computed by the same operator trees.
  Expressions,
  /// Operands of marked values have the sources that they have in the original.
  Dataflow,
  /// Arrays from outside hold the same values in the end.
  LiveOut,
  /// Iterations declared parallel do not touch each other's memory.
  Parallelism,
  /// A buffer's cell holds the element that is read from it; what is accessed
  /// exists.
  Storage,
  /// Nobody touches what an asynchronous copy writes, or writes what it reads,
  /// before it was waited for.
  Asynchrony,
  /// Memory is used while it is there: not after it was freed, freed once and
  /// only if it was allocated to be, asked for with a size that there is, and
  /// not left to a copy that is not waited for.
  Lifetimes,
  /// What `scratch.loop` says of a loop is so: iterations of one marked
  /// parallel,
  /// in the same iteration of the loops around its band, do not touch each
  /// other's memory; in a band marked permutable no loop has the later of two
  /// instances that touch the same memory in its earlier iteration. Only where
  /// there are such attributes.
  Bands,
  /// Buffers that live at the same time fit in fast memory. Only with
  /// `CheckOptions::capacity`.
  Capacity,
  /// Of components (Check/Components/Components.h): what segments access, and
  /// what is loaded and stored for them; the order of these transfers; that
  /// cores do not need each other's.
  Phases,
  Transfers,
  Cores
};

/// As in messages: "dataflow".
llvm::StringRef obligationName(Obligation obligation);

enum class Verdict {
  Proved,
  /// Both programs were run, and differ; or the obligation is not about values,
  /// or they could not be run.
  Violated,
  /// It does not hold, but both programs were run where it does not, and yield
  /// the same values: the transformed program computes them in a way that
  /// proofs do not know, as by other laws of arithmetic, or does more than the
  /// original.
  Refused,
  Undecided
};

/// The outcome for one obligation.
struct Finding {
  Obligation obligation;
  Verdict verdict = Verdict::Proved;
  /// Where to report; null for a proof.
  mlir::Operation *op = nullptr;
  /// The counterexample, or the reason why there is no decision.
  Sentence text;
  /// Further places: an operation (of either program) and what it does.
  llvm::SmallVector<std::pair<mlir::Operation *, std::string>> notes;
};

} // namespace polymem

#endif // POLYMEM_CHECK_OBLIGATIONS_FINDING_H
