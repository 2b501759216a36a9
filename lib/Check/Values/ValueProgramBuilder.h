//===- ValueProgramBuilder.h - programs from scops -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_CHECK_VALUES_VALUEPROGRAMBUILDER_H
#define POLYMEM_LIB_CHECK_VALUES_VALUEPROGRAMBUILDER_H

#include "PolyMem/Check/Values/ValueProgram.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace polymem {

/// Makes a program of a scop: arrays first, then statement by statement.
class ValueProgramBuilder {
public:
  ValueProgramBuilder(const Scop &scop, llvm::StringRef prefix,
                      const isl::set &context, ValueFailure &failure)
      : scop(scop), prefix(prefix.str()), context(context), failure(failure),
        program(new ValueProgram()), readArrays(scop.arrays().size()) {
    program->theScop = &scop;
    program->knownParameters = this->context;
    for (const ScopAccess &access : scop.accesses())
      if (access.isRead())
        readArrays.set(access.array);
  }
  std::unique_ptr<ValueProgram> run();

private:
  /// Larger trees (shared subexpressions count once per path) are not compared.
  static constexpr unsigned kMaxExpressionSize = 10000;

  bool fail(mlir::Operation *op, const llvm::Twine &reason) {
    failure.op = op;
    failure.reason = reason;
    return false;
  }
  bool addArray(const ScopArray &array);
  bool findComputedBuffers();
  bool addStatement(const ScopStatement &statement);
  bool findOrigins();
  bool findTime();
  bool addAccesses(mlir::Operation *op);
  bool addCopy(mlir::Operation *op, const ScopAccess &read,
               const ScopAccess &write);
  bool addWaits(CopyInFlight &copy);
  struct TokenPlace;
  bool addWait(scratch::WaitOp wait, const TokenPlace &place,
               CopyInFlight &copy);
  bool enterTile(scratch::TileOp tile, unsigned position,
                 const TokenPlace &place,
                 llvm::SmallVectorImpl<TokenPlace> &places);
  bool nextTile(scratch::YieldOp yield, unsigned position,
                const TokenPlace &place,
                llvm::SmallVectorImpl<TokenPlace> &places);
  void addFree(mlir::Operation *op, const ScopAccess &access);
  bool addOrigin(scratch::OriginOp op);
  void addTraps(const ScopStatement &s);
  unsigned addRead(const ScopAccess &access);
  void addWrite(const ScopAccess &access, ValueExpr value);
  void fill(ValueAccess &to, const ScopAccess &access, llvm::StringRef tuple);
  isl::map timeOf(const ScopAccess &access);
  mlir::Value writtenValue(mlir::Operation *op, const ScopAccess &access);
  ValueExpr expr(mlir::Value value);
  ValueExpr scalar(mlir::Value value);

  const Scop &scop;
  std::string prefix;
  isl::set context;
  ValueFailure &failure;
  std::unique_ptr<ValueProgram> program;
  /// Arrays that some access reads.
  llvm::BitVector readArrays;
  /// Buffers whose copies compute of elements what is loaded, all the same, and
  /// one of these copies. Copies are taken to be of elements, and each load to
  /// compute it.
  llvm::DenseMap<mlir::Value, scratch::CopyInOp> computed;
  // Of the statement at hand.
  const ScopStatement *statement = nullptr;
  isl::map statementTime;
  /// Its instances, in `context`.
  isl::set domain;
  llvm::DenseMap<mlir::Value, unsigned> readOf, originOf;
  unsigned budget = 0;
};

} // namespace polymem

#endif // POLYMEM_LIB_CHECK_VALUES_VALUEPROGRAMBUILDER_H
