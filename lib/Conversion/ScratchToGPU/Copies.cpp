//===- Copies.cpp - copies by the threads of a block ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

/// Rounds of a copy that may be under way at once: each takes registers for its
/// element and its addresses.
static constexpr int32_t kMaxUnrolledRounds = 4;

namespace {

/// Emits the scan of one set.
class SetCopier {
public:
  SetCopier(OpBuilder &builder, PolyhedralCopyOpInterface copy, IntegerSet set,
            const CopySide &source, const CopySide &target,
            const CopyTeam &team)
      : builder(builder), loc(copy.getLoc()), copy(copy), set(set),
        symbols(copy.getPolyhedralSymbols()), source(source), target(target),
        team(team), scan(scanCopy(copy, set)), hull(scan.hull) {}

  void emit() {
    OpBuilder::InsertionGuard guard(builder);
    if (!hull.isTight)
      remarkMissed(copy, "convert-scratch-to-gpu", "CopyBox") << sentence(
          "this copy may look at more elements than the box around its set "
          "has: {0} constraints in {1} dimensions are too many to find it",
          named("Constraints", set.getNumConstraints()),
          named("Dimensions", set.getNumDims()));
    for (unsigned dim = 0; dim < set.getNumDims(); ++dim)
      emitRange(dim);
    if (scan.total)
      emitConstantScan(*scan.total);
    else
      emitDynamicScan();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename OpTy> Value fold(Value lhs, Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }

  Value evaluate(AffineExpr expr, ValueRange coordinates) {
    SmallVector<Value> operands(coordinates);
    llvm::append_range(operands, symbols);
    AffineMap map = AffineMap::get(coordinates.size(), symbols.size(), expr);
    return expandToArith(builder, loc, map, operands).front();
  }

  /// The first coordinate and the number of coordinates to scan.
  void emitRange(unsigned dim) {
    const CoordinateRange &range = hull.dims[dim];
    if (range.value) {
      starts.push_back(constant(0));
      sizes.push_back(constant(1));
      return;
    }
    if (range.extent) {
      starts.push_back(evaluate(range.lower[0], {}));
      sizes.push_back(constant(*range.extent));
      return;
    }
    // A set of array elements is bounded by the array.
    Value lower, upper;
    for (AffineExpr expr : range.lower) {
      Value bound = evaluate(expr, {});
      lower = lower ? fold<arith::MaxSIOp>(lower, bound) : bound;
    }
    for (AffineExpr expr : range.upper) {
      Value bound = evaluate(expr, {});
      upper = upper ? fold<arith::MinSIOp>(upper, bound) : bound;
    }
    if (!lower)
      lower = constant(0);
    if (!upper)
      upper = fold<arith::SubIOp>(arraySize(dim), constant(1));
    Value size =
        fold<arith::AddIOp>(fold<arith::SubIOp>(upper, lower), constant(1));
    starts.push_back(lower);
    sizes.push_back(fold<arith::MaxSIOp>(size, constant(0)));
  }

  Value arraySize(unsigned dim) {
    for (const CopySide *side : {&source, &target})
      if (!side->buffer)
        return memref::DimOp::create(builder, loc, side->memref, dim);
    OpFoldResult size = source.buffer->logicalSizes[dim];
    if (auto value = dyn_cast<Value>(size))
      return value;
    return constant(cast<IntegerAttr>(cast<Attribute>(size)).getInt());
  }

  /// A scan of `total` positions: the loop over rounds has a constant number of
  /// iterations, for the back end to unroll.
  void emitConstantScan(int64_t total) {
    if (total == 0)
      return;
    if (!team.id) {
      Value position = emitLoop(constant(0), constant(total), constant(1));
      emitElement(position, {});
      return;
    }
    int64_t rounds = team.deal.rounds(total);
    Value position = team.id;
    if (rounds > 1) {
      Value round = emitLoop(constant(0), constant(rounds), constant(1));
      // All loads of a long copy at once would take too many registers.
      if (rounds > kMaxUnrolledRounds)
        limitUnrolling(cast<scf::ForOp>(
            cast<BlockArgument>(round).getOwner()->getParentOp()));
      position = fold<arith::AddIOp>(
          fold<arith::MulIOp>(round, constant(team.deal.workers())), team.id);
    }
    Value inRange;
    if (!team.deal.isEven(total))
      inRange = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      position, constant(total));
    emitElement(position, inRange);
  }

