//===- SegmentPlanner.h - how tiles become segments -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTPLANNER_H
#define POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTPLANNER_H

#include "SegmentOrder.h"
#include "SegmentShape.h"

namespace polymem {

/// What isl says of a stream.
struct StreamSets {
  /// `[p] -> { [k] -> [a] }`; null: none.
  isl::map in, out;
  SegmentBox load;
  /// Disjoint boxes, and the elements of all of them; null: nothing is stored.
  llvm::SmallVector<SegmentBox> stores;
  isl::map stored;
};

/// Plans one component, step by step.
class SegmentPlanner {
public:
  SegmentPlanner(const SegmentOptions &options, SegmentRefusal &refusal)
      : options(options), refusal(refusal), shape(plan, refusal) {}

  bool run(scratch::TileOp outermost);
  SegmentPlan plan;

private:
  bool refuse(mlir::Operation *op, llvm::StringRef name, const Sentence &text) {
    refusal = {op, name, text};
    return false;
  }
  bool collectStreams();
  bool addStream(scratch::AllocOp alloc);
  bool checkBody();
  bool checkMainMemory();
  bool isNeverExecuted(mlir::Operation *op) const;
  bool model();
  bool readSets();
  bool closeDims(unsigned number);
  bool takeBoxes(unsigned number);
  bool takeTransfers(unsigned number);
  bool storeDeadWrites(unsigned number);
  bool needsLoad(unsigned number);
  bool takeStores(unsigned number, bool isLoaded);
  bool storesWholeBox(unsigned number, const SegmentBox &box);
  bool storeAll(unsigned number, const SegmentBox &box);
  bool storeExactly(unsigned number);
  bool checkCores();
  bool checkOtherBuffers(unsigned number);
  bool chooseMode(unsigned number);
  bool checkModes(scratch::TileOp outermost);
  unsigned runDepth(unsigned number) const;
  bool isSteady(unsigned number) const;
  bool mayStream(unsigned number) const;
  void describeBoxes(unsigned number);

  const SegmentOptions &options;
  SegmentRefusal &refusal;
  SegmentShape shape;
  llvm::SmallVector<BufferUses> uses;
  /// Of a stream the dimensions whose origin the mapping does not tell.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned>> openDims;
  std::unique_ptr<Scop> scop;
  std::optional<SegmentSpace> space;
  llvm::SmallVector<StreamSets> sets;
};

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_SEGMENTS_SEGMENTPLANNER_H
