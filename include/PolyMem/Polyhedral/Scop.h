//===- Scop.h - polyhedral view of a region of affine IR --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `Scop` is what the polyhedral analyses know of a piece of IR: statements
// with their domains, the arrays they access and how, and the order in which
// they run. It is rebuilt from the IR whenever it is needed and never outlives
// a change of that IR.
//
// Everything is exact unless it says "may": a data-dependent condition, an
// opaque call or a subscript that is not affine makes accesses *may* accesses
// whose relation is a superset of what happens.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_POLYHEDRAL_SCOP_H
#define POLYMEM_POLYHEDRAL_SCOP_H

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <optional>

namespace polymem {

/// A data object that statements access.
struct ScopArray {
  enum class Kind {
    /// A memref. `value` is the memref itself; views (`memref.subview`,
    /// `memref.cast`) are resolved to the memref they look at.
    MemRef,
    /// An SSA value defined in one statement and used in another, or carried
    /// by a loop's `iter_args`. `value` is that value (for a carried value, the
    /// loop's region argument; for a value yielded by an `affine.if` or a
    /// reduction of `affine.parallel`, the operation's result).
    Scalar,
    /// Everything else that operations of unknown effect may touch: memory
    /// behind memrefs of unknown origin, input and output. `value` is null, the
    /// rank 0. At most one array is of this kind.
    Other
  };
  /// Tuple name in access relations: "arg0" for function argument 0, "mem0",
  /// "mem1", ... for other memrefs in order of appearance, "val0", ... for
  /// scalars, "other" for the one of kind `Other`.
  std::string name;
  Kind kind;
  mlir::Value value;
  /// Loops around the definition inside the scop: an allocation or scalar
  /// inside loops is a new object in each iteration, so its elements are
  /// `{ name[i_1..i_depth, a_1..a_rank] }`.
  unsigned depth = 0;
  /// Rank of the memref; 0 for scalars.
  unsigned rank = 0;
  /// `[p] -> { name[i, a] : 0 <= a < shape }`; unbounded where the shape is
  /// not known as a parameter.
  isl::set extent;
  /// Values of the layout's symbols, `[p] -> { name[i, a] -> [v] }`: the last
  /// operands of the allocation. Empty if the layout has none; null entries
  /// where a value is not affine. Only with `ScopOptions::traceIndices`.
  llvm::SmallVector<isl::pw_aff> layoutSymbols;
  /// Of an allocation inside the scop the extents that it asks for,
  /// `[p] -> { name[i, a] -> [s] }`; they need not be positive. Null entries
  /// where one is not affine. Only with `ScopOptions::traceIndices`.
  llvm::SmallVector<isl::pw_aff> sizes;
  /// `[p] -> { name[i, a] : iteration i makes it }`, for all `a`; null for
  /// arrays that are no such allocation. Only with `ScopOptions::traceIndices`.
  isl::set made;
  /// The values are observable after the scop: function arguments and memrefs
  /// defined outside, unless marked otherwise (`polymem.dead_out` on the
  /// argument, when the scop is the function: inside it the values may still be
  /// read). Allocations of the scop that do not escape are not.
  bool liveOut = true;
};

/// One access of one statement to one array.
struct ScopAccess {
  enum class Kind { Read, Write };
  /// Index in `Scop::accesses()`; the access's tag is "R<id>" or "W<id>".
  unsigned id;
  unsigned statement;
  unsigned array;
  Kind kind;
  /// False: the relation is an over-approximation (may-access).
  bool must;
  /// The relation is exactly what every executed instance does. (A must-access
  /// without this does not exist; with it, a may-access is one for the sake of
  /// its domain only, which holds instances that are not executed.)
  bool sure;
  /// The operation that accesses; for a scalar its defining or using
  /// operation.
  mlir::Operation *op;
  /// `[p] -> { S[i] -> A[a] : i in domain(S) }`.
  isl::map relation;