  static void limitUnrolling(scf::ForOp loop) {
    MLIRContext *context = loop.getContext();
    auto count = Builder(context).getI32IntegerAttr(kMaxUnrolledRounds);
    auto unroll =
        LLVM::LoopUnrollAttr::get(context, /*disable=*/nullptr, count, nullptr,
                                  nullptr, nullptr, nullptr, nullptr);
    loop->setAttr(kLoopAnnotationAttr,
                  LLVM::LoopAnnotationAttr::get(
                      context, nullptr, nullptr, nullptr, unroll, nullptr,
                      nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                      nullptr, nullptr, nullptr,
                      ArrayRef<LLVM::AccessGroupAttr>()));
  }

  void emitDynamicScan() {
    Value total = constant(1);
    for (Value size : sizes)
      total = fold<arith::MulIOp>(total, size);
    Value first = team.id ? team.id : constant(0);
    emitElement(emitLoop(first, total, constant(team.deal.workers())), {});
  }

  Value emitLoop(Value lower, Value upper, Value step) {
    auto loop = scf::ForOp::create(builder, loc, lower, upper, step);
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  /// Copies the element at `position` of the scan if `condition` (null: true)
  /// holds and it is in the set.
  void emitElement(Value position, Value condition) {
    SmallVector<Value> coordinates(starts.size());
    delinearize(
        scan.order, position,
        [&](Value number, unsigned dim) {
          Value own = fold<arith::RemUIOp>(number, sizes[dim]);
          return std::pair(own, fold<arith::DivUIOp>(number, sizes[dim]));
        },
        [&](unsigned dim, Value offset) {
          coordinates[dim] = fold<arith::AddIOp>(starts[dim], offset);
        });
    for (auto [dim, range] : llvm::enumerate(hull.dims))
      if (range.value)
        coordinates[dim] = evaluate(range.value, coordinates);
    auto conjoin = [&](Value value) {
      condition = condition ? fold<arith::AndIOp>(condition, value) : value;
    };
    SmallVector<Side> sides;
    for (unsigned i = 0; i < set.getNumConstraints(); ++i)
      if (set.isEq(i) || !addToSide(set.getConstraint(i), sides))
        if (Value inside =
                emitMembership(set.getConstraint(i), set.isEq(i), coordinates))
          conjoin(inside);
    for (const Side &side : sides)
      conjoin(emitSide(side, coordinates));
    if (condition) {
      auto ifOp = scf::IfOp::create(builder, loc, condition);
      builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
    }
    Value element = source.buffer
                        ? loadElement(builder, loc, *source.buffer, coordinates)
                        : loadElement(builder, loc, source.memref, coordinates);
    if (target.buffer)
      storeElement(builder, loc, element, *target.buffer, coordinates);
    else
      storeElement(builder, loc, element, target.memref, coordinates);
  }

  /// Inequalities `direction * a + rest >= 0` that differ in symbols only: one
  /// is tested, for the least rest, which does not change in the scan.
  struct Side {
    SmallVector<int64_t> direction;
    SmallVector<AffineExpr> rests;
  };

  /// Adds `expr >= 0`, unless the scan implies it; false: it is none of these.
  bool addToSide(AffineExpr expr, SmallVectorImpl<Side> &sides) {
    unsigned dims = set.getNumDims(), symbols = set.getNumSymbols();
    SmallVector<int64_t> row;
    if (!expr.isPureAffine() ||
        failed(getFlattenedAffineExpr(expr, dims, symbols, &row)) ||
        row.size() != dims + symbols + 1)
      return false;
    SmallVector<int64_t> direction(ArrayRef<int64_t>(row).take_front(dims));
    std::fill_n(row.begin(), dims, 0);
    AffineExpr rest =
        getAffineExprFromFlatForm(row, dims, symbols, {}, set.getContext());
    unsigned dim = leading(direction);
    if (dim == dims)
      return false;
    bool isUpper = direction[dim] < 0;
    if (isSingle(direction) && isImplied(dim, isUpper ? rest : -rest, isUpper))
      return true;
    auto *known = llvm::find_if(
        sides, [&](const Side &side) { return side.direction == direction; });
    if (known == sides.end())
      known = sides.insert(sides.end(), {direction, {}});
    known->rests.push_back(rest);
    return true;
  }

  /// The first coordinate that is in `direction`.
  static unsigned leading(ArrayRef<int64_t> direction) {
    return llvm::find_if(direction,
                         [](int64_t factor) { return factor != 0; }) -
           direction.begin();
  }

  /// `direction` is a coordinate, or minus one.
  static bool isSingle(ArrayRef<int64_t> direction) {
    return llvm::count(direction, 0) + 1 == int64_t(direction.size()) &&
           std::abs(direction[leading(direction)]) == 1;
  }

  Value emitSide(const Side &bounds, ArrayRef<Value> coordinates) {
    bool isUpper = bounds.direction[leading(bounds.direction)] < 0;
    AffineExpr along = getAffineConstantExpr(0, set.getContext());
    for (auto [d, factor] : llvm::enumerate(bounds.direction))
      along = along + getAffineDimExpr(d, set.getContext()) *
                          (isUpper ? -factor : factor);
    Value bound;
    for (AffineExpr rest : bounds.rests) {
      AffineExpr side =
          simplifyAffineExpr(isUpper ? rest : -rest, 0, set.getNumSymbols());
      Value value = evaluate(side, {});
      if (!bound)
        bound = value;
      else
        bound = isUpper ? fold<arith::MinSIOp>(bound, value)
                        : fold<arith::MaxSIOp>(bound, value);
    }
    return arith::CmpIOp::create(builder, loc,
                                 isUpper ? arith::CmpIPredicate::sle
                                         : arith::CmpIPredicate::sge,
                                 evaluate(along, coordinates), bound);
  }

  /// The condition `expr >= 0` or `expr == 0`; null if the scan implies it.
  Value emitMembership(AffineExpr expr, bool isEqual,
                       ArrayRef<Value> coordinates) {
    expr = simplifyAffineExpr(expr, set.getNumDims(), set.getNumSymbols());
    // Solve `+-d + rest` for its coordinate: the other side does not change in
    // the scan.
    for (unsigned dim = 0; dim < coordinates.size(); ++dim) {
      AffineExpr coordinate = getAffineDimExpr(dim, set.getContext());
      for (int64_t sign : {1, -1}) {
        AffineExpr bound =
            simplifyAffineExpr((expr - coordinate * sign) * -sign,
                               set.getNumDims(), set.getNumSymbols());
        if (!bound.isSymbolicOrConstant())
          continue;
        bool isLower = sign == 1 || isEqual, isUpper = sign == -1 || isEqual;
        bool needLower = isLower && !isImplied(dim, bound, /*isUpper=*/false);
        bool needUpper = isUpper && !isImplied(dim, bound, /*isUpper=*/true);
        if (!needLower && !needUpper)
          return {};
        auto predicate = isEqual     ? arith::CmpIPredicate::eq
                         : needLower ? arith::CmpIPredicate::sge
                                     : arith::CmpIPredicate::sle;
        return arith::CmpIOp::create(builder, loc, predicate, coordinates[dim],
                                     evaluate(bound, {}));
      }
    }
    if (auto value = dyn_cast<AffineConstantExpr>(expr))
      if (isEqual ? value.getValue() == 0 : value.getValue() >= 0)
        return {};
    return arith::CmpIOp::create(builder, loc,
                                 isEqual ? arith::CmpIPredicate::eq
                                         : arith::CmpIPredicate::sge,
                                 evaluate(expr, coordinates), constant(0));
  }

  /// True iff the scan of `dim` stays on the right side of `bound`.
  bool isImplied(unsigned dim, AffineExpr bound, bool isUpper) {
    const CoordinateRange &range = hull.dims[dim];
    ArrayRef<AffineExpr> bounds = isUpper ? range.upper : range.lower;
    if (bounds.empty())
      return false;
    if (range.extent) {
      auto slack = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(isUpper ? bound - bounds[0] : bounds[0] - bound, 0,
                             set.getNumSymbols()));
      return slack && slack.getValue() >= 0;
    }
    return llvm::is_contained(bounds, bound);
  }

  OpBuilder &builder;
  Location loc;
  PolyhedralCopyOpInterface copy;
  IntegerSet set;
  ValueRange symbols;
  const CopySide &source, &target;
  const CopyTeam &team;
  CopyScan scan;
  const Hull &hull;
  SmallVector<Value> starts, sizes;
};

} // namespace

void gpulaunch::emitCopy(OpBuilder &builder, PolyhedralCopyOpInterface copy,
                         const CopySide &source, const CopySide &target,
                         const CopyTeam &team) {
  for (IntegerSet set : copy.getPolyhedralSets())
    if (!set.isEmptyIntegerSet())
      SetCopier(builder, copy, set, source, target, team).emit();
}
