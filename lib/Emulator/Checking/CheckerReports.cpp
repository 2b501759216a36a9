//===- CheckerReports.cpp - how the checker tells ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerState.h"
#include <limits>

namespace polymem::emulator {

/// Nobody misses an array by so many bytes: the access is to something else.
static constexpr uintptr_t kFar = uintptr_t(1) << 30;

Site Checker::State::siteOf(const LaunchInfo &launch, uint32_t number) {
  if (launch.sites && number < launch.sites->size())
    return (*launch.sites)[number];
  return {"unknown location", "access", "", 0};
}

static std::string count(uint64_t number, const char *noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

static std::string actionOf(const Access &access) {
  std::string bytes = count(access.bytes, "byte");
  switch (access.kind) {
  case AccessKind::Read:
    return "reads " + bytes;
  case AccessKind::Write:
    return "writes " + bytes;
  case AccessKind::Atomic:
    return "updates " + bytes + " atomically";
  case AccessKind::AsyncRead:
    return "copies " + bytes + " asynchronously from there";
  case AccessKind::AsyncWrite:
    return "copies " + bytes + " asynchronously to there";
  }
  return "";
}

static const char *pastActionOf(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read there before";
  case AccessKind::Write:
    return "wrote there before";
  case AccessKind::Atomic:
    return "updated it atomically before";
  case AccessKind::AsyncRead:
    return "copied asynchronously from there";
  case AccessKind::AsyncWrite:
    return "copied asynchronously to there";
  }
  return "";
}

Report::Party Checker::State::party(const Access &access) const {
  return {delinearise(access.block, launch.grid),
          delinearise(access.thread, launch.block), actionOf(access),
          siteOf(launch, access.site)};
}

Report::Party Checker::State::party(const Stamp &stamp) const {
  const LaunchInfo &info = launchOf(stamp.block);
  int64_t block = blockOfSerial[stamp.block - finishedBase - 1];
  std::string kernel = &info == &launch ? "" : " (kernel " + info.kernel + ")";
  return {delinearise(block, info.grid), delinearise(stamp.thread, info.block),
          pastActionOf(stamp.kind) + kernel, siteOf(info, stamp.site)};
}

/// Records the report unless it is known. False when the launch must end.
bool Checker::State::report(Report report) {
  auto key = [](const Report::Party &party) {
    return party.site.operation + " at " + party.site.location;
  };
  std::string first, second;
  if (!report.parties.empty())
    first = key(report.parties.front());
  if (report.parties.size() > 1)
    second = key(report.parties.back());
  if (second < first)
    std::swap(first, second);
  report.kernel = launch.kernel;
  if (known.emplace(report.kind, report.kernel, first, second).second)
    reports.push_back(std::move(report));
  return reports.size() < options.maxReports;
}

static uintptr_t distanceTo(const Region &region, uintptr_t address) {
  uintptr_t end = region.begin + region.bytes;
  return address < region.begin ? region.begin - address
         : address < end        ? 0
                                : address - end;
}

/// The region that comes nearest to `address`, or null if there is none.
static const Shadow *findNearest(const Shadows &shadows, uintptr_t address) {
  const Shadow *nearest = nullptr;
  uintptr_t least = std::numeric_limits<uintptr_t>::max();
  for (const auto &shadow : shadows) {
    const Region &region = shadow->region();
    uintptr_t distance = distanceTo(region, address);
    if (distance < least) {
      least = distance;
      nearest = shadow.get();
    }
  }
  return nearest;
}

bool Checker::State::reportOutOfBounds(const Access &access,
                                       RunningBlock &block) {
  bool isShared = access.space == Space::Shared;
  const Shadow *nearest = homeOf(access, block);
  if (!nearest)
    nearest = findNearest(isShared ? block.shared : global, access.address);
  return reportOutside(access, nearest,
                       isShared ? "shared memory" : "global memory");
}

bool Checker::State::reportOutside(const Access &access, const Shadow *nearest,
                                   const std::string &space) {
  Report found;
  found.kind = Report::Kind::OutOfBounds;
  found.parties = {party(access)};
  if (!nearest) {
    found.place = space;
    found.reason = "there is no such memory";
  } else if (distanceTo(nearest->region(), access.address) > kFar) {
    found.place = space;
    found.reason = "nothing that the kernel may access is anywhere near; is it "
                   "memory of the host?";
  } else {
    const Region &region = nearest->region();
    // The first byte outside; an access may begin inside.
    uintptr_t address = access.address, end = region.begin + region.bytes;
    if (address >= region.begin && address < end)
      address = end;
    found.place = coordinates(region, address);
    found.reason = "the nearest region, " + region.name + ", has ";
    if (region.extents.size() > 1) {
      found.reason += "extents [";
      for (size_t i = 0; i < region.extents.size(); ++i)
        found.reason += (i ? ", " : "") + std::to_string(region.extents[i]);
      found.reason += "]";
    } else {
      found.reason += count(region.bytes / region.elementBytes, "element");
    }
    found.reason +=
        address < region.begin
            ? "; this is " + count(region.begin - address, "byte") +
                  " before it"
            : "; this is " + count(address - end, "byte") + " behind its end";
  }
  report(std::move(found));
  return false;
}

bool Checker::State::reportMisaligned(const Access &access,
                                      const Shadow &shadow) {
  Report found;
  found.kind = Report::Kind::Misaligned;
  found.place = coordinates(shadow.region(), access.address);
  found.parties = {party(access)};
  found.reason = "the address must be a multiple of " +
                 std::to_string(access.alignment) + " and is " +
                 std::to_string(access.address % access.alignment) + " more";
  report(std::move(found));
  return false;
}

bool Checker::State::reportConflict(const Stamp &other, uintptr_t address,
                                    const Access &access, const View &view,
                                    const Shadow &shadow) {
  Report found;
  found.place = coordinates(shadow.region(), address);
  found.parties = {party(access), party(other)};
  bool sameBlock = other.block == view.stamp.block;
  if (sameBlock && other.copy && view.time->isInFlight(other.copy)) {
    found.kind = Report::Kind::InFlight;
    found.reason = "nobody has waited for that copy";
  } else {
    found.kind = Report::Kind::Race;
    found.reason = &launchOf(other.block) != &launch
                       ? "nothing orders the two launches"
                   : !sameBlock ? "nothing orders the blocks of a launch"
                   : other.copy ? "the wait for that copy makes it visible to "
                                  "the waiting thread only; no barrier follows"
                                : "no barrier between the two";
  }
  return report(std::move(found));
}

} // namespace polymem::emulator
