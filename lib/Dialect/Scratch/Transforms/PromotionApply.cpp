//===- PromotionApply.cpp - make the buffers that are planned -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/Transforms/Promotion.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PromoteVersions.h"
#include "StripRewriter.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace polymem;

PromotionCounts &PromotionCounts::operator+=(const PromotionCounts &other) {
  tiles += other.tiles;
  buffers += other.buffers;
  bytes += other.bytes;
  copiedIn += other.copiedIn;
  copiedOut += other.copiedOut;
  scattered += other.scattered;
  left += other.left;
  constant += other.constant;
  versions += other.versions;
  strips += other.strips;
  return *this;
}

void Promotion::reportVersions(Operation *outermost,
                               ArrayRef<const Work *> items) {
  SmallVector<std::string> names;
  for (const Work *item : items)
    for (const BufferPlan &buffer : item->plan->buffers())
      if (buffer.growsWithSizes())
        names.push_back(item->plan->arrayName(buffer).str());
  const PromotionPlan &plan = *items.front()->plan;
  bool anyStrip =
      llvm::any_of(items, [](const Work *item) { return item->strip; });
  remarkAnalysis(outermost, kPass, "TwoVersions") << sentence(
      "for sizes for which the buffers of {0} do not fit into {1} bytes, there "
      "is a version without them, which accesses global memory{2}; smaller "
      "tiles need less, fit=global has no other version",
      named("Arrays", llvm::join(names, ", ")),
      named("Capacity", plan.capacity()),
      anyStrip ? " or works in strips" : "");
}

void Promotion::reportStrips(ArrayRef<const Work *> items) {
  for (const Work *item : items) {
    if (!item->strip)
      continue;
    affine::AffineForOp loop = item->strip->loop;
    remarkPassed(loop, kPass, "Strips")
        << sentence("{0}the loop is cut into strips of {1} iterations, each a "
                    "tile, for which the buffers of {2} have a constant size",
                    makesVersions() ? "where buffers do not fit, " : "",
                    named("Iterations", item->strip->size),
                    named("Arrays", item->strip->arrays));
    ++numbers.strips;
  }
}

void Promotion::applyOnce(const Work &item,
                          SmallVectorImpl<scratch::AllocOp> &allocs) {
  SmallVector<const BufferPlan *> buffers;
  for (const BufferPlan &buffer : item.plan->buffers())
    if (buffer.promoted())
      buffers.push_back(&buffer);
  if (buffers.empty())
    return;
  ++numbers.tiles;
  for (const BufferPlan *buffer : buffers)
    reportBuffer(item, *buffer);
  PromoteRewriter rewriter(item.block, memorySpaceAttr());
  SmallVector<PromoteRewriter::Extents> extents = rewriter.makeExtents(buffers);
  if (options.runtimeCheck && !item.plan->capacityCondition().empty()) {
    int64_t capacity =
        item.plan->capacity() - item.plan->constantBytesOfOthers();
    rewriter.assertCapacity(
        rewriter.makeBytes(buffers, extents, /*alignment=*/1, capacity),
        capacity);
  }
  llvm::append_range(allocs, rewriter.apply(buffers, extents));
}

void Promotion::applyStrips(ArrayRef<const Work *> items,
                            const IRMapping &copies,
                            SmallVectorImpl<scratch::AllocOp> &allocs) {
  SmallVector<Operation *> blocks;
  for (const Work *item : items) {
    if (!item->strip) {
      blocks.push_back(copies.lookupOrDefault(item->block));
      continue;
    }
    StripPlan strip = *item->strip;
    auto there = [&](Operation *op) { return copies.lookupOrDefault(op); };
    strip.threads = cast<scratch::TileOp>(there(strip.threads));
    strip.loop = cast<affine::AffineForOp>(there(strip.loop));
    if (strip.points)
      strip.points = cast<affine::AffineForOp>(there(strip.points));
    blocks.push_back(makeStrips(strip));
  }
  ScratchPromotePassOptions again = options;
  again.fit = BufferFit::Global;
  again.printPlan = false;
  // The options have been read before, without an error.
  FailureOr<Promotion> promotion =
      plan(func, blocks, again, /*mayStrip=*/false);
  assert(succeeded(promotion) && "options that made sense no longer do");
  Refusals refusals(kPass, /*strict=*/false);
  (void)promotion->report(refusals, Demand::AnyBlock);
  llvm::append_range(allocs, promotion->apply());
  numbers += promotion->counts();
}

void Promotion::applyVersionsTo(scratch::TileOp outermost,
                                ArrayRef<const Work *> items,
                                SmallVectorImpl<scratch::AllocOp> &allocs) {
  reportVersions(outermost, items);
  ++numbers.versions;
  SmallVector<BlockBuffers> blocks;
  for (const Work *item : items) {
    BlockBuffers buffers{item->block, {}, {}};
    for (const BufferPlan &buffer : item->plan->buffers()) {
      if (!buffer.promoted())
        continue;
      reportBuffer(*item, buffer);
      (buffer.bytes ? buffers.constant : buffers.growing).push_back(&buffer);
    }
    numbers.tiles += !buffers.constant.empty() || !buffers.growing.empty();
    blocks.push_back(std::move(buffers));
  }
  scratch::TileOp other;
  IRMapping copies;
  if (llvm::any_of(items, [](const Work *item) { return item->strip; }))
    other = cast<scratch::TileOp>(outermost->clone(copies));
  llvm::append_range(
      allocs, applyVersions(outermost, blocks, other, memorySpaceAttr(),
                            gpulaunch::bufferAlignment, budget->capacity()));
  if (!other)
    return;
  reportStrips(items);
  applyStrips(items, copies, allocs);
}

void Promotion::applyTo(Operation *outermost, ArrayRef<const Work *> items,
                        SmallVectorImpl<scratch::AllocOp> &allocs) {
  bool anyGrows = llvm::any_of(
      items, [](const Work *item) { return growsWithProblem(*item); });
  if (anyGrows && makesVersions())
    return applyVersionsTo(cast<scratch::TileOp>(outermost), items, allocs);
  // What is cut finds the buffers of the others there.
  SmallVector<const Work *> cut;
  for (const Work *item : items) {
    if (item->strip)
      cut.push_back(item);
    else
      applyOnce(*item, allocs);
  }
  if (cut.empty())
    return;
  reportStrips(cut);
  applyStrips(cut, IRMapping(), allocs);
}

SmallVector<scratch::AllocOp> Promotion::apply() {
  llvm::MapVector<Operation *, SmallVector<const Work *>> sharing;
  for (const Work &item : work)
    if (item.plan)
      sharing[item.outermost].push_back(&item);
  SmallVector<scratch::AllocOp> allocs;
  for (auto &[outermost, items] : sharing)
    applyTo(outermost, items, allocs);
  return allocs;
}
