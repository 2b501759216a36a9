//===- BandPlan.cpp - tile sizes and groups of one perfect nest -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BandPlan.h"
#include "PolyMem/Analysis/Tiling/BandLoops.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// Iterations of a loop where it is not known how many there are at most.
static constexpr int64_t kManyIterations = int64_t(1) << 20;

/// Iterations of all executions of `loop` together, from the first one to the
/// last one, for fixed values of the loops around the band, at most.
static std::optional<int64_t> greatestSpan(const BandLoop &loop) {
  return loop.fixedLower ? loop.greatestTripCount() : std::nullopt;
}

/// One tile of `size` iterations has all of `loop`.
static bool holdsAll(const BandLoop &loop, int64_t size) {
  std::optional<int64_t> span = greatestSpan(loop);
  return span && size >= *span;
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

BandPlan::BandPlan(Operation *root, const ComponentRequest &request)
    : root(root), request(request) {
  failed = readNest();
}

std::optional<TileNote> BandPlan::readNest() {
  auto fail = [&](Operation *op, StringRef name, const Sentence &text) {
    return TileNote{TileNote::Kind::Refused, op ? op : root, name,
                    "nest not tiled: " + text};
  };
  loops = perfectBand(root, root);
  for (auto [index, loop] : llvm::enumerate(loops))
    if (Sentence obstacle = obstacleOf(loop); !obstacle.empty()) {
      if (index == 0)
        return fail(loop.op, "UnsupportedLoop", obstacle);
      loops.truncate(index);
      break;
    }
  if (loops.empty())
    return fail(root, "UnsupportedLoop",
                root->getNumResults() != 0
                    ? "the loop carries values (iter_args)"
                    : "a bound of the loop is not affine in the loops around "
                      "it");
  ScopFailure scopFailure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = request.maxIslOperations;
  scop = Scop::build(root, scopFailure, scopOptions);
  if (!scop)
    return fail(scopFailure.op, "NotModelled", scopFailure.reason);
  std::optional<std::vector<SequentialDependence>> found =
      sequentialDependences(*scop, request.maxIslOperations);
  if (!found) {
    TileNote note = fail(root, "BudgetExhausted",
                         "the budget of isl operations does not suffice for "
                         "the dependences");
    note.budget = request.maxIslOperations;
    return note;
  }
  dependences = std::move(*found);
  bandDependences.emplace(*scop, dependences);
  statements = bandDependences->statementsIn(root);
  IslOperationsGuard guard(scop->ctx(), request.maxIslOperations);
  for (BandLoop &loop : loops)
    loop.parallel = bandDependences->against(statements, loop.iv).empty() &&
                    bandDependences->along(statements, loop.iv).empty();
  return std::nullopt;
}

int64_t BandPlan::spanOf(const BandLoop &loop) const {
  std::optional<int64_t> span = greatestSpan(loop), first, last;
  if (!span) {
    IslOperationsGuard guard(scop->ctx(), request.maxIslOperations);
    // The values that it has in some statement.
    isl::aff zero = spaceOfDims(scop->ctx(), 0).zero_aff_on_domain();
    for (const ScopStatement &statement : scop->statements())
      for (auto [d, iv] : llvm::enumerate(statement.ivs)) {
        if (iv != loop.iv)
          continue;
        isl::set values = distancesFrom(statement.domain, d, zero,
                                        [](const isl::id &) { return false; });
        std::optional<int64_t> least = minimumOf(values),
                               most = maximumOf(values);
        if (!least || !most)
          return kManyIterations;
        first = std::min(*least, first.value_or(*least));
        last = std::max(*most, last.value_or(*most));
      }
    if (first)
      span = (*last - *first) / loop.step + 1;
  }
  return std::clamp<int64_t>(span.value_or(kManyIterations), 1,
                             kManyIterations);
}

Sentence BandPlan::describe(const Relations &relations) const {
  IslOperationsGuard guard(scop->ctx(), request.maxIslOperations);
  return bandDependences->describe(relations);
}

BandPlan::Relations BandPlan::against(unsigned j, ArrayRef<int64_t> sizes) {
  // Nothing can be against a loop that is not cut.
  if (j < sizes.size() && holdsAll(loops[j], sizes[j]))
    return {};
  IslOperationsGuard guard(scop->ctx(), request.maxIslOperations);
  // Tiles of one iteration are executed in the order of the loop.
  SmallVector<Value> steps;
  for (unsigned k = 0; k < j && k < sizes.size(); ++k)
    if (sizes[k] == 1)
      steps.push_back(loops[k].iv);
  return bandDependences->against(statements, loops[j].iv, steps);
}

SmallVector<LoopFreedom> BandPlan::freedom() {
  SmallVector<LoopFreedom> result;
  for (auto [j, loop] : llvm::enumerate(loops)) {
    LoopFreedom &free = result.emplace_back();
    free.op = loop.op;
    if (int64_t span = spanOf(loop); span < kManyIterations)
      free.trips = span;
    free.tilable = against(j, {}).empty();
    free.parallel = loop.parallel;
  }
  return result;
}

std::optional<unsigned> BandPlan::parallelLoop(unsigned count) const {
  if (request.cores > 1)
    for (unsigned k = 0; k < count; ++k)
      if (loops[k].parallel && spanOf(loops[k]) > 1)
        return k;
  return std::nullopt;
}

int64_t BandPlan::groupsOf(unsigned loop) const {
  return std::min(request.cores, spanOf(loops[loop]));
}

unsigned BandPlan::wholeOperations(unsigned count) const {
  while (count < loops.size() && loops[count].op == loops[count - 1].op)
    ++count;
  return count;
}

TileBytes BandPlan::bytesOf(ArrayRef<int64_t> sizes) {
  SmallVector<TiledRange> ranges;
  for (auto [size, loop] : llvm::zip_first(sizes, loops)) {
    int64_t span;
    if (!llvm::MulOverflow(size, loop.step, span))
      ranges.push_back({loop.iv, span});
  }
  return bytesOfTile(*scop, ranges, request.alignment,
                     request.maxIslOperations);
}

Sentence polymem::obstacleOfSize(const TileBytes &bytes,
                                 const ComponentRequest &request) {
  int64_t total = bytes.total(kBuffersOfArray);
  if (total <= request.capacity)
    return "";
  return sentence("a tile of one iteration takes {0} bytes with two buffers "
                  "for each array, but there are {1}",
                  named("Bytes", total), named("Capacity", request.capacity));
}

bool BandPlan::fits(ArrayRef<int64_t> sizes, Sentence &why) {
  TileBytes bytes = bytesOf(sizes);
  lastBytes = bytes.total(kBuffersOfArray);
  why =
      bytes.obstacle.empty() ? obstacleOfSize(bytes, request) : bytes.obstacle;
  return why.empty();
}

TileNote BandPlan::refuse(unsigned loop, StringRef name, const Sentence &text) {
  return {TileNote::Kind::Refused, loop < loops.size() ? loops[loop].op : root,
          name, "nest not tiled: " + text};
}

Component BandPlan::make(ArrayRef<int64_t> sizes, ArrayRef<int64_t> groups,
                         DictionaryAttr modes) {
  Component result;
  result.nest.root = root;
  result.nest.segments = true;
  TileNode &tree = result.nest.tree;
  for (auto [k, size] : llvm::enumerate(sizes)) {
    BandLoop &loop = tree.loops.emplace_back(loops[k]);
    loop.size = TileSize::constant(size);
    loop.groups = groups[k];
  }
  TileItem &leaf = tree.items.emplace_back();
  Block &body = tree.loops.back().op->getRegion(0).front();
  for (Operation &op : body.without_terminator())
    if (!isRematerializable(&op))
      leaf.ops.push_back(&op);
  result.plan = prem::PlanAttr::get(root->getContext(), sizes, groups, modes);
  return result;
}

//===----------------------------------------------------------------------===//
// Given plans
//===----------------------------------------------------------------------===//

std::optional<Component> BandPlan::obey(prem::PlanAttr plan,
                                        TileNote &refusal) {
  ArrayRef<int64_t> sizes = plan.getTile();
  SmallVector<int64_t> groups(plan.getGroups());
  groups.resize(sizes.size(), 1);
  auto no = [&](unsigned loop, StringRef name, const Sentence &text) {
    refusal = refuse(loop, name, "its plan cannot be obeyed: " + text);
    return std::nullopt;
  };
  if (sizes.size() > loops.size())
    return no(0, "PlanTooLong",
              sentence("it is about {0} loops, but the perfect nest that "
                       "begins here has {1}",
                       named("PlanLoops", sizes.size()),
                       named("Loops", loops.size())));
  if (wholeOperations(sizes.size()) != sizes.size())
    return no(sizes.size(), "PlanTooShort",
              sentence("it is about {0} loops, which are not all of an "
                       "affine.parallel",
                       named("PlanLoops", sizes.size())));
  int64_t cores = 1;
  for (int64_t count : groups)
    if (llvm::MulOverflow(cores, count, cores))
      cores = std::numeric_limits<int64_t>::max();
  if (cores > request.cores)
    return no(0, "TooManyGroups",
              sentence("its groups need {0} cores, but the machine has {1}",
                       named("Groups", cores), named("Cores", request.cores)));
  for (unsigned j = 0; j < sizes.size(); ++j) {
    if (sizes[j] >= int64_t(1) << 31)
      return no(j, "SizeTooLarge",
                sentence("tile size {0} of loop {1} is not below {2}",
                         named("Size", sizes[j]), named("Loop", j),
                         named("Limit", "2^31")));
    if (Relations obstacles = against(j, sizes); !obstacles.empty())
      return no(
          j, "IllegalTile",
          sentence("loop {0}, of tile size {1}, may not be tiled with the "
                   "loops around it, for a dependence runs against it: "
                   "{2}",
                   named("Loop", j), named("Size", sizes[j]),
                   describe(obstacles)));
    if (groups[j] == 1 || isParallel(j))
      continue;
    Relations carried = bandDependences->against(statements, loops[j].iv);
    carried.append(bandDependences->along(statements, loops[j].iv));
    return no(j, "IllegalGroups",
              sentence("loop {0} may not be dealt to {1} groups of cores, for "
                       "its iterations depend on each other: {2}",
                       named("Loop", j), named("LoopGroups", groups[j]),
                       describe(carried)));
  }
  return make(sizes, groups, plan.getModes());
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

std::optional<Component> BandPlan::withSizes(ArrayRef<int64_t> given,
                                             TileNote &refusal) {
  unsigned count =
      wholeOperations(std::min<size_t>(given.size(), loops.size()));
  SmallVector<int64_t> sizes;
  for (unsigned k = 0; k < count; ++k) {
    int64_t size = k < given.size() ? given[k] : 0;
    sizes.push_back(size ? size : spanOf(loops[k]));
  }
  for (unsigned j = 0; j < count; ++j)
    if (Relations obstacles = against(j, sizes); !obstacles.empty()) {
      refusal =
          refuse(j, "IllegalTile",
                 sentence("loop {0}, of tile size {1}, may not be tiled with "
                          "the loops around it, for a dependence runs against "
                          "it: {2}",
                          named("Loop", j), named("Size", sizes[j]),
                          describe(obstacles)));
      return std::nullopt;
    }
  SmallVector<int64_t> groups(count, 1);
  if (std::optional<unsigned> shared = parallelLoop(count)) {
    int64_t tiles = llvm::divideCeil(spanOf(loops[*shared]), sizes[*shared]);
    groups[*shared] = std::min(request.cores, tiles);
  }
  return make(sizes, groups, {});
}

std::optional<Component> BandPlan::largestCut(unsigned cut,
                                              std::optional<unsigned> shared,
                                              Sentence &why) {
  unsigned count = wholeOperations(std::max(cut, shared.value_or(0)) + 1);
  SmallVector<int64_t> sizes(count, 1), groups(count, 1);
  for (unsigned k = cut; k < count; ++k)
    sizes[k] = spanOf(loops[k]);
  if (shared) {
    groups[*shared] = groupsOf(*shared);
    if (*shared >= cut)
      sizes[*shared] = llvm::divideCeil(sizes[*shared], groups[*shared]);
  }
  for (unsigned j = cut + 1; j < count; ++j)
    if (!against(j, sizes).empty())
      return std::nullopt;
  // The largest size: `least` fits, what is above `most` does not.
  int64_t most = sizes[cut], least = 1;
  sizes[cut] = 1;
  if (!fits(sizes, why))
    return std::nullopt;
  int64_t bytes = lastBytes;
  while (least < most) {
    int64_t middle = sizes[cut] = least + (most - least + 1) / 2;
    Sentence tooLarge;
    if (fits(sizes, tooLarge)) {
      least = middle;
      bytes = lastBytes;
    } else {
      most = middle - 1;
    }
  }
  sizes[cut] = least;
  Component result = make(sizes, groups, {});
  result.bytes = bytes;
  return result;
}

std::optional<Component> BandPlan::largest(TileNote &refusal) {
  std::optional<unsigned> shared = parallelLoop(loops.size());
  Sentence why;
  for (unsigned cut = 0; cut < loops.size(); ++cut) {
    std::optional<Component> result = largestCut(cut, shared, why);
    if (!result && shared && *shared > cut)
      result = largestCut(cut, std::nullopt, why);
    if (result)
      return result;
  }
  refusal = refuse(0, "NothingFits", why);
  return std::nullopt;
}
