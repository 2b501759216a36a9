//===- Regenerate.cpp - a function's body from its scop -------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The new body is built in a second block of the function, which replaces the
// first when everything has succeeded. It has three parts: what the statements
// share (constants, sizes, allocations), the loops with copies of the
// statements, and what the function returns.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace polymem;

namespace {

class Regenerator {
public:
  Regenerator(Operation *func, const Scop &scop, Sentence &reason)
      : func(func), scop(scop), reason(reason) {}

  LogicalResult check(const isl::schedule &schedule);
  LogicalResult run(const isl::schedule &schedule, const AstOptions &options);

private:
  LogicalResult refuse(const Sentence &why) {
    reason = why;
    return failure();
  }

  LogicalResult emitShared(OpBuilder &builder);
  LogicalResult emitStatement(OpBuilder &builder,
                              const ScopStatement &statement,
                              ValueRange coordinates);
  /// Gives the new loops and conditions around the builder's insertion point
  /// that have no place in the source yet the places of `statement`'s loops.
  void locate(OpBuilder &builder, const ScopStatement &statement,
              ValueRange coordinates);
  LogicalResult emitEnd(OpBuilder &builder);

  /// Makes `mapping` know every value that `op` and operations nested in it use
  /// from outside, by copies of operations that are in no statement. What is in
  /// a statement is copied too if `mayCopy` allows it.
  LogicalResult mapOperands(OpBuilder &builder, Operation *op,
                            IRMapping &mapping,
                            llvm::function_ref<bool(Operation *)> mayCopy);
  LogicalResult mapValue(OpBuilder &builder, Value value, IRMapping &mapping,
                         llvm::function_ref<bool(Operation *)> mayCopy);
  /// Copies `op`, whose operands `mapping` knows.
  LogicalResult copy(OpBuilder &builder, Operation *op, IRMapping &mapping);

  /// A deallocation that the new body has behind everything else: where loops
  /// are fused it might come to be in one.
  bool isFreedAtEnd(Operation *op) const;
  /// A load of what the memory holds before (after) all statements.
  bool isLoadOfInitialValue(Operation *op) const;
  bool isLoadOfFinalValue(Operation *op) const;
  /// A load from memory that no write for which `matters` holds changes; it is
  /// given the operation of the function's block that contains the write.
  bool isLoadWithoutWrite(Operation *op,
                          llvm::function_ref<bool(Operation *)> matters) const;

  Operation *func;
  const Scop &scop;
  Sentence &reason;
  /// Values of the old body that have one counterpart in the new one.
  IRMapping shared;
  /// Allocations inside loops, which become allocations of the function.
  SmallVector<Operation *> localAllocations;
  /// New loops and conditions that have a place in the source.
  llvm::SmallPtrSet<Operation *, 16> located;
};

} // namespace

static bool isAllocation(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<BaseMemRefType>(op->getResult(0).getType()) &&
         hasEffect<MemoryEffects::Allocate>(op, op->getResult(0));
}

/// The deallocated memref, if `op` is a deallocation.
static Value deallocated(Operation *op) {
  auto dealloc = dyn_cast<memref::DeallocOp>(op);
  return dealloc ? dealloc.getMemref() : Value();
}

//===----------------------------------------------------------------------===//
// What can be regenerated
//===----------------------------------------------------------------------===//

LogicalResult Regenerator::check(const isl::schedule &schedule) {
  assert(scop.root() == func && func->getNumRegions() == 1 &&
         llvm::hasSingleElement(func->getRegion(0)) &&
         "what has a scop has one block");
  for (const ScopLoop &loop : scop.loops()) {
    if (!isa<affine::AffineForOp, affine::AffineParallelOp>(loop.op))
      return refuse("'" + loop.op->getName().getStringRef() +
                    "' would lose what it says beyond its bounds");
    assert(loop.exactStep && "steps of affine loops are constants");
    if (loop.op->getNumResults() != 0)
      return refuse("'" + loop.op->getName().getStringRef() +
                    "' carries values; demote them to memory first");
  }
  for (const ScopStatement &statement : scop.statements())
    for (Operation *op : statement.ops)
      if (op->hasTrait<OpTrait::IsTerminator>())
        return refuse("'" + op->getParentOp()->getName().getStringRef() +
                      "' yields values; demote them to memory first");
  // Allocations in loops: the schedule of the original is known to use only one
  // instance at a time.
  bool local = false;
  func->walk([&](Operation *op) {
    if (op->getParentOp() == func || !isAllocation(op) || scop.statementOf(op))
      return;
    for (Operation *parent = op->getParentOp(); parent != func;
         parent = parent->getParentOp())
      if (scop.statementOf(parent))
        return;
    localAllocations.push_back(op);
    local = true;
  });
  if (local && !schedule.get_map().is_equal(scop.scheduleMap()).is_true())
    return refuse("an allocation inside a loop has one instance per iteration, "
                  "and the order of iterations changes");
  return success();
}

