//===- ScopBuilderScalars.cpp - SSA values that cross statements ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value defined in one statement and used in another is a cell that the one
// writes and the other reads. So is a value carried by a loop: written before
// the loop, read and written in the body, read after.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "ScopBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace polymem;

std::optional<unsigned> ScopBuilder::statementContaining(Operation *op) const {
  for (; op && op != root->getParentOp(); op = op->getParentOp()) {
    auto found = scop->opToStatement.find(op);
    if (found != scop->opToStatement.end())
      return found->second;
  }
  return std::nullopt;
}

/// The value that stands for the cell behind `result` of a modelled loop or
/// condition.
static Value cellOf(OpResult result) {
  if (auto loop = dyn_cast<affine::AffineForOp>(result.getOwner()))
    return loop.getRegionIterArgs()[result.getResultNumber()];
  return result;
}

void ScopBuilder::forEachScalarSource(
    Value value, unsigned statement, SmallPtrSetImpl<Operation *> &seen,
    llvm::function_ref<void(Value)> callback) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    value = worklist.pop_back_val();
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<affine::AffineForOp>(arg.getOwner()->getParentOp());
      if (loop && modelledDepth.count(loop) && arg != loop.getInductionVar())
        callback(value);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!root->isProperAncestor(op))
      continue;
    if (modelledDepth.count(op)) {
      callback(cellOf(cast<OpResult>(value)));
    } else if (auto defining = statementContaining(op)) {
      if (*defining != statement)
        callback(value);
    } else if (seen.insert(op).second) {
      // Not part of any statement: recomputed where it is used.
      llvm::append_range(worklist, llvm::reverse(op->getOperands()));
    }
  }
}

/// The operands that decide how often and whether the body runs.
static SmallVector<Value> controlOperands(Operation *op) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    SmallVector<Value> result(loop.getLowerBoundOperands());
    llvm::append_range(result, loop.getUpperBoundOperands());
    return result;
  }
  return SmallVector<Value>(op->getOperands());
}

void ScopBuilder::forEachScalarRead(Operation *op, unsigned statement,
                                    llvm::function_ref<void(Value)> callback) {
  SmallPtrSet<Operation *, 8> seen;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      forEachScalarSource(operand, statement, seen, callback);
  });
}

unsigned ScopBuilder::scalarArray(Value value) {
  auto [entry, isNew] = scalarIndex.try_emplace(value, scop->arrayList.size());
  if (!isNew)
    return entry->second;
  ScopArray &array = scop->arrayList.emplace_back();
  array.name = numbered("val");
  array.kind = ScopArray::Kind::Scalar;
  array.value = value;
  array.liveOut = false;
  // A carried value's cell lives around its loop.
  Operation *carrier = nullptr;
  if (auto arg = dyn_cast<BlockArgument>(value))
    carrier = arg.getOwner()->getParentOp();
  else if (modelledDepth.count(value.getDefiningOp()))
    carrier = value.getDefiningOp();
  if (carrier)
    array.depth = modelledDepth.lookup(carrier);
  else if (auto frame = blockFrames.find(value.getParentBlock());
           frame != blockFrames.end())
    array.depth = frame->second.depth();
  return entry->second;
}

void ScopBuilder::addScalarAccess(Operation *op, ScopAccess::Kind kind,
                                  Value value, const ScopFrame &frame,
                                  SmallVectorImpl<Event> &events) {
  unsigned a = scalarArray(value);
  for (const Event &event : events)
    if (event.extent == Event::Extent::Relation && event.array == a &&
        event.kind == kind)
      return;
  events.push_back({op, kind, frame.exact, Event::Extent::Relation, a,
                    prefixMap(frame, scop->arrayList[a].depth)});
}

