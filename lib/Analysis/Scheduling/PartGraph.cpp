//===- PartGraph.cpp - do parts of a statement need each other? -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/PartGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace polymem;

PartGraph::PartGraph(const Scop &scop,
                     const std::map<unsigned, StatementParts> &parts,
                     const isl::union_map &dependences,
                     unsigned long maxIslOperations)
    : scop(scop) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  unsigned numNodes = 0;
  for (unsigned s = 0, e = scop.statements().size(); s < e; ++s) {
    firstNode.push_back(numNodes);
    auto separated = parts.find(s);
    if (separated != parts.end())
      partsOf[s] = separated->second.parts();
    numNodes += separated != parts.end() ? partsOf[s].size() : 1;
  }
  successors.resize(numNodes);
  predecessors.resize(numNodes);
  // Parts that must come in this order within an instance.
  for (auto &[s, separated] : parts)
    for (auto [a, first] : llvm::enumerate(partsOf[s]))
      for (auto [b, second] : llvm::enumerate(partsOf[s]))
        if (a != b && separated.precede(first, second))
          addEdges({unsigned(firstNode[s] + a)}, {unsigned(firstNode[s] + b)});
  dependences.foreach_map([&](const isl::map &pairs) -> isl::stat {
    const ScopStatement *source =
        scop.statementNamed(pairs.get_tuple_id(isl::dim::in).get_name());
    const ScopStatement *sink =
        scop.statementNamed(pairs.get_tuple_id(isl::dim::out).get_name());
    if (source && sink)
      addDependences(*source, *sink, pairs);
    return isl::stat::ok();
  });
}

PartGraph::Nodes PartGraph::nodesOf(const ScopAccess &access) const {
  unsigned first = firstNode[access.statement];
  auto separated = partsOf.find(access.statement);
  if (separated == partsOf.end())
    return {first};
  Nodes result;
  for (auto [k, part] : llvm::enumerate(separated->second)) {
    Block *block = part.ops.front()->getBlock();
    if (llvm::is_contained(part.ops, block->findAncestorOpInBlock(*access.op)))
      result.push_back(first + k);
  }
  return result;
}

void PartGraph::addEdges(const Nodes &from, const Nodes &to) {
  for (unsigned a : from)
    for (unsigned b : to)
      if (!llvm::is_contained(successors[a], b)) {
        successors[a].push_back(b);
        predecessors[b].push_back(a);
      }
}

void PartGraph::addDependences(const ScopStatement &source,
                               const ScopStatement &sink,
                               const isl::map &pairs) {
  for (unsigned a : source.accesses)
    for (unsigned b : sink.accesses) {
      const ScopAccess &from = scop.accesses()[a], &to = scop.accesses()[b];
      if (from.array != to.array || (from.isRead() && to.isRead()))
        continue;
      Nodes fromNodes = nodesOf(from), toNodes = nodesOf(to);
      bool known = llvm::all_of(fromNodes, [&](unsigned node) {
        return llvm::all_of(toNodes, [&](unsigned other) {
          return llvm::is_contained(successors[node], other);
        });
      });
      if (!known && !from.relation.apply_range(to.relation.reverse())
                         .intersect(pairs)
                         .is_empty()
                         .is_true())
        addEdges(fromNodes, toNodes);
    }
}

SmallVector<bool> PartGraph::reached(unsigned start,
                                     ArrayRef<Nodes> edges) const {
  SmallVector<bool> result(edges.size(), false);
  SmallVector<unsigned> worklist = {start};
  while (!worklist.empty()) {
    unsigned node = worklist.pop_back_val();
    if (result[node])
      continue;
    result[node] = true;
    worklist.append(edges[node]);
  }
  return result;
}

bool PartGraph::isCycle(unsigned statement) const {
  unsigned first = firstNode[statement];
  auto separated = partsOf.find(statement);
  size_t numParts = separated == partsOf.end() ? 1 : separated->second.size();
  SmallVector<bool> after = reached(first, successors);
  SmallVector<bool> before = reached(first, predecessors);
  for (size_t k = 0; k < numParts; ++k)
    if (!after[first + k] || !before[first + k])
      return false;
  return true;
}
