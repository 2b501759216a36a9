//===- Faults.cpp - signals raised by emulated threads --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Faults.h"
#include "Block.h"
#include <csignal>
#include <cstdlib>
#include <mutex>

namespace polymem::emulator {

static constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static constexpr size_t kNumSignals = sizeof(kSignals) / sizeof(int);
static constexpr size_t kStackBytes = 64 << 10;

/// What the process did before, while any scope lives.
static std::mutex mutex;
static int numScopes = 0;
static struct sigaction previous[kNumSignals];

static void handle(int signal, siginfo_t *info, void *) {
  if (Block *block = Block::running())
    block->onFault(signal, reinterpret_cast<uintptr_t>(info->si_addr));
  // Not one of ours: it will happen again, with the old action.
  for (size_t i = 0; i < kNumSignals; ++i)
    if (kSignals[i] == signal)
      sigaction(signal, &previous[i], nullptr);
}

/// The stack for the handler: a thread's own may be full.
struct FaultScope::State {
  std::unique_ptr<char[]> memory{new char[kStackBytes]};
  stack_t outer{};
};

FaultScope::FaultScope() : state(new State) {
  stack_t stack{};
  stack.ss_sp = state->memory.get();
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, &state->outer);
  std::lock_guard<std::mutex> lock(mutex);
  if (numScopes++ != 0)
    return;
  struct sigaction action{};
  action.sa_sigaction = &handle;
  // The handler is left by a switch to another stack: nothing may be blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kNumSignals; ++i)
    sigaction(kSignals[i], &action, &previous[i]);
}

FaultScope::~FaultScope() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (--numScopes == 0)
      for (size_t i = 0; i < kNumSignals; ++i)
        sigaction(kSignals[i], &previous[i], nullptr);
  }
  sigaltstack(&state->outer, nullptr);
}

} // namespace polymem::emulator
