//===- Tests.h - tests of the model of PREM schedules -----------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_MAKESPAN_TESTS_H
#define POLYMEM_TEST_LIB_MAKESPAN_TESTS_H

#include <cstdint>

namespace polymem::makespan {

/// Each prints a summary, and what is wrong; returns an exit status.

/// Makespans are the same if segments that repeat others are left out.
int testWalk(int64_t count, uint64_t seed);
/// A makespan that was added up by hand.
int testWaits(int64_t count, uint64_t seed);
/// The makespan of the product in products.test, with tiles of this size.
int testProduct(int64_t rows, uint64_t columns);
/// The same with bursts of 256 ns.
int testSlowProduct(int64_t rows, uint64_t columns);
/// Bursts of a line that does not begin at the boundary of one.
int testBursts(int64_t count, uint64_t seed);
/// The convolutions of Gu 2023, 6.3, with the plans printed there.
int testLayers(int64_t count, uint64_t seed);
/// Plans that are found are the best of all; how many of them Gu 2023 misses.
int testOptimum(int64_t count, uint64_t seed);
/// No plan of a set is below the set's bound, or left out though it fits.
int testBounds(int64_t count, uint64_t seed);
/// The same with bounds that are `percent` percent too high: that is found.
int testHighBounds(int64_t count, uint64_t percent);
/// Transfers of all boxes of an array in closed form are those added up.
int testTotals(int64_t count, uint64_t seed);
/// Schedules with shorter phases are never longer than the model.
int testShorten(int64_t count, uint64_t seed);
/// On how many components mistakes of a model change the makespan.
int testMistakes(int64_t count, uint64_t seed);
/// The best plans for the layer of Gu 2023, 6.3.1.
int testGoogLeNet(int64_t count, uint64_t seed);
int testRoom(int64_t count, uint64_t seed);
/// The best plans beside those of Gu 2023, Table 6.6.
int testTable(int64_t count, uint64_t seed);
/// The groups of two loops and the sizes of one that Gu 2023 tries.
int testCandidates(int64_t cores, uint64_t seed);
/// What is wrong with the search that Gu 2023 prints.
int testPrinted(int64_t count, uint64_t seed);

} // namespace polymem::makespan

#endif // POLYMEM_TEST_LIB_MAKESPAN_TESTS_H