  bool isRead() const { return kind == Kind::Read; }
  bool isWrite() const { return kind == Kind::Write; }
  std::string tag() const;
};

/// A maximal run of operations of one block that are executed together: no
/// loop or affine condition between them. Or a part of a run, where
/// `ScopOptions::parts` says so.
struct ScopStatement {
  /// Tuple name: "S0", "S1", ... in textual order of the runs; "S1_<suffix>"
  /// for a part of the second one.
  std::string name;
  /// The operations, in order. Operations with regions among them (`scf.if`,
  /// unknown ones) are executed as a whole.
  llvm::SmallVector<mlir::Operation *> ops;
  /// The values of the domain's dimensions, outermost loop first.
  llvm::SmallVector<mlir::Value> ivs;
  /// `[p] -> { S[i] : i is executed }`; dimensions are the original induction
  /// variables (with the original steps and offsets).
  isl::set domain;
  /// Indices into `Scop::accesses()`, in program order.
  llvm::SmallVector<unsigned> accesses;
  /// `[p] -> { S[i] -> [v] }` for each integer operand of `ops` that is affine.
  /// Only with `ScopOptions::traceIndices`.
  llvm::DenseMap<mlir::Value, isl::pw_aff> indices;
};

/// A loop of the scop, as the schedule sees it.
struct ScopLoop {
  mlir::Operation *op;
  /// For loop operations of several dimensions: which one.
  unsigned dim;
  mlir::Value iv;
  /// Declared parallel (affine.parallel, a mapped scratch.tile).
  bool parallel = false;
  /// False when the step is a run-time value: the domain then holds every
  /// point between the bounds ("all origins", Isoard 2016, ch. 2).
  bool exactStep = true;
  /// Where `exactStep` is false: the step, `[p] -> { [] -> [s] }`, the first
  /// value and the end (excluded), `[p] -> { [i] -> [l] }` over the dimensions
  /// of the loops around `op` and its own. Null if they are not affine.
  isl::pw_aff step, lower, upper;
  /// The dimension of the domains inside that holds `iv`.
  unsigned depth = 0;
};

/// The step of a loop is a value that has to be positive where the loop is
/// executed.
struct ScopAssumption {
  mlir::Operation *loop;
  /// `[p] -> { [] -> [s] }`.
  isl::pw_aff step;
  /// `[p] -> { : ... }`: the loop is executed with a step that is not.
  isl::set excluded;
  /// The step is not positive, but the loop may not be executed.
  isl::set otherwise;
};

class Scop;

struct ScopOptions {
  unsigned long maxIslOperations = kDefaultIslOperations;
  /// The isl context to build in; null: one of the scop's own. Scops in one
  /// context can be compared.
  std::shared_ptr<IslContext> context;
  /// Another scop in that context: its parameters come first, with the names
  /// that they have there. Else names may differ, as some are numbered in the
  /// order in which their values are met.
  const Scop *parametersOf = nullptr;
  /// Fill `ScopStatement::indices`, and what `ScopArray` says of allocations;
  /// allocations that nothing accesses are arrays, too.
  bool traceIndices = false;
  /// Fill `Scop::rootLoops()`; the variables there are parameters, mentioned or
  /// not.
  bool traceOrigins = false;
  /// First operations of parts of runs, which become statements of their own,
  /// and the suffix of each one's name. The first operation of such a run is
  /// among them, and names in a run differ.
  llvm::DenseMap<mlir::Operation *, std::string> parts{};
  /// Operations that are left out, with all that is inside of them, for
  /// questions that do not depend on what they do to memory. Values that cross
  /// statements are not modelled then. Empty: none.
  std::function<bool(mlir::Operation *)> isLeftOut{};
};

/// Why a region could not be modelled.
struct ScopFailure {
  mlir::Operation *op = nullptr;
  Sentence reason;
};

class Scop {
public:
  /// Builds the scop of `root`. If `root` is a function or another operation
  /// that opens an affine scope (`scratch.tile`), its body is modelled, with
  /// region arguments as parameters; any other operation (a loop) is modelled
  /// itself. Values defined outside that reach bounds or subscripts are
  /// parameters, and what their definitions and enclosing loops say of them
  /// (bounds, sizes not negative, steps positive where their loop is executed)
  /// is the context. The IR is
  /// not changed. Returns null and fills `failure` if `root` cannot be
  /// modelled: control flow between blocks, an operation with regions and
  /// unknown effects, too little budget.
  ///
  /// Assumed, not checked: different memref arguments of a function, its
  /// globals and its allocations do not overlap; index arithmetic does not wrap
  /// around; subscripts are within bounds (also those of `memref.subview`).
  /// A parameter's value may be defined inside loops of the scop if it is the
  /// same in each iteration: its definition then has no side effects and
  /// depends on parameters only.
  static std::unique_ptr<Scop> build(mlir::Operation *root,
                                     ScopFailure &failure,
                                     const ScopOptions &options = {});
  ~Scop();

  mlir::Operation *root() const { return rootOp; }
  isl::ctx ctx() const { return islContext->get(); }

