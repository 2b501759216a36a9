//===- Fusion.cpp - which statements share loops --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl fuses what depends on each other as long as the outermost loop stays
// parallel: loops inside may be sequential then that were parallel for one of
// the statements alone. Such statements are taken out of what they share loops
// with, which stays together before and after them.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/Parallelism.h"
#include "ScheduleTree.h"

using namespace mlir;
using namespace polymem;

namespace {
/// Puts statements of one order apart.
class FusionChooser {
public:
  FusionChooser(const Scop &scop, const isl::schedule &order,
                const OrderConstraints &constraints,
                const SchedulingOptions &options)
      : scop(scop), order(order), constraints(constraints), options(options),
        constants(scop.domains(),
                  {constraints.coarse, constraints.flow,
                   constraints.falseDependences},
                  kMaxConstraints) {
    for (const ScopStatement &statement : scop.statements())
      if (hostOperationOf(statement))
        ofHost.insert(statement.name);
  }

  /// `order`, with pieces that have one of the statements `fewer` apart where
  /// that is a gain; null if there is none, or if the budget does not suffice.
  isl::schedule choose(const llvm::StringSet<> &fewer);

  /// Statements that gain.
  SmallVector<unsigned> apartFor;

private:
  isl::schedule compute(const isl::union_set &domain, Fusion fusion) const {
    SchedulingOptions other = options;
    other.fusion = fusion;
    return computeTree(scop, domain, constraints, constants, other);
  }
  /// The order of `piece` with the statements apart that gain by it; null if
  /// none does.
  isl::schedule putApart(const isl::union_set &piece);
  /// One after the other the parts of `apart`, of which those without
  /// `gaining` statements share loops again with their neighbours.
  isl::schedule fuseOthers(const isl::schedule &apart,
                           ArrayRef<unsigned> gaining) const;

  const Scop &scop;
  const isl::schedule &order;
  const OrderConstraints &constraints;
  const SchedulingOptions &options;
  SymbolicConstants constants;
  llvm::StringSet<> ofHost;
};
} // namespace

/// Adds the instances in each child of the outermost sequences.
static void collectPieces(const isl::schedule_node &node,
                          SmallVectorImpl<isl::union_set> &pieces) {
  if (!node.isa<isl::schedule_node_sequence>().is_true() &&
      !node.isa<isl::schedule_node_set>().is_true()) {
    pieces.push_back(node.get_domain());
    return;
  }
  for (int k = 0, e = node.n_children().release(); k < e; ++k)
    collectPieces(node.child(k).child(0), pieces);
}

static bool haveCommon(const llvm::StringSet<> &a, const llvm::StringSet<> &b) {
  return llvm::any_of(
      a, [&](const auto &name) { return b.contains(name.getKey()); });
}

static isl::schedule sequence(const isl::schedule &first,
                              const isl::schedule &second) {
  return first.is_null() ? second : first.sequence(second);
}

isl::schedule FusionChooser::fuseOthers(const isl::schedule &apart,
                                        ArrayRef<unsigned> gaining) const {
  llvm::StringSet<> alone;
  for (unsigned statement : gaining)
    alone.insert(scop.statements()[statement].name);
  SmallVector<isl::union_set> parts;
  collectPieces(apart.root().child(0), parts);
  isl::schedule result;
  for (size_t k = 0; k < parts.size();) {
    size_t first = k;
    isl::union_set together = parts[k++];
    if (!haveCommon(namesIn(together), alone))
      for (; k < parts.size() && !haveCommon(namesIn(parts[k]), alone); ++k)
        together = together.unite(parts[k]);
    isl::schedule asApart =
        parts.size() == 1 ? apart : apart.intersect_domain(together);
    isl::schedule fused;
    if (k - first > 1)
      fused = compute(together, Fusion::Smart);
    bool isGood = !fused.is_null() && isAsParallel(scop, fused, apart);
    result = sequence(result, isGood ? fused : asApart);
  }
  return result;
}

isl::schedule FusionChooser::putApart(const isl::union_set &piece) {
  isl::schedule apart = compute(piece, Fusion::None);
  if (apart.is_null())
    return apart;
  SmallVector<unsigned> gaining = moreParallelIn(scop, apart, order);
  llvm::append_range(apartFor, gaining);
  return gaining.empty() ? isl::schedule() : fuseOthers(apart, gaining);
}

isl::schedule FusionChooser::choose(const llvm::StringSet<> &fewer) {
  SmallVector<isl::union_set> pieces;
  collectPieces(order.root().child(0), pieces);
  isl::schedule result;
  for (const isl::union_set &piece : pieces) {
    llvm::StringSet<> names = namesIn(piece);
    isl::schedule next;
    if (names.size() > 1 && haveCommon(names, fewer) &&
        !haveCommon(names, ofHost))
      next = putApart(piece);
    if (next.is_null())
      next = pieces.size() == 1 ? order : order.intersect_domain(piece);
    result = sequence(result, next);
  }
  return apartFor.empty() ? isl::schedule() : result;
}

std::optional<Schedule> polymem::fuseLess(const Scop &scop,
                                          const Schedule &fused,
                                          const OrderConstraints &constraints,
                                          const SchedulingOptions &options) {
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  llvm::StringSet<> fewer = withFewerLoops(scop, constraints, fused);
  if (fewer.empty())
    return std::nullopt;
  FusionChooser chooser(scop, fused.order, constraints, options);
  isl::schedule other = chooser.choose(fewer);
  if (other.is_null() || !whatIsWrong(scop, other, constraints).empty())
    return std::nullopt;
  std::optional<Schedule> result = withMarks(other);
  if (!result || guard.exceeded())
    return std::nullopt;
  result->apartFor = std::move(chooser.apartFor);
  return result;
}
