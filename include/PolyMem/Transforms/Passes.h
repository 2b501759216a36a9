//===- Passes.h - passes on affine IR -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_PASSES_H
#define POLYMEM_TRANSFORMS_PASSES_H

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Analysis/Scheduling/Scheduling.h"
#include "PolyMem/Analysis/TimeTiling/TimeTiling.h"
#include "PolyMem/Machine/Machine.h"
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
  GPU,  ///< blocks and threads of a GPU
  Prem  ///< cores, whose segments they are
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
class llvm::cl::parser<polymem::DomainSplits>
    : public polymem::ChoiceParser<polymem::DomainSplits> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::TimeTileShape>
    : public polymem::ChoiceParser<polymem::TimeTileShape> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

/// The values of options for `TileMapping`, of `polymem-tile` and elsewhere,
/// for `Fusion`, `DomainSplits` and
/// `TimeTileShape`.
inline llvm::cl::ValuesClass tilePassMappings() {
  return llvm::cl::values(
      clEnumValN(TileMapping::None, "none", "nothing"),
      clEnumValN(TileMapping::GPU, "gpu", "blocks and threads of a GPU"),
      clEnumValN(TileMapping::Prem, "prem",
                 "cores with scratchpads of their own, whose segments they "
                 "are"));
}
inline llvm::cl::ValuesClass tileMappings() {
  return llvm::cl::values(
      clEnumValN(TileMapping::None, "none", "nothing"),
      clEnumValN(TileMapping::GPU, "gpu", "blocks and threads of a GPU"));
}
inline llvm::cl::ValuesClass fusions() {
  return llvm::cl::values(
      clEnumValN(
          Fusion::Auto, "auto",
          "As with smart, or as with none where more loops get parallel"),
      clEnumValN(Fusion::None, "none",
                 "Those that depend on each other cyclically"),
      clEnumValN(Fusion::Smart, "smart",
                 "Also others, where no loop gets worse by it"),
      clEnumValN(Fusion::Max, "max", "All that can"));
}
inline llvm::cl::ValuesClass domainSplits() {
  return llvm::cl::values(
      clEnumValN(DomainSplits::Auto, "auto", "Where more loops get parallel"),
      clEnumValN(DomainSplits::Never, "never", "Never"));
}
inline llvm::cl::ValuesClass timeTileShapes() {
  return llvm::cl::values(
      clEnumValN(TimeTileShape::Auto, "auto",
                 "Overlapped in several dimensions with mapping=gpu, if they "
                 "pay; else diamonds"),
      clEnumValN(TimeTileShape::Diamonds, "diamonds", "Diamonds"),
      clEnumValN(TimeTileShape::Overlapped, "overlapped", "Overlapped tiles"));
}

#define GEN_PASS_DECL
#include "PolyMem/Transforms/Passes.h.inc"

/// The same with a stream, which must outlive the pass, in place of its file.
std::unique_ptr<mlir::Pass> createPrintCostPass(PrintCostPassOptions options,
                                                llvm::raw_ostream &os);

/// The same with passes for `func.func` in place of the text of a pipeline.
std::unique_ptr<mlir::Pass>
createChooseSizesPass(ChooseSizesPassOptions options,
                      mlir::OpPassManager passes);
std::unique_ptr<mlir::Pass>
createChoosePassesPass(ChoosePassesPassOptions options,
                       std::vector<mlir::OpPassManager> alternatives,
                       mlir::OpPassManager passes);
std::unique_ptr<mlir::Pass> createChooseAxesPass(ChooseAxesPassOptions options,
                                                 mlir::OpPassManager passes);

#define GEN_PASS_REGISTRATION
#include "PolyMem/Transforms/Passes.h.inc"

} // namespace polymem

#endif // POLYMEM_TRANSFORMS_PASSES_H
