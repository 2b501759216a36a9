//===- Passes.h - passes on the scratch dialect -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_H
#define POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_H

#include "PolyMem/Analysis/CopySets.h"
#include "PolyMem/Analysis/DataSpaces.h"
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
class llvm::cl::parser<polymem::DataSpacePartition>
    : public polymem::ChoiceParser<polymem::DataSpacePartition> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::DataMovement>
    : public polymem::ChoiceParser<polymem::DataMovement> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

#define GEN_PASS_DECL
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"

} // namespace polymem

#endif // POLYMEM_DIALECT_SCRATCH_TRANSFORMS_PASSES_H
