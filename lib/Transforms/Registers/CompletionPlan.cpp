//===- CompletionPlan.cpp - tiles that threads may run whole --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompletionPlan.h"
#include "PolyMem/Analysis/Accesses/BufferCells.h"
#include "PolyMem/Analysis/Accesses/Traps.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Dimensions and operations
//===----------------------------------------------------------------------===//

/// The dimensions that some tiles have fewer iterations of.
static SmallVector<CompletedDim> partialDims(TileOp tile) {
  SmallVector<CompletedDim> dims;
  for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
    std::optional<int64_t> most = gpulaunch::constantTripBound(tile, dim);
    IndexTerms end =
        IndexTerms::ofBound(tile.getUpperBounds()[dim], /*isUpper=*/true);
    if (most && *most > 0 && end.map.getNumResults() > 1 &&
        affine::isValidDim(tile.getLowerBounds()[dim],
                           tile->getParentRegion()) &&
        getConstantIntValue(tile.getSteps()[dim]))
      dims.push_back({dim, *most});
  }
  return dims;
}

/// The buffer that `op` accesses an element of, if that is all it does.
static AllocOp bufferOf(Operation *op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return load.getMemRef().getDefiningOp<AllocOp>();
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return store.getMemRef().getDefiningOp<AllocOp>();
  return {};
}

/// What else `tile` does than to compute and to access buffers; null: nothing.
static Operation *findOther(TileOp tile) {
  Operation *other = nullptr;
  tile.getBody().walk([&](Operation *op) {
    if (isa<affine::AffineForOp, affine::AffineIfOp, affine::AffineYieldOp,
            YieldOp>(op) ||
        bufferOf(op) ||
        (op->getNumRegions() == 0 && isMemoryEffectFree(op) && !mayTrap(op)))
      return WalkResult::advance();
    other = op;
    return WalkResult::interrupt();
  });
  return other;
}

namespace {
/// While one exists, a tile is what a plan makes of it.
class Trial {
public:
  explicit Trial(const CompletionPlan &plan) : completed(plan) {}
  Trial(const Trial &) = delete;
  ~Trial() { completed.undo(); }

private:
  CompletedTile completed;
};
} // namespace

//===----------------------------------------------------------------------===//
// What additional iterations access
//===----------------------------------------------------------------------===//

namespace {
/// Who accesses a buffer, and whose elements these are.
struct BufferSets {
  const ScopArray *array;
  /// `{ X[i, a] }`: loaded and stored by additional iterations, and accessed by
  /// all others.
  isl::set loaded, stored, others;
  /// `{ [o] -> X[i, a] }`: loaded by additional iterations while o executes the
  /// tile, and accessed by the others of it.
  isl::map loadedIn, ownIn;
  BufferCells cells;
};

class Planner {
public:
  Planner(TileOp tile, TileOp root, unsigned long maxIslOperations)
      : tile(tile), root(root), maxIslOperations(maxIslOperations) {}

  std::optional<CompletionPlan> plan(CompletionRefusal &refusal);

private:
  bool model(const CompletionPlan &plan);
  bool addSingleLoops(CompletionPlan &plan);
  bool attempt(CompletionPlan &plan);
  void collect();
  bool prove();
  bool mayRace();
  SmallVector<TileOp> addLoops(AllocOp alloc, FilledBox &box);
  bool fill(const BufferSets &sets, std::vector<FilledBox> &filled);
  bool refuse(StringRef name, const Sentence &text) {
    why = {name, text};
    return false;
  }

  /// The same of the additional iterations only.
  isl::map additional(const ScopAccess &access) const {
    const ScopStatement *old = partial->statementOf(access.op);
    return old ? access.relation.subtract(isl::map::from_domain_and_range(
                     old->domain, access.relation.range()))
               : access.relation;
  }
  /// The loops of `scop` around the tile.
  unsigned loopsAround(const Scop &scop, const ScopAccess &access) const {
    ArrayRef<Value> ivs = scop.statements()[access.statement].ivs;
    return llvm::find(ivs, TileOp(tile).getOrigins().front()) - ivs.begin();
  }
  /// `{ S[o, t] -> e }` as `{ [o] -> e }`, o being the loops around the tile.
  isl::map inExecutions(const Scop &scop, const ScopAccess &access,
                        const isl::map &relation) const {
    unsigned around = loopsAround(scop, access);
    return relation.project_out(isl::dim::in, around,
                                scop.statements()[access.statement].ivs.size() -
                                    around);
  }
  bool isInTile(const ScopAccess &access) const {
    return tile->isProperAncestor(access.op);
  }
  const ScopArray &arrayOf(const ScopAccess &access) const {
    return complete->arrays()[access.array];
  }

