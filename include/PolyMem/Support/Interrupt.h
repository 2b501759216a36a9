//===- Interrupt.h - work that shall end early ------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A flag that any thread, or a handler of signals, sets. Work that it belongs
// to ends soon afterwards, without a result: whoever started it looks at the
// flag in the end and discards what was made.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_SUPPORT_INTERRUPT_H
#define POLYMEM_SUPPORT_INTERRUPT_H

#include <atomic>

namespace polymem {

/// Set: end. Never taken back.
using InterruptFlag = std::atomic<bool>;
static_assert(InterruptFlag::is_always_lock_free,
              "handlers of signals may set it");

/// The flag of the work that this thread is doing; null if it has none.
inline const InterruptFlag *&currentInterrupt() {
  static thread_local const InterruptFlag *flag = nullptr;
  return flag;
}

/// Whether the work that this thread is doing shall end.
inline bool isInterrupted() {
  const InterruptFlag *flag = currentInterrupt();
  return flag && flag->load(std::memory_order_relaxed);
}

/// What this thread does while one lives belongs to a flag, or, if that is
/// null, to none.
class InterruptScope {
public:
  explicit InterruptScope(const InterruptFlag *flag)
      : outer(currentInterrupt()) {
    currentInterrupt() = flag;
  }
  ~InterruptScope() { currentInterrupt() = outer; }
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;

private:
  const InterruptFlag *outer;
};

} // namespace polymem

#endif // POLYMEM_SUPPORT_INTERRUPT_H
