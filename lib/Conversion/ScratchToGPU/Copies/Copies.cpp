//===- Copies.cpp - copies by the threads of a block ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a box of 34 x 34 elements, of which those of an array are copied, on 256
// threads:
//
//   if (the box is in the array)
//     if (the box and rows of the array begin at even elements)
//       if (row < 15)                              // 15 rows of 17 threads
//         for (i = row; i < 34; i += 15) copy (i, 2 column), (i, 2 column + 1)
//     else if (row < 7)                            // 7 rows of 34 threads
//       for (i = row; i < 34; i += 7) copy (i, column)
//   else
//     if (row < 7 and first column <= column <= last column)
//       for (i = row; i <= last row; i += 7)
//         if (i >= first row) copy (i, column)
//
// Coordinates are counted from the corner of the box: buffers often are, too.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/ScratchToGPU/Copies/Copies.h"
#include "PolyMem/Conversion/LoopAnnotations.h"
#include "PolyMem/Support/Remarks.h"
#include "SetCopier.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Value SetCopier::enterLoop(Value lower, Value upper, int64_t step,
                           std::optional<int64_t> rounds) {
  auto loop = scf::ForOp::create(builder, loc, lower, upper, constant(step));
  builder.setInsertionPointToStart(loop.getBody());
  loops.push_back({loop, rounds});
  return loop.getInductionVar();
}

/// The rounds of a loop of `rounds` to unroll, at most `most`: if possible, so
/// many that no rest is left, which would be code of its own.
static int64_t unrolledRounds(int64_t rounds, int64_t most) {
  if (rounds <= most)
    return rounds;
  for (int64_t count = most; count > 1; --count)
    if (rounds % count == 0)
      return count;
  return rounds > 2 * most ? most : llvm::divideCeil(rounds, 2);
}

/// All loads of a long copy at once would take too many registers. What one
/// thread copies may be in registers, if all rounds are unrolled.
void SetCopier::limitLoops() {
  if (!team.id)
    return;
  int64_t most = maxUnrolledRounds;
  for (const Loop &loop : llvm::reverse(loops)) {
    if (!loop.rounds)
      return;
    int64_t count = unrolledRounds(*loop.rounds, most);
    if (count < *loop.rounds)
      limitUnrolling(loop.op, count);
    most = std::max<int64_t>(most / std::max<int64_t>(*loop.rounds, 1), 1);
  }
}

void SetCopier::setPosition(unsigned dim, Value position) {
  positions[dim] = position;
  coordinates[dim] = cornerValues[dim]
                         ? fold<arith::AddIOp>(cornerValues[dim], position)
                         : position;
}

void SetCopier::emitElement() {
  limitLoops();
  SmallVector<Value> places(positions);
  for (auto [dim, range] : llvm::enumerate(hull.dims))
    if (range.value)
      places[dim] = coordinates[dim] =
          evaluate(range.value.replaceDims(byPosition));
  if (async && emitAsync(places, plan.width))
    return;
  if (plan.width > 1) {
    emitVector(places);
    return;
  }
  Value element;
  if (!source.buffer)
    element = loadElement(builder, loc, source.memref, coordinates);
  else if (shiftedSource)
    element = loadElement(builder, loc, *shiftedSource, places);
  else
    element = loadElement(builder, loc, *source.buffer, coordinates);
  element = scratch::emitCopiedElement(builder, copy, element);
  if (!target.buffer)
    storeElement(builder, loc, element, target.memref, coordinates);
  else if (shiftedTarget)
    storeElement(builder, loc, element, *shiftedTarget, places);
  else
    storeElement(builder, loc, element, *target.buffer, coordinates);
}

bool SetCopier::emitAsync(ValueRange places, int64_t count) {
  auto from = cast<MemRefType>(source.memref.getType()),
       to = cast<MemRefType>(target.memref.getType());
  int64_t bytes = count * to.getElementTypeBitWidth() / 8;
  if (!llvm::is_contained({4, 8, 16}, bytes) || !hasUnitStride(from) ||
      !hasUnitStride(to))
    return false;
  // A vector is aligned; an element is at its own size.
  SmallVector<Value> cells =
      shiftedTarget
          ? materializeSubscripts(builder, loc, *shiftedTarget, places)
          : materializeSubscripts(builder, loc, *target.buffer, coordinates);
  nvgpu::DeviceAsyncCopyOp::create(
      builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
      target.memref, cells, source.memref, coordinates,
      builder.getIndexAttr(count), /*srcElements=*/Value(),
      bytes == 16 ? builder.getUnitAttr() : UnitAttr());
  return true;
}

void SetCopier::emitVector(ValueRange places) {
  auto cellsOf = [&](const std::optional<PhysicalBuffer> &buffer) {
    return buffer ? materializeSubscripts(builder, loc, *buffer, places)
                  : coordinates;
  };
  llvm::MaybeAlign alignment{static_cast<uint64_t>(vectors->bytes)};
  Value elements = vector::LoadOp::create(builder, loc, vectors->type,
                                          source.memref, cellsOf(shiftedSource),
                                          /*nontemporal=*/false, alignment);
  elements = emitCopiedVector(builder, copy, elements);
  vector::StoreOp::create(builder, loc, elements, target.memref,
                          cellsOf(shiftedTarget), /*nontemporal=*/false,
                          alignment);
}

