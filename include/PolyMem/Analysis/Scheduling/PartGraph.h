//===- PartGraph.h - do parts of a statement need each other? ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph of dependences between statements, some of them in parts. Parts
// that are on a cycle share loops in any order: nothing is gained by separating
// them.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_PARTGRAPH_H
#define POLYMEM_ANALYSIS_SCHEDULING_PARTGRAPH_H

#include "PolyMem/Analysis/Scheduling/StatementParts.h"

namespace polymem {

class PartGraph {
public:
  /// The graph of `scop`, whose instances depend on each other as
  /// `dependences = { S[i] -> T[j] }` says, with the statements whose numbers
  /// are in `parts` in their smallest parts. Dependences that the budget of isl
  /// operations does not suffice for are taken to be there.
  PartGraph(const Scop &scop, const std::map<unsigned, StatementParts> &parts,
            const isl::union_map &dependences, unsigned long maxIslOperations);

  /// All parts of statement number `statement` are on a cycle.
  bool isCycle(unsigned statement) const;

private:
  using Nodes = llvm::SmallVector<unsigned>;

  /// The nodes of `statement` that make `access`.
  Nodes nodesOf(const ScopAccess &access) const;
  void addEdges(const Nodes &from, const Nodes &to);
  void addDependences(const ScopStatement &source, const ScopStatement &sink,
                      const isl::map &pairs);
  /// The nodes that `start` reaches along `edges`.
  llvm::SmallVector<bool> reached(unsigned start,
                                  llvm::ArrayRef<Nodes> edges) const;

  const Scop &scop;
  /// By statement: its first node, one for each part.
  std::vector<unsigned> firstNode;
  std::map<unsigned, std::vector<StatementPart>> partsOf;
  std::vector<Nodes> successors, predecessors;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_PARTGRAPH_H
