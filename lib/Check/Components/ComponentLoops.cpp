//===- ComponentLoops.cpp - a component as loops --------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

/// The map with its symbols behind its dimensions, as dimensions. Tile numbers
/// are symbols in a component, and dimensions in loops.
static AffineMap withoutSymbols(AffineMap map) {
  SmallVector<AffineExpr> symbols;
  for (unsigned s = 0; s < map.getNumSymbols(); ++s)
    symbols.push_back(getAffineDimExpr(map.getNumDims() + s, map.getContext()));
  return map.replaceDimsAndSymbols({}, symbols, map.getNumInputs(), 0);
}

static IntegerSet withoutSymbols(IntegerSet set) {
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned d = 0; d < set.getNumDims(); ++d)
    dims.push_back(getAffineDimExpr(d, set.getContext()));
  for (unsigned s = 0; s < set.getNumSymbols(); ++s)
    symbols.push_back(getAffineDimExpr(set.getNumDims() + s, set.getContext()));
  return set.replaceDimsAndSymbols(dims, symbols, set.getNumInputs(), 0);
}

static void dropSymbols(Operation *root) {
  root->walk([](Operation *op) {
    if (!isa<AffineDialect>(op->getDialect()))
      return;
    for (NamedAttribute entry : op->getAttrs()) {
      if (auto map = dyn_cast<AffineMapAttr>(entry.getValue()))
        op->setAttr(entry.getName(),
                    AffineMapAttr::get(withoutSymbols(map.getValue())));
      else if (auto set = dyn_cast<IntegerSetAttr>(entry.getValue()))
        op->setAttr(entry.getName(),
                    IntegerSetAttr::get(withoutSymbols(set.getValue())));
    }
  });
}

namespace {
/// Makes the copies of one stream.
class CopyMaker {
public:
  CopyMaker(StreamCopies &copies, ValueRange tileNumbers)
      : copies(copies), context(copies.stream.getContext()) {
    llvm::append_range(operands, tileNumbers.take_front(copies.depth));
    llvm::append_range(operands, copies.stream.getSymbols());
  }

  void makeLoad(OpBuilder &builder) {
    make(builder, *copies.stream.getLoad(), [&](OpBuilder &inner) {
      auto value = AffineLoadOp::create(inner, loc(), copies.stream.getArray(),
                                        arrayMap(), indices);
      copies.load = value;
      copies.fill = AffineStoreOp::create(inner, loc(), value, copies.buffer,
                                          bufferMap(), indices);
    });
  }
  void makeStore(OpBuilder &builder, prem::BoxAttr box) {
    make(builder, box, [&](OpBuilder &inner) {
      auto value = AffineLoadOp::create(inner, loc(), copies.buffer,
                                        bufferMap(), indices);
      copies.drains.push_back(value);
      copies.stores.push_back(AffineStoreOp::create(
          inner, loc(), value, copies.stream.getArray(), arrayMap(), indices));
    });
  }

private:
  Location loc() { return copies.stream.getLoc(); }

  /// `map`, of all tile numbers and symbols, over `operands` as dimensions.
  AffineMap overOperands(AffineMap map, unsigned more = 0) {
    SmallVector<AffineExpr> dims, symbols;
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      dims.push_back(d < copies.depth ? getAffineDimExpr(d, context)
                                      : getAffineConstantExpr(0, context));
    for (unsigned s = 0; s < map.getNumSymbols(); ++s)
      symbols.push_back(getAffineDimExpr(copies.depth + s, context));
    return map.replaceDimsAndSymbols(dims, symbols, operands.size() + more, 0);
  }

  void make(OpBuilder builder, prem::BoxAttr box,
            function_ref<void(OpBuilder &)> copy) {
    indices.clear();
    for (unsigned d = 0; d < box.getRank(); ++d) {
      auto loop = AffineForOp::create(builder, loc(), operands,
                                      overOperands(box.getLower()[d]), operands,
                                      overOperands(box.getUpper()[d]));
      builder.setInsertionPointToStart(loop.getBody());
      indices.push_back(loop.getInductionVar());
    }
    indices.insert(indices.begin(), operands.begin(), operands.end());
    copy(builder);
  }

