//===- VersionSteps.cpp - versions of faces for each step -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step becomes: copies of what is read as it was before the step; then its
// pieces, each a nest of its own.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/Isl/IslBounds.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"
#include "PolyMem/Transforms/Scheduling/Reordering.h"
#include "StepVersions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// Loops that are tried at most: each of these costs some orders.
static constexpr size_t kMaxLoops = 8;

namespace {

/// Carries a plan out on a copy of the function.
class Versioner {
public:
  Versioner(const Scop &scop, affine::AffineForOp old, const StepPlan &plan,
            const IRMapping &counterpart)
      : scop(scop), old(old), plan(plan), counterpart(counterpart),
        loop(
            cast<affine::AffineForOp>(counterpart.lookup(old.getOperation()))) {
  }

  /// Says in `reason` why it fails, and leaves some of the steps then.
  LogicalResult run(unsigned long maxIslOperations);

  Sentence reason;
  /// By piece, its first operation.
  SmallVector<Operation *> firsts;

private:
  /// The arrays of a face: what it holds before and after each step.
  struct Versions {
    Value before, after;
  };

  void allocate(OpBuilder &builder);
  isl::schedule schedule() const;
  LogicalResult emit(OpBuilder &builder, StringRef name,
                     ValueRange coordinates);
  LogicalResult emitCopy(OpBuilder &builder, unsigned face,
                         ValueRange coordinates);
  LogicalResult emitPiece(OpBuilder &builder, unsigned number,
                          ValueRange coordinates);
  /// The load or store `op`, a copy of one, uses `array` of a face in step
  /// `step`.
  void redirectLoad(affine::AffineLoadOp op, const Face &face, Value array,
                    Value step);
  void storeAfter(affine::AffineStoreOp op, const Face &face, Value array,
                  Value step);
  /// The subscripts in an array of versions.
  std::pair<AffineMap, SmallVector<Value>> subscripts(AffineMap map,
                                                      ValueRange operands,
                                                      const Face &face,
                                                      Value step) const;
  /// Makes `mapping` know what `value`, of a step, is computed from.
  LogicalResult mapValue(OpBuilder &builder, Value value, IRMapping &mapping);

  const Scop &scop;
  affine::AffineForOp old;
  const StepPlan &plan;
  const IRMapping &counterpart;
  affine::AffineForOp loop;
  SmallVector<Versions> versions;
};

} // namespace

void Versioner::allocate(OpBuilder &builder) {
  Location loc = loop.getLoc();
  OpBuilder behind(builder.getContext());
  behind.setInsertionPointAfter(loop);
  for (const Face &face : plan.faces) {
    auto make = [&](bool isNeeded) -> Value {
      if (!isNeeded)
        return {};
      Value own = face.form->allocate(
          builder, loc, counterpart.lookupOrDefault(face.array->value),
          /*depth=*/1, counterpart, face.fixed);
      memref::DeallocOp::create(behind, loc, own);
      return own;
    };
    Value before = make(face.hasBefore);
    versions.push_back({before, make(face.hasAfter)});
  }
}

/// `points` in lexicographic order of all dimensions but the first.
static isl::schedule inOrder(const isl::set &points) {
  isl::schedule result = isl::schedule::from_domain(isl::union_set(points));
  unsigned numDims = points.tuple_dim().release();
  if (numDims < 2)
    return result;
  isl::map rest = isl::map::identity(points.space().map_from_set())
                      .project_out(isl::dim::out, 0, 1);
  rest = withTupleName(rest, isl::dim::out, nullptr).intersect_domain(points);
  return result.insert_partial_schedule(
      isl::multi_union_pw_aff::from_union_map(isl::union_map(rest)));
}

