//===- HostPrem.cpp - PREM programs that compiled functions launch --------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCall.h"
#include "PolyMem/Conversion/PremLaunch.h"
#include "PolyMem/Runner/PremRuns.h"
#include "PolyMem/Runtime/Prem/prem_host.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

using namespace llvm;

namespace polymem::runtime {

// convert-prem-to-llvm makes an array of these numbers.
static_assert(sizeof(prem_machine) == 32 * sizeof(int64_t));
static_assert(PREM_OP_CLASSES == 10);

/// The settings of calls on this thread.
static PremRuns *&currentRuns() {
  static thread_local PremRuns *runs = nullptr;
  return runs;
}

PremScope::PremScope(PremRuns &runs) : outer(currentRuns()) {
  currentRuns() = &runs;
}
PremScope::~PremScope() { currentRuns() = outer; }

namespace {

struct HostDeleter {
  void operator()(prem_host *host) const { prem_host_destroy(host); }
};
using HostPtr = std::unique_ptr<prem_host, HostDeleter>;

/// What compiled code hands over.
struct Launch {
  const prem_machine *machine;
  void (*kernel)(void *);
  void *argument;
  const prem::PremArray *arrays;
  int32_t count, cores, tellsAccesses;
  /// The first failed check of a thread.
  std::mutex mutex;
  std::string failure;
};

} // namespace

/// Runs the program of one thread. A failed check ends it early, as a call of
/// the function itself would end.
static void runThread(void *data) {
  auto &launch = *static_cast<Launch *>(data);
  CallState state;
  currentCall() = &state;
  bool failed = setjmp(state.onFailure) != 0;
  if (!failed)
    launch.kernel(launch.argument);
  currentCall() = nullptr;
  if (!failed)
    return;
  std::lock_guard<std::mutex> lock(launch.mutex);
  if (launch.failure.empty())
    launch.failure = state.message.empty() ? "a thread aborted" : state.message;
}

static HostPtr makeHost(const Launch &launch, const PremRuns *runs) {
  prem_options options = {};
  options.seed = runs ? runs->seed : 0;
  options.tells_accesses = launch.tellsAccesses;
  HostPtr host(prem_host_create(launch.machine, &options));
  for (int32_t i = 0; host && i < launch.count; ++i) {
    const prem::PremArray &array = launch.arrays[i];
    if (prem_host_array(host.get(), array.name, array.data, array.elementBytes,
                        array.rank, array.sizes))
      return nullptr;
  }
  return host;
}

/// Writes the timeline of the last simulation; a message if that fails.
static std::string writeTimeline(const prem_host &host,
                                 const std::string &name) {
  FILE *file = std::fopen(name.c_str(), "w");
  bool failed = !file;
  if (file) {
    failed = StringRef(name).ends_with(".svg")
                 ? prem_host_write_svg(&host, file)
                 : prem_host_write_json(&host, file);
    failed |= std::fclose(file) != 0;
  }
  return failed ? "cannot write '" + name + "'" : "";
}

/// Puts what `write` writes about the last simulation into `text`, if that is
/// not null. Whether it failed.
static bool writeInto(std::string *text, const prem_host &host,
                      function_ref<int32_t(const prem_host *, FILE *)> write) {
  if (!text)
    return false;
  char *data = nullptr;
  size_t size = 0;
  FILE *file = open_memstream(&data, &size);
  if (!file)
    return true;
  bool failed = write(&host, file) != 0;
  failed |= std::fclose(file) != 0;
  if (!failed)
    text->assign(data, size);
  std::free(data);
  return failed;
}

/// Runs a launch; says what is wrong.
static std::string run(Launch &launch, PremRuns *runs) {
  // The run-time has one program at a time.
  static std::mutex oneProgram;
  std::lock_guard<std::mutex> lock(oneProgram);
  HostPtr host = makeHost(launch, runs);
  if (!host)
    return "the PREM run-time takes no such machine or array, or has no memory";
  int32_t findings =
      prem_host_run(host.get(), launch.cores, &runThread, &launch);
  if (findings < 0)
    return "a launch on " + std::to_string(launch.cores) +
           " cores cannot run: the machine has " +
           std::to_string(launch.machine->cores) +
           ", the run-time at most 64, or there is no memory";
  if (!launch.failure.empty())
    return launch.failure;
  if (findings > 0) {
    std::string text = std::to_string(findings) + " findings in PREM segments";
    for (int32_t i = 0; i < findings; ++i)
      text += std::string("\n  ") + prem_host_finding(host.get(), i);
    return text;
  }
  if (!runs)
    return "";
  int64_t cycles = prem_host_simulate(host.get());
  if (cycles < 0)
    return "no memory for the simulation of PREM segments";
  runs->cycles.push_back(cycles);
  if (writeInto(runs->json, *host, prem_host_write_json) ||
      writeInto(runs->picture, *host, prem_host_write_svg))
    return "no memory for the timeline of PREM segments";
  return runs->timeline.empty() ? "" : writeTimeline(*host, runs->timeline);
}

/// Runs a launch; true if nothing is wrong. Has what must be destroyed.
static bool tryLaunch(const prem_machine *machine, void (*kernel)(void *),
                      void *argument, const prem::PremArray *arrays,
                      int32_t count, int32_t cores, int32_t tellsAccesses) {
  Launch launch{machine, kernel,        argument, arrays, count,
                cores,   tellsAccesses, {},       {}};
  std::string problem = run(launch, currentRuns());
  if (problem.empty())
    return true;
  currentCall()->message = std::move(problem);
  return false;
}

static void hostPremLaunch(const prem_machine *machine, void (*kernel)(void *),
                           void *argument, const prem::PremArray *arrays,
                           int32_t count, int32_t cores,
                           int32_t tellsAccesses) {
  if (!tryLaunch(machine, kernel, argument, arrays, count, cores,
                 tellsAccesses))
    abandonCall();
}

void definePremSymbols(function_ref<void(StringRef, void *)> define) {
  define(prem::kPremLaunchName, reinterpret_cast<void *>(&hostPremLaunch));
#define POLYMEM_DEFINE(name) define(#name, reinterpret_cast<void *>(&(name)));
  POLYMEM_DEFINE(prem_thread_id)
  POLYMEM_DEFINE(prem_scratchpad)
  POLYMEM_DEFINE(prem_allocate_buffer)
  POLYMEM_DEFINE(prem_swap_buffer)
  POLYMEM_DEFINE(prem_swap2d_buffer)
  POLYMEM_DEFINE(prem_swapnd_buffer)
  POLYMEM_DEFINE(prem_swap_boxes)
  POLYMEM_DEFINE(prem_deallocate_buffer)
  POLYMEM_DEFINE(prem_dispatch)
  POLYMEM_DEFINE(prem_end_segment)
  POLYMEM_DEFINE(prem_barrier)
  POLYMEM_DEFINE(prem_count)
  POLYMEM_DEFINE(prem_read)
  POLYMEM_DEFINE(prem_write)
#undef POLYMEM_DEFINE
}

} // namespace polymem::runtime