void SetCopier::emitLevels(unsigned depth, bool clipped, Value condition) {
  if (clipped)
    emitBounds(depth);
  if (depth == plan.levels.size()) {
    enterIf(condition);
    emitElement();
  } else if (plan.levels[depth].isLoop) {
    enterIf(condition);
    emitLoop(depth, clipped);
  } else {
    emitValue(depth, clipped, condition);
  }
}

/// The coordinate of level `depth` has one value.
void SetCopier::emitValue(unsigned depth, bool clipped, Value condition) {
  const CopyLevel &level = plan.levels[depth];
  Value position = digits[level.dim] ? digits[level.dim] : constant(0);
  setPosition(level.dim, position);
  if (clipped) {
    if (least[depth])
      conjoin(condition,
              compare(arith::CmpIPredicate::sge, position, least[depth]));
    if (greatest[depth])
      conjoin(condition,
              compare(arith::CmpIPredicate::sle, position, greatest[depth]));
    for (const CopyTest &test : level.tests)
      conjoin(condition, emitTest(test));
  }
  emitLevels(depth + 1, clipped, condition);
}

/// The coordinate of level `depth` has a loop of a constant number of rounds,
/// for the back end to unroll.
void SetCopier::emitRounds(unsigned depth, bool clipped) {
  const CopyLevel &level = plan.levels[depth];
  unsigned dim = level.dim;
  int64_t threads = plan.stride(dim);
  int64_t extent = *hull.dims[dim].extent;
  auto emitAt = [&](Value step, int64_t most) {
    setPosition(dim,
                digits[dim] ? fold<arith::AddIOp>(digits[dim], step) : step);
    Value condition;
    Value last = clipped ? greatest[depth] : Value();
    if (most < threads)
      last = extreme<arith::MinSIOp>(last, constant(extent - 1));
    if (last)
      conjoin(condition,
              compare(arith::CmpIPredicate::sle, positions[dim], last));
    if (clipped)
      conjoinTests(condition, depth);
    emitLevels(depth + 1, clipped, condition);
  };
  if (clipped && !level.isFree()) {
    int64_t rounds = *plan.deal.rounds[dim];
    emitAt(enterLoop(constant(0), constant(rounds * threads), threads, rounds),
           extent - (rounds - 1) * threads);
    loops.pop_back();
    return;
  }
  int64_t rounds = extent / threads;
  {
    OpBuilder::InsertionGuard guard(builder);
    if (rounds > 1) {
      emitAt(
          enterLoop(constant(0), constant(rounds * threads), threads, rounds),
          threads);
      loops.pop_back();
    } else {
      emitAt(constant(0), threads);
    }
  }
  if (extent % threads != 0)
    emitAt(constant(rounds * threads), extent % threads);
}

void SetCopier::conjoinTests(Value &condition, unsigned depth) {
  const CopyLevel &level = plan.levels[depth];
  if (least[depth])
    conjoin(condition, compare(arith::CmpIPredicate::sge, positions[level.dim],
                               least[depth]));
  for (const CopyTest &test : level.tests)
    conjoin(condition, emitTest(test));
}

/// The coordinate of level `depth` has a loop.
void SetCopier::emitLoop(unsigned depth, bool clipped) {
  const CopyLevel &level = plan.levels[depth];
  unsigned dim = level.dim;
  int64_t threads = plan.stride(dim);
  std::optional<int64_t> extent = hull.dims[dim].extent;
  bool isFree = !clipped || level.isFree();
  bool isInnermost = depth + 1 == plan.levels.size();
  // Rounds beyond the set are skipped, unless a constant number of rounds is
  // worth more.
  bool isConstant = isInnermost ? isFree || maxUnrolledRounds > 1
                                : isFree && extent && *extent % threads == 0;
  if (extent && (isConstant || !team.id)) {
    emitRounds(depth, clipped);
    return;
  }
  Value first = digits[dim] ? digits[dim] : constant(0);
  if (begins[dim])
    first = fold<arith::AddIOp>(begins[dim], first);
  Value end = ends[dim] ? ends[dim] : constant(*extent);
  if (clipped && greatest[depth])
    end = fold<arith::MinSIOp>(
        fold<arith::AddIOp>(greatest[depth], constant(1)), end);
  setPosition(dim, enterLoop(first, end, threads, plan.deal.rounds[dim]));
  Value condition;
  if (clipped)
    conjoinTests(condition, depth);
  emitLevels(depth + 1, clipped, condition);
  loops.pop_back();
}

void SetCopier::emitNest(bool clipped) {
  OpBuilder::InsertionGuard guard(builder);
  Value condition;
  int64_t workers = plan.deal.workers();
  if (workers < team.distribution.numThreads())
    condition = compare(arith::CmpIPredicate::ult, team.id, constant(workers));
  least.assign(plan.levels.size(), Value());
  greatest.assign(plan.levels.size(), Value());
  emitLevels(/*depth=*/0, clipped, condition);
}

