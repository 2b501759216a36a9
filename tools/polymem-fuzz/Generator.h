//===- Generator.h - random affine programs ---------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_FUZZ_GENERATOR_H
#define POLYMEM_FUZZ_GENERATOR_H

#include "PolyMem/Support/SizeExpression.h"
#include <string>
#include <vector>

namespace polymem::fuzz {

/// Names of the arguments that are added for run-time tile sizes.
inline constexpr const char *kTileSizeNames[] = {"T0", "T1", "T2"};

/// A program with a function `f`, and sizes to run it at.
struct GeneratedProgram {
  /// MLIR text.
  std::string text;
  /// Values of the program's sizes and of kTileSizeNames: at least one set of
  /// odd sizes, and one with a size of 0 or 1 unless all are constants.
  std::vector<SizeBindings> sizes;
};

/// Programs of these seeds and greater ones are time loops of stencils,
/// reductions, or triangular and in-place programs.
inline constexpr uint64_t kFirstStencilSeed = uint64_t(1) << 60;
inline constexpr uint64_t kFirstSumSeed = uint64_t(1) << 61;
inline constexpr uint64_t kFirstTriangleSeed = uint64_t(1) << 62;

/// The program of this seed. Every access is in bounds for all sizes >= 0: for
/// each iterator a range [-offset, extent - offset) is known, from which the
/// ranges of subscripts and so the extents of arrays follow.
GeneratedProgram generate(uint64_t seed);
/// The program with this number whose sizes are constants.
GeneratedProgram generateConstant(uint64_t number);
/// The time loop with this number, from 0 on.
GeneratedProgram generateStencil(uint64_t number);
/// The reductions with this number, from 0 on.
GeneratedProgram generateSum(uint64_t number);
/// The triangular and in-place program with this number, from 0 on.
GeneratedProgram generateTriangle(uint64_t number);

} // namespace polymem::fuzz

#endif // POLYMEM_FUZZ_GENERATOR_H
