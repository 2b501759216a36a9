//===- Emulation.cpp - options and reports of emulated runs ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "PolyMem/Runner/MachineLimits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <fstream>
#include <sstream>

using namespace llvm;

namespace polymem::runtime {

/// More seeds in one call are a mistake.
static constexpr uint64_t kMaxSeeds = 10000;

/// Adds the seeds that `text` names: "7" or "1..8".
static Error parseSeeds(StringRef text, std::vector<uint64_t> &seeds) {
  auto [first, last] = text.split("..");
  uint64_t from = 0, to = 0;
  bool range = text.contains("..");
  if (first.getAsInteger(10, from) || (range && last.getAsInteger(10, to)))
    return createStringError("in --emulator-seed: '" + text +
                             "' is neither a number nor a range as in 1..8");
  if (!range)
    to = from;
  if (to < from || to - from >= kMaxSeeds)
    return createStringError("in --emulator-seed: the range '" + text +
                             "' is empty or has more than " + Twine(kMaxSeeds) +
                             " seeds");
  for (uint64_t seed = from; seed <= to; ++seed)
    seeds.push_back(seed);
  return Error::success();
}

Expected<EmulationSettings>
EmulationSettings::create(const EmulationOptions &options) {
  EmulationSettings settings;
  Expected<Machine> machine = Machine::lookup(options.machine);
  if (!machine)
    return machine.takeError();
  if (machine->kind != Machine::Kind::GPU)
    return createStringError("--machine: '" + machine->name + "' is not a GPU");
  settings.machine = std::move(*machine);
  for (const std::string &text : options.seeds)
    if (Error error = parseSeeds(text, settings.seeds))
      return std::move(error);
  if (settings.seeds.empty())
    settings.seeds.push_back(1);
  settings.timing = options.timing;
  settings.checked = options.checked;
  settings.maxReports = options.maxReports;
  settings.count = options.count;
  settings.countFile = options.countFile;
  return settings;
}

emulator::Limits EmulationSettings::limits() const {
  return runtime::limitsOf(machine);
}

EmulatedRun::EmulatedRun(const EmulationSettings &settings, uint64_t seed)
    : settings(settings), emulatorOptions(settings.limits()) {
  emulatorOptions.seed = seed;
  emulatorOptions.timing = settings.timing;
  if (settings.checked) {
    emulator::CheckerOptions checkerOptions(emulatorOptions.limits);
    checkerOptions.maxReports = settings.maxReports;
    checker = std::make_unique<emulator::Checker>(checkerOptions);
    observers.add(*checker);
  }
  if (settings.counts()) {
    counters = std::make_unique<emulator::Counters>(emulatorOptions.limits);
    observers.add(*counters);
  }
  if (!observers.empty())
    emulatorOptions.observer = &observers;
}

std::string EmulatedRun::reports() const {
  std::string text;
  if (checker)
    for (const emulator::Report &report : checker->reports())
      text += report.text();
  return text;
}

Error EmulatedRun::printCounts() const {
  if (!counters)
    return Error::success();
  if (settings.count) {
    std::ostringstream table;
    counters->writeTable(table);
    outs() << table.str();
  }
  if (settings.countFile.empty())
    return Error::success();
  std::ofstream file(settings.countFile);
  counters->writeJson(file);
  file.close();
  if (!file)
    return createStringError("cannot write '" + settings.countFile + "'");
  return Error::success();
}

} // namespace polymem::runtime
