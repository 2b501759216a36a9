//===- Drawing.h - conflict sets and mappings as pictures -------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TOOLS_STORAGE_DRAWING_H
#define POLYMEM_TOOLS_STORAGE_DRAWING_H

#include "PolyMem/Storage/Mappings/SampleConflicts.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

/// Draws the elements of a two-dimensional array, each with the number of its
/// cell, and beside it the differences of conflicting elements (dots) with the
/// differences that `mapping` takes to 0 (crosses), where the parameters have
/// these values. The mapping is valid iff no dot is on a cross. An error if the
/// array has another number of dimensions or too many elements.
llvm::Error drawStorage(llvm::raw_ostream &os,
                        const polymem::ConflictSet &conflicts,
                        const polymem::StorageMapping &mapping,
                        llvm::ArrayRef<int64_t> parameters);

#endif // POLYMEM_TOOLS_STORAGE_DRAWING_H
