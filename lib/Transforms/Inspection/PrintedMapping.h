//===- PrintedMapping.h - mappings as passes print them ---------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_LIB_TRANSFORMS_INSPECTION_PRINTEDMAPPING_H
#define POLYMEM_LIB_TRANSFORMS_INSPECTION_PRINTEDMAPPING_H

#include "PolyMem/Storage/Search/Portfolio.h"
#include "llvm/Support/raw_ostream.h"

namespace polymem {

/// Prints a line for each case of the best candidate of `decision`, which has
/// one, and its cells at the assumed sizes.
void printBestMapping(llvm::raw_ostream &os, llvm::StringRef array,
                      const ConflictSet &conflicts,
                      const StorageDecision &decision);

} // namespace polymem

#endif // POLYMEM_LIB_TRANSFORMS_INSPECTION_PRINTEDMAPPING_H
