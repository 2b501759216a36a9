//===- Passes.h - lowering passes -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PASSES_H
#define POLYMEM_CONVERSION_PASSES_H

#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Machine/Machine.h"
#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Choices.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace polymem {

/// What a program is lowered for.
enum class LoweringTarget { CPU, GPU };

/// Whether threads copy several elements at once (`convert-scratch-to-gpu`).
enum class VectorCopies { Auto, Never };

/// Which loops of launches become one (`polymem-cooperative-launches`).
enum class CooperativeMode { Auto, Always, Never };

/// Which plan of a nest of segments is chosen (`polymem-prem-optimize`).
enum class PlanSearch { Best, Greedy, Printed };

/// An `#llvm.loop_annotation` of an `scf.for`. The conversion to the LLVM
/// dialect leaves it on the branch back, where `polymem-loop-metadata` makes it
/// the branch's own.
inline constexpr llvm::StringLiteral kLoopAnnotationAttr =
    "llvm.loop_annotation";

/// Gives each barrier, each operation of a warp and each call inside `root` a
/// number (kSynchronisationAttr): what makes one block of two equal ones then
/// leaves apart those at which threads would wait for each other.
void numberSynchronisations(mlir::Operation *root);

} // namespace polymem

template <>
class llvm::cl::parser<polymem::LoweringTarget>
    : public polymem::ChoiceParser<polymem::LoweringTarget> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::VectorCopies>
    : public polymem::ChoiceParser<polymem::VectorCopies> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::CooperativeMode>
    : public polymem::ChoiceParser<polymem::CooperativeMode> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::PlanSearch>
    : public polymem::ChoiceParser<polymem::PlanSearch> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

/// The names of the choices.
inline llvm::cl::ValuesClass vectorCopies() {
  return llvm::cl::values(
      clEnumValN(VectorCopies::Auto, "auto",
                 "Where boxes and addresses allow, and threads have fewer "
                 "rounds by it"),
      clEnumValN(VectorCopies::Never, "never", "No"));
}
inline llvm::cl::ValuesClass cooperativeModes() {
  return llvm::cl::values(
      clEnumValN(CooperativeMode::Auto, "auto",
                 "Where the cost model says that it takes less time"),
      clEnumValN(CooperativeMode::Always, "always", "All that can be"),
      clEnumValN(CooperativeMode::Never, "never", "None"));
}
inline llvm::cl::ValuesClass planSearches() {
  return llvm::cl::values(
      clEnumValN(PlanSearch::Best, "best", "The one with the least makespan"),
      clEnumValN(PlanSearch::Greedy, "greedy",
                 "One loop is cut, in the largest tiles that fit (Gu 2023, "
                 "6.2)"),
      clEnumValN(PlanSearch::Printed, "printed",
                 "The best of those that Algorithm 1 of Gu 2023 looks at"));
}

#define GEN_PASS_DECL
#include "PolyMem/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "PolyMem/Conversion/Passes.h.inc"

/// `polymem-print-ptx` that writes to `os`, which must outlive the pass,
/// instead of a file.
std::unique_ptr<mlir::Pass> createPrintPTXPass(llvm::raw_ostream &os);

/// `prem-print-c` that writes to `os`, which must outlive the pass, instead of
/// a file.
std::unique_ptr<mlir::Pass> createPremPrintCPass(llvm::raw_ostream &os);

/// `polymem-launch-metadata` that writes to `os`, which must outlive the pass,
/// instead of the file of `options`.
std::unique_ptr<mlir::Pass>
createLaunchMetadataPass(LaunchMetadataPassOptions options,
                         llvm::raw_ostream &os);

} // namespace polymem

#endif // POLYMEM_CONVERSION_PASSES_H
