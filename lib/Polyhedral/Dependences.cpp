//===- Dependences.cpp - dependences and last writers ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is computed on tagged accesses `[S[i] -> R2[]]`, ordered by the
// schedule and, within one statement instance, by program order: so a read that
// follows a write of its own instance takes its value from there.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/point.h"
#include "isl/val.h"

using namespace mlir;
using namespace polymem;

/// `{ [S[i] -> R2[]] -> [t, position] }`: when each access happens.
static isl::union_map accessOrder(const Scop &scop) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  isl::union_map schedule = scop.scheduleMap();
  for (const ScopAccess &access : scop.accesses()) {
    isl::set tag = isl::set::universe(isl::space(scop.ctx(), 0, 0))
                       .set_tuple_id(access.tag());
    isl::set domain = access.relation.domain();
    isl::union_map toInstance =
        isl::map::from_domain_and_range(domain, tag).domain_map();
    isl::union_map position = isl::map(isl::manage(isl_map_fix_si(
        isl_map_from_domain_and_range(
            isl_map_wrap(
                isl_map_from_domain_and_range(domain.copy(), tag.copy())),
            isl_set_universe(isl_space_set_alloc(scop.ctx().get(), 0, 1))),
        isl_dim_out, 0, access.id)));
    result = result.unite(
        toInstance.apply_range(schedule).flat_range_product(position));
  }
  return result;
}

/// The dependences from each of `sources` to later `sinks` on the same element,
/// both `{ [S[i] -> R2[]] -> A[a] }`.
static isl::union_map memoryBased(const isl::union_map &sources,
                                  const isl::union_map &sinks,
                                  const isl::union_map &order) {
  return isl::union_access_info(sinks)
      .set_may_source(sources)
      .set_schedule_map(order)
      .compute_flow()
      .get_may_dependence()
      .coalesce();
}

/// `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }` to `{ S[i] -> T[j] }`, without the
/// pairs of one instance with itself, which order nothing.
static isl::union_map withoutTags(const isl::union_map &tagged) {
  isl::union_map pairs = tagged.factor_domain();
  isl::union_map result = isl::union_map::empty(tagged.ctx());
  pairs.foreach_map([&](isl::map map) -> isl::stat {
    if (map.get_space().domain().is_equal(map.get_space().range()).is_true())
      map = map.subtract(isl::map::identity(map.get_space()));
    result = result.unite(map);
    return isl::stat::ok();
  });
  return result.coalesce();
}

/// The arrays whose values before the scop can be seen: all but those made in
/// the scop.
static isl::union_set arraysFromOutside(const Scop &scop) {
  isl::union_set result = isl::union_set::empty(scop.ctx());
  for (const ScopArray &array : scop.arrays()) {
    bool inside = array.kind == ScopArray::Kind::Scalar;
    if (Operation *op = array.value ? array.value.getDefiningOp() : nullptr)
      inside |= scop.root()->isProperAncestor(op) &&
                hasEffect<MemoryEffects::Allocate>(op, array.value);
    if (!inside)
      result = result.unite(isl::set::universe(array.extent.get_space()));
  }
  return result;
}

