//===- CopySets.cpp - what must be moved into and out of a buffer ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/CopySets.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// EnclosingFlow
//===----------------------------------------------------------------------===//

bool EnclosingFlow::model() {
  if (!modelled) {
    modelled = true;
    ScopFailure failure;
    ScopOptions options;
    options.maxIslOperations = maxIslOperations;
    options.context = islContext;
    scop = Scop::build(function, failure, options);
  }
  return scop != nullptr;
}

const Dependences *EnclosingFlow::flowThrough(const ScopArray &array) {
  auto [known, isNew] = flows.try_emplace(&array);
  std::optional<Dependences> &dependences = known->second;
  if (isNew) {
    DependenceOptions options;
    options.maxIslOperations = maxIslOperations;
    options.memoryBased = false;
    options.array = &array;
    dependences = Dependences::compute(*scop, options);
  }
  return dependences ? &*dependences : nullptr;
}

/// Loops around the block: the leading dimensions of the statements inside
/// it, as the function's scop sees them.
static unsigned numOuterDims(const Scop &block,
                             const ScopStatement &statement) {
  return llvm::count_if(statement.ivs, [&](Value iv) {
    return llvm::none_of(block.loops(),
                         [&](const ScopLoop &loop) { return loop.iv == iv; });
  });
}

/// `{ S[i] -> T[j] : the first n dimensions are the same }`.
static isl::map samePrefix(const isl::set &s, const isl::set &t, unsigned n) {
  isl::map map = isl::map::from_domain_and_range(s, t);
  for (unsigned d = 0; d < n; ++d)
    map = equateQuickly(map, d, d);
  return map;
}

/// A set of the function's scop, `[q] -> { A[a] }`, in the parameters of
/// `block`: those whose value (`valueOf`) the block knows become the block's,
/// the others are projected out.
static isl::set moveToBlock(isl::set set,
                            function_ref<Value(const isl::id &)> valueOf,
                            const Scop &block) {
  isl::size params = set.dim(isl::dim::param);
  if (params.is_error())
    return {};
  SmallVector<isl::id> ids;
  for (int k = params.release(); k-- > 0;) {
    isl::id known = set.dim_id(isl::dim::param, k);
    if (known.is_null())
      return {};
    Value value = valueOf(known);
    isl::id id = value ? block.parameterFor(value) : isl::id();
    if (id.is_null()) {
      set = set.project_out(isl::dim::param, k, 1);
      continue;
    }
    // The two scops name their parameters independently.
    set = set.set_dim_id(isl::dim::param, k,
                         "moved" + std::to_string(ids.size()));
    ids.push_back(id);
  }
  if (set.is_null())
    return {};
  for (auto [k, id] : llvm::enumerate(ids)) {
    int position =
        set.find_dim_by_id(isl::dim::param, "moved" + std::to_string(k));
    if (position >= 0)
      set = set.set_dim_id(isl::dim::param, position, id);
  }
  return set;
}

/// The instances of `source` inside the block from which a value written by
/// `write` reaches a read outside this instance of the block: `{ S[i] }`.
static isl::set sourcesReadOutside(const Scop &function, const Scop &block,
                                   const isl::union_map &taggedFlow,
                                   const ScopAccess &write,
                                   unsigned outerDims) {
  const ScopStatement &source = function.statements()[write.statement];
  isl::set sources = isl::set::empty(source.domain.space());
  isl::map_list flows = taggedFlow.map_list();
  isl::size size = flows.size();
  if (size.is_error())
    return {};
  for (int f = 0, e = size.release(); f < e; ++f) {
    // { [S[i] -> W[]] -> [T[j] -> R[]] }
    isl::map flow = flows.at(f);
    isl::set tag = flow.domain().unwrap().range();
    isl::map untagged = flow.domain_factor_domain().range_factor_domain();
    isl::set targets = untagged.range();
    if (tag.is_null() || targets.is_null())
      return {};
    if (tag.tuple_name() != write.tag())
      continue;
    const ScopStatement *target = function.statementNamed(targets.tuple_name());
    if (!target)
      return {};
    if (block.root()->isAncestor(target->ops.front()))
      untagged = untagged.subtract(
          samePrefix(source.domain, target->domain, outerDims));
    sources = sources.unite(untagged.domain());
  }
  return sources;
}

