//===- Emulation.h - options and reports of emulated runs -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_POLYMEM_RUN_EMULATION_H
#define POLYMEM_TOOLS_POLYMEM_RUN_EMULATION_H

#include "PolyMem/Emulator/Checking/Checker.h"
#include "PolyMem/Emulator/Counting/Counters.h"
#include "PolyMem/Emulator/Execution/Emulator.h"
#include "PolyMem/Emulator/Execution/ObserverList.h"
#include "PolyMem/Machine/Machine.h"
#include "llvm/Support/Error.h"

namespace polymem::runtime {

/// What the command line says of the device emulator.
struct EmulationOptions {
  std::string machine;
  std::vector<std::string> seeds;
  emulator::AsyncTiming timing = emulator::AsyncTiming::Late;
  bool checked = true, count = false;
  unsigned maxReports = 1;
  std::string countFile;
};

/// The same, understood.
struct EmulationSettings {
  Machine machine;
  std::vector<uint64_t> seeds;
  emulator::AsyncTiming timing = emulator::AsyncTiming::Late;
  bool checked = true, count = false;
  unsigned maxReports = 1;
  std::string countFile;

  /// Errors: an unknown machine or one that is no GPU, a malformed seed.
  static llvm::Expected<EmulationSettings>
  create(const EmulationOptions &options);

  emulator::Limits limits() const;
  bool counts() const { return count || !countFile.empty(); }
  /// Whether kernels must report their accesses.
  bool observes() const { return checked || counts(); }
};

/// One run with everything that watches it.
class EmulatedRun {
public:
  EmulatedRun(const EmulationSettings &settings, uint64_t seed);

  const emulator::Options &options() const { return emulatorOptions; }
  /// What the checker found, as lines; empty if nothing.
  std::string reports() const;
  /// Prints the counts where the settings say. Errors of files.
  llvm::Error printCounts() const;

private:
  const EmulationSettings &settings;
  emulator::Options emulatorOptions;
  std::unique_ptr<emulator::Checker> checker;
  std::unique_ptr<emulator::Counters> counters;
  emulator::ObserverList observers;
};

} // namespace polymem::runtime

#endif // POLYMEM_TOOLS_POLYMEM_RUN_EMULATION_H
