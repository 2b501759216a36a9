//===- Entry.cpp - what emulated kernels call -----------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Math.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polymem::emulator {

static BlockThread &blockThread(Thread *thread) {
  return *static_cast<BlockThread *>(thread);
}

/// Formats one conversion, "%" to its letter, with the next argument.
static void formatOne(std::string &text, std::string conversion,
                      const char *arguments, size_t &offset) {
  char letter = conversion.back();
  if (letter == '%') {
    text += '%';
    return;
  }
  bool isLong = conversion.find('l') != std::string::npos;
  bool isFloat = std::strchr("aAeEfFgG", letter) != nullptr;
  bool isPointer = letter == 's' || letter == 'p';
  size_t bytes = isLong || isFloat || isPointer ? 8 : 4;
  offset = (offset + bytes - 1) / bytes * bytes;
  uint64_t bits = 0;
  std::memcpy(&bits, arguments + offset, bytes);
  const void *pointer = nullptr;
  if (isPointer)
    std::memcpy(static_cast<void *>(&pointer), &bits, sizeof(pointer));
  offset += bytes;
  char buffer[512];
  auto print = [&](auto value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
    std::snprintf(buffer, sizeof(buffer), conversion.c_str(), value);
#pragma GCC diagnostic pop
  };
  if (isFloat) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    print(value);
  } else if (letter == 's') {
    print(static_cast<const char *>(pointer));
  } else if (letter == 'p') {
    print(pointer);
  } else if (isLong) {
    print(static_cast<long long>(bits));
  } else {
    print(static_cast<int>(bits));
  }
  text += buffer;
}

extern "C" {

void polymem_emu_access(Thread *thread, void *address, int32_t bytes,
                        int32_t alignment, int32_t kind, int32_t site,
                        int32_t source) {
  BlockThread &self = blockThread(thread);
  if (self.block->isInterrupted())
    self.block->interrupt(self);
  if (self.block->observer())
    self.block->access(self, reinterpret_cast<uintptr_t>(address), bytes,
                       alignment, static_cast<AccessKind>(kind), site,
                       /*copy=*/0, source);
}

void polymem_emu_instructions(Thread *thread, int32_t site, int32_t numFloat,
                              int32_t numInteger, int32_t numSpecial) {
  BlockThread &self = blockThread(thread);
  self.block->instruction(self, site, "float", numFloat);
  self.block->instruction(self, site, "integer", numInteger);
  self.block->instruction(self, site, "special", numSpecial);
}

void polymem_emu_private(Thread *thread, int32_t site, void *address,
                         int64_t bytes, int64_t elementBytes) {
  BlockThread &self = blockThread(thread);
  fillWithPoison(static_cast<char *>(address), bytes, self.block->poison());
  self.block->addPrivate(self, site, reinterpret_cast<uintptr_t>(address),
                         bytes, elementBytes);
}

void polymem_emu_yield(Thread *thread) {
  blockThread(thread).block->yield(blockThread(thread));
}

void polymem_emu_exit(Thread *thread) {
  blockThread(thread).block->exit(blockThread(thread));
}

void polymem_emu_assert_fail(Thread *thread, const char *message,
                             const char * /*file*/, int32_t /*line*/,
                             const char * /*function*/,
                             int64_t /*characterBytes*/) {
  BlockThread &self = blockThread(thread);
  self.block->fail(self, UINT32_MAX,
                   std::string("assertion failed: ") + message);
}

int32_t polymem_emu_printf(Thread * /*thread*/, const char *format,
                           const char *arguments) {
  std::string text;
  size_t offset = 0;
  int32_t numArguments = 0;
  for (const char *c = format; *c != 0; ++c) {
    if (*c != '%') {
      text += *c;
      continue;
    }
    size_t length = 1 + std::strcspn(c + 1, "%aAcdeEfFgGiopsuxX");
    if (c[length] == 0)
      break;
    formatOne(text, std::string(c, length + 1), arguments, offset);
    c += length;
    ++numArguments;
  }
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  return numArguments;
}

void polymem_emu_barrier(Thread *thread, int32_t site, int32_t id,
                         int32_t count) {
  BlockThread &self = blockThread(thread);
  self.block->barrier(self, site, id, count, /*waits=*/true);
}

void polymem_emu_grid_barrier(Thread *thread, int32_t site) {
  BlockThread &self = blockThread(thread);
  self.block->gridBarrier(self, site);
}

void polymem_emu_barrier_arrive(Thread *thread, int32_t site, int32_t id,
                                int32_t count) {
  BlockThread &self = blockThread(thread);
  self.block->barrier(self, site, id, count, /*waits=*/false);
}

int32_t polymem_emu_barrier_reduce(Thread *thread, int32_t site, int32_t id,
                                   int32_t count, int32_t kind,
                                   int32_t predicate) {
  BlockThread &self = blockThread(thread);
  self.operands[0] = predicate;
  self.block->barrier(self, site, id, count, /*waits=*/true, kind);
  return static_cast<int32_t>(self.result);
}

void polymem_emu_cp_async(Thread *thread, int32_t site, char *to,
                          const char *from, int32_t bytes,
                          int32_t sourceBytes) {
  BlockThread &self = blockThread(thread);
  self.block->issueCopy(self, site, to, from, bytes, sourceBytes);
}

void polymem_emu_cp_async_commit(Thread *thread, int32_t /*site*/) {
  BlockThread &self = blockThread(thread);
  self.block->commitCopies(self);
}

void polymem_emu_cp_async_wait(Thread *thread, int32_t /*site*/,
                               int32_t pending) {
  BlockThread &self = blockThread(thread);
  self.block->waitForCopies(self, pending);
}

} // extern "C"