isl::schedule Versioner::schedule() const {
  isl::schedule order =
      isl::schedule::from_domain(isl::union_set::empty(scop.ctx()));
  isl::union_map steps = isl::union_map::empty(scop.ctx());
  auto add = [&](const isl::set &points, const std::string &name) {
    // Nothing has no order.
    if (points.is_empty().is_true())
      return;
    isl::set named = points.set_tuple_id(name);
    order = order.sequence(inOrder(named));
    isl::map step =
        isl::map::identity(named.space().map_from_set())
            .project_out(isl::dim::out, 1, named.tuple_dim().release() - 1);
    steps = steps.unite(isl::union_map(
        withTupleName(step, isl::dim::out, nullptr).intersect_domain(named)));
  };
  for (auto [f, face] : llvm::enumerate(plan.faces))
    if (versions[f].before)
      add(face.before.wrap().flatten(), "C" + std::to_string(f));
  for (auto [p, piece] : llvm::enumerate(plan.pieces))
    add(piece.instances, "P" + std::to_string(p));
  return order.insert_partial_schedule(
      isl::multi_union_pw_aff::from_union_map(steps));
}

std::pair<AffineMap, SmallVector<Value>>
Versioner::subscripts(AffineMap map, ValueRange operands, const Face &face,
                      Value step) const {
  unsigned numSymbols = face.form->symbols.size(), numDims = map.getNumDims();
  AffineMap shifted = map.shiftDims(1).shiftSymbols(numSymbols);
  SmallVector<AffineExpr> results = {getAffineDimExpr(0, map.getContext()) -
                                     face.form->lower.front()};
  for (unsigned d = 0; d < map.getNumResults(); ++d)
    if (!face.fixed[d])
      results.push_back(shifted.getResult(d));
  SmallVector<Value> all = {step};
  llvm::append_range(all, operands.take_front(numDims));
  for (Value symbol : face.form->symbols)
    all.push_back(counterpart.lookupOrDefault(symbol));
  llvm::append_range(all, operands.drop_front(numDims));
  AffineMap both = AffineMap::get(1 + numDims, numSymbols + map.getNumSymbols(),
                                  results, map.getContext());
  affine::canonicalizeMapAndOperands(&both, &all);
  return {both, all};
}

void Versioner::redirectLoad(affine::AffineLoadOp op, const Face &face,
                             Value array, Value step) {
  auto [map, operands] =
      subscripts(op.getAffineMap(), op.getMapOperands(), face, step);
  OpBuilder builder(op);
  Value value =
      affine::AffineLoadOp::create(builder, op.getLoc(), array, map, operands);
  op.replaceAllUsesWith(value);
  op.erase();
}

void Versioner::storeAfter(affine::AffineStoreOp op, const Face &face,
                           Value array, Value step) {
  auto [map, operands] =
      subscripts(op.getAffineMap(), op.getMapOperands(), face, step);
  OpBuilder builder(op.getContext());
  builder.setInsertionPointAfter(op);
  affine::AffineStoreOp::create(builder, op.getLoc(), op.getValueToStore(),
                                array, map, operands);
}

LogicalResult Versioner::mapValue(OpBuilder &builder, Value value,
                                  IRMapping &mapping) {
  if (mapping.contains(value))
    return success();
  if (old.isDefinedOutsideOfLoop(value)) {
    mapping.map(value, counterpart.lookupOrDefault(value));
    return success();
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isPure(op)) {
    reason = "a value of a statement is used in another one";
    return failure();
  }
  for (Value operand : op->getOperands())
    if (failed(mapValue(builder, operand, mapping)))
      return failure();
  builder.clone(*op, mapping);
  return success();
}

LogicalResult Versioner::emitCopy(OpBuilder &builder, unsigned f,
                                  ValueRange coordinates) {
  const Face &face = plan.faces[f];
  Value array = counterpart.lookupOrDefault(face.array->value);
  ValueRange element = coordinates.drop_front();
  AffineMap map = builder.getMultiDimIdentityMap(element.size());
  Value value =
      affine::AffineLoadOp::create(builder, loop.getLoc(), array, map, element);
  auto [to, operands] = subscripts(map, element, face, coordinates.front());
  affine::AffineStoreOp::create(builder, loop.getLoc(), value,
                                versions[f].before, to, operands);
  return success();
}

