//===- ArrayWebs.cpp - which accesses of an array share values ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Scheduling/ArrayWebs.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace polymem;

namespace {

/// The webs of one array.
class WebFinder {
public:
  WebFinder(const Scop &scop, const ScopArray &array,
            unsigned long maxIslOperations)
      : scop(scop), array(array), maxIslOperations(maxIslOperations) {}

  std::optional<std::vector<ArrayWeb>> find(Sentence &reason);

private:
  bool areKnown() const;
  /// `access` is one of the array. Its end is none: nobody reads behind it.
  bool isOfArray(const ScopAccess &access) const {
    Operation *made = array.value.getDefiningOp();
    bool isEnd = isa<memref::DeallocOp>(access.op) && made &&
                 made->getBlock() == access.op->getBlock();
    return &scop.arrays()[access.array] == &array && !isEnd;
  }
  void groupByFlow();
  void addDeadWrites();
  bool addLastWrites();
  void addLoops();
  /// The loops around `a` and `b`.
  unsigned sharedLoops(const ScopAccess &a, const ScopAccess &b) const;
  SmallVector<Value> loopsAround(const ArrayWeb &web) const;
  /// `{ S[i] -> T[j] }`: values from S to T, of `web`.
  isl::union_map flowOf(const ArrayWeb &web) const;

  const Scop &scop;
  const ScopArray &array;
  unsigned long maxIslOperations;
  isl::union_map flow; ///< tagged
  isl::union_map initial;
  SmallVector<const ScopAccess *> dead;
  std::vector<ArrayWeb> webs;
};

} // namespace

/// The number of the access whose tag is the range of `{ S[i] -> W1[] }`.
static unsigned accessOf(const isl::set &tagged) {
  const char *name = tupleNameOf(tagged.unwrap().range());
  unsigned id = ~0u;
  if (name)
    StringRef(name).drop_front().getAsInteger(10, id);
  return id;
}

bool WebFinder::areKnown() const {
  return llvm::all_of(scop.accesses(), [&](const ScopAccess &access) {
    return !isOfArray(access) ||
           (access.must && access.sure &&
            isa<affine::AffineLoadOp, affine::AffineStoreOp>(access.op));
  });
}

void WebFinder::groupByFlow() {
  llvm::EquivalenceClasses<unsigned> classes;
  llvm::SmallDenseSet<unsigned> sources, fromBefore;
  for (const ScopAccess &access : scop.accesses())
    if (isOfArray(access))
      classes.insert(access.id);
  flow.foreach_map([&](const isl::map &pairs) -> isl::stat {
    unsigned write = accessOf(pairs.domain());
    sources.insert(write);
    classes.unionSets(write, accessOf(pairs.range()));
    return isl::stat::ok();
  });
  initial.foreach_map([&](const isl::map &elements) -> isl::stat {
    fromBefore.insert(accessOf(elements.domain()));
    return isl::stat::ok();
  });
  llvm::SmallDenseMap<unsigned, unsigned> webOf;
  for (const ScopAccess &access : scop.accesses()) {
    if (!isOfArray(access))
      continue;
    if (access.isWrite() && !sources.contains(access.id)) {
      dead.push_back(&access);
      continue;
    }
    unsigned leader = classes.getLeaderValue(access.id);
    auto [place, isNew] = webOf.try_emplace(leader, webs.size());
    if (isNew)
      webs.emplace_back().array = &array;
    ArrayWeb &web = webs[place->second];
    web.accesses.push_back(&access);
    web.readsInitialValues |= fromBefore.contains(access.id);
  }
}

unsigned WebFinder::sharedLoops(const ScopAccess &a,
                                const ScopAccess &b) const {
  ArrayRef<Value> first = scop.statements()[a.statement].ivs;
  ArrayRef<Value> second = scop.statements()[b.statement].ivs;
  return std::mismatch(first.begin(), first.end(), second.begin(), second.end())
             .first -
         first.begin();
}

