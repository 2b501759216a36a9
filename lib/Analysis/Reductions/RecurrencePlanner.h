//===- RecurrencePlanner.h - plans one recurrence ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recurrence while it is planned.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_REDUCTIONS_RECURRENCEPLANNER_H
#define POLYMEM_LIB_ANALYSIS_REDUCTIONS_RECURRENCEPLANNER_H

#include "PolyMem/Analysis/Reductions/Recurrences.h"

namespace polymem {

/// Plans one nest. Symbols of expressions are the parameters of the scop,
/// followed by the places at which a tile begins.
class RecurrencePlanner {
public:
  RecurrencePlanner(const Scop &scop, const RecurrenceNest &given,
                    int64_t tileSize)
      : scop(scop), nest(plan.nest), context(scop.root()->getContext()) {
    plan.nest = given;
    plan.tileSize = tileSize;
    for (const auto &[id, value] : scop.parameters()) {
      ids.push_back(id);
      plan.symbols.push_back(value);
    }
    for (llvm::StringRef name : {"polymem_tile_u", "polymem_tile_v"}) {
      origin[ids.size() - plan.symbols.size()] =
          mlir::getAffineSymbolExpr(ids.size(), context);
      ids.push_back(isl::id(scop.ctx(), name.str()));
    }
  }

  /// Whether `plan` is one; why not, in `why`.
  bool run(unsigned long maxIslOperations);

  RecurrencePlan plan;
  Sentence why;

private:
  bool fail(Sentence reason) {
    why = std::move(reason);
    return false;
  }

  // What is written, and how.
  bool findTable();
  bool checkAccesses();
  void findCheap();

  // Expressions: dimensions are the iterations of the loops.
  std::optional<mlir::AffineExpr> read(mlir::AffineExpr expr, unsigned numDims,
                                       mlir::ValueRange operands) const;
  bool appendBounds(mlir::affine::AffineForOp loop,
                    llvm::SmallVectorImpl<mlir::AffineExpr> &conditions);
  isl::pw_aff valueOf(mlir::AffineExpr expr, const isl::space &space) const;
  isl::set setOf(llvm::ArrayRef<mlir::AffineExpr> conditions,
                 isl::set set) const;
  llvm::SmallVector<mlir::AffineExpr>
  exprsOf(llvm::ArrayRef<isl::aff> affs) const;
  /// With tile origins as dimensions.
  mlir::AffineExpr overOrigin(mlir::AffineExpr expr) const;
  bool dependsOnOrigin(mlir::AffineExpr expr) const;
  llvm::SmallVector<mlir::AffineExpr> tileConditions() const;

  // Places.
  bool findPlaces(const isl::union_map &all);
  bool invertPlaces();
  bool boundPlaces();

  // The part of the reduction that comes first.
  bool findInTile();
  bool findCuts();
  bool tryCuts(mlir::AffineExpr first, mlir::AffineExpr end,
               const isl::set &base, const isl::set &later);
  /// Some operation that is meant may read the element of its own iteration.
  bool readsOwn(llvm::function_ref<bool(mlir::Operation *)> isMeant) const;
  bool placePrefix();
  bool checkMoved();
  bool checkValues();
  void findFar();
  void findWhole(const isl::set &base);

  bool isInNest(const ScopStatement &statement) const {
    return statement.ivs.size() >= 2 &&
           statement.ivs[0] == nest.outer.getInductionVar() &&
           statement.ivs[1] == nest.inner.getInductionVar();
  }
  bool isInReduction(const ScopStatement &statement) const {
    return statement.ivs.size() == 3 &&
           statement.ivs[2] == nest.reduction.getInductionVar();
  }

  const Scop &scop;
  /// That of the plan.
  RecurrenceNest &nest;
  mlir::MLIRContext *context;
  llvm::SmallVector<isl::id> ids;
  std::array<mlir::AffineExpr, 2> origin;

  const ScopArray *table = nullptr;
  mlir::affine::AffineStoreOp cell;
  std::optional<mlir::arith::AtomicRMWKind> kind;
  /// Subscripts of the element, and the place, of the iterations (d0, d1).
  std::array<mlir::AffineExpr, 2> element, place;
  /// Bounds of the reduction, d2.
  llvm::SmallVector<mlir::AffineExpr> reductionDomain;
  /// `{ S[i] -> T[j] }` through the table.
  isl::union_map dependences;
  /// `{ S[i] -> [u, v] }`.
  isl::union_map places;
  /// Instances that depend on another place of their tile, by its origin.
  isl::union_set later;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_REDUCTIONS_RECURRENCEPLANNER_H
