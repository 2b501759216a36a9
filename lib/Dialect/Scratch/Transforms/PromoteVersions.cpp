//===- PromoteVersions.cpp - tiles with and without buffers ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromoteVersions.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// What buffers of constant size in `outermost` take.
static int64_t alignedConstantBytes(scratch::TileOp outermost,
                                    Attribute memorySpace, int64_t alignment) {
  int64_t bytes = 0;
  outermost->walk([&](scratch::AllocOp alloc) {
    if (alloc.getType().getMemorySpace() == memorySpace)
      bytes += llvm::alignTo(constantBytes(alloc).value_or(0), alignment);
  });
  return bytes;
}

/// `affine.if (fits >= 1)` in the place of `outermost`, which goes into the
/// then branch. For what looks at affine conditions `fits` is a parameter of
/// which nothing is known: that each version is right whatever the sizes are,
/// is easier to prove than where it is taken.
static affine::AffineIfOp wrapInCondition(scratch::TileOp outermost,
                                          Value fits) {
  OpBuilder builder(outermost);
  IntegerSet isOne =
      IntegerSet::get(/*dimCount=*/0, /*symbolCount=*/1,
                      builder.getAffineSymbolExpr(0) - 1, /*eqFlags=*/false);
  auto branch = affine::AffineIfOp::create(builder, outermost.getLoc(), isOne,
                                           fits, /*withElseRegion=*/true);
  branch->setAttr(kFitsAttr, builder.getUnitAttr());
  outermost->moveBefore(branch.getThenBlock()->getTerminator());
  return branch;
}

SmallVector<scratch::AllocOp>
polymem::applyVersions(scratch::TileOp outermost, ArrayRef<BlockBuffers> blocks,
                       scratch::TileOp other, Attribute memorySpace,
                       int64_t alignment, int64_t capacity) {
  SmallVector<scratch::AllocOp> allocs;
  for (const BlockBuffers &work : blocks) {
    PromoteRewriter rewriter(work.block, memorySpace);
    llvm::append_range(
        allocs,
        rewriter.apply(work.constant, rewriter.makeExtents(work.constant)));
  }
  int64_t left = std::max<int64_t>(
      capacity - alignedConstantBytes(outermost, memorySpace, alignment), 0);

  // All blocks are in one operation of the function's body.
  PromoteRewriter function(outermost, memorySpace);
  SmallVector<const BufferPlan *> growing;
  for (const BlockBuffers &work : blocks)
    llvm::append_range(growing, work.growing);
  SmallVector<PromoteRewriter::Extents> extents = function.makeExtents(growing);
  Value fits = function.makeFits(growing, extents, alignment, left);

  affine::AffineIfOp branch = wrapInCondition(outermost, fits);
  OpBuilder builder(branch.getElseBlock()->getTerminator());
  if (other) {
    builder.insert(other);
  } else {
    IRMapping copies;
    builder.clone(*outermost, copies);
    for (scratch::AllocOp alloc : llvm::to_vector(allocs))
      allocs.push_back(
          copies.lookup(alloc.getBuffer()).getDefiningOp<scratch::AllocOp>());
  }

  ArrayRef<PromoteRewriter::Extents> rest = extents;
  for (const BlockBuffers &work : blocks) {
    size_t count = work.growing.size();
    llvm::append_range(allocs,
                       PromoteRewriter(work.block, memorySpace)
                           .apply(work.growing, rest.take_front(count)));
    rest = rest.drop_front(count);
  }
  return allocs;
}
