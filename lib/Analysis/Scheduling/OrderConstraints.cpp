//===- OrderConstraints.cpp - what an order must respect ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FewConstraints.h"
#include "PolyMem/Analysis/Scheduling/InstanceParts.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Dependences of few constraints
//===----------------------------------------------------------------------===//

static bool hasFewConstraints(const isl::basic_map &pairs) {
  return numConstraints(pairs) <= kMaxConstraints;
}

static bool hasFewConstraints(const isl::union_map &pairs) {
  bool few = true;
  isl::stat walk = pairs.foreach_map([&](const isl::map &map) -> isl::stat {
    return map.foreach_basic_map([&](const isl::basic_map &part) -> isl::stat {
      few &= hasFewConstraints(part);
      return isl::stat::ok();
    });
  });
  return walk.is_ok() && few;
}

/// In `space = { S[i] -> T[j] }`, pairs that are in order: equal in the loops
/// around `carrier` and increasing in it, or equal in all `numShared` loops.
static isl::map inOrder(const isl::space &space,
                        std::optional<unsigned> carrier, unsigned numShared) {
  isl::map result = isl::map::universe(space);
  for (unsigned d = 0, e = carrier.value_or(numShared); d < e; ++d)
    result = result.equate(isl::dim::in, d, isl::dim::out, d);
  if (carrier)
    result = result.order_lt(isl::dim::in, *carrier, isl::dim::out, *carrier);
  return result;
}

/// `order` and as many constraints of `pairs` as there may be, equations first.
static isl::map withFewConstraints(const isl::basic_map &pairs,
                                   const isl::map &order) {
  SmallVector<isl::constraint> all = constraintsOf(pairs);
  isl::map result = order;
  for (bool equations : {true, false}) {
    for (const isl::constraint &constraint : all) {
      if (isEquality(constraint).is_true() != equations)
        continue;
      isl::map more = result.intersect(isl::map(asMap(constraint)));
      if (hasFewConstraints(isl::union_map(more)))
        result = more;
    }
  }
  return result;
}

/// A superset of `pairs = { S[i] -> T[j] }`, which are in `order`, that is in
/// it, too, of few constraints; `source` and `sink` are the instances of S and
/// T.
static isl::map simplify(const isl::map &pairs, const isl::map &order,
                         const isl::set &source, const isl::set &sink) {
  isl::map result = isl::map::empty(pairs.space());
  pairs.foreach_basic_map([&](isl::basic_map part) -> isl::stat {
    part = withoutRedundancies(part);
    if (hasFewConstraints(part)) {
      result = result.unite(isl::map(part));
      return isl::stat::ok();
    }
    // Without what the domains say anyway.
    isl::map gist = gistRange(isl::map(part).gist_domain(source), sink);
    gist = gist.intersect(order);
    gist.foreach_basic_map([&](const isl::basic_map &rest) -> isl::stat {
      result = result.unite(hasFewConstraints(rest)
                                ? isl::map(rest)
                                : withFewConstraints(rest, order));
      return isl::stat::ok();
    });
    return isl::stat::ok();
  });
  return result;
}

/// In the space of `pairs`, part of `dependence` of `scop`: what it is in order
/// by.
static isl::map orderOf(const Scop &scop,
                        const SequentialDependence &dependence,
                        const isl::map &pairs) {
  const ScopStatement &source = scop.statements()[dependence.source];
  const ScopStatement &sink = scop.statements()[dependence.sink];
  unsigned numShared = std::mismatch(source.ivs.begin(), source.ivs.end(),
                                     sink.ivs.begin(), sink.ivs.end())
                           .first -
                       source.ivs.begin();
  return inOrder(pairs.space(), dependence.carrier, numShared);
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// Made in the scop, not seen by anybody after it, and accessed only where that
/// is known exactly.
static bool isTemporary(const Scop &scop, const ScopArray &array) {
  if (array.kind != ScopArray::Kind::MemRef || array.liveOut || array.depth)
    return false;
  Operation *op = array.value.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op) &&
         scop.root()->isProperAncestor(op);
}

