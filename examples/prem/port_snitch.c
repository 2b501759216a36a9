/*===- port_snitch.c - a Snitch cluster -----------------------------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What PREM programs need of a board (PolyMem/Runtime/Prem/prem_port.h), for a
|* Snitch cluster of the PULP platform in its default configuration: eight cores
|* that compute, one that has the instructions of the DMA engine (Xdma), and a
|* memory (TCDM) that all of them reach in a few cycles. Each computing core has
|* an eighth of it as its scratchpad (machines/snitch-cluster.json). Compile it
|* with Engine.c, Buffers.c and the program:
|*
|*   clang --target=riscv32 -march=rv32imafd -mabi=ilp32d -std=c99 ...
|*
|* Computing cores cannot start a transfer. They leave it where the DMA core
|* looks, which moves it and tells the run-time; there are no interrupts. Cores
|* have no data caches, so that all see the same memory.
|*
\*===----------------------------------------------------------------------===*/

#include "PolyMem/Runtime/Prem/prem_port.h"

/*===----------------------------------------------------------------------===*\
|* The cluster
\*===----------------------------------------------------------------------===*/

/** cluster_base_addr and tcdm.size of its configuration. */
#ifndef SNITCH_TCDM
#define SNITCH_TCDM 0x10000000u
#endif
#define SNITCH_TCDM_BYTES 0x00020000u
/** cluster_base_hartid, and how many harts compute; the next one has Xdma. */
#define SNITCH_BASE_HART 0u
#define SNITCH_CORES 8u
/** What each core computes in, and what is not for buffers at its beginning:
    stacks, and the state of the run-time (scratchpad.reserved-bytes). */
#define SNITCH_PART_BYTES (SNITCH_TCDM_BYTES / SNITCH_CORES)
#define SNITCH_RESERVED_BYTES 0x00001000u

static uint32_t snitch_hart(void) {
  uintptr_t hart;
  __asm__ __volatile__("csrr %0, mhartid" : "=r"(hart));
  return (uint32_t)hart - SNITCH_BASE_HART;
}

/* Xdma: opcode custom-1, funct3 0; the operation is in funct7. */

/** Halves of an address, low and high, as two instructions have them. */
static uintptr_t low(const void *pointer) {
  return (uintptr_t)((uint64_t)(uintptr_t)pointer & 0xffffffffu);
}
static uintptr_t high(const void *pointer) {
  return (uintptr_t)((uint64_t)(uintptr_t)pointer >> 32);
}

/** DMSRC, DMDST: where the next transfer begins. */
static void dma_source(const void *from) {
  __asm__ __volatile__(".insn r 0x2b, 0, 0, x0, %0, %1"
                       :
                       : "r"(low(from)), "r"(high(from)));
}
static void dma_destination(const void *to) {
  __asm__ __volatile__(".insn r 0x2b, 0, 1, x0, %0, %1"
                       :
                       : "r"(low(to)), "r"(high(to)));
}

/** DMSTR, DMREP: bytes from one row to the next, and how many rows. */
static void dma_rows(ptrdiff_t source, ptrdiff_t destination, int32_t rows) {
  __asm__ __volatile__(".insn r 0x2b, 0, 6, x0, %0, %1"
                       :
                       : "r"(source), "r"(destination));
  __asm__ __volatile__(".insn r 0x2b, 0, 7, x0, %0, x0" : : "r"(rows));
}

/** DMCPYI of a row, config 0, or of dma_rows(), config 2 (enable_2d): starts,
    and returns the number of the transfer. */
static uint32_t dma_copy(int32_t bytes) {
  uintptr_t number;
  __asm__ __volatile__(".insn r 0x2b, 0, 2, %0, %1, x0"
                       : "=r"(number)
                       : "r"(bytes)
                       : "memory");
  return (uint32_t)number;
}
static uint32_t dma_copy_rows(int32_t bytes) {
  uintptr_t number;
  __asm__ __volatile__(".insn r 0x2b, 0, 2, %0, %1, x2"
                       : "=r"(number)
                       : "r"(bytes)
                       : "memory");
  return (uint32_t)number;
}

