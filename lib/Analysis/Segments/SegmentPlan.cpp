//===- SegmentPlan.cpp - tiles as PREM segments -------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Segments/SegmentPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "SegmentPlanner.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

SmallVector<prem::BoxAttr> SegmentStream::boxes() const {
  SmallVector<prem::BoxAttr> all(stores);
  if (load)
    all.insert(all.begin(), load);
  return all;
}

int64_t SegmentPlan::numCores() const {
  int64_t cores = 1;
  for (const SegmentDim &dim : dims)
    cores *= dim.groups;
  return cores;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
/// Where a buffer begins in its array.
struct Corner {
  /// Of each dimension a function of the mapping's symbols; null where the
  /// buffer has one coordinate, which the mapping does not tell.
  SmallVector<AffineExpr> exprs;
  /// The mapping with these dimensions.
  MappingAttr mapping;
};
} // namespace

/// If cells of `mapping` are 'coordinate less corner', in the order of
/// dimensions, and extents are constant; else nullopt.
static std::optional<Corner> cornerOf(MappingAttr mapping) {
  AffineMap map = mapping.getMap();
  std::optional<SmallVector<int64_t>> extents = mapping.getStaticExtents();
  if (!extents)
    return std::nullopt;
  MLIRContext *context = map.getContext();
  Corner corner;
  SmallVector<AffineExpr> cells, sizes;
  unsigned row = 0;
  for (unsigned d = 0; d < map.getNumDims(); ++d) {
    AffineExpr rest;
    if (row < map.getNumResults())
      rest =
          simplifyAffineExpr(getAffineDimExpr(d, context) - map.getResult(row),
                             map.getNumDims(), map.getNumSymbols());
    bool depends = !rest;
    for (unsigned e = 0; rest && e < map.getNumDims(); ++e)
      depends |= rest.isFunctionOfDim(e);
    corner.exprs.push_back(depends ? AffineExpr() : rest);
    cells.push_back(depends ? getAffineConstantExpr(0, context)
                            : map.getResult(row));
    sizes.push_back(
        getAffineConstantExpr(depends ? 1 : (*extents)[row], context));
    row += !depends;
  }
  if (row != map.getNumResults())
    return std::nullopt;
  corner.mapping = MappingAttr::get(
      context,
      AffineMap::get(map.getNumDims(), map.getNumSymbols(), cells, context),
      AffineMap::get(0, map.getNumSymbols(), sizes, context));
  return corner;
}

/// The cells of `mapping`, for elements of `array`.
static MemRefType cellsOf(MappingAttr mapping, MemRefType array) {
  return MemRefType::get(*mapping.getStaticExtents(), array.getElementType());
}

bool SegmentPlanner::addStream(AllocOp alloc) {
  SegmentStream stream;
  stream.alloc = alloc;
  std::optional<Corner> corner = cornerOf(alloc.getMapping());
  if (!corner)
    return refuse(alloc, "Mapping",
                  "the buffer is no box of constant size that is stored row by "
                  "row: its mapping is not 'coordinate less corner'");
  stream.mapping = corner->mapping;
  stream.type = cellsOf(corner->mapping, alloc.getType());
  bool isCopied = llvm::any_of(alloc->getUsers(), [](Operation *user) {
    return isa<CopyInOp, CopyOutOp>(user);
  });
  BufferUses &use = uses.emplace_back();
  if (Operation *user = findUnsupportedUse(alloc.getBuffer()))
    return refuse(user, "OtherUse",
                  "'" + user->getName().getStringRef() +
                      "' uses a buffer in a way that cannot be lowered");
  if (isCopied) {
    BufferRefusal why;
    std::optional<BufferUses> found = collectBufferUses(alloc, why);
    if (!found)
      return refuse(alloc, why.name, why.text);
    for (CopyInOp copy : found->copyIns)
      if (copy.isComputing())
        return refuse(copy, "Computing",
                      "a DMA engine does not compute on what it copies");
    use = *found;
    stream.array = use.array;
    auto array = cast<MemRefType>(stream.array.getType());
    if (!array.hasStaticShape() || !array.getLayout().isIdentity() ||
        array.getRank() == 0)
      return refuse(alloc, "ArrayShape",
                    "its array has sizes that are not known, a layout, or no "
                    "dimensions");
    if (plan.chain.front()->isAncestor(
            stream.array.getParentRegion()->getParentOp()))
      return refuse(alloc, "ArrayInside", "its array is made in the tiles");
    SmallVector<AffineExpr> symbols, results;
    for (Value symbol : alloc.getSymbols()) {
      symbols.push_back(shape.asFunction(symbol));
      if (!symbols.back())
        return refuse(alloc, "Corner",
                      "where the buffer begins is no affine function of the "
                      "tile's origin");
    }
    SmallVector<unsigned> &open = openDims[plan.streams.size()];
    for (auto [d, expr] : llvm::enumerate(corner->exprs)) {
      if (!expr)
        open.push_back(d);
      results.push_back(expr ? expr.replaceSymbols(symbols)
                             : getAffineConstantExpr(0, alloc.getContext()));
    }
    stream.origin = shape.asMap(results);
  }
  plan.streams.push_back(stream);
  return true;
}

static bool isAccess(Operation *op) {
  return isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface,
             memref::LoadOp, memref::StoreOp>(op);
}

