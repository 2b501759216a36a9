//===- Copies.cpp - copies by the threads of a block ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a box of 34 x 34 elements, of which those of an array are copied, on 256
// threads:
//
//   if (the box is in the array)
//     if (row < 7)                                 // 7 rows of 34 threads
//       for (i = row; i < 34; i += 7) copy (i, column)
//   else
//     if (row < 7 and first column <= column <= last column)
//       for (i = row; i <= last row; i += 7)
//         if (i >= first row) copy (i, column)
//
// Coordinates are counted from the corner of the box: buffers often are, too.
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "CopyPlan.h"
#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// Rounds of a copy that may be under way at once: each takes registers for its
/// element and its addresses.
static constexpr int64_t kMaxUnrolledRounds = 4;

namespace {

/// Emits the scan of one set.
class SetCopier {
public:
  SetCopier(OpBuilder &builder, PolyhedralCopyOpInterface copy, IntegerSet set,
            const CopySide &source, const CopySide &target,
            const CopyTeam &team)
      : builder(builder), loc(copy.getLoc()), copy(copy), set(set),
        symbols(copy.getPolyhedralSymbols()), source(source), target(target),
        team(team), plan(planCopy(copy, set, team.distribution)),
        hull(plan.scan.hull) {}

  void emit();

private:
  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename OpTy> Value fold(Value lhs, Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  /// The greater of `a`, which may be null, and `b`, or the less one.
  template <typename OpTy> Value extreme(Value a, Value b) {
    return a ? fold<OpTy>(a, b) : b;
  }
  void conjoin(Value &condition, Value value) {
    condition = condition ? fold<arith::AndIOp>(condition, value) : value;
  }
  /// The code that follows is in the branch of `condition` (null: true).
  void enterIf(Value &condition) {
    if (!condition)
      return;
    auto ifOp = scf::IfOp::create(builder, loc, condition);
    builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
    condition = {};
  }

  /// `expr`, of positions in the box, of the copy's symbols, and of `further`
  /// ones.
  Value evaluate(AffineExpr expr, ValueRange further = {}) {
    SmallVector<Value> operands(positions);
    llvm::append_range(operands, symbols);
    llvm::append_range(operands, further);
    unsigned numSymbols = symbols.size() + further.size();
    expr = simplifyAffineExpr(expr, positions.size(), numSymbols);
    AffineMap map = AffineMap::get(positions.size(), numSymbols, expr);
    return expandToArith(builder, loc, map, operands).front();
  }
  AffineExpr dimExpr(unsigned dim) const {
    return getAffineDimExpr(dim, set.getContext());
  }
  AffineExpr constantExpr(int64_t value) const {
    return getAffineConstantExpr(value, set.getContext());
  }

  //===--------------------------------------------------------------------===//
  // Parts of the scan
  //===--------------------------------------------------------------------===//

  void setCorners();
  void setRange(unsigned dim);
  void setDigits();
  void shiftBuffers();
  std::optional<PhysicalBuffer>
  shifted(const std::optional<PhysicalBuffer> &buffer) const;
  Value arraySize(unsigned dim);
  /// A bound of the position of `dim`: the least it may be, or the greatest.
  Value emitBound(const CopyBound &bound, unsigned dim);
  /// Emits the bounds that are known when `depth` levels have positions: of
  /// each level, in `least` and `greatest`.
  void emitBounds(unsigned depth);
  Value emitTest(const CopyTest &test);
  Value emitInside();
  void setPosition(unsigned dim, Value position);

  /// The scan, at the insertion point, which stays where it is; `clipped`:
  /// what is not in the set is skipped.
  void emitNest(bool clipped);
  void emitLevels(unsigned depth, bool clipped, Value condition);
  void emitValue(unsigned depth, bool clipped, Value condition);
  /// Adds to `condition` what has to be tested of the coordinate of level
  /// `depth` from below, and of those around it.
  void conjoinTests(Value &condition, unsigned depth);
  void emitLoop(unsigned depth, bool clipped);
  void emitRounds(unsigned depth, bool clipped);
  /// Enters a loop; `rounds` of it, if that is known.
  Value enterLoop(Value lower, Value upper, int64_t step,
                  std::optional<int64_t> rounds);
  void limitLoops();
  void emitElement();

  OpBuilder &builder;
  Location loc;
  PolyhedralCopyOpInterface copy;
  IntegerSet set;
  ValueRange symbols;
  const CopySide &source, &target;
  const CopyTeam &team;
  CopyPlan plan;
  const Hull &hull;
  /// The buffers, by positions instead of coordinates.
  std::optional<PhysicalBuffer> shiftedSource, shiftedTarget;
  /// By dimension: where positions are counted from, as an expression of
  /// symbols and as a value; 0 if the scan has no such corner.
  SmallVector<AffineExpr> corners;
  /// Coordinates as functions of positions.
  SmallVector<AffineExpr> byPosition;
  SmallVector<Value> cornerValues;
  /// The positions to scan, the upper bound not included. Null: from 0 to a
  /// constant extent.
  SmallVector<Value> begins, ends;
  /// This thread's own part of positions; null: 0.
  SmallVector<Value> digits;
  /// By level, the range of its position in the set; null: no bound so far.
  SmallVector<Value> least, greatest;
  /// Where the scan is.
  SmallVector<Value> positions, coordinates;
  /// Loops of the scan around the insertion point.
  struct Loop {
    scf::ForOp op;
    std::optional<int64_t> rounds;
  };
  SmallVector<Loop> loops;
  /// As many rounds are unrolled.
  int64_t maxUnrolledRounds = kMaxUnrolledRounds;
};

} // namespace

//===----------------------------------------------------------------------===//
// What does not change in the scan
//===----------------------------------------------------------------------===//

void SetCopier::setCorners() {
  unsigned numDims = set.getNumDims();
  corners.assign(numDims, constantExpr(0));
  cornerValues.resize(numDims);
  begins.resize(numDims);
  ends.resize(numDims);
  digits.resize(numDims);
  coordinates.resize(numDims);
  // Expressions of symbols do not use them.
  positions.assign(numDims, constant(0));
  for (auto [dim, range] : llvm::enumerate(hull.dims)) {
    if (!range.value && range.extent) {
      corners[dim] = range.lower.front();
      cornerValues[dim] = evaluate(corners[dim]);
    } else if (!range.value) {
      setRange(dim);
    }
    byPosition.push_back(dimExpr(dim) + corners[dim]);
  }
}

void SetCopier::setRange(unsigned dim) {
  const CoordinateRange &range = hull.dims[dim];
  Value lower, upper;
  for (AffineExpr expr : range.lower)
    lower = extreme<arith::MaxSIOp>(lower, evaluate(expr));
  for (AffineExpr expr : range.upper)
    upper = extreme<arith::MinSIOp>(upper, evaluate(expr));
  // A set of array elements is bounded by the array.
  begins[dim] = lower ? lower : constant(0);
  ends[dim] = upper ? fold<arith::AddIOp>(upper, constant(1)) : arraySize(dim);
}

Value SetCopier::arraySize(unsigned dim) {
  for (const CopySide *side : {&source, &target})
    if (!side->buffer)
      return memref::DimOp::create(builder, loc, side->memref, dim);
  OpFoldResult size = source.buffer->logicalSizes[dim];
  if (auto value = dyn_cast<Value>(size))
    return value;
  return constant(cast<IntegerAttr>(cast<Attribute>(size)).getInt());
}

/// Digits of the thread's number are the same for all copies: they are computed
/// where it is.
void SetCopier::setDigits() {
  if (plan.deal.digits.empty())
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(team.id);
  delinearize(
      plan.deal.digits, team.id,
      [&](Value number, unsigned dim) {
        Value threads = constant(plan.deal.threads[dim]);
        Value own = fold<arith::RemUIOp>(number, threads);
        return std::pair(own, fold<arith::DivUIOp>(number, threads));
      },
      [&](unsigned dim, Value digit) { digits[dim] = digit; });
}

/// `buffer` with positions for coordinates: where it starts at the corner, its
/// subscripts need no arithmetic. Nothing if it has a modulo or divides, as
/// simplifying it could hide a power of two.
std::optional<PhysicalBuffer>
SetCopier::shifted(const std::optional<PhysicalBuffer> &buffer) const {
  if (!buffer)
    return std::nullopt;
  MLIRContext *context = set.getContext();
  AffineMap map = buffer->mapping.getMap();
  SmallVector<Value> operands(symbols);
  SmallVector<AffineExpr> newSymbols;
  for (Value symbol : buffer->symbols) {
    auto known = llvm::find(operands, symbol);
    newSymbols.push_back(
        getAffineSymbolExpr(known - operands.begin(), context));
    if (known == operands.end())
      operands.push_back(symbol);
  }
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    bool isLinear = true;
    expr.walk([&](AffineExpr part) {
      isLinear &= part.getKind() != AffineExprKind::Mod &&
                  part.getKind() != AffineExprKind::FloorDiv &&
                  part.getKind() != AffineExprKind::CeilDiv;
    });
    if (!isLinear)
      return std::nullopt;
    results.push_back(
        simplifyAffineExpr(expr.replaceDimsAndSymbols(byPosition, newSymbols),
                           byPosition.size(), operands.size()));
  }
  PhysicalBuffer result = *buffer;
  result.symbols = operands;
  result.mapping = MappingAttr::get(
      context,
      AffineMap::get(byPosition.size(), operands.size(), results, context),
      buffer->mapping.getExtents().replaceDimsAndSymbols({}, newSymbols, 0,
                                                         operands.size()));
  return result;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value SetCopier::emitBound(const CopyBound &bound, unsigned dim) {
  int64_t factor = bound.direction[dim];
  bool isUpper = factor < 0;
  AffineExpr toCorner = constantExpr(0), beside = constantExpr(0);
  for (auto [other, weight] : llvm::enumerate(bound.direction)) {
    toCorner = toCorner + corners[other] * weight;
    if (other != dim)
      beside = beside + dimExpr(other) * weight;
  }
  Value tightest;
  for (AffineExpr rest : bound.rests) {
    AffineExpr shifted = rest + toCorner;
    Value value = evaluate(isUpper ? shifted : -shifted);
    tightest = isUpper ? extreme<arith::MinSIOp>(tightest, value)
                       : extreme<arith::MaxSIOp>(tightest, value);
  }
  AffineExpr symbol = getAffineSymbolExpr(symbols.size(), set.getContext());
  AffineExpr sum = isUpper ? beside + symbol : symbol - beside;
  return evaluate(isUpper ? sum.floorDiv(-factor) : sum.ceilDiv(factor),
                  tightest);
}

void SetCopier::emitBounds(unsigned depth) {
  for (unsigned inner = depth; inner < plan.levels.size(); ++inner) {
    const CopyLevel &level = plan.levels[inner];
    for (const CopyBound &bound : level.lower)
      if (bound.depth == depth)
        least[inner] =
            extreme<arith::MaxSIOp>(least[inner], emitBound(bound, level.dim));
    for (const CopyBound &bound : level.upper)
      if (bound.depth == depth)
        greatest[inner] = extreme<arith::MinSIOp>(greatest[inner],
                                                  emitBound(bound, level.dim));
  }
}

Value SetCopier::emitTest(const CopyTest &test) {
  return compare(test.isEqual ? arith::CmpIPredicate::eq
                              : arith::CmpIPredicate::sge,
                 evaluate(test.expr.replaceDims(byPosition)), constant(0));
}

Value SetCopier::emitInside() {
  Value inside;
  for (AffineExpr expr : plan.inside)
    conjoin(inside,
            compare(arith::CmpIPredicate::sge, evaluate(expr), constant(0)));
  return inside;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Value SetCopier::enterLoop(Value lower, Value upper, int64_t step,
                           std::optional<int64_t> rounds) {
  auto loop = scf::ForOp::create(builder, loc, lower, upper, constant(step));
  builder.setInsertionPointToStart(loop.getBody());
  loops.push_back({loop, rounds});
  return loop.getInductionVar();
}

/// The rounds of a loop of `rounds` to unroll, at most `most`: if possible, so
/// many that no rest is left, which would be code of its own.
static int64_t unrolledRounds(int64_t rounds, int64_t most) {
  if (rounds <= most)
    return rounds;
  for (int64_t count = most; count > 1; --count)
    if (rounds % count == 0)
      return count;
  return rounds > 2 * most ? most : llvm::divideCeil(rounds, 2);
}

/// All loads of a long copy at once would take too many registers. What one
/// thread copies may be in registers, if all rounds are unrolled.
void SetCopier::limitLoops() {
  if (!team.id)
    return;
  int64_t most = maxUnrolledRounds;
  for (const Loop &loop : llvm::reverse(loops)) {
    if (!loop.rounds)
      return;
    int64_t count = unrolledRounds(*loop.rounds, most);
    if (count < *loop.rounds)
      limitUnrolling(loop.op, count);
    most = std::max<int64_t>(most / std::max<int64_t>(*loop.rounds, 1), 1);
  }
}

void SetCopier::setPosition(unsigned dim, Value position) {
  positions[dim] = position;
  coordinates[dim] = cornerValues[dim]
                         ? fold<arith::AddIOp>(cornerValues[dim], position)
                         : position;
}

void SetCopier::emitElement() {
  limitLoops();
  SmallVector<Value> places(positions);
  for (auto [dim, range] : llvm::enumerate(hull.dims))
    if (range.value)
      places[dim] = coordinates[dim] =
          evaluate(range.value.replaceDims(byPosition));
  Value element;
  if (!source.buffer)
    element = loadElement(builder, loc, source.memref, coordinates);
  else if (shiftedSource)
    element = loadElement(builder, loc, *shiftedSource, places);
  else
    element = loadElement(builder, loc, *source.buffer, coordinates);
  element = scratch::emitCopiedElement(builder, copy, element);
  if (!target.buffer)
    storeElement(builder, loc, element, target.memref, coordinates);
  else if (shiftedTarget)
    storeElement(builder, loc, element, *shiftedTarget, places);
  else
    storeElement(builder, loc, element, *target.buffer, coordinates);
}

void SetCopier::emitLevels(unsigned depth, bool clipped, Value condition) {
  if (clipped)
    emitBounds(depth);
  if (depth == plan.levels.size()) {
    enterIf(condition);
    emitElement();
  } else if (plan.levels[depth].isLoop) {
    enterIf(condition);
    emitLoop(depth, clipped);
  } else {
    emitValue(depth, clipped, condition);
  }
}

/// The coordinate of level `depth` has one value.
void SetCopier::emitValue(unsigned depth, bool clipped, Value condition) {
  const CopyLevel &level = plan.levels[depth];
  Value position = digits[level.dim] ? digits[level.dim] : constant(0);
  setPosition(level.dim, position);
  if (clipped) {
    if (least[depth])
      conjoin(condition,
              compare(arith::CmpIPredicate::sge, position, least[depth]));
    if (greatest[depth])
      conjoin(condition,
              compare(arith::CmpIPredicate::sle, position, greatest[depth]));
    for (const CopyTest &test : level.tests)
      conjoin(condition, emitTest(test));
  }
  emitLevels(depth + 1, clipped, condition);
}

/// The coordinate of level `depth` has a loop of a constant number of rounds,
/// for the back end to unroll.
void SetCopier::emitRounds(unsigned depth, bool clipped) {
  const CopyLevel &level = plan.levels[depth];
  unsigned dim = level.dim;
  int64_t threads = plan.deal.threads[dim];
  int64_t extent = *hull.dims[dim].extent;
  auto emitAt = [&](Value step, int64_t most) {
    setPosition(dim,
                digits[dim] ? fold<arith::AddIOp>(digits[dim], step) : step);
    Value condition;
    Value last = clipped ? greatest[depth] : Value();
    if (most < threads)
      last = extreme<arith::MinSIOp>(last, constant(extent - 1));
    if (last)
      conjoin(condition,
              compare(arith::CmpIPredicate::sle, positions[dim], last));
    if (clipped)
      conjoinTests(condition, depth);
    emitLevels(depth + 1, clipped, condition);
  };
  if (clipped && !level.isFree()) {
    int64_t rounds = *plan.deal.rounds[dim];
    emitAt(enterLoop(constant(0), constant(rounds * threads), threads, rounds),
           extent - (rounds - 1) * threads);
    loops.pop_back();
    return;
  }
  int64_t rounds = extent / threads;
  {
    OpBuilder::InsertionGuard guard(builder);
    if (rounds > 1) {
      emitAt(
          enterLoop(constant(0), constant(rounds * threads), threads, rounds),
          threads);
      loops.pop_back();
    } else {
      emitAt(constant(0), threads);
    }
  }
  if (extent % threads != 0)
    emitAt(constant(rounds * threads), extent % threads);
}

void SetCopier::conjoinTests(Value &condition, unsigned depth) {
  const CopyLevel &level = plan.levels[depth];
  if (least[depth])
    conjoin(condition, compare(arith::CmpIPredicate::sge, positions[level.dim],
                               least[depth]));
  for (const CopyTest &test : level.tests)
    conjoin(condition, emitTest(test));
}

/// The coordinate of level `depth` has a loop.
void SetCopier::emitLoop(unsigned depth, bool clipped) {
  const CopyLevel &level = plan.levels[depth];
  unsigned dim = level.dim;
  int64_t threads = plan.deal.threads[dim];
  std::optional<int64_t> extent = hull.dims[dim].extent;
  bool isFree = !clipped || level.isFree();
  bool isInnermost = depth + 1 == plan.levels.size();
  // Rounds beyond the set are skipped, unless a constant number of rounds is
  // worth more.
  bool isConstant = isInnermost ? isFree || maxUnrolledRounds > 1
                                : isFree && extent && *extent % threads == 0;
  if (extent && (isConstant || !team.id)) {
    emitRounds(depth, clipped);
    return;
  }
  Value first = digits[dim] ? digits[dim] : constant(0);
  if (begins[dim])
    first = fold<arith::AddIOp>(begins[dim], first);
  Value end = ends[dim] ? ends[dim] : constant(*extent);
  if (clipped && greatest[depth])
    end = fold<arith::MinSIOp>(
        fold<arith::AddIOp>(greatest[depth], constant(1)), end);
  setPosition(dim, enterLoop(first, end, threads, plan.deal.rounds[dim]));
  Value condition;
  if (clipped)
    conjoinTests(condition, depth);
  emitLevels(depth + 1, clipped, condition);
  loops.pop_back();
}

void SetCopier::emitNest(bool clipped) {
  OpBuilder::InsertionGuard guard(builder);
  Value condition;
  int64_t workers = plan.deal.workers();
  if (workers < team.distribution.numThreads())
    condition = compare(arith::CmpIPredicate::ult, team.id, constant(workers));
  least.assign(plan.levels.size(), Value());
  greatest.assign(plan.levels.size(), Value());
  emitLevels(/*depth=*/0, clipped, condition);
}

void SetCopier::emit() {
  OpBuilder::InsertionGuard guard(builder);
  if (!hull.isTight)
    remarkMissed(copy, "convert-scratch-to-gpu", "CopyBox") << sentence(
        "this copy may look at more elements than the box around its set "
        "has: {0} constraints in {1} dimensions are too many to find it",
        named("Constraints", set.getNumConstraints()),
        named("Dimensions", set.getNumDims()));
  if (plan.isEmpty)
    return;
  setCorners();
  setDigits();
  shiftedSource = shifted(source.buffer);
  shiftedTarget = shifted(target.buffer);
  Value condition;
  for (const CopyTest &test : plan.uniform)
    conjoin(condition, emitTest(test));
  enterIf(condition);
  if (plan.inside.empty()) {
    emitNest(/*clipped=*/true);
    return;
  }
  auto ifOp =
      scf::IfOp::create(builder, loc, emitInside(), /*withElseRegion=*/true);
  for (Region *region : {&ifOp.getThenRegion(), &ifOp.getElseRegion()}) {
    builder.setInsertionPointToStart(&region->front());
    bool clipped = region == &ifOp.getElseRegion();
    // Few boxes are at the border.
    maxUnrolledRounds = clipped ? 1 : kMaxUnrolledRounds;
    emitNest(clipped);
  }
}

void gpulaunch::emitCopy(OpBuilder &builder, PolyhedralCopyOpInterface copy,
                         const CopySide &source, const CopySide &target,
                         const CopyTeam &team) {
  for (IntegerSet set : copy.getPolyhedralSets())
    if (!set.isEmptyIntegerSet())
      SetCopier(builder, copy, set, source, target, team).emit();
}
