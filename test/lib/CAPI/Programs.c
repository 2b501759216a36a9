/*===- Programs.c - programs: calls, parameters, saved ones -------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Gemm.h"
#include "Support.h"
#include "mlir-c/BuiltinTypes.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PolyMemProgram createProgram(const char *path, const char *name,
                             const char *pipeline) {
  MlirContext context;
  MlirModule module = parse(path, &context);
  PolyMemProgram program = polymemProgramCreate(
      module, of(name), of(pipeline), false, false, printError, NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  if (!program.ptr)
    exit(1);
  return program;
}

/* Calls @gemm. `how`: as fillGemm has it, or, what is compared as well,
 * "plain", "checked", "counted". */
static int callProgram(PolyMemProgram program, const char *how) {
  PolyMemEmulation emulation = {{NULL, 0}, 3, false, NULL, NULL, {NULL}};
  MlirLogicalResult result;
  Gemm gemm;
  fillGemm(&gemm, how);
  emulation.checked = !strcmp(how, "outside") || !strcmp(how, "checked");
  if (!strcmp(how, "counted"))
    emulation.counts = printLine;
  printf("%s launches\n", polymemProgramHasLaunches(program) ? "with"
                          : polymemProgramHasCudaLaunches(program)
                              ? "with CUDA"
                              : "no");
  result = polymemProgramCall(program, strcmp(how, "few") ? 6 : 5,
                              gemm.arguments,
                              strcmp(how, "plain") ? &emulation : NULL,
                              printError, NULL);
  if (mlirLogicalResultIsFailure(result))
    return 1;
  printf("%s\n", isGemm(&gemm) ? "equal" : "other results");
  return 0;
}

int call(char **arguments) {
  PolyMemProgram program = createProgram(arguments[0], "gemm", arguments[1]);
  int result = callProgram(program, arguments[2]);
  polymemProgramDestroy(program);
  return result;
}

int results(char **arguments) {
  PolyMemProgram program = createProgram(arguments[0], "results", "");
  const int64_t extents[] = {3};
  float array[] = {1, 2, 4};
  PolyMemArgument given[2] = {{array, sizeof *array, 1, extents, NULL, 0},
                              {NULL, 0, 0, NULL, NULL, 0xffffffffffffff07}};
  uint64_t values[8];
  intptr_t i;
  PolyMemParameter result;
  if (mlirLogicalResultIsFailure(polymemProgramCallForResults(
          program, 2, given, values, NULL, printError, NULL)))
    return 1;
  for (i = 0; i < polymemProgramNumResults(program); ++i) {
    polymemProgramGetResult(program, i, &result);
    printf("%.*s %llx\n", (int)result.elementType.length,
           result.elementType.data, (unsigned long long)values[i]);
  }
  /* Nobody need take them. */
  if (mlirLogicalResultIsFailure(
          polymemProgramCall(program, 2, given, NULL, printError, NULL)))
    return 1;
  polymemProgramDestroy(program);
  return 0;
}

/*===----------------------------------------------------------------------===*\
 * Parameters
\*===----------------------------------------------------------------------===*/

static void appendText(const char *part, Text *text) { append(of(part), text); }

static void appendList(const char *name, const int64_t *values, intptr_t size,
                       Text *text) {
  char number[32];
  intptr_t i;
  appendText(name, text);
  for (i = 0; i < size; ++i) {
    sprintf(number, " %lld", (long long)values[i]);
    appendText(values[i] == mlirShapedTypeGetDynamicSize() ? " ?" : number,
               text);
  }
}

/* A line for each parameter. */
static Text describe(PolyMemProgram program) {
  Text text = {NULL, 0};
  PolyMemParameter parameter;
  char numbers[64];
  intptr_t i, d;
  for (i = 0; i < polymemProgramNumParameters(program); ++i) {
    polymemProgramGetParameter(program, i, &parameter);
    appendText(parameter.isArray ? "array '" : "scalar '", &text);
    append(parameter.name, &text);
    appendText("' of ", &text);
    append(parameter.elementType, &text);
    sprintf(numbers, ", bytes %d, alignment %d", (int)parameter.elementBytes,
            (int)parameter.alignment);
    appendText(numbers, &text);
    if (parameter.isArray)
      appendList(", extents", parameter.extents, parameter.rank, &text);
    if (parameter.isStrided)
      appendList(", strides", parameter.strides, parameter.rank, &text);
    for (d = 0; parameter.shape && d < parameter.rank; ++d) {
      appendText(d ? " x " : ", shape ", &text);
      append(parameter.shape[d], &text);
    }
    appendText("\n", &text);
  }
  return text;
}

/*===----------------------------------------------------------------------===*\
 * Saved programs
\*===----------------------------------------------------------------------===*/

