//===- TestPasses.h - passes that exist for tests only ----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_TESTPASSES_H
#define POLYMEM_TEST_LIB_TESTPASSES_H

namespace polymem::test {

void registerTestAstToAffine();
void registerTestLaunchToLoops();
void registerTestDependences();
void registerTestIslBudget();
void registerTestRegenerate();
void registerTestScanRandom();

/// Registers every `test-polymem-...` pass.
inline void registerTestPasses() {
  registerTestAstToAffine();
  registerTestLaunchToLoops();
  registerTestDependences();
  registerTestIslBudget();
  registerTestRegenerate();
  registerTestScanRandom();
}

} // namespace polymem::test

#endif // POLYMEM_TEST_LIB_TESTPASSES_H
