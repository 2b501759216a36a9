//===- Passes.h - passes on the scratch dialect -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_H
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_H

#include "PolyMem/Analysis/Accesses/CopySets.h"
#include "PolyMem/Analysis/Accesses/DataSpaces.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Analysis/Reuse/ReusePlan.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Support/Choices.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace polymem {

/// Where the buffers of `scratch-promote` live.
enum class BufferMemorySpace { Workgroup, Private, Default };

/// What `scratch-promote` takes for a block.
enum class PromotionScope { Tile, Nest };

/// For which sizes the buffers of `scratch-promote` fit.
enum class BufferFit { Always, Global, Launch };

} // namespace polymem

template <>
class llvm::cl::parser<polymem::BufferMemorySpace>
    : public polymem::ChoiceParser<polymem::BufferMemorySpace> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::PromotionScope>
    : public polymem::ChoiceParser<polymem::PromotionScope> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::BufferFit>
    : public polymem::ChoiceParser<polymem::BufferFit> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::DataSpacePartition>
    : public polymem::ChoiceParser<polymem::DataSpacePartition> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::DataMovement>
    : public polymem::ChoiceParser<polymem::DataMovement> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::ReuseMovement>
    : public polymem::ChoiceParser<polymem::ReuseMovement> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

/// The values of options for `ReuseMovement`.
inline llvm::cl::ValuesClass reuseMovements() {
  return llvm::cl::values(
      clEnumValN(ReuseMovement::Auto, "auto",
                 "As box where copies were boxes, else as exact"),
      clEnumValN(ReuseMovement::Exact, "exact",
                 "What is read from outside the strip"),
      clEnumValN(ReuseMovement::Box, "box",
                 "In dimensions in which tiles do not move all that some tile "
                 "reads: whole rows, where no one in the launch writes"),
      clEnumValN(ReuseMovement::Vector, "vector",
                 "As box, of whole vectors of 16 bytes"));
}

/// The values of options for `DataMovement`.
inline llvm::cl::ValuesClass dataMovements() {
  return llvm::cl::values(
      clEnumValN(DataMovement::Auto, "auto",
                 "As exact, but as box where the box has at most a sixteenth "
                 "more elements"),
      clEnumValN(DataMovement::Exact, "exact",
                 "Values that cross the tile's border"),
      clEnumValN(DataMovement::Box, "box",
                 "As exact, but the box around what must be copied in: fewer, "
                 "simpler sets, some elements that nobody reads"),
      clEnumValN(DataMovement::Footprint, "footprint",
                 "All elements read, all elements written"));
}

/// The values of options for `BufferFit`.
inline llvm::cl::ValuesClass bufferFits() {
  return llvm::cl::values(
      clEnumValN(BufferFit::Always, "always",
                 "For all sizes: where shared buffers grow with sizes, host "
                 "code takes the tile with them if they fit, and else the "
                 "tile without them"),
      clEnumValN(BufferFit::Global, "global",
                 "For all sizes: no shared buffer that grows with sizes is "
                 "made"),
      clEnumValN(BufferFit::Launch, "launch",
                 "For some sizes: launches with larger ones are refused"));
}

#define GEN_PASS_DECL
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_H