bool Regenerator::isLoadWithoutWrite(
    Operation *op, llvm::function_ref<bool(Operation *)> matters) const {
  // Only a load outside all loops and conditions is surely executed, once.
  if (!isa<affine::AffineLoadOp, memref::LoadOp>(op) ||
      op->getParentOp() != func)
    return false;
  bool modelled = false;
  for (const ScopAccess &read : scop.accesses()) {
    if (read.op != op || !read.isRead() ||
        scop.arrays()[read.array].kind == ScopArray::Kind::Scalar)
      continue;
    modelled = true;
    for (const ScopAccess &write : scop.accesses())
      if (write.isWrite() && write.array == read.array &&
          matters(op->getBlock()->findAncestorOpInBlock(*write.op)))
        return false;
  }
  return modelled;
}

bool Regenerator::isLoadOfInitialValue(Operation *op) const {
  return isLoadWithoutWrite(
      op, [&](Operation *write) { return write->isBeforeInBlock(op); });
}

bool Regenerator::isLoadOfFinalValue(Operation *op) const {
  return isLoadWithoutWrite(
      op, [&](Operation *write) { return op->isBeforeInBlock(write); });
}

//===----------------------------------------------------------------------===//
// Copies of operations
//===----------------------------------------------------------------------===//

LogicalResult
Regenerator::mapValue(OpBuilder &builder, Value value, IRMapping &mapping,
                      llvm::function_ref<bool(Operation *)> mayCopy) {
  if (mapping.contains(value))
    return success();
  if (shared.contains(value)) {
    mapping.map(value, shared.lookup(value));
    return success();
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return refuse("a value of a loop is used where the loop is not around");
  if (!func->isProperAncestor(op))
    return success();
  bool inStatement = scop.statementOf(op) != nullptr;
  if (inStatement && !(isPure(op) && op->getNumRegions() == 0) && !mayCopy(op))
    return refuse("a value of '" + op->getName().getStringRef() +
                  "' is used outside its statement; demote it to memory first");
  if (failed(mapOperands(builder, op, mapping, mayCopy)))
    return failure();
  return copy(builder, op, mapping);
}

LogicalResult
Regenerator::mapOperands(OpBuilder &builder, Operation *op, IRMapping &mapping,
                         llvm::function_ref<bool(Operation *)> mayCopy) {
  WalkResult result = op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      // Defined inside `op`: copied with it.
      Operation *owner = operand.getDefiningOp();
      if (!owner)
        owner = cast<BlockArgument>(operand).getOwner()->getParentOp();
      bool inside = isa<BlockArgument>(operand) ? op->isAncestor(owner)
                                                : op->isProperAncestor(owner);
      if (!inside && failed(mapValue(builder, operand, mapping, mayCopy)))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Operands `dims` and `symbols` may be used as such in `scope`.
static bool areValid(ValueRange dims, ValueRange symbols, Region *scope) {
  return llvm::all_of(dims,
                      [&](Value v) { return affine::isValidDim(v, scope); }) &&
         llvm::all_of(symbols,
                      [&](Value v) { return affine::isValidSymbol(v, scope); });
}

static bool areValid(AffineMap map, ValueRange operands, Region *scope) {
  return areValid(operands.take_front(map.getNumDims()),
                  operands.drop_front(map.getNumDims()), scope);
}

/// The affine operands of `op` may be used where it is.
static bool hasValidAffineOperands(Operation *op) {
  if (!isa_and_nonnull<affine::AffineDialect>(op->getDialect()))
    return true;
  Region *scope = affine::getAffineScope(op);
  if (auto read = dyn_cast<affine::AffineReadOpInterface>(op))
    return areValid(read.getAffineMap(), read.getMapOperands(), scope);
  if (auto write = dyn_cast<affine::AffineWriteOpInterface>(op))
    return areValid(write.getAffineMap(), write.getMapOperands(), scope);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return areValid(apply.getAffineMap(), apply.getMapOperands(), scope);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return areValid(min.getAffineMap(), min.getOperands(), scope);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return areValid(max.getAffineMap(), max.getOperands(), scope);
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return areValid(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                    scope) &&
           areValid(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                    scope);
  if (auto ifOp = dyn_cast<affine::AffineIfOp>(op)) {
    unsigned numDims = ifOp.getIntegerSet().getNumDims();
    return areValid(ifOp.getOperands().take_front(numDims),
                    ifOp.getOperands().drop_front(numDims), scope);
  }
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return !operand.getType().isIndex() || affine::isValidDim(operand, scope);
  });
}

