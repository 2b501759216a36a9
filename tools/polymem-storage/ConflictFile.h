//===- ConflictFile.h - conflict sets as text -------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_STORAGE_CONFLICTFILE_H
#define POLYMEM_TOOLS_STORAGE_CONFLICTFILE_H

#include "PolyMem/Storage/Search/JointStorage.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

/// An array of a file and its conflicts with itself.
struct NamedConflicts {
  std::string name;
  polymem::ConflictSet conflicts;
};

/// Arrays of a file that are to share a buffer.
struct SharedConflicts {
  std::vector<std::string> names;
  polymem::GroupConflicts conflicts;
};

struct ConflictFile {
  /// In the order of their names.
  std::vector<NamedConflicts> arrays;
  std::vector<SharedConflicts> groups;
};

/// Reads a text of the form
///
///     # The values of a column, until the next one is complete.
///     elements:  [N] -> { A[i, j] : 0 <= i, j < N }
///     conflicts: [N] -> { A[i, j] -> A[i', j'] : i' = i + 1 and j' < j }
///
/// with any number of either, in isl's notation, each on any number of lines.
/// Conflicts count in both directions. Arrays between which there are
/// conflicts have to be named in a line
///
///     share: A, B
///
/// that says that they are to be in one buffer. Instead of conflicts, or
/// besides, there may be events that write and read elements, and a partial
/// order of them, of pairs of which the first surely happens before the second:
///
///     writes: [N] -> { W[i] -> A[i] : 0 <= i < N }
///     reads:  [N] -> { R[i] -> A[i - 1] : 1 <= i < N }
///     order:  { R[i] -> W[j] : i <= j; W[i] -> R[j] : i < j }
///
/// Errors name the line.
llvm::Expected<ConflictFile> readConflictFile(isl::ctx ctx,
                                              const llvm::MemoryBuffer &buffer);

#endif // POLYMEM_TOOLS_STORAGE_CONFLICTFILE_H
