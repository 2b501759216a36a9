//===- LaunchOrder.cpp - which launches nothing orders --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Emulator/Execution/LaunchOrder.h"
#include <algorithm>
#include <iterator>

namespace polymem::emulator {

void LaunchOrder::after(int64_t token) {
  if (token < 0 || token >= static_cast<int64_t>(tokens.size()))
    return;
  // What the host has waited for is before everything.
  const Launches &launches = tokens[token];
  std::set_intersection(launches.begin(), launches.end(), running.begin(),
                        running.end(), std::inserter(named, named.end()));
}

int64_t LaunchOrder::token(bool launches) {
  tokens.push_back(named);
  auto number = static_cast<int64_t>(tokens.size()) - 1;
  if (launches)
    next = number; // The launch begins after what was named, too.
  else
    named.clear();
  return number;
}

void LaunchOrder::wait() {
  for (uint64_t launch : named)
    running.erase(launch);
  named.clear();
}

bool LaunchOrder::launch(uint64_t number, std::vector<uint64_t> &concurrent) {
  std::set_difference(running.begin(), running.end(), named.begin(),
                      named.end(), std::back_inserter(concurrent));
  bool isAsync = next >= 0;
  if (isAsync) {
    tokens[next].insert(number);
    running.insert(number);
    named.clear();
    next = -1;
  } else {
    wait();
  }
  return isAsync;
}

} // namespace polymem::emulator
