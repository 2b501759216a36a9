//===- Faults.h - signals raised by emulated threads ------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_FAULTS_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_FAULTS_H

#include <memory>

namespace polymem::emulator {

/// While one lives, memory faults of threads that run on this host thread end
/// their launch and not the process (see Block::onFault); any other fault is
/// handled as before.
class FaultScope {
public:
  FaultScope();
  ~FaultScope();
  FaultScope(const FaultScope &) = delete;
  FaultScope &operator=(const FaultScope &) = delete;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_FAULTS_H
