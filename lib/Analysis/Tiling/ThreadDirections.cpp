//===- ThreadDirections.cpp - where the next thread is --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Tiling/ThreadDirections.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Support/SourceNames.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace polymem;

/// Loops of a nest; larger ones are left as they are.
static constexpr unsigned kMaxLoops = 12;
/// Factors of induction variables in subscripts.
static constexpr int64_t kMaxFactor = 1 << 20;

//===----------------------------------------------------------------------===//
// Access matrices
//===----------------------------------------------------------------------===//

/// The factors of dimensions of `statement` in `subscript`; nothing if it is no
/// affine function with whole ones.
static std::optional<SmallVector<int64_t>> factorsOf(const isl::aff &subscript,
                                                     unsigned numDims) {
  if (subscript.is_null() || polymem::numDims(subscript, isl::dim::div) != 0)
    return std::nullopt;
  SmallVector<int64_t> factors;
  for (unsigned d = 0; d < numDims; ++d) {
    isl::val factor = coefficientOf(subscript, isl::dim::in, d);
    if (!factor.is_int().is_true() || !factor.abs().le(kMaxFactor))
      return std::nullopt;
    factors.push_back(factor.get_num_si());
  }
  return factors;
}

/// The access matrix of `access` with a column for each of `loops`; empty if
/// there is none.
static SmallVector<SmallVector<int64_t>> accessMatrix(const Scop &scop,
                                                      const ScopAccess &access,
                                                      ArrayRef<Value> loops) {
  const ScopStatement &statement = scop.statements()[access.statement];
  if (!access.relation.is_single_valued().is_true())
    return {};
  isl::multi_aff all;
  unsigned numPieces = 0;
  access.relation.as_pw_multi_aff().foreach_piece(
      [&](const isl::set & /*domain*/, const isl::multi_aff &piece) {
        all = piece;
        ++numPieces;
        return isl::stat::ok();
      });
  if (numPieces != 1 || all.is_null())
    return {};
  unsigned rank = scop.arrays()[access.array].rank;
  SmallVector<SmallVector<int64_t>> matrix;
  for (unsigned row = 0; row < rank; ++row) {
    std::optional<SmallVector<int64_t>> factors =
        factorsOf(all.at(row), statement.ivs.size());
    if (!factors)
      return {};
    SmallVector<int64_t> &columns = matrix.emplace_back(loops.size(), 0);
    for (auto [d, iv] : llvm::enumerate(statement.ivs))
      if (const auto *place = llvm::find(loops, iv); place != loops.end())
        columns[place - loops.begin()] = (*factors)[d];
  }
  return matrix;
}

/// A subscript has several induction variables.
static bool hasSum(const NestReference &reference) {
  return llvm::any_of(reference.matrix, [](ArrayRef<int64_t> row) {
    return llvm::count_if(row, [](int64_t factor) { return factor != 0; }) > 1;
  });
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// The only loop in the body of `loop` beside operations without effects; null
/// if there is another one, or none.
static affine::AffineForOp onlyLoopIn(affine::AffineForOp loop) {
  affine::AffineForOp found;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto inner = dyn_cast<affine::AffineForOp>(&op);
    if (!inner && isMemoryEffectFree(&op))
      continue;
    if (!inner || found)
      return {};
    found = inner;
  }
  return found;
}

namespace {
/// A nest while its loops and references are collected.
struct NestInWork {
  ThreadNest nest;
  DenseSet<Operation *> perfect;
  /// Loops around the innermost statements.
  size_t depth = 0;
  SmallVector<const ScopStatement *> statements;
  bool refused = false;
};
} // namespace

static void addLoop(NestInWork &work, const ScopLoop &loop, bool parallel) {
  auto forOp = dyn_cast<affine::AffineForOp>(loop.op);
  ThreadNest &nest = work.nest;
  if (!forOp || nest.loops.size() == kMaxLoops) {
    work.refused = true;
    return;
  }
  nest.loops.push_back(loop.iv);
  nest.moves.push_back(loop.exactStep && forOp.getStepAsInt() == 1);
  nest.counts.push_back(nest.moves.back() && work.perfect.contains(loop.op) &&
                        parallel);
}

