//===- ObserverList.h - several observers of one emulator -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_EXECUTION_OBSERVERLIST_H
#define POLYMEM_EMULATOR_EXECUTION_OBSERVERLIST_H

#include "PolyMem/Emulator/Execution/Observer.h"

namespace polymem::emulator {

/// Passes everything on to each of its observers, in order. One that refuses a
/// launch or an access refuses it for all; those behind it do not hear of it.
class ObserverList : public Observer {
public:
  /// Does not own the observer.
  void add(Observer &observer) { observers.push_back(&observer); }
  bool empty() const { return observers.empty(); }

  void addRegion(const Region &region, bool initialised) override {
    for (Observer *o : observers)
      o->addRegion(region, initialised);
  }
  void removeRegion(uintptr_t begin) override {
    for (Observer *o : observers)
      o->removeRegion(begin);
  }
  void markInitialised(uintptr_t begin, size_t bytes) override {
    for (Observer *o : observers)
      o->markInitialised(begin, bytes);
  }
  bool beginLaunch(const LaunchInfo &info) override {
    for (Observer *o : observers)
      if (!o->beginLaunch(info))
        return false;
    return true;
  }
  void endLaunch() override {
    for (Observer *o : observers)
      o->endLaunch();
  }
  void beginBlock(int64_t block, const std::vector<Region> &shared) override {
    for (Observer *o : observers)
      o->beginBlock(block, shared);
  }
  void endBlock(int64_t block) override {
    for (Observer *o : observers)
      o->endBlock(block);
  }
  void addPrivate(int64_t block, int64_t thread, uint32_t site,
                  const Region &region) override {
    for (Observer *o : observers)
      o->addPrivate(block, thread, site, region);
  }
  bool access(const Access &access) override {
    for (Observer *o : observers)
      if (!o->access(access))
        return false;
    return true;
  }
  void synchronise(const Synchronisation &meeting) override {
    for (Observer *o : observers)
      o->synchronise(meeting);
  }
  void synchroniseGrid(uint32_t site) override {
    for (Observer *o : observers)
      o->synchroniseGrid(site);
  }
  void copyFinished(int64_t block, int64_t thread, uint64_t copy) override {
    for (Observer *o : observers)
      o->copyFinished(block, thread, copy);
  }
  void instruction(int64_t block, int64_t thread, uint32_t site,
                   const char *classOfInstruction, uint64_t count) override {
    for (Observer *o : observers)
      o->instruction(block, thread, site, classOfInstruction, count);
  }

private:
  std::vector<Observer *> observers;
};

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_EXECUTION_OBSERVERLIST_H
