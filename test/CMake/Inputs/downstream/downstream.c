/* Tiles the loops of a program's text. */
#include "polymem-c/PolyMem.h"
#include <stdio.h>

static void print(MlirStringRef text, void *userData) {
  (void)userData;
  printf("%.*s", (int)text.length, text.data);
}

static MlirStringRef of(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

int main(int argc, char **argv) {
  MlirContext context = polymemContextCreate(false);
  MlirModule module = mlirModuleCreateParse(
      context,
      of("func.func @f(%A: memref<?xf32>, %n: index) {\n"
         "  %c = arith.constant 1.0 : f32\n"
         "  affine.for %i = 0 to %n { affine.store %c, %A[%i] : memref<?xf32> }\n"
         "  return\n"
         "}\n"));
  MlirOperation op = mlirModuleGetOperation(module);
  MlirLogicalResult result =
      polymemRunPipeline(op, of(argc > 1 ? argv[1] : ""), print, NULL);
  if (mlirLogicalResultIsSuccess(result))
    mlirOperationPrint(op, print, NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return mlirLogicalResultIsFailure(result);
}
