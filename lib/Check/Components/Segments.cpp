//===- Segments.cpp - what segments of a component access -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Segments.h"
#include "PolyMem/Polyhedral/Isl/IslForms.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

Segments::Segments(prem::ComponentOp component, const ComponentLoops &loops,
                   unsigned long maxIslOperations)
    : component(component), loops(loops), maxIslOperations(maxIslOperations) {
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  ScopFailure failure;
  scop = Scop::build(loops.outermost, failure, options);
  if (!scop) {
    failed = "the component has no affine model: " + failure.reason;
    return;
  }
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  collect();
  if (guard.exceeded())
    failed = sentence("it needs more than {0} isl operations",
                      named("MaxIslOperations", maxIslOperations));
}

const ScopAccess *Segments::accessOf(Operation *op) const {
  for (const ScopAccess &access : scop->accesses())
    if (access.op == op)
      return &access;
  return nullptr;
}

/// `{ S[i] -> [a] }` of an access, or `{ S[i] -> [cell] }`.
static isl::map accessed(const Scop &scop, const ScopAccess &access,
                         bool ofBuffer) {
  isl::map map = withoutTupleName(access.relation, isl::dim::out);
  if (ofBuffer)
    map = map.project_out(isl::dim::out, 0, scop.arrays()[access.array].depth);
  return map;
}

/// Of the domain the first `depth` numbers of a tile.
static isl::map byTiles(const isl::map &map, unsigned depth) {
  unsigned inner = unsigned(map.dim(isl::dim::in).release()) - 1 - depth;
  return withoutTupleName(map, isl::dim::in)
      .project_out(isl::dim::in, 1 + depth, inner)
      .project_out(isl::dim::in, 0, 1)
      .coalesce();
}

/// `[p] -> { [k] -> [a] }` of an access in a nest of copies, or its cells.
isl::map Segments::boxOf(Operation *op, unsigned depth, bool ofBuffer) const {
  const ScopAccess *access = op ? accessOf(op) : nullptr;
  return access ? byTiles(accessed(*scop, *access, ofBuffer), depth)
                : isl::map();
}

void Segments::collect() {
  const ScopAccess *mark = accessOf(loops.mark);
  if (!mark) {
    failed = Sentence("its tiles have no affine model");
    return;
  }
  allTiles =
      mark->relation.domain().reset_tuple_id().project_out(isl::dim::set, 0, 1);
  auto ops = component.getBody().getOps<prem::StreamOp>();
  for (auto [op, copies] : llvm::zip(ops, loops.streams)) {
    isl::map stored;
    for (Operation *store : copies.stores) {
      isl::map box = boxOf(store, copies.depth);
      if (!box.is_null())
        stored = stored.is_null() ? box : stored.unite(box);
    }
    streams.push_back({op, &copies, boxOf(copies.load, copies.depth), stored,
                       boxOf(copies.fill, copies.depth, /*ofBuffer=*/true)});
  }
}

isl::set Segments::tiles(unsigned depth) const {
  unsigned rank = loops.loops.size();
  return allTiles.project_out(isl::dim::set, depth, rank - depth);
}

isl::map Segments::firstNumbers(unsigned depth) const {
  unsigned rank = loops.loops.size();
  isl::space space = spaceOfDims(scop->ctx(), rank);
  return isl::map::identity(space.map_from_domain_and_range(space))
      .project_out(isl::dim::out, depth, rank - depth)
      .intersect_domain(allTiles);
}

isl::map Segments::overTiles(const isl::map &box, unsigned depth) const {
  return firstNumbers(depth).apply_range(box);
}

std::optional<int64_t> Segments::constantCount(unsigned dim) const {
  APInt value;
  if (matchPattern(component.getCounts()[dim], m_ConstantInt(&value)))
    return value.getSExtValue();
  return std::nullopt;
}

isl::map Segments::groupsOf(unsigned depth, bool same) const {
  isl::space space = spaceOfDims(scop->ctx(), depth);
  IslForms pairs(space.map_from_domain_and_range(space));
  isl::set equal = pairs.all(), different = isl::set::empty(equal.space());
  for (unsigned d = 0; d < depth; ++d) {
    int64_t groups = component.getGroups()[d];
    if (groups == 1)
      continue;
    isl::pw_aff a = pairs.dim(d), b = pairs.dim(depth + d);
    std::optional<int64_t> count = constantCount(d);
    if (count && *count > 0) {
      int64_t size = llvm::divideCeilSigned(*count, groups);
      a = a.scale_down(size).floor();
      b = b.scale_down(size).floor();
      equal = equal.intersect(a.eq_set(b));
    }
    // Without a count, any two numbers may be in two groups, or in one.
    different = different.unite(a.ne_set(b));
  }
  isl::set domain = tiles(depth);
  return (same ? equal : different)
      .unwrap()
      .intersect_domain(domain)
      .intersect_range(domain);
}