std::optional<isl::set>
EnclosingFlow::readOutside(const Scop &block, const DataSpaceGroup &group) {
  const ScopArray &array = block.arrays()[group.array];
  // Arguments are live-out unless marked: no need to look at the function.
  if (auto argument = dyn_cast<BlockArgument>(array.value))
    if (auto func =
            dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      if (!func.getArgAttr(argument.getArgNumber(), kDeadOutAttr))
        return std::nullopt;
  llvm::SmallPtrSet<Operation *, 8> writers;
  for (const DataSpace &space : group.spaces)
    if (space.access->isWrite())
      writers.insert(space.access->op);
  // What is only read is not copied out.
  if (writers.empty())
    return isl::set::empty(group.elements.space());
  if (!model())
    return std::nullopt;
  const ScopArray *outer = scop->arrayOf(array.value);
  if (!outer || outer->liveOut || outer->depth != 0)
    return std::nullopt;
  const Dependences *dependences = flowThrough(*outer);
  if (!dependences)
    return std::nullopt;
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);

  isl::set needed = isl::set::empty(group.elements.space());
  for (const ScopAccess &write : scop->accesses()) {
    if (!write.isWrite() || !writers.contains(write.op) ||
        &scop->arrays()[write.array] != outer)
      continue;
    const ScopStatement &source = scop->statements()[write.statement];
    // A block inside an operation that the function's scop does not look into
    // (a loop that is not affine): its iterations are one instance there, so
    // flow from one to the next is not seen.
    if (llvm::any_of(source.ops, [&](Operation *op) {
          return op->isProperAncestor(block.root());
        }))
      return std::nullopt;
    unsigned outerDims = numOuterDims(block, source);
    isl::set sources = sourcesReadOutside(
        *scop, block, dependences->taggedValueFlow, write, outerDims);
    // { A[a] }, with the loops around the block as parameters.
    isl::map elements = write.relation.intersect_domain(sources);
    isl::size params = elements.dim(isl::dim::param);
    if (params.is_error())
      return std::nullopt;
    unsigned first = params.release();
    isl::set reached =
        elements.move_dims(isl::dim::param, first, isl::dim::in, 0, outerDims)
            .range();
    for (unsigned d = 0; d < outerDims; ++d)
      reached = reached.set_dim_id(isl::dim::param, first + d,
                                   "outer" + std::to_string(d));
    auto valueOf = [&](const isl::id &id) -> Value {
      std::string text = id.name();
      StringRef name = text;
      unsigned d;
      if (name.consume_front("outer") && !name.getAsInteger(10, d))
        return source.ivs[d];
      return scop->parameterValue(id);
    };
    isl::set moved = moveToBlock(reached, valueOf, block);
    if (moved.is_null() || guard.exceeded())
      return std::nullopt;
    needed = needed.unite(moved.set_tuple_id(group.elements.tuple_id()));
  }
  return needed.coalesce();
}

//===----------------------------------------------------------------------===//
// Copy sets
//===----------------------------------------------------------------------===//

/// Elements of `group` that a read may see the value of from before the block.
static isl::set liveInElements(const DataSpaceGroup &group,
                               const isl::set &context,
                               const Dependences &dependences) {
  llvm::SmallSet<std::string, 8> tags;
  for (const DataSpace &space : group.spaces)
    if (space.access->isRead())
      tags.insert(space.access->tag());
  isl::set result = isl::set::empty(group.elements.space());
  // { [T[j] -> R[]] -> A[a] }
  isl::map_list reads = dependences.liveInReads.map_list();
  isl::size size = reads.size();
  if (size.is_error())
    return {};
  for (int k = 0, e = size.release(); k < e; ++k) {
    isl::map read = reads.at(k);
    isl::set tag = read.domain().unwrap().range();
    if (tag.is_null())
      return {};
    if (tags.contains(tag.tuple_name()))
      result = result.unite(read.range());
  }
  // The read data spaces lie inside the array, also those of may-reads.
  return result.intersect_params(context).intersect(group.reads).coalesce();
}