LogicalResult Versioner::emitPiece(OpBuilder &builder, unsigned number,
                                   ValueRange coordinates) {
  const StepPiece &piece = plan.pieces[number];
  const ScopStatement &statement = scop.statements()[piece.statement];
  IRMapping mapping;
  for (auto [iv, coordinate] : llvm::zip_equal(statement.ivs, coordinates))
    mapping.map(iv, coordinate);
  auto writes = [&](Operation *op, const ScopArray *array) {
    return llvm::any_of(statement.accesses, [&](unsigned id) {
      const ScopAccess &access = scop.accesses()[id];
      return access.op == op && access.isWrite() &&
             &scop.arrays()[access.array] == array;
    });
  };
  Operation *first = nullptr;
  SmallVector<std::pair<Operation *, Operation *>> copies;
  for (Operation *op : statement.ops) {
    for (Value operand : op->getOperands())
      if (failed(mapValue(builder, operand, mapping)))
        return failure();
    copies.emplace_back(op, builder.clone(*op, mapping));
  }
  for (auto [op, copy] : copies) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(copy)) {
      for (auto [l, versioned] : llvm::enumerate(plan.loads))
        if (versioned.access->op == op) {
          const Versions &both = versions[versioned.face];
          redirectLoad(load, plan.faces[versioned.face],
                       piece.readsAfter[l] ? both.after : both.before,
                       coordinates.front());
          break;
        }
      continue;
    }
    auto store = dyn_cast<affine::AffineStoreOp>(copy);
    if (store && !first)
      first = store;
    for (auto [f, face] : llvm::enumerate(plan.faces))
      if (store && piece.writesTo[f] && writes(op, face.array))
        storeAfter(store, face, versions[f].after, coordinates.front());
  }
  firsts[number] = first;
  return success();
}

LogicalResult Versioner::emit(OpBuilder &builder, StringRef name,
                              ValueRange coordinates) {
  if (!llvm::all_of(coordinates,
                    [](Value value) { return affine::isValidDim(value); }))
    return failure();
  unsigned number;
  if (name.drop_front().getAsInteger(10, number))
    return failure();
  return name.front() == 'C' ? emitCopy(builder, number, coordinates)
                             : emitPiece(builder, number, coordinates);
}

