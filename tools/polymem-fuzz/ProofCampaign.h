//===- ProofCampaign.h - is what polymem-check proves true? -----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs go through pipelines up to where polymem-check can look at
// them. Into what it proves, one fault of test-polymem-mutate is put, it is
// asked again, and what it still proves is executed, on uninterpreted values,
// at four sizes, mapped loops in order and backwards. A program that differs
// from its original then is a false proof.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_PROOFCAMPAIGN_H
#define POLYMEM_FUZZ_PROOFCAMPAIGN_H

#include "Campaign.h"

namespace polymem::fuzz {

struct ProofOptions {
  /// Programs, pipelines and processes. A quarter of the programs are stencils,
  /// a quarter reductions.
  CampaignOptions campaign;
  /// Faults that are tried in each program.
  unsigned mutants = 16;
  /// Folder for programs that fail; at most `maxKept` of each kind.
  std::string keep = ".";
  unsigned maxKept = 10;
};

struct ProofResult {
  uint64_t programs = 0, mutants = 0;
  double seconds = 0;
  /// How often each verdict was given, by fault ("none": the program as the
  /// pipeline made it).
  std::map<std::string, std::map<std::string, uint64_t>> verdicts;
  /// Why polymem-check did not decide.
  std::map<std::string, uint64_t> reasons;
  /// False proofs, crashes and hangs.
  uint64_t failures = 0;
};

/// Runs the campaign; `report` is told of each failure at once, in lines.
ProofResult
runProofCampaign(mlir::MLIRContext &context, const ProofOptions &options,
                 llvm::function_ref<void(const std::string &)> report);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_PROOFCAMPAIGN_H