/** DMSTATI 0: the number of the last transfer that is complete. */
static uint32_t dma_completed(void) {
  uintptr_t number;
  __asm__ __volatile__(".insn r 0x2b, 0, 4, %0, x0, x0"
                       : "=r"(number)
                       :
                       : "memory");
  return (uint32_t)number;
}

/*===----------------------------------------------------------------------===*\
|* The port
\*===----------------------------------------------------------------------===*/

/** What the cores share; in the TCDM, where atomic instructions work. */
static volatile uint32_t lock;
/** Counts calls of prem_port_wake(). */
static volatile uint32_t wakes;
/** What the DMA core is to move, if `has_transfer`. */
static struct prem_transfer transfer;
static uint32_t has_transfer;

int32_t prem_port_core(void) { return (int32_t)snitch_hart(); }

void *prem_port_scratchpad(int32_t core) {
  return (void *)((uintptr_t)SNITCH_TCDM +
                  ((uintptr_t)core * SNITCH_PART_BYTES) +
                  SNITCH_RESERVED_BYTES);
}

void prem_port_lock(void) {
  while (__atomic_exchange_n(&lock, 1u, __ATOMIC_ACQUIRE) != 0u) {
  }
}

void prem_port_unlock(void) { __atomic_store_n(&lock, 0u, __ATOMIC_RELEASE); }

void prem_port_wait(void) {
  const uint32_t before = wakes;
  prem_port_unlock();
  while (wakes == before) {
  }
  prem_port_lock();
}

void prem_port_wake(void) { wakes = wakes + 1u; }

int32_t prem_port_dma_dimensions(void) { return 2; }

int32_t prem_port_dma_start(const struct prem_transfer *request) {
  transfer = *request;
  __atomic_store_n(&has_transfer, 1u, __ATOMIC_RELEASE);
  return 0;
}

void prem_port_fail(enum prem_failure failure, int32_t core, int32_t number) {
  (void)failure;
  (void)core;
  (void)number;
  for (;;) {
    /* Where a debugger, or a watchdog, finds the core. */
  }
}

/** Moves a box of one or two dimensions, and waits for its end. */
static void move(const struct prem_transfer *request) {
  const struct prem_region *box = &request->region;
  const int32_t unloads = request->is_unload;
  const int32_t last = box->dimensions - 1;
  uint32_t number;
  dma_source((unloads != 0) ? box->pad : box->main);
  dma_destination((unloads != 0) ? box->main : box->pad);
  if (last > 0) {
    const ptrdiff_t main_pitch = box->main_stride[0];
    const ptrdiff_t pad_pitch = box->pad_stride[0];
    dma_rows((unloads != 0) ? pad_pitch : main_pitch,
             (unloads != 0) ? main_pitch : pad_pitch, box->size[0]);
    number = dma_copy_rows(box->size[last]);
  } else {
    number = dma_copy(box->size[0]);
  }
  while ((int32_t)(dma_completed() - number) < 0) {
  }
}

/*===----------------------------------------------------------------------===*\
|* The start of a program
\*===----------------------------------------------------------------------===*/

/** The program that was compiled: what each core runs. */
void prem_kernel(void);

static uint32_t is_started;
/** How many cores have come to their end. */
static uint32_t finished;

/** On the DMA core: moves what is asked for until `cores` cores have ended. */
static void serve(uint32_t cores) {
  while (__atomic_load_n(&finished, __ATOMIC_ACQUIRE) < cores) {
    if (__atomic_load_n(&has_transfer, __ATOMIC_ACQUIRE) != 0u) {
      move(&transfer);
      has_transfer = 0u;
      prem_dma_done();
    }
  }
}

/** On harts 0 to `cores` - 1 and on the DMA core, when each has its stack; it
    returns on all of them when the program has ended. */
void snitch_main(int32_t cores) {
  if (snitch_hart() == SNITCH_CORES) {
    serve((uint32_t)cores);
    return;
  }
  if (prem_port_core() == 0) {
    prem_start(cores);
    __atomic_store_n(&is_started, 1u, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&is_started, __ATOMIC_ACQUIRE) == 0u) {
  }
  prem_kernel();
  prem_end_thread();
  (void)__atomic_add_fetch(&finished, 1u, __ATOMIC_ACQ_REL);
}
