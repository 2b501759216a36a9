//===- ScopBuilder.h - builds a Scop from IR (internal) ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three phases:
//   ScopBuilder.cpp             control flow: statements, domains, order
//   ScopBuilderAccesses.cpp     arrays, views and memory accesses, with
//   ScopBuilderAllocations.cpp  what is known of the arrays' sizes
//   ScopBuilderScalars.cpp      SSA values that cross statements
// and ScopBuilderValues.cpp, the tracing of SSA values to quasi-affine
// functions of parameters and induction variables that all of them use.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_POLYHEDRAL_SCOPBUILDER_H
#define POLYMEM_LIB_POLYHEDRAL_SCOPBUILDER_H

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace polymem {

/// The modelled loops around a point of the IR.
struct ScopFrame {
  /// Values of the dimensions; null for dimensions added by `extended`.
  llvm::SmallVector<mlir::Value> ivs;
  /// `[p] -> { [i] : the point is executed }`.
  isl::set domain;
  /// `[p] -> { [i] }`: of the dimensions whose loops have a step that is not a
  /// constant, the first iteration, which is executed if any is.
  isl::set firstIterations;
  /// The modelled loops and conditions around, outermost first.
  llvm::SmallVector<mlir::Operation *> controls;
  /// False inside a loop whose domain is an over-approximation.
  bool exact = true;

  unsigned depth() const { return ivs.size(); }
  /// `{ [i] }`, without parameters.
  isl::space space() const { return isl::space(domain.ctx(), 0, depth()); }
  /// Dimension `d` as a function `{ [i] -> [i_d] }`.
  isl::pw_aff dim(unsigned d) const;
  /// The frame with dimensions for `values` (null: anonymous) added inside.
  ScopFrame extended(llvm::ArrayRef<mlir::Value> values) const;
};

/// Bounds of one loop dimension over the frame that has the loop's dimensions.
struct ScopLoopBounds {
  mlir::Value iv;
  /// The loop starts at the largest of `lower`, ends before the least `upper`.
  llvm::SmallVector<isl::pw_aff> lower, upper;
  /// Null when the step is not a constant.
  isl::val step;
  /// Null when the step is a constant or not a function of parameters.
  isl::pw_aff symbolicStep;
  bool parallel = false;

  /// `{ x : max(lower) <= iv(x) < min(upper), iv(x) = max(lower) mod step }`.
  isl::set constraints(const isl::pw_aff &iv) const;
};

class ScopBuilder {
public:
  ScopBuilder(mlir::Operation *root, ScopFailure &failure,
              const ScopOptions &options);
  std::unique_ptr<Scop> run();

private:
  /// Order of statements: a tree of sequences and loops over statements.
  struct OrderNode {
    enum class Kind { Statement, Sequence, Loop } kind = Kind::Sequence;
    /// A statement's index, or the first of `count` entries of `loops()`.
    unsigned index = 0, count = 0;
    /// Position of the loop's first dimension in the domains inside.
    unsigned depth = 0;
    std::vector<OrderNode> children;
  };

  /// A run of operations in the making, and what is known of it.
  struct StatementInfo {
    ScopFrame frame;
    /// Loops right behind the statement whose carried values it initialises.
    llvm::SmallVector<mlir::Operation *> initialised;
    /// The number of the run that the statement is, or is a part of.
    unsigned run;
  };

  /// An access before arrays are complete.
  struct Event {
    enum class Extent {
      Relation, ///< as `relation` says
      Whole,    ///< any element of the array
      Anything  ///< any element of any array that others can reach
    };
    mlir::Operation *op;
    ScopAccess::Kind kind;
    bool must;
    Extent extent;
    unsigned array = 0;
    /// `[p] -> { [i] -> [a] }`, tuples unnamed.
    isl::map relation;
    /// See `ScopAccess::sure`.
    bool sure = false;
  };

  /// What `op` does with `memref` at a point of the IR, surely or perhaps, and
  /// the list that its accesses are added to.
  struct AccessSite {
    mlir::Operation *op;
    ScopAccess::Kind kind;
    mlir::Value memref;
    const ScopFrame &frame;
    bool sure;
    llvm::SmallVectorImpl<Event> &events;
  };

  /// A memref as the memory object it looks at. `coordinates` are those of the
  /// object, over a frame extended by the memref's own coordinates.
  struct ResolvedMemRef {
    mlir::Value base;
    /// The object is certain (otherwise it may be any that others can reach).
    bool known = false;
    /// `coordinates` are valid.
    bool affine = true;
    llvm::SmallVector<isl::pw_aff> coordinates;
    /// Some view was looked through.
    bool viewed = false;
  };

  // Control flow (ScopBuilder.cpp).
  bool fail(mlir::Operation *op, const Sentence &reason);
  bool walkRoot(OrderNode &order);
  void traceOrigins(PolyhedralLoopOpInterface loop);
  bool walkBlock(mlir::Block &block, const ScopFrame &frame, OrderNode &order);
  bool walkOp(mlir::Operation *op, const ScopFrame &frame, OrderNode &order,
              std::optional<unsigned> &run);
  bool walkLoop(mlir::Operation *op, const ScopFrame &frame,
                llvm::ArrayRef<ScopLoopBounds> bounds, OrderNode &order);
  bool walkIf(mlir::Operation *op, const ScopFrame &frame,
              const isl::set &condition, OrderNode &order);
  bool addToRun(mlir::Operation *op, const ScopFrame &frame, OrderNode &order,
                std::optional<unsigned> &run);
  void startRun(const ScopFrame &frame, OrderNode &order,
                std::optional<unsigned> &run);
  unsigned nextRun() const { return infos.empty() ? 0 : infos.back().run + 1; }
  void startStatement(const ScopFrame &frame, OrderNode &order, unsigned run,
                      const llvm::Twine &suffix);
  bool isSkipped(mlir::Operation *op, const ScopFrame &frame);
  /// The loop's bounds as functions of `frame`'s dimensions; nullopt if `op` is
  /// no loop of the model or some bound is not affine.
  std::optional<llvm::SmallVector<ScopLoopBounds>>
  loopBounds(mlir::Operation *op, const ScopFrame &frame);
  template <typename OpTy>
  std::optional<llvm::SmallVector<isl::pw_aff>>
  extremumTerms(mlir::OpFoldResult bound, const ScopFrame &frame);
  std::optional<isl::set> ifCondition(mlir::Operation *op,
                                      const ScopFrame &frame);
  /// The schedule of the statements under `node`; null if none is executed.
  isl::schedule buildSchedule(const OrderNode &node);
  void addAccesses(unsigned statement, llvm::ArrayRef<Event> events);
  void finish(const OrderNode &order);

  // Values (ScopBuilderValues.cpp).
  /// `value` as a quasi-affine function `[p] -> { [i] -> [v] }` over `frame`;
  /// null if it is none.
  isl::pw_aff affineValue(mlir::Value value, const ScopFrame &frame);
  isl::pw_aff affineValue(mlir::OpFoldResult value, const ScopFrame &frame);
  /// The results of `map` applied to `operands`; empty if one is not affine.
  std::optional<llvm::SmallVector<isl::pw_aff>>
  affineResults(mlir::AffineMap map, mlir::ValueRange operands,
                const ScopFrame &frame);
  bool isAffineValue(mlir::Value value, const ScopFrame &frame);
  struct Tracer;
  /// The value is the same in all of the scop's execution.
  bool isInvariant(mlir::Value value, unsigned depth = 0);
  bool isAtTopLevel(mlir::Operation *op);
  isl::id parameter(mlir::Value value);
  /// `[p] -> { [i] -> [p] }`.
  isl::pw_aff paramAff(const isl::id &id, const ScopFrame &frame);
  std::string parameterName(mlir::Value value);
  std::string uniqueName(llvm::StringRef wanted);
  std::string numbered(llvm::StringRef prefix);
  void addContextOf(mlir::Value parameter, const isl::id &id);
  void addContextAround(mlir::Operation *op);
  void assumePositive(mlir::Operation *loop, const isl::pw_aff &step,
                      const ScopFrame &frame);
  void finishContext(const isl::space &space);

  // Memory (ScopBuilderAccesses.cpp).
  void collectAccesses(mlir::Operation *op, const ScopFrame &frame, bool sure,
                       llvm::SmallVectorImpl<Event> &events);
  void collectRegionAccesses(mlir::Region &region, const ScopFrame &frame,
                             bool sure, llvm::SmallVectorImpl<Event> &events);
  void collectBranches(mlir::Operation *op, const ScopFrame &frame, bool sure,
                       llvm::SmallVectorImpl<Event> &events);
  void collectEffects(mlir::Operation *op, const ScopFrame &frame,
                      llvm::SmallVectorImpl<Event> &events);
  /// What `copy` moves, accessed by `op`: the copy or one that waits for it.
  void collectSetCopy(mlir::Operation *copy, mlir::Operation *op,
                      const ScopFrame &frame, bool sure,
                      llvm::SmallVectorImpl<Event> &events);
  /// Access to elements `indices` of the memref, `vector` elements long in the
  /// trailing dimensions.
  void addElementAccess(const AccessSite &site,
                        std::optional<llvm::SmallVector<isl::pw_aff>> indices,
                        llvm::ArrayRef<int64_t> vector);
  /// Access to `elements = { [i] -> [v] }` of the memref; a null map means any.
  void addAccess(const AccessSite &site, isl::map elements);
  void addWholeAccess(AccessSite site);
  void addAnything(mlir::Operation *op, ScopAccess::Kind kind,
                   llvm::SmallVectorImpl<Event> &events);
  ResolvedMemRef resolve(mlir::Value memref, const ScopFrame &frame);
  isl::pw_aff memrefDim(mlir::Value memref, unsigned dim,
                        const ScopFrame &frame);
  unsigned arrayFor(mlir::Value base);
  void addUnusedAllocations();
  unsigned otherMemory();
  bool isLocal(mlir::Value base);
  bool escapes(mlir::Value memref);
  /// `{ [i] -> [i_0, ..., i_{depth-1}] }` over `frame`.
  isl::map prefixMap(const ScopFrame &frame, unsigned depth);
  /// The array's elements; clears `shapeKnown` if a size is not in sight.
  isl::set extentOf(const ScopArray &array, bool &shapeKnown);
  /// `{ S[i] -> A[j, a] : j = i_0, ..., i_{prefix-1} }` over `array`'s extent.
  isl::map wholeRelation(const ScopFrame &frame, const ScopArray &array,
                         unsigned prefix);

  // Scalars (ScopBuilderScalars.cpp).
  void findScalars();
  void collectStatement(unsigned statement, llvm::SmallVectorImpl<Event> &);
  void traceIndices(unsigned statement);
  void traceLayoutSymbols(ScopArray &array);
  void traceAllocation(ScopArray &array);
  void forEachScalarSource(mlir::Value value, unsigned statement,
                           llvm::SmallPtrSetImpl<mlir::Operation *> &seen,
                           llvm::function_ref<void(mlir::Value)> callback);
  void forEachScalarRead(mlir::Operation *op, unsigned statement,
                         llvm::function_ref<void(mlir::Value)> callback);
  unsigned scalarArray(mlir::Value value);
  void addScalarAccess(mlir::Operation *op, ScopAccess::Kind kind,
                       mlir::Value value, const ScopFrame &frame,
                       llvm::SmallVectorImpl<Event> &events);
  void forEachLiveOutScalar(llvm::function_ref<void(mlir::Value)> callback);
  void markLiveOutScalars();
  std::optional<unsigned> statementContaining(mlir::Operation *op) const;

  std::unique_ptr<Scop> scop;
  mlir::Operation *root;
  /// The root opens an affine scope: its body is modelled, not the root itself.
  bool modelsBody;
  ScopFailure &failure;
  ScopOptions options;
  isl::ctx ctx;
  llvm::SmallVector<StatementInfo> infos;
  /// Frames of the modelled blocks, and of modelled loops and conditions (the
  /// frame *around* them).
  llvm::DenseMap<mlir::Block *, ScopFrame> blockFrames;
  llvm::DenseMap<mlir::Operation *, unsigned> modelledDepth;
  llvm::DenseMap<mlir::Value, bool> invariant;
  llvm::DenseMap<mlir::Value, bool> escaping;
  llvm::DenseMap<mlir::Value, unsigned> arrayIndex;
  llvm::DenseMap<mlir::Value, unsigned> scalarIndex;
  llvm::StringMap<mlir::Value> globals;
  std::optional<unsigned> other;
  /// By array: the extent is exactly the array's elements.
  llvm::SmallVector<bool> shapeKnown;
  llvm::StringSet<> names;
  llvm::StringMap<unsigned> counters;
  /// `[p] -> { [] : ... }`, what is known of parameters so far, but for
  /// `assumptions`.
  isl::set known;
  /// What loops need, with `excluded` and `otherwise` in `[p] -> { [] }`.
  llvm::SmallVector<ScopAssumption> assumptions;
  /// Parameters without dimensions.
  ScopFrame outside;
};

/// `memref` is the result of an operation that allocates it.
bool isAllocation(mlir::Value memref);

/// True iff `a` and `b` are the same object or computed in the same way from
/// the same values by operations without side effects.
bool haveSameValue(mlir::Value a, mlir::Value b);

} // namespace polymem

#endif // POLYMEM_LIB_POLYHEDRAL_SCOPBUILDER_H
