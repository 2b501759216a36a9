//===- SegmentOptions.h - options of polymem-to-prem ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_PIPELINES_SEGMENTOPTIONS_H
#define POLYMEM_PIPELINES_SEGMENTOPTIONS_H

#include "PolyMem/Pipelines/PipelineOptions.h"

namespace polymem {

/// What `polymem-to-prem` makes.
enum class PremForm { C, Host, Plan };

/// Who chooses tiles and groups of nests without a `prem.plan`.
enum class PremPlans { Greedy, Optimize };

} // namespace polymem

template <>
class llvm::cl::parser<polymem::PremForm>
    : public polymem::ChoiceParser<polymem::PremForm> {
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<polymem::PremPlans>
    : public polymem::ChoiceParser<polymem::PremPlans> {
  using ChoiceParser::ChoiceParser;
};

namespace polymem {

/// Options of `polymem-to-prem`.
struct ToPremOptions : ListedOptions<ToPremOptions> {
  Option<std::string> machine{
      *this, "machine",
      llvm::cl::desc(
          "Multicore that segments are planned for and, on the host, "
          "simulated on: a built-in name or a JSON file"),
      llvm::cl::init(kDefaultMulticore.str())};
  ListOption<std::string> sizes{
      *this, "sizes",
      llvm::cl::desc("Tile size per loop of nests without a plan (prem.plan); "
                     "without this option the largest tiles that fit "
                     "(polymem-tile)")};
  Option<PremPlans> plan{
      *this, "plan",
      llvm::cl::desc("Tiles and groups of nests without a plan (prem.plan)"),
      llvm::cl::init(PremPlans::Greedy),
      llvm::cl::values(clEnumValN(PremPlans::Greedy, "greedy",
                                  "The largest tiles that fit, or 'sizes'"),
                       clEnumValN(PremPlans::Optimize, "optimize",
                                  "Those with the least makespan in a model "
                                  "(polymem-prem-optimize)"))};
  ListOption<std::string> assume{
      *this, "assume",
      llvm::cl::desc("Sizes that 'plan=optimize' makes plans for, "
                     "N=1000,M=8..20: arguments of each function "
                     "(polymem-prem-optimize)")};
  Option<PremForm> emit{
      *this, "emit", llvm::cl::desc("What comes out"),
      llvm::cl::init(PremForm::C),
      llvm::cl::values(
          clEnumValN(PremForm::C, "c",
                     "Threads and segments in C (prem-print-c)"),
          clEnumValN(PremForm::Host, "host",
                     "Calls of the run-time on the host, for polymem-run "
                     "(convert-prem-to-llvm)"),
          clEnumValN(PremForm::Plan, "plan",
                     "Components, before they are expanded"))};
  Option<bool> hooks{
      *this, "hooks",
      llvm::cl::desc("Segments tell the checker what they access and how much "
                     "they execute (prem-tell-accesses)"),
      llvm::cl::init(false)};
  Option<std::string> output{
      *this, "output",
      llvm::cl::desc("File for the C text ('-': standard output)"),
      llvm::cl::init("-")};
  Option<unsigned long> maxIslOperations{
      *this, "max-isl-operations",
      llvm::cl::desc("Budget of isl operations per step of each pass (0: "
                     "unbounded)"),
      llvm::cl::init(kPipelineIslOperations)};

  /// For programs that build the pipeline: where the C text goes, instead of to
  /// a file. Must outlive the pipeline.
  llvm::raw_ostream *outputStream = nullptr;
};

} // namespace polymem

#endif // POLYMEM_PIPELINES_SEGMENTOPTIONS_H
