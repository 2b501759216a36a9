//===- Copies.h - copies by the threads of a block --------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_SCRATCHTOGPU_COPIES_COPIES_H
#define POLYMEM_CONVERSION_SCRATCHTOGPU_COPIES_COPIES_H

#include "PolyMem/Dialect/Scratch/Utils/Distribution.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"

namespace polymem::gpulaunch {

/// The threads that share a copy: number `id` of those of `distribution`. By
/// default one thread copies everything.
struct CopyTeam {
  mlir::Value id;
  Distribution distribution;
};

/// One side of a copy: a plain memref, or the cells of a buffer.
struct CopySide {
  mlir::Value memref;
  std::optional<scratch::PhysicalBuffer> buffer;
};

/// Where elements come from, and where they go.
struct CopySides {
  CopySide source, target;
};

/// Whether threads may copy several elements at once: not where each is relied
/// on to copy the elements that its `distribution` says.
enum class CopyVectors { Auto, Never, OwnElements };

/// Emits, at the insertion point of `builder`, the copy of the elements of
/// `copy`'s sets between `sides`, each element by exactly one thread of `team`.
/// The threads step through a box around each set (see CopyDeal), neighbours on
/// neighbouring elements, and skip what is not in the set. Where the box may be
/// in the set as a whole, that is asked first, and such a box is copied without
/// further tests; and by vectors, if addresses allow it, which is asked as
/// well. Returns for how many sets there are vectors. With `async`, a copy of
/// an array into shared memory: elements and vectors of 4, 8 or 16 bytes are on
/// their way behind it, in a group that is not closed yet.
int64_t emitCopy(mlir::OpBuilder &builder, PolyhedralCopyOpInterface copy,
                 const CopySides &sides, const CopyTeam &team,
                 CopyVectors vectors, bool async = false);

} // namespace polymem::gpulaunch

#endif // POLYMEM_CONVERSION_SCRATCHTOGPU_COPIES_COPIES_H
