//===- Registration.cpp - C API: dialects, passes, contexts ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Pipelines/Registration.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "polymem-c/PolyMem.h"
#include "llvm/Support/TargetSelect.h"
#include <mutex>

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Scratch, scratch,
                                      polymem::scratch::ScratchDialect)

void polymemRegisterAllDialects(MlirDialectRegistry registry) {
  DialectRegistry &all = *unwrap(registry);
  registerAllDialects(all);
  registerAllExtensions(all);
  registerAllToLLVMIRTranslations(all);
  polymem::registerAllDialects(all);
}

void polymemRegisterAllPasses() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    registerAllPasses();
    polymem::registerAllPasses();
  });
}

MlirContext polymemContextCreate(bool threading) {
  polymemRegisterAllPasses();
  DialectRegistry registry;
  polymemRegisterAllDialects(wrap(&registry));
  auto mode = threading ? MLIRContext::Threading::ENABLED
                        : MLIRContext::Threading::DISABLED;
  return wrap(new MLIRContext(registry, mode));
}
