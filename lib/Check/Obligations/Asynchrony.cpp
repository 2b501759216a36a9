//===- Asynchrony.cpp - is a copy waited for before its data is used? --===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Check/Obligations/Obligations.h"
#include "PolyMem/Check/Values/TileOrigins.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace polymem;

/// Finds an access to `cells = { W[y] -> C[c] }` between the issue of a copy
/// and its wait, both `{ W[y] -> [t] }`.
static bool findConflict(const CheckedPair &pair, const ValueAccess &copied,
                         const isl::map &issued, const isl::map &waited,
                         const ValueAccess &other, StringRef role,
                         Finding &finding) {
  const ValueProgram &program = pair.after;
  if (other.array != copied.array || other.op == copied.op)
    return false;
  isl::map later = lexGreater(other.time, issued).reverse();
  isl::map safe = lexGreater(other.time, waited).reverse();
  isl::map pairs =
      copied.cells.apply_range(other.cells.reverse())
          .intersect(later)
          .subtract(safe)
          .intersect(mayCoexist(
              copied.cells.domain(), program.originDims(copied.statement),
              other.cells.domain(), program.originDims(other.statement)));
  auto example = pair.pick(isl::union_map(pairs));
  if (!example)
    return false;
  const ScopArray &array = program.scop().arrays()[copied.array];
  auto element = example->imageOfIn(copied.elements);
  finding.verdict = Verdict::Violated;
  finding.op = other.op;
  finding.text =
      example->parameters() +
      (element ? element->describe(array.name, array.depth) : array.name) +
      " is accessed while an asynchronous copy " + role.str() + " it";
  finding.notes.emplace_back(copied.op, "the copy, not waited for before");
  return true;
}

Finding polymem::checkAsynchrony(const CheckedPair &pair) {
  Finding finding;
  finding.obligation = Obligation::Asynchrony;
  const ValueProgram &program = pair.after;
  for (const CopyInFlight &copy : program.asyncCopies()) {
    const ValueAccess &read = program.reads()[copy.read];
    const ValueWrite &write = program.writes()[copy.write];
    isl::map readWaited = copy.waited.set_domain_tuple(read.tuple);
    for (const ValueAccess &other : program.reads())
      if (findConflict(pair, write, write.time, copy.waited, other, "writes",
                       finding))
        return finding;
    for (const ValueWrite &other : program.writes())
      if (findConflict(pair, write, write.time, copy.waited, other, "writes",
                       finding) ||
          findConflict(pair, read, read.time, readWaited, other, "reads",
                       finding))
        return finding;
    // What is copied to memory from outside must be there in the end.
    if (program.outsideName(write.array).empty())
      continue;
    auto example = pair.pick(
        isl::union_map(write.elements.subtract_domain(copy.waited.domain())));
    if (!example)
      continue;
    finding.verdict = Verdict::Violated;
    finding.op = write.op;
    finding.text =
        example->parameters() +
        example->out().describe(program.scop().arrays()[write.array].name) +
        " may not be copied yet when the function returns: nobody waits";
    return finding;
  }
  return finding;
}
