/*===- Main.c - calls the C API -----------------------------------------===*\
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
 * polymem-capi-test pipelines              all names
 * polymem-capi-test options PIPELINE       its options
 * polymem-capi-test threads FILE OPTIONS   PTX, by four threads, compared
 * polymem-capi-test threads-call FILE PIPELINE
 *                                          @gemm, compiled, saved, loaded and
 *                                          called by four threads
 * polymem-capi-test call FILE PIPELINE HOW its function @gemm, on 5 x 6 x 7,
 *                                          compared; HOW: see Programs.c
 * polymem-capi-test cuda FILE PIPELINE HOW the same on a CUDA device; HOW: see
 *                                          Cuda.c
 * polymem-capi-test results FILE           what its function @results gives
 * polymem-capi-test save FILE PIPELINE OUT the same function as bytes of a file
 * polymem-capi-test load FILE HOW          the bytes, called
 * polymem-capi-test damage FILE            the bytes, damaged in many ways
 * polymem-capi-test interrupt-pipeline FILE PIPELINE MS
 *                                          interrupted after milliseconds
 * polymem-capi-test interrupt-program FILE PIPELINE MS
 *                                          the same while @gemm is compiled
 * polymem-capi-test interrupt-call FILE PIPELINE MS
 *                                          while @long runs, on 1000 numbers
 * polymem-capi-test parameters FILE NAME   of a function, and of its saved form
 *
 * Diagnostics, remarks and messages go to standard error, each in a line that
 * says what it is.
 */

#include "Support.h"
#include <stdio.h>
#include <string.h>

static int machine(char **arguments) {
  return mlirLogicalResultIsFailure(
      polymemDescribeMachine(of(arguments[0]), printLine, printError, NULL));
}

static int machines(char **arguments) {
  (void)arguments;
  polymemForEachMachine(printLine, NULL);
  return 0;
}

static int pipelines(char **arguments) {
  (void)arguments;
  polymemForEachPipeline(printLine, NULL);
  return 0;
}

static void printOption(const PolyMemPipelineOption *option, void *userData) {
  static const char *const kinds[] = {"bool",  "signed", "unsigned",
                                      "float", "string", "choice"};
  intptr_t i;
  (void)userData;
  printf("%.*s: %s%s, default '%.*s': %.*s\n", (int)option->name.length,
         option->name.data, option->isList ? "list of " : "",
         kinds[option->kind], (int)option->defaultText.length,
         option->defaultText.data, (int)option->description.length,
         option->description.data);
  for (i = 0; i < option->numChoices; ++i)
    printf("  %.*s: %.*s\n", (int)option->choices[i].name.length,
           option->choices[i].name.data,
           (int)option->choices[i].description.length,
           option->choices[i].description.data);
}

static int options(char **arguments) {
  return mlirLogicalResultIsFailure(polymemForEachPipelineOption(
      of(arguments[0]), printOption, printError, NULL));
}

static const struct {
  const char *name;
  int numArguments;
  int (*run)(char **arguments);
} commands[] = {{"run", 2, run},          {"ptx", 2, ptx},
                {"threads", 2, threads},  {"machine", 1, machine},
                {"machines", 0, machines},
                {"pipelines", 0, pipelines}, {"options", 1, options}, {"call", 3, call},
                {"parameters", 2, parameters}, {"save", 3, save},
                {"load", 2, load},        {"threads-call", 2, threadsOfPrograms},
                {"damage", 1, damage},        {"results", 1, results},
                {"cuda", 3, cuda},
                {"interrupt-pipeline", 3, interruptPipeline},
                {"interrupt-program", 3, interruptProgram},
                {"interrupt-call", 3, interruptCall}};

int main(int argc, char **argv) {
  size_t i;
  for (i = 0; i < sizeof commands / sizeof *commands; ++i)
    if (argc == commands[i].numArguments + 2 &&
        !strcmp(argv[1], commands[i].name))
      return commands[i].run(argv + 2);
  fprintf(stderr, "see the head of Main.c\n");
  return 2;
}
