//===- Instances.cpp - is every instance computed, and only once? ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Check/Values/TileOrigins.h"

using namespace mlir;
using namespace polymem;

StringRef polymem::statementOf(StringRef valueTuple) {
  valueTuple.consume_front("value_");
  return valueTuple;
}

std::string ValueOrigin::name() const {
  return origin.get_tuple_id(isl::dim::out).get_name();
}

bool ValueOrigin::hasNameOf(const ValueOrigin &other) const {
  return origin.get_tuple_id(isl::dim::out).get() ==
             other.origin.get_tuple_id(isl::dim::out).get() &&
         origin.dim(isl::dim::out).release() ==
             other.origin.dim(isl::dim::out).release();
}

std::string polymem::findAmbiguousMarker(const ValueProgram &before) {
  ArrayRef<ValueOrigin> origins = before.origins();
  for (const auto &[n, a] : llvm::enumerate(origins)) {
    if (!a.origin.is_injective().is_true())
      return "a marker of the original gives several instances one name";
    for (const ValueOrigin &b : origins.drop_front(n + 1))
      if (a.hasNameOf(b) &&
          !a.origin.range().is_disjoint(b.origin.range()).is_true())
        return "two markers of the original give instances one name, of '" +
               statementOf(a.name()).str() + "'";
  }
  return "";
}

/// `{ S0[x] }`: the instances that `program` executes of what `wants` selects.
template <typename Select>
static isl::union_set executed(const ValueProgram &program, Select wants) {
  isl::union_set result = isl::union_set::empty(program.scop().ctx());
  for (const ValueOrigin &origin : program.origins())
    if (wants(origin))
      result = result.unite(origin.origin.range());
  return result.coalesce();
}

isl::union_set polymem::executedInstances(const ValueProgram &program) {
  return executed(program, [](const ValueOrigin &) { return true; });
}

/// `{ S0[x] }`: the instances that are sure to be executed, wherever the tiles
/// are.
static isl::union_set surelyExecuted(const ValueProgram &program) {
  isl::union_set result = isl::union_set::empty(program.scop().ctx());
  for (const ValueOrigin &origin : program.origins()) {
    ArrayRef<OriginDim> dims = program.originDims(origin.statement);
    if (dims.empty()) {
      result = result.unite(origin.origin.range());
      continue;
    }
    for (const SureInstances &sure :
         SureInstances::find(origin.origin.domain(), dims)) {
      isl::map names = sure.dropOrigins().reverse().apply_range(origin.origin);
      if (names.is_single_valued().is_true())
        result = result.unite(sure.executed().apply(names));
    }
  }
  return result.coalesce();
}

/// Pairs of different executions of one stored instance.
static isl::union_map executedTwice(const ValueProgram &program) {
  isl::union_map result = isl::union_map::empty(program.scop().ctx());
  auto origins = program.origins();
  for (const auto &[n, a] : llvm::enumerate(origins))
    for (const ValueOrigin &b : origins.drop_front(n)) {
      if (!a.storedOutside || !b.storedOutside || !a.hasNameOf(b))
        continue;
      isl::map pairs =
          a.origin.apply_range(b.origin.reverse())
              .intersect(mayCoexist(
                  a.origin.domain(), program.originDims(a.statement),
                  b.origin.domain(), program.originDims(b.statement)));
      if (&a == &b)
        pairs = pairs.subtract(isl::map::identity(pairs.get_space()));
      result = result.unite(pairs);
    }
  return result;
}

Finding polymem::checkInstances(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Instances;
  auto violated = [&](const Counterexample &example, StringRef tuple,
                      const TuplePoint &point, const Twine &text) {
    finding.verdict = Verdict::Violated;
    finding.text =
        example.parameters() + point.describe(statementOf(tuple)) + text.str();
  };
  isl::union_set wanted = executed(
      pair.before, [](const ValueOrigin &origin) { return origin.stored; });
  isl::union_set missing = wanted.subtract(surelyExecuted(pair.after));
  if (auto example = pair.pick(missing)) {
    const TuplePoint &point = example->in();
    violated(*example, point.tuple, point, " is not executed");
    finding.op = pair.after.scop().root();
    finding.notes.emplace_back(pair.computedBy(point), "it is computed here");
    return finding;
  }
  // What stays in memory that is not looked at afterwards is nobody's business:
  // values of the others, accesses and what may trap are obligations too.
  isl::union_set seen = executed(pair.after, [](const ValueOrigin &origin) {
    return origin.storedOutside;
  });
  isl::union_set extra = seen.subtract(executedInstances(pair.before));
  if (auto example = pair.pick(extra)) {
    const TuplePoint &point = example->in();
    violated(*example, point.tuple, point,
             " is executed, which the original does not do");
    for (const ValueOrigin &origin : pair.after.origins())
      if (origin.name() == point.tuple)
        finding.op = origin.op;
    return finding;
  }
  if (auto example = pair.pick(executedTwice(pair.after))) {
    SmallVector<Operation *> ops;
    std::optional<TuplePoint> value;
    for (const std::string &tuple : {example->in().tuple, example->out().tuple})
      for (const ValueOrigin &origin : pair.after.origins())
        if (origin.tuple == tuple) {
          ops.push_back(origin.op);
          value = example->imageOfIn(origin.origin);
          if (!value)
            value = example->imageOfOut(origin.origin);
        }
    if (value)
      violated(*example, value->tuple, *value,
               " is executed and stored twice, in iteration " +
                   example->in().describe("") + " and in iteration " +
                   example->out().describe(""));
    if (!ops.empty())
      finding.op = ops.front();
    if (ops.size() > 1 && ops.back() != ops.front())
      finding.notes.emplace_back(ops.back(), "and here");
    return finding;
  }
  checkTraps(pair, finding);
  return finding;
}