static void addReferences(NestInWork &work, const Scop &scop) {
  for (const ScopStatement *statement : work.statements) {
    if (statement->ivs.size() != work.depth)
      continue;
    for (unsigned id : statement->accesses) {
      const ScopAccess &access = scop.accesses()[id];
      const ScopArray &array = scop.arrays()[access.array];
      if (array.kind != ScopArray::Kind::MemRef || array.rank == 0 ||
          array.depth != 0)
        continue;
      NestReference reference;
      reference.access = &access;
      reference.matrix = accessMatrix(scop, access, work.nest.loops);
      Type element = cast<MemRefType>(array.value.getType()).getElementType();
      reference.bytes =
          element.isIntOrFloat()
              ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
              : 8;
      work.nest.references.push_back(std::move(reference));
    }
  }
}

std::vector<ThreadNest>
polymem::findThreadNests(const Scop &scop,
                         llvm::function_ref<bool(Operation *)> isParallel,
                         bool all) {
  llvm::MapVector<Operation *, NestInWork> works;
  auto rootOf = [&](Operation *op) {
    while (op && !works.contains(op))
      op = op->getParentOp();
    return op;
  };
  for (const ScopLoop &loop : scop.loops()) {
    Operation *root = rootOf(loop.op);
    bool parallel = isa<affine::AffineForOp>(loop.op) && isParallel(loop.op);
    if (!root && parallel) {
      root = loop.op;
      NestInWork &work = works[root];
      work.nest.root = root;
      for (auto inner = dyn_cast<affine::AffineForOp>(root); inner;
           inner = onlyLoopIn(inner))
        work.perfect.insert(inner);
    }
    if (root)
      addLoop(works[root], loop, parallel);
  }
  for (const ScopStatement &statement : scop.statements())
    if (Operation *root = rootOf(statement.ops.front())) {
      NestInWork &work = works[root];
      work.statements.push_back(&statement);
      work.depth = std::max(work.depth, statement.ivs.size());
    }
  std::vector<ThreadNest> nests;
  for (auto &[root, work] : works) {
    if (work.refused)
      continue;
    addReferences(work, scop);
    if (!all && llvm::none_of(work.nest.references, hasSum))
      continue;
    for (NestReference &reference : work.nest.references)
      reference.once =
          reference.access->relation.intersect_params(scop.context())
              .is_injective()
              .is_true();
    nests.push_back(std::move(work.nest));
  }
  return nests;
}

//===----------------------------------------------------------------------===//
// Directions
//===----------------------------------------------------------------------===//

bool ThreadDirection::isSkewed() const {
  return llvm::count_if(steps, [](int64_t step) { return step != 0; }) > 1;
}

bool ThreadDirection::operator<(const ThreadDirection &other) const {
  auto moving = [](ArrayRef<int64_t> steps) {
    int64_t sum = 0;
    for (int64_t step : steps)
      sum += std::abs(step);
    return sum;
  };
  // The innermost one comes first among equals.
  return std::tuple(scatteredOnce, scatteredOthers, moving(steps), other.loop,
                    ArrayRef(steps)) <
         std::tuple(other.scatteredOnce, other.scatteredOthers,
                    moving(other.steps), loop, ArrayRef(other.steps));
}

/// F d.
static Adjacency adjacencyOf(const NestReference &reference,
                             ArrayRef<int64_t> steps) {
  if (reference.matrix.empty())
    return Adjacency::Unknown;
  bool same = true, neighbours = true;
  for (auto [row, factors] : llvm::enumerate(reference.matrix)) {
    int64_t distance = 0;
    for (auto [factor, step] : llvm::zip_equal(factors, steps))
      distance += factor * step;
    same &= distance == 0;
    bool last = row + 1 == reference.matrix.size();
    neighbours &= last ? std::abs(distance) == 1 : distance == 0;
  }
  return same         ? Adjacency::Same
         : neighbours ? Adjacency::Contiguous
                      : Adjacency::Scattered;
}

