/*===- Support.c - what tests of the C API share ------------------------===*\
|*                                                                            *|
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.       *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Support.h"
#include "mlir-c/Diagnostics.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int isSame(const Text *a, const Text *b) {
  /* An empty one has no address, which memcmp does not take. */
  return a->size == b->size &&
         (a->size == 0 || !memcmp(a->data, b->data, a->size));
}

void append(MlirStringRef part, void *userData) {
  Text *text = userData;
  text->data = realloc(text->data, text->size + part.length + 1);
  memcpy(text->data + text->size, part.data, part.length);
  text->size += part.length;
  text->data[text->size] = 0;
}

void writeText(MlirStringRef part, void *userData) {
  fwrite(part.data, 1, part.length, userData);
}

void printError(MlirStringRef message, void *userData) {
  (void)userData;
  fprintf(stderr, "message: %.*s\n", (int)message.length, message.data);
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  static const char *const names[] = {"error", "warning", "note", "remark"};
  (void)userData;
  fprintf(stderr, "diagnostic: %s: ",
          names[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, writeText, stderr);
  fprintf(stderr, "\n");
  return mlirLogicalResultSuccess();
}

void printRemark(const PolyMemRemark *remark, void *userData) {
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

void printLine(MlirStringRef text, void *userData) {
  (void)userData;
  printf("%.*s\n", (int)text.length, text.data);
}

Text readFile(const char *path) {
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

MlirStringRef of(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/* A context with all that prints, and the module of a file. */
MlirModule parse(const char *path, MlirContext *context) {
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
