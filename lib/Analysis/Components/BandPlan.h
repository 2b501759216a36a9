//===- BandPlan.h - tile sizes and groups of one perfect nest ---*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_ANALYSIS_COMPONENTS_BANDPLAN_H
#define POLYMEM_LIB_ANALYSIS_COMPONENTS_BANDPLAN_H

#include "PolyMem/Analysis/Components/BandFreedom.h"
#include "PolyMem/Analysis/Components/ComponentPlan.h"
#include "PolyMem/Analysis/Components/TileFootprint.h"
#include <memory>

namespace polymem {

/// The perfect nest that begins at a loop, its dependences, and what of it may
/// be a component.
class BandPlan {
public:
  BandPlan(mlir::Operation *root, const ComponentRequest &request);

  /// Why there is no scop, or no loop to cut; empty: there is.
  const TileNote *failure() const { return failed ? &*failed : nullptr; }

  /// The component that `plan` asks for; a note where it cannot be.
  std::optional<Component> obey(prem::PlanAttr plan, TileNote &refusal);
  /// The component with these sizes (0: all iterations); a note where it cannot
  /// be.
  std::optional<Component> withSizes(llvm::ArrayRef<int64_t> given,
                                     TileNote &refusal);
  /// The largest tile that fits; a note where none does.
  std::optional<Component> largest(TileNote &refusal);
  /// What may be done with each loop.
  llvm::SmallVector<LoopFreedom> freedom();

private:
  using Relations = BandDependences::Relations;

  /// Fills in the nest; a note where it cannot be read.
  std::optional<TileNote> readNest();
  /// Iterations of all executions of `loop` together, from the first one to the
  /// last one: at least so many, where they are known.
  int64_t spanOf(const BandLoop &loop) const;
  /// Dependences against loop `j`, where tiles of the loops outside have so
  /// many iterations.
  Relations against(unsigned j, llvm::ArrayRef<int64_t> sizes);
  Sentence describe(const Relations &relations) const;
  /// Whether there is no dependence along loop `j`.
  bool isParallel(unsigned j) const { return loops[j].parallel; }
  /// The outermost loop among the first `count` that several cores may share.
  std::optional<unsigned> parallelLoop(unsigned count) const;
  int64_t groupsOf(unsigned loop) const;
  /// `count`, or more if an affine.parallel is not to be taken apart.
  unsigned wholeOperations(unsigned count) const;
  /// Bytes of a tile with these sizes, two buffers for each array.
  TileBytes bytesOf(llvm::ArrayRef<int64_t> sizes);
  bool fits(llvm::ArrayRef<int64_t> sizes, Sentence &why);
  /// The largest tile that fits, where loops outside of loop `cut` have tiles
  /// of one iteration, those inside all of theirs, and cores share loop
  /// `shared`.
  std::optional<Component>
  largestCut(unsigned cut, std::optional<unsigned> shared, Sentence &why);
  Component make(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> groups,
                 mlir::DictionaryAttr modes);
  TileNote refuse(unsigned loop, llvm::StringRef name, const Sentence &text);

  mlir::Operation *root;
  const ComponentRequest &request;
  std::unique_ptr<Scop> scop;
  std::vector<SequentialDependence> dependences;
  std::optional<BandDependences> bandDependences;
  StatementList statements;
  llvm::SmallVector<BandLoop> loops;
  std::optional<TileNote> failed;
  /// A tile of the sizes that were tried last takes so many bytes.
  int64_t lastBytes = -1;
};

/// Buffers for each array: one is used, the other one is loaded (Gu 2023, 3.5).
inline constexpr int64_t kBuffersOfArray = 2;

/// That a tile of so many bytes does not fit; empty: it does.
Sentence obstacleOfSize(const TileBytes &bytes,
                        const ComponentRequest &request);

} // namespace polymem

#endif // POLYMEM_LIB_ANALYSIS_COMPONENTS_BANDPLAN_H