static ThreadDirection judged(const ThreadNest &nest, unsigned loop,
                              ArrayRef<int64_t> steps) {
  ThreadDirection result;
  result.loop = loop;
  result.steps.assign(steps.begin(), steps.end());
  for (const NestReference &reference : nest.references) {
    Adjacency adjacency = adjacencyOf(reference, steps);
    result.adjacency.push_back(adjacency);
    if (adjacency != Adjacency::Same && adjacency != Adjacency::Contiguous)
      (reference.once ? result.scatteredOnce : result.scatteredOthers) +=
          reference.bytes;
  }
  return result;
}

namespace {
/// References with one access matrix.
struct References {
  ArrayRef<SmallVector<int64_t>> matrix;
  int64_t bytes = 0;
};

/// Looks for skewed directions with one loop that counts threads.
class DirectionSearch {
public:
  DirectionSearch(const Scop &scop, const ThreadNest &nest,
                  const DirectionOptions &options);

  /// Adds to `found` those along which less than `most` bytes of what is
  /// accessed once are scattered.
  void run(unsigned loop, int64_t most, std::vector<ThreadDirection> &found);

private:
  /// `{ [d] : F d = (0..0, value) }`.
  isl::set adjacent(const References &references, int value) const;
  /// Looks at subsets of the references from `first` on, for the directions
  /// `left`, with `lost` bytes of earlier ones scattered.
  void visit(size_t first, const isl::set &left, int64_t lost);
  /// One of `left`, of small steps.
  SmallVector<int64_t> smallestOf(isl::set left) const;

  const Scop &scop;
  const ThreadNest &nest;
  const DirectionOptions &options;
  SmallVector<References> groups;
  unsigned numSubsets = 0;
  unsigned loop = 0;
  int64_t most = 0;
  std::vector<ThreadDirection> *found = nullptr;
};
} // namespace

DirectionSearch::DirectionSearch(const Scop &scop, const ThreadNest &nest,
                                 const DirectionOptions &options)
    : scop(scop), nest(nest), options(options) {
  for (const NestReference &reference : nest.references) {
    if (!reference.once || reference.matrix.empty())
      continue;
    ArrayRef<SmallVector<int64_t>> matrix = reference.matrix;
    auto *known = llvm::find_if(groups, [&](const References &group) {
      return group.matrix == matrix;
    });
    if (known == groups.end())
      known = &groups.emplace_back(References{matrix, 0});
    known->bytes += reference.bytes;
  }
  llvm::sort(groups, [](const References &a, const References &b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.matrix < b.matrix;
  });
}

isl::set DirectionSearch::adjacent(const References &references,
                                   int value) const {
  isl::set result =
      isl::set::universe(spaceOfDims(scop.ctx(), nest.loops.size()));
  isl::multi_aff dims = result.space().identity_multi_aff_on_domain();
  for (auto [row, factors] : llvm::enumerate(references.matrix)) {
    isl::aff sum = isl::aff::zero_on_domain(result.space());
    for (auto [d, factor] : llvm::enumerate(factors))
      if (factor != 0)
        sum = sum.add(dims.at(d).scale(isl::val(scop.ctx(), factor)));
    bool last = row + 1 == references.matrix.size();
    isl::aff wanted = isl::aff::zero_on_domain(result.space())
                          .add_constant(isl::val(scop.ctx(), last ? value : 0));
    result = result.intersect(sum.eq_set(wanted));
  }
  return result;
}