/// The product of the ranges of each dimension of `set`, from its least to its
/// greatest value, exactly: every coordinate of the result lies between two
/// that occur.
static isl::set boxAround(const isl::set &set) {
  isl::size rank = set.tuple_dim();
  if (rank.is_error())
    return {};
  unsigned n = rank.release();
  isl::set box;
  for (unsigned d = 0; d < n; ++d) {
    isl::set line = set.project_out(isl::dim::set, d + 1, n - d - 1)
                        .project_out(isl::dim::set, 0, d)
                        .coalesce();
    isl::set range = line.apply(isl::map::lex_le(line.space()))
                         .intersect(line.apply(isl::map::lex_ge(line.space())))
                         .coalesce();
    // Back to all dimensions, the others free.
    range = range.insert_dims(isl::dim::set, 1, n - d - 1)
                .insert_dims(isl::dim::set, 0, d)
                .set_tuple_id(set.tuple_id());
    box = box.is_null() ? range : box.intersect(range);
  }
  return box.coalesce();
}

bool polymem::isBox(const isl::set &set) {
  isl::basic_set_list parts = set.basic_set_list();
  isl::size size = parts.size(), params = set.dim(isl::dim::param),
            rank = set.tuple_dim();
  if (size.is_error() || params.is_error() || rank.is_error() ||
      size.release() != 1 || !set.involves_locals().is_false())
    return false;
  unsigned first = 1 + params.release(), dims = rank.release();
  auto equalities = equalityRows(parts.at(0));
  auto inequalities = inequalityRows(parts.at(0));
  auto boundsOne = [&](llvm::ArrayRef<int64_t> row) {
    return llvm::count_if(row.slice(first, dims),
                          [](int64_t factor) { return factor != 0; }) <= 1;
  };
  return equalities && inequalities && llvm::all_of(*equalities, boundsOne) &&
         llvm::all_of(*inequalities, boundsOne);
}

/// The cells of a buffer are those of the box around its elements: another
/// element of the box has a cell of its own, unless some dimension is a
/// function of the others.
static bool isFullDimensional(const isl::set &set) {
  llvm::SmallVector<llvm::SmallVector<int64_t>> rows =
      equalityCoefficients(set);
  // Equalities that fix one dimension each do no harm.
  return llvm::all_of(rows, [](llvm::ArrayRef<int64_t> row) {
    return llvm::count_if(row, [](int64_t c) { return c != 0; }) <= 1;
  });
}

/// `a` is said in more parts than `b`, which is not empty: it may be the same
/// in the end, and is as easily said then.
static bool hasMoreParts(const isl::set &a, const isl::set &b) {
  isl::size of = a.n_basic_set(), parts = b.n_basic_set();
  return !of.is_error() && !parts.is_error() && parts.release() > 0 &&
         of.release() > parts.release();
}

std::optional<CopySets>
polymem::computeCopySets(const DataSpaceGroup &group, const isl::set &context,
                         DataMovement movement, const Dependences *dependences,
                         const std::optional<isl::set> &readOutside) {
  CopySets sets;
  sets.in = group.reads;
  sets.out = group.mayWrites;
  if (movement != DataMovement::Footprint && !group.simple) {
    if (dependences)
      sets.in = liveInElements(group, context, *dependences);
    if (readOutside)
      sets.out = sets.out.intersect(*readOutside);
  }
  // What is copied out must hold a value: load what may be left unwritten.
  // (To subtract sets with many divisions takes long, even from themselves.)
  bool allWritten = sets.out.involves_locals().is_true() &&
                    isPlainlyEqual(sets.out, group.mustWrites).is_true();
  if (!allWritten)
    sets.in = sets.in.unite(sets.out.subtract(group.mustWrites));
  if (movement == DataMovement::Box && sets.in.is_empty().is_false() &&
      isFullDimensional(group.elements)) {
    isl::set needed = sets.in.intersect_params(context);
    sets.in = boxAround(needed);
    sets.inExceedsNeed = !sets.in.is_subset(needed).is_true();
  }
  sets.in = sets.in.coalesce().gist_params(context).coalesce();
  sets.out = sets.out.coalesce().gist_params(context).coalesce();
  if (hasMoreParts(sets.in, sets.out) &&
      sets.in.intersect_params(context)
          .is_equal(sets.out.intersect_params(context))
          .is_true())
    sets.in = sets.out;
  if (sets.in.is_null() || sets.out.is_null())
    return std::nullopt;
  return sets;
}
