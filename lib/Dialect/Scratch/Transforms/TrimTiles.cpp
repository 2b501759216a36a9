//===- TrimTiles.cpp - tiles that do nothing are not run ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The origins of a tile are a box, whatever the loops were that it was made of.
// Of a body that is executed for origins [o] in a context C = [p, o] -> { : }
// with writes W_k to memory that outlives an iteration,
//
//   live = [p, o] -> { : some W_k writes something }
//
// is what has to be run: another iteration leaves no trace. The constraints of
// the simple hull of `live` that C does not imply become bounds of sequential
// dimensions, and a condition around the body of a tile mapped to blocks.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Transforms/Transforms.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslConstraints.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHTRIMTILESPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-trim-tiles";

namespace {
/// `constant + sum of factors[k] * values[k] >= 0`.
struct Row {
  int64_t constant = 0;
  SmallVector<int64_t> factors;
};

/// Constraints over values that are integers.
struct Rows {
  SmallVector<Value> values;
  SmallVector<Row> rows;

  /// The position of `value`; nullopt if the rows do not speak of it.
  std::optional<unsigned> positionOf(Value value) const {
    auto it = llvm::find(values, value);
    return it == values.end() ? std::nullopt
                              : std::optional<unsigned>(it - values.begin());
  }
};

/// For which origins a tile does something.
class LiveOrigins {
public:
  /// `tile` must outlive this.
  LiveOrigins(TileOp tile, unsigned long maxIslOperations);

  /// What has to hold of the values that `keep` names, of those outside of the
  /// tile and of its origins, where the tile does something; without what is
  /// known of them anyway. Nothing if that is not known.
  std::optional<Rows> constraints(function_ref<bool(Value)> keep);

  /// Why nothing is known; empty otherwise.
  const Sentence &whyNot() const { return reason; }

private:
  void keepWrites();
  isl::set withoutOthers(isl::set set, function_ref<bool(Value)> keep) const;

  TileOp tile;
  /// What may write memory that outlives an iteration, and what is around it.
  llvm::SmallPtrSet<Operation *, 16> kept;
  Sentence reason;
  std::unique_ptr<Scop> scop;
  std::optional<IslOperationsGuard> guard;
  isl::set live, context;
};

class TileTrimmer {
public:
  explicit TileTrimmer(const ScratchTrimTilesPassOptions &options)
      : options(options) {}

  /// Trims `tile` and those inside.
  void trimAll(Operation *part);

  int64_t numBounds = 0, numConditions = 0;

private:
  void trim(TileOp tile);
  void trimBlocks(TileOp tile);
  /// A tile that was split off, which is to be trimmed next; null if none was.
  TileOp trimLoops(TileOp tile);

