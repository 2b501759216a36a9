//===- Dependences.cpp - dependences and last writers ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory-based dependences are unions over pairs of accesses. Value-based ones
// come from isl's dataflow analysis, one read at a time, whose candidates are
// the writes that do reach it.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "AccessPairs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/flow.h"
#include <map>

using namespace mlir;
using namespace polymem;

//===----------------------------------------------------------------------===//
// Memory-based
//===----------------------------------------------------------------------===//

/// Instances that touch the same element in this order, `{ S[i] -> T[j] }`.
static isl::union_map memoryBased(ArrayRef<const ScopAccess *> sources,
                                  ArrayRef<const ScopAccess *> sinks,
                                  AccessPairs &accesses) {
  isl::union_map result = isl::union_map::empty(accesses.scop().ctx());
  for (const ScopAccess *source : sources)
    for (const ScopAccess *sink : sinks)
      accesses.forEachPart(*source, *sink,
                           [&](std::optional<unsigned>, isl::map part) {
                             result = result.unite(part);
                           });
  return isl::manage(
      isl_union_map_remove_redundancies(result.coalesce().release()));
}

namespace {
/// Accesses of one statement to one array that are taken together: they have
/// the same dependences.
struct Reference {
  unsigned statement, array;
  /// `{ S[i] -> A[a] }`.
  isl::map relation;
  bool anyRead, anyWrite;
  /// One of the accesses.
  const ScopAccess *access;
};
} // namespace

/// Statements with more references to one array than this have some of them
/// taken together: pairs of references are looked at one by one.
static constexpr unsigned kMaxReferences = 32;

Sentence CoarseReferences::text(const Scop &scop) const {
  return sentence("{0} references of one statement {1} {2}, more than {3}: "
                  "they are taken together, with elements between them, and "
                  "more dependences are respected than there may be",
                  named("References", count), areWrites ? "write to" : "read",
                  named("Array", scop.arrays()[access->array].name),
                  named("MaxReferences", kMaxReferences));
}

/// The elements that `references` touch, in few parts: as they are if what is
/// adjacent can be taken together, or else in one part, and those of `coarse`
/// if there are others among them.
static SmallVector<isl::map> inFewParts(ArrayRef<Reference> references,
                                        bool areWrites,
                                        std::vector<CoarseReferences> &coarse) {
  SmallVector<isl::map> relations;
  for (const Reference &reference : references)
    relations.push_back(reference.relation);
  isl::map all = unionInPairs(ArrayRef<isl::map>(relations)).coalesce();
  SmallVector<isl::map> parts;
  all.foreach_basic_map([&](const isl::basic_map &part) -> isl::stat {
    parts.push_back(isl::map(part));
    return isl::stat::ok();
  });
  if (parts.size() <= kMaxReferences)
    return parts;
  isl::map hull(isl::manage(isl_map_simple_hull(all.copy())));
  if (!hull.is_subset(all).is_true())
    coarse.push_back(
        {references.front().access, unsigned(references.size()), areWrites});
  return {hull};
}

/// `references` without those of `statement` to `array` if these are too many,
/// and with coarser ones instead: reads and writes, each in few parts.
static void takeTogether(SmallVectorImpl<Reference> &references,
                         unsigned statement, unsigned array,
                         std::vector<CoarseReferences> &coarse) {
  SmallVector<Reference> reads, writes, others;
  for (const Reference &reference : references) {
    if (reference.statement != statement || reference.array != array) {
      others.push_back(reference);
      continue;
    }
    // What is read and written is both.
    if (reference.anyRead)
      reads.push_back(reference);
    if (reference.anyWrite)
      writes.push_back(reference);
  }
  if (references.size() - others.size() <= kMaxReferences)
    return;
  references = std::move(others);
  for (bool write : {false, true})
    if (ArrayRef<Reference> kind = write ? writes : reads; !kind.empty())
      for (const isl::map &part : inFewParts(kind, write, coarse))
        references.push_back(
            {statement, array, part, !write, write, kind.front().access});
}

