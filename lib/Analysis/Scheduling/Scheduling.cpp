//===- Scheduling.cpp - a legal order with locality and parallelism -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "FewConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Polyhedral/Isl/ScheduleTrees.h"
#include "ScheduleTree.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace polymem;

/// Names of the marks above bands.
static constexpr char kBandMark[] = "band";

std::optional<std::pair<unsigned, unsigned>> Schedule::loopOf(StringRef mark) {
  unsigned band, member;
  auto [before, after] = mark.split('_');
  if (!before.consume_front(kBandMark) || before.getAsInteger(10, band) ||
      after.getAsInteger(10, member))
    return std::nullopt;
  return std::pair(band, member);
}

//===----------------------------------------------------------------------===//
// The scheduler
//===----------------------------------------------------------------------===//

/// The name of the statement whose instances are in `{ S[i] }` or, with a tag,
/// in `{ [S[i] -> R2[]] }`.
static StringRef statementName(isl::set instances) {
  while (instances.is_wrapping().is_true())
    instances = instances.unwrap().domain();
  const char *name = tupleNameOf(instances);
  return name ? name : "";
}

/// The maps of `pairs` between statements in `names`, as they are: with the
/// constraints of domains they would have too many.
static isl::union_map between(const isl::union_map &pairs,
                              const llvm::StringSet<> &names) {
  isl::union_map result = isl::union_map::empty(pairs.ctx());
  isl::stat walk = pairs.foreach_map([&](const isl::map &map) -> isl::stat {
    if (names.contains(statementName(map.domain())) &&
        names.contains(statementName(map.range())))
      result = result.unite(map);
    return isl::stat::ok();
  });
  return walk.is_ok() ? result : isl::union_map();
}

llvm::StringSet<> polymem::namesIn(const isl::union_set &domain) {
  llvm::StringSet<> names;
  domain.foreach_set([&](const isl::set &part) -> isl::stat {
    names.insert(statementName(part));
    return isl::stat::ok();
  });
  return names;
}

/// `tree` without skewed coincident members (`withPlainBands`), if that runs no
/// pair of `falseDependences = { [S[i] -> W1[]] -> [T[j] -> W2[]] }` the other
/// way round, which need not be within an iteration of these members (null:
/// there are none).
static isl::schedule plainIfKept(const isl::schedule &tree,
                                 const isl::union_map &falseDependences) {
  if (tree.is_null())
    return tree;
  std::optional<isl::schedule> plain = withPlainBands(tree);
  if (!plain)
    return tree;
  if (falseDependences.is_null())
    return *plain;
  isl::union_map pairs = falseDependences.factor_domain();
  return notInOrder(*plain, pairs).is_subset(notInOrder(tree, pairs)).is_true()
             ? *plain
             : tree;
}

isl::schedule polymem::computeTree(const Scop &scop,
                                   const isl::union_set &domain,
                                   const OrderConstraints &constraints,
                                   const SymbolicConstants &constants,
                                   const SchedulingOptions &options) {
  llvm::StringSet<> names = namesIn(domain);
  auto relation = [&](const isl::union_map &pairs) {
    return constants.generalise(between(pairs, names));
  };
  isl::union_map coarse = relation(constraints.coarse);
  IslScheduleConstraints all;
  all.domain = constants.generalise(domain);
  all.context = constants.generalise(scop.context());
  all.validity = all.coincidence = all.proximity = coarse;
  if (!constraints.reordered.empty()) {
    all.condition = relation(constraints.flow);
    all.conditionalValidity = relation(constraints.falseDependences);
  }
  all.apartComponents = options.fusion == Fusion::None;
  all.wholeComponents = options.fusion == Fusion::Max;
  all.outerParallel = options.outerParallel;
  isl::schedule tree = constants.withConstants(computeSchedule(all), domain);
  return plainIfKept(tree, constraints.reordered.empty()
                               ? isl::union_map()
                               : between(constraints.falseDependences, names));
}

HostOperation polymem::hostOperationOf(const ScopStatement &statement) {
  for (Operation *op : statement.ops) {
    // These come to be behind everything else.
    if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
      Operation *alloc = dealloc.getMemref().getDefiningOp();
      if (isa<FunctionOpInterface>(op->getParentOp()) ||
          (alloc && alloc->getBlock() == op->getBlock()))
        continue;
    }
    if (HostOperation host = findHostOperation(op))
      return host;
  }
  return {};
}