  const ScratchTrimTilesPassOptions &options;
};

struct ScratchTrimTilesPass
    : polymem::impl::ScratchTrimTilesPassBase<ScratchTrimTilesPass> {
  using ScratchTrimTilesPassBase::ScratchTrimTilesPassBase;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is live
//===----------------------------------------------------------------------===//

/// `memref` was made in `body` and is only accessed by element.
static bool isOwnMemory(Value memref, Region &body) {
  Operation *made = memref.getDefiningOp();
  if (!made || !body.isAncestor(made->getParentRegion()) ||
      !hasSingleEffect<MemoryEffects::Allocate>(made))
    return false;
  return llvm::all_of(made->getUsers(), [&](Operation *user) {
    auto store = dyn_cast<affine::AffineStoreOp>(user);
    return isa<affine::AffineLoadOp, CopyInOp, CopyOutOp>(user) ||
           (store && store.getValueToStore() != memref);
  });
}

/// What `op` itself, apart from operations inside of it, may write to memory
/// that is not of `body` alone.
static bool mayWriteOutside(Operation *op, Region &body) {
  auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectOp)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !isMemoryEffectFree(op);
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectOp.getEffects(effects);
  return llvm::any_of(effects, [&](MemoryEffects::EffectInstance &effect) {
    return !isa<MemoryEffects::Read, MemoryEffects::Allocate>(
               effect.getEffect()) &&
           !(effect.getValue() && isOwnMemory(effect.getValue(), body));
  });
}

void LiveOrigins::keepWrites() {
  Region &body = tile.getBody();
  // Of stores to one array in one block, which are executed together, the first
  // says as much as all.
  llvm::DenseSet<std::pair<Block *, Value>> stored;
  body.walk([&](Operation *op) {
    if (auto store = dyn_cast<affine::AffineStoreOp>(op);
        store && !stored.insert({op->getBlock(), store.getMemRef()}).second)
      return;
    if (mayWriteOutside(op, body))
      for (; op != tile && kept.insert(op).second; op = op->getParentOp())
        ;
  });
}

LiveOrigins::LiveOrigins(TileOp tile, unsigned long maxIslOperations)
    : tile(tile) {
  keepWrites();
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = maxIslOperations;
  scopOptions.isLeftOut = [&](Operation *op) { return !kept.contains(op); };
  ScopFailure failure;
  scop = Scop::build(tile, failure, scopOptions);
  if (!scop) {
    reason = failure.reason;
    return;
  }
  guard.emplace(scop->ctx(), maxIslOperations);
  context = scop->context();
  live = isl::set::empty(context.space());
  for (const ScopAccess &access : scop->accesses()) {
    const ScopArray &array = scop->arrays()[access.array];
    if (access.isWrite() && array.kind != ScopArray::Kind::Scalar &&
        array.liveOut)
      live = live.unite(access.relation.domain().params());
  }
  live = live.intersect(context).align_params(context.space()).coalesce();
}

isl::set LiveOrigins::withoutOthers(isl::set set,
                                    function_ref<bool(Value)> keep) const {
  for (const auto &[id, value] : scop->parameters())
    if (!keep(value))
      set = set.project_out_param(id);
  return set;
}

std::optional<Rows> LiveOrigins::constraints(function_ref<bool(Value)> keep) {
  if (!scop)
    return std::nullopt;
  Rows result;
  for (const auto &[id, value] : scop->parameters())
    if (keep(value))
      result.values.push_back(value);
  isl::set known = parametersAsDims(withoutOthers(context, keep)).remove_divs();
  isl::set needed = parametersAsDims(withoutOthers(live, keep)).remove_divs();
  if (!needed.is_empty().is_false())
    return std::nullopt;
  isl::set hull = isl::set(needed.unshifted_simple_hull()).gist(known);
  isl::basic_set single = hull.remove_divs().unshifted_simple_hull();
  auto equalities = equalityRows(single), inequalities = inequalityRows(single);
  if (!equalities || !inequalities)
    return std::nullopt;
  auto add = [&](ArrayRef<int64_t> numbers, int64_t sign) {
    Row &row = result.rows.emplace_back();
    row.constant = sign * numbers.front();
    for (int64_t factor : numbers.slice(1, result.values.size()))
      row.factors.push_back(sign * factor);
  };
  for (const std::vector<int64_t> &row : *equalities) {
    add(row, 1);
    add(row, -1);
  }
  for (const std::vector<int64_t> &row : *inequalities)
    add(row, 1);
  return result;
}

//===----------------------------------------------------------------------===//
// Rows as expressions
//===----------------------------------------------------------------------===//

/// The row without its term `but`: `values` are dimensions.
static AffineExpr expressionOf(const Row &row, MLIRContext *context,
                               std::optional<unsigned> but = std::nullopt) {
  AffineExpr sum = getAffineConstantExpr(row.constant, context);
  for (auto [position, factor] : llvm::enumerate(row.factors))
    if (factor != 0 && position != but)
      sum = sum + getAffineDimExpr(position, context) * factor;
  return sum;
}

namespace {
/// Bounds of one dimension, functions of values (as dimensions).
struct Bounds {
  /// `lower <= origin` and `origin < upper`.
  SmallVector<AffineExpr> lower, upper;
};
} // namespace

/// What the rows say of the value at `position`.
static Bounds boundsOf(const Rows &rows, unsigned position,
                       MLIRContext *context) {
  Bounds bounds;
  for (const Row &row : rows.rows) {
    int64_t factor = row.factors[position];
    AffineExpr rest = expressionOf(row, context, position);
    if (factor > 0) // factor * o + rest >= 0
      bounds.lower.push_back((-rest).ceilDiv(factor));
    else if (factor < 0)
      bounds.upper.push_back(rest.floorDiv(-factor) + 1);
  }
  return bounds;
}

/// `isUpper`: the minimum, else the maximum, of `bounds` over `values` and of
/// `given`.
static Value materialize(OpBuilder &builder, Location loc, bool isUpper,
                         ArrayRef<AffineExpr> bounds, ArrayRef<Value> values,
                         Value given) {
  SmallVector<AffineExpr> exprs(bounds), known;
  SmallVector<Value> operands(values);
  exprs.push_back(builder.getAffineDimExpr(operands.size()));
  operands.push_back(given);
  for (auto [position, value] : llvm::enumerate(operands)) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    known.push_back(constant ? builder.getAffineConstantExpr(*constant)
                             : builder.getAffineDimExpr(position));
  }
  AffineMap map =
      AffineMap::get(operands.size(), 0, exprs, builder.getContext());
  map = simplifyAffineMap(
      map.replaceDimsAndSymbols(known, {}, operands.size(), 0));
  affine::canonicalizeMapAndOperands(&map, &operands);
  if (isUpper)
    return affine::AffineMinOp::create(builder, loc, map, operands);
  return affine::AffineMaxOp::create(builder, loc, map, operands);
}

