/*===- Support.h - what tests of the C API share ------------------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef POLYMEM_TEST_LIB_CAPI_SUPPORT_H
#define POLYMEM_TEST_LIB_CAPI_SUPPORT_H

#include "polymem-c/PolyMem.h"
#include "polymem-c/Programs.h"

/* A text that grows. */
typedef struct Text {
  char *data;
  size_t size;
} Text;

/* Whether two texts, which may be empty, are equal. */
int isSame(const Text *a, const Text *b);

/* Callbacks: to a Text, to a FILE; to standard error or output with a line's
 * end, the former with the word "message: ". */
void append(MlirStringRef part, void *userData);
void writeText(MlirStringRef part, void *userData);
void printError(MlirStringRef message, void *userData);
void printLine(MlirStringRef text, void *userData);
void printRemark(const PolyMemRemark *remark, void *userData);

/* The bytes of a file, which is there. */
Text readFile(const char *path);
MlirStringRef of(const char *text);

/* A context with all that prints, and the module of a file. */
MlirModule parse(const char *path, MlirContext *context);

/* The program of function `name` in a file, behind `pipeline`; its module and
 * context are gone. */
PolyMemProgram createProgram(const char *path, const char *name,
                             const char *pipeline);

/* Commands, with the arguments behind their names; what the process returns. */
int run(char **arguments);
int ptx(char **arguments);
int threads(char **arguments);
int threadsOfPrograms(char **arguments);
int call(char **arguments);
int parameters(char **arguments);
int save(char **arguments);
int load(char **arguments);
int damage(char **arguments);
int results(char **arguments);
int cuda(char **arguments);
int interruptPipeline(char **arguments);
int interruptProgram(char **arguments);
int interruptCall(char **arguments);

#endif /* POLYMEM_TEST_LIB_CAPI_SUPPORT_H */
