//===- ValueProgram.h - what a program reads, computes, writes --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scop seen as a program on values: reads and writes of memory cells, each
// with its instances and the time when it happens, and the operator trees
// between them. Copies of sets of elements are one read and one write per
// element. `scratch.origin` markers name the values after the instances of the
// original program.
//
// Instances have the dimensions of their statement's domain (for copies,
// followed by the element's coordinates).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CHECK_VALUES_VALUEPROGRAM_H
#define POLYMEM_CHECK_VALUES_VALUEPROGRAM_H

#include "PolyMem/Polyhedral/Scop.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace polymem {

/// The operator tree of a value.
struct ValueExpr {
  enum class Kind {
    Operation, ///< `op` applied to `operands`; a constant has none
    Read,      ///< what `ValueProgram::reads()[index]` reads
    Origin,    ///< the value that `ValueProgram::origins()[index]` names
    Index,     ///< the integer `aff`
    Outside,   ///< function argument `index`
    Undefined, ///< what freed memory holds
    Unknown    ///< not modelled
  };
  Kind kind = Kind::Unknown;
  /// Of an index: the integers that the value is one of.
  mlir::Type type;
  mlir::Operation *op = nullptr;
  /// Result of `op`, or index of the read, origin or argument.
  unsigned index = 0;
  /// `[p] -> { S[i] -> [v] }`.
  isl::pw_aff aff;
  std::vector<ValueExpr> operands;
};

/// A read or a write of one cell per instance.
struct ValueAccess {
  /// Tuple name of its instances.
  std::string tuple;
  unsigned statement = 0;
  /// Index in `Scop::arrays()`.
  unsigned array = 0;
  /// The operation that accesses.
  mlir::Operation *op = nullptr;
  /// `[p] -> { R[y] -> A[a] }`: the element, in the array's coordinates.
  isl::map elements;
  /// `[p] -> { R[y] -> C[c] }`: the cell, through the layout of a buffer; equal
  /// to `elements` where every element has its own cell.
  isl::map cells;
  /// `[p] -> { R[y] -> [t] }`.
  isl::map time;
};

struct ValueWrite : ValueAccess {
  ValueExpr value;
  /// It ends the memory: nothing is stored.
  bool frees = false;
};

/// A value that a marker names.
struct ValueOrigin {
  /// Tuple name of its instances.
  std::string tuple;
  unsigned statement = 0;
  mlir::Operation *op = nullptr;
  /// `[p] -> { N[y] -> value_S0[x] }`: which instance of the original's S0.
  isl::map origin;
  ValueExpr value;
  /// The value is what some access writes to memory that is observed behind
  /// the program, or that some access reads.
  bool stored = false;
  /// One of these writes to memory that is not made anew in each iteration of
  /// a loop, as the buffers of tiles are.
  bool storedOutside = false;

  /// The name that its instances have: "value_S0".
  std::string name() const;
  /// Instances of both may have one name: it and the number of its dimensions
  /// are the same.
  bool hasNameOf(const ValueOrigin &other) const;
};

/// An operation that is undefined for some operands, as a division by zero is:
/// to execute it where the original does not is no harmless addition.
struct ValueTrap {
  mlir::Operation *op = nullptr;
  /// `[p] -> { S[i] }`: the instances that execute it.
  isl::set domain;
  /// What it computes.
  ValueExpr value;
  /// It is part of what a marker of the same instance names.
  bool named = false;
};

/// A dimension of a statement's instances that is the origin of a tile with a
/// run-time size `step`: of all values between the loop's bounds, which the
/// domain holds, only `lower`, `lower + step`, ... are executed.
struct OriginDim {
  unsigned dim;
  /// Index in `Scop::loops()`.
  unsigned loop;
  /// First value and end (excluded), `[p] -> { [i] -> [l] }` over the
  /// dimensions of the statement.
  isl::pw_aff lower, upper;
  /// `[p] -> { [] -> [s] }`.
  isl::pw_aff step;
};

/// A copy that goes on while the program does, until it is waited for.
struct CopyInFlight {
  /// Indices of what it reads and writes; both happen when it is issued.
  unsigned read, write;
  /// `[p] -> { W[y] -> [t] }`: when the program has waited for it; no time for
  /// instances that it does not wait for.
  isl::map waited;
};

