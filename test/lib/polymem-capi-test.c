/*===- polymem-capi-test.c - calls the C API ------------------------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * polymem-capi-test run FILE PIPELINE      the module behind the pipeline
 * polymem-capi-test ptx FILE OPTIONS       PTX and metadata
 * polymem-capi-test machine NAME           its description
 * polymem-capi-test machines               all names
 * polymem-capi-test threads FILE OPTIONS   PTX, by four threads, compared
 * polymem-capi-test call FILE PIPELINE HOW its function @gemm, on 5 x 6 x 7,
 *                                          compared; HOW is "plain", "checked",
 *                                          "counted", "few" (arguments), or
 *                                          "outside" (a wrong extent)
 *
 * Diagnostics, remarks and messages go to standard error, each in a line that
 * says what it is.
 */

#include "mlir-c/Diagnostics.h"
#include "polymem-c/PolyMem.h"
#include "polymem-c/Programs.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text that grows. */
typedef struct Text {
  char *data;
  size_t size;
} Text;

static void append(MlirStringRef part, void *userData) {
  Text *text = userData;
  text->data = realloc(text->data, text->size + part.length + 1);
  memcpy(text->data + text->size, part.data, part.length);
  text->size += part.length;
  text->data[text->size] = 0;
}

static void write(MlirStringRef part, void *userData) {
  fwrite(part.data, 1, part.length, userData);
}

static void printError(MlirStringRef message, void *userData) {
  (void)userData;
  fprintf(stderr, "message: %.*s\n", (int)message.length, message.data);
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  static const char *const names[] = {"error", "warning", "note", "remark"};
  (void)userData;
  fprintf(stderr, "diagnostic: %s: ",
          names[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, write, stderr);
  fprintf(stderr, "\n");
  return mlirLogicalResultSuccess();
}

static void printRemark(const PolyMemRemark *remark, void *userData) {
  static const char *const names[] = {"passed", "missed", "failure",
                                      "analysis"};
  intptr_t i;
  (void)userData;
  fprintf(stderr, "remark: %s %.*s %.*s @%.*s: %.*s", names[remark->kind],
          (int)remark->pass.length, remark->pass.data,
          (int)remark->name.length, remark->name.data,
          (int)remark->function.length, remark->function.data,
          (int)remark->message.length, remark->message.data);
  for (i = 0; i < remark->numArguments; ++i)
    fprintf(stderr, " [%.*s=%.*s]", (int)remark->arguments[i].name.length,
            remark->arguments[i].name.data,
            (int)remark->arguments[i].value.length,
            remark->arguments[i].value.data);
  fprintf(stderr, "\n");
}

static void printLine(MlirStringRef text, void *userData) {
  (void)userData;
  printf("%.*s\n", (int)text.length, text.data);
}

static Text readFile(const char *path) {
  Text text = {NULL, 0};
  char part[4096];
  size_t size;
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(2);
  }
  while ((size = fread(part, 1, sizeof part, file)) > 0)
    append(mlirStringRefCreate(part, size), &text);
  fclose(file);
  return text;
}