std::optional<Dependences>
Dependences::compute(const Scop &scop, const DependenceOptions &options) {
  Dependences result;
  isl::set context = scop.context();
  isl::union_map reads, mustWrites, mayWrites, order;
  // The budget is for each step; false: it was not enough.
  auto within = [&](llvm::function_ref<void()> step) {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    step();
    return !guard.exceeded();
  };
  bool done =
      within([&] {
        reads = scop.taggedReads().intersect_params(context);
        mustWrites = scop.taggedMustWrites().intersect_params(context);
        mayWrites = scop.taggedMayWrites().intersect_params(context);
        order = accessOrder(scop);
        // isl 0.27 computes wrong last writers from relations that
        // carry a stride twice, as those of tiles do.
        for (isl::union_map *map : {&reads, &mustWrites, &mayWrites, &order})
          *map = isl::manage(isl_union_map_remove_redundancies(map->release()));
      }) &&
      within([&] {
        result.taggedFlow = memoryBased(mayWrites, reads, order);
        result.flow = withoutTags(result.taggedFlow);
      }) &&
      within([&] {
        result.taggedAnti = memoryBased(reads, mayWrites, order);
        result.anti = withoutTags(result.taggedAnti);
      }) &&
      within([&] {
        result.taggedOutput = memoryBased(mayWrites, mayWrites, order);
        result.output = withoutTags(result.taggedOutput);
      });
  if (!done)
    return std::nullopt;

  isl::union_set fromOutside = arraysFromOutside(scop);
  isl::union_set liveOutArrays = isl::union_set::empty(scop.ctx());
  for (const ScopArray &array : scop.arrays())
    if (array.liveOut)
      liveOutArrays =
          liveOutArrays.unite(isl::set::universe(array.extent.get_space()));
  result.valueBasedExact = within([&] {
    isl::union_flow flow = isl::union_access_info(reads)
                               .set_must_source(mustWrites)
                               .set_may_source(mayWrites.subtract(mustWrites))
                               .set_schedule_map(order)
                               .compute_flow();
    result.taggedValueFlow = flow.get_may_dependence().coalesce();
    result.valueFlow = withoutTags(result.taggedValueFlow);
    result.liveInReads =
        flow.get_may_no_source().intersect_range(fromOutside).coalesce();
  });
  if (!result.valueBasedExact) {
    // Any earlier write may be the last one, and any read may come first.
    result.taggedValueFlow = result.taggedFlow;
    result.valueFlow = result.flow;
    result.liveInReads = reads.intersect_range(fromOutside);
  }
  result.liveIn = result.liveInReads.range().coalesce();
  result.liveOut = mayWrites.range().intersect(liveOutArrays).coalesce();
  return result;
}

isl::union_map Dependences::all() const {
  return flow.unite(anti).unite(output).coalesce();
}

void Dependences::print(llvm::raw_ostream &os) const {
  os << "  dependences:\n";
  os << "    flow: " << islToString(flow) << "\n";
  os << "    anti: " << islToString(anti) << "\n";
  os << "    output: " << islToString(output) << "\n";
  os << "    " << (valueBasedExact ? "value-based flow: " : "flow, coarse: ")
     << islToString(taggedValueFlow) << "\n";
  os << "    live-in reads: " << islToString(liveInReads) << "\n";
  os << "    live-in: " << islToString(liveIn) << "\n";
  os << "    live-out: " << islToString(liveOut) << "\n";
}

isl::union_map polymem::violatedDependences(const isl::union_map &dependences,
                                            const isl::union_map &order) {
  // { t(S[i]) -> t(T[j]) } must be in { t -> t' : t < t' }.
  isl::union_map ordered = isl::manage(isl_union_map_lex_lt_union_map(
      order.copy(), order.copy())); // { S[i] -> T[j] : t(S[i]) < t(T[j]) }
  return dependences.subtract(ordered).coalesce();
}

//===----------------------------------------------------------------------===//
// describeDependence
//===----------------------------------------------------------------------===//

/// Coordinate `position` of `point` as text.
static std::string coordinate(const isl::point &point, isl_dim_type type,
                              unsigned position) {
  isl::val value =
      isl::manage(isl_point_get_coordinate_val(point.get(), type, position));
  char *text = isl_val_to_str(value.get());
  std::string result = text ? text : "?";
  free(text);
  return result;
}

/// `name[i0 = 1, i1 = 2]` for `count` coordinates of `point` from `first` on.
static std::string describeTuple(StringRef name, const isl::point &point,
                                 unsigned first, unsigned count) {
  std::string text = name.str() + "[";
  for (unsigned d = 0; d < count; ++d)
    text += (d ? ", i" : "i") + std::to_string(d) + " = " +
            coordinate(point, isl_dim_set, first + d);
  return text + "]";
}

/// ` (file:line:column)`, or nothing for an unknown location.
static std::string describeLocation(Operation *op) {
  auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return "";
  return (" (" + loc.getFilename().getValue() + ":" + Twine(loc.getLine()) +
          ":" + Twine(loc.getColumn()) + ")")
      .str();
}

