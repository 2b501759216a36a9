//===- Passes.h - passes on affine IR -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_PASSES_H
#define POLYMEM_TRANSFORMS_PASSES_H

#include "PolyMem/Analysis/Scheduling.h"
#include "PolyMem/Analysis/TimeTiling.h"
#include "PolyMem/Support/Choices.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace polymem {

/// What `polymem-tile` maps tiles to.
enum class TileMapping {
  None, ///< nothing: all tiles run one after the other
  GPU   ///< blocks and threads of a GPU
};

} // namespace polymem

template <>
class llvm::cl::parser<polymem::TileMapping>
    : public polymem::ChoiceParser<polymem::TileMapping> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::Fusion>
    : public polymem::ChoiceParser<polymem::Fusion> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::TimeTileShape>
    : public polymem::ChoiceParser<polymem::TimeTileShape> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

#define GEN_PASS_DECL
#include "PolyMem/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "PolyMem/Transforms/Passes.h.inc"

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_PASSES_H
