/*===- Interrupts.c - work that is ended early ----------------------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Support.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A request by another thread after a while. */
typedef struct Alarm {
  PolyMemInterrupt interrupt;
  int milliseconds;
  double requested;
  pthread_t thread;
} Alarm;

static void *ring(void *userData) {
  Alarm *alarm = userData;
  struct timespec time = {alarm->milliseconds / 1000,
                          alarm->milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
  alarm->requested = now();
  polymemInterruptRequest(alarm->interrupt);
  return NULL;
}

static void start(Alarm *alarm, const char *milliseconds) {
  alarm->interrupt = polymemInterruptCreate();
  alarm->milliseconds = atoi(milliseconds);
  alarm->requested = 0;
  if (polymemInterruptRequested(alarm->interrupt))
    exit(2);
  pthread_create(&alarm->thread, NULL, ring, alarm);
}

/* Says whether the work was done before the request, or soon after; a second is
 * promised. */
static int finish(Alarm *alarm, bool succeeded) {
  double end = now();
  pthread_join(alarm->thread, NULL);
  if (succeeded)
    printf("not interrupted\n");
  else if (end < alarm->requested)
    printf("failed before\n");
  else
    printf("ended %s\n", end - alarm->requested < 5 ? "in time" : "late");
  fprintf(stderr, "after %.3f s\n", end - alarm->requested);
  polymemInterruptDestroy(alarm->interrupt);
  return succeeded;
}

int interruptPipeline(char **arguments) {
  MlirContext context;
  MlirModule module = parse(arguments[0], &context);
  MlirOperation op = mlirModuleGetOperation(module);
  PolyMemInterrupt none = {NULL};
  Alarm alarm;
  int result;
  polymemContextSetRemarkCallback(context, printRemark, NULL);
  start(&alarm, arguments[2]);
  polymemContextSetInterrupt(context, alarm.interrupt);
  result = finish(&alarm, mlirLogicalResultIsSuccess(polymemRunPipeline(
                              op, of(arguments[1]), printError, NULL)));
  if (!mlirOperationVerify(op))
    return 2;
  /* The token is gone, and its request remains. */
  if (mlirLogicalResultIsSuccess(
          polymemRunPipeline(op, of("canonicalize"), printError, NULL)))
    return 2;
  polymemContextSetInterrupt(context, none);
  if (mlirLogicalResultIsFailure(
          polymemRunPipeline(op, of("canonicalize"), printError, NULL)))
    return 2;
  polymemContextSetRemarkCallback(context, NULL, NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return result;
}

int interruptProgram(char **arguments) {
  MlirContext context;
  MlirModule module = parse(arguments[0], &context);
  PolyMemProgram program;
  Alarm alarm;
  int result;
  start(&alarm, arguments[2]);
  polymemContextSetInterrupt(context, alarm.interrupt);
  program = polymemProgramCreate(module, of("gemm"), of(arguments[1]), false,
                                 true, printError, NULL);
  result = finish(&alarm, program.ptr != NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return result;
}

int interruptCall(char **arguments) {
  enum { kSize = 1000 };
  static float data[kSize];
  const int64_t extents[] = {kSize};
  PolyMemProgram program = createProgram(arguments[0], "long", arguments[1]);
  PolyMemArgument array = {data, sizeof *data, 1, extents, NULL, 0};
  PolyMemEmulation emulation = {{NULL, 0}, 1, false, NULL, NULL, {NULL}};
  Alarm alarm;
  int result;
  start(&alarm, arguments[2]);
  emulation.interrupt = alarm.interrupt;
  result = finish(&alarm, mlirLogicalResultIsSuccess(polymemProgramCall(
                              program, 1, &array, &emulation, printError,
                              NULL)));
  polymemProgramDestroy(program);
  return result;
}