/// What is written for nobody in the scop does not come between a write and a
/// read of a web that it joins: else it would be what is read.
void WebFinder::addDeadWrites() {
  for (const ScopAccess *write : dead) {
    ArrayWeb *best = nullptr;
    unsigned most = 0;
    for (ArrayWeb &web : webs)
      for (const ScopAccess *access : web.accesses)
        if (unsigned shared = sharedLoops(*write, *access);
            !best || shared > most) {
          best = &web;
          most = shared;
        }
    if (best && most > 0)
      best->accesses.push_back(write);
    else
      webs.push_back({&array, {write}, false, {}, {}, {}});
  }
  for (ArrayWeb &web : webs)
    llvm::sort(web.accesses, [](const ScopAccess *a, const ScopAccess *b) {
      return a->id < b->id;
    });
}

/// False if the budget does not suffice.
bool WebFinder::addLastWrites() {
  if (!array.liveOut)
    return true;
  isl::union_map later = taggedFalseDependences(scop, array, maxIslOperations);
  if (later.is_null())
    return false;
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  llvm::SmallDenseMap<unsigned, isl::set> last;
  for (const ScopAccess &access : scop.accesses())
    if (&scop.arrays()[access.array] == &array && access.isWrite())
      last[access.id] =
          access.relation.domain().intersect_params(scop.context());
  later.foreach_map([&](const isl::map &pairs) -> isl::stat {
    isl::set first = pairs.domain();
    auto entry = last.find(accessOf(first));
    if (entry != last.end())
      entry->second = entry->second.subtract(first.unwrap().domain());
    return isl::stat::ok();
  });
  // Of several writes of one instance, the one that stands last.
  for (auto &[id, instances] : last)
    for (const ScopAccess &other : scop.accesses()) {
      const ScopAccess &access = scop.accesses()[id];
      if (other.id > id && other.isWrite() &&
          other.statement == access.statement && other.array == access.array)
        instances = instances.subtract(
            access.relation.intersect(other.relation).domain());
    }
  for (ArrayWeb &web : webs)
    for (const ScopAccess *access : web.accesses) {
      auto entry = last.find(access->id);
      if (entry != last.end() && !entry->second.is_empty().is_true())
        web.lastWrites.push_back({access, entry->second.coalesce()});
    }
  return !guard.exceeded();
}

SmallVector<Value> WebFinder::loopsAround(const ArrayWeb &web) const {
  const ScopAccess &first = *web.accesses.front();
  ArrayRef<Value> ivs = scop.statements()[first.statement].ivs;
  size_t depth = ivs.size();
  for (const ScopAccess *access : web.accesses)
    depth = std::min<size_t>(depth, sharedLoops(first, *access));
  return llvm::to_vector(ivs.take_front(depth));
}

isl::union_map WebFinder::flowOf(const ArrayWeb &web) const {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  flow.foreach_map([&](const isl::map &pairs) -> isl::stat {
    unsigned read = accessOf(pairs.range());
    if (llvm::any_of(web.accesses, [&](const ScopAccess *access) {
          return access->id == read;
        }))
      result = result.unite(pairs.factor_domain());
    return isl::stat::ok();
  });
  return result;
}

/// One of `bounds` that only parameters matter for, a constant if there is one;
/// null if there is none.
static isl::aff boundOfParameters(ArrayRef<isl::aff> bounds) {
  isl::aff best;
  for (const isl::aff &bound : bounds) {
    if (involvesDims(bound, isl::dim::in, 0, 1).is_true() ||
        numDims(bound, isl::dim::div) > 0)
      continue;
    bool isConstant =
        involvesDims(bound, isl::dim::param, 0, numDims(bound, isl::dim::param))
            .is_false();
    if (best.is_null() || isConstant)
      best = bound;
  }
  return best;
}