  TileOp tile, root;
  unsigned long maxIslOperations;
  CompletionRefusal why;
  std::unique_ptr<Scop> partial, complete;
  llvm::MapVector<Value, BufferSets> buffers;
};
} // namespace

/// Models the launch's body, with tiles as they are and with complete ones.
bool Planner::model(const CompletionPlan &plan) {
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  options.context = std::make_shared<IslContext>();
  options.traceIndices = true;
  ScopFailure failure;
  partial = Scop::build(root, failure, options);
  if (partial) {
    options.parametersOf = partial.get();
    Trial trial(plan);
    complete = Scop::build(root, failure, options);
  }
  return complete || refuse("NotModelled",
                            "the launch cannot be modelled: " + failure.reason);
}

void Planner::collect() {
  auto add = [](auto &to, const auto &more) {
    to = to.is_null() ? more : to.unite(more);
  };
  for (const ScopAccess &access : complete->accesses())
    if (arrayOf(access).kind == ScopArray::Kind::MemRef && isInTile(access)) {
      BufferSets &sets = buffers[arrayOf(access).value];
      sets.array = &arrayOf(access);
      isl::map more = additional(access);
      add(access.isRead() ? sets.loaded : sets.stored, more.range());
      if (access.isRead())
        add(sets.loadedIn, inExecutions(*complete, access, more));
    }
  for (const ScopAccess &access : partial->accesses()) {
    auto *it = buffers.find(partial->arrays()[access.array].value);
    if (it == buffers.end())
      continue;
    add(it->second.others, access.relation.range());
    if (isInTile(access))
      add(it->second.ownIn, inExecutions(*partial, access, access.relation));
  }
  for (auto &[value, sets] : buffers) {
    sets.cells = bufferCells(*sets.array);
    isl::set none = isl::set::empty(sets.array->extent.get_space());
    for (isl::set *set : {&sets.loaded, &sets.stored, &sets.others})
      *set = set->is_null() ? none : set->intersect_params(complete->context());
  }
}

/// Two iterations of the tile may access one cell, which one of them, an
/// additional one, or the other one of which it is, stores.
bool Planner::mayRace() {
  SmallVector<const ScopAccess *> inTile;
  for (const ScopAccess &access : complete->accesses())
    if (isInTile(access) && arrayOf(access).kind == ScopArray::Kind::MemRef)
      inTile.push_back(&access);
  for (const ScopAccess *a : inTile)
    for (const ScopAccess *b : inTile) {
      if (a->array != b->array || (!a->isWrite() && !b->isWrite()))
        continue;
      isl::map more = additional(*a);
      if (more.is_empty().is_true())
        continue;
      const BufferCells &cells = buffers[arrayOf(*a).value].cells;
      isl::map pairs = cells.placesOf(more).apply_range(
          cells.placesOf(b->relation).reverse());
      unsigned begin = loopsAround(*complete, *a);
      unsigned end = begin + tile.getRank();
      for (unsigned d = 0; d < begin; ++d)
        pairs = equatedAt(pairs, d);
      isl::map same = pairs;
      for (unsigned d = begin; d < end; ++d)
        same = equatedAt(same, d);
      if (!pairs.is_subset(same).is_true())
        return true;
    }
  return false;
}

bool Planner::prove() {
  for (auto &[value, sets] : buffers) {
    isl::set accessed = sets.loaded.unite(sets.stored);
    if (sets.cells.elements.is_null() ||
        !accessed.is_subset(sets.cells.elements).is_true())
      return refuse("NoCells",
                    "a buffer has no cells of constant number for what "
                    "complete tiles access");
    if (!sets.cells.placesOf(sets.stored)
             .is_disjoint(sets.cells.placesOf(sets.others))
             .is_true())
      return refuse("Seen", "what iterations behind the border store is "
                            "accessed elsewhere");
  }
  return !mayRace() ||
         refuse("Race", "iterations behind the border store what others of "
                        "the tile access");
}