LogicalResult Versioner::run(unsigned long maxIslOperations) {
  firsts.assign(plan.pieces.size(), nullptr);
  OpBuilder builder(loop);
  allocate(builder);
  AstOptions options;
  options.maxIslOperations = maxIslOperations;
  reason = sentence("no loops are found within {0} isl operations",
                    named("MaxIslOperations", maxIslOperations));
  auto parameters = [&](const isl::id &id) -> Value {
    Value value = scop.parameterValue(id);
    return value && old.isDefinedOutsideOfLoop(value)
               ? counterpart.lookupOrDefault(value)
               : Value();
  };
  auto emitOne = [&](OpBuilder &inner, StringRef name, ValueRange coordinates) {
    return emit(inner, name, coordinates);
  };
  if (failed(generateCode(builder, loop.getLoc(), schedule(), scop.context(),
                          parameters, emitOne, options)))
    return failure();
  loop.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Decision
//===----------------------------------------------------------------------===//

/// The bytes of all versions, at assumed sizes; nothing if they are not known.
static std::optional<int64_t> bytesOfVersions(const StepPlan &plan,
                                              const AssumedSizes &sizes) {
  int64_t sum = 0;
  for (const Face &face : plan.faces) {
    std::optional<int64_t> bytes =
        face.form->bytes(face.web, /*depth=*/1, sizes, face.fixed);
    for (bool isNeeded : {face.hasBefore, face.hasAfter})
      if (!bytes || (isNeeded && llvm::AddOverflow(sum, *bytes, sum)))
        return std::nullopt;
  }
  return sum;
}

/// With `now`, all pieces with as many dimensions as their statements have are
/// parallel further out than these are in `scop`.
static bool makesParallel(func::FuncOp func, const Scop &scop,
                          const StepPlan &plan, func::FuncOp changed,
                          ArrayRef<Operation *> firsts,
                          const GainOptions &options) {
  ScopFailure failure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = options.maxIslOperations;
  auto now = Scop::build(changed, failure, scopOptions);
  if (!now)
    return false;
  llvm::StringMap<Parallelism> before = parallelismOf(func, scop, options);
  llvm::StringMap<Parallelism> after = parallelismOf(changed, *now, options);
  bool isBetter = false;
  for (auto [piece, first] : llvm::zip_equal(plan.pieces, firsts)) {
    unsigned numDims = piece.instances.tuple_dim().release();
    const ScopStatement *same = first ? now->statementOf(first) : nullptr;
    if (affineDimension(piece.instances) < numDims || !same)
      continue;
    const std::string &name = scop.statements()[piece.statement].name;
    int change = compare(after.lookup(same->name), before.lookup(name));
    if (change < 0)
      return false;
    isBetter |= change > 0;
  }
  return isBetter;
}

/// `func` with versions of faces for the steps of its loop `candidate`; null
/// after a refusal.
static OwningOpRef<func::FuncOp>
versionStepsOf(func::FuncOp func, const StepCandidate &candidate,
               const llvm::StringMap<int64_t> &given, VersionOptions &options,
               Refusals &refusals) {
  auto refuse = [&](StringRef name, const Sentence &reason) {
    refusals.missed(candidate.loop, name,
                    sentence("steps of the loop get no versions of what they "
                             "overwrite: {0}",
                             reason));
    return OwningOpRef<func::FuncOp>();
  };
  std::unique_ptr<Scop> scop =
      modelForPass(func, refusals, options.gain.maxIslOperations);
  if (!scop)
    return {};
  Sentence reason;
  std::optional<StepPlan> plan =
      planSteps(*scop, candidate, options.gain.maxIslOperations, reason);
  if (!plan)
    return refuse("NotVersioned", reason);
  std::optional<int64_t> bytes = bytesOfVersions(
      *plan, AssumedSizes(func, given, assumedSizeOf(func, kAssumedSize)));
  if (!bytes || *bytes > options.bytesLeft)
    return refuse("TooLarge", sentence("they would have more than {0} bytes",
                                       named("Bytes", options.bytesLeft)));
  IRMapping counterpart;
  OwningOpRef<func::FuncOp> result =
      cast<func::FuncOp>(func->clone(counterpart));
  Versioner versioner(*scop, candidate.loop, *plan, counterpart);
  if (failed(versioner.run(options.gain.maxIslOperations)))
    return refuse("NotVersioned", versioner.reason);
  if (!options.always && !makesParallel(func, *scop, *plan, *result,
                                        versioner.firsts, options.gain))
    return refuse("NothingGained",
                  "no loops would be parallel further out for all that has as "
                  "many dimensions as before");
  remarkPassed(candidate.loop, options.pass, "Versioned") << sentence(
      "what {0} loads of a step overwrite is read from copies of {1} faces, as "
      "it is before and after the step, with {2} bytes at assumed sizes",
      named("Loads", plan->loads.size()), named("Faces", plan->faces.size()),
      named("Bytes", *bytes));
  options.bytesLeft -= *bytes;
  ++options.numVersioned;
  return result;
}

OwningOpRef<func::FuncOp>
polymem::versionSteps(func::FuncOp func, const llvm::StringMap<int64_t> &given,
                      VersionOptions &options, EarlierFunctions &earlier,
                      Refusals &refusals) {
  auto loopsOf = [](func::FuncOp in) {
    return llvm::to_vector(in.getBody().front().getOps<affine::AffineForOp>());
  };
  SmallVector<affine::AffineForOp> loops = loopsOf(func);
  std::vector<StepCandidate> candidates = findSteps(func);
  if (candidates.size() > kMaxLoops) {
    refusals.missed(func, "TooMany",
                    sentence("steps of {0} loops may get versions of what they "
                             "overwrite, more than the {1} that are tried",
                             named("Loops", candidates.size()),
                             named("MaxLoops", kMaxLoops)));
    return {};
  }
  OwningOpRef<func::FuncOp> result;
  // From the last loop to the first: those before a loop stay in their place,
  // and what becomes of it is not looked at again.
  for (const StepCandidate &original : llvm::reverse(candidates)) {
    func::FuncOp now = result ? *result : func;
    affine::AffineForOp loop =
        loopsOf(now)[llvm::find(loops, original.loop) - loops.begin()];
    for (const StepCandidate &candidate : findSteps(now)) {
      if (candidate.loop != loop)
        continue;
      auto next = versionStepsOf(now, candidate, given, options, refusals);
      if (next) {
        if (result)
          earlier.push_back(std::move(result));
        result = std::move(next);
      }
      break;
    }
  }
  return result;
}
