//===- Storage.cpp - does memory hold what is read from it? ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

/// Finds an access to an element for which the buffer has no cell.
static bool findOutside(const CheckedPair &pair, const ValueAccess &access,
                        Finding &finding) {
  const ValueProgram &program = pair.after;
  isl::map outside = access.elements.subtract(isl::map::from_domain_and_range(
      access.elements.domain(), program.elementsWithCells(access.array)));
  auto example = pair.pick(isl::union_map(outside));
  if (!example)
    return false;
  const ScopArray &array = program.scop().arrays()[access.array];
  finding.verdict = Verdict::Violated;
  finding.op = access.op;
  finding.text = example->parameters() +
                 example->out().describe(array.name, array.depth) +
                 " is accessed, for which the buffer has no cell";
  if (auto cell = example->imageOfIn(access.cells))
    finding.text += ": it would be " + cell->describe("", array.depth);
  finding.notes.emplace_back(array.value.getDefiningOp(), "the buffer");
  return true;
}

/// Finds an access to an element that an array from outside may not have.
static bool findBeyond(const CheckedPair &pair, const ValueAccess &access,
                       Finding &finding) {
  const ValueProgram &program = pair.after;
  const ScopArray &array = program.scop().arrays()[access.array];
  if (program.outsideName(access.array).empty() || array.depth != 0)
    return false;
  isl::union_map beyond = access.elements;
  bool isKnown = true;
  for (unsigned d = 0; d < array.rank; ++d)
    isKnown &= hasUpperBound(array.extent, d).is_true();
  if (isKnown)
    beyond = beyond.subtract_range(array.extent);
  // What the original accesses is there; the box around it is larger, and takes
  // longer to look at.
  using Elements = isl::set (ValueProgram::*)(unsigned) const;
  for (Elements elements :
       {&ValueProgram::accessedElements, &ValueProgram::existingElements})
    for (unsigned a = 0; a < pair.before.scop().arrays().size(); ++a)
      if (beyond.is_empty().is_false() &&
          pair.before.outsideName(a) == program.outsideName(access.array))
        beyond = beyond.subtract_range((pair.before.*elements)(a).set_tuple_id(
            array.extent.get_tuple_id()));
  auto example = pair.pick(beyond);
  if (!example)
    return false;
  finding.verdict = Verdict::Violated;
  finding.op = access.op;
  finding.text =
      example->parameters() + example->out().describe(array.name) +
      " is accessed, which need not exist: the original does not access it";
  return true;
}

/// A part of `expr` is what the program's read number `index` reads; names are
/// not looked through.
static bool readsIn(const ValueExpr &expr, unsigned index) {
  return (expr.kind == ValueExpr::Kind::Read && expr.index == index) ||
         llvm::any_of(expr.operands, [&](const ValueExpr &operand) {
           return readsIn(operand, index);
         });
}

/// `{ R[y] }`: the instances of read number `index` that more depends on than
/// values that the original does not have. These may be any: that no value of
/// the original comes from one is for its operands' sources to show.
static isl::set neededInstances(const CheckedPair &pair, unsigned index) {
  const ValueProgram &program = pair.after;
  const ValueAccess &read = program.reads()[index];
  isl::set all = read.cells.domain();
  auto uses = [&](const auto &user) { return readsIn(user.value, index); };
  if (llvm::any_of(program.writes(), uses) ||
      llvm::any_of(program.traps(), uses) ||
      llvm::none_of(program.origins(), uses))
    return all;
  isl::union_set had = executedInstances(pair.before);
  isl::set needed = isl::set::empty(all.get_space());
  for (const ValueOrigin &origin : program.origins())
    if (uses(origin))
      needed = needed.unite(origin.origin
                                .intersect_range(had.extract_set(
                                    origin.origin.range().get_space()))
                                .domain()
                                .set_tuple_id(all.get_tuple_id()));
  return all.intersect(needed);
}

Finding polymem::checkStorage(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Storage;
  const ValueProgram &program = pair.after;
  // Whether memory may be freed is a matter of its lifetime.
  for (const ValueWrite &write : program.writes())
    if (!write.frees && (findOutside(pair, write, finding) ||
                         findBeyond(pair, write, finding) ||
                         findOutOfBounds(pair, write, finding)))
      return finding;
  for (const auto &[index, read] : llvm::enumerate(program.reads())) {
    if (findOutside(pair, read, finding) || findBeyond(pair, read, finding) ||
        findOutOfBounds(pair, read, finding))
      return finding;
    // An injective layout mixes no elements up.
    isl::map layout = program.cellsOf(read.array);
    if (layout.is_injective().is_true())
      continue;
    isl::set needed = neededInstances(pair, index);
    for (const ValueWrite &write : program.writes()) {
      if (write.array != read.array)
        continue;
      isl::union_map last =
          pair.afterSources.lastWrites.intersect_domain(needed).intersect_range(
              write.cells.domain());
      isl::map same = read.elements.apply_range(write.elements.reverse());
      auto example = pair.pick(last.subtract(same));
      if (!example)
        continue;
      const ScopArray &array = program.scop().arrays()[read.array];
      finding.verdict = Verdict::Violated;
      finding.op = read.op;
      auto wanted = example->imageOfIn(read.elements);
      auto held = example->imageOfOut(write.elements);
      auto cell = example->imageOfIn(read.cells);
      if (wanted && held && cell)
        finding.text = example->parameters() + "cell " +
                       cell->describe("", array.depth) + " is read for " +
                       wanted->describe(array.name, array.depth) +
                       " but holds " + held->describe(array.name, array.depth);
      finding.notes.emplace_back(write.op, "written here");
      return finding;
    }
  }
  if (findUnprovedCast(pair, finding))
    return finding;
  return checkSharedCells(pair);
}