/// Memory that is given back.
struct MemoryFree {
  /// Tuple name of its instances, which have the dimensions of the statement.
  std::string tuple;
  unsigned statement = 0;
  /// Index in `Scop::arrays()`.
  unsigned array = 0;
  mlir::Operation *op = nullptr;
  /// `[p] -> { F[y] -> A[i] }`: which of the objects that the allocation makes.
  isl::map memory;
  /// `[p] -> { F[y] -> [t] }`.
  isl::map time;
};

/// Why a program cannot be seen in this way.
struct ValueFailure {
  mlir::Operation *op = nullptr;
  Sentence reason;
};

class ValueProgram {
public:
  /// The program of `scop`, which was built with `traceIndices`; tuple names
  /// begin with `prefix`. `context` restricts the parameters; where it fixes
  /// the step of a loop, the loop's instances are exact. Null, with the reason
  /// in `failure`, where an operation's accesses or values are not exact.
  static std::unique_ptr<ValueProgram> build(const Scop &scop,
                                             llvm::StringRef prefix,
                                             const isl::set &context,
                                             ValueFailure &failure);

  const Scop &scop() const { return *theScop; }
  /// What the parameters were restricted to.
  isl::set context() const { return knownParameters; }
  llvm::ArrayRef<ValueAccess> reads() const { return readList; }
  llvm::ArrayRef<ValueWrite> writes() const { return writeList; }
  llvm::ArrayRef<ValueOrigin> origins() const { return originList; }
  llvm::ArrayRef<CopyInFlight> asyncCopies() const { return asyncList; }
  llvm::ArrayRef<MemoryFree> frees() const { return freeList; }
  llvm::ArrayRef<ValueTrap> traps() const { return trapList; }
  /// The dimensions of a statement's instances that are not exact.
  llvm::ArrayRef<OriginDim> originDims(unsigned statement) const {
    return originDimList[statement];
  }
  /// Every instance is executed.
  bool isExact() const {
    return llvm::all_of(originDimList,
                        [](const auto &dims) { return dims.empty(); });
  }
  /// `{ A[i, a] -> C[i, c] }`: the cell of each element of an array.
  isl::map cellsOf(unsigned array) const { return layouts[array]; }
  /// Buffers with `shared_cells` whose mapping is not affine: each element has
  /// a cell of its own in `cellsOf`, and the mapping has to be checked.
  llvm::ArrayRef<unsigned> sharedCells() const { return sharedList; }
  /// `{ A[i, a] }`: the elements whose cells a buffer has; all elements of
  /// other arrays.
  isl::set elementsWithCells(unsigned array) const { return inside[array]; }
  /// `{ A[a] }`: the elements that the program accesses. For arrays made
  /// outside all loops, as the next.
  isl::set accessedElements(unsigned array) const;
  /// `{ A[a] }`: the elements that the array has for certain, given that the
  /// program's accesses are within bounds: those that its shape is known to
  /// have, and the box from the origin around all that is accessed.
  isl::set existingElements(unsigned array) const;
  /// `{ A[i, a] }`: the elements of memory that the program allocates, as far
  /// as its sizes are affine; null for other arrays.
  isl::set allocatedElements(unsigned array) const;
  /// The array lives outside: its elements have values before the program.
  /// The name is the same in every program with these arguments; empty for an
  /// array made inside.
  llvm::StringRef outsideName(unsigned array) const {
    return outsideNames[array];
  }

private:
  friend class ValueProgramBuilder;
  const Scop *theScop = nullptr;
  isl::set knownParameters;
  std::vector<ValueAccess> readList;
  std::vector<ValueWrite> writeList;
  std::vector<ValueOrigin> originList;
  std::vector<CopyInFlight> asyncList;
  std::vector<MemoryFree> freeList;
  std::vector<ValueTrap> trapList;
  std::vector<llvm::SmallVector<OriginDim>> originDimList;
  llvm::SmallVector<isl::map> layouts;
  llvm::SmallVector<unsigned> sharedList;
  llvm::SmallVector<isl::set> inside;
  llvm::SmallVector<std::string> outsideNames;
};

} // namespace polymem

#endif // POLYMEM_CHECK_VALUES_VALUEPROGRAM_H