//===----------------------------------------------------------------------===//
// What is filled
//===----------------------------------------------------------------------===//

/// Adds what the loops around `alloc` in the launch go through to the symbols
/// of `box`, outermost loop first; the tiles among them.
SmallVector<TileOp> Planner::addLoops(AllocOp alloc, FilledBox &box) {
  SmallVector<TileOp> tiles;
  for (Operation *op = alloc->getParentOp(); op != root;
       op = op->getParentOp()) {
    SmallVector<Value> ivs;
    if (auto around = dyn_cast<TileOp>(op)) {
      ivs.assign(around.getOrigins().begin(), around.getOrigins().end());
      tiles.push_back(around);
    } else if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
      ivs.push_back(loop.getInductionVar());
    }
    box.symbols.insert(box.symbols.begin(), ivs.begin(), ivs.end());
  }
  return tiles;
}

/// The cells of `elements`, of all iterations, are those of the first one, and
/// never those of others.
static bool firstStepFillsAll(const BufferSets &sets,
                              const isl::set &elements) {
  const ScopArray &array = *sets.array;
  if (array.depth == 0 || array.made.is_null())
    return false;
  isl::set first =
      array.made.project_out(isl::dim::set, array.depth, array.rank)
          .reset_tuple_id()
          .lexmin()
          .add_dims(isl::dim::set, array.rank)
          .set_tuple_id(array.extent.get_tuple_id());
  auto cellsOf = [&](const isl::set &some) {
    return sets.cells.cellsOf(some, array.depth);
  };
  isl::set cells = cellsOf(elements);
  return cells.is_subset(cellsOf(elements.intersect(first))).is_true() &&
         cells.is_disjoint(cellsOf(sets.others)).is_true();
}

/// Boxes like `box` around the parts of `elements`, which are of a buffer that
/// is made where `known` says, and values of `ids`; `exact`: under conditions
/// that leave out all but these. False, and nothing is added, if anybody else
/// accesses a cell that gets a value then, or if one gets it twice.
static bool fillParts(const BufferSets &sets, const isl::set &elements,
                      const isl::set &known, ArrayRef<isl::id> ids,
                      const FilledBox &box, bool exact,
                      std::vector<FilledBox> &filled) {
  const ScopArray &array = *sets.array;
  FailureOr<SmallVector<IntegerSet>> parts =
      setToIntegerSets(elements, ids, box.buffer->getContext());
  if (failed(parts))
    return false;
  std::vector<FilledBox> boxes;
  isl::set taken = sets.cells.placesOf(sets.others);
  for (IntegerSet part : *parts) {
    FilledBox &one = boxes.emplace_back(box);
    isl::set around = boxAround(part, array, ids, one);
    if (around.is_null())
      return false;
    if (exact)
      around = around.intersect(integerSetToSet(
          part, ids, array.extent.get_tuple_id(), array.extent.ctx()));
    else
      one.conditionsOfElements.clear();
    around = around.intersect(known).intersect(sets.cells.firstTurn);
    isl::set places = sets.cells.placesOf(around);
    if (!places.is_disjoint(taken).is_true() ||
        !around.is_subset(sets.cells.elements).is_true())
      return false;
    taken = taken.unite(places);
  }
  llvm::append_range(filled, boxes);
  return true;
}