/// isl's schedule, of instances as `parts = { S[i] -> P[i] }` names them (null:
/// as they are), between the outermost loops with statements of the host, which
/// stay as they are; null if the budget does not suffice.
static isl::schedule computeWholeTree(const Scop &scop,
                                      const isl::union_map &parts,
                                      const OrderConstraints &constraints,
                                      const SymbolicConstants &constants,
                                      const SchedulingOptions &options) {
  llvm::StringSet<> ofHost;
  for (const ScopStatement &statement : scop.statements())
    if (hostOperationOf(statement))
      ofHost.insert(statement.name);
  llvm::StringSet<> inParts;
  if (!parts.is_null())
    for (const ScopStatement &statement : scop.statements())
      if (!isl::union_set(statement.domain)
               .apply(parts)
               .is_subset(statement.domain)
               .is_true())
        inParts.insert(statement.name);
  if (ofHost.empty() && inParts.empty())
    return computeTree(scop, scop.domains(), constraints, constants, options);

  isl::schedule original = scop.schedule();
  SmallVector<isl::schedule> pieces;
  isl::union_set pending = isl::union_set::empty(scop.ctx());
  auto schedulePending = [&] {
    if (!pending.is_empty().is_true())
      pieces.push_back(
          computeTree(scop, pending, constraints, constants, options));
    pending = isl::union_set::empty(scop.ctx());
  };
  isl::schedule_node body = original.root().child(0);
  bool several = body.isa<isl::schedule_node_sequence>().is_true();
  for (int k = 0, e = several ? body.n_children().release() : 1; k < e; ++k) {
    isl::union_set domain =
        several ? body.child(k).child(0).domain() : original.domain();
    llvm::StringSet<> names = namesIn(domain);
    auto isAmong = [&](const llvm::StringSet<> &others) {
      return llvm::any_of(names, [&](const auto &name) {
        return others.contains(name.getKey());
      });
    };
    if (isAmong(ofHost)) {
      schedulePending();
      pieces.push_back(original.intersect_domain(domain));
    } else if (isAmong(inParts)) {
      schedulePending();
      SchedulingOptions ofParts = options;
      ofParts.fusion = Fusion::None;
      pieces.push_back(computeTree(scop, domain.apply(parts), constraints,
                                   constants, ofParts));
    } else {
      pending = pending.unite(domain);
    }
  }
  schedulePending();
  // Nothing is executed, or the budget ended.
  if (pieces.empty())
    return original;
  isl::schedule result = pieces.front();
  for (const isl::schedule &piece : ArrayRef(pieces).drop_front())
    result = result.sequence(piece);
  return result;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// No value of `array` is overwritten between a write and a read of it:
/// with earlier = `{ S[i] -> T[j] : S[i] comes before T[j] }`,
///
///   { [S[i] -> e] -> [V[k] -> e] } . { [V[k] -> e] -> [T[j] -> e] },
///
/// S and V writing e, T reading it, each earlier than the next, has no pair
/// that is a flow.
static bool keepsValues(const Scop &scop, const ScopArray &array,
                        const isl::union_map &flow,
                        const isl::union_map &earlier) {
  isl::ctx ctx = scop.ctx();
  isl::union_map writes = isl::union_map::empty(ctx), reads = writes;
  for (const ScopAccess &access : scop.accesses())
    if (&scop.arrays()[access.array] == &array)
      (access.isWrite() ? writes : reads) =
          (access.isWrite() ? writes : reads).unite(access.relation);
  isl::union_map element = writes.range().unite(reads.range()).identity();
  auto atElement = [&](const isl::union_map &pairs, const isl::union_map &from,
                       const isl::union_map &to) {
    return pairs.product(element)
        .intersect_domain(from.wrap())
        .intersect_range(to.wrap());
  };
  isl::union_map overwritten =
      atElement(earlier, writes, writes)
          .apply_range(atElement(earlier, writes, reads));
  return overwritten.intersect(atElement(flow, writes, reads))
      .is_empty()
      .is_true();
}

/// `{ S[i] -> T[j] : S[i] comes before T[j] }`.
static isl::union_map orderOf(const isl::schedule &tree) {
  isl::union_map points = tree.get_map();
  return lexLess(points, points);
}

/// In the order of `tree`, in which the flow is as it was, no value of an array
/// whose lives may be reordered is overwritten before it is read.
static bool keepsValues(const Scop &scop, const isl::schedule &tree,
                        const OrderConstraints &constraints) {
  // Where nothing is overwritten in another order, all values are kept.
  if (constraints.reordered.empty() ||
      notInOrder(tree, constraints.falseDependences.factor_domain())
          .is_empty()
          .is_true())
    return true;
  isl::union_map earlier = orderOf(tree);
  isl::union_map flow = constraints.flow.factor_domain();
  return llvm::all_of(constraints.reordered, [&](const ScopArray *array) {
    return keepsValues(scop, *array, flow, earlier);
  });
}

bool polymem::respectsOrder(const Scop &scop, const isl::schedule &tree,
                            const OrderConstraints &constraints) {
  return notInOrder(tree, constraints.validity).is_empty().is_true() &&
         keepsValues(scop, tree, constraints);
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// Splits each band of `node`'s subtree into bands of one member, and puts a
/// mark above each. Null if the budget runs out.
static isl::schedule_node markBands(isl::schedule_node node,
                                    unsigned &numBands) {
  if (node.is_null())
    return node;
  int above = 0;
  if (node.isa<isl::schedule_node_band>().is_true()) {
    unsigned band = numBands++;
    int numMembers = node.as<isl::schedule_node_band>().n_member().release();
    for (int member = 0; member < numMembers; ++member, above += 2) {
      if (member + 1 < numMembers)
        node = node.as<isl::schedule_node_band>().split(1);
      if (node.is_null())
        return node;
      isl::id mark(node.ctx(), kBandMark + std::to_string(band) + "_" +
                                   std::to_string(member));
      node = node.insert_mark(mark);
      if (node.is_null())
        return node;
      node = node.child(0).child(0);
      if (node.is_null())
        return node;
    }
    node = markBands(node, numBands);
  } else {
    for (int i = 0, e = node.n_children().release(); i < e; ++i) {
      node = markBands(node.child(i), numBands);
      if (node.is_null())
        return node;
      node = node.parent();
    }
  }
  return node.is_null() ? node : node.ancestor(above);
}

std::optional<Schedule> polymem::withMarks(const isl::schedule &tree) {
  unsigned numBands = 0;
  isl::schedule_node marked = markBands(tree.root(), numBands);
  if (marked.is_null())
    return std::nullopt;
  return Schedule{tree, marked.get_schedule()};
}

/// isl's schedule of the instances of `scop` as `parts` names them.
static isl::schedule findTree(const Scop &scop, const isl::union_map &parts,
                              const OrderConstraints &constraints,
                              const SchedulingOptions &options) {
  SymbolicConstants large(
      parts.is_null() ? scop.domains() : scop.domains().apply(parts),
      {constraints.coarse, constraints.flow, constraints.falseDependences},
      kMaxConstraints);
  isl::schedule tree =
      computeWholeTree(scop, parts, constraints, large, options);
  // There may be an order for these sizes only.
  if (tree.is_null() && !large.empty())
    tree = computeWholeTree(scop, parts, constraints, SymbolicConstants(),
                            options);
  return tree;
}

std::optional<Schedule>
polymem::findSchedule(const Scop &scop, const OrderConstraints &constraints,
                      const SchedulingOptions &options, Sentence &reason) {
  std::optional<Schedule> result;
  {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    isl::schedule tree = findTree(scop, {}, constraints, options);
    if (!tree.is_null() && respectsOrder(scop, tree, constraints))
      result = withMarks(tree);
  }
  if (!result)
    reason = sentence("no schedule that respects the dependences is found "
                      "within {0} isl operations",
                      named("MaxIslOperations", options.maxIslOperations));
  // What comes now has a budget of its own: it must not cost what was found.
  if (result && options.fusion == Fusion::Auto)
    if (auto apart = fuseLess(scop, *result, constraints, options))
      return apart;
  return result;
}

/// Adds what the bands in `node`'s subtree say.
static void collectLoops(const isl::schedule_node &node,
                         llvm::StringMap<SmallVector<ScheduledLoop>> &loops) {
  if (node.isa<isl::schedule_node_band>().is_true()) {
    auto band = node.as<isl::schedule_node_band>();
    isl::union_set domain = node.get_domain();
    int numMembers = band.n_member().release();
    for (int member = 0; member < numMembers; ++member) {
      isl::multi_union_pw_aff all = band.get_partial_schedule();
      if (all.is_null() || domain.is_null())
        return;
      isl::union_map part = asMap(all.at(member));
      part.intersect_domain(domain).foreach_map(
          [&](const isl::map &iteration) -> isl::stat {
            loops[iteration.get_tuple_id(isl::dim::in).get_name()].push_back(
                {iteration, band.member_get_coincident(member).is_true()});
            return isl::stat::ok();
          });
    }
  }
  for (int i = 0, e = node.n_children().release(); i < e; ++i)
    collectLoops(node.child(i), loops);
}

llvm::StringMap<SmallVector<ScheduledLoop>>
polymem::scheduledLoops(const isl::schedule &order) {
  llvm::StringMap<SmallVector<ScheduledLoop>> loops;
  collectLoops(order.root(), loops);
  return loops;
}

//===----------------------------------------------------------------------===//
// Given schedules
//===----------------------------------------------------------------------===//

/// A node that is not of the kinds whose instances are those of the tree's
/// domain; null if there is none.
static isl::schedule_node findForeignNode(const isl::schedule_node &node) {
  if (!node.isa<isl::schedule_node_domain>().is_true() &&
      !node.isa<isl::schedule_node_band>().is_true() &&
      !node.isa<isl::schedule_node_sequence>().is_true() &&
      !node.isa<isl::schedule_node_set>().is_true() &&
      !node.isa<isl::schedule_node_filter>().is_true() &&
      !node.isa<isl::schedule_node_leaf>().is_true())
    return node;
  for (int i = 0, e = node.n_children().release(); i < e; ++i)
    if (isl::schedule_node found = findForeignNode(node.child(i));
        !found.is_null())
      return found;
  return {};
}

Sentence polymem::whatIsWrong(const Scop &scop, const isl::schedule &tree,
                              const OrderConstraints &constraints) {
  isl::union_set placed = tree.domain().intersect(tree.get_map().domain());
  isl::union_set missing = scop.domains().subtract(placed);
  if (missing.is_empty().is_false())
    return sentence("it has no place for the instances {0}",
                    named("Instances", islToString(missing)));
  isl::union_set unknown = tree.domain().subtract(scop.domains());
  if (unknown.is_empty().is_false())
    return sentence("it has instances that the function has not: {0}",
                    named("Instances", islToString(unknown)));
  isl::boolean once = tree.get_map().is_single_valued();
  if (once.is_false())
    return "it has several places for some instances";
  isl::union_map broken = notInOrder(tree, constraints.validity);
  if (broken.is_empty().is_false())
    return sentence("it does not respect a {0}",
                    describeDependence(scop, broken));
  // Null where the budget ran out.
  if (missing.is_empty().is_error() || unknown.is_empty().is_error() ||
      once.is_error() || broken.is_empty().is_error() ||
      !keepsValues(scop, tree, constraints))
    return "that it keeps the values of temporaries is not shown within the "
           "budget";
  return "";
}

std::optional<ScheduleOfParts>
polymem::findScheduleOfParts(const Scop &scop, const isl::union_map &parts,
                             const OrderConstraints &constraints,
                             const OrderConstraints &constraintsOfParts,
                             const SchedulingOptions &options) {
  IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
  isl::schedule tree = findTree(scop, parts, constraintsOfParts, options);
  if (tree.is_null())
    return std::nullopt;
  isl::union_map back = parts.reverse();
  // What is said of a part is said of all instances where that makes no
  // difference.
  isl::schedule whole = withOrders(
      tree, scop.domains(),
      [&](const isl::union_map &order) {
        isl::union_map result = order.apply_domain(back).coalesce();
        return result.gist_domain(result.domain());
      },
      [&](const isl::union_set &filter) {
        return filter.apply(back).coalesce().gist(scop.domains());
      });
  if (whole.is_null() || !whatIsWrong(scop, whole, constraints).empty())
    return std::nullopt;
  std::optional<Schedule> marked = withMarks(whole);
  if (!marked)
    return std::nullopt;
  return ScheduleOfParts{*marked, tree};
}

std::optional<Schedule>
polymem::readSchedule(const Scop &scop, StringRef text,
                      const OrderConstraints &constraints,
                      unsigned long maxIslOperations, Sentence &reason) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  isl::schedule tree(scop.ctx(), text.str());
  if (tree.is_null()) {
    reason = guard.exceeded() ? "it cannot be read within the budget"
                              : "it is no schedule tree in isl's notation";
    return std::nullopt;
  }
  isl::schedule_node foreign = findForeignNode(tree.root());
  if (!foreign.is_null()) {
    reason = "it has a node other than bands, sequences, sets and filters";
    return std::nullopt;
  }
  reason = whatIsWrong(scop, tree, constraints);
  if (!reason.empty())
    return std::nullopt;
  std::optional<Schedule> result = withMarks(tree);
  if (!result)
    reason = "its bands cannot be split within the budget";
  return result;
}