/// `op` without the affine dialect; null if that cannot be said.
static Operation *withoutAffine(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    auto indices = affine::expandAffineMap(builder, loc, load.getAffineMap(),
                                           load.getMapOperands());
    return indices ? memref::LoadOp::create(builder, loc, load.getMemRef(),
                                            *indices)
                   : nullptr;
  }
  if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    auto indices = affine::expandAffineMap(builder, loc, store.getAffineMap(),
                                           store.getMapOperands());
    return indices
               ? memref::StoreOp::create(builder, loc, store.getValueToStore(),
                                         store.getMemRef(), *indices)
               : nullptr;
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    auto results = affine::expandAffineMap(builder, loc, apply.getAffineMap(),
                                           apply.getMapOperands());
    return results ? results->front().getDefiningOp() : nullptr;
  }
  return nullptr;
}

LogicalResult Regenerator::copy(OpBuilder &builder, Operation *op,
                                IRMapping &mapping) {
  Operation *root = builder.clone(*op, mapping);
  SmallVector<Operation *> invalid;
  root->walk([&](Operation *nested) {
    if (!hasValidAffineOperands(nested))
      invalid.push_back(nested);
  });
  // Where a coordinate is no affine operand, scf loops are around.
  for (Operation *nested : invalid) {
    Operation *replacement = withoutAffine(nested);
    if (!replacement)
      return refuse("'" + nested->getName().getStringRef() +
                    "' would have an operand that is not affine");
    nested->replaceAllUsesWith(replacement);
    if (nested == root)
      mapping.map(op->getResults(), replacement->getResults());
    nested->erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The three parts
//===----------------------------------------------------------------------===//

LogicalResult Regenerator::emitShared(OpBuilder &builder) {
  auto mayCopy = [&](Operation *op) { return isLoadOfInitialValue(op); };
  Block &body = func->getRegion(0).front();
  // Operations in no statement compute with values only; where they are among
  // statements does not matter.
  for (Operation &op : body) {
    if (op.hasTrait<OpTrait::IsTerminator>() || scop.statementOf(&op) ||
        op.getNumResults() == 0 || op.getNumRegions() != 0 ||
        shared.contains(op.getResult(0)))
      continue;
    if (failed(mapOperands(builder, &op, shared, mayCopy)) ||
        failed(copy(builder, &op, shared)))
      return failure();
  }
  for (auto &[id, value] : scop.parameters())
    if (failed(mapValue(builder, value, shared, mayCopy)))
      return failure();
  for (Operation *allocation : localAllocations) {
    if (failed(mapOperands(builder, allocation, shared, mayCopy))) {
      reason = "the size of an allocation inside a loop depends on the loop";
      return failure();
    }
    builder.clone(*allocation, shared);
  }
  return success();
}

bool Regenerator::isFreedAtEnd(Operation *op) const {
  Value memref = deallocated(op);
  return memref && shared.contains(memref) &&
         (op->getParentOp() == func ||
          llvm::is_contained(localAllocations, memref.getDefiningOp()));
}

/// `value` is computed from `source` in affine operations.
static bool dependsOn(Value value, Value source) {
  if (value == source)
    return true;
  Operation *op = value.getDefiningOp();
  return op && isPure(op) && op->getNumRegions() == 0 &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, source);
         });
}

/// The number of the first of `coordinates` that depends on what `op` counts,
/// if that is a loop.
static std::optional<unsigned> countedBy(Operation *op,
                                         ValueRange coordinates) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  std::optional<Value> iv =
      loop ? loop.getSingleInductionVar() : std::optional<Value>();
  for (auto [number, coordinate] : llvm::enumerate(coordinates))
    if (iv && dependsOn(coordinate, *iv))
      return number;
  return std::nullopt;
}

void Regenerator::locate(OpBuilder &builder, const ScopStatement &statement,
                         ValueRange coordinates) {
  coordinates = coordinates.take_front(
      std::min(coordinates.size(), statement.ivs.size()));
  Location inside =
      statement.ops.empty() ? func->getLoc() : statement.ops.front()->getLoc();
  for (Operation *op = builder.getInsertionBlock()->getParentOp();
       op && op != func; op = op->getParentOp()) {
    // What is around a located operation is located, too.
    if (!located.insert(op).second)
      return;
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
      // The outermost of the old loops that the new one counts for; of one that
      // counts tiles of several, the outermost that no loop around counts for.
      std::optional<unsigned> old = countedBy(op, coordinates);
      std::optional<Value> iv = loop.getSingleInductionVar();
      if (old && iv)
        iv->setLoc(statement.ivs[*old].getLoc());
      BitVector around(coordinates.size());
      for (Operation *outer = op->getParentOp(); !old && outer != func;
           outer = outer->getParentOp())
        if (std::optional<unsigned> known = countedBy(outer, coordinates))
          around.set(*known);
      int place = old ? *old : around.find_first_unset();
      if (place >= 0) {
        op->setLoc(Value(statement.ivs[place]).getParentRegion()->getLoc());
        continue;
      }
    }
    op->setLoc(inside);
  }
}

