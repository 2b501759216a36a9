//===- Options.h - the command line of polymem-run --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_POLYMEM_RUN_OPTIONS_H
#define POLYMEM_TOOLS_POLYMEM_RUN_OPTIONS_H

#include "Emulation.h"
#include "ModulePipeline.h"
#include "PolyMem/Runner/PremRuns.h"
#include "PolyMem/Runner/Runner.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace polymem::runtime {

enum class Target { Cpu, Emulate, Cuda };

/// The command line, understood.
struct Options {
  std::string inputFile;
  std::vector<std::string> entries;
  Target target = Target::Cpu;

  bool compare = false;
  std::vector<std::string> pipelines, against;
  std::optional<std::string> referencePipeline;
  ProofMode proof = ProofMode::None;
  bool checkBounds = false, uninterpreted = false;
  /// Programs with loops declared parallel run once more, with these loops from
  /// the last iteration to the first.
  bool backwards = false;

  /// One run each.
  std::vector<SizeBindings> sizes;
  std::vector<std::string> addParameters;
  uint64_t seed = 1;
  double tolerance = 0;
  bool print = false;
  /// Of each program; 0: nothing is timed.
  unsigned timedCalls = 0;
  InputArrays inputs;
  std::map<unsigned, std::string> outputs;

  /// The driver's library; empty: the installed one.
  std::string cudaLibrary;
  std::string machine;
  EmulationSettings emulation;
  /// The machine of `prem.launch`; empty: the default.
  std::string multicore;
  PremRuns prem;
};

/// Reads the command line; --help and unknown options end the process. Errors:
/// options that contradict each other, malformed values, unreadable files.
llvm::Expected<Options> parseOptions(int argc, char **argv);

} // namespace polymem::runtime

#endif // POLYMEM_TOOLS_POLYMEM_RUN_OPTIONS_H
