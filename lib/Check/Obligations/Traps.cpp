//===- Traps.cpp - is nothing executed that may be undefined? -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A division that a marker's value is computed with is executed by an instance
// of the original, with the same operands: other obligations prove that. What
// is left are divisions that nobody uses, and those of constant expressions,
// which need no marker and may be anywhere.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/Traps.h"
#include "PolyMem/Check/Obligations/Obligations.h"

using namespace mlir;
using namespace polymem;

/// An operation that may trap and is in no statement: the value of a parameter.
static Operation *findTrapOutside(const Scop &scop) {
  Operation *found = nullptr;
  scop.root()->walk([&](Operation *op) {
    if (!mayTrap(op) || scop.statementOf(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

void polymem::checkTraps(const CheckedPair &pair, Finding &finding) {
  auto name = [](Operation *op) {
    return "'" + op->getName().getStringRef().str() + "'";
  };
  auto undecided = [&](Operation *op) {
    finding.verdict = Verdict::Undecided;
    finding.op = op;
    finding.text = name(op) + " may be undefined, and no marker tells where "
                              "the original executes it";
  };
  if (Operation *op = findTrapOutside(pair.after.scop()))
    return undecided(op);
  // { closed_k[v] }: what the original surely evaluates.
  isl::union_set evaluated = isl::union_set::empty(pair.before.scop().ctx());
  for (const ValueTrap &trap : pair.before.traps())
    if (ClosedValues::isClosed(trap.value))
      evaluated =
          evaluated.unite(pair.closed.valueOf(trap.value, trap.domain).range());
  for (const ValueTrap &trap : pair.after.traps()) {
    if (trap.named)
      continue;
    if (!ClosedValues::isClosed(trap.value))
      return undecided(trap.op);
    isl::union_map wrong = pair.closed.valueOf(trap.value, trap.domain);
    auto example = pair.pick(wrong.subtract_range(evaluated));
    if (!example)
      continue;
    // It is no matter of values.
    pair.violated = isl::set();
    finding.verdict = Verdict::Violated;
    finding.op = trap.op;
    finding.text = example->parameters() + name(trap.op) +
                   " is executed, which may be undefined, and which the "
                   "original does not do";
    return;
  }
}