static SmallVector<Reference>
referencesOf(const Scop &scop, AccessPairs &accesses,
             std::vector<CoarseReferences> &coarse) {
  SmallVector<Reference> references;
  for (const ScopAccess &access : scop.accesses()) {
    const isl::map &relation = accesses.relation(access);
    auto *same = llvm::find_if(references, [&](const Reference &other) {
      return other.statement == access.statement &&
             other.array == access.array &&
             isl_map_plain_is_equal(other.relation.get(), relation.get()) ==
                 isl_bool_true;
    });
    if (same == references.end())
      references.push_back({access.statement, access.array, relation,
                            access.isRead(), access.isWrite(), &access});
    else
      (access.isRead() ? same->anyRead : same->anyWrite) = true;
  }
  std::map<std::pair<unsigned, unsigned>, unsigned> counts;
  for (const Reference &reference : references)
    ++counts[{reference.statement, reference.array}];
  for (auto &[place, count] : counts)
    if (count > kMaxReferences)
      takeTogether(references, place.first, place.second, coarse);
  return references;
}

std::optional<std::vector<SequentialDependence>> polymem::sequentialDependences(
    const Scop &scop, unsigned long maxIslOperations,
    llvm::function_ref<bool(const ScopArray &)> without,
    std::vector<CoarseReferences> *coarse) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  AccessPairs accesses(scop, /*only=*/nullptr);
  auto isParallel = [&](Value iv) {
    return llvm::any_of(scop.loops(), [&](const ScopLoop &loop) {
      return loop.parallel && loop.iv == iv;
    });
  };
  std::vector<SequentialDependence> result;
  std::vector<CoarseReferences> takenTogether;
  SmallVector<Reference> references =
      referencesOf(scop, accesses, takenTogether);
  for (const Reference &source : references)
    for (const Reference &sink : references) {
      if ((!source.anyWrite && !sink.anyWrite) || source.array != sink.array ||
          (without && without(scop.arrays()[source.array])))
        continue;
      unsigned from = source.statement, to = sink.statement;
      ArrayRef<Value> ivs = scop.statements()[from].ivs;
      accesses.forEachPart(
          from, source.relation, to, sink.relation,
          [&](std::optional<unsigned> carrier, isl::map pairs) {
            if (!carrier || !isParallel(ivs[*carrier]))
              result.push_back({from, to, carrier, pairs});
          });
    }
  if (guard.exceeded())
    return std::nullopt;
  for (const CoarseReferences &references : takenTogether)
    if (coarse &&
        !(without && without(scop.arrays()[references.access->array])))
      coarse->push_back(references);
  return result;
}

//===----------------------------------------------------------------------===//
// Value-based
//===----------------------------------------------------------------------===//

/// `{ S[i] -> T[j] }` to `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`.
static isl::map withTags(const isl::map &pairs, const ScopAccess &source,
                         const ScopAccess &sink) {
  isl::space nothing = isl::space::unit(source.relation.ctx());
  isl::map tags = isl::map::from_domain_and_range(
      isl::set::universe(nothing.add_named_tuple(source.tag(), 0)),
      isl::set::universe(nothing.add_named_tuple(sink.tag(), 0)));
  return pairs.product(tags);
}

/// `{ T[j] -> A[a] }` to `{ [T[j] -> R2[]] -> A[a] }`.
static isl::map withTag(const isl::map &elements, const ScopAccess &read) {
  isl::set tag = isl::set::universe(
      isl::space::unit(read.relation.ctx()).add_named_tuple(read.tag(), 0));
  isl::set array = isl::set::universe(read.relation.space().range());
  return elements.domain_product(isl::map::from_domain_and_range(tag, array));
}

isl::union_map polymem::taggedFalseDependences(const Scop &scop,
                                               const ScopArray &array,
                                               unsigned long maxIslOperations) {
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  AccessPairs accesses(scop, &array);
  isl::union_map result = isl::union_map::empty(scop.ctx());
  for (ArrayRef<const ScopAccess *> sources :
       {accesses.reads(), accesses.writes()})
    for (const ScopAccess *source : sources)
      for (const ScopAccess *write : accesses.writes())
        result = result.unite(
            withTags(accesses.between(*source, *write, /*sameInstance=*/false),
                     *source, *write));
  return guard.exceeded() ? isl::union_map() : result.coalesce();
}

