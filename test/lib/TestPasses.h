//===- TestPasses.h - passes that exist for tests only ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_TESTPASSES_H
#define POLYMEM_TEST_LIB_TESTPASSES_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace polymem::test {

void registerTestAstToAffine();
void registerTestCrash();
void registerTestLaunchToLoops();
void registerTestDependences();
void registerTestDistribution();
void registerTestIslBudget();
void registerTestIslEqual();
void registerTestIslProjection();
void registerTestIslRepairs();
void registerTestLoopFacts();
void registerTestRandomPlans();
void registerTestRegenerate();
void registerTestMutate();
void registerTestScanRandom();
void registerTestStripSets();
void registerTestUninterpreted();

/// `test-polymem-uninterpreted`, a pass on builtin.module: floating-point
/// operations become hashes of their operands' bits.
std::unique_ptr<mlir::Pass> createUninterpretedPass();

/// Registers every `test-polymem-...` pass.
inline void registerTestPasses() {
  registerTestAstToAffine();
  registerTestCrash();
  registerTestLaunchToLoops();
  registerTestDependences();
  registerTestDistribution();
  registerTestIslBudget();
  registerTestIslEqual();
  registerTestIslProjection();
  registerTestIslRepairs();
  registerTestLoopFacts();
  registerTestRandomPlans();
  registerTestRegenerate();
  registerTestMutate();
  registerTestScanRandom();
  registerTestStripSets();
  registerTestUninterpreted();
}

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_TESTPASSES_H
