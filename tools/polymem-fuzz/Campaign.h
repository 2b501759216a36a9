//===- Campaign.h - many programs through many pipelines --------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_CAMPAIGN_H
#define POLYMEM_FUZZ_CAMPAIGN_H

#include "Case.h"
#include "Generator.h"
#include "PipelineList.h"
#include <map>

namespace polymem::fuzz {

struct CampaignOptions {
  uint64_t firstSeed = 1;
  uint64_t count = 100;
  /// Seconds after which no further programs are begun (0: no limit).
  double timeLimit = 0;
  /// Seconds without progress that count as a hang.
  double hangLimit = 60;
  unsigned jobs = 1;
  /// See pipelinesFor.
  uint64_t islBudget = 0;
  /// Names of pipelines, or pass pipelines as text; all where empty.
  std::vector<std::string> pipelines;
  /// So many of them for each program, drawn by its seed (0: all).
  unsigned pipelinesPerProgram = 0;
  /// Programs with constant sizes, through random plans of segments, for each
  /// of some numbers of cores.
  bool segments = false;
};

/// The program of this seed.
GeneratedProgram generateFor(const CampaignOptions &options, uint64_t seed);

/// A program and a pipeline that do not go together.
struct FoundFailure {
  uint64_t seed;
  Pipeline pipeline;
  Failure failure;
};

struct CampaignResult {
  struct PipelineCount {
    uint64_t runs = 0, transformed = 0;
  };
  uint64_t programs = 0;
  double seconds = 0;
  /// By the names of pipelines and passes.
  std::map<std::string, PipelineCount> pipelines;
  std::map<std::string, PassCount> passes;
  /// How often each pass has refused a program, which is no failure, by reason.
  std::map<std::string, uint64_t> refusals;
  std::vector<FoundFailure> failures;
  /// Hangs that were none when the case ran again alone, as on a busy machine.
  std::vector<FoundFailure> passedAlone;
};

/// The pipelines of `options` that the program of this seed goes through.
std::vector<Pipeline> selectPipelines(const CampaignOptions &options,
                                      uint64_t seed);

/// Runs the campaign in child processes; `report` is told each failure at once,
/// hangs at the end: what passes when it runs again alone is no failure.
CampaignResult
runCampaign(mlir::MLIRContext &context, const CampaignOptions &options,
            llvm::function_ref<void(const FoundFailure &)> report);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_CAMPAIGN_H
