//===- PipelineList.h - the pipelines that programs go through --*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_PIPELINELIST_H
#define POLYMEM_FUZZ_PIPELINELIST_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace polymem::fuzz {

/// A pass pipeline. In `text`, `$0`, `$1`, `$2` stand for the numbers of the
/// arguments that hold run-time tile sizes.
struct Pipeline {
  std::string name;
  std::string text;
};

/// Every pipeline that a program goes through: the fixed ones and, as
/// "random", passes in random order with random options that the seed decides.
/// `budget` is the value of each pass's option `max-isl-operations` (0: the
/// default), as few programs are worth seconds of analysis.
std::vector<Pipeline> pipelinesFor(uint64_t seed, uint64_t budget);

/// Random plans of segments for 1, 2, 3 and 8 cores, and what becomes of them,
/// with all checks.
std::vector<Pipeline> segmentPipelinesFor(uint64_t seed);

/// The passes of a pipeline: `text` cut at commas outside braces and
/// parentheses.
std::vector<std::string> splitPasses(llvm::StringRef text);

/// `text` with the numbers of arguments `firstSize`, ... for `$0`, ....
std::string withArguments(std::string text, unsigned firstSize);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_PIPELINELIST_H