namespace {
/// What isl's dataflow analysis knows an access by.
struct FlowAccess {
  const AccessPairs *accesses;
  const ScopAccess *access;
};

/// The last writers of one read.
struct ReadSources {
  isl::union_map flow;  ///< `{ [S[i] -> W1[]] -> [T[j] -> R2[]] }`
  isl::map fromOutside; ///< `{ T[j] -> A[a] }`
};
} // namespace

/// How isl wants to know that `first` may come before `second`: twice the
/// number of loops around both, plus one if it stands before.
static int levelBefore(void *first, void *second) {
  const auto *a = static_cast<const FlowAccess *>(first);
  const auto *b = static_cast<const FlowAccess *>(second);
  return 2 * a->accesses->sharedLoops(*a->access, *b->access) +
         AccessPairs::standsBefore(*a->access, *b->access);
}

/// `{ S[i] -> T[j] }`: all writes before the read of the same element, in the
/// same instance too.
static isl::map orderedPairs(const ScopAccess &write, const ScopAccess &read,
                             AccessPairs &accesses) {
  return accesses.between(write, read, AccessPairs::standsBefore(write, read));
}

static ReadSources lastWriters(const ScopAccess &read, AccessPairs &accesses) {
  isl::map elements = accesses.relation(read);
  ReadSources result{isl::union_map::empty(read.relation.ctx()), elements};
  SmallVector<std::pair<const ScopAccess *, isl::map>> candidates;
  bool anyMust = false;
  for (const ScopAccess *write : accesses.writes()) {
    if (write->array != read.array)
      continue;
    isl::map pairs = orderedPairs(*write, read, accesses);
    if (pairs.is_empty().is_true())
      continue;
    candidates.push_back({write, pairs});
    anyMust |= write->must;
  }
  if (!anyMust) {
    for (auto &[write, pairs] : candidates)
      result.flow = result.flow.unite(withTags(pairs, *write, read));
    return result;
  }

  FlowAccess sink{&accesses, &read};
  SmallVector<FlowAccess> sources;
  for (auto &[write, pairs] : candidates)
    sources.push_back({&accesses, write});
  isl_access_info *info = isl_access_info_alloc(elements.copy(), &sink,
                                                levelBefore, sources.size());
  for (FlowAccess &source : sources)
    info = isl_access_info_add_source(info,
                                      accesses.relation(*source.access).copy(),
                                      source.access->must, &source);
  isl_flow *flow = isl_access_info_compute_flow(info);
  struct Collect {
    const ScopAccess &read;
    isl::union_map &flow;
  } collect{read, result.flow};
  auto add = [](isl_map *pairs, int /*must*/, void *source,
                void *user) -> isl_stat {
    auto *collect = static_cast<Collect *>(user);
    const ScopAccess *write = static_cast<FlowAccess *>(source)->access;
    collect->flow = collect->flow.unite(
        withTags(isl::manage(pairs), *write, collect->read));
    return isl_stat_ok;
  };
  if (isl_flow_foreach(flow, add, &collect) != isl_stat_ok)
    result.flow = isl::union_map();
  result.fromOutside =
      isl::manage(isl_flow_get_no_source(flow, /*must=*/1))
          .unite(isl::manage(isl_flow_get_no_source(flow, /*must=*/0)));
  isl_flow_free(flow);
  return result;
}

/// The values before the scop can be seen: not of arrays made in the scop.
static bool existsBefore(const Scop &scop, const ScopArray &array) {
  if (array.kind == ScopArray::Kind::Scalar)
    return false;
  Operation *op = array.value ? array.value.getDefiningOp() : nullptr;
  return !op || !scop.root()->isProperAncestor(op) ||
         !hasEffect<MemoryEffects::Allocate>(op, array.value);
}