/// Boxes for what additional iterations load and nobody else accesses.
bool Planner::fill(const BufferSets &sets, std::vector<FilledBox> &filled) {
  if (sets.loadedIn.is_null())
    return true;
  isl::map fresh =
      sets.ownIn.is_null() ? sets.loadedIn : sets.loadedIn.subtract(sets.ownIn);
  isl::set elements =
      fresh.range().intersect_params(complete->context()).coalesce();
  if (elements.is_empty().is_true())
    return true;
  if (!sets.cells.placesOf(elements)
           .is_disjoint(sets.cells.placesOf(sets.others))
           .is_true())
    return refuse("Unused", "iterations behind the border load what the tile "
                            "does not, and what may have no value");
  const ScopArray &array = *sets.array;
  auto alloc = array.value.getDefiningOp<AllocOp>();
  SmallVector<isl::id> ids;
  FilledBox box;
  box.buffer = alloc;
  SmallVector<TileOp> steps = addLoops(alloc, box);
  if (box.symbols.size() != array.depth)
    return refuse("NotABox", "the loops around a buffer are not known");
  DominanceInfo dominance;
  isl::set known =
      (array.made.is_null() ? isl::set::universe(elements.get_space())
                            : array.made)
          .intersect_params(complete->context());
  elements = elements.gist(known).coalesce();
  for (const auto &[id, value] : complete->parameters()) {
    int position = elements.find_dim_by_id(isl::dim::param, id);
    if (position < 0)
      continue;
    if (!elements.involves_dims(isl::dim::param, position, 1).is_true()) {
      elements = elements.project_out(isl::dim::param, position, 1);
      continue;
    }
    if (!dominance.properlyDominates(value, alloc))
      return refuse("NotABox", "what is behind the border is not known where "
                               "a buffer is made");
    ids.push_back(id);
    box.symbols.push_back(value);
  }
  if (firstStepFillsAll(sets, elements.intersect(known)))
    addFirstSteps(steps, box);
  addTurns(sets.cells, elements, box);
  // Loops that are no tiles go through what is no symbol.
  Region *scope = affine::getAffineScope(alloc);
  if (!llvm::all_of(box.symbols, [&](Value value) {
        return affine::isValidSymbol(value, scope);
      }))
    return refuse("NotABox", "what is behind the border is in a loop that is "
                             "no tile");
  for (bool exact : {false, true})
    if (fillParts(sets, exact ? disjointParts(elements) : elements, known, ids,
                  box, exact, filled))
      return true;
  return refuse("NotABox",
                sentence("the box around what is behind the border has other "
                         "elements: {0}",
                         named("Elements", islToString(elements))));
}

/// Adds the loops that have one iteration or none to `plan`, if any.
bool Planner::addSingleLoops(CompletionPlan &plan) {
  plan.loops = findSingleLoops(tile);
  llvm::SmallSetVector<unsigned, 4> cut;
  for (const CompletedLoop &completed : plan.loops) {
    std::optional<SingleLoop> single = asSingleLoop(completed.loop);
    for (auto &[term, constant] : single->conditions) {
      for (Value value : term.getOperands())
        if (auto *origin = llvm::find(tile.getOrigins(), value);
            origin != tile.getOrigins().end())
          cut.insert(origin - tile.getOrigins().begin());
      auto condition = inBox(tile, term, constant, TilePoints::Some);
      if (!condition || !llvm::all_of(condition->operands, [&](Value value) {
            return affine::isValidDim(value, tile->getParentRegion());
          }))
        return false;
      plan.conditions.push_back(std::move(*condition));
    }
  }
  plan.cutDims = cut.takeVector();
  return !plan.cutDims.empty();
}

/// Whether all of `plan` can be done; adds what is filled then.
bool Planner::attempt(CompletionPlan &plan) {
  buffers.clear();
  why = {};
  bool done = model(plan);
  if (done) {
    IslOperationsGuard guard(complete->ctx(), maxIslOperations);
    collect();
    done = prove();
    for (auto &[value, sets] : buffers)
      done = done && fill(sets, plan.filled);
    // Without budget the answers above are none.
    if (guard.exceeded())
      done = refuse("NotModelled", "budget of isl operations exhausted");
  }
  // Nothing of a scop's may outlive it.
  buffers.clear();
  return done;
}

std::optional<CompletionPlan> Planner::plan(CompletionRefusal &refusal) {
  CompletionPlan plan{tile, partialDims(tile), {}, {}, {}, {}};
  CompletionPlan whole = plan;
  bool hasLoops = addSingleLoops(whole);
  if (plan.dims.empty() && !hasLoops)
    return std::nullopt;
  if (Operation *other = findOther(tile)) {
    refusal = {"OtherEffects",
               sentence("'{0}' in the tile is seen outside of it, or not "
                        "possible for all operands",
                        other->getName())};
    return std::nullopt;
  }
  if (hasLoops && attempt(whole))
    return whole;
  refusal = why;
  if (plan.dims.empty())
    return std::nullopt;
  if (attempt(plan))
    return plan;
  refusal = why;
  return std::nullopt;
}

std::optional<CompletionPlan>
polymem::planCompletion(TileOp tile, TileOp root,
                        unsigned long maxIslOperations,
                        CompletionRefusal &refusal) {
  return Planner(tile, root, maxIslOperations).plan(refusal);
}
