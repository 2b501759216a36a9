//===- MemoryMutations.cpp - faults in memory that programs allocate ------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace polymem::test;

using Sites = SmallVector<FaultSite>;

/// Calls `visit` for each allocation on heap and stack.
static void forEachAllocation(Operation *root,
                              llvm::function_ref<void(Operation *)> visit) {
  root->walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      visit(op);
  });
}

static MemRefType typeOf(Operation *alloc) {
  return cast<MemRefType>(alloc->getResult(0).getType());
}

/// One element less in dimension `d`.
static void shrink(Operation *alloc, unsigned d) {
  MemRefType type = typeOf(alloc);
  if (!type.isDynamicDim(d)) {
    SmallVector<int64_t> shape(type.getShape());
    --shape[d];
    alloc->getResult(0).setType(MemRefType::get(
        shape, type.getElementType(), type.getLayout(), type.getMemorySpace()));
    return;
  }
  OpBuilder builder(alloc);
  OpOperand &size = alloc->getOpOperand(type.getDynamicDimIndex(d));
  AffineExpr symbol = builder.getAffineSymbolExpr(0);
  size.set(affine::AffineApplyOp::create(
      builder, alloc->getLoc(), AffineMap::get(0, 1, symbol - 1), size.get()));
}

static Sites shrinkAllocation(Operation *root) {
  Sites sites;
  forEachAllocation(root, [&](Operation *alloc) {
    MemRefType type = typeOf(alloc);
    for (unsigned d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d) || type.getDimSize(d) > 0)
        sites.push_back({alloc, "extent " + std::to_string(d),
                         [alloc, d] { shrink(alloc, d); }});
  });
  return sites;
}

/// Adds `distance` to subscript `d` of an affine access.
template <typename AccessOp>
static void shift(AccessOp access, unsigned d, int distance) {
  AffineMap map = access.getAffineMap();
  SmallVector<AffineExpr> results(map.getResults());
  results[d] = results[d] + distance;
  access.setMap(AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                               map.getContext()));
}

/// All accesses are as far from where they should be, so that each finds what
/// another one has left: outside of the allocation at one end.
static Sites shiftAllocation(Operation *root) {
  Sites sites;
  forEachAllocation(root, [&](Operation *alloc) {
    // Other uses would have to be moved, too.
    Value memory = alloc->getResult(0);
    bool isSimple = llvm::all_of(memory.getUsers(), [&](Operation *user) {
      return isa<affine::AffineLoadOp, affine::AffineStoreOp,
                 memref::DeallocOp>(user);
    });
    for (unsigned d = 0; isSimple && d < typeOf(alloc).getRank(); ++d)
      for (int distance : {-1, 1})
        sites.push_back(
            {alloc,
             "subscripts " + std::to_string(d) +
                 (distance < 0 ? " one less" : " one more"),
             [memory, d, distance] {
               for (Operation *user : memory.getUsers()) {
                 if (auto load = dyn_cast<affine::AffineLoadOp>(user))
                   shift(load, d, distance);
                 else if (auto store = dyn_cast<affine::AffineStoreOp>(user))
                   shift(store, d, distance);
               }
             }});
  });
  return sites;
}

static Sites freeEarly(Operation *root) {
  Sites sites;
  root->walk([&](memref::DeallocOp dealloc) {
    if (Operation *alloc = dealloc.getMemref().getDefiningOp())
      sites.push_back({dealloc, "right after the allocation",
                       [dealloc, alloc] { dealloc->moveAfter(alloc); }});
  });
  return sites;
}

static Sites freeTwice(Operation *root) {
  Sites sites;
  root->walk([&](memref::DeallocOp dealloc) {
    sites.push_back({dealloc, "once more",
                     [dealloc] { OpBuilder(dealloc).clone(*dealloc); }});
  });
  return sites;
}

ArrayRef<Fault> polymem::test::getMemoryFaults() {
  static const Fault faults[] = {
      {"shrink-allocation", "local memory is one element too small",
       shrinkAllocation, false},
      {"shift-allocation", "all accesses to local memory are one too far",
       shiftAllocation, false},
      {"free-early", "memory is freed before it is used", freeEarly, false},
      {"free-twice", "memory is freed twice", freeTwice, false},
  };
  return faults;
}
