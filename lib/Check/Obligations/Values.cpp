//===- Values.cpp - do operands and results have the original's values? ---===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Describing values
//===----------------------------------------------------------------------===//

SmallVector<const ValueOrigin *>
CheckedPair::originals(const ValueOrigin &after) const {
  SmallVector<const ValueOrigin *> result;
  for (const ValueOrigin &origin : before.origins())
    if (origin.hasNameOf(after))
      result.push_back(&origin);
  if (result.size() > 1)
    llvm::erase_if(result, [&](const ValueOrigin *origin) {
      return origin->origin.range().is_disjoint(after.origin.range()).is_true();
    });
  return result;
}

Operation *CheckedPair::computedBy(const TuplePoint &value) const {
  for (const ValueOrigin &origin : before.origins())
    if (origin.name() == value.tuple &&
        (size_t)origin.origin.dim(isl::dim::out).release() ==
            value.coordinates.size())
      return origin.op;
  return nullptr;
}

std::string CheckedPair::describeValue(const TuplePoint &value) const {
  StringRef tuple = value.tuple;
  if (tuple.consume_front("init_"))
    return "the initial value of " + value.describe(tuple);
  if (tuple.consume_front("value_"))
    return "the value of " + value.describe(tuple);
  if (tuple.starts_with("closed_"))
    return value.coordinates.empty() ? "a constant"
                                     : "an expression of " + value.describe("");
  return "undefined";
}

/// The cell's element, for people: `arg0[1, 2]`.
static std::string describeElement(const ValueProgram &program,
                                   const ValueAccess &access,
                                   const Counterexample &example) {
  auto element = example.imageOfIn(access.elements);
  const ScopArray &array = program.scop().arrays()[access.array];
  return element ? element->describe(array.name, array.depth) : array.name;
}

//===----------------------------------------------------------------------===//
// Expressions and their operands
//===----------------------------------------------------------------------===//

Finding polymem::checkExpressions(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Expressions;
  for (const ValueOrigin &after : pair.after.origins()) {
    // An instance that the original lacks is another obligation's matter.
    for (const ValueOrigin *before : pair.originals(after)) {
      SmallVector<OperandPair> operands;
      auto mismatch = matchExpressions(before->value, after.value, operands);
      if (!mismatch)
        continue;
      pair.violated =
          after.origin.range().intersect(before->origin.range()).params();
      finding.verdict = Verdict::Violated;
      finding.op = mismatch->op ? mismatch->op : after.op;
      finding.text =
          statementOf(after.name()).str() + " computes " + mismatch->text;
      finding.notes.emplace_back(before->op, "the original's value");
      return finding;
    }
  }
  return finding;
}

/// Notes who wrote what the instance `example.in()` of some accesses reads, if
/// anyone did: `lastWrites = { R[y] -> W[y'] }`, where `tuple` stands for `R`.
static void noteLastWrite(const CheckedPair &pair,
                          const Counterexample &example,
                          const isl::union_map &lastWrites,
                          const std::string &tuple, Finding &finding) {
  isl::union_map renamed = isl::union_map::empty(lastWrites.ctx());
  lastWrites.foreach_map([&](isl::map map) -> isl::stat {
    renamed = renamed.unite(map.set_domain_tuple(tuple));
    return isl::stat::ok();
  });
  if (auto last = example.imageOfIn(renamed))
    for (const ValueWrite &write : pair.after.writes())
      if (write.tuple == last->tuple)
        finding.notes.emplace_back(write.op, "the last write");
}

