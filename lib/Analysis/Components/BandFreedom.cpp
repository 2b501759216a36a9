//===- BandFreedom.cpp - how a perfect nest may be cut --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Components/BandFreedom.h"
#include "BandPlan.h"

using namespace mlir;
using namespace polymem;

std::optional<SmallVector<LoopFreedom>>
polymem::freedomOfBand(Operation *root, const ComponentRequest &request,
                       TileNote &refusal) {
  BandPlan band(root, request);
  if (const TileNote *failure = band.failure()) {
    refusal = *failure;
    return std::nullopt;
  }
  return band.freedom();
}
