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
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
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
    auto min = tile.getUpperBounds()[dim].getDefiningOp<affine::AffineMinOp>();
    if (most && *most > 0 && min && min.getMap().getNumResults() > 1 &&
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

SmallVector<Operation *> polymem::completeBounds(TileOp tile,
                                                 ArrayRef<CompletedDim> dims) {
  OpBuilder builder(tile);
  SmallVector<Operation *> made;
  for (CompletedDim completed : dims) {
    int64_t step = *getConstantIntValue(tile.getSteps()[completed.dim]);
    Value lower = tile.getLowerBounds()[completed.dim];
    auto upper = affine::AffineApplyOp::create(
        builder, tile.getLoc(),
        AffineMap::get(
            1, 0, builder.getAffineDimExpr(0) + step * completed.iterations),
        lower);
    made.push_back(upper);
    tile.getUpperBoundsMutable()[completed.dim].assign(upper);
  }
  return made;
}

namespace {
/// While one exists, a tile has the bounds of complete ones.
class TrialBounds {
public:
  TrialBounds(TileOp tile, ArrayRef<CompletedDim> dims)
      : tile(tile), before(llvm::to_vector(tile.getUpperBounds())),
        made(completeBounds(tile, dims)) {}
  TrialBounds(const TrialBounds &) = delete;
  ~TrialBounds() {
    tile.getUpperBoundsMutable().assign(before);
    for (Operation *op : made)
      op->erase();
  }

private:
  TileOp tile;
  SmallVector<Value> before;
  SmallVector<Operation *> made;
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
  bool model(ArrayRef<CompletedDim> dims);
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
bool Planner::model(ArrayRef<CompletedDim> dims) {
  ScopOptions options;
  options.maxIslOperations = maxIslOperations;
  options.context = std::make_shared<IslContext>();
  options.traceIndices = true;
  ScopFailure failure;
  partial = Scop::build(root, failure, options);
  if (partial) {
    TrialBounds bounds(tile, dims);
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

/// `constraint`, an expression of dimensions (`depth` of them around the
/// buffer) and symbols, into `box`, whose symbols are all of these but the
/// buffer's own dimensions; false, and nothing added, if it is of several.
static bool addConstraint(AffineExpr constraint, bool isEquality,
                          unsigned depth, unsigned rank, unsigned numSymbols,
                          FilledBox &box) {
  SmallVector<int64_t> factors;
  if (failed(getFlattenedAffineExpr(constraint, depth + rank, numSymbols,
                                    &factors)) ||
      factors.size() != depth + rank + numSymbols + 1)
    return false;
  MLIRContext *context = constraint.getContext();
  AffineExpr rest = getAffineConstantExpr(factors.back(), context);
  std::optional<unsigned> dim;
  for (unsigned k = 0; k < depth + rank + numSymbols; ++k) {
    if (factors[k] == 0)
      continue;
    if (k < depth || k >= depth + rank) {
      unsigned symbol = k < depth ? k : k - rank;
      rest = rest + getAffineSymbolExpr(symbol, context) * factors[k];
      continue;
    }
    if (dim || std::abs(factors[k]) != 1)
      return false;
    dim = k - depth;
  }
  if (!dim) {
    box.conditions.push_back(rest);
    if (isEquality)
      box.conditions.push_back(-rest);
    return true;
  }
  FilledBox::Range &range = box.dims[*dim];
  bool isLower = factors[depth + *dim] > 0;
  AffineExpr bound = isLower ? -rest : rest;
  if (isLower || isEquality)
    range.lower.push_back(bound);
  if (!isLower || isEquality)
    range.upper.push_back(bound);
  return true;
}

/// Fills in the bounds of `box`, of elements of `array`: those of `part` that
/// are of one dimension each. The set that they are of, null if it is not
/// bounded.
static isl::set boxAround(IntegerSet part, const ScopArray &array,
                          ArrayRef<isl::id> ids, FilledBox &box) {
  box.dims.resize(array.rank);
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  for (auto [constraint, equal] :
       llvm::zip_equal(part.getConstraints(), part.getEqFlags()))
    if (addConstraint(constraint, equal, array.depth, array.rank, ids.size(),
                      box)) {
      constraints.push_back(constraint);
      isEquality.push_back(equal);
    }
  if (llvm::any_of(box.dims, [](const FilledBox::Range &range) {
        return range.lower.empty() || range.upper.empty();
      }))
    return {};
  if (constraints.empty())
    return isl::set::universe(array.extent.get_space());
  return integerSetToSet(IntegerSet::get(part.getNumDims(),
                                         part.getNumSymbols(), constraints,
                                         isEquality),
                         ids, array.extent.get_tuple_id(), array.extent.ctx());
}

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

/// `value` as an expression of the symbols of `box`, of which it becomes one.
static AffineExpr symbolOf(Value value, FilledBox &box) {
  MLIRContext *context = value.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  const auto *known = llvm::find(box.symbols, value);
  unsigned position = known - box.symbols.begin();
  if (known == box.symbols.end())
    box.symbols.push_back(value);
  return getAffineSymbolExpr(position, context);
}

/// A buffer that is made anew in each of the `steps` is the same memory in all
/// of them, unless tiles are in flight: it gets its values in the first step.
static void addFirstSteps(ArrayRef<TileOp> steps, FilledBox &box) {
  for (TileOp tile : steps) {
    if (!tile.isSequential() || tile.getPipelineAttr())
      continue;
    for (auto [origin, lower] :
         llvm::zip(tile.getOrigins(), tile.getLowerBounds()))
      box.conditions.push_back(symbolOf(lower, box) - symbolOf(origin, box));
  }
}

/// Where the buffer wraps around, `box` has all of its first turn, and so the
/// cells of all `elements`, which become those of any turn.
static void addTurns(const BufferCells &cells, isl::set &elements,
                     FilledBox &box) {
  box.dims.resize(
      cast<MemRefType>(AllocOp(box.buffer).getBuffer().getType()).getRank());
  for (const BufferCells::Turn &turn : cells.turns) {
    SmallVector<AffineExpr> symbols;
    for (Value value : AllocOp(box.buffer).getSymbols())
      symbols.push_back(symbolOf(value, box));
    AffineExpr first = turn.first.replaceSymbols(symbols);
    box.dims[turn.dim] = {{first}, {first + (turn.length - 1)}};
    unsigned depth = elements.tuple_dim().release() - box.dims.size();
    elements = elements.eliminate(isl::dim::set, depth + turn.dim, 1);
  }
}

/// Boxes for what additional iterations load and nobody else accesses.
bool Planner::fill(const BufferSets &sets, std::vector<FilledBox> &filled) {
  if (sets.loadedIn.is_null())
    return true;
  isl::map fresh =
      sets.ownIn.is_null() ? sets.loadedIn : sets.loadedIn.subtract(sets.ownIn);
  isl::set elements =
      fresh.range().intersect_params(complete->context()).coalesce();
  isl::set seen = sets.cells.placesOf(sets.others);
  if (elements.is_empty().is_true())
    return true;
  if (!sets.cells.placesOf(elements).is_disjoint(seen).is_true())
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
  FailureOr<SmallVector<IntegerSet>> parts =
      setToIntegerSets(elements, ids, alloc.getContext());
  if (failed(parts))
    return refuse("NotABox", "what is behind the border has no affine form");
  isl::set before = isl::set::empty(seen.get_space());
  for (IntegerSet part : *parts) {
    FilledBox &one = filled.emplace_back(box);
    isl::set around = boxAround(part, array, ids, one);
    if (around.is_null())
      return refuse("NotABox",
                    sentence("what is behind the border is no box: {0}",
                             named("Elements", islToString(elements))));
    around = around.intersect(known).intersect(sets.cells.firstTurn);
    isl::set places = sets.cells.placesOf(around);
    if (!places.is_disjoint(seen.unite(before)).is_true() ||
        !around.is_subset(sets.cells.elements).is_true())
      return refuse("NotABox",
                    sentence("the box around what is behind the border has "
                             "other elements: {0}",
                             named("Elements", islToString(elements))));
    before = before.unite(places);
  }
  return true;
}

std::optional<CompletionPlan> Planner::plan(CompletionRefusal &refusal) {
  CompletionPlan plan{tile, partialDims(tile), {}};
  if (plan.dims.empty())
    return std::nullopt;
  if (Operation *other = findOther(tile)) {
    refusal = {"OtherEffects",
               sentence("'{0}' in the tile is seen outside of it, or not "
                        "possible for all operands",
                        other->getName())};
    return std::nullopt;
  }
  bool done = model(plan.dims);
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
  if (done)
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