static MlirStringRef of(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/* A context with all that prints, and the module of a file. */
static MlirModule parse(const char *path, MlirContext *context) {
  Text text = readFile(path);
  MlirModule module;
  *context = polymemContextCreate(true);
  mlirContextAttachDiagnosticHandler(*context, printDiagnostic, NULL, NULL);
  module = mlirModuleCreateParse(*context,
                                 mlirStringRefCreate(text.data, text.size));
  free(text.data);
  if (mlirModuleIsNull(module))
    exit(1);
  return module;
}

static int run(const char *path, const char *pipeline) {
  MlirContext context;
  MlirModule module = parse(path, &context);
  MlirOperation op = mlirModuleGetOperation(module);
  MlirLogicalResult result;
  polymemContextSetRemarkCallback(context, printRemark, NULL);
  result = polymemRunPipeline(op, of(pipeline), printError, NULL);
  polymemContextSetRemarkCallback(context, NULL, NULL);
  if (mlirLogicalResultIsSuccess(result))
    mlirOperationPrint(op, write, stdout);
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

static int ptx(const char *path, const char *options) {
  MlirContext context;
  MlirModule module = parse(path, &context);
  Output output;
  MlirLogicalResult result = compile(module, options, &output);
  if (mlirLogicalResultIsSuccess(result)) {
    printf("%s\n%s", output.texts[0].data, output.texts[1].data);
    printf("the module is as it was:\n");
    mlirOperationPrint(mlirModuleGetOperation(module), write, stdout);
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

static int threads(const char *path, const char *options) {
  pthread_t ids[kThreads];
  Text *texts[kThreads];
  int i, equal = 0;
  threadArguments[0] = path;
  threadArguments[1] = options;
  for (i = 0; i < kThreads; ++i)
    pthread_create(&ids[i], NULL, compileInThread, NULL);
  for (i = 0; i < kThreads; ++i)
    pthread_join(ids[i], (void **)&texts[i]);
  for (i = 0; i < kThreads; ++i)
    equal += texts[i]->size && texts[i]->size == texts[0]->size &&
             !memcmp(texts[i]->data, texts[0]->data, texts[0]->size);
  printf("%d of %d threads have the same PTX\n", equal, kThreads);
  for (i = 0; i < kThreads; ++i) {
    free(texts[i]->data);
    free(texts[i]);
  }
  return equal != kThreads;
}

enum { kM = 5, kN = 6, kK = 7 };

static PolyMemArgument arrayOf(float *data, const int64_t *extents) {
  PolyMemArgument array = {data, sizeof *data, 2, extents, NULL, 0};
  return array;
}

static PolyMemArgument sizeOf(uint64_t size) {
  PolyMemArgument scalar = {NULL, 0, 0, NULL, NULL, size};
  return scalar;
}

/* Numbers of which sums and products are exact. */
static void fillAndMultiply(float *a, float *b, float *c, float *expected) {
  int i, j, k;
  for (i = 0; i < kM * kK; ++i)
    a[i] = (float)(i % 5 - 2);
  for (i = 0; i < kK * kN; ++i)
    b[i] = (float)(i % 7 - 3);
  for (i = 0; i < kM; ++i)
    for (j = 0; j < kN; ++j) {
      expected[i * kN + j] = c[i * kN + j] = (float)(i - j);
      for (k = 0; k < kK; ++k)
        expected[i * kN + j] += a[i * kK + k] * b[k * kN + j];
    }
}

static int call(const char *path, const char *pipeline, const char *how) {
  MlirContext context;
  MlirModule module = parse(path, &context);
  PolyMemProgram program = polymemProgramCreate(
      module, of("gemm"), of(pipeline), false, false, printError, NULL);
  float a[kM * kK], b[kK * kN], c[kM * kN], expected[kM * kN];
  int outside = !strcmp(how, "outside");
  const int64_t ofA[] = {kM, kK}, ofB[] = {outside ? kK - 1 : kK, kN},
                ofC[] = {kM, kN};
  PolyMemArgument arguments[6];
  PolyMemEmulation emulation = {{NULL, 0}, 3, false, NULL, NULL};
  MlirLogicalResult result;
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  if (!program.ptr)
    return 1;
  arguments[0] = arrayOf(a, ofA);
  arguments[1] = arrayOf(b, ofB);
  arguments[2] = arrayOf(c, ofC);
  arguments[3] = sizeOf(kM);
  arguments[4] = sizeOf(kN);
  arguments[5] = sizeOf(kK);
  fillAndMultiply(a, b, c, expected);
  emulation.checked = outside || !strcmp(how, "checked");
  if (!strcmp(how, "counted"))
    emulation.counts = printLine;
  printf("%s launches\n", polymemProgramHasLaunches(program) ? "with" : "no");
  result =
      polymemProgramCall(program, strcmp(how, "few") ? 6 : 5, arguments,
                         strcmp(how, "plain") ? &emulation : NULL, printError,
                         NULL);
  polymemProgramDestroy(program);
  if (mlirLogicalResultIsFailure(result))
    return 1;
  printf("%s\n", memcmp(c, expected, sizeof c) ? "other results" : "equal");
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "run"))
    return run(argv[2], argv[3]);
  if (argc == 4 && !strcmp(argv[1], "ptx"))
    return ptx(argv[2], argv[3]);
  if (argc == 4 && !strcmp(argv[1], "threads"))
    return threads(argv[2], argv[3]);
  if (argc == 5 && !strcmp(argv[1], "call"))
    return call(argv[2], argv[3], argv[4]);
  if (argc == 3 && !strcmp(argv[1], "machine"))
    return mlirLogicalResultIsFailure(
        polymemDescribeMachine(of(argv[2]), printLine, printError, NULL));
  if (argc == 2 && !strcmp(argv[1], "machines")) {
    polymemForEachMachine(printLine, NULL);
    return 0;
  }
  fprintf(stderr, "see the head of polymem-capi-test.c\n");
  return 2;
}
