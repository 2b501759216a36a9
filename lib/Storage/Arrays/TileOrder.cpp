//===- TileOrder.cpp - how far copies of tiles run ahead ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Arrays/TileOrder.h"

using namespace polymem;

std::optional<TileOrder> TileOrder::get(llvm::StringRef name, unsigned stages,
                                        unsigned storeLag) {
  if (stages == 0)
    return std::nullopt;
  if (name == "sequential")
    return TileOrder();
  // Transfers of other tiles come one after another, in the order of steps.
  if (name == "double" || name == "duplex")
    return TileOrder{stages, stages, storeLag + 1};
  if (name == "barrier")
    return TileOrder{stages, stages + storeLag, storeLag + 1};
  return std::nullopt;
}
