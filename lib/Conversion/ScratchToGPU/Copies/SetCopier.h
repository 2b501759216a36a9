//===- SetCopier.h - emits the copy of a set --------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scan of one set of a copy: what does not change in it, and what is tested
// (CopyBounds.cpp), its loops, and its versions (Copies.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_SETCOPIER_H
#define POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_SETCOPIER_H

#include "CopyVectors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace polymem::gpulaunch {

/// Rounds of a copy that may be under way at once: each takes registers for its
/// element and its addresses.
inline constexpr int64_t kMaxUnrolledRounds = 4;

/// Emits the scan of one set.
class SetCopier {
public:
  SetCopier(mlir::OpBuilder &builder, PolyhedralCopyOpInterface copy,
            mlir::IntegerSet set, const CopySides &sides, const CopyTeam &team,
            CopyVectors wanted)
      : builder(builder), loc(copy.getLoc()), copy(copy), set(set),
        symbols(copy.getPolyhedralSymbols()), source(sides.source),
        target(sides.target), team(team), wanted(wanted),
        plan(planCopy(copy, set, team.distribution)), hull(plan.scan.hull) {}

  /// Says whether there are vectors. With `async` elements and vectors are on
  /// their way behind it.
  bool emit(bool async);

private:
  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename OpTy> mlir::Value fold(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs) {
    return mlir::arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  /// The greater of `a`, which may be null, and `b`, or the less one.
  template <typename OpTy> mlir::Value extreme(mlir::Value a, mlir::Value b) {
    return a ? fold<OpTy>(a, b) : b;
  }
  void conjoin(mlir::Value &condition, mlir::Value value) {
    condition = condition ? fold<mlir::arith::AndIOp>(condition, value) : value;
  }
  /// The code that follows is in the branch of `condition` (null: true).
  void enterIf(mlir::Value &condition) {
    if (!condition)
      return;
    auto ifOp = mlir::scf::IfOp::create(builder, loc, condition);
    builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
    condition = {};
  }

  /// `expr`, of positions in the box, of the copy's symbols, and of `further`
  /// ones.
  mlir::Value evaluate(mlir::AffineExpr expr, mlir::ValueRange further = {}) {
    llvm::SmallVector<mlir::Value> operands(positions);
    llvm::append_range(operands, symbols);
    llvm::append_range(operands, further);
    unsigned numSymbols = symbols.size() + further.size();
    expr = mlir::simplifyAffineExpr(expr, positions.size(), numSymbols);
    mlir::AffineMap map =
        mlir::AffineMap::get(positions.size(), numSymbols, expr);
    return scratch::expandToArith(builder, loc, map, operands).front();
  }
  mlir::AffineExpr dimExpr(unsigned dim) const {
    return mlir::getAffineDimExpr(dim, set.getContext());
  }
  mlir::AffineExpr constantExpr(int64_t value) const {
    return mlir::getAffineConstantExpr(value, set.getContext());
  }

  //===--------------------------------------------------------------------===//
  // Parts of the scan
  //===--------------------------------------------------------------------===//

  void setCorners();
  void setRange(unsigned dim);
  void setDigits();
  std::optional<scratch::PhysicalBuffer>
  shifted(const std::optional<scratch::PhysicalBuffer> &buffer) const {
    return buffer ? shiftBuffer(*buffer, byPosition, symbols, hull)
                  : std::nullopt;
  }
  mlir::Value arraySize(unsigned dim);
  /// A bound of the position of `dim`: the least it may be, or the greatest.
  mlir::Value emitBound(const CopyBound &bound, unsigned dim);
  /// Emits the bounds that are known when `depth` levels have positions: of
  /// each level, in `least` and `greatest`.
  void emitBounds(unsigned depth);
  mlir::Value emitTest(const CopyTest &test);
  mlir::Value emitInside();
  void setPosition(unsigned dim, mlir::Value position);

  /// The scan, at the insertion point, which stays where it is; `clipped`:
  /// what is not in the set is skipped.
  void emitNest(bool clipped);
  void emitLevels(unsigned depth, bool clipped, mlir::Value condition);
  void emitValue(unsigned depth, bool clipped, mlir::Value condition);
  /// Adds to `condition` what has to be tested of the coordinate of level
  /// `depth` from below, and of those around it.
  void conjoinTests(mlir::Value &condition, unsigned depth);
  void emitLoop(unsigned depth, bool clipped);
  void emitRounds(unsigned depth, bool clipped);
  /// Enters a loop; `rounds` of it, if that is known.
  mlir::Value enterLoop(mlir::Value lower, mlir::Value upper, int64_t step,
                        std::optional<int64_t> rounds);
  void limitLoops();
  void emitElement();
  /// `emitElement` for the elements of a vector.
  void emitVector(mlir::ValueRange places);
  /// Copies `count` elements without waiting for them, if that can be.
  bool emitAsync(mlir::ValueRange places, int64_t count);

  void chooseVectors();
  mlir::Value emitAligned();
  /// The version of a box that is copied as a whole.
  void emitWhole();
  void emitVectors();

  mlir::OpBuilder &builder;
  mlir::Location loc;
  PolyhedralCopyOpInterface copy;
  mlir::IntegerSet set;
  mlir::ValueRange symbols;
  const CopySide &source, &target;
  const CopyTeam &team;
  CopyVectors wanted;
  bool async = false;
  /// What is emitted: that of vectors, while they are.
  CopyPlan plan;
  std::optional<VectorPlan> vectors;
  const Hull &hull;
  /// The buffers, by positions instead of coordinates.
  std::optional<scratch::PhysicalBuffer> shiftedSource, shiftedTarget;
  /// By dimension: where positions are counted from, as an expression of
  /// symbols and as a value; 0 if the scan has no such corner.
  llvm::SmallVector<mlir::AffineExpr> corners;
  /// Coordinates as functions of positions.
  llvm::SmallVector<mlir::AffineExpr> byPosition;
  llvm::SmallVector<mlir::Value> cornerValues;
  /// The positions to scan, the upper bound not included. Null: from 0 to a
  /// constant extent.
  llvm::SmallVector<mlir::Value> begins, ends;
  /// This thread's own part of positions; null: 0.
  llvm::SmallVector<mlir::Value> digits;
  /// By level, the range of its position in the set; null: no bound so far.
  llvm::SmallVector<mlir::Value> least, greatest;
  /// Where the scan is.
  llvm::SmallVector<mlir::Value> positions, coordinates;
  /// Loops of the scan around the insertion point.
  struct Loop {
    mlir::scf::ForOp op;
    std::optional<int64_t> rounds;
  };
  llvm::SmallVector<Loop> loops;
  /// As many rounds are unrolled.
  int64_t maxUnrolledRounds = kMaxUnrolledRounds;
};

} // namespace polymem::gpulaunch

#endif // POLYMEM_LIB_CONVERSION_SCRATCHTOGPU_COPIES_SETCOPIER_H
