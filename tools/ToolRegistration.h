//===- ToolRegistration.h - what our drivers know ---------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_TOOLREGISTRATION_H
#define POLYMEM_TOOLS_TOOLREGISTRATION_H

#include "PolyMem/Pipelines/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#ifdef POLYMEM_INCLUDE_TESTS
#include "TestPasses.h"
#endif

namespace polymem {

/// Registers what a driver can read: all dialects, upstream's and ours, with
/// their extensions and translations.
inline void registerToolDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  polymem::registerAllDialects(registry);
}

/// Registers what a driver can run: all passes, upstream's and ours, and those
/// of the tests in builds that have tests.
inline void registerToolPasses() {
  mlir::registerAllPasses();
  polymem::registerAllPasses();
#ifdef POLYMEM_INCLUDE_TESTS
  test::registerTestPasses();
#endif
}

} // namespace polymem

#endif // POLYMEM_TOOLS_TOOLREGISTRATION_H