/// Makes the arrays of all scalars that some statement reads.
void ScopBuilder::findScalars() {
  auto note = [&](Value value) { scalarArray(value); };
  for (auto [s, statement] : llvm::enumerate(scop->statementList)) {
    for (Operation *control : infos[s].frame.controls) {
      SmallPtrSet<Operation *, 8> seen;
      for (Value operand : controlOperands(control))
        forEachScalarSource(operand, s, seen, note);
    }
    for (Operation *op : statement.ops)
      forEachScalarRead(op, s, note);
    for (Operation *loop : infos[s].initialised) {
      SmallPtrSet<Operation *, 8> seen;
      for (Value operand : loop->getOperands())
        forEachScalarSource(operand, s, seen, note);
      for (OpResult result : loop->getResults())
        note(cellOf(result));
    }
  }
  forEachLiveOutScalar(note);
}

/// Values that are used after the scop: results of a root that is modelled
/// itself, and what the end of a modelled body passes on.
void ScopBuilder::forEachLiveOutScalar(
    llvm::function_ref<void(Value)> callback) {
  if (!modelsBody) {
    for (OpResult result : root->getResults())
      if (!result.use_empty())
        callback(modelledDepth.count(root) ? cellOf(result) : Value(result));
    return;
  }
  for (Region &region : root->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator()) {
        SmallPtrSet<Operation *, 8> seen;
        for (Value operand : block.getTerminator()->getOperands())
          forEachScalarSource(operand, infos.size(), seen, callback);
      }
}

void ScopBuilder::collectStatement(unsigned s, SmallVectorImpl<Event> &events) {
  using Kind = ScopAccess::Kind;
  const ScopStatement &statement = scop->statementList[s];
  const ScopFrame &frame = infos[s].frame;
  if (options.isLeftOut) {
    for (Operation *op : statement.ops)
      collectAccesses(op, frame, /*sure=*/true, events);
    return;
  }
  auto read = [&](Operation *op) {
    return [&, op](Value value) {
      addScalarAccess(op, Kind::Read, value, frame, events);
    };
  };
  for (Operation *control : frame.controls) {
    SmallPtrSet<Operation *, 8> seen;
    for (Value operand : controlOperands(control))
      forEachScalarSource(operand, s, seen, read(control));
  }
  for (Operation *op : statement.ops) {
    forEachScalarRead(op, s, read(op));
    collectAccesses(op, frame, /*sure=*/true, events);
    for (Value result : op->getResults())
      if (scalarIndex.count(result))
        addScalarAccess(op, Kind::Write, result, frame, events);
    if (!op->hasTrait<OpTrait::IsTerminator>())
      continue;
    // A yield: the cells of the loop or condition take the operands' values.
    Operation *parent = op->getParentOp();
    for (OpResult result : parent->getResults()) {
      if (isa<affine::AffineParallelOp>(parent))
        addScalarAccess(op, Kind::Read, cellOf(result), frame, events);
      addScalarAccess(op, Kind::Write, cellOf(result), frame, events);
    }
  }
  for (Operation *loop : infos[s].initialised) {
    SmallPtrSet<Operation *, 8> seen;
    ValueRange inits;
    if (auto forOp = dyn_cast<affine::AffineForOp>(loop))
      inits = forOp.getInits();
    for (Value operand : inits)
      forEachScalarSource(operand, s, seen, read(loop));
    for (OpResult result : loop->getResults())
      addScalarAccess(loop, Kind::Write, cellOf(result), frame, events);
  }
}

void ScopBuilder::traceIndices(unsigned s) {
  ScopStatement &statement = scop->statementList[s];
  const ScopFrame &frame = infos[s].frame;
  auto trace = [&](ValueRange operands) {
    for (Value operand : operands) {
      if (!operand.getType().isIntOrIndex() || statement.indices.count(operand))
        continue;
      isl::pw_aff aff = affineValue(operand, frame);
      if (!aff.is_null())
        statement.indices[operand] =
            aff.set_tuple_id(isl::dim::in, isl::id(ctx, statement.name));
    }
  };
  for (Operation *op : statement.ops)
    trace(op->getOperands());
  // What the values carried by a loop begin with.
  for (Operation *loop : infos[s].initialised)
    if (auto forOp = dyn_cast<affine::AffineForOp>(loop))
      trace(forOp.getInits());
}

void ScopBuilder::markLiveOutScalars() {
  forEachLiveOutScalar(
      [&](Value value) { scop->arrayList[scalarArray(value)].liveOut = true; });
}