static StringRef dependenceKind(const ScopAccess &source,
                                const ScopAccess &sink) {
  if (source.isRead())
    return "anti";
  return sink.isRead() ? "flow" : "output";
}

/// The accesses behind the pair `{ S[i] -> T[j] }`: of the same element, one
/// of them writing; flow is preferred, then anti, then output dependences.
static std::pair<const ScopAccess *, const ScopAccess *>
findAccesses(const Scop &scop, const ScopStatement &source,
             const ScopStatement &sink, const isl::map &pair) {
  for (StringRef kind : {"flow", "anti", "output"})
    for (unsigned a : source.accesses)
      for (unsigned b : sink.accesses) {
        const ScopAccess &from = scop.accesses()[a], &to = scop.accesses()[b];
        if (from.array != to.array || (from.isRead() && to.isRead()) ||
            dependenceKind(from, to) != kind)
          continue;
        isl::map common = from.relation.apply_range(to.relation.reverse());
        if (common.intersect(pair).is_empty().is_false())
          return {&from, &to};
      }
  return {nullptr, nullptr};
}

std::string polymem::describeDependence(const Scop &scop,
                                        const isl::union_map &dependences) {
  if (dependences.is_null())
    return "";
  // The first in textual order, so that the text does not depend on hashing.
  isl::map chosen;
  unsigned chosenRank = 0;
  dependences.foreach_map([&](isl::map map) -> isl::stat {
    const ScopStatement *source =
        scop.statementNamed(map.get_tuple_id(isl::dim::in).get_name());
    const ScopStatement *sink =
        scop.statementNamed(map.get_tuple_id(isl::dim::out).get_name());
    if (!source || !sink || !map.is_empty().is_false())
      return isl::stat::ok();
    unsigned rank =
        (source - scop.statements().data()) * scop.statements().size() +
        (sink - scop.statements().data());
    if (chosen.is_null() || rank < chosenRank) {
      chosen = map;
      chosenRank = rank;
    }
    return isl::stat::ok();
  });
  if (chosen.is_null())
    return "";
  const ScopStatement &source =
      scop.statements()[chosenRank / scop.statements().size()];
  const ScopStatement &sink =
      scop.statements()[chosenRank % scop.statements().size()];

  // For some parameters the earliest instances, which are the easiest to read.
  isl::set pairs = chosen.wrap();
  isl::space space = pairs.get_space();
  isl::point point = pairs.sample_point();
  for (int p = 0, e = space.dim(isl::dim::param).release(); p < e; ++p)
    pairs = isl::manage(isl_set_fix_val(
        pairs.release(), isl_dim_param, p,
        isl_point_get_coordinate_val(point.get(), isl_dim_param, p)));
  point = pairs.lexmin().sample_point();
  if (point.is_null())
    return "";
  isl::map pair = isl::set(point).unwrap();
  auto [from, to] = findAccesses(scop, source, sink, pair);
  std::string text;
  if (from)
    text = dependenceKind(*from, *to).str() + " dependence on " +
           scop.arrays()[from->array].name;
  else
    text = "dependence";
  auto instance = [&](const ScopStatement &statement, unsigned first,
                      const ScopAccess *access) {
    Operation *op = access                  ? access->op
                    : statement.ops.empty() ? nullptr
                                            : statement.ops.front();
    return describeTuple(statement.name, point, first, statement.ivs.size()) +
           (op ? describeLocation(op) : std::string());
  };
  text += " from " + instance(source, 0, from) + " to " +
          instance(sink, source.ivs.size(), to);

  // Parameter values, of those that matter.
  std::string values;
  for (int p = 0, e = space.dim(isl::dim::param).release(); p < e; ++p)
    if (chosen.wrap().involves_dims(isl::dim::param, p, 1).is_true())
      values += (values.empty() ? "" : ", ") +
                space.get_dim_id(isl::dim::param, p).get_name() + " = " +
                coordinate(point, isl_dim_param, p);
  if (!values.empty())
    text += " with " + values;
  return text;
}