//===----------------------------------------------------------------------===//
// Conditions of blocks
//===----------------------------------------------------------------------===//

void TileTrimmer::trimBlocks(TileOp tile) {
  for (Operation &op : tile.getBody().front())
    if (op.hasAttr(kTileDomainAttr))
      return;
  LiveOrigins live(tile, options.maxIslOperations);
  Region *body = &tile.getBody();
  auto isOrigin = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == &body->front();
  };
  std::optional<Rows> rows = live.constraints([&](Value value) {
    return isOrigin(value)
               ? isMappedTo(tile.getMappingOf(
                                cast<BlockArgument>(value).getArgNumber()),
                            Unit::Block)
               : !body->isAncestor(value.getParentRegion()) &&
                     affine::isValidSymbol(value, body);
  });
  if (!live.whyNot().empty())
    remarkMissed(tile, kPass, "NotModelled")
        << sentence("which blocks do nothing is not known: {0}", live.whyNot());
  if (!rows)
    return;
  SmallVector<AffineExpr> constraints;
  for (const Row &row : rows->rows)
    if (llvm::any_of(llvm::enumerate(row.factors), [&](auto factor) {
          return factor.value() != 0 && isOrigin(rows->values[factor.index()]);
        }))
      constraints.push_back(expressionOf(row, tile.getContext()));
  if (constraints.empty())
    return;
  SmallVector<bool> isEquality(constraints.size(), false);
  IntegerSet set =
      IntegerSet::get(rows->values.size(), 0, constraints, isEquality);
  SmallVector<Value> operands(rows->values);
  affine::canonicalizeSetAndOperands(&set, &operands);
  OpBuilder builder = OpBuilder::atBlockBegin(&body->front());
  auto ifOp = affine::AffineIfOp::create(builder, tile.getLoc(), set, operands,
                                         /*withElseRegion=*/false);
  ifOp->setAttr(kTileDomainAttr, builder.getUnitAttr());
  Block &from = body->front();
  ifOp.getThenBlock()->getOperations().splice(
      ifOp.getThenBlock()->begin(), from.getOperations(),
      std::next(ifOp->getIterator()), std::prev(from.end()));
  ++numConditions;
  remarkPassed(tile, kPass, "Condition") << sentence(
      "blocks that have nothing to do return at once: {0} constraints",
      named("Constraints", constraints.size()));
}

//===----------------------------------------------------------------------===//
// Bounds of loops
//===----------------------------------------------------------------------===//

/// Makes a tile of the dimensions of `tile` from `first` on, inside of it.
static TileOp splitAt(TileOp tile, unsigned first) {
  OpBuilder builder(tile);
  auto outer = TileOp::create(builder, tile.getLoc(),
                              tile.getLowerBounds().take_front(first),
                              tile.getUpperBounds().take_front(first),
                              tile.getSteps().take_front(first));
  builder.setInsertionPointToStart(&outer.getBody().front());
  auto inner = TileOp::create(builder, tile.getLoc(),
                              tile.getLowerBounds().drop_front(first),
                              tile.getUpperBounds().drop_front(first),
                              tile.getSteps().drop_front(first));
  Block &from = tile.getBody().front(), &to = inner.getBody().front();
  for (auto [dim, origin] : llvm::enumerate(tile.getOrigins()))
    origin.replaceAllUsesWith(dim < first ? outer.getOrigins()[dim]
                                          : inner.getOrigins()[dim - first]);
  to.getOperations().splice(to.begin(), from.getOperations(), from.begin(),
                            std::prev(from.end()));
  tile.erase();
  return inner;
}

