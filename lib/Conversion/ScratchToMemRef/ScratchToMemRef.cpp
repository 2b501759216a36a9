//===- ScratchToMemRef.cpp - run the scratch dialect anywhere -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLoops.h"
#include "CopyThreads.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/IR/Scratch.h"
#include "PolyMem/Dialect/Scratch/Utils/CopyHull.h"
#include "PolyMem/Dialect/Scratch/Utils/LegalizeAffine.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_CONVERTSCRATCHTOMEMREFPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr StringLiteral kPass = "convert-scratch-to-memref";

//===----------------------------------------------------------------------===//
// What can be lowered
//===----------------------------------------------------------------------===//

/// The allocation of a buffer, seen through casts; null if it is another's.
static AllocOp getAllocation(Value buffer) {
  while (Operation *def = buffer.getDefiningOp()) {
    if (auto alloc = dyn_cast<AllocOp>(def))
      return alloc;
    if (!isa<memref::CastOp, memref::MemorySpaceCastOp>(def))
      break;
    buffer = def->getOperand(0);
  }
  return {};
}

static LogicalResult checkAlloc(AllocOp alloc) {
  if (Operation *user = findUnsupportedUse(alloc.getBuffer())) {
    InFlightDiagnostic diagnostic =
        user->emitOpError("uses a buffer of the scratch dialect in a way that "
                          "cannot be lowered: only loads, stores, "
                          "'memref.dim', casts and scratch copies can");
    diagnostic.attachNote(alloc.getLoc()) << "the buffer is allocated here";
    return failure();
  }
  if (alloc->getBlock()->getTerminator()->getNumSuccessors() != 0)
    return alloc.emitOpError(
        "is in a block that branches: where the buffer's life ends is not "
        "known; use structured control flow");
  return success();
}

/// A buffer that no `scratch.alloc` of the function makes has no known cells.
static LogicalResult checkForeignBuffer(Value value, Operation *op) {
  if (!getStorageMapping(value.getType()) || getAllocation(value))
    return success();
  return op->emitOpError("has a buffer that no 'scratch.alloc' of this "
                         "function makes: its symbols are not known");
}

static LogicalResult checkToken(Value token) {
  for (Operation *user : token.getUsers())
    if (!isTokenUser(user))
      return user->emitOpError("uses a token in a way that cannot be lowered: "
                               "only 'scratch.wait' and tiles that carry it "
                               "can");
  return success();
}

/// Tokens that are waited for or carried are those of copies or of tiles.
static LogicalResult checkTokenUse(Operation *op) {
  for (Value token : op->getOperands()) {
    if (!isa<TokenType>(token.getType()))
      continue;
    auto argument = dyn_cast<BlockArgument>(token);
    Operation *origin =
        argument ? argument.getOwner()->getParentOp() : token.getDefiningOp();
    bool isKnown = argument ? isa<TileOp>(origin)
                            : isa<CopyInOp, CopyOutOp, TileOp>(origin);
    if (!isKnown)
      return op->emitOpError(isa<WaitOp>(op) ? "waits for" : "carries")
             << " a token that no scratch copy of this function yields";
  }
  return success();
}

