//===- Cooperative.h - loops of launches that one can make ------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_COST_COOPERATIVE_H
#define POLYMEM_ANALYSIS_COST_COOPERATIVE_H

#include "PolyMem/Analysis/Cost/Cost.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Sentence.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <optional>
#include <variant>

namespace polymem {

/// One of the launches that become one.
struct LaunchPart {
  mlir::gpu::LaunchOp launch;
  /// Threads along x, y and z, and all of them.
  std::array<int64_t, 3> block = {1, 1, 1};
  int64_t threads = 1;
  /// Whether threads of a block meet, or exchange values in warps.
  bool meets = false;
  /// Bytes of dynamic shared memory that it asks for, those of each of its
  /// workgroup buffers, and where these begin if they lie in there, too.
  int64_t dynamicBytes = 0;
  llvm::SmallVector<int64_t> bufferBytes, offsets;
};

/// What a loop of the host becomes.
struct CooperativePlan {
  mlir::scf::ForOp loop;
  /// In the order of the program.
  llvm::SmallVector<LaunchPart> parts;
  /// Threads of a block: as many as a block of any part has.
  int64_t threads = 1;
  /// Workgroup buffers of the launch, which parts take by their types; empty if
  /// all lie in dynamic memory.
  llvm::SmallVector<mlir::MemRefType> buffers;
  /// Dynamic and static shared memory of a block.
  int64_t dynamicBytes = 0, staticBytes = 0;
  /// No part has more than a block.
  bool isOneBlock = false;
};

/// What one launch can make of `loop` and all launches in it on `machine`; the
/// reason where it cannot.
std::variant<CooperativePlan, Sentence> planCooperative(mlir::scf::ForOp loop,
                                                        const Machine &machine);

/// What the model says of a plan.
struct CooperativeGain {
  /// Launches, and microseconds for all of them as they are.
  double launches = 0, before = 0;
  /// Microseconds that barriers take less than launches, and more that parts
  /// take which have fewer threads on a core at a time.
  double saved = 0, lost = 0;
  /// Blocks on a core at a time.
  int64_t blocksPerCore = 1;

  double after() const { return before - saved + lost; }
};

/// Of `plan`, whose launches `cost` knows as they are.
CooperativeGain gainOf(const CooperativePlan &plan, const FunctionCost &cost,
                       const Machine &machine);

/// What is to become of a loop of launches.
struct CooperativeChoice {
  mlir::scf::ForOp loop;
  /// Nothing where one launch cannot make it; `reason` says why.
  std::optional<CooperativePlan> plan;
  Sentence reason;
  CooperativeGain gain;
  /// One launch is to make it.
  bool isTaken = false;
};

/// Choices for the loops of the host in `function` that launch something,
/// outermost first; those inside of one that is taken have none. Taken is what
/// can be and takes less time by `minGain`, its part of the whole, or in any
/// case without that number. `cost`, that of the launches as they are, is asked
/// for once there is a plan.
std::vector<CooperativeChoice>
chooseCooperative(mlir::Operation *function, const Machine &machine,
                  std::optional<double> minGain,
                  llvm::function_ref<const FunctionCost &()> cost);

} // namespace polymem

#endif // POLYMEM_ANALYSIS_COST_COOPERATIVE_H