void SetCopier::chooseVectors() {
  static constexpr llvm::StringLiteral kPass = "convert-scratch-to-gpu";
  if (wanted == CopyVectors::Never || !team.id)
    return;
  bool isOne = source.buffer.has_value() != target.buffer.has_value();
  auto typeIf = [](bool holds, const CopySide &side) {
    return holds ? dyn_cast<MemRefType>(side.memref.getType()) : MemRefType();
  };
  VectorChoice choice = gpulaunch::chooseVectors(
      plan, typeIf(isOne, source.buffer ? target : source),
      typeIf(isOne, source.buffer ? source : target),
      source.buffer ? shiftedSource : shiftedTarget, team.distribution);
  if (choice.vectors && wanted == CopyVectors::OwnElements) {
    choice.vectors.reset();
    choice.whyNot = "each thread keeps to elements of its own, which saves a "
                    "barrier";
  }
  if (choice.vectors && !computesOfVectors(copy)) {
    choice.vectors.reset();
    choice.whyNot =
        "what it computes of elements cannot be computed of vectors";
  }
  vectors = std::move(choice.vectors);
  if (!vectors) {
    remarkAnalysis(copy, kPass, "Vectors") << sentence(
        "this copy moves single elements: {0}", std::move(choice.whyNot));
    return;
  }
  remarkAnalysis(copy, kPass, "Vectors") << sentence(
      "this copy moves {0} elements, {1} bytes, at once where addresses allow "
      "it: {2} rounds instead of {3}",
      named("Width", vectors->plan.width), named("Bytes", vectors->bytes),
      named("Rounds", static_cast<int64_t>(assumedRounds(vectors->plan))),
      named("ScalarRounds", static_cast<int64_t>(assumedRounds(plan))));
}

void SetCopier::emitVectors() {
  std::swap(plan, vectors->plan);
  setDigits();
  emitNest(/*clipped=*/false);
  std::swap(plan, vectors->plan);
  setDigits();
}

void SetCopier::emitWhole() {
  maxUnrolledRounds = kMaxUnrolledRounds;
  if (!vectors)
    return emitNest(/*clipped=*/false);
  auto ifOp = scf::IfOp::create(builder, loc, emitAligned(),
                                /*withElseRegion=*/true);
  builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
  emitVectors();
  builder.setInsertionPointToStart(&ifOp.getElseRegion().front());
  emitNest(/*clipped=*/false);
}

Value SetCopier::emitAligned() {
  return emitAlignmentTest(builder, copy, *vectors, {source, target}, team.id,
                           cornerValues[plan.fastest()]);
}

bool SetCopier::emit(bool async) {
  this->async = async;
  OpBuilder::InsertionGuard guard(builder);
  if (!hull.isTight)
    remarkMissed(copy, "convert-scratch-to-gpu", "CopyBox") << sentence(
        "this copy may look at more elements than the box around its set "
        "has: {0} constraints in {1} dimensions are too many to find it",
        named("Constraints", set.getNumConstraints()),
        named("Dimensions", set.getNumDims()));
  if (plan.isEmpty)
    return false;
  setCorners();
  setDigits();
  shiftedSource = shifted(source.buffer);
  shiftedTarget = shifted(target.buffer);
  chooseVectors();
  // Single elements have the remainders of their coordinates.
  for (auto *buffer : {&shiftedSource, &shiftedTarget})
    if (!vectors && *buffer && hasRemainders(**buffer))
      buffer->reset();
  Value condition;
  for (const CopyTest &test : plan.uniform)
    conjoin(condition, emitTest(test));
  enterIf(condition);
  // Without tests there is nothing but the whole box.
  if (vectors && plan.inside->empty()) {
    emitWhole();
    return true;
  }
  if (!vectors && !plan.hasWholeVersion) {
    emitNest(/*clipped=*/true);
    return false;
  }
  // Of few rounds, only vectors are worth a version: where addresses do not
  // allow them, nothing is asked.
  Value inside = plan.hasWholeVersion
                     ? emitInside()
                     : emitAndThen(builder, loc, emitAligned(),
                                   [&] { return emitInside(); });
  auto ifOp = scf::IfOp::create(builder, loc, inside, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(&ifOp.getThenRegion().front());
  if (plan.hasWholeVersion)
    emitWhole();
  else
    emitVectors();
  builder.setInsertionPointToStart(&ifOp.getElseRegion().front());
  // Few boxes are at the border.
  maxUnrolledRounds = plan.hasWholeVersion ? 1 : kMaxUnrolledRounds;
  emitNest(/*clipped=*/true);
  return vectors.has_value();
}

int64_t gpulaunch::emitCopy(OpBuilder &builder, PolyhedralCopyOpInterface copy,
                            const CopySides &sides, const CopyTeam &team,
                            CopyVectors vectors, bool async) {
  int64_t numVectors = 0;
  for (IntegerSet set : copy.getPolyhedralSets())
    if (!set.isEmptyIntegerSet())
      numVectors +=
          SetCopier(builder, copy, set, sides, team, vectors).emit(async);
  return numVectors;
}
