/* A Snitch cluster in software: what user mode does not have, the instructions
   of Xdma and the number of the hart, is done when it traps. So what runs is
   the code of the port as it is for the cluster. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { CORES = 2, DMA_HART = 8 };
void snitch_main(int32_t cores);
void smooth_thread(float (*A)[11][10], float (*B)[10][9]);

static float A[13][11][10], B[12][10][9];
static __thread unsigned hart;

/* The engine, its counts, and what was wrong. */
static uint64_t source, destination, rows;
static int64_t source_pitch, destination_pitch;
static uint32_t started, completed;
static int lines, boxes, loops, stray;

static void check_range(uint64_t at, uint64_t bytes) {
  int in_tcdm = at >= 0x10000000u && at + bytes <= 0x10020000u;
  int in_a = at >= (uintptr_t)A && at + bytes <= (uintptr_t)A + sizeof A;
  int in_b = at >= (uintptr_t)B && at + bytes <= (uintptr_t)B + sizeof B;
  stray += !in_tcdm && !in_a && !in_b;
}

static uint32_t copy(uint64_t bytes, int has_rows) {
  uint64_t count = has_rows ? rows : 1;
  for (uint64_t row = 0; row < count; ++row) {
    uint64_t from = source + row * (uint64_t)source_pitch;
    uint64_t to = destination + row * (uint64_t)destination_pitch;
    check_range(from, bytes);
    check_range(to, bytes);
    if (!stray)
      memcpy((void *)to, (void *)from, bytes);
  }
  lines += !has_rows;
  boxes += has_rows;
  return ++started;
}

/* Its transfers take a while: the first question after one finds it on its
   way. */
static uint32_t status(void) {
  static int asked;
  if (completed != started && asked++ % 2 != 0)
    completed = started;
  loops += completed != started;
  return completed;
}

/* Returns 0 if it is an instruction that the cluster does not have. */
static int execute(uint32_t code, unsigned long *x) {
  unsigned rd = code >> 7 & 31, rs1 = code >> 15 & 31, rs2 = code >> 20 & 31;
  uint64_t a = rs1 ? x[rs1] : 0, b = rs2 ? x[rs2] : 0, result = 0;
  if ((code & 0xfffff07f) == 0xf1402073) {
    result = hart;
  } else if ((code & 0x707f) == 0x2b && hart == DMA_HART) {
    switch (code >> 25) {
    case 0:
      source = b << 32 | (uint32_t)a;
      break;
    case 1:
      destination = b << 32 | (uint32_t)a;
      break;
    case 2:
      result = copy(a, rs2 >> 1 & 1);
      break;
    case 4:
      result = status();
      break;
    case 6:
      source_pitch = (int32_t)a;
      destination_pitch = (int32_t)b;
      break;
    case 7:
      rows = a;
      break;
    default:
      return 0;
    }
  } else {
    return 0;
  }
  if (rd)
    x[rd] = result;
  return 1;
}

static void on_illegal(int number, siginfo_t *info, void *context) {
  unsigned long *x = ((ucontext_t *)context)->uc_mcontext.__gregs;
  uint32_t code;
  (void)number;
  (void)info;
  memcpy(&code, (void *)x[0], 4);
  if (!execute(code, x)) {
    printf("hart %u: no such instruction: %08x\n", hart, (unsigned)code);
    fflush(stdout);
    _Exit(1);
  }
  x[0] += 4;
}

void prem_kernel(void) { smooth_thread(A, B); }

static void *run(void *number) {
  hart = (unsigned)(uintptr_t)number;
  snitch_main(CORES);
  return NULL;
}

int main(void) {
  struct sigaction action;
  pthread_t threads[CORES];
  int wrong = 0;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_illegal;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGILL, &action, NULL);
  if (mmap((void *)0x10000000, 0x20000, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return 2;
  for (size_t i = 0; i < sizeof A / sizeof(float); ++i)
    (&A[0][0][0])[i] = (float)(int)(i * 37 % 101) * 0.37f;
  for (uintptr_t i = 0; i < CORES; ++i)
    pthread_create(&threads[i], NULL, run, (void *)i);
  run((void *)(uintptr_t)DMA_HART);
  for (int i = 0; i < CORES; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 10; ++j)
      for (int k = 0; k < 9; ++k) {
        float product = A[i][j][k] * A[i + 1][j + 1][k + 1];
        wrong += B[i][j][k] != product + A[i][j][k];
      }
  printf("%d transfers of rows, %d of a line, %d waits, %d stray, %d wrong\n",
         boxes, lines, loops, stray, wrong);
  return stray || wrong;
}
