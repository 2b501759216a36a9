//===- DescribeDependence.cpp - one dependence in words
//--------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "isl/point.h"
#include "isl/val.h"

using namespace mlir;
using namespace polymem;

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

/// ` (file:line:column)`, called `name`, or nothing for an unknown location.
static Sentence describeLocation(Operation *op, StringRef name) {
  auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return "";
  return sentence(
      " ({0})",
      named(name, llvm::formatv("{0}:{1}:{2}", loc.getFilename().getValue(),
                                loc.getLine(), loc.getColumn())));
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

Sentence polymem::describeDependence(const Scop &scop,
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
  Sentence text = "dependence";
  if (from)
    text = sentence("{0} dependence on {1}", dependenceKind(*from, *to),
                    named("DependenceArray", scop.arrays()[from->array].name));
  auto instance = [&](StringRef name, StringRef place,
                      const ScopStatement &statement, unsigned first,
                      const ScopAccess *access) {
    Operation *op = access                  ? access->op
                    : statement.ops.empty() ? nullptr
                                            : statement.ops.front();
    return Sentence(named(name, describeTuple(statement.name, point, first,
                                              statement.ivs.size()))) +
           (op ? describeLocation(op, place) : Sentence());
  };
  text += sentence(" from {0} to {1}",
                   instance("Source", "SourcePlace", source, 0, from),
                   instance("Sink", "SinkPlace", sink, source.ivs.size(), to));

  // Parameter values, of those that matter.
  std::string values;
  for (int p = 0, e = space.dim(isl::dim::param).release(); p < e; ++p)
    if (chosen.wrap().involves_dims(isl::dim::param, p, 1).is_true())
      values += (values.empty() ? "" : ", ") +
                space.get_dim_id(isl::dim::param, p).get_name() + " = " +
                coordinate(point, isl_dim_param, p);
  if (!values.empty())
    text += sentence(" with {0}", named("Sizes", values));
  return text;
}

Sentence polymem::describeDependence(const Scop &scop, const ScopAccess &from,
                                     const ScopAccess &to) {
  Sentence text =
      sentence("{0} dependence on {1}", dependenceKind(from, to),
               named("DependenceArray", scop.arrays()[from.array].name));
  Sentence first = describeLocation(from.op, "SourcePlace");
  Sentence second = describeLocation(to.op, "SinkPlace");
  return first.empty() || second.empty()
             ? text
             : sentence("{0} from{1} to{2}", text, first, second);
}
