/*===- port_baremetal.c - the page to fill in for a board -----------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What PREM programs need of a board (PolyMem/Runtime/Prem/prem_port.h), for
|* one with memory-mapped registers: a number of the core, a lock in hardware,
|* and a DMA engine that moves rows of a pitch each and interrupts when it is
|* done. All that is particular to a board is in the first section. Compile it
|* with Engine.c, Buffers.c and the program; no C library is needed but for
|* memcpy and memset, which compilers may call:
|*
|*   clang --target=riscv32 -std=c99 -ffreestanding -O2 -Iinclude -c ...
|*
|* The state of the run-time and of this file is in memory that all cores see,
|* and that no cache keeps from the others.
|*
\*===----------------------------------------------------------------------===*/

#include "PolyMem/Runtime/Prem/prem_port.h"

/*===----------------------------------------------------------------------===*\
|* The board: fill in
\*===----------------------------------------------------------------------===*/

/** Registers of a DMA engine for boxes of two dimensions. */
struct board_dma {
  volatile uint32_t source;
  volatile uint32_t destination;
  volatile uint32_t row_bytes;
  volatile uint32_t rows;
  volatile uint32_t source_pitch;
  volatile uint32_t destination_pitch;
  /** Writing 1 starts; the interrupt follows. */
  volatile uint32_t start;
  /** Writing 1 takes the interrupt back. */
  volatile uint32_t acknowledge;
};

#define BOARD_DMA ((struct board_dma *)0x40010000u)
/** Reads as the number of the core that reads it. */
#define BOARD_CORE (*(volatile const uint32_t *)0x40000000u)
/** Reads as 0 if it is taken now, then as 1 until 0 is written to it. */
#define BOARD_LOCK (*(volatile uint32_t *)0x40000004u)
/** 0 keeps the engine's interrupt from this core. */
#define BOARD_INTERRUPT (*(volatile uint32_t *)0x40000008u)
/** Scratchpads, and what code and stack take at the beginning of each. */
#define BOARD_SCRATCHPAD 0x20000000u
#define BOARD_SCRATCHPAD_BYTES 0x00020000u
#define BOARD_RESERVED_BYTES 0x00002000u

/** What was written before is in memory, what is read is read again. */
static void board_fence(void) { __asm__ volatile("" ::: "memory"); }

/*===----------------------------------------------------------------------===*\
|* The port
\*===----------------------------------------------------------------------===*/

/** Counts calls of prem_port_wake(). */
static volatile uint32_t wakes;

int32_t prem_port_core(void) { return (int32_t)BOARD_CORE; }

void *prem_port_scratchpad(int32_t core) {
  return (void *)(uintptr_t)(BOARD_SCRATCHPAD + BOARD_RESERVED_BYTES +
                             ((uint32_t)core * BOARD_SCRATCHPAD_BYTES));
}

void prem_port_lock(void) {
  BOARD_INTERRUPT = 0u;
  while (BOARD_LOCK != 0u) {
  }
  board_fence();
}

void prem_port_unlock(void) {
  board_fence();
  BOARD_LOCK = 0u;
  BOARD_INTERRUPT = 1u;
}

void prem_port_wait(void) {
  const uint32_t before = wakes;
  prem_port_unlock();
  while (wakes == before) {
  }
  prem_port_lock();
}

void prem_port_wake(void) { wakes = wakes + 1u; }

int32_t prem_port_dma_dimensions(void) { return 2; }

/** A box of one dimension is a row. */
int32_t prem_port_dma_start(const struct prem_transfer *transfer) {
  const struct prem_region *box = &transfer->region;
  const int32_t last = box->dimensions - 1;
  const uint32_t main_pitch = (last > 0) ? (uint32_t)box->main_stride[0] : 0u;
  const uint32_t pad_pitch = (last > 0) ? (uint32_t)box->pad_stride[0] : 0u;
  const uint32_t main = (uint32_t)(uintptr_t)box->main;
  const uint32_t pad = (uint32_t)(uintptr_t)box->pad;
  const int32_t unloads = transfer->is_unload;
  BOARD_DMA->source = (unloads != 0) ? pad : main;
  BOARD_DMA->destination = (unloads != 0) ? main : pad;
  BOARD_DMA->source_pitch = (unloads != 0) ? pad_pitch : main_pitch;
  BOARD_DMA->destination_pitch = (unloads != 0) ? main_pitch : pad_pitch;
  BOARD_DMA->row_bytes = (uint32_t)box->size[last];
  BOARD_DMA->rows = (last > 0) ? (uint32_t)box->size[0] : 1u;
  board_fence();
  BOARD_DMA->start = 1u;
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

/** The engine's interrupt, on whatever core gets it. */
void board_dma_interrupt(void) {
  BOARD_DMA->acknowledge = 1u;
  prem_dma_done();
}

/*===----------------------------------------------------------------------===*\
|* The start of a program
\*===----------------------------------------------------------------------===*/

/** The program that was compiled: what each core runs. */
void prem_kernel(void);

static volatile uint32_t is_started;

/** On all of `cores` cores, when each has its stack. */
void board_main(int32_t cores) {
  if (prem_port_core() == 0) {
    prem_start(cores);
    board_fence();
    is_started = 1u;
  }
  while (is_started == 0u) {
  }
  board_fence();
  BOARD_INTERRUPT = 1u;
  prem_kernel();
  prem_end_thread();
}