static LogicalResult checkOp(Operation *op) {
  if (auto alloc = dyn_cast<AllocOp>(op))
    if (failed(checkAlloc(alloc)))
      return failure();
  if (isTokenUser(op) && failed(checkTokenUse(op)))
    return failure();
  for (Value result : op->getResults()) {
    if (failed(checkForeignBuffer(result, op)))
      return failure();
    if (isa<TokenType>(result.getType()) && failed(checkToken(result)))
      return failure();
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (failed(checkForeignBuffer(argument, op)))
          return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Bytes of the cells; none if not constant or not known.
static std::optional<int64_t> getStaticBytes(MemRefType cells) {
  Type element = cells.getElementType();
  if (!cells.hasStaticShape() || !element.isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  int64_t bytes = (bits + 7) / 8;
  for (int64_t size : cells.getShape())
    if (llvm::MulOverflow<int64_t>(bytes, size, bytes))
      return std::nullopt;
  return bytes;
}

/// Where stack memory for `alloc` may be taken: the entry of the function, if
/// what is around `alloc` runs one time after the other. (In a loop the stack
/// would grow with the iterations; parallel ones would share it.) Null if not.
static Block *getStackBlock(AllocOp alloc) {
  Operation *parent = alloc->getParentOp();
  while (isa<TileOp, affine::AffineForOp, affine::AffineIfOp, scf::ForOp,
             scf::IfOp, scf::WhileOp>(parent))
    parent = parent->getParentOp();
  auto func = dyn_cast<func::FuncOp>(parent);
  return func ? &func.front() : nullptr;
}

static PhysicalBuffer lowerAlloc(IRRewriter &rewriter, AllocOp alloc,
                                 uint64_t maxStackBytes) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = alloc.getLoc();
  MemRefType type = getPhysicalType(alloc.getType(), Attribute());
  Value cells;
  std::optional<int64_t> bytes = getStaticBytes(type);
  Block *stackBlock = getStackBlock(alloc);
  if (stackBlock && bytes && uint64_t(*bytes) <= maxStackBytes) {
    rewriter.setInsertionPointToStart(stackBlock);
    cells = memref::AllocaOp::create(rewriter, loc, type);
  } else {
    rewriter.setInsertionPoint(alloc);
    SmallVector<Value> sizes = getDynamicExtents(rewriter, loc, alloc);
    cells = memref::AllocOp::create(rewriter, loc, type, sizes);
    rewriter.setInsertionPoint(alloc->getBlock()->getTerminator());
    memref::DeallocOp::create(rewriter, loc, cells);
  }
  return PhysicalBuffer::get(alloc, cells);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Creates a loop over the origins of dimension `d` of `tile`, from the last to
/// the first, and returns the origin inside it.
static Value createReverseLoop(IRRewriter &rewriter, TileOp tile, unsigned d) {
  Location loc = tile.getLoc();
  Value lower = tile.getLowerBounds()[d], step = tile.getSteps()[d];
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value length =
      arith::SubIOp::create(rewriter, loc, tile.getUpperBounds()[d], lower);
  Value count = arith::CeilDivSIOp::create(rewriter, loc, length, step);
  auto loop = scf::ForOp::create(rewriter, loc, zero, count, one);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value last = arith::SubIOp::create(rewriter, loc, count, one);
  Value number =
      arith::SubIOp::create(rewriter, loc, last, loop.getInductionVar());
  Value distance = arith::MulIOp::create(rewriter, loc, number, step);
  return arith::AddIOp::create(rewriter, loc, lower, distance);
}

/// Replaces `tile` by nested loops, dimension by dimension; mapped dimensions
/// backwards if `reverseMapped`.
static void lowerTile(IRRewriter &rewriter, TileOp tile, bool reverseMapped) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = tile.getLoc();
  Region *scope = affine::getAffineScope(tile);
  AffineMap symbol = AffineMap::get(
      0, 1, getAffineSymbolExpr(0, tile.getContext()), tile.getContext());
  SmallVector<Value> origins;
  rewriter.setInsertionPoint(tile);
  for (unsigned d = 0; d < tile.getRank(); ++d) {
    if (reverseMapped && tile.getMappingOf(d)) {
      origins.push_back(createReverseLoop(rewriter, tile, d));
      continue;
    }
    std::optional<int64_t> step = getConstantIntValue(tile.getSteps()[d]);
    AffineMap lower = symbol, upper = symbol;
    SmallVector<Value> lowerOperands{tile.getLowerBounds()[d]};
    SmallVector<Value> upperOperands{tile.getUpperBounds()[d]};
    if (step &&
        makeValidBound(lower, lowerOperands, /*isUpper=*/false, scope) &&
        makeValidBound(upper, upperOperands, /*isUpper=*/true, scope)) {
      auto loop = affine::AffineForOp::create(
          rewriter, loc, lowerOperands, lower, upperOperands, upper, *step);
      origins.push_back(loop.getInductionVar());
      rewriter.setInsertionPointToStart(loop.getBody());
      continue;
    }
    origins.push_back(scratch::createOriginLoop(rewriter, tile, d));
  }
  scratch::inlineTile(rewriter, tile, origins);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertScratchToMemRefPass
    : polymem::impl::ConvertScratchToMemRefPassBase<
          ConvertScratchToMemRefPass> {
  using ConvertScratchToMemRefPassBase::ConvertScratchToMemRefPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    BudgetWatch budgets(func, getArgument(), maxIslOperations, warnings);
    WalkResult checked = func.walk([](Operation *op) {
      return failed(checkOp(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    });
    if (checked.wasInterrupted())
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    // Buffers and copies first, while tiles are affine scopes: then their
    // loops and subscripts are affine as far as can be.
    llvm::MapVector<AllocOp, PhysicalBuffer> buffers;
    SmallVector<Operation *> copies;
    SmallVector<TileOp> tiles;
    SmallVector<WaitOp> waits;
    bool inThreads = asyncCopies && haveOneUser(func);
    if (asyncCopies && !inThreads)
      remarkMissed(func, kPass, "SharedTokens")
          << "copies are done where they stand: a token is waited for or "
             "handed on twice, or not where it is made";
    if (inThreads)
      startThreads(rewriter, func);
    else // Copies are done where they stand: nobody waits for them.
      dropTokens(rewriter, func);
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto alloc = dyn_cast<AllocOp>(op))
        buffers.insert({alloc, PhysicalBuffer()});
      else if (auto tile = dyn_cast<TileOp>(op))
        tiles.push_back(tile);
      else if (auto wait = dyn_cast<WaitOp>(op))
        waits.push_back(wait);
      else if (isa<CopyInOp, CopyOutOp>(op))
        copies.push_back(op);
    });
    for (WaitOp wait : waits)
      rewriter.eraseOp(wait);
    for (auto &[alloc, buffer] : buffers) {
      buffer = lowerAlloc(rewriter, alloc, maxStackBytes);
      replaceAccesses(rewriter, alloc.getBuffer(), buffer);
      ++numBuffers;
    }
    for (Operation *copy : copies) {
      if (auto copyIn = dyn_cast<CopyInOp>(copy))
        lowerCopy(rewriter, copyIn, buffers);
      else
        lowerCopy(rewriter, cast<CopyOutOp>(copy), buffers);
      ++numCopies;
    }
    for (auto &[alloc, buffer] : buffers)
      rewriter.eraseOp(alloc);
    for (TileOp tile : tiles) {
      if (tile.carriesTokens())
        lowerCarryingTile(rewriter, tile);
      else
        lowerTile(rewriter, tile, reverseMapped);
      ++numTiles;
    }
    if (inThreads)
      joinTokens(rewriter, func);
    if (!tiles.empty())
      legalizeAffineOps(func);
  }

  template <typename CopyTy>
  void lowerCopy(IRRewriter &rewriter, CopyTy copy,
                 llvm::MapVector<AllocOp, PhysicalBuffer> &buffers) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(copy);
    auto find = [&](Value memref) -> PhysicalBuffer * {
      AllocOp alloc = getAllocation(memref);
      return alloc ? &buffers.find(alloc)->second : nullptr;
    };
    PhysicalBuffer *source = find(copy.getSource());
    PhysicalBuffer *target = find(copy.getTarget());
    auto emit = [&](OpBuilder &builder, Location loc, ValueRange coordinates) {
      Value element =
          source ? loadElement(builder, loc, *source, coordinates)
                 : loadElement(builder, loc, copy.getSource(), coordinates);
      element = emitCopiedElement(builder, copy, element);
      if (target)
        storeElement(builder, loc, element, *target, coordinates);
      else
        storeElement(builder, loc, element, copy.getTarget(), coordinates);
    };
    SmallVector<IntegerSet> sets = copy.getIntegerSets();
    // isl counts little where many constraints meet, and takes long.
    auto hasFewBounds = [&](IntegerSet set) {
      if (set.isEmptyIntegerSet())
        return true;
      auto isAffine = [](AffineExpr expr) { return expr.isPureAffine(); };
      return llvm::all_of(set.getConstraints(), isAffine) &&
             gpulaunch::computeHull(
                 cast<PolyhedralCopyOpInterface>(copy.getOperation()), set)
                 .isTight;
    };
    bool simplified = false;
    if (!llvm::all_of(sets, hasFewBounds) ||
        failed(emitScan(rewriter, copy.getLoc(), {sets, copy.getSymbols()},
                        emit, maxIslOperations, simplified))) {
      remarkMissed(copy, kPass, "CopyTestsMembership")
          << "each element of the array is tested for membership: the sets "
             "are not affine or not bounded, have too many constraints, or are "
             "beyond the budget"
          << remark::metric("isl-operations", uint64_t(maxIslOperations));
      PhysicalBuffer *buffer = target ? target : source;
      emitMembershipScan(rewriter, copy.getLoc(), {sets, copy.getSymbols()},
                         buffer->logicalSizes, emit);
    } else if (simplified) {
      remarkMissed(copy, kPass, "CopyContext") << sentence(
          "the loops of this copy may test what always holds: its symbols are "
          "minima or maxima in too many cases for {0} isl operations",
          named("MaxIslOperations", scanContextBudget(maxIslOperations)));
    }
    rewriter.eraseOp(copy);
  }
};
} // namespace
