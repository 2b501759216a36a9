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
#include "PolyMem/Support/Sentence.h"
#include <vector>

namespace polymem {

struct DependenceOptions {
  /// Budget of each step: flow, anti, output, value-based flow.
  unsigned long maxIslOperations = kDefaultIslOperations;
  /// What to compute; the rest stays null. Value-based flow costs the most.
  bool memoryBased = true, valueBased = true;
  /// Only dependences through this array of the scop; null: through all.
  const ScopArray *array = nullptr;
};

class Dependences {
public:
  /// Computes the dependences of `scop` in its original order. Returns nullopt
  /// when the budget of isl operations is exhausted, even by the coarser
  /// memory-based form.
  static std::optional<Dependences>
  compute(const Scop &scop, const DependenceOptions &options = {});

  /// Memory-based, `{ S[i] -> T[j] }`: different instances that touch the same
  /// element in this order, at least one writing. May-accesses count as
  /// accesses.
  isl::union_map flow;   ///< write before read
  isl::union_map anti;   ///< read before write
  isl::union_map output; ///< write before write

  /// Value-based flow, tagged: the last must-write before a read, and any
  /// may-write since: `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`. Exact when all
  /// accesses are must-accesses. A superset (every earlier write of the
  /// element) when `valueBasedExact` is false because the budget ran out. A
  /// read that follows a write of its own statement instance may take its value
  /// from there: `{ [S[i] -> W1[]] -> [S[i] -> R2[]] }`.
  isl::union_map taggedValueFlow;
  bool valueBasedExact = true;

  /// Reads, tagged, that may see a value from before the scop:
  /// `{ [T[j] -> R2[]] -> A[a] }`. Arrays made in the scop have none. All reads
  /// when `valueBasedExact` is false.
  isl::union_map liveInReads;

  /// flow + anti + output, `{ S[i] -> T[j] }`.
  isl::union_map all() const;
  /// `taggedValueFlow` without tags, `{ S[i] -> T[j] }`, and without pairs of
  /// an instance with itself, which order nothing.
  isl::union_map valueFlow() const;
  /// Elements whose value before the scop may be read: `{ A[a] }`.
  isl::union_set liveIn() const;

  /// Prints the dependences of `scop`, and its live-out elements.
  void print(const Scop &scop, llvm::raw_ostream &os) const;
};

/// Memory-based dependences between two statements.
struct SequentialDependence {
  /// Indices into `Scop::statements()`.
  unsigned source, sink;
  /// The loop that carries the pairs, counted from the outside in: the
  /// instances have equal values of the loops around it, and the source has the
  /// smaller value of it. Nullopt: they agree in all loops around both.
  std::optional<unsigned> carrier;
  /// `{ S[i] -> T[j] }`; not empty.
  isl::map pairs;
};

/// References of one statement to one array that are so many that they are
/// taken for one, which touches other elements, too.
struct CoarseReferences {
  /// One of them.
  const ScopAccess *access;
  unsigned count;
  bool areWrites;

  /// What it means, for a remark.
  Sentence text(const Scop &scop) const;
};

/// All memory-based dependences of `scop` that a new order must respect,
/// through arrays that `without` does not hold for. Those carried by a loop
/// declared parallel are left out: that declaration says that they are not
/// there, or do not matter. Nullopt when the budget of isl operations is
/// exhausted. They may be more than there are because of the references that
/// are added to `coarse`, if it is not null.
std::optional<std::vector<SequentialDependence>> sequentialDependences(
    const Scop &scop, unsigned long maxIslOperations = kDefaultIslOperations,
    llvm::function_ref<bool(const ScopArray &)> without = nullptr,
    std::vector<CoarseReferences> *coarse = nullptr);

/// Anti and output dependences through `array`, tagged:
/// `{ [S[i] -> R2[]] -> [T[j] -> W1[]]; [S[i] -> W3[]] -> [T[j] -> W1[]] }`, an
/// access and a later write of the same element. Null when the budget of isl
/// operations is exhausted.
isl::union_map
taggedFalseDependences(const Scop &scop, const ScopArray &array,
                       unsigned long maxIslOperations = kDefaultIslOperations);

/// Elements of live-out arrays that `scop` may write: `{ A[a] }`.
isl::union_set liveOutElements(const Scop &scop);

/// A readable account of one dependence of `dependences` (`{ S[i] -> T[j] }`),
/// with a sample pair of instances and the operations' source locations, for
/// remarks: "flow dependence on arg0 from S0[i0 = 0] (file:3:5) to S0[i0 = 1]
/// (file:2:7) with arg1 = 2". Empty string if there is none.
Sentence describeDependence(const Scop &scop,
                            const isl::union_map &dependences);

/// The dependence of `to` on `from`, accesses of the same array in this order:
/// "anti dependence on arg0 from (file:3:5) to (file:2:7)".
Sentence describeDependence(const Scop &scop, const ScopAccess &from,
                            const ScopAccess &to);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_DEPENDENCES_H
