//===- SampleSizes.h - sizes at which mappings are looked at ----*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mapping is for all values of the parameters. Which of them is better is
// said at values that are usual ones, and what it may look like is found out at
// small ones, where conflicts can be enumerated.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_STORAGE_SEARCH_SAMPLESIZES_H
#define POLYMEM_LIB_STORAGE_SEARCH_SAMPLESIZES_H

#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "PolyMem/Storage/Search/Portfolio.h"

namespace polymem {

/// A value for each parameter of `conflicts`, quotients too: those of
/// `assumed`, by name, and about 64 for others, as far as that is possible.
/// Without meaning where isl's budget runs out.
llvm::SmallVector<int64_t>
assumedParameters(const ConflictSet &conflicts,
                  llvm::ArrayRef<std::pair<std::string, int64_t>> assumed);

/// The degree of the polynomials in the parameters that moduli for `conflicts`
/// are taken for.
unsigned modulusDegree(const ConflictSet &conflicts);

/// The conflicts at values of the parameters that tell polynomials of this
/// degree apart, `shift` above the least ones. Empty if they are too many or
/// too large.
std::vector<SampleConflicts> samplesAt(const ConflictSet &conflicts,
                                       unsigned degree, int64_t shift);

} // namespace polymem

#endif // POLYMEM_LIB_STORAGE_SEARCH_SAMPLESIZES_H
