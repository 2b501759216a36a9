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
 * polymem-capi-test threads FILE OPTIONS   PTX, by four threads, compared
 * polymem-capi-test call FILE PIPELINE HOW its function @gemm, on 5 x 6 x 7,
 *                                          compared; HOW: see Programs.c
 * polymem-capi-test save FILE PIPELINE OUT the same function as bytes of a file
 * polymem-capi-test load FILE HOW          the bytes, called
 * polymem-capi-test damage FILE            the bytes, damaged in many ways
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

static const struct {
  const char *name;
  int numArguments;
  int (*run)(char **arguments);
} commands[] = {{"run", 2, run},          {"ptx", 2, ptx},
                {"threads", 2, threads},  {"machine", 1, machine},
                {"machines", 0, machines}, {"call", 3, call},
                {"parameters", 2, parameters}, {"save", 3, save},
                {"load", 2, load},        {"damage", 1, damage}};

int main(int argc, char **argv) {
  size_t i;
  for (i = 0; i < sizeof commands / sizeof *commands; ++i)
    if (argc == commands[i].numArguments + 2 &&
        !strcmp(argv[1], commands[i].name))
      return commands[i].run(argv + 2);
  fprintf(stderr, "see the head of Main.c\n");
  return 2;
}
