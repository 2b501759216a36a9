//===- polymem-makespan-test.cpp - the model of PREM schedules by itself --===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// polymem-makespan-test TEST [COUNT [SEED]]
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "Tests.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>

using namespace polymem;
using namespace polymem::makespan;

int main(int argc, char **argv) {
  static constexpr struct {
    const char *name;
    int (*run)(int64_t count, uint64_t seed);
  } kTests[] = {{"walk", testWalk},
                {"layers", testLayers},
                {"room", testRoom},
                {"optimum", testOptimum},
                {"googlenet", testGoogLeNet},
                {"table", testTable},
                {"printed", testPrinted},
                {"product", testProduct},
                {"slow-product", testSlowProduct},
                {"bursts", testBursts},
                {"waits", testWaits},
                {"bounds", testBounds},
                {"high-bounds", testHighBounds},
                {"totals", testTotals},
                {"shorten", testShorten},
                {"mistakes", testMistakes},
                {"candidates", testCandidates}};
  int64_t count = argc > 2 ? std::atoll(argv[2]) : 1000;
  uint64_t seed = argc > 3 ? std::atoll(argv[3]) : 1;
  for (const auto &test : kTests)
    if (argc > 1 && std::strcmp(argv[1], test.name) == 0)
      return test.run(count, seed);
  llvm::errs() << "usage: polymem-makespan-test TEST [COUNT [SEED]]\n";
  return 2;
}
