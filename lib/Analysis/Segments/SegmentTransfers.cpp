//===- SegmentTransfers.cpp - what a buffer loads and stores -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentPlanner.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

/// No other buffer, and no tile on another core, stores elements of `box` that
/// this tile does not store.
bool SegmentPlanner::storesWholeBox(unsigned number, const SegmentBox &box) {
  const StreamSets &set = sets[number];
  isl::map rest = box.elements.subtract(set.out);
  for (auto [other, use] : llvm::enumerate(sets)) {
    if (use.out.is_null() ||
        plan.streams[other].array != plan.streams[number].array)
      continue;
    isl::map pairs = rest.apply_range(use.out.reverse());
    // On one core, boxes that meet are stored before they are loaded again, or
    // the array is no stream.
    if (other == number)
      pairs = pairs.intersect(onDifferentCores(plan, *space));
    if (!pairs.is_empty().is_true())
      return false;
  }
  return true;
}

/// Origins that the mapping does not tell are the only coordinate there is.
bool SegmentPlanner::closeDims(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  const StreamSets &set = sets[number];
  isl::map all = set.in.is_null()    ? set.out
                 : set.out.is_null() ? set.in
                                     : set.in.unite(set.out);
  SmallVector<AffineExpr> origin(stream.origin.getResults());
  for (unsigned d : openDims[number]) {
    origin[d] = space->onlyCoordinate(all, d);
    if (!origin[d])
      return refuse(stream.alloc, "Mapping",
                    sentence("dimension {0} of the array is not stored, and "
                             "has several coordinates in a tile",
                             named("Dimension", d)));
  }
  stream.origin = shape.asMap(origin);
  return true;
}

/// Stores `box`, which is loaded for it, if nobody else stores the rest of it.
bool SegmentPlanner::storeAll(unsigned number, const SegmentBox &box) {
  if (!box.attr || !storesWholeBox(number, box))
    return false;
  StreamSets &set = sets[number];
  set.load = box;
  set.stores = {box};
  return true;
}

/// Stores what is stored in a few disjoint boxes.
bool SegmentPlanner::storeExactly(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  StreamSets &set = sets[number];
  set.stores = space->exactBoxes(set.out, options.maxStores,
                                 cast<MemRefType>(stream.array.getType()),
                                 stream.origin, stream.type);
  return !set.stores.empty();
}

/// Finds what is stored of the buffer, of which something is loaded anyway if
/// it `isLoaded`.
bool SegmentPlanner::takeStores(unsigned number, bool isLoaded) {
  SegmentStream &stream = plan.streams[number];
  StreamSets &set = sets[number];
  auto array = cast<MemRefType>(stream.array.getType());
  SegmentBox box = space->boxAround(set.out, array, stream.origin, stream.type);
  if (!box.attr)
    return refuse(stream.alloc, "NotModelled",
                  "the box around what it stores is not known");
  if (options.printedStores || box.elements.is_subset(set.out).is_true()) {
    set.stores = {box};
    return true;
  }
  // Without anything to load, that would have to be loaded for the stores.
  if (!isLoaded && storeExactly(number))
    return true;
  // The rest is stored as it was loaded. All of the buffer changes less often
  // than what tiles need of it.
  isl::map all = set.in.is_null() ? set.out : set.in.unite(set.out);
  if (storeAll(number, space->boxAround(all.coalesce(), array, stream.origin,
                                        stream.type)) ||
      storeAll(number, space->wholeBuffer(array, stream.origin, stream.type)) ||
      (isLoaded && storeExactly(number)))
    return true;
  return refuse(
      stream.alloc, "HullWriteBack",
      sentence("the box around what a tile stores has elements that it does "
               "not store, but another core or another buffer does: storing "
               "the box would undo that, and what it stores is not said by {0} "
               "boxes or less; fewer cores may help, or one buffer for the "
               "array (scratch-promote with 'partition=hull')",
               named("MaxDescriptors", options.maxStores)));
}

