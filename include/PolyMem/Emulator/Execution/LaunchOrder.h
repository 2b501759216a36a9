//===- LaunchOrder.h - which launches nothing orders ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator runs launches one after the other, as the host makes them. A
// device may run an asynchronous one at any time between those that it depends
// on and the first operation that waits for it. A token stands for the launches
// that have ended when it is there: its own, and all that those depend on.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_EXECUTION_LAUNCHORDER_H
#define POLYMEM_EMULATOR_EXECUTION_LAUNCHORDER_H

#include <cstdint>
#include <set>
#include <vector>

namespace polymem::emulator {

class LaunchOrder {
public:
  /// The next operation begins after `token`.
  void after(int64_t token);
  /// A token for what after() named since the last operation, and, if
  /// `launches`, for the next launch, which is asynchronous.
  int64_t token(bool launches);
  /// The host waits for what after() named.
  void wait();
  /// Begins launch `number`; adds to `concurrent` the launches that nothing
  /// orders before it. Whether the host goes on without it.
  bool launch(uint64_t number, std::vector<uint64_t> &concurrent);

  /// Launches that the host has not waited for.
  const std::set<uint64_t> &outstanding() const { return running; }

private:
  /// Launches of a token that the host had not waited for when it was made.
  using Launches = std::set<uint64_t>;

  std::vector<Launches> tokens;
  Launches named, running;
  /// The token of the next launch, or -1.
  int64_t next = -1;
};

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_EXECUTION_LAUNCHORDER_H