SmallVector<int64_t> DirectionSearch::smallestOf(isl::set left) const {
  SmallVector<int64_t> steps;
  for (unsigned d = 0; d < nest.loops.size(); ++d)
    for (int64_t k = 0; k <= 2 * options.maxStep; ++k) {
      // 0, 1, -1, 2, -2 and so on.
      int64_t step = k % 2 == 0 ? -(k / 2) : (k + 1) / 2;
      isl::set rest = left.fix_si(isl::dim::set, d, step);
      if (!rest.is_empty().is_false())
        continue;
      left = rest;
      steps.push_back(step);
      break;
    }
  return steps;
}

void DirectionSearch::visit(size_t first, const isl::set &left, int64_t lost) {
  if (lost >= most || ++numSubsets > options.maxSubsets ||
      !left.is_empty().is_false())
    return;
  if (first < groups.size()) {
    for (int value : {1, -1, 0})
      visit(first + 1, left.intersect(adjacent(groups[first], value)), lost);
    return visit(first + 1, left, lost + groups[first].bytes);
  }
  SmallVector<int64_t> steps = smallestOf(left);
  // The budget may end.
  if (steps.size() != nest.loops.size())
    return;
  ThreadDirection direction = judged(nest, loop, steps);
  if (direction.isSkewed() && direction.scatteredOnce < most &&
      llvm::none_of(
          *found,
          [&](const ThreadDirection &other) {
            return other.loop == loop && other.steps == direction.steps;
          }))
    found->push_back(std::move(direction));
}

void DirectionSearch::run(unsigned counting, int64_t mostBytes,
                          std::vector<ThreadDirection> &all) {
  loop = counting;
  most = mostBytes;
  found = &all;
  numSubsets = 0;
  isl::set steps =
      isl::set::universe(spaceOfDims(scop.ctx(), nest.loops.size()));
  for (unsigned d = 0; d < nest.loops.size(); ++d) {
    int64_t least = nest.moves[d] ? -options.maxStep : 0;
    steps = steps.lower_bound_si(isl::dim::set, d, d == loop ? 1 : least);
    steps = boundedAbove(steps, d, d == loop ? 1 : -least);
  }
  visit(0, steps, 0);
}

std::vector<ThreadDirection>
polymem::findDirections(const Scop &scop, const ThreadNest &nest,
                        const DirectionOptions &options) {
  std::vector<ThreadDirection> straight, skewed;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    if (!nest.counts[loop])
      continue;
    SmallVector<int64_t> steps(nest.loops.size(), 0);
    steps[loop] = 1;
    straight.push_back(judged(nest, loop, steps));
  }
  llvm::sort(straight);
  if (straight.empty())
    return straight;
  int64_t most = straight.front().scatteredOnce;
  if (most > 0) {
    DirectionSearch search(scop, nest, options);
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (nest.counts[loop])
        search.run(loop, most, skewed);
    llvm::sort(skewed);
    if (skewed.size() > options.maxSkewed)
      skewed.resize(options.maxSkewed);
  }
  skewed.insert(skewed.end(), straight.begin(), straight.end());
  return skewed;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

SmallVector<std::string> polymem::namesOf(const ThreadNest &nest) {
  SmallVector<std::string> names;
  llvm::StringSet<> taken;
  for (Value iv : nest.loops) {
    std::string name = sourceNameOf(iv).str();
    if (name.empty() || !taken.insert(name).second)
      break;
    names.push_back(std::move(name));
  }
  if (names.size() == nest.loops.size())
    return names;
  names.clear();
  for (unsigned d = 0; d < nest.loops.size(); ++d)
    names.push_back("i" + std::to_string(d));
  return names;
}

std::string polymem::textOf(const ThreadNest &nest,
                            const ThreadDirection &direction) {
  SmallVector<std::string> names = namesOf(nest);
  std::string text = names[direction.loop];
  for (auto [d, step] : llvm::enumerate(direction.steps))
    if (d != direction.loop && step != 0)
      text += llvm::formatv(" {0} {1}{2}", step < 0 ? "-" : "+",
                            std::abs(step) == 1
                                ? std::string()
                                : std::to_string(std::abs(step)) + " ",
                            names[d])
                  .str();
  return text;
}