static Text bytesOf(PolyMemProgram program) {
  Text bytes = {NULL, 0};
  if (mlirLogicalResultIsFailure(polymemProgramSave(program, append, &bytes)))
    exit(1);
  return bytes;
}

int parameters(char **arguments) {
  PolyMemProgram program = createProgram(arguments[0], arguments[1], "");
  Text bytes = bytesOf(program), text = describe(program), again;
  polymemProgramDestroy(program);
  program = polymemProgramLoad(mlirStringRefCreate(bytes.data, bytes.size),
                               printError, NULL);
  again = describe(program);
  printf("%s%s\n", text.data ? text.data : "",
         isSame(&text, &again) ? "the saved ones are equal"
                               : "the saved ones differ");
  polymemProgramDestroy(program);
  free(bytes.data);
  free(text.data);
  free(again.data);
  return 0;
}

int save(char **arguments) {
  PolyMemProgram program = createProgram(arguments[0], "gemm", arguments[1]);
  FILE *file = fopen(arguments[2], "wb");
  if (!file ||
      mlirLogicalResultIsFailure(polymemProgramSave(program, writeText, file)))
    return 1;
  polymemProgramDestroy(program);
  return fclose(file);
}

int load(char **arguments) {
  Text bytes = readFile(arguments[0]);
  PolyMemProgram program = polymemProgramLoad(
      mlirStringRefCreate(bytes.data, bytes.size), printError, NULL);
  int result;
  free(bytes.data);
  if (!program.ptr)
    return 1;
  result = callProgram(program, arguments[1]);
  polymemProgramDestroy(program);
  return result;
}

static void count(MlirStringRef message, void *userData) {
  *(int *)userData += message.length > 0;
}

/* Whether `bytes` are refused with one message. */
static int isRefused(const char *bytes, size_t size) {
  int messages = 0;
  return !polymemProgramLoad(mlirStringRefCreate(bytes, size), count, &messages)
              .ptr &&
         messages == 1;
}

/* All that ends early in the first 300 bytes, and some that ends later; a bit
 * wrong at the same places. */
int damage(char **arguments) {
  Text bytes = readFile(arguments[0]);
  size_t at;
  int tried = 0, refused = 0;
  for (at = 0; at < bytes.size; at += at < 300 ? 1 : 997) {
    char *copy = malloc(at + 1);
    memcpy(copy, bytes.data, at);
    tried += 2;
    refused += isRefused(copy, at);
    free(copy);
    bytes.data[at] ^= 4;
    refused += isRefused(bytes.data, bytes.size);
    bytes.data[at] ^= 4;
  }
  printf("%s are refused\n", refused == tried ? "all" : "not all");
  free(bytes.data);
  return refused != tried || tried < 600;
}

/*===----------------------------------------------------------------------===*\
 * Threads
\*===----------------------------------------------------------------------===*/

enum { kThreads = 4, kCalls = 5 };

/* What a thread works on. */
typedef struct Work {
  const char *path, *pipeline;
  PolyMemProgram shared;
  int equal;
} Work;

static void callCompared(PolyMemProgram program, Work *work) {
  PolyMemEmulation emulation = {{NULL, 0}, 1, true, NULL, NULL, {NULL}};
  Gemm gemm;
  fillGemm(&gemm, "");
  if (mlirLogicalResultIsSuccess(polymemProgramCall(
          program, 6, gemm.arguments, &emulation, printError, NULL)))
    work->equal += isGemm(&gemm);
}

/* Calls a program of all, one of its own, and that again as it was saved. */
static void *workOnPrograms(void *userData) {
  Work *work = userData;
  int i;
  for (i = 0; i < kCalls; ++i) {
    PolyMemProgram own = createProgram(work->path, "gemm", work->pipeline);
    Text bytes = bytesOf(own);
    callCompared(work->shared, work);
    callCompared(own, work);
    polymemProgramDestroy(own);
    own = polymemProgramLoad(mlirStringRefCreate(bytes.data, bytes.size),
                             printError, NULL);
    if (own.ptr)
      callCompared(own, work);
    polymemProgramDestroy(own);
    free(bytes.data);
  }
  return NULL;
}

int threadsOfPrograms(char **arguments) {
  pthread_t ids[kThreads];
  Work works[kThreads];
  int i, equal = 0;
  PolyMemProgram shared = createProgram(arguments[0], "gemm", arguments[1]);
  for (i = 0; i < kThreads; ++i) {
    works[i] = (Work){arguments[0], arguments[1], shared, 0};
    pthread_create(&ids[i], NULL, workOnPrograms, &works[i]);
  }
  for (i = 0; i < kThreads; ++i) {
    pthread_join(ids[i], NULL);
    equal += works[i].equal;
  }
  polymemProgramDestroy(shared);
  printf("%d of %d calls are equal\n", equal, 3 * kThreads * kCalls);
  return equal != 3 * kThreads * kCalls;
}