LogicalResult Regenerator::emitStatement(OpBuilder &builder,
                                         const ScopStatement &statement,
                                         ValueRange coordinates) {
  locate(builder, statement, coordinates);
  IRMapping mapping;
  for (auto [iv, coordinate] : llvm::zip(statement.ivs, coordinates))
    mapping.map(iv, coordinate);
  for (Operation *op : statement.ops) {
    if (isFreedAtEnd(op))
      continue;
    if (failed(mapOperands(builder, op, mapping,
                           [](Operation *) { return false; })) ||
        failed(copy(builder, op, mapping)))
      return failure();
  }
  // Loads that only others needed, which have their own copies.
  for (Operation *op : llvm::reverse(statement.ops)) {
    if (op->getNumResults() == 0 || !mapping.contains(op->getResult(0)))
      continue;
    Operation *unused = mapping.lookup(op->getResult(0)).getDefiningOp();
    if (unused && isOpTriviallyDead(unused))
      unused->erase();
  }
  return success();
}

LogicalResult Regenerator::emitEnd(OpBuilder &builder) {
  Operation *terminator = func->getRegion(0).front().getTerminator();
  auto mayCopy = [&](Operation *op) { return isLoadOfFinalValue(op); };
  IRMapping mapping;
  if (failed(mapOperands(builder, terminator, mapping, mayCopy)))
    return failure();
  // Each hoisted heap allocation is freed once, if its instances were.
  llvm::SmallPtrSet<Value, 4> freed;
  func->getRegion(0).front().walk([&](Operation *op) {
    if (Value memref = deallocated(op);
        isFreedAtEnd(op) && freed.insert(memref).second)
      memref::DeallocOp::create(builder, op->getLoc(), shared.lookup(memref));
  });
  builder.clone(*terminator, mapping);
  return success();
}

LogicalResult Regenerator::run(const isl::schedule &schedule,
                               const AstOptions &options) {
  Region &region = func->getRegion(0);
  Block &old = region.front();
  Block *fresh = new Block();
  region.push_back(fresh);
  llvm::scope_exit discard([&] {
    fresh->dropAllDefinedValueUses();
    fresh->erase();
  });
  for (BlockArgument arg : old.getArguments())
    shared.map(arg, fresh->addArgument(arg.getType(), arg.getLoc()));

  OpBuilder builder = OpBuilder::atBlockEnd(fresh);
  if (failed(emitShared(builder)))
    return failure();
  auto parameters = [&](const isl::id &id) {
    Value value = scop.parameterValue(id);
    return value ? shared.lookupOrDefault(value) : Value();
  };
  std::function<LogicalResult(OpBuilder &, StringRef, ValueRange)> emit;
  auto emitPart = [&](OpBuilder &inner, const isl::schedule &part,
                      ParameterValues own) {
    return generateCode(
        inner, func->getLoc(), part, scop.context(),
        [&](const isl::id &id) {
          Value value = own(id);
          return value ? value : parameters(id);
        },
        emit, options);
  };
  emit = [&](OpBuilder &inner, StringRef name, ValueRange coordinates) {
    if (const ScopStatement *statement = scop.statementNamed(name))
      return emitStatement(inner, *statement, coordinates);
    if (options.onPart)
      return options.onPart(
          inner, name, coordinates, emitPart,
          [&](Value value) { return shared.lookupOrNull(value); });
    return refuse("the schedule runs '" + name + "', which is no statement");
  };
  if (failed(generateCode(builder, func->getLoc(), schedule, scop.context(),
                          parameters, emit, options))) {
    if (reason.empty())
      reason = sentence("no loops can be generated within {0} isl operations",
                        named("MaxIslOperations", options.maxIslOperations));
    return failure();
  }
  if (failed(emitEnd(builder)))
    return failure();
  if (options.onAllocation)
    for (const ScopArray &array : scop.arrays())
      if (Value after = shared.lookupOrNull(array.value);
          after && after.getDefiningOp())
        options.onAllocation(array.value, after);
  discard.release();
  old.dropAllDefinedValueUses();
  old.erase();
  return success();
}

LogicalResult polymem::regenerateFunction(Operation *func, const Scop &scop,
                                          const isl::schedule &schedule,
                                          Sentence &reason,
                                          const AstOptions &options) {
  reason = {};
  Regenerator regenerator(func, scop, reason);
  if (failed(regenerator.check(schedule)))
    return failure();
  return regenerator.run(schedule, options);
}
