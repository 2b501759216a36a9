//===- IndexReader.h - integers as affine expressions (internal) *- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads integers, of type index or of any width up to 64, as affine expressions
// whose value is that of the integer, read as a signed number. What an
// operation of a fixed width does is what integers do only where nothing wraps
// around, and division that truncates is the affine one only where signs are
// known: both are proved from what is known at the place of the use
// (ValueFacts.h), or not read. (IndexValues.h says of index values what needs
// no such proof, and is asked first.)
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_RAISING_INDEXREADER_H
#define POLYMEM_LIB_TRANSFORMS_RAISING_INDEXREADER_H

#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace polymem::raising {

/// Why something is not affine.
struct Obstacle {
  /// The name of the remark.
  llvm::StringRef name;
  /// Continues "its upper bound ...".
  Sentence text;
};

/// An integer as the least or greatest of affine expressions. Dimension k is
/// the k-th leaf of the reader.
struct IndexForm {
  enum class Kind { Equal, Minimum, Maximum };
  Kind kind = Kind::Equal;
  llvm::SmallVector<mlir::AffineExpr, 1> exprs;
  /// No less than the number of nodes of `exprs`.
  unsigned size = 1;

  bool isSingle() const { return exprs.size() == 1; }
  /// The value if it is a constant.
  std::optional<int64_t> constant() const;
};

/// `form` with `function` applied to its expressions. It stays the minimum or
/// maximum of them if the function keeps the order.
IndexForm
applyTo(IndexForm form,
        llvm::function_ref<mlir::AffineExpr(mlir::AffineExpr)> function);

/// What one function has been rewritten to so far.
struct RaisedValues {
  /// Integers that variables of raised loops were cast to, without loss.
  llvm::DenseMap<mlir::Value, mlir::Value> variableOf;
  /// Indices that integers were cast to, at the top of an affine scope.
  llvm::DenseMap<std::pair<mlir::Value, mlir::Region *>, mlir::Value> indexOf;
};

/// Reads values where one operation uses them. Changes nothing.
class IndexReader {
public:
  IndexReader(mlir::Operation *user, const RaisedValues &raised);

  /// `value`, an index or an integer; nullopt with an `obstacle()`.
  std::optional<IndexForm> read(mlir::Value value);
  /// As above; an attribute is a constant.
  std::optional<IndexForm> read(mlir::OpFoldResult value);
  /// As above, for places where only one expression may stand.
  std::optional<mlir::AffineExpr> readSingle(mlir::Value value);

  /// `value` itself, without looking at how it is computed; nullopt if it is no
  /// loop variable and changes in the nest.
  std::optional<mlir::AffineExpr> leaf(mlir::Value value);

  /// The values that dimensions stand for: operands of the affine operation
  /// once they are materialized (Materialize.h).
  llvm::ArrayRef<mlir::Value> leaves() const { return leafValues; }

  /// Known to be at least 0 wherever the user is executed.
  bool isNonNegative(const IndexForm &form) { return isAtLeast(form, 0); }
  bool isAtLeast(const IndexForm &form, int64_t bound);
  bool isAtMost(const IndexForm &form, int64_t bound);

  /// Why the last value was not read.
  const Obstacle &obstacle() const { return why; }
  /// Notes why, for the caller to return.
  std::nullopt_t fail(llvm::StringRef name, const Sentence &text);

  mlir::MLIRContext *getContext() const { return user->getContext(); }

  /// `a + b`, `-a`, `factor * a`; nullopt with an obstacle.
  std::optional<IndexForm> add(const IndexForm &a, const IndexForm &b);
  std::optional<IndexForm> negate(const IndexForm &a) { return scale(a, -1); }
  std::optional<IndexForm> scale(const IndexForm &a, int64_t factor);

private:
  std::optional<IndexForm> readResult(mlir::OpResult value);
  std::optional<IndexForm> readDefinition(mlir::Value value);
  std::optional<IndexForm> readCast(mlir::Operation *op);
  std::optional<IndexForm> readArithmetic(mlir::Operation *op);
  std::optional<IndexForm> readProduct(const IndexForm &a, const IndexForm &b);
  std::optional<IndexForm> readDivision(mlir::Operation *op, const IndexForm &a,
                                        int64_t divisor);
  std::optional<IndexForm> readExtremum(mlir::Operation *op, const IndexForm &a,
                                        const IndexForm &b);
  std::optional<IndexForm> readSelect(mlir::Operation *op);
  std::optional<IndexForm> extremum(IndexForm::Kind kind, const IndexForm &a,
                                    const IndexForm &b);
  std::optional<IndexForm> checkWidth(mlir::Operation *op, IndexForm form);
  std::optional<IndexForm> limit(IndexForm form);
  bool isProved(mlir::AffineExpr expr, int64_t bound, bool isLower);
  bool isInAnchor(mlir::Value value) const;
  bool isInvariant(mlir::Value value, unsigned depth = 0) const;

  mlir::Operation *user;
  const RaisedValues &raised;
  mlir::Region *scope;
  /// The operation at the top of the scope around the user.
  mlir::Operation *anchor;
  llvm::SmallVector<mlir::Value> leafValues;
  llvm::DenseMap<mlir::Value, std::optional<IndexForm>> memo;
  /// Of values in `memo` that were not read.
  llvm::DenseMap<mlir::Value, Obstacle> obstacles;
  std::optional<scratch::ValueFacts> facts;
  unsigned depth = 0;
  Obstacle why;
};

} // namespace polymem::raising

#endif // POLYMEM_LIB_TRANSFORMS_RAISING_INDEXREADER_H
