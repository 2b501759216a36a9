//===- CheckCompiler.cpp - whether MLIR knows what this compiler makes ----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR tells traits apart by variables that the dynamic linker makes one of,
// and where they are hidden by the names that the compiler gives to types.
// Those of g++ and clang differ: an operation then has no trait that MLIR asks
// it for. They are hidden here as they are in the Python extension and in the C
// library, for the archives of MLIR's C API hide them.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OperationSupport.h"

int main() {
  mlir::MLIRContext context;
  auto module =
      mlir::RegisteredOperationName::lookup("builtin.module", &context);
  return module && module->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() ? 0
                                                                          : 1;
}