  /// `[p] -> { : ... }`: what is known of the parameters. Where nothing is
  /// executed if a step is not positive, it is taken to be.
  isl::set context() const { return contextSet; }
  /// The same with these parameters: all for which the execution is defined.
  isl::set definedParameters() const { return definedSet; }
  /// Steps that may not be positive where their loop is executed: not for
  /// `definedParameters()`.
  llvm::ArrayRef<ScopAssumption> assumptions() const { return assumptionList; }
  /// The parameters and the values they stand for, in isl parameter order of
  /// `context()`'s space.
  llvm::ArrayRef<std::pair<isl::id, mlir::Value>> parameters() const {
    return params;
  }
  /// The value of a parameter; null if it is none of this scop's.
  mlir::Value parameterValue(const isl::id &id) const;
  /// The parameter for `value`, or a null id.
  isl::id parameterFor(mlir::Value value) const;

  llvm::ArrayRef<ScopArray> arrays() const { return arrayList; }
  llvm::ArrayRef<ScopStatement> statements() const { return statementList; }
  llvm::ArrayRef<ScopAccess> accesses() const { return accessList; }
  llvm::ArrayRef<ScopLoop> loops() const { return loopList; }
  /// With `ScopOptions::traceOrigins`, of a root that is a loop the body of
  /// which is modelled: its dimensions, whose variables are parameters and
  /// whose depths mean nothing. Empty if its bounds are not affine.
  llvm::ArrayRef<ScopLoop> rootLoops() const { return rootLoopList; }
  /// The statement that `op` is executed in: itself or an operation around it
  /// is among the statement's operations. Null for loops, conditions, and
  /// operations that are part of whatever uses them (constants, index
  /// arithmetic, allocations, views).
  const ScopStatement *statementOf(mlir::Operation *op) const;
  /// The array that `memref` is or is a view of, or that stands for the scalar
  /// value given; null if there is none.
  const ScopArray *arrayOf(mlir::Value memref) const;
  /// The statement whose domain tuple is `name`; null if there is none.
  const ScopStatement *statementNamed(llvm::StringRef name) const;

  /// `[p] -> { S[i] }`, all statements.
  isl::union_set domains() const;
  /// `[p] -> { S[i] -> A[a] }`, every read (may and must).
  isl::union_map reads() const;
  /// `[p] -> { S[i] -> A[a] }`, the writes certain to happen.
  isl::union_map mustWrites() const;
  /// `[p] -> { S[i] -> A[a] }`, every write, certain or not.
  isl::union_map mayWrites() const;
  /// The same with the access as tag: `{ [S[i] -> R3[]] -> A[a] }`.
  isl::union_map taggedReads() const;
  isl::union_map taggedMustWrites() const;
  isl::union_map taggedMayWrites() const;

  /// The original order as a schedule tree; each loop is a band of one
  /// dimension (of several for affine.parallel), marked coincident when it was
  /// declared parallel.
  isl::schedule schedule() const { return scheduleTree; }
  /// `[p] -> { S[i] -> [t] }`, the schedule tree flattened (2d+1 form); made at
  /// the first call.
  isl::union_map scheduleMap() const;

  /// Readable dump in isl notation: context, parameters, arrays, statements
  /// with domains and accesses, schedule tree.
  void print(llvm::raw_ostream &os) const;

private:
  friend class ScopBuilder;
  explicit Scop(std::shared_ptr<IslContext> context);

  // First member: destroyed last, after every isl object.
  std::shared_ptr<IslContext> islContext;
  mlir::Operation *rootOp = nullptr;
  isl::set contextSet, definedSet;
  llvm::SmallVector<ScopAssumption> assumptionList;
  llvm::SmallVector<std::pair<isl::id, mlir::Value>> params;
  llvm::SmallVector<ScopArray> arrayList;
  llvm::SmallVector<ScopStatement> statementList;
  llvm::SmallVector<ScopAccess> accessList;
  llvm::SmallVector<ScopLoop> loopList, rootLoopList;
  llvm::DenseMap<mlir::Operation *, unsigned> opToStatement;
  isl::schedule scheduleTree;
  mutable isl::union_map scheduleRelation;
};

/// A schedule tree in isl's notation (YAML), a line for each property of a
/// node; isl reads it back.
std::string scheduleToString(const isl::schedule &schedule);

} // namespace polymem

#endif // POLYMEM_POLYHEDRAL_SCOP_H