isl::map Segments::laterOnCore(unsigned depth) const {
  isl::map pairs = groupsOf(depth, /*same=*/true);
  return pairs.intersect(lexLess(tiles(depth).get_space()));
}

isl::map Segments::nextOnCore(unsigned depth) const {
  isl::map later = laterOnCore(depth);
  return later.subtract(later.apply_range(later)).coalesce();
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

bool Segments::isEmpty(const isl::map &found, Operation *op, const Twine &what,
                       Finding &finding, Verdict verdict) {
  isl::map violations = found.intersect_params(scop->context());
  if (violations.is_null())
    return false;
  isl::boolean empty = violations.is_empty();
  if (empty.is_true())
    return true;
  if (empty.is_false()) {
    isl::map named = withTupleName(
        withTupleName(violations, isl::dim::in, "tile"), isl::dim::out, "at");
    auto example = Counterexample::pick(isl::union_map(named));
    finding.verdict = verdict;
    finding.op = op;
    finding.text = what.str();
    if (example)
      finding.text += Sentence(": " + example->parameters() +
                               example->in().describe("tile") + ", " +
                               example->out().describe(""));
  }
  return false;
}

Finding Segments::decide(Obligation obligation,
                         function_ref<void(Finding &)> check) {
  Finding finding;
  finding.obligation = obligation;
  IslOperationsGuard guard(scop->ctx(), maxIslOperations);
  check(finding);
  if (guard.exceeded()) {
    finding.verdict = Verdict::Undecided;
    finding.op = component;
    finding.text = sentence("it needs more than {0} isl operations",
                            named("MaxIslOperations", maxIslOperations));
  }
  return finding;
}

/// What isl could not tell.
static void giveUp(Finding &finding, Operation *op) {
  if (finding.verdict != Verdict::Proved)
    return;
  finding.verdict = Verdict::Undecided;
  finding.op = op;
  finding.text = Sentence("isl could not decide it");
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

bool Segments::checkBounds(Finding &finding) {
  for (const ScopAccess &access : scop->accesses()) {
    const ScopArray &array = scop->arrays()[access.array];
    if (array.kind != ScopArray::Kind::MemRef || array.extent.is_null())
      continue;
    isl::map outside =
        access.relation.subtract(access.relation.intersect_range(array.extent));
    Operation *op = component;
    for (const Stream &stream : streams)
      if (access.op == stream.copies->load ||
          access.op == stream.copies->fill ||
          llvm::is_contained(stream.copies->drains, access.op) ||
          llvm::is_contained(stream.copies->stores, access.op))
        op = stream.op;
    if (!isEmpty(outside, op,
                 op == component
                     ? "a segment accesses what is not there"
                     : "a box is not in its array, or not in its buffer",
                 finding))
      return false;
  }
  return true;
}

bool Segments::checkWrites(Finding &finding) {
  for (const Stream &stream : streams) {
    const ScopArray *array = scop->arrayOf(stream.copies->buffer);
    if (!array || !stream.op.getArray())
      continue;
    for (const ScopAccess &access : scop->accesses()) {
      if (&scop->arrays()[access.array] != array || !access.isWrite() ||
          access.op == stream.copies->fill)
        continue;
      if (stream.op.getUsage() == prem::Usage::RO) {
        finding.verdict = Verdict::Violated;
        finding.op = stream.op;
        finding.text = Sentence("a segment writes a buffer that is read-only");
        return false;
      }
      isl::map lost = access.relation;
      for (Operation *drain : stream.copies->drains)
        if (const ScopAccess *read = accessOf(drain))
          lost = lost.subtract(lost.intersect_range(read->relation.range()));
      if (!isEmpty(lost, stream.op,
                   "what a segment writes is not in the box that is stored",
                   finding))
        return false;
    }
  }
  return true;
}

/// What `read` reads that its own statement has not written before: accesses of
/// one instance have one time in schedules.
static isl::map readFromBefore(const Scop &scop, const ScopAccess &read) {
  isl::map relation = read.relation;
  for (const ScopAccess &write : scop.accesses())
    if (write.isWrite() && write.must && write.array == read.array &&
        write.statement == read.statement &&
        write.op->getBlock() == read.op->getBlock() &&
        write.op->isBeforeInBlock(read.op))
      relation = relation.subtract(write.relation);
  return relation;
}

bool Segments::checkSources(Finding &finding) {
  isl::union_map reads = isl::union_map::empty(scop->ctx()), must = reads;
  bool sure = true;
  for (const Stream &stream : streams) {
    const ScopArray *array = scop->arrayOf(stream.copies->buffer);
    if (!array)
      continue;
    for (const ScopAccess &access : scop->accesses()) {
      if (&scop->arrays()[access.array] != array)
        continue;
      isl::union_map relation(access.relation);
      if (access.isRead())
        reads = reads.unite(isl::union_map(readFromBefore(*scop, access)));
      else if (access.must)
        must = must.unite(relation);
      else
        sure = false;
    }
  }
  isl::union_map none = isl::union_access_info(withoutRedundancies(reads))
                            .set_must_source(withoutRedundancies(must))
                            .set_schedule(scop->schedule())
                            .compute_flow()
                            .get_must_no_source();
  bool fine = true;
  if (none.is_null())
    return false;
  none.foreach_map([&](isl::map map) -> isl::stat {
    Operation *op = component;
    StringRef what = "a segment reads what was neither loaded nor written";
    for (const Stream &stream : streams)
      for (Operation *drain : stream.copies->drains)
        if (const ScopAccess *read = accessOf(drain);
            read && map.is_subset(read->relation).is_true()) {
          op = stream.op;
          what = "what is stored was neither loaded nor written";
        }
    fine &= isEmpty(map, op, what, finding,
                    sure ? Verdict::Violated : Verdict::Undecided);
    return isl::stat::ok();
  });
  return fine;
}

Finding Segments::checkPhases() {
  return decide(Obligation::Phases, [&](Finding &finding) {
    if (!checkBounds(finding) || !checkWrites(finding) ||
        !checkSources(finding))
      giveUp(finding, component);
  });
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Pairs of boxes that have an element in common.
static isl::map meeting(const isl::map &a, const isl::map &b) {
  return a.apply_range(b.reverse());
}

bool Segments::checkOrder(const Stream &stream, Finding &finding) {
  unsigned depth = stream.copies->depth;
  if (stream.op.getMode() != prem::Mode::Stream || depth == 0 ||
      stream.load.is_null() || stream.store.is_null())
    return true;
  return isEmpty(
      meeting(stream.store, stream.load).intersect(nextOnCore(depth)),
      stream.op,
      "the next box is loaded before this one, which has elements "
      "of it, is stored",
      finding);
}

isl::map Segments::cellsOf(const Stream &stream, ScopAccess::Kind kind) const {
  const StreamCopies &copies = *stream.copies;
  bool isRead = kind == ScopAccess::Kind::Read;
  isl::map result;
  auto add = [&](Operation *ofCell, Operation *ofElement) {
    const ScopAccess *cell = accessOf(ofCell), *element = accessOf(ofElement);
    if (!cell || !element)
      return;
    isl::map pairs = accessed(*scop, *cell, /*ofBuffer=*/true)
                         .range_product(accessed(*scop, *element, false));
    pairs = byTiles(pairs, copies.depth);
    result = result.is_null() ? pairs : result.unite(pairs);
  };
  if (isRead)
    add(copies.fill, copies.load);
  else
    for (auto [drain, store] : llvm::zip_equal(copies.drains, copies.stores))
      add(drain, store);
  return result;
}

isl::map Segments::elementsOf(const Stream &stream,
                              ScopAccess::Kind kind) const {
  const StreamCopies &copies = *stream.copies;
  isl::map cells = cellsOf(stream, kind);
  if (cells.is_null())
    return {};
  isl::map elements = overTiles(cells, copies.depth).uncurry();
  isl::set touched = isl::set::empty(elements.domain().get_space());
  for (const ScopAccess &access : scop->accesses())
    if (&scop->arrays()[access.array] == scop->arrayOf(copies.buffer) &&
        access.kind == kind && access.op != copies.fill &&
        !llvm::is_contained(copies.drains, access.op))
      touched =
          touched.unite(byTiles(accessed(*scop, access, /*ofBuffer=*/true),
                                loops.loops.size())
                            .wrap());
  return elements.intersect_domain(touched).curry().range_factor_range();
}

/// Another buffer of the same array: nothing orders its transfers. That does
/// not matter for elements that no segment changes, in a buffer that is loaded
/// only: what is stored of them is what was loaded. Nor for those that no
/// segment reads there.
bool Segments::checkOthers(const Stream &stream, Finding &finding) {
  if (stream.store.is_null())
    return true;
  isl::map stores = overTiles(stream.store, stream.copies->depth);
  isl::map same = groupsOf(loops.loops.size(), /*same=*/true);
  for (const Stream &other : streams) {
    if (&other == &stream || other.op.getArray() != stream.op.getArray())
      continue;
    for (const isl::map &box : {other.load, other.store}) {
      if (box.is_null())
        continue;
      isl::map pairs =
          meeting(stores, overTiles(box, other.copies->depth)).intersect(same);
      if (other.store.is_null() && !pairs.is_empty().is_true()) {
        isl::map read = elementsOf(other, ScopAccess::Kind::Read);
        isl::map written = elementsOf(stream, ScopAccess::Kind::Write);
        if (!read.is_null() && !written.is_null())
          pairs = meeting(written, read).intersect(same);
      }
      if (!isEmpty(pairs, stream.op,
                   "two buffers of an array transfer the same elements on a "
                   "core, one of them a store",
                   finding, Verdict::Undecided))
        return false;
    }
  }
  return true;
}

bool Segments::checkResident(const Stream &stream, Finding &finding) {
  if (stream.op.getMode() != prem::Mode::Resident || !stream.op.getArray())
    return true;
  isl::map same = groupsOf(stream.copies->depth, /*same=*/true);
  for (const isl::map &box : {stream.load, stream.store, stream.filled})
    if (!box.is_null() &&
        !isEmpty(same.apply_range(box).subtract(box), stream.op,
                 "what is resident has two boxes on a core", finding))
      return false;
  return true;
}

bool Segments::checkFlags(const Stream &stream, Finding &finding) {
  unsigned depth = stream.copies->depth;
  isl::set all = tiles(depth);
  for (const isl::map &box : {stream.load, stream.store}) {
    if (box.is_null())
      continue;
    isl::set empty = all.subtract(box.domain());
    if (!stream.op.getMayBeEmpty() &&
        !isEmpty(isl::map::from_domain_and_range(empty, empty), stream.op,
                 "a box is empty, and the stream does not say so", finding))
      return false;
  }
  if (stream.op.getMayRepeat() || depth == 0 || stream.load.is_null() ||
      stream.op.getMode() != prem::Mode::Stream)
    return true;
  // It comes back into the buffer that it was in.
  isl::map next = nextOnCore(depth);
  isl::map pairs = next.apply_range(next);
  isl::map first = pairs.domain_map().apply_range(stream.load);
  isl::map second = pairs.range_map().apply_range(stream.load);
  isl::set differ =
      first.subtract(second).domain().unite(second.subtract(first).domain());
  isl::map equal = first.domain().subtract(differ).unwrap();
  return isEmpty(equal, stream.op,
                 "a box comes back, and the stream does not say so", finding);
}

Finding Segments::checkTransfers() {
  return decide(Obligation::Transfers, [&](Finding &finding) {
    for (const Stream &stream : streams)
      if (!checkResident(stream, finding) || !checkFlags(stream, finding) ||
          !checkOrder(stream, finding) || !checkOthers(stream, finding))
        return giveUp(finding, stream.op);
  });
}

//===----------------------------------------------------------------------===//
// Cores
//===----------------------------------------------------------------------===//

Finding Segments::checkCores() {
  return decide(Obligation::Cores, [&](Finding &finding) {
    isl::map apart = groupsOf(loops.loops.size(), /*same=*/false);
    if (component.getNumCores() == 1)
      return;
    for (const Stream &stream : streams) {
      if (stream.store.is_null())
        continue;
      isl::map stores = overTiles(stream.store, stream.copies->depth);
      for (const Stream &other : streams) {
        if (other.op.getArray() != stream.op.getArray())
          continue;
        for (const isl::map &box : {other.load, other.store})
          if (!box.is_null() &&
              !isEmpty(meeting(stores, overTiles(box, other.copies->depth))
                           .intersect(apart),
                       stream.op,
                       "what a core stores, another one loads or stores",
                       finding))
            return giveUp(finding, stream.op);
      }
    }
  });
}