/// What tiles do, copies and buffers aside, segments can do.
bool SegmentPlanner::checkBody() {
  Operation *bad = nullptr;
  StringRef name, text;
  plan.innermost().getBody().walk([&](Operation *op) {
    if (isa<CopyInOp, CopyOutOp, AllocOp>(op) || bad)
      return;
    if (isa<affine::AffineParallelOp>(op) && op->getNumResults() != 0) {
      bad = op;
      name = "ParallelResults";
      text = "' yields values: a core reduces in a loop ('affine.for' with "
             "'iter_args')";
    }
    if (op->getNumRegions() == 0 && !isMemoryEffectFree(op) && !isAccess(op) &&
        !isa<memref::AllocaOp>(op)) {
      bad = op;
      name = "Effects";
      text = "' may do more than to load and store";
    }
  });
  return !bad || refuse(bad, name, "'" + bad->getName().getStringRef() + text);
}

/// The statements that `op` is in have no instance.
bool SegmentPlanner::isNeverExecuted(Operation *op) const {
  if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
    return false;
  bool isModelled = false;
  for (const ScopStatement &statement : scop->statements()) {
    bool within = llvm::any_of(
        statement.ops, [&](Operation *outer) { return outer->isAncestor(op); });
    isl::set executed = statement.domain.intersect_params(scop->context());
    if (within && !executed.is_empty().is_true())
      return false;
    isModelled |= within;
  }
  return isModelled;
}

/// Main memory is accessed by copies only.
bool SegmentPlanner::checkMainMemory() {
  TileOp tile = plan.innermost();
  Operation *bad = nullptr;
  tile.getBody().walk([&](Operation *op) {
    if (isa<CopyInOp, CopyOutOp, AllocOp>(op) || bad)
      return;
    bool outside = llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<MemRefType>(operand.getType()) &&
             !tile->isAncestor(operand.getParentRegion()->getParentOp());
    });
    if (outside && isNeverExecuted(op))
      plan.neverExecuted.push_back(op);
    else if (outside)
      bad = op;
  });
  return !bad ||
         refuse(bad, "MainMemory",
                "'" + bad->getName().getStringRef().str() +
                    "' uses an array that is in main memory: all that a "
                    "segment accesses has to be in buffers of its tile "
                    "(scratch-promote with 'promote-all')");
}

bool SegmentPlanner::collectStreams() {
  for (TileOp tile : ArrayRef(plan.chain).drop_back())
    for (Operation &op : tile.getBody().front())
      if (isa<AllocOp, CopyInOp, CopyOutOp>(op))
        return refuse(&op, "Hoisted",
                      "buffers and copies have to be in the innermost tile");
  Block &body = plan.innermost().getBody().front();
  for (AllocOp alloc : body.getOps<AllocOp>())
    if (!addStream(alloc))
      return false;
  bool nested = false;
  plan.innermost().getBody().walk(
      [&](AllocOp alloc) { nested |= alloc->getBlock() != &body; });
  if (nested)
    return refuse(nullptr, "NestedBuffer",
                  "a buffer is made inside of loops of a tile");
  return true;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

bool SegmentPlanner::model() {
  ScopFailure failure;
  ScopOptions modelled;
  modelled.maxIslOperations = options.maxIslOperations;
  scop = Scop::build(plan.innermost(), failure, modelled);
  if (!scop)
    return refuse(failure.op, "NotModelled",
                  "the tile cannot be modelled: " + failure.reason);
  // All that sets may depend on is a symbol; then all of them are known.
  for (auto &[id, value] : scop->parameters())
    shape.asFunction(value);
  for (SegmentDim &dim : plan.dims) {
    dim.origin = shape.asMap(dim.origin.getResults());
    dim.count = shape.asMap(dim.count.getResults());
  }
  for (SegmentStream &stream : plan.streams)
    if (stream.array)
      stream.origin = shape.asMap(stream.origin.getResults());
  return true;
}

bool SegmentPlanner::readSets() {
  space.emplace(plan, *scop);
  for (auto [stream, use] : llvm::zip(plan.streams, uses)) {
    StreamSets &set = sets.emplace_back();
    if (!stream.array)
      continue;
    const ScopArray *array = scop->arrayOf(stream.array);
    // Two names of one array would be taken for two arrays.
    if (!array || array->kind != ScopArray::Kind::MemRef ||
        array->value != stream.array)
      return refuse(stream.alloc, "NotModelled",
                    "its array is a view, or the memory behind it is not "
                    "known");
    SmallVector<Operation *> ins(use.copyIns.begin(), use.copyIns.end());
    SmallVector<Operation *> outs(use.copyOuts.begin(), use.copyOuts.end());
    set.in = space->moved(ins, array);
    set.out = space->moved(outs, array);
    if ((!ins.empty() && set.in.is_null()) ||
        (!outs.empty() && set.out.is_null()))
      return refuse(stream.alloc, "NotModelled",
                    "what its copies move is not known, or depends on what is "
                    "computed in the tiles");
  }
  return true;
}

bool SegmentPlanner::run(TileOp outermost) {
  if (!shape.read(outermost, options.cores) || !collectStreams() ||
      !checkBody() || !model())
    return false;
  IslOperationsGuard guard(scop->ctx(), options.maxIslOperations);
  bool done = checkMainMemory() && readSets();
  for (unsigned n = 0; done && n < plan.streams.size(); ++n)
    done = takeBoxes(n);
  done = done && checkCores();
  for (unsigned n = 0; done && n < plan.streams.size(); ++n)
    done = checkOtherBuffers(n) && chooseMode(n);
  // A null object proves nothing, so what is refused may be for want of budget.
  if (guard.exceeded())
    return refuse(
        outermost, "Budget",
        sentence("budget of {0} isl operations exhausted",
                 named("MaxIslOperations", options.maxIslOperations)));
  return done && checkModes(outermost);
}

std::optional<SegmentPlan> polymem::planSegments(TileOp outermost,
                                                 const SegmentOptions &options,
                                                 SegmentRefusal &refusal) {
  SegmentPlanner planner(options, refusal);
  if (!planner.run(outermost))
    return std::nullopt;
  return std::move(planner.plan);
}
