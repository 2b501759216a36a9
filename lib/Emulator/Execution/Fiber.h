//===- Fiber.h - stacks of their own and switches between them --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_EMULATOR_EXECUTION_FIBER_H
#define POLYMEM_LIB_EMULATOR_EXECUTION_FIBER_H

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__ELF__) && (defined(__x86_64__) || defined(__aarch64__))
#define POLYMEM_FIBER_ASSEMBLY 1
#else
#include <ucontext.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POLYMEM_ASAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define POLYMEM_ASAN 1
#endif

namespace polymem::emulator {

/// Stacks of one size, each above a page that must not be touched. Memory is
/// committed only where it is used.
class Stacks {
public:
  Stacks() = default;
  ~Stacks() { release(); }
  Stacks(const Stacks &) = delete;
  Stacks &operator=(const Stacks &) = delete;

  /// Makes room for `count` stacks of `bytes` bytes (rounded up to pages);
  /// false if the system refuses.
  bool reserve(size_t count, size_t bytes);
  /// Gives everything back.
  void release();

  /// Lowest address of stack `i`, and the bytes of each.
  char *begin(size_t i) const { return memory + i * (size + guard) + guard; }
  size_t bytes() const { return size; }
  /// Whether `address` is in some stack, or in a guard page before or behind
  /// one.
  bool contains(uintptr_t address) const {
    return address - reinterpret_cast<uintptr_t>(memory) <
           count * (size + guard) + guard;
  }
  /// The number of the stack whose guard page holds `address`, or -1.
  int64_t findGuard(uintptr_t address) const;

private:
  char *memory = nullptr;
  size_t count = 0, size = 0, guard = 0;
};

/// Where execution can be resumed.
class Context {
public:
  /// Lets the next switch to this context call `function(argument)`, which
  /// must not return, on the given stack.
  void prepare(char *stack, size_t bytes, void (*function)(void *),
               void *argument);

  /// Saves where this is called to `from` and goes on at `to`. `leaves`: the
  /// saved context will never be resumed.
  static void switchTo(Context &from, Context &to, bool leaves = false);

private:
#ifdef POLYMEM_FIBER_ASSEMBLY
  void *stackPointer = nullptr;
#else
  ucontext_t context;
#endif
  void (*function)(void *) = nullptr;
  void *argument = nullptr;
  static void enter(Context *context);
#ifdef POLYMEM_ASAN
  const void *bottom = nullptr;
  size_t extent = 0;
  void *fakeStack = nullptr;
  Context *cameFrom = nullptr;
#endif
};

} // namespace polymem::emulator

#endif // POLYMEM_LIB_EMULATOR_EXECUTION_FIBER_H
