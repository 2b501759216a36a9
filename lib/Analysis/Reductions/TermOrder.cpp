//===- TermOrder.cpp - when terms of reductions become known --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Reductions/TermOrder.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Dimensions of the range, 0 of a null map.
static unsigned rangeDims(const isl::map &map) {
  isl::size size = map.dim(isl::dim::out);
  return size.is_error() ? 0 : size.release();
}

namespace {
/// The terms of one reduction.
class Terms {
public:
  Terms(const Scop &scop, AffineForOp loop, ArrayRef<Accumulator> accumulators,
        unsigned long maxIslOperations)
      : scop(scop), accumulators(accumulators),
        maxIslOperations(maxIslOperations), iv(loop.getInductionVar()) {}

  TermOrder order();

private:
  bool isOfAccumulator(const ScopAccess &access) const;
  unsigned loopsAround(const ScopStatement &a, const ScopStatement &b) const;
  bool addRead(const ScopAccess &read);
  bool addFlow(const ScopStatement &reader, const isl::map &flow);

  const Scop &scop;
  ArrayRef<Accumulator> accumulators;
  unsigned long maxIslOperations;
  Value iv;
  /// Loops around the reduction.
  unsigned depth = 0;
  /// `{ [p, j] -> [t] }` for each read and each statement that writes for it.
  SmallVector<isl::map> written;
};
} // namespace

bool Terms::isOfAccumulator(const ScopAccess &access) const {
  return llvm::any_of(accumulators, [&](const Accumulator &cell) {
    return llvm::any_of(cell.updates, [&](const ReductionUpdate &update) {
      return access.op == update.load || access.op == update.store;
    });
  });
}

/// How many loops around the reduction are around both statements.
unsigned Terms::loopsAround(const ScopStatement &a,
                            const ScopStatement &b) const {
  unsigned count = 0;
  while (count < std::min(
                     {depth, unsigned(a.ivs.size()), unsigned(b.ivs.size())}) &&
         a.ivs[count] == b.ivs[count])
    ++count;
  return count;
}

/// Adds `flow = { S[i] -> T[j] }`, T being `reader`; false if the budget ran
/// out.
bool Terms::addFlow(const ScopStatement &reader, const isl::map &flow) {
  const char *name = tupleNameOf(flow, isl::dim::in);
  const ScopStatement *writer = name ? scop.statementNamed(name) : nullptr;
  if (!writer)
    return false;
  unsigned common = loopsAround(*writer, reader);
  if (common == 0)
    return true;
  isl::map times =
      flow.reverse()
          .project_out(isl::dim::out, common, writer->ivs.size() - common)
          .project_out(isl::dim::in, depth + 1, reader.ivs.size() - depth - 1);
  times =
      withoutTupleName(withoutTupleName(times, isl::dim::out), isl::dim::in);
  if (times.is_null())
    return false;
  written.push_back(times);
  return true;
}

/// Adds when the values of `read` were written; false if the budget ran out.
bool Terms::addRead(const ScopAccess &read) {
  const ScopStatement &reader = scop.statements()[read.statement];
  bool isWritten = llvm::any_of(scop.accesses(), [&](const ScopAccess &access) {
    return access.isWrite() && access.array == read.array &&
           loopsAround(scop.statements()[access.statement], reader) > 0;
  });
  if (!isWritten)
    return true;
  DependenceOptions options;
  options.maxIslOperations = maxIslOperations;
  options.memoryBased = false;
  options.array = &scop.arrays()[read.array];
  std::optional<Dependences> dependences = Dependences::compute(scop, options);
  if (!dependences)
    return false;
  isl::union_map ofRead = isl::union_map::empty(scop.ctx());
  isl::stat walked = dependences->taggedValueFlow.foreach_map(
      [&](const isl::map &pairs) -> isl::stat {
        const char *tag = tupleNameOf(pairs.range().unwrap(), isl::dim::out);
        if (!tag)
          return isl::stat::error();
        if (read.tag() == tag)
          ofRead = ofRead.unite(isl::union_map(pairs).factor_domain());
        return isl::stat::ok();
      });
  if (!walked.is_ok())
    return false;
  return ofRead
      .foreach_map([&](const isl::map &flow) -> isl::stat {
        return addFlow(reader, flow) ? isl::stat::ok() : isl::stat::error();
      })
      .is_ok();
}

TermOrder Terms::order() {
  for (const ScopStatement &statement : scop.statements()) {
    const auto *found = llvm::find(statement.ivs, iv);
    if (found == statement.ivs.end())
      continue;
    depth = found - statement.ivs.begin();
    for (unsigned id : statement.accesses) {
      const ScopAccess &access = scop.accesses()[id];
      if (access.isRead() && !isOfAccumulator(access) && !addRead(access))
        return TermOrder::Unknown;
    }
  }
  if (written.empty())
    return TermOrder::Same;
  // By the outer loops that all of them have in common.
  unsigned common = std::numeric_limits<unsigned>::max();
  for (const isl::map &times : written)
    common = std::min(common, rangeDims(times));
  isl::map all;
  for (const isl::map &times : written) {
    isl::map outer =
        times.project_out(isl::dim::out, common, rangeDims(times) - common);
    all = all.is_null() ? outer : all.unite(outer);
  }
  // An iteration can be executed when the last of what it reads is there.
  all = all.lexmax();
  isl::space iteration = spaceOfDims(scop.ctx(), depth + 1);
  isl::map later = isl::map::universe(iteration.map_from_set());
  for (unsigned k = 0; k < depth; ++k)
    later = equateQuickly(later, k, k);
  later = orderQuickly(later, depth, depth);
  isl::map pairs = all.reverse().apply_range(later).apply_range(all);
  isl::map before = lexLess(spaceOfDims(scop.ctx(), common));
  isl::boolean noneLater = pairs.intersect(before).is_empty();
  isl::boolean noneEarlier = pairs.intersect(before.reverse()).is_empty();
  if (noneLater.is_error() || noneEarlier.is_error())
    return TermOrder::Unknown;
  if (noneEarlier.is_true())
    return noneLater.is_true() ? TermOrder::Same : TermOrder::FirstKnownFirst;
  return noneLater.is_true() ? TermOrder::LastKnownFirst : TermOrder::Mixed;
}

TermOrder polymem::termOrderOf(const Scop &scop, AffineForOp loop,
                               ArrayRef<Accumulator> accumulators,
                               unsigned long maxIslOperations) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  return Terms(scop, loop, accumulators, maxIslOperations).order();
}
