//===- CompletionPlan.cpp - tiles that threads may run whole --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompletionPlan.h"
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
/// The elements `{ X[i, a] }` of a buffer that have cells, each one of its own,
/// for all iterations i, and which ones, `{ X[i, a] -> [c] }`. Null if these
/// are not known.
struct BufferCells {
  isl::set elements;
  isl::map cells;
};
} // namespace

static BufferCells cellsOf(const ScopArray &array) {
  auto type = cast<MemRefType>(array.value.getType());
  auto mapping = dyn_cast<MappingAttr>(type.getLayout());
  std::optional<SmallVector<int64_t>> extents;
  if (mapping)
    extents = mapping.getStaticExtents();
  if (!extents || array.layoutSymbols.size() != mapping.getNumSymbols() ||
      llvm::any_of(array.layoutSymbols,
                   [](const isl::pw_aff &symbol) { return symbol.is_null(); }))
    return {};
  isl::space space = array.extent.get_space();
  SmallVector<isl::pw_aff> dims;
  for (unsigned d = 0; d < array.rank; ++d)
    dims.push_back(isl::aff::var_on_domain(isl::local_space(space),
                                           isl::dim::set, array.depth + d));
  BufferCells result = {isl::set::universe(space),
                        isl::map::from_domain_and_range(
                            isl::set::universe(space),
                            isl::set::universe(isl::space(space.ctx(), 0, 0)))};
  llvm::SmallBitVector used(array.rank);
  for (auto [expr, extent] :
       llvm::zip_equal(mapping.getMap().getResults(), *extents)) {
    // A dimension and what does not depend on any.
    int owner = -1;
    for (unsigned d = 0; d < array.rank; ++d)
      if (expr.isFunctionOfDim(d))
        owner = owner < 0 ? int(d) : int(array.rank);
    if (owner < 0 || owner == int(array.rank) || used.test(owner))
      return {};
    AffineExpr rest =
        simplifyAffineExpr(expr - getAffineDimExpr(owner, type.getContext()),
                           array.rank, mapping.getNumSymbols());
    isl::pw_aff cell =
        affineExprToPwAff(expr, dims, array.layoutSymbols, space);
    if (rest.isFunctionOfDim(owner) || cell.is_null())
      return {};
    used.set(owner);
    auto number = [&](int64_t value) {
      return isl::pw_aff(isl::set::universe(space),
                         isl::val(space.ctx(), std::to_string(value)));
    };
    result.elements = result.elements.intersect(cell.ge_set(number(0)))
                          .intersect(cell.lt_set(number(extent)));
    result.cells = result.cells.flat_range_product(cell.as_map());
  }
  return used.all() ? result : BufferCells();
}

namespace {
/// Who accesses a buffer, and whose elements these are.
struct BufferSets {
  const ScopArray *array;
  /// `{ X[i, a] }`: loaded and stored by additional iterations, accessed by the
  /// tile without them, and by all others.
  isl::set loaded, stored, own, others;
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
  auto add = [](isl::set &to, const isl::set &set) {
    to = to.is_null() ? set : to.unite(set);
  };
  for (const ScopAccess &access : complete->accesses())
    if (arrayOf(access).kind == ScopArray::Kind::MemRef && isInTile(access)) {
      BufferSets &sets = buffers[arrayOf(access).value];
      sets.array = &arrayOf(access);
      add(access.isRead() ? sets.loaded : sets.stored,
          additional(access).range());
    }
  for (const ScopAccess &access : partial->accesses()) {
    auto *it = buffers.find(partial->arrays()[access.array].value);
    if (it == buffers.end())
      continue;
    add(it->second.others, access.relation.range());
    if (isInTile(access))
      add(it->second.own, access.relation.range());
  }
  for (auto &[value, sets] : buffers) {
    sets.cells = cellsOf(*sets.array);
    isl::set none = isl::set::empty(sets.array->extent.get_space());
    for (isl::set *set : {&sets.loaded, &sets.stored, &sets.own, &sets.others})
      *set = set->is_null() ? none : set->intersect_params(complete->context());
  }
}

/// Two iterations of the tile may access one element, which one of them, an
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
      isl::map pairs = more.apply_range(b->relation.reverse());
      ArrayRef<Value> ivs = complete->statements()[a->statement].ivs;
      const auto *first = llvm::find(ivs, tile.getOrigins().front());
      unsigned begin = first - ivs.begin(), end = begin + tile.getRank();
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
    if (!sets.stored.is_disjoint(sets.others).is_true())
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
  isl::set cells = elements.apply(sets.cells.cells);
  return cells.is_subset(elements.intersect(first).apply(sets.cells.cells))
             .is_true() &&
         cells.is_disjoint(sets.others.apply(sets.cells.cells)).is_true();
}

/// A buffer that is made anew in each of the `steps` is the same memory in all
/// of them, unless tiles are in flight: it gets its values in the first step.
static void addFirstSteps(ArrayRef<TileOp> steps, FilledBox &box) {
  MLIRContext *context = AllocOp(box.buffer).getContext();
  for (TileOp tile : steps) {
    if (!tile.isSequential() || tile.getPipelineAttr())
      continue;
    for (auto [origin, lower] :
         llvm::zip(tile.getOrigins(), tile.getLowerBounds())) {
      const auto *known = llvm::find(box.symbols, origin);
      AffineExpr distance =
          getAffineSymbolExpr(known - box.symbols.begin(), context);
      if (std::optional<int64_t> constant = getConstantIntValue(lower)) {
        distance = distance - *constant;
      } else {
        distance = distance - getAffineSymbolExpr(box.symbols.size(), context);
        box.symbols.push_back(lower);
      }
      box.conditions.push_back(-distance);
    }
  }
}

/// Boxes for what additional iterations load and nobody else accesses.
bool Planner::fill(const BufferSets &sets, std::vector<FilledBox> &filled) {
  isl::set elements = sets.loaded.subtract(sets.own).coalesce();
  if (elements.is_empty().is_true())
    return true;
  if (!elements.is_disjoint(sets.others).is_true())
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
  isl::set before = isl::set::empty(elements.get_space());
  for (IntegerSet part : *parts) {
    FilledBox &one = filled.emplace_back(box);
    isl::set around = boxAround(part, array, ids, one);
    if (around.is_null())
      return refuse("NotABox",
                    sentence("what is behind the border is no box: {0}",
                             named("Elements", islToString(elements))));
    around = around.intersect(known);
    if (!around.is_disjoint(sets.others.unite(before)).is_true() ||
        !around.is_subset(sets.cells.elements).is_true())
      return refuse("NotABox",
                    sentence("the box around what is behind the border has "
                             "other elements: {0}",
                             named("Elements", islToString(elements))));
    before = before.unite(around);
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
