//===- CopyThreads.cpp - asynchronous copies in other threads -------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyThreads.h"
#include "PolyMem/Dialect/Scratch/Utils/TileLoops.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static Value castToken(OpBuilder &builder, Location loc, Type type,
                       Value token) {
  return UnrealizedConversionCastOp::create(builder, loc, type, token)
      .getResult(0);
}

static SmallVector<Value> castTokens(OpBuilder &builder, Location loc,
                                     Type type, ValueRange tokens) {
  return llvm::map_to_vector(tokens, [&](Value token) {
    return castToken(builder, loc, type, token);
  });
}

static void await(OpBuilder &builder, Location loc, ValueRange tokens) {
  Type type = async::TokenType::get(builder.getContext());
  for (Value token : castTokens(builder, loc, type, tokens)) {
    async::AwaitOp::create(builder, loc, token);
    // Upstream's pass that counts references knows no loops that carry tokens.
    async::RuntimeDropRefOp::create(builder, loc, token,
                                    builder.getI64IntegerAttr(1));
  }
}

bool polymem::haveOneUser(func::FuncOp func) {
  auto hasOneUser = [](Value token) {
    return !isa<TokenType>(token.getType()) || token.use_empty() ||
           (token.hasOneUse() &&
            (*token.user_begin())->getBlock() == token.getParentBlock());
  };
  return !func.walk([&](Operation *op) {
                bool isLinear = llvm::all_of(op->getResults(), hasOneUser);
                for (Region &region : op->getRegions())
                  for (Block &block : region)
                    isLinear &= llvm::all_of(block.getArguments(), hasOneUser);
                return isLinear ? WalkResult::advance()
                                : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// The same operation without a token.
static Operation *withoutToken(Operation *copy) {
  Operation *plain = Operation::create(
      copy->getLoc(), copy->getName(), /*resultTypes=*/TypeRange(),
      copy->getOperands(), copy->getDiscardableAttrDictionary(),
      copy->getPropertiesStorage(), /*successors=*/{}, copy->getNumRegions());
  for (auto [to, from] : llvm::zip(plain->getRegions(), copy->getRegions()))
    to.takeBody(from);
  return plain;
}

/// `copy`, which yields a token, is executed by another thread.
static void startThread(RewriterBase &rewriter, Operation *copy) {
  Location loc = copy->getLoc();
  Value token = copy->getResult(0);
  if (token.use_empty()) {
    // Before its buffer's life may end.
    rewriter.setInsertionPoint(copy->getBlock()->getTerminator());
    await(rewriter, loc, token);
  }
  rewriter.setInsertionPoint(copy);
  auto thread = async::ExecuteOp::create(rewriter, loc, TypeRange(),
                                         ValueRange(), ValueRange());
  rewriter.setInsertionPointToStart(thread.getBody());
  rewriter.insert(withoutToken(copy));
  rewriter.setInsertionPoint(copy);
  rewriter.replaceOp(
      copy, castToken(rewriter, loc, token.getType(), thread.getToken()));
}

void polymem::startThreads(RewriterBase &rewriter, func::FuncOp func) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Operation *> copies;
  SmallVector<WaitOp> waits;
  func.walk([&](Operation *op) {
    if (isa<CopyInOp, CopyOutOp>(op) && op->getNumResults() == 1)
      copies.push_back(op);
    else if (auto wait = dyn_cast<WaitOp>(op))
      waits.push_back(wait);
  });
  for (Operation *copy : copies)
    startThread(rewriter, copy);
  for (WaitOp wait : waits) {
    rewriter.setInsertionPoint(wait);
    await(rewriter, wait.getLoc(), wait.getTokens());
    rewriter.modifyOpInPlace(wait, [&] { wait.getTokensMutable().clear(); });
  }
}

void polymem::lowerCarryingTile(RewriterBase &rewriter, TileOp tile) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = tile.getLoc();
  Type own = TokenType::get(tile.getContext()),
       other = async::TokenType::get(tile.getContext());
  rewriter.setInsertionPointAfter(tile);
  for (Value token : tile.getResults())
    if (token.use_empty())
      await(rewriter, loc, token);
  rewriter.setInsertionPoint(tile);
  auto loop =
      scf::ForOp::create(rewriter, loc, tile.getLowerBounds().front(),
                         tile.getUpperBounds().front(), tile.getSteps().front(),
                         castTokens(rewriter, loc, other, tile.getTokens()));
  rewriter.replaceAllUsesWith(
      tile.getResults(), castTokens(rewriter, loc, own, loop.getResults()));
  rewriter.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> arguments{loop.getInductionVar()};
  llvm::append_range(arguments,
                     castTokens(rewriter, loc, own, loop.getRegionIterArgs()));
  // Arguments of the tile's block are gone when it is inlined.
  SmallVector<Value> next(tile.getYield().getTokens());
  Block *body = &tile.getBody().front();
  for (Value &token : next)
    if (auto argument = dyn_cast<BlockArgument>(token);
        argument && argument.getOwner() == body)
      token = arguments[argument.getArgNumber()];
  inlineTile(rewriter, tile, arguments);
  rewriter.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(rewriter, loc, castTokens(rewriter, loc, other, next));
}

void polymem::joinTokens(RewriterBase &rewriter, func::FuncOp func) {
  SmallVector<UnrealizedConversionCastOp> casts;
  func.walk([&](UnrealizedConversionCastOp cast) {
    if (cast.getNumOperands() == 1 &&
        isa<TokenType, async::TokenType>(cast.getOperand(0).getType()))
      casts.push_back(cast);
  });
  for (UnrealizedConversionCastOp cast : casts) {
    if (!isa<TokenType>(cast.getOperand(0).getType()))
      continue;
    auto inner = cast.getOperand(0).getDefiningOp<UnrealizedConversionCastOp>();
    rewriter.replaceAllUsesWith(cast.getResult(0), inner.getOperand(0));
  }
  for (UnrealizedConversionCastOp cast : llvm::reverse(casts))
    rewriter.eraseOp(cast);
}