/// A tile loads something that no tile before it, with the same boxes as the
/// stream has now, has left in the buffer.
bool SegmentPlanner::needsLoad(unsigned number) {
  const StreamSets &set = sets[number];
  if (set.in.is_null() || set.out.is_null())
    return !set.in.is_null() && !set.in.is_empty().is_true();
  isl::map before =
      inOneRun(*space, runDepth(number)).intersect(earlier(*space));
  return !set.in.subtract(before.apply_range(set.out)).is_empty().is_true();
}

/// The tile writes the buffer.
static bool isWritten(AllocOp alloc) {
  return llvm::any_of(alloc->getUsers(), [](Operation *user) {
    return isa<affine::AffineWriteOpInterface, memref::StoreOp>(user);
  });
}

/// A tile that writes elements that it does not store, because nobody needs
/// them, stores them as the loops do: what is written is in the buffer's boxes.
bool SegmentPlanner::storeDeadWrites(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  StreamSets &set = sets[number];
  if (!isWritten(stream.alloc))
    return true;
  isl::map inside = space
                        ->wholeBuffer(cast<MemRefType>(stream.array.getType()),
                                      stream.origin, stream.type)
                        .elements;
  const ScopArray *buffer = scop->arrayOf(stream.alloc.getBuffer());
  if (inside.is_null() || !buffer)
    return refuse(stream.alloc, "NotModelled",
                  "what the tile writes of the buffer is not known");
  isl::map may = space->written(buffer, /*must=*/false);
  isl::map must = space->written(buffer, /*must=*/true);
  may = may.is_null() ? inside : may.intersect(inside);
  if (may.is_empty().is_true() ||
      (!set.stored.is_null() && may.is_subset(set.stored).is_true()))
    return true;
  for (auto [other, use] : llvm::enumerate(sets))
    if (other != number && !use.out.is_null() &&
        plan.streams[other].array == stream.array &&
        !use.out.intersect(may).is_empty().is_true())
      return refuse(stream.alloc, "SeveralBuffers",
                    "a tile writes it and does not store all of that, and "
                    "stores the same elements from another buffer: the array "
                    "needs one buffer (scratch-promote with "
                    "'partition=hull')");
  // What may be left as it was has to be there before it is stored.
  isl::map maybe = must.is_null() ? may : may.subtract(must);
  if (!maybe.is_empty().is_true())
    set.in = set.in.is_null() ? maybe : set.in.unite(maybe).coalesce();
  set.out = set.out.is_null() ? may : set.out.unite(may).coalesce();
  return takeTransfers(number);
}

bool SegmentPlanner::takeBoxes(unsigned number) {
  return !plan.streams[number].array ||
         (closeDims(number) && takeTransfers(number) &&
          storeDeadWrites(number));
}

/// The boxes of what is loaded and stored.
bool SegmentPlanner::takeTransfers(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  StreamSets &set = sets[number];
  set.load = {};
  set.stores.clear();
  set.stored = {};
  auto around = [&](const isl::map &elements) {
    return space->boxAround(elements, cast<MemRefType>(stream.array.getType()),
                            stream.origin, stream.type);
  };
  if (!set.out.is_null())
    if (prem::BoxAttr box = around(set.out).attr)
      stream.stores = {box};
  bool isLoaded = needsLoad(number);
  if (isLoaded)
    set.load = around(set.in);
  if (!set.out.is_null() && !takeStores(number, isLoaded))
    return false;
  stream.stores.clear();
  for (const SegmentBox &box : set.stores) {
    stream.stores.push_back(box.attr);
    set.stored =
        set.stored.is_null() ? box.elements : set.stored.unite(box.elements);
  }
  // Several boxes may be others for tiles that have one box around them.
  if (!isLoaded && set.stores.size() > 1 && needsLoad(number)) {
    isLoaded = true;
    set.load = around(set.in);
  }
  if (isLoaded && !set.load.attr)
    return refuse(stream.alloc, "NotModelled",
                  "the box around what it loads is not known");
  stream.load = set.load.attr;
  stream.usage = stream.stores.empty() ? prem::Usage::RO
                 : !stream.load        ? prem::Usage::WO
                                       : prem::Usage::RW;
  return true;
}
