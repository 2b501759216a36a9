//===- TimeTileOverlap.cpp - loops over overlapped tiles ------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around the waves, second copies of the arrays; in a tile, buffers for all
// that its nests write, with copies from the one and to the other.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "TimeTileEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// An array like `array`, with the same elements: what the nests never write is
/// read from either.
Value TimeTileEmitter::emitSecondCopy(OpBuilder &builder, Location loc,
                                      Value array) const {
  auto type = cast<MemRefType>(array.getType());
  auto own =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  SmallVector<Value> sizes = dynamicSizes(builder, loc, array);
  Value copy = memref::AllocOp::create(builder, loc, own, sizes);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> coordinates;
  for (unsigned d = 0, dynamic = 0, e = type.getRank(); d < e; ++d) {
    bool isDynamic = type.isDynamicDim(d);
    AffineExpr size = isDynamic
                          ? builder.getAffineDimExpr(0)
                          : builder.getAffineConstantExpr(type.getDimSize(d));
    SmallVector<Value> operands;
    if (isDynamic)
      operands.push_back(sizes[dynamic++]);
    AffineForOp loop = enterLoop(builder, loc, builder.getAffineConstantExpr(0),
                                 size, operands);
    coordinates.push_back(loop.getInductionVar());
  }
  Value element = AffineLoadOp::create(builder, loc, array, coordinates);
  AffineStoreOp::create(builder, loc, element, copy, coordinates);
  return copy;
}

LogicalResult TimeTileEmitter::emitLoop(const Context &context,
                                        const OverlappedTiles &tiles) {
  OpBuilder &builder = context.builder;
  Location loc = tiles.loop->getLoc();
  secondCopies.clear();
  for (const OverlappedArray &array : tiles.arrays) {
    Value first = context.counterpart(array.array->value);
    if (!first)
      return failure();
    secondCopies.push_back(array.renewed ? Value()
                                         : emitSecondCopy(builder, loc, first));
  }
  if (failed(emitLoop(context, static_cast<const TiledTimeLoop &>(tiles))))
    return failure();
  for (Value copy : secondCopies)
    if (copy)
      memref::DeallocOp::create(builder, loc, copy);
  return success();
}

/// A buffer for the places of the tile at `origins` and what is around them.
Value TimeTileEmitter::emitBuffer(OpBuilder &builder,
                                  const OverlappedTiles &tiles,
                                  const OverlappedArray &array, Value memref,
                                  ValueRange origins) const {
  MLIRContext *context = builder.getContext();
  BufferLayout layout;
  layout.symbols = llvm::to_vector(origins);
  for (auto [d, dim] : llvm::enumerate(array.dims)) {
    AffineExpr cell = getAffineDimExpr(d, context) - dim.least;
    int64_t extent = dim.count;
    if (dim.place) {
      int64_t size = tiles.dims[*dim.place].size;
      int64_t before = array.before[*dim.place];
      cell = getAffineDimExpr(d, context) -
             getAffineSymbolExpr(*dim.place, context) * size + before;
      extent = before + size + array.after[*dim.place];
    }
    layout.cells.push_back(cell);
    layout.extents.push_back(getAffineConstantExpr(extent, context));
  }
  Location loc = tiles.loop->getLoc();
  return BufferBuilder(memorySpace)
      .create(builder, loc, cast<MemRefType>(memref.getType()),
              dynamicSizes(builder, loc, memref), layout);
}

/// `sets` without what is beyond the end of `array` in `dims`; its sizes there
/// are new symbols, `sizes`.
static ArrayAttr clip(OpBuilder &builder, Location loc, ArrayAttr sets,
                      ArrayRef<bool> dims, Value array,
                      SmallVectorImpl<Value> &sizes) {
  SmallVector<unsigned> sizedDims;
  for (auto [d, isClipped] : llvm::enumerate(dims)) {
    if (!isClipped)
      continue;
    sizedDims.push_back(d);
    sizes.push_back(memref::DimOp::create(builder, loc, array, int64_t(d)));
  }
  SmallVector<Attribute> result;
  for (Attribute attribute : sets) {
    IntegerSet set = cast<IntegerSetAttr>(attribute).getValue();
    SmallVector<AffineExpr> constraints(set.getConstraints());
    SmallVector<bool> isEquality(set.getEqFlags());
    for (auto [k, d] : llvm::enumerate(sizedDims)) {
      constraints.push_back(
          builder.getAffineSymbolExpr(set.getNumSymbols() + k) - 1 -
          builder.getAffineDimExpr(d));
      isEquality.push_back(false);
    }
    result.push_back(IntegerSetAttr::get(
        IntegerSet::get(set.getNumDims(), set.getNumSymbols() + sizes.size(),
                        constraints, isEquality)));
  }
  return builder.getArrayAttr(result);
}