  unsigned rank() { return indices.size() - operands.size(); }
  AffineMap arrayMap() {
    return AffineMap::getMultiDimIdentityMap(indices.size(), context)
        .getSliceMap(operands.size(), rank());
  }
  AffineMap bufferMap() {
    AffineMap origin = overOperands(*copies.stream.getOrigin(), rank());
    SmallVector<AffineExpr> results;
    for (unsigned d = 0; d < rank(); ++d)
      results.push_back(getAffineDimExpr(operands.size() + d, context) -
                        origin.getResult(d));
    return AffineMap::get(indices.size(), 0, results, context);
  }

  StreamCopies &copies;
  MLIRContext *context;
  SmallVector<Value> operands, indices;
};
} // namespace

/// The loops of tiles, each alone in the one around it.
static ComponentLoops makeNest(prem::ComponentOp component,
                               OpBuilder &builder) {
  ComponentLoops result;
  MLIRContext *context = component.getContext();
  Location loc = component.getLoc();
  AffineMap zero = AffineMap::getConstantMap(0, context);
  result.outermost = AffineForOp::create(builder, loc, 0, 1);
  builder.setInsertionPointToStart(result.outermost.getBody());
  for (Value count : component.getCounts()) {
    auto loop =
        AffineForOp::create(builder, loc, ValueRange(), zero, ValueRange(count),
                            AffineMap::getMultiDimIdentityMap(1, context));
    builder.setInsertionPointToStart(loop.getBody());
    result.loops.push_back(loop);
  }
  return result;
}

static void makeMark(ComponentLoops &result, OpBuilder &builder, Location loc) {
  OpBuilder outside(result.outermost);
  auto type = MemRefType::get({1}, builder.getI32Type());
  Value memory = memref::AllocOp::create(outside, loc, type);
  Value zero =
      arith::ConstantOp::create(outside, loc, builder.getI32IntegerAttr(0));
  result.mark = AffineStoreOp::create(
      builder, loc, zero, memory,
      AffineMap::getConstantMap(0, builder.getContext()), ValueRange());
}

std::optional<ComponentLoops> polymem::makeLoops(prem::ComponentOp component) {
  if (!llvm::all_of(component.getCounts(),
                    [](Value count) { return isValidDim(count); }))
    return std::nullopt;
  OpBuilder builder(component);
  ComponentLoops result = makeNest(component, builder);
  SmallVector<Value> numbers;
  for (AffineForOp loop : result.loops)
    numbers.push_back(loop.getInductionVar());
  IRMapping mapping;
  mapping.map(component.getTileNumbers(), numbers);
  for (auto stream : component.getBody().getOps<prem::StreamOp>()) {
    StreamCopies &copies = result.streams.emplace_back();
    copies.stream = stream;
    // Memory of a segment's own is undefined in each segment.
    copies.depth =
        stream.getArray() ? stream.getRunDepth() : unsigned(numbers.size());
    AffineForOp around =
        copies.depth == 0 ? result.outermost : result.loops[copies.depth - 1];
    Operation *inner = copies.depth < numbers.size()
                           ? result.loops[copies.depth].getOperation()
                           : around.getBody()->getTerminator();
    OpBuilder before(inner);
    copies.buffer =
        memref::AllocOp::create(before, stream.getLoc(),
                                cast<MemRefType>(stream.getBuffer().getType()));
    mapping.map(stream.getBuffer(), copies.buffer);
    if (stream.getLoad())
      CopyMaker(copies, numbers).makeLoad(before);
  }
  builder.setInsertionPoint(result.loops.back().getBody()->getTerminator());
  makeMark(result, builder, component.getLoc());
  for (Operation &op : component.getBody().front().without_terminator())
    if (!isa<prem::StreamOp>(op))
      dropSymbols(builder.clone(op, mapping));
  for (StreamCopies &copies : result.streams) {
    AffineForOp around =
        copies.depth == 0 ? result.outermost : result.loops[copies.depth - 1];
    OpBuilder behind(around.getBody()->getTerminator());
    for (prem::BoxAttr box : copies.stream.getStores())
      CopyMaker(copies, numbers).makeStore(behind, box);
  }
  return result;
}