static std::optional<WebLoop> boundsOf(const Scop &scop, const ArrayWeb &web,
                                       unsigned depth, Value iv) {
  if (!affine::isAffineForInductionVar(iv))
    return std::nullopt;
  isl::set values;
  for (const ScopAccess *access : web.accesses) {
    isl::set domain = access->relation.domain()
                          .intersect_params(scop.context())
                          .reset_tuple_id();
    unsigned dims = scop.statements()[access->statement].ivs.size();
    domain = domain.project_out(isl::dim::set, depth + 1, dims - depth - 1)
                 .project_out(isl::dim::set, 0, depth);
    values = values.is_null() ? domain : values.unite(domain);
  }
  IslBounds bounds = boundsOfDim(values, 0);
  WebLoop loop{iv, boundOfParameters(bounds.lower),
               boundOfParameters(bounds.upper)};
  if (loop.lower.is_null() || loop.upper.is_null())
    return std::nullopt;
  return loop;
}

static void addGreatest(const Scop &scop, ArrayWeb &web) {
  for (unsigned d = 0, rank = web.array->rank; d < rank; ++d) {
    isl::set values;
    for (const ScopAccess *access : web.accesses) {
      isl::set line = access->relation.intersect_params(scop.context())
                          .range()
                          .reset_tuple_id()
                          .project_out(isl::dim::set, d + 1, rank - d - 1)
                          .project_out(isl::dim::set, 0, d);
      values = values.is_null() ? line : values.unite(line);
    }
    web.greatest.push_back(boundOfParameters(boundsOfDim(values, 0).upper));
  }
}

void WebFinder::addLoops() {
  for (ArrayWeb &web : webs) {
    if (web.readsInitialValues)
      continue;
    addGreatest(scop, web);
    isl::union_map pairs = flowOf(web);
    for (Value iv : loopsAround(web)) {
      unsigned depth = web.loops.size();
      bool stays = true;
      isl::stat walk = pairs.foreach_map([&](const isl::map &map) -> isl::stat {
        stays &= map.is_subset(equatedAt(map, depth)).is_true();
        return isl::stat::ok();
      });
      std::optional<WebLoop> loop =
          walk.is_ok() && stays ? boundsOf(scop, web, depth, iv) : std::nullopt;
      if (!loop)
        break;
      web.loops.push_back(std::move(*loop));
    }
  }
}

std::optional<std::vector<ArrayWeb>> WebFinder::find(Sentence &reason) {
  if (!areKnown()) {
    reason = "not all that accesses it is known exactly";
    return std::nullopt;
  }
  DependenceOptions options;
  options.maxIslOperations = maxIslOperations;
  options.memoryBased = false;
  options.array = &array;
  std::optional<Dependences> values = Dependences::compute(scop, options);
  reason = sentence("which write each read gets its value from is not known "
                    "within {0} isl operations",
                    named("MaxIslOperations", maxIslOperations));
  if (!values || !values->valueBasedExact)
    return std::nullopt;
  flow = values->taggedValueFlow;
  initial = values->liveInReads;
  groupByFlow();
  addDeadWrites();
  if (!addLastWrites())
    return std::nullopt;
  IslOperationsGuard guard(scop.ctx(), maxIslOperations);
  addLoops();
  if (guard.exceeded())
    return std::nullopt;
  return std::move(webs);
}

std::optional<std::vector<ArrayWeb>>
polymem::findWebs(const Scop &scop, const ScopArray &array,
                  unsigned long maxIslOperations, Sentence &reason) {
  return WebFinder(scop, array, maxIslOperations).find(reason);
}

ArrayWeb polymem::webOfReads(const Scop &scop,
                             ArrayRef<const ScopAccess *> reads) {
  ArrayWeb web;
  web.array = &scop.arrays()[reads.front()->array];
  web.accesses = llvm::to_vector(reads);
  web.readsInitialValues = true;
  addGreatest(scop, web);
  return web;
}

ArrayWeb polymem::webOfStep(const Scop &scop,
                            ArrayRef<const ScopAccess *> accesses, Value iv) {
  ArrayWeb web = webOfReads(scop, accesses);
  if (std::optional<WebLoop> loop = boundsOf(scop, web, /*depth=*/0, iv))
    web.loops.push_back(std::move(*loop));
  return web;
}
