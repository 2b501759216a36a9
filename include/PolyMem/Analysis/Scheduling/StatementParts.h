//===- StatementParts.h - what a statement may be cut into ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is a run of operations of one block. One that stores to several
// places can be several statements: each store with the loads and computations
// that it needs. What two of them need is then done twice, which is legal if
// every load still sees the memory it saw: the parts can be put in an order,
// one whole part after the other in each instance, that keeps all dependences
// between operations of the same instance.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_SCHEDULING_STATEMENTPARTS_H
#define POLYMEM_ANALYSIS_SCHEDULING_STATEMENTPARTS_H

#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Sentence.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <vector>

namespace polymem {

/// `op` computes a value that is cheaper to compute again than to keep in
/// memory: a constant, or arithmetic other than divisions and remainders.
bool isCheapToRepeat(mlir::Operation *op);

/// Some stores of a statement and what they need.
struct StatementPart {
  /// Positions in `StatementParts::stores`, ascending.
  llvm::SmallVector<unsigned> stores;
  /// The stores and the loads and computations that they need, in program
  /// order.
  llvm::SmallVector<mlir::Operation *> ops;

  /// "0_2" for the part with the first and third store of the statement.
  std::string name() const;
};

/// Operations that must stay in one part, and why.
struct PartObstacle {
  mlir::Operation *op;
  Sentence reason;
};

/// The ways to cut one statement.
class StatementParts {
public:
  /// What statement number `statement` of `scop` can be cut into. Where the
  /// budget of isl operations does not suffice it stays whole.
  StatementParts(const Scop &scop, unsigned statement,
                 unsigned long maxIslOperations);

  /// The operations that write, in program order; empty if the statement has
  /// operations that are not known well enough to move them.
  llvm::ArrayRef<mlir::Operation *> stores() const { return storeList; }
  /// What keeps stores of one part together.
  llvm::ArrayRef<PartObstacle> obstacles() const { return obstacleList; }

  /// The smallest parts in an order that is legal, such that stores in one
  /// entry of `together` are in one part; numbers of stores that do not exist
  /// are ignored there. Where there is a choice of order, it is that of the
  /// parts' first stores. At most one part if the statement has to stay whole.
  std::vector<StatementPart>
  parts(llvm::ArrayRef<llvm::SmallVector<unsigned>> together = {}) const;

  /// `second` must not come before `first`, parts of this statement, because of
  /// a dependence between them within an instance.
  bool precede(const StatementPart &first, const StatementPart &second) const;

private:
  using Relation = std::vector<llvm::SmallVector<bool>>;

  bool collectStores();
  void collectSlices();
  void findConflicts(unsigned long maxIslOperations);
  void explain();
  /// `precedes` with `together`, closed transitively.
  Relation closure(llvm::ArrayRef<llvm::SmallVector<unsigned>> together) const;

  const Scop &scop;
  const ScopStatement &statement;
  llvm::SmallVector<mlir::Operation *> storeList;
  /// By store: the operations of its slice, and itself.
  std::vector<llvm::SmallPtrSet<mlir::Operation *, 8>> slices;
  /// `precedes[a][b]`: the part with store `a` must not come behind the one
  /// with store `b`.
  Relation precedes;
  /// The reason of `precedes[a][b]`.
  std::map<std::pair<unsigned, unsigned>, Sentence> reasons;
  llvm::SmallVector<PartObstacle> obstacleList;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_SCHEDULING_STATEMENTPARTS_H