/// Fills in `taggedValueFlow` and `liveInReads`; false: the budget ran out.
static bool computeValueBased(Dependences &result, AccessPairs &accesses,
                              const DependenceOptions &options) {
  const Scop &scop = accesses.scop();
  auto compute = [&](llvm::function_ref<ReadSources(const ScopAccess &)> of) {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    result.taggedValueFlow = isl::union_map::empty(scop.ctx());
    result.liveInReads = result.taggedValueFlow;
    for (const ScopAccess *read : accesses.reads()) {
      ReadSources sources = of(*read);
      result.taggedValueFlow = result.taggedValueFlow.unite(sources.flow);
      if (existsBefore(scop, scop.arrays()[read->array]))
        result.liveInReads =
            result.liveInReads.unite(withTag(sources.fromOutside, *read));
    }
    result.taggedValueFlow = result.taggedValueFlow.coalesce();
    result.liveInReads = result.liveInReads.coalesce();
    // isl gives up on some relations, whatever the budget is.
    return !guard.exceeded() && !result.taggedValueFlow.is_null() &&
           !result.liveInReads.is_null();
  };
  result.valueBasedExact = compute(
      [&](const ScopAccess &read) { return lastWriters(read, accesses); });
  // Else any earlier write may be the last one, and any read may come first.
  return result.valueBasedExact || compute([&](const ScopAccess &read) {
           ReadSources sources{isl::union_map::empty(scop.ctx()),
                               accesses.relation(read)};
           for (const ScopAccess *write : accesses.writes())
             if (write->array == read.array)
               sources.flow = sources.flow.unite(withTags(
                   orderedPairs(*write, read, accesses), *write, read));
           return sources;
         });
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

std::optional<Dependences>
Dependences::compute(const Scop &scop, const DependenceOptions &options) {
  Dependences result;
  AccessPairs accesses(scop, options.array);
  // The budget is for each step; false: it was not enough.
  auto memory = [&](isl::union_map &kind, ArrayRef<const ScopAccess *> sources,
                    ArrayRef<const ScopAccess *> sinks) {
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    kind = memoryBased(sources, sinks, accesses);
    return !guard.exceeded() && !kind.is_null();
  };
  if (options.memoryBased &&
      (!memory(result.flow, accesses.writes(), accesses.reads()) ||
       !memory(result.anti, accesses.reads(), accesses.writes()) ||
       !memory(result.output, accesses.writes(), accesses.writes())))
    return std::nullopt;
  if (options.valueBased && !computeValueBased(result, accesses, options))
    return std::nullopt;
  return result;
}

isl::union_map Dependences::all() const {
  return flow.unite(anti).unite(output).coalesce();
}

isl::union_map Dependences::valueFlow() const {
  isl::union_map pairs = taggedValueFlow.factor_domain();
  isl::union_map result = isl::union_map::empty(pairs.ctx());
  pairs.foreach_map([&](isl::map map) -> isl::stat {
    if (map.get_space().domain().is_equal(map.get_space().range()).is_true())
      map = map.subtract(isl::map::identity(map.get_space()));
    result = result.unite(map);
    return isl::stat::ok();
  });
  return result.coalesce();
}

isl::union_set Dependences::liveIn() const {
  return liveInReads.range().coalesce();
}

isl::union_set polymem::liveOutElements(const Scop &scop) {
  isl::union_set result = isl::union_set::empty(scop.ctx());
  for (const ScopAccess &access : scop.accesses())
    if (access.isWrite() && scop.arrays()[access.array].liveOut)
      result = result.unite(access.relation.range());
  return result.intersect_params(scop.context()).coalesce();
}

void Dependences::print(const Scop &scop, llvm::raw_ostream &os) const {
  os << "  dependences:\n";
  os << "    flow: " << islToString(flow) << "\n";
  os << "    anti: " << islToString(anti) << "\n";
  os << "    output: " << islToString(output) << "\n";
  os << "    " << (valueBasedExact ? "value-based flow: " : "flow, coarse: ")
     << islToString(taggedValueFlow) << "\n";
  os << "    live-in reads: " << islToString(liveInReads) << "\n";
  os << "    live-in: " << islToString(liveIn()) << "\n";
  os << "    live-out: " << islToString(liveOutElements(scop)) << "\n";
}
