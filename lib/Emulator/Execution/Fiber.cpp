//===- Fiber.cpp - stacks of their own and switches between them ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include <sys/mman.h>
#include <unistd.h>
#ifdef POLYMEM_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace polymem::emulator {

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

bool Stacks::reserve(size_t newCount, size_t newBytes) {
  size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  newBytes = (newBytes + page - 1) / page * page;
  if (newCount <= count && newBytes == size)
    return true;
  release();
  // With a guard page behind the last one: what is there belongs to nobody.
  void *mapped =
      mmap(nullptr, newCount * (newBytes + page) + page, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return false;
  memory = static_cast<char *>(mapped);
  count = newCount;
  size = newBytes;
  guard = page;
  for (size_t i = 0; i <= count; ++i)
    if (mprotect(begin(i) - guard, guard, PROT_NONE) != 0) {
      release();
      return false;
    }
  return true;
}

void Stacks::release() {
  if (memory)
    munmap(memory, count * (size + guard) + guard);
  memory = nullptr;
  count = 0;
}

int64_t Stacks::findGuard(uintptr_t address) const {
  auto first = reinterpret_cast<uintptr_t>(memory);
  if (!memory || address < first || address >= first + count * (size + guard))
    return -1;
  uintptr_t offset = address - first;
  return offset % (size + guard) < guard
             ? static_cast<int64_t>(offset / (size + guard))
             : -1;
}

//===----------------------------------------------------------------------===//
// Switches
//===----------------------------------------------------------------------===//

#ifdef POLYMEM_FIBER_ASSEMBLY

extern "C" {
/// Pushes the registers that a call preserves, stores the stack pointer to
/// `*save`, and pops those at `load`.
void polymem_emu_switch_stack(void **save, void *load);
/// Where a new stack begins: calls polymem_emu_enter with the context that
/// prepare() left in a register.
void polymem_emu_start_stack();
}

#if defined(__x86_64__)
asm(R"(
  .text
  .globl polymem_emu_switch_stack
  .hidden polymem_emu_switch_stack
  .type polymem_emu_switch_stack, @function
polymem_emu_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size polymem_emu_switch_stack, .-polymem_emu_switch_stack
  .globl polymem_emu_start_stack
  .hidden polymem_emu_start_stack
  .type polymem_emu_start_stack, @function
polymem_emu_start_stack:
  movq %r12, %rdi
  xorl %ebp, %ebp
  callq *%r13
  ud2
  .size polymem_emu_start_stack, .-polymem_emu_start_stack
)");
/// r15, r14, r13, r12, rbx, rbp, return address; a word more aligns the call.
static constexpr size_t kFrameWords = 9;
static constexpr size_t kFunctionWord = 2, kArgumentWord = 3, kReturnWord = 6;
#else
asm(R"(
  .text
  .globl polymem_emu_switch_stack
  .hidden polymem_emu_switch_stack
  .type polymem_emu_switch_stack, %function
polymem_emu_switch_stack:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
  .size polymem_emu_switch_stack, .-polymem_emu_switch_stack
  .globl polymem_emu_start_stack
  .hidden polymem_emu_start_stack
  .type polymem_emu_start_stack, %function
polymem_emu_start_stack:
  mov x0, x20
  mov x29, #0
  blr x19
  brk #1
  .size polymem_emu_start_stack, .-polymem_emu_start_stack
)");
/// x19 to x30, d8 to d15.
static constexpr size_t kFrameWords = 20;
static constexpr size_t kFunctionWord = 0, kArgumentWord = 1, kReturnWord = 11;
#endif

void Context::prepare(char *stack, size_t bytes, void (*function)(void *),
                      void *argument) {
  this->function = function;
  this->argument = argument;
  // Pages end at a multiple of 16, as calls need it.
  auto *frame = reinterpret_cast<void **>(stack + bytes) - kFrameWords;
  for (size_t i = 0; i < kFrameWords; ++i)
    frame[i] = nullptr;
  frame[kFunctionWord] = reinterpret_cast<void *>(&Context::enter);
  frame[kArgumentWord] = this;
  frame[kReturnWord] = reinterpret_cast<void *>(&polymem_emu_start_stack);
  stackPointer = static_cast<void *>(frame);
#ifdef POLYMEM_ASAN
  bottom = stack;
  extent = bytes;
#endif
}

#else // ucontext

/// makecontext passes integers only.
static thread_local Context *entered = nullptr;

void Context::prepare(char *stack, size_t bytes, void (*function)(void *),
                      void *argument) {
  this->function = function;
  this->argument = argument;
  getcontext(&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = bytes;
  context.uc_link = nullptr;
  makecontext(&context, +[] { enter(entered); }, 0);
#ifdef POLYMEM_ASAN
  bottom = stack;
  extent = bytes;
#endif
}

#endif

#if defined(__clang__) || defined(__GNUC__)
// The frame is left without a return: nothing of it may stay poisoned.
__attribute__((no_sanitize("address")))
#endif
void Context::enter(Context *context) {
#ifdef POLYMEM_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &context->cameFrom->bottom,
                                  &context->cameFrom->extent);
#endif
  context->function(context->argument);
}

void Context::switchTo(Context &from, Context &to,
                       [[maybe_unused]] bool leaves) {
#ifdef POLYMEM_ASAN
  to.cameFrom = &from;
  __sanitizer_start_switch_fiber(leaves ? nullptr : &from.fakeStack, to.bottom,
                                 to.extent);
#endif
#ifdef POLYMEM_FIBER_ASSEMBLY
  polymem_emu_switch_stack(&from.stackPointer, to.stackPointer);
#else
  entered = &to;
  swapcontext(&from.context, &to.context);
#endif
#ifdef POLYMEM_ASAN
  __sanitizer_finish_switch_fiber(from.fakeStack, &from.cameFrom->bottom,
                                  &from.cameFrom->extent);
#endif
}

} // namespace polymem::emulator
