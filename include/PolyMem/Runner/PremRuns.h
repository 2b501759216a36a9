//===- PremRuns.h - PREM programs that compiled functions launch *- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_RUNNER_PREMRUNS_H
#define POLYMEM_RUNNER_PREMRUNS_H

#include <cstdint>
#include <string>
#include <vector>

namespace polymem::runtime {

/// How calls of compiled functions run what they launch on the PREM run-time
/// (`prem.launch`, prem_host.h), and what that took. Findings of its checker
/// are errors of the call.
struct PremRuns {
  /// Not 0: threads sleep now and then, as it says.
  uint64_t seed = 0;
  /// Where the timeline of the last launch goes, as a picture if the name ends
  /// with ".svg" and else as JSON; empty: nowhere.
  std::string timeline;
  /// If not null, these get the timeline of the last launch, as JSON and as a
  /// picture.
  std::string *json = nullptr, *picture = nullptr;
  /// What each launch takes, simulated; added to by calls.
  std::vector<int64_t> cycles;
};

/// While one lives, calls on this thread do as its settings say. Without one,
/// launches are checked and not simulated.
class PremScope {
public:
  explicit PremScope(PremRuns &runs);
  ~PremScope();
  PremScope(const PremScope &) = delete;
  PremScope &operator=(const PremScope &) = delete;

private:
  PremRuns *outer;
};

} // namespace polymem::runtime

#endif // POLYMEM_RUNNER_PREMRUNS_H
