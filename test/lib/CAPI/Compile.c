/*===- Compile.c - pipelines and PTX ------------------------------------===*\
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
#include <string.h>

int run(char **arguments) {
  const char *path = arguments[0], *pipeline = arguments[1];
  MlirContext context;
  MlirModule module = parse(path, &context);
  MlirOperation op = mlirModuleGetOperation(module);
  MlirLogicalResult result;
  polymemContextSetRemarkCallback(context, printRemark, NULL);
  result = polymemRunPipeline(op, of(pipeline), printError, NULL);
  polymemContextSetRemarkCallback(context, NULL, NULL);
  if (mlirLogicalResultIsSuccess(result))
    mlirOperationPrint(op, writeText, stdout);
  else
    printf("failed, and %s\n",
           mlirOperationVerify(op) ? "valid" : "not valid");
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return mlirLogicalResultIsFailure(result);
}

/* Both texts of one compilation: PTX first. */
typedef struct Output {
  Text texts[2];
  int count;
} Output;

static void collect(MlirStringRef text, void *userData) {
  Output *output = userData;
  append(text, &output->texts[output->count++]);
}

static MlirLogicalResult compile(MlirModule module, const char *options,
                                 Output *output) {
  memset(output, 0, sizeof *output);
  return polymemCompileToPTX(module, of(options), collect, collect, printError,
                             output);
}

int ptx(char **arguments) {
  const char *path = arguments[0], *options = arguments[1];
  MlirContext context;
  MlirModule module = parse(path, &context);
  Output output;
  MlirLogicalResult result = compile(module, options, &output);
  if (mlirLogicalResultIsSuccess(result)) {
    printf("%s\n%s", output.texts[0].data, output.texts[1].data);
    printf("the module is as it was:\n");
    mlirOperationPrint(mlirModuleGetOperation(module), writeText, stdout);
  }
  free(output.texts[0].data);
  free(output.texts[1].data);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return mlirLogicalResultIsFailure(result);
}

enum { kThreads = 4 };
static const char *threadArguments[2];

static void *compileInThread(void *unused) {
  Text *result = calloc(1, sizeof *result);
  MlirContext context;
  MlirModule module = parse(threadArguments[0], &context);
  Output output;
  (void)unused;
  if (mlirLogicalResultIsSuccess(
          compile(module, threadArguments[1], &output))) {
    *result = output.texts[0];
    free(output.texts[1].data);
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return result;
}

int threads(char **arguments) {
  pthread_t ids[kThreads];
  Text *texts[kThreads];
  int i, equal = 0;
  threadArguments[0] = arguments[0];
  threadArguments[1] = arguments[1];
  for (i = 0; i < kThreads; ++i)
    pthread_create(&ids[i], NULL, compileInThread, NULL);
  for (i = 0; i < kThreads; ++i)
    pthread_join(ids[i], (void **)&texts[i]);
  for (i = 0; i < kThreads; ++i)
    equal += texts[i]->size && isSame(texts[i], texts[0]);
  printf("%d of %d threads have the same PTX\n", equal, kThreads);
  for (i = 0; i < kThreads; ++i) {
    free(texts[i]->data);
    free(texts[i]);
  }
  return equal != kThreads;
}
