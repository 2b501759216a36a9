//===- PipelineRoom.cpp - whether buffers of tiles in flight fit ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineRoom.h"
#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Support/Attributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

namespace {
/// What a buffer takes: the product of these functions of the symbols.
struct Taken {
  AllocOp alloc;
  AffineMap extents;
  SmallVector<Value> symbols;
};
} // namespace

/// What the buffers of `root` in `space` take if some are as planned.
static SmallVector<Taken> buffersIn(TileOp root, Attribute space,
                                    ArrayRef<PipelinedBuffer> planned) {
  SmallVector<Taken> result;
  root->walk([&](AllocOp alloc) {
    if (alloc.getType().getMemorySpace() != space)
      return;
    const auto *plan = llvm::find_if(planned, [&](const PipelinedBuffer &each) {
      return each.alloc == alloc;
    });
    if (plan != planned.end())
      result.push_back({alloc, plan->mapping.getExtents(), plan->symbols});
    else
      result.push_back({alloc, alloc.getMapping().getExtents(),
                        llvm::to_vector(alloc.getSymbols())});
  });
  return result;
}

/// The bytes of a buffer whose extents are constants; nullopt if they are not,
/// the largest number if they are more.
static std::optional<int64_t> constantBytesOf(const Taken &taken) {
  AllocOp alloc = taken.alloc;
  int64_t bytes = elementBytes(alloc, alloc.getType());
  for (AffineExpr extent : taken.extents.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    if (!constant)
      return std::nullopt;
    if (llvm::MulOverflow(bytes, constant.getValue(), bytes))
      return std::numeric_limits<int64_t>::max();
  }
  return bytes;
}

/// The operation of the function's body that `tile` is in.
static Operation *anchorOf(TileOp tile) {
  Operation *anchor = tile;
  while (!isa<func::FuncOp>(anchor->getParentOp()))
    anchor = anchor->getParentOp();
  return anchor;
}

/// The extents are functions of values that are known before `anchor`.
static bool isKnownBefore(const Taken &taken, Operation *anchor) {
  return llvm::all_of(taken.extents.getResults(), [&](AffineExpr extent) {
    for (auto [s, value] : llvm::enumerate(taken.symbols)) {
      Value symbol = value;
      if (extent.isFunctionOfSymbol(s) &&
          (!symbol || (!getConstantIntValue(symbol) &&
                       symbol.getParentBlock() != anchor->getBlock())))
        return false;
    }
    return true;
  });
}

static llvm::SetVector<Attribute> spacesOf(ArrayRef<PipelinedBuffer> buffers) {
  llvm::SetVector<Attribute> spaces;
  for (PipelinedBuffer buffer : buffers)
    spaces.insert(buffer.alloc.getType().getMemorySpace());
  return spaces;
}

Room polymem::roomFor(ArrayRef<PipelinedBuffer> buffers, TileOp root,
                      unsigned stages, const Machine &machine, int64_t capacity,
                      BufferRefusal &refusal) {
  bool isAsked = false;
  for (Attribute space : spacesOf(buffers)) {
    int64_t most = ScratchpadBudget(machine, space, capacity).capacity();
    int64_t sum = 0;
    for (const Taken &taken : buffersIn(root, space, buffers)) {
      std::optional<int64_t> bytes = constantBytesOf(taken);
      if (llvm::AddOverflow(sum, bytes.value_or(0), sum))
        sum = std::numeric_limits<int64_t>::max();
      if (bytes)
        continue;
      isAsked = true;
      if (isKnownBefore(taken, anchorOf(root)))
        continue;
      refusal = {"UnknownSize",
                 "whether its launch has room for more is not known before it: "
                 "buffers have sizes that are computed there"};
      return Room::TooLittle;
    }
    if (sum <= most)
      continue;
    refusal = {"Capacity",
               sentence("buffers for {0} tiles would take {1} of {2} bytes",
                        named("Stages", stages), named("Taken", sum),
                        named("Capacity", most))};
    return Room::TooLittle;
  }
  return isAsked ? Room::AskedBefore : Room::Enough;
}

/// The bytes of a buffer, at most `tooMany`, at a multiple of the alignment.
static Value makeBytes(OpBuilder &builder, const Taken &taken,
                       int64_t tooMany) {
  AllocOp alloc = taken.alloc;
  Location loc = alloc.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value most = constant(tooMany);
  // Products of this and a size do not wrap.
  auto atMost = [&](Value value) -> Value {
    return arith::MinSIOp::create(builder, loc, value, most);
  };
  SmallVector<Value> symbols(taken.symbols);
  for (Value &symbol : symbols)
    if (!symbol || symbol.getParentBlock() != builder.getBlock())
      symbol = constant(symbol ? getConstantIntValue(symbol).value_or(0) : 0);
  Value bytes = constant(elementBytes(alloc, alloc.getType()));
  for (AffineExpr extent : taken.extents.getResults()) {
    AffineMap map = AffineMap::get(0, symbols.size(), extent);
    Value size = affine::AffineApplyOp::create(builder, loc, map, symbols);
    bytes = atMost(arith::MulIOp::create(builder, loc, bytes, atMost(size)));
  }
  Value unit = constant(gpulaunch::bufferAlignment);
  Value units = arith::CeilDivSIOp::create(builder, loc, bytes, unit);
  return arith::MulIOp::create(builder, loc, units, unit);
}

/// 1 if the buffers fit, else 0, in front of `anchorOf(root)`.
static Value makeFits(ArrayRef<PipelinedBuffer> buffers, TileOp root,
                      const Machine &machine, int64_t capacity) {
  Location loc = root.getLoc();
  OpBuilder builder(anchorOf(root));
  Value one = arith::ConstantIndexOp::create(builder, loc, 1), result = one;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Attribute space : spacesOf(buffers)) {
    int64_t most = ScratchpadBudget(machine, space, capacity).capacity();
    Value sum = zero;
    for (const Taken &taken : buffersIn(root, space, buffers))
      sum = arith::AddIOp::create(builder, loc, sum,
                                  makeBytes(builder, taken, most + 1));
    Value limit = arith::ConstantIndexOp::create(builder, loc, most);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                       sum, limit);
    result = arith::SelectOp::create(builder, loc, fits, result, zero);
  }
  return result;
}

void polymem::addVersion(ArrayRef<PipelinedBuffer> buffers, TileOp root,
                         const Machine &machine, int64_t capacity) {
  Value fits = makeFits(buffers, root, machine, capacity);
  OpBuilder builder(root);
  // For what looks at conditions `fits` is a parameter of which nothing is
  // known: each version is right whatever the sizes are.
  IntegerSet isOne =
      IntegerSet::get(/*dimCount=*/0, /*symbolCount=*/1,
                      builder.getAffineSymbolExpr(0) - 1, /*eqFlags=*/false);
  auto branch = affine::AffineIfOp::create(builder, root.getLoc(), isOne, fits,
                                           /*withElseRegion=*/true);
  branch->setAttr(kFitsAttr, builder.getUnitAttr());
  OpBuilder::atBlockBegin(branch.getElseBlock()).clone(*root);
  root->moveBefore(branch.getThenBlock()->getTerminator());
}