//===----------------------------------------------------------------------===//
// For a JIT
//===----------------------------------------------------------------------===//

const Symbol *runtimeSymbols() {
// NOLINTBEGIN(bugprone-macro-parentheses): names, not expressions
#define SYMBOL(name)                                                           \
  {                                                                            \
    #name, reinterpret_cast<void *>(&name)                                     \
  }
  static const Symbol symbols[] = {SYMBOL(polymem_emu_launch),
                                   SYMBOL(polymem_emu_after),
                                   SYMBOL(polymem_emu_token),
                                   SYMBOL(polymem_emu_wait),
                                   SYMBOL(polymem_emu_map),
                                   SYMBOL(polymem_emu_unmap),
                                   SYMBOL(polymem_emu_access),
                                   SYMBOL(polymem_emu_instructions),
                                   SYMBOL(polymem_emu_private),
                                   SYMBOL(polymem_emu_yield),
                                   SYMBOL(polymem_emu_exit),
                                   SYMBOL(polymem_emu_assert_fail),
                                   SYMBOL(polymem_emu_printf),
                                   SYMBOL(polymem_emu_barrier),
                                   SYMBOL(polymem_emu_grid_barrier),
                                   SYMBOL(polymem_emu_barrier_arrive),
                                   SYMBOL(polymem_emu_barrier_reduce),
                                   SYMBOL(polymem_emu_sync_warp),
                                   SYMBOL(polymem_emu_shuffle),
                                   SYMBOL(polymem_emu_use),
                                   SYMBOL(polymem_emu_vote),
                                   SYMBOL(polymem_emu_match),
                                   SYMBOL(polymem_emu_reduce),
                                   SYMBOL(polymem_emu_elect),
                                   SYMBOL(polymem_emu_cp_async),
                                   SYMBOL(polymem_emu_cp_async_commit),
                                   SYMBOL(polymem_emu_cp_async_wait),
                                   SYMBOL(polymem_emu_ldmatrix),
                                   SYMBOL(polymem_emu_mma),
#define UNARY(name) SYMBOL(polymem_emu_##name), SYMBOL(polymem_emu_##name##f),
#define BINARY(name) UNARY(name)
#define TERNARY(name) UNARY(name)
#include "PolyMem/Emulator/Execution/MathFunctions.def"
                                   SYMBOL(polymem_emu_rsqrt),
                                   SYMBOL(polymem_emu_rsqrtf),
                                   SYMBOL(polymem_emu_exp10),
                                   SYMBOL(polymem_emu_exp10f),
                                   SYMBOL(polymem_emu_powi),
                                   SYMBOL(polymem_emu_powif),
                                   SYMBOL(polymem_emu_abs),
                                   SYMBOL(polymem_emu_llabs),
                                   SYMBOL(polymem_emu_isnand),
                                   SYMBOL(polymem_emu_isnanf),
                                   SYMBOL(polymem_emu_isinfd),
                                   SYMBOL(polymem_emu_isinff),
                                   SYMBOL(polymem_emu_isfinited),
                                   SYMBOL(polymem_emu_finitef),
                                   {nullptr, nullptr}};
// NOLINTEND(bugprone-macro-parentheses)
#undef SYMBOL
  return symbols;
}

} // namespace polymem::emulator