TileOp TileTrimmer::trimLoops(TileOp tile) {
  LiveOrigins live(tile, options.maxIslOperations);
  if (!live.whyNot().empty()) {
    remarkMissed(tile, kPass, "NotModelled") << sentence(
        "which iterations do nothing is not known: {0}", live.whyNot());
    return {};
  }
  MLIRContext *context = tile.getContext();
  Region *body = &tile.getBody();
  OpBuilder builder(tile);
  for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
    Value origin = tile.getOrigins()[dim];
    std::optional<Rows> rows = live.constraints([&](Value value) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (argument && argument.getOwner() == &body->front())
        return argument.getArgNumber() <= dim;
      return !body->isAncestor(value.getParentRegion()) &&
             affine::isValidDim(value, tile->getParentRegion());
    });
    std::optional<unsigned> position;
    if (rows)
      position = rows->positionOf(origin);
    if (!position)
      continue;
    Bounds bounds = boundsOf(*rows, *position, context);
    std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[dim]);
    Value lower = tile.getLowerBounds()[dim],
          upper = tile.getUpperBounds()[dim];
    Region *around = tile->getParentRegion();
    // Where iterations begin follows from the step.
    if (!step || !affine::isValidDim(lower, around))
      bounds.lower.clear();
    if (!affine::isValidDim(upper, around))
      bounds.upper.clear();
    if (bounds.lower.empty() && bounds.upper.empty())
      continue;
    bool usesOwn =
        llvm::any_of(llvm::concat<AffineExpr>(bounds.lower, bounds.upper),
                     [&](AffineExpr bound) {
                       return llvm::any_of(tile.getOrigins(), [&](Value own) {
                         std::optional<unsigned> at = rows->positionOf(own);
                         return at && bound.isFunctionOfDim(*at);
                       });
                     });
    if (usesOwn) {
      if (!tile->getDiscardableAttrs().empty())
        continue;
      return splitAt(tile, dim);
    }
    SmallVector<Value> values(rows->values);
    if (!bounds.lower.empty()) {
      // The first iteration that is not before the bound.
      AffineExpr given = getAffineDimExpr(values.size(), context);
      for (AffineExpr &bound : bounds.lower)
        bound = given + (bound - given).ceilDiv(*step) * *step;
      values.push_back(lower);
      tile.getLowerBoundsMutable()[dim].set(
          materialize(builder, tile.getLoc(), /*isUpper=*/false, bounds.lower,
                      values, lower));
    }
    if (!bounds.upper.empty())
      tile.getUpperBoundsMutable()[dim].set(
          materialize(builder, tile.getLoc(), /*isUpper=*/true, bounds.upper,
                      values, upper));
    numBounds += bounds.lower.size() + bounds.upper.size();
    remarkPassed(tile, kPass, "Bounds") << sentence(
        "tiles along dimension {0} that have nothing to do are not run: {1} "
        "lower and {2} upper bounds",
        named("Dimension", dim), named("LowerBounds", bounds.lower.size()),
        named("UpperBounds", bounds.upper.size()));
  }
  return {};
}

/// Copies in `tile` arrive when something waits for them, which writes nothing.
static bool isAsynchronous(TileOp tile) {
  return tile.getBody()
      .walk([](Operation *op) {
        auto copyIn = dyn_cast<CopyInOp>(op);
        auto copyOut = dyn_cast<CopyOutOp>(op);
        bool isAsync = isa<WaitOp>(op) || (copyIn && copyIn.isAsync()) ||
                       (copyOut && copyOut.isAsync());
        return isAsync ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void TileTrimmer::trim(TileOp tile) {
  if (tile.isMappedToThreads() || isAsynchronous(tile))
    return;
  if (tile.isMappedToBlocks()) {
    trimBlocks(tile);
    return;
  }
  while (tile && tile.isSequential())
    tile = trimLoops(tile);
}

void TileTrimmer::trimAll(Operation *part) {
  SmallVector<TileOp> tiles;
  // Outer tiles first: what is around a tile is known inside. What a thread
  // runs by itself is left alone.
  part->walk<WalkOrder::PreOrder>([&](TileOp tile) {
    if (tile.isMappedToThreads())
      return WalkResult::skip();
    tiles.push_back(tile);
    return WalkResult::advance();
  });
  for (TileOp tile : tiles)
    trim(tile);
}

void ScratchTrimTilesPass::runOnOperation() {
  func::FuncOp func = getOperation();
  BudgetWatch watch(func, kPass, maxIslOperations, warnings);
  ScratchTrimTilesPassOptions options;
  options.maxIslOperations = maxIslOperations;
  options.warnings = warnings;
  TileTrimmer trimmer(options);
  trimmer.trimAll(func);
  numBounds += trimmer.numBounds;
  numConditions += trimmer.numConditions;
}
