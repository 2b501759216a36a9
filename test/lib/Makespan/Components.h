//===- Components.h - components that the tests of makespans use -*- C++ -*-==//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TEST_LIB_MAKESPAN_COMPONENTS_H
#define POLYMEM_TEST_LIB_MAKESPAN_COMPONENTS_H

#include "PolyMem/Analysis/Makespan/Model.h"
#include "PolyMem/Support/Random.h"

namespace polymem::makespan {

/// The machine of Gu 2023, 6.1, with `gigabytes[0] / gigabytes[1]` GB/s and no
/// scratchpad reserved.
Multicore printedMachine(int64_t numerator, int64_t denominator);

/// The model of Gu 2023 for its convolutions: whole bursts, two buffers for
/// each array, so many nanoseconds for all calls of a segment, no interrupts.
Options printedOptions();

/// A convolution layer with 3x3 filters, stride 1, of `k` maps of `p` x `q`
/// from `c` maps (Gu 2023, Table 6.6); 1.4 cycles an iteration.
Component convolution(int64_t k, int64_t p, int64_t q, int64_t c);

/// `y[i] += A[i][j] * x[j]`.
Component matrixVector(int64_t rows, int64_t columns);

/// Up to three loops of at most `trips` iterations, and up to three arrays.
Component randomComponent(Random &random, int64_t trips);
/// A plan of it; not all fit.
Plan randomPlan(Random &random, const Component &component, int64_t cores);
/// A machine with other prices and sizes.
Multicore randomMachine(Random &random);

/// The component or the plan, for a person.
std::string textOf(const Component &component);
std::string textOf(const Plan &plan);

} // namespace polymem::makespan

#endif // POLYMEM_TEST_LIB_MAKESPAN_COMPONENTS_H
