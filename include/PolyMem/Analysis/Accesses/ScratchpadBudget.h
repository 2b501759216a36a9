//===- ScratchpadBudget.h - fast memory for buffers -------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_ANALYSIS_ACCESSES_SCRATCHPADBUDGET_H
#define POLYMEM_ANALYSIS_ACCESSES_SCRATCHPADBUDGET_H

#include "PolyMem/Machine/Machine.h"
#include "mlir/IR/Operation.h"

namespace polymem {

/// The memory space of buffers that the threads of a block share.
mlir::Attribute workgroupSpace(mlir::MLIRContext *context);

/// Bytes of buffers with which a tile may join a launch that others are in,
/// since buffers of all tiles of a launch exist together: few enough that no
/// tile is in the way of others, whatever the machine.
struct JoinedBuffers {
  /// Of one tile, and of all tiles of a function that join others.
  int64_t ofTile = 1024, ofAll = 8192;
  /// Of all that have one block whatever the sizes are, and may share a launch:
  /// they give up nothing.
  int64_t ofOneBlock = 49152;
};

/// The fast memory that the buffers of a launch, or of a thread, are in: how
/// much there is, and what is taken. All passes that make, enlarge or refuse
/// buffers ask it. Numbers are bytes.
class ScratchpadBudget {
public:
  /// Of the registers of `machine` if `memorySpace` is
  /// `#gpu.address_space<private>`, else of its scratchpad. `capacity` replaces
  /// what one unit may use, unless it is negative.
  ScratchpadBudget(const Machine &machine, mlir::Attribute memorySpace,
                   int64_t capacity = -1);

  /// What one block (one thread, of registers) may use.
  int64_t capacity() const { return bytes; }
  /// What a block may use if so many blocks are to run on a core at the same
  /// time that they hide what one of them waits for.
  int64_t sharedCapacity() const;
  /// Whether a block can use `needed` bytes without asking for dynamic memory.
  bool isStatic(int64_t needed) const { return needed <= staticBytes; }
  /// What buffers in `root`, all tiles of a launch, take in the memory space;
  /// those whose size is not constant are not counted.
  int64_t takenIn(mlir::Operation *root) const;
  /// What tiles that join a launch may use.
  JoinedBuffers joined() const;

private:
  mlir::Attribute memorySpace;
  int64_t bytes, staticBytes, bytesPerCore;
};

} // namespace polymem

#endif // POLYMEM_ANALYSIS_ACCESSES_SCRATCHPADBUDGET_H
