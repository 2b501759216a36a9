//===- SegmentModes.cpp - the order of loads and stores ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentPlanner.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// `{ [k] -> [k'] }`: k stores an element that k' loads or stores.
static isl::map conflicts(const isl::map &stored, const StreamSets &other) {
  isl::map touched = other.in;
  if (touched.is_null())
    touched = other.stored;
  else if (!other.stored.is_null())
    touched = touched.unite(other.stored);
  return stored.apply_range(touched.reverse());
}

bool SegmentPlanner::checkCores() {
  isl::map apart = onDifferentCores(plan, *space);
  if (apart.is_empty().is_true())
    return true;
  for (auto [writer, set] : llvm::enumerate(sets)) {
    if (set.out.is_null())
      continue;
    for (auto [other, use] : llvm::enumerate(sets)) {
      if (plan.streams[other].array != plan.streams[writer].array)
        continue;
      StreamSets exact = use;
      exact.stored = use.out;
      isl::map pairs = conflicts(set.out, exact).intersect(apart);
      // Gu 2023 does not look for tiles that load before others store.
      if (options.printedCores)
        pairs = pairs.intersect(earlier(*space).reverse());
      if (!pairs.is_empty().is_true())
        return refuse(
            plan.streams[writer].alloc, "CoresConflict",
            "a tile stores what a tile on another core loads or stores: the "
            "dimension must not be dealt to cores");
    }
  }
  return true;
}

bool SegmentPlanner::checkOtherBuffers(unsigned number) {
  if (sets[number].out.is_null())
    return true;
  isl::map same = inOneRun(*space, space->rank());
  for (auto [other, use] : llvm::enumerate(sets)) {
    if (other == number ||
        plan.streams[other].array != plan.streams[number].array)
      continue;
    isl::map pairs = conflicts(sets[number].out, use).subtract(same);
    if (!pairs.is_empty().is_true())
      return refuse(plan.streams[number].alloc, "SeveralBuffers",
                    "what it stores is in another buffer in another tile: the "
                    "array needs one buffer (scratch-promote with "
                    "'partition=hull')");
  }
  return true;
}

/// The box depends on the first so many dimensions.
unsigned SegmentPlanner::runDepth(unsigned number) const {
  const SegmentStream &stream = plan.streams[number];
  unsigned depth = 0;
  auto look = [&](AffineMap map) {
    for (unsigned d = 0; d < plan.dims.size(); ++d)
      if (map.isFunctionOfDim(d))
        depth = std::max(depth, d + 1);
  };
  look(stream.origin);
  for (prem::BoxAttr box : stream.boxes())
    for (ArrayRef<AffineMap> maps : {box.getLower(), box.getUpper()})
      llvm::for_each(maps, look);
  return depth;
}

/// The boxes are the same for all tiles of a core.
bool SegmentPlanner::isSteady(unsigned number) const {
  const SegmentStream &stream = plan.streams[number];
  for (unsigned d = 0; d < plan.dims.size(); ++d) {
    if (plan.dims[d].perGroup && *plan.dims[d].perGroup <= 1)
      continue;
    auto depends = [&](AffineMap map) { return map.isFunctionOfDim(d); };
    if (depends(stream.origin))
      return false;
    for (prem::BoxAttr box : stream.boxes())
      if (llvm::any_of(box.getLower(), depends) ||
          llvm::any_of(box.getUpper(), depends))
        return false;
  }
  return true;
}

/// Whether boxes may be empty, or the same in a run and the next but one.
void SegmentPlanner::describeBoxes(unsigned number) {
  const StreamSets &set = sets[number];
  SegmentStream &stream = plan.streams[number];
  isl::map all;
  SmallVector<isl::map> boxes;
  if (set.load.attr)
    boxes.push_back(set.load.elements);
  for (const SegmentBox &box : set.stores)
    boxes.push_back(box.elements);
  for (const isl::map &elements : boxes) {
    if (!space->tiles().is_subset(elements.domain()).is_true())
      stream.mayBeEmpty = true;
    all = all.is_null() ? elements : all.unite(elements);
  }
  if (all.is_null() || options.printedReloads)
    return;
  // Two buffers: what is asked for is there already if it is the box of the
  // run before the last.
  isl::map next = inNextRun(plan, *space, runDepth(number));
  isl::map pairs = all.apply_range(all.reverse());
  stream.mayRepeat =
      !pairs.intersect(next.apply_range(next)).is_empty().is_true();
}

bool SegmentPlanner::mayStream(unsigned number) const {
  const StreamSets &set = sets[number];
  if (set.stores.empty())
    return true;
  return conflicts(set.stored, set)
      .intersect(inNextRun(plan, *space, runDepth(number)))
      .is_empty()
      .is_true();
}

/// What plans call an array: "arg0"; empty if it is no argument.
static std::string nameInPlans(Value array) {
  auto argument = dyn_cast_or_null<BlockArgument>(array);
  return argument ? "arg" + std::to_string(argument.getArgNumber()) : "";
}

bool SegmentPlanner::chooseMode(unsigned number) {
  SegmentStream &stream = plan.streams[number];
  if (!stream.array)
    return true;
  describeBoxes(number);
  std::optional<prem::Mode> asked;
  if (auto attribute = prem::PlanAttr::of(plan.chain.front()))
    if (DictionaryAttr modes = attribute.getModes())
      if (auto mode = modes.getAs<prem::ModeAttr>(nameInPlans(stream.array)))
        asked = mode.getValue();
  bool steady = isSteady(number), streams = mayStream(number);
  if (!streams)
    stream.note = "what the segments of a box store, those of the next box "
                  "load or store";
  stream.mode = steady    ? prem::Mode::Resident
                : streams ? prem::Mode::Stream
                          : prem::Mode::Serial;
  if (!asked)
    return true;
  if (*asked == prem::Mode::Resident && !steady)
    return refuse(stream.alloc, "PlanMode",
                  "its plan wants the array to be resident, but a core's "
                  "tiles need different boxes of it");
  if (*asked == prem::Mode::Stream && !streams)
    return refuse(stream.alloc, "PlanMode",
                  "its plan wants the array to be streamed, but " +
                      stream.note);
  stream.mode = *asked;
  return true;
}

/// All arrays that the plan has modes for are there.
bool SegmentPlanner::checkModes(TileOp outermost) {
  auto attribute = prem::PlanAttr::of(outermost);
  if (!attribute || !attribute.getModes())
    return true;
  for (NamedAttribute mode : attribute.getModes())
    if (llvm::none_of(plan.streams, [&](const SegmentStream &stream) {
          return nameInPlans(stream.array) == mode.getName().strref();
        }))
      return refuse(outermost, "PlanMode",
                    "its plan has a mode for '" + mode.getName().strref() +
                        "', which its tiles do not copy from or to");
  return true;
}
