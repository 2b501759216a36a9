//===- Dependences.h - dependences and last writers -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which statement instance must follow which (memory-based dependences), and
// which write a read takes its value from (value-based flow, "last writers").
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_DEPENDENCES_H
#define POLYMEM_POLYHEDRAL_DEPENDENCES_H

#include "PolyMem/Polyhedral/Scop.h"

namespace polymem {

struct DependenceOptions {
  /// Budget of each step: flow, anti, output, value-based flow.
  unsigned long maxIslOperations = kDefaultIslOperations;
};

class Dependences {
public:
  /// Computes the dependences of `scop` in its original order. Returns nullopt
  /// when the budget of isl operations is exhausted, even by the coarser
  /// memory-based form.
  static std::optional<Dependences>
  compute(const Scop &scop, const DependenceOptions &options = {});

  /// Memory-based, `{ S[i] -> T[j] }`: instances that touch the same element
  /// in this order, at least one writing. May-accesses count as accesses.
  isl::union_map flow;   ///< write before read
  isl::union_map anti;   ///< read before write
  isl::union_map output; ///< write before write
  /// The same, tagged: `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`.
  isl::union_map taggedFlow, taggedAnti, taggedOutput;

  /// Value-based flow, tagged: the last must-write before a read, and any
  /// may-write since: `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`. Exact when all
  /// accesses are must-accesses. A superset (equal to `taggedFlow`) when
  /// `valueBasedExact` is false because the budget ran out. A read that follows
  /// a write of its own statement instance may take its value from there:
  /// `{ [S[i] -> W1[]] -> [S[i] -> R2[]] }`. The relations without tags leave
  /// out pairs of an instance with itself, which order nothing.
  isl::union_map taggedValueFlow;
  /// `taggedValueFlow` without tags, `{ S[i] -> T[j] }`.
  isl::union_map valueFlow;
  bool valueBasedExact = true;

  /// Reads, tagged, that may see a value from before the scop:
  /// `{ [T[j] -> R2[]] -> A[a] }`. Arrays made in the scop have none. All reads
  /// when `valueBasedExact` is false.
  isl::union_map liveInReads;
  /// Elements whose value before the scop may be read: `{ A[a] }`.
  isl::union_set liveIn;
  /// Elements of live-out arrays that the scop may write: `{ A[a] }`.
  isl::union_set liveOut;

  /// flow + anti + output, `{ S[i] -> T[j] }`.
  isl::union_map all() const;

  void print(llvm::raw_ostream &os) const;
};

/// The instances pairs `{ S[i] -> T[j] }` of `dependences` that `order`
/// (`{ S[i] -> [t] }`, same range space for all statements) runs in the wrong
/// order or at the same time: those that make the order illegal. Empty iff the
/// order respects the dependences.
isl::union_map violatedDependences(const isl::union_map &dependences,
                                   const isl::union_map &order);

/// A readable account of one dependence of `dependences` (`{ S[i] -> T[j] }`),
/// with a sample pair of instances and the operations' source locations, for
/// remarks: "flow dependence on arg0 from S0[i0 = 0] (file:3:5) to S0[i0 = 1]
/// (file:2:7) with arg1 = 2". Empty string if there is none.
std::string describeDependence(const Scop &scop,
                               const isl::union_map &dependences);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_DEPENDENCES_H
