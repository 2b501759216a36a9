//===- ValueRanges.cpp - between which numbers values are -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRanges.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

std::optional<IndexRange> ValueRanges::of(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<IndexRange> range = rangeOfDefined(
      IndexDefinition::of(value), [&](Value operand) { return of(operand); });
  known[value] = range;
  return range;
}

std::optional<int64_t> ValueRanges::mostIterations(AffineForOp loop) {
  std::optional<IndexRange> range = of(loop.getInductionVar());
  int64_t span;
  if (!range || llvm::SubOverflow(range->greatest, range->least, span) ||
      span == std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return span / loop.getStepAsInt() + 1;
}
