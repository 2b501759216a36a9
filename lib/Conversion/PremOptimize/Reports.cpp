//===- Reports.cpp - what a plan's makespan is made of --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// By how much the makespan is above the bound, in percent of the makespan.
static double gapOf(const NestReport &report) {
  const makespan::SearchResult &search = report.search;
  if (search.isProved() || search.makespan.cycles == 0)
    return 0;
  return 100.0 * double(search.makespan.cycles - search.bound) /
         double(search.makespan.cycles);
}

static double share(int64_t part, int64_t all) {
  return all == 0 ? 0 : double(part) / double(all);
}

/// What is known of other plans.
static Sentence boundOf(const NestReport &report) {
  const makespan::SearchResult &search = report.search;
  if (search.bound == 0)
    return sentence("of {0} plans", named("Plans", search.evaluated));
  const char *text =
      report.model.isExact() ? "no plan takes less than {0} (gap {1} %)"
      : report.isDetailed
          ? "by tile sizes alone at most {2}, of no plan is that less than {0} "
            "(gap {1} %)"
          : "of no plan is that less than {0} (gap {1} %)";
  return sentence(text, named("Bound", search.bound),
                  named("Gap", llvm::formatv("{0:f1}", gapOf(report)).str()),
                  named("UpperBound", search.makespan.cycles));
}

Sentence polymem::sentenceOf(const NestReport &report) {
  Sentence text =
      sentence("tile = {0}, groups = {1}: ",
               named("Tile", listOf(report.plan.getTile())),
               named("Groups", listOf(report.plan.getGroups()))) +
      sentence(report.isExact() && report.cases == 1 ? "{0} cycles, "
                                                     : "at most {0} cycles, ",
               named("Cycles", report.makespan.cycles)) +
      boundOf(report);
  if (report.executions != 1)
    text += sentence("; executed {0} times: {1}",
                     named("Executions", report.executions),
                     named("Total", report.total));
  if (report.samples)
    text +=
        sentence("; times cover {0} samples", named("Samples", report.samples));
  return text;
}

//===----------------------------------------------------------------------===//
// Scratchpads
//===----------------------------------------------------------------------===//

namespace {
struct BufferPlace {
  StringRef array;
  makespan::Mode mode;
  int64_t offset, bytes;
};
} // namespace

static StringRef textOf(makespan::Mode mode) {
  switch (mode) {
  case makespan::Mode::Stream:
    return "stream";
  case makespan::Mode::Resident:
    return "resident";
  case makespan::Mode::Serial:
    return "serial";
  }
  llvm_unreachable("all modes are known");
}

/// As `prem-expand-components` places them: the first buffers of all arrays,
/// then the second ones.
static SmallVector<BufferPlace> placesOf(const NestReport &report,
                                         const Multicore &machine) {
  SmallVector<BufferPlace> places;
  const makespan::Component &component = report.model.component;
  int64_t offset = 0;
  for (unsigned number : {0, 1})
    for (auto [array, mode] :
         llvm::zip(component.arrays, report.model.plan.modes)) {
      bool kept = array.mayKeep && mode == makespan::Mode::Resident;
      if (kept || (number == 1 && mode != makespan::Mode::Stream))
        continue;
      makespan::Component one = component;
      one.arrays = {array};
      makespan::Plan plan = report.model.plan;
      plan.modes = {makespan::Mode::Serial};
      int64_t bytes = scratchpadBytes(one, plan, machine, {});
      places.push_back({array.name, mode, offset, bytes});
      offset += bytes;
    }
  return places;
}

//===----------------------------------------------------------------------===//
// Timelines
//===----------------------------------------------------------------------===//

static llvm::json::Object jsonOf(const makespan::Event &event,
                                 const makespan::Component &component) {
  using Kind = makespan::Event::Kind;
  llvm::json::Object object{{"kind", event.kind == Kind::Execute ? "execute"
                                     : event.kind == Kind::Load  ? "load"
                                                                 : "unload"},
                            {"core", event.core},
                            {"segment", event.segment},
                            {"begin", event.begin},
                            {"end", event.end}};
  if (event.kind == Kind::Execute) {
    object["calls"] = event.calls;
    object["operations"] = event.operations;
    return object;
  }
  object["array"] = component.arrays[event.array].name;
  object["bytes"] = event.bytes;
  object["lines"] = event.lines;
  object["bursts"] = event.bursts;
  return object;
}

