//===- Interface.h - what emulated kernels and run-time agree on *- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// convert-gpu-to-emulator turns a kernel into a host function that calls the
// functions below, and a launch into a call of polymem_emu_launch. All data
// here have the layout of C; integers are signless, as in LLVM. The pass
// writes the same layouts (lib/Conversion/GPUToEmulator/Tables.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EMULATOR_EXECUTION_INTERFACE_H
#define POLYMEM_EMULATOR_EXECUTION_INTERFACE_H

#include <cstddef>
#include <cstdint>

namespace polymem::emulator {

/// A place of the program that accesses memory or synchronises.
struct SiteEntry {
  const char *location, *operation;
  /// The workgroup buffer that the address was computed from; null if another
  /// or not known.
  const char *buffer;
  /// The number, plus 1, of the site of the alloca that the address was
  /// computed from; 0 if it was another, or is not known.
  int64_t alloca;
};

/// A workgroup buffer of a kernel: Thread::buffers[number].
struct BufferEntry {
  const char *name;
  int64_t number, bytes, elementBytes, rank;
  const int64_t *extents;
};

/// A global variable that kernels may read, such as a constant array.
struct GlobalEntry {
  const char *name;
  void *address;
  int64_t bytes, elementBytes;
  /// Not 0: in constant memory.
  int64_t isConstant;
};

/// What a thread knows of itself; the run-time keeps more behind it.
struct Thread {
  int32_t threadId[3], blockDim[3], blockId[3], gridDim[3];
  int32_t lane, warp, numWarps, warpSize;
  /// Where the block's workgroup buffers begin, by their numbers, and behind
  /// them dynamic shared memory.
  char *const *buffers;
  /// Told before each barrier and operation of a warp: by which calls, and in
  /// which iterations of the loops around it, the thread has come there.
  uint64_t path;
  /// Told before accesses: a hash of the iterations of the loops around them.
  uint64_t iterations;
};

struct Kernel {
  const char *name;
  /// One thread: `arguments` point to the kernel's arguments.
  void (*entry)(Thread *thread, void **arguments);
  const SiteEntry *sites;
  int64_t numSites;
  const BufferEntry *buffers;
  int64_t numBuffers;
  const GlobalEntry *globals;
  int64_t numGlobals;
  /// The number of dynamic shared memory, behind those of all buffers.
  int64_t dynamicNumber;
  /// Shared memory that the buffers take on a device.
  int64_t staticSharedBytes;
  /// The block size that the kernel was compiled for at most; 0: any.
  int64_t maxThreads;
  /// Not 0 if some threads of a block may meet without the others.
  int64_t partialSynchronisation;
  /// Not 0 if blocks wait for each other: launches are cooperative ones.
  int64_t gridSynchronisation;
};

/// `kind` of polymem_emu_access; the values of AccessKind in Observer.h.
enum : int32_t { kAccessRead = 0, kAccessWrite = 1, kAccessAtomic = 2 };

enum class ShuffleKind : int32_t { Xor, Up, Down, Index };
inline constexpr int64_t kAbsentShift = 33, kAbsentSiteShift = 39;
enum class VoteKind : int32_t { Any, All, Ballot, Uniform };
enum class ReduceKind : int32_t {
  Add,
  And,
  Or,
  Xor,
  SignedMin,
  SignedMax,
  UnsignedMin,
  UnsignedMax,
  FloatMin,
  FloatMax
};
/// Flags of a floating-point reduction, above its kind.
enum : int32_t { kReduceAbs = 1 << 8, kReduceNaN = 1 << 9 };
enum class PredicateKind : int32_t { And, Or, Count };
/// Element types of mma.sync.
enum class MatrixType : int32_t { F16, BF16, TF32, F32, F64 };

/// Symbol names and addresses of the functions below, for a JIT.
struct Symbol {
  const char *name;
  void *address;
};
/// Ends with a null name.
const Symbol *runtimeSymbols();

extern "C" {

/// Runs `kernel` on the calling thread's emulator (Emulator.h). An error ends
/// the process with a message; a JIT may define this symbol otherwise.
void polymem_emu_launch(const Kernel *kernel, int64_t gridX, int64_t gridY,
                        int64_t gridZ, int64_t blockX, int64_t blockY,
                        int64_t blockZ, int64_t dynamicBytes, void **arguments);

/// The next launch, wait or token begins after what `token` stands for.
void polymem_emu_after(int64_t token);
/// A token for what polymem_emu_after() named since the last operation, and, if
/// `launches`, for the next launch, which the host will not wait for.
int64_t polymem_emu_token(int32_t launches);
/// The host waits for what polymem_emu_after() named.
void polymem_emu_wait();

/// The device may access these bytes from now on: an array of elements of
/// `elementBytes`, with `rank` extents, row-major. Unless they are
/// `initialised`, nobody has written them yet.
void polymem_emu_map(void *address, int64_t bytes, int64_t elementBytes,
                     const int64_t *extents, int32_t rank, int32_t initialised);
/// The device may no longer access what was mapped at `address`.
void polymem_emu_unmap(void *address);

/// The thread is about to access memory. `source` of a read: `site` if the
/// value read is only stored again, as it is; of a write: the site of the read
/// whose value is stored; else -1.
void polymem_emu_access(Thread *thread, void *address, int32_t bytes,
                        int32_t alignment, int32_t kind, int32_t site,
                        int32_t source);
/// The thread executes a basic block with these numbers of instructions:
/// floating point, integer, and special functions.
void polymem_emu_instructions(Thread *thread, int32_t site, int32_t numFloat,
                              int32_t numInteger, int32_t numSpecial);
/// Private memory, of elements of `elementBytes`, begins to exist; it is
/// filled.
void polymem_emu_private(Thread *thread, int32_t site, void *address,
                         int64_t bytes, int64_t elementBytes);
/// Lets other threads of the block run.
void polymem_emu_yield(Thread *thread);
[[noreturn]] void polymem_emu_exit(Thread *thread);
[[noreturn]] void polymem_emu_assert_fail(Thread *thread, const char *message,
                                          const char *file, int32_t line,
                                          const char *function,
                                          int64_t characterBytes);
/// The device's vprintf: 32-bit integers, pointers and doubles lie naturally
/// aligned at `arguments`.
int32_t polymem_emu_printf(Thread *thread, const char *format,
                           const char *arguments);

/// Barrier `id` for `count` threads; 0: all threads of the block.
void polymem_emu_barrier(Thread *thread, int32_t site, int32_t id,
                         int32_t count);
/// Waits for all threads of all blocks.
void polymem_emu_grid_barrier(Thread *thread, int32_t site);
void polymem_emu_barrier_arrive(Thread *thread, int32_t site, int32_t id,
                                int32_t count);
int32_t polymem_emu_barrier_reduce(Thread *thread, int32_t site, int32_t id,
                                   int32_t count, int32_t kind,
                                   int32_t predicate);

/// Operations of the lanes in `mask`.
void polymem_emu_sync_warp(Thread *thread, int32_t site, uint32_t mask);
/// The value of the source lane in the lower half, above it 1 iff that lane is
/// one of the segment, and from bit kAbsentShift on, if it takes no part in the
/// shuffle, its number plus 1 and (from bit kAbsentSiteShift on) `site`.
uint64_t polymem_emu_shuffle(Thread *thread, int32_t site, uint32_t mask,
                             uint32_t value, uint32_t offset, uint32_t clamp,
                             int32_t kind);
/// The thread uses what a shuffle returned, `absent` being its result from bit
/// kAbsentShift on.
void polymem_emu_use(Thread *thread, int32_t site, uint64_t absent);
uint32_t polymem_emu_vote(Thread *thread, int32_t site, uint32_t mask,
                          int32_t predicate, int32_t kind);
/// Any: the lanes with the same value. All: all lanes, and above them 1, if
/// all values are the same; else 0.
uint64_t polymem_emu_match(Thread *thread, int32_t site, uint32_t mask,
                           uint64_t value, int32_t all);
uint32_t polymem_emu_reduce(Thread *thread, int32_t site, uint32_t mask,
                            uint32_t value, int32_t kind);
int32_t polymem_emu_elect(Thread *thread, int32_t site, uint32_t mask);

/// Asynchronous copy of `bytes` bytes, of which the first `sourceBytes` come
/// from `from` and the others are zero.
void polymem_emu_cp_async(Thread *thread, int32_t site, char *to,
                          const char *from, int32_t bytes, int32_t sourceBytes);
void polymem_emu_cp_async_commit(Thread *thread, int32_t site);
/// Waits until at most `pending` committed groups are unfinished.
void polymem_emu_cp_async_wait(Thread *thread, int32_t site, int32_t pending);

/// Loads `count` 8x8 matrices of 16-bit elements; `result` receives that many
/// 32-bit registers.
void polymem_emu_ldmatrix(Thread *thread, int32_t site, const char *row,
                          int32_t count, int32_t transposed, uint32_t *result);
/// D = A * B + C on the registers of a warp, in the layouts of mma.sync.
void polymem_emu_mma(Thread *thread, int32_t site, int32_t m, int32_t n,
                     int32_t k, int32_t factorType, int32_t sumType,
                     int32_t resultType, const void *a, const void *b,
                     const void *c, void *d);

} // extern "C"

} // namespace polymem::emulator

#endif // POLYMEM_EMULATOR_EXECUTION_INTERFACE_H