std::optional<OrderConstraints>
OrderConstraints::of(const Scop &scop, bool reorderLives,
                     unsigned long maxIslOperations,
                     llvm::function_ref<bool(const ScopArray &)> keep) {
  OrderConstraints result;
  result.flow = isl::union_map::empty(scop.ctx());
  result.falseDependences = result.flow;
  result.validity = result.flow;
  for (const ScopArray &array : scop.arrays()) {
    if (!reorderLives || !isTemporary(scop, array) || (keep && keep(array)))
      continue;
    DependenceOptions options;
    options.maxIslOperations = maxIslOperations;
    options.memoryBased = false;
    options.array = &array;
    std::optional<Dependences> values = Dependences::compute(scop, options);
    isl::union_map order =
        taggedFalseDependences(scop, array, maxIslOperations);
    // Without exact lives of few constraints, it is an array like any other.
    if (!values || !values->valueBasedExact || order.is_null() ||
        !hasFewConstraints(order) || !hasFewConstraints(values->valueFlow()))
      continue;
    result.reordered.push_back(&array);
    result.flow = result.flow.unite(values->taggedValueFlow);
    result.validity = result.validity.unite(values->valueFlow());
    result.falseDependences = result.falseDependences.unite(order);
  }
  auto others = sequentialDependences(
      scop, maxIslOperations,
      [&](const ScopArray &array) {
        return llvm::is_contained(result.reordered, &array);
      },
      &result.coarseReferences);
  if (!others)
    return std::nullopt;
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  result.values = result.validity;
  SmallVector<isl::union_map> exact{result.values}, coarse{result.values};
  for (const SequentialDependence &dependence : *others) {
    exact.push_back(dependence.pairs);
    coarse.push_back(simplify(dependence.pairs,
                              orderOf(scop, dependence, dependence.pairs),
                              scop.statements()[dependence.source].domain,
                              scop.statements()[dependence.sink].domain));
  }
  result.others = std::move(*others);
  result.validity = unionInPairs(ArrayRef<isl::union_map>(exact)).coalesce();
  result.coarse = unionInPairs(ArrayRef<isl::union_map>(coarse));
  if (guard.exceeded())
    return std::nullopt;
  return result;
}

/// `pairs = { [S[i] -> R1[]] -> [T[j] -> W2[]] }` between the parts of S and T.
static isl::union_map taggedInParts(const isl::union_map &pairs,
                                    const isl::union_map &parts) {
  isl::union_set tagged = pairs.domain().unite(pairs.range());
  isl::union_map tags = tagged.unwrap().range().identity();
  isl::union_map renaming = parts.product(tags);
  return pairs.apply_domain(renaming).apply_range(renaming);
}

std::optional<OrderConstraints>
OrderConstraints::inParts(const Scop &scop, const InstanceParts &parts,
                          unsigned long maxIslOperations) const {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  OrderConstraints result;
  result.reordered = reordered;
  result.flow = taggedInParts(flow, parts.map);
  result.falseDependences = taggedInParts(falseDependences, parts.map);
  result.values = values.apply_domain(parts.map).apply_range(parts.map);
  if (!hasFewConstraints(result.falseDependences) ||
      !hasFewConstraints(result.values))
    return std::nullopt;
  SmallVector<isl::union_map> exact{result.values}, coarse{result.values};
  for (const SequentialDependence &dependence : others)
    for (const InstancePart &source : parts.ofStatement[dependence.source])
      for (const InstancePart &sink : parts.ofStatement[dependence.sink]) {
        isl::map pairs = source.restrict(dependence.pairs, isl::dim::in);
        pairs = sink.restrict(pairs, isl::dim::out);
        if (pairs.is_empty().is_true())
          continue;
        exact.push_back(pairs);
        coarse.push_back(simplify(pairs, orderOf(scop, dependence, pairs),
                                  source.instances, sink.instances));
        if (guard.exceeded())
          return std::nullopt;
        result.others.push_back(
            {dependence.source, dependence.sink, dependence.carrier, pairs});
      }
  result.validity = unionInPairs(ArrayRef<isl::union_map>(exact));
  result.coarse = unionInPairs(ArrayRef<isl::union_map>(coarse));
  if (guard.exceeded())
    return std::nullopt;
  return result;
}