/// The events of the schedule of one execution, or the first ones of many.
static llvm::json::Object timelineOf(const NestReport &report,
                                     const Multicore &machine) {
  constexpr size_t kMostEvents = 4000;
  const makespan::Component &component = report.model.component;
  bool isWhole = false;
  llvm::json::Array events;
  std::vector<makespan::Event> all =
      report.isDetailed
          ? detailedEventsOf(report.component, report.model, machine, {},
                             report.longestValues, kMostEvents, isWhole)
          : makespan::eventsOf(component, report.model.plan, machine,
                               optionsFor(report.model), kMostEvents, isWhole);
  for (const makespan::Event &event : all)
    events.push_back(jsonOf(event, component));
  return llvm::json::Object{{"whole", isWhole}, {"events", std::move(events)}};
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

void polymem::printReport(raw_ostream &os, const NestReport &report,
                          const Multicore &machine) {
  const makespan::Makespan &m = report.makespan;
  auto percent = [&](int64_t part) {
    return llvm::formatv("{0:f1} %", 100 * share(part, m.cycles)).str();
  };
  os << "nest at " << report.loop->getLoc() << "\n  " << sentenceOf(report).text
     << "\n";
  os << "  operations " << m.operations << " (" << percent(m.operations)
     << "), calls " << m.calls << " (" << percent(m.calls) << "), engine "
     << m.transfers << " (" << percent(m.transfers) << ")\n";
  os << "  " << m.bytes << " bytes in " << m.lines << " lines and " << m.bursts
     << " bursts; " << m.segments << " segments, " << m.longestCore
     << " of a core, the longest one " << m.longestSegment << " cycles\n";
  os << "  scratchpad " << m.scratchpad << " bytes of "
     << machine.scratchpadBytes - machine.reservedBytes << "\n";
  for (const BufferPlace &place : placesOf(report, machine))
    os << "    " << place.offset << ": "
       << (place.array.empty() ? "local" : place.array) << ", "
       << textOf(place.mode) << ", " << place.bytes << " bytes\n";
}

llvm::json::Object polymem::jsonOf(const NestReport &report,
                                   const Multicore &machine) {
  const makespan::Makespan &m = report.makespan;
  const makespan::Component &component = report.model.component;
  llvm::json::Array buffers;
  for (const BufferPlace &place : placesOf(report, machine))
    buffers.push_back(llvm::json::Object{{"array", place.array.str()},
                                         {"mode", textOf(place.mode).str()},
                                         {"offset", place.offset},
                                         {"bytes", place.bytes}});
  std::string location;
  llvm::raw_string_ostream(location) << report.loop->getLoc();
  return llvm::json::Object{
      {"location", location},
      {"tile", llvm::json::Array(report.plan.getTile())},
      {"groups", llvm::json::Array(report.plan.getGroups())},
      {"cycles", m.cycles},
      {"exact", report.isExact()},
      {"upper-bound", report.search.makespan.cycles},
      {"safe-cycles", report.safeCycles},
      {"safe-total", report.safeTotal},
      {"bound", report.search.bound},
      {"gap", gapOf(report) / 100},
      {"proved", report.search.isProved()},
      {"nodes", report.search.nodes},
      {"evaluated", report.search.evaluated},
      {"seconds", report.seconds},
      {"gap-after-second", report.search.gapAfterSecond},
      {"executions", report.executions},
      {"total", report.total},
      {"samples", report.samples},
      {"times",
       llvm::json::Object{{"segment", component.segmentTime},
                          {"loops", llvm::json::Array(component.loopTimes)},
                          {"scale", component.timeScale}}},
      {"operations", m.operations},
      {"calls", m.calls},
      {"api-share", share(m.calls, m.cycles)},
      {"transfers", m.transfers},
      {"core-utilisation", share(m.operations, m.cycles)},
      {"engine-utilisation", share(m.transfers, m.cycles)},
      {"bytes", m.bytes},
      {"lines", m.lines},
      {"bursts", m.bursts},
      {"segments", m.segments},
      {"segments-of-a-core", m.longestCore},
      {"longest-segment", m.longestSegment},
      {"scratchpad-bytes", m.scratchpad},
      {"buffers", std::move(buffers)},
      {"timeline", timelineOf(report, machine)}};
}
