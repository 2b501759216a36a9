//===- PrintedMapping.cpp - mappings as passes print them -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintedMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace polymem;

void polymem::printBestMapping(llvm::raw_ostream &os, llvm::StringRef array,
                               const ConflictSet &conflicts,
                               const StorageDecision &decision) {
  const StorageCandidate &best = decision.candidates.front();
  for (const StorageCase &part : best.cases) {
    os << "  " << array << ": " << part.mapping.text(conflicts.parameters())
       << ", " << part.mapping.size().text(conflicts.parameters()) << " cells";
    if (best.cases.size() > 1)
      os << ", where "
         << islToString(part.context.gist(conflicts.domain().context()));
    os << "\n";
  }
  if (std::optional<int64_t> cells = best.sizeAt(decision.assumed)) {
    os << "  " << array << ": " << *cells << " cells";
    for (auto [i, name, value] :
         llvm::enumerate(conflicts.parameters(), decision.assumed))
      os << (i == 0 ? " where " : ", ") << name << " = " << value;
    os << "\n";
  }
}