bool TimeTileEmitter::isInTile(OpBuilder &builder) const {
  for (Operation *op = builder.getInsertionBlock()->getParentOp(); op;
       op = op->getParentOp()) {
    std::optional<TimeTileRole> role = roles.of(op);
    if (role == TimeTileRole::Tile)
      return true;
    if (role == TimeTileRole::Wave)
      return false;
  }
  return false;
}

/// The sets of a copy; symbols are `ids`, in order.
static FailureOr<ArrayAttr> setsOf(OpBuilder &builder, ArrayRef<isl::id> ids,
                                   const isl::set &set) {
  auto sets = setToIntegerSets(set, ids, builder.getContext());
  if (failed(sets))
    return failure();
  SmallVector<Attribute> attributes;
  for (IntegerSet part : *sets)
    attributes.push_back(IntegerSetAttr::get(part));
  return builder.getArrayAttr(attributes);
}

FailureOr<AffineForOp>
TimeTileEmitter::emitOverlappedSteps(const Context &context,
                                     const OverlappedTiles &tiles, bool odd,
                                     ValueRange coordinates) {
  OpBuilder &builder = context.builder;
  Location loc = tiles.loop->getLoc();
  SmallVector<Value> operands(coordinates);
  AffineExpr block = builder.getAffineDimExpr(0) * 2 + (odd ? 1 : 0);
  AffineForOp time =
      enterLoop(builder, loc, block * tiles.iterations,
                block * tiles.iterations + tiles.iterations, operands);
  roles.set(time, TimeTileRole::Time);
  AffineExpr iteration = builder.getAffineDimExpr(operands.size());
  operands.push_back(time.getInductionVar());
  for (const TimeTilePhase &phase : tiles.nests.phases) {
    AffineExpr left = block * tiles.height() + (tiles.height() - 1) -
                      (iteration * tiles.levels + phase.level);
    auto boundsOf = [&](unsigned k) -> Bounds {
      const TimeTileDimension &dim = tiles.dims[k];
      AffineExpr origin = builder.getAffineDimExpr(1 + k) * dim.size;
      return {{origin - left * *dim.up},
              {origin + dim.size + left * *dim.down}};
    };
    if (failed(emitNest(context, loc, tiles.nests, phase, operands, boundsOf)))
      return failure();
  }
  return time;
}

LogicalResult TimeTileEmitter::emitTile(const Context &context,
                                        const OverlappedTiles &tiles, bool odd,
                                        ValueRange coordinates) {
  OpBuilder &builder = context.builder;
  Location loc = tiles.loop->getLoc();
  ValueRange origins = coordinates.drop_front();
  // The buffers belong to the tile.
  if (!isInTile(builder))
    roles.set(enterLoop(builder, loc, builder.getAffineConstantExpr(0),
                        builder.getAffineConstantExpr(1), {}),
              TimeTileRole::Tile);

  // Copies depend on the block, the tile, and sizes.
  SmallVector<isl::id> ids = {tiles.wave};
  llvm::append_range(ids, tiles.tileIds);
  SmallVector<Value> symbols(coordinates);
  for (auto &[id, value] : scop.parameters()) {
    Value now = context.counterpart(value);
    if (!now)
      return failure();
    ids.push_back(id);
    symbols.push_back(now);
  }
  SmallVector<Value> arrays, buffers;
  for (const OverlappedArray &array : tiles.arrays) {
    arrays.push_back(context.counterpart(array.array->value));
    buffers.push_back(
        emitBuffer(builder, tiles, array, arrays.back(), origins));
  }
  for (auto [k, array] : llvm::enumerate(tiles.arrays)) {
    FailureOr<ArrayAttr> sets = setsOf(builder, ids, array.in);
    if (failed(sets))
      return failure();
    if (sets->empty())
      continue;
    Value from = odd && !array.renewed ? secondCopies[k] : arrays[k];
    SmallVector<Value> sizes;
    ArrayAttr clipped =
        clip(builder, loc, *sets, array.clipped, arrays[k], sizes);
    scratch::CopyInOp::create(
        builder, loc, /*token=*/Type(), from, buffers[k],
        llvm::to_vector(llvm::concat<Value>(symbols, sizes)), clipped);
  }

  FailureOr<AffineForOp> time =
      emitOverlappedSteps(context, tiles, odd, coordinates);
  if (failed(time))
    return failure();
  time->walk([&](Operation *op) {
    for (auto [array, buffer] : llvm::zip_equal(arrays, buffers))
      op->replaceUsesOfWith(array, buffer);
  });

  builder.setInsertionPointAfter(*time);
  for (auto [k, array] : llvm::enumerate(tiles.arrays)) {
    FailureOr<ArrayAttr> sets = setsOf(builder, ids, array.out[odd]);
    if (failed(sets))
      return failure();
    Value to = odd || array.renewed ? arrays[k] : secondCopies[k];
    if (!sets->empty())
      scratch::CopyOutOp::create(builder, loc, /*token=*/Type(), buffers[k], to,
                                 symbols, *sets);
  }
  return success();
}