/// Finds an instance whose operand has other values than in the original.
static void checkOperand(const CheckedPair &pair, const ValueOrigin &before,
                         const ValueOrigin &after, const OperandPair &operand,
                         Finding &finding) {
  // { N'[y] -> V } now, { N[x] -> V } in the original, { N'[y] -> N[x] }.
  isl::union_map now = valuesOf(pair.after, pair.afterSources, pair.closed,
                                *operand.after, after.origin.domain());
  isl::union_map then = valuesOf(pair.before, pair.beforeSources, pair.closed,
                                 *operand.before, before.origin.domain());
  isl::map same = after.origin.apply_range(before.origin.reverse());
  isl::union_map expected = isl::union_map(same).apply_range(then);
  isl::union_set anything =
      expected
          .intersect_range(isl::set::universe(isl::space(now.ctx(), 0, 0))
                               .set_tuple_id("undefined"))
          .domain();
  isl::union_map wrong = now.intersect_domain(same.domain())
                             .subtract(expected)
                             .subtract_domain(anything);
  auto example = pair.pick(wrong);
  if (!example)
    return;
  finding.verdict = Verdict::Violated;
  finding.op = after.op;
  std::string instance = statementOf(after.name()).str();
  if (auto x = example->imageOfIn(after.origin))
    instance = x->describe(instance);
  finding.text = example->parameters() + instance + " uses " +
                 pair.describeValue(example->out());
  if (operand.after->kind == ValueExpr::Kind::Read) {
    const ValueAccess &read = pair.after.reads()[operand.after->index];
    finding.op = read.op;
    isl::map element = read.elements.set_domain_tuple(after.tuple);
    ValueAccess named = read;
    named.elements = element;
    finding.text = example->parameters() + instance + " reads " +
                   describeElement(pair.after, named, *example) + " and gets " +
                   pair.describeValue(example->out());
  }
  finding.notes.emplace_back(operand.before->kind == ValueExpr::Kind::Read
                                 ? pair.before.reads()[operand.before->index].op
                                 : before.op,
                             "the original's operand");
  if (auto value = example->imageOfIn(expected)) {
    finding.text += "; in the original it is " + pair.describeValue(*value);
    if (Operation *op = pair.computedBy(*value))
      finding.notes.emplace_back(op, "which is computed here");
  }
  if (operand.after->kind == ValueExpr::Kind::Read)
    noteLastWrite(pair, *example,
                  pair.afterSources.lastWrites.intersect_domain(
                      pair.after.reads()[operand.after->index].cells.domain()),
                  after.tuple, finding);
}

Finding polymem::checkDataflow(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Dataflow;
  for (const ValueOrigin &after : pair.after.origins())
    for (const ValueOrigin *before : pair.originals(after)) {
      SmallVector<OperandPair> operands;
      if (matchExpressions(before->value, after.value, operands))
        continue;
      for (const OperandPair &operand : operands) {
        checkOperand(pair, *before, after, operand, finding);
        if (finding.verdict != Verdict::Proved)
          return finding;
      }
    }
  return finding;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The arrays from outside that someone may look at afterwards:
/// `{ end_arg0[a] }`.
static isl::union_set liveOutReads(const CheckedPair &pair) {
  isl::union_set result = isl::union_set::empty(pair.before.scop().ctx());
  for (const ValueProgram *program : {&pair.before, &pair.after})
    for (auto [a, array] : llvm::enumerate(program->scop().arrays()))
      if (array.liveOut && !program->outsideName(a).empty())
        result = result.unite(
            isl::set::universe(array.extent.get_space())
                .set_tuple_id(("end_" + program->outsideName(a)).str()));
  return result;
}

/// `{ end_arg0[a] -> V }` for all of `reads`: what the program leaves there.
static isl::union_map finalValues(const ValueSources &sources,
                                  const isl::union_set &reads) {
  isl::union_map known = sources.values.intersect_domain(reads);
  // Arrays that the program does not name keep their values.
  reads.foreach_set([&](isl::set set) -> isl::stat {
    std::string name = set.get_tuple_id().get_name();
    bool named = false;
    known.foreach_map([&](isl::map map) -> isl::stat {
      named |= map.get_tuple_id(isl::dim::in).get_name() == name;
      return isl::stat::ok();
    });
    if (!named)
      known =
          known.unite(set.identity().set_range_tuple("init_" + name.substr(4)));
    return isl::stat::ok();
  });
  return known;
}

Finding polymem::checkLiveOut(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::LiveOut;
  isl::union_set reads = liveOutReads(pair);
  isl::union_map now = finalValues(pair.afterSources, reads);
  isl::union_map then = finalValues(pair.beforeSources, reads);
  auto example = pair.pick(now.subtract(then));
  if (!example)
    return finding;
  finding.verdict = Verdict::Violated;
  StringRef array = example->in().tuple;
  array.consume_front("end_");
  finding.op = pair.after.scop().root();
  finding.text = example->parameters() + "in the end " +
                 example->in().describe(array) + " holds " +
                 pair.describeValue(example->out());
  auto expected = example->imageOfIn(then);
  if (expected) {
    finding.text += "; in the original it is " + pair.describeValue(*expected);
    if (Operation *op = pair.computedBy(*expected))
      finding.notes.emplace_back(op, "which is computed here");
  }
  noteLastWrite(pair, *example,
                pair.afterSources.lastWrites.intersect_domain(reads),
                example->in().tuple, finding);
  return finding;
}
