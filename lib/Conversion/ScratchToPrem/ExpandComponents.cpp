//===- ExpandComponents.cpp - thread programs of components ---------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Machine/Target.h"
#include "SegmentCalls.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/SetVector.h"

namespace polymem {
#define GEN_PASS_DEF_PREMEXPANDCOMPONENTSPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The arrays that `func` allocates are its own for all threads: they are
/// allocated before these begin.
static LogicalResult checkFunction(func::FuncOp func) {
  if (func.getNumResults() != 0)
    return func.emitError("prem-expand-components: a function of components "
                          "returns nothing");
  WalkResult result = func.walk([&](Operation *op) -> WalkResult {
    bool isInSegment = op->getParentOfType<prem::ComponentOp>() != nullptr;
    if (!isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op) ||
        op->getParentOp() == func || isInSegment)
      return WalkResult::advance();
    return op->emitError("prem-expand-components: an array is allocated or "
                         "freed in a loop: each thread would do so");
  });
  return failure(result.wasInterrupted());
}

std::string polymem::freeName(ModuleOp module, const Twine &name) {
  std::string result = name.str();
  for (unsigned n = 0; module.lookupSymbol(result); ++n)
    result = (name + "_" + Twine(n)).str();
  return result;
}

/// A private function `name` before `before`.
static func::FuncOp makeFunction(IRRewriter &rewriter, func::FuncOp before,
                                 StringRef name, TypeRange arguments) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(before);
  auto function =
      func::FuncOp::create(rewriter, before.getLoc(), name,
                           rewriter.getFunctionType(arguments, TypeRange()));
  function.setPrivate();
  Block *entry = function.addEntryBlock();
  rewriter.setInsertionPointToStart(entry);
  func::ReturnOp::create(rewriter, before.getLoc());
  return function;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Moves the body of `component`, but for its streams, into a function. Its
/// arguments stand for `arguments`, values that the body uses.
static func::FuncOp outlineSegment(IRRewriter &rewriter,
                                   prem::ComponentOp component,
                                   func::FuncOp before, StringRef name,
                                   SmallVectorImpl<Value> &arguments) {
  Block &body = component.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : body.without_terminator())
    if (!isa<prem::StreamOp>(op))
      ops.push_back(&op);
  llvm::SetVector<Value> used;
  llvm::SetVector<Operation *> constants;
  auto isOutside = [&](Value value) {
    Operation *definition = value.getDefiningOp();
    if (!definition)
      return value.getParentBlock() == &body ||
             !component->isAncestor(value.getParentRegion()->getParentOp());
    return isa<prem::StreamOp>(definition) ||
           !component->isAncestor(definition);
  };
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        if (!isOutside(operand))
          continue;
        if (matchPattern(operand, m_Constant()))
          constants.insert(operand.getDefiningOp());
        else
          used.insert(operand);
      }
    });
  // Buffers first: a segment is about these.
  for (Value value : used)
    if (isa<MemRefType>(value.getType()))
      arguments.push_back(value);
  for (Value value : used)
    if (!isa<MemRefType>(value.getType()))
      arguments.push_back(value);
  func::FuncOp function =
      makeFunction(rewriter, before, name, TypeRange(ValueRange(arguments)));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(function.front().getTerminator());
  IRMapping mapping;
  mapping.map(arguments, function.getArguments());
  for (Operation *op : constants)
    rewriter.clone(*op, mapping);
  for (Operation *op : ops)
    rewriter.clone(*op, mapping);
  return function;
}

//===----------------------------------------------------------------------===//
// Thread programs
//===----------------------------------------------------------------------===//

/// Arguments of `func` that `prem-shape-scalars` gave a dimension have none
/// again; those of `values` get it where the function begins.
static void restoreScalars(IRRewriter &rewriter, func::FuncOp func,
                           MutableArrayRef<Value> values) {
  rewriter.setInsertionPointToStart(&func.front());
  for (BlockArgument argument : func.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (!func.removeArgAttr(number, kScalarAttr))
      continue;
    auto type = cast<MemRefType>(argument.getType());
    argument.setType(MemRefType::get({}, type.getElementType(),
                                     MemRefLayoutAttrInterface(),
                                     type.getMemorySpace()));
    values[number] = memref::ReinterpretCastOp::create(
        rewriter, func.getLoc(), type, argument, /*offset=*/int64_t(0),
        /*sizes=*/ArrayRef<int64_t>{1}, /*strides=*/ArrayRef<int64_t>{1});
  }
  func.setFunctionType(FunctionType::get(func.getContext(),
                                         func.front().getArgumentTypes(),
                                         func.getResultTypes()));
}

/// Moves what `func` does, but for its allocations, into the program of a
/// thread, and launches that.
static func::FuncOp makeThread(IRRewriter &rewriter, func::FuncOp func,
                               int64_t cores, StringRef name) {
  SmallVector<Value> shared(func.getArguments());
  SmallVector<Operation *> moved;
  Operation *firstDealloc = func.front().getTerminator();
  for (Operation &op : func.front().without_terminator()) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      shared.push_back(op.getResult(0));
    else if (!isa<memref::DeallocOp>(op))
      moved.push_back(&op);
    else if (isa<func::ReturnOp>(firstDealloc))
      firstDealloc = &op;
  }
  func::FuncOp thread =
      makeFunction(rewriter, func, name, TypeRange(ValueRange(shared)));
  IRMapping mapping;
  mapping.map(shared, thread.getArguments());
  rewriter.setInsertionPoint(thread.front().getTerminator());
  for (Operation *op : moved)
    rewriter.clone(*op, mapping);
  // What sizes of arrays are computed from stays.
  for (Operation *op : llvm::reverse(moved))
    if (op->use_empty())
      rewriter.eraseOp(op);
  restoreScalars(rewriter, func, shared);
  rewriter.setInsertionPoint(firstDealloc);
  prem::LaunchOp::create(rewriter, func.getLoc(), name, shared, cores);
  return thread;
}

/// Loops and conditions around components are no affine ones: what is computed
/// in them are no affine functions.
static LogicalResult lowerAffine(func::FuncOp thread) {
  RewritePatternSet patterns(thread.getContext());
  populateAffineToStdConversionPatterns(patterns);
  ConversionTarget target(*thread.getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalDialect<affine::AffineDialect>();
  return applyPartialConversion(thread, target, std::move(patterns));
}

namespace {
struct PremExpandComponentsPass
    : polymem::impl::PremExpandComponentsPassBase<PremExpandComponentsPass> {
  using PremExpandComponentsPassBase::PremExpandComponentsPassBase;

  void runOnOperation() override {
    FailureOr<Machine> target =
        targetMachine(getOperation(), machine, getArgument());
    if (failed(target))
      return signalPassFailure();
    if (target->kind != Machine::Kind::Multicore) {
      getOperation().emitError()
          << getArgument() << ": machine '" << target->name
          << "' has no scratchpads of cores: give one of kind 'multicore'";
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      bool has = false;
      func.walk([&](prem::ComponentOp) { has = true; });
      if (has)
        functions.push_back(func);
    }
    for (func::FuncOp func : functions)
      if (failed(checkFunction(func)))
        return signalPassFailure();
    for (func::FuncOp func : functions)
      expand(func, *target);
  }

  void expand(func::FuncOp func, const Machine &target) {
    ModuleOp module = getOperation();
    IRRewriter rewriter(&getContext());
    int64_t cores = 1;
    func.walk([&](prem::ComponentOp component) {
      cores = std::max(cores, component.getNumCores());
    });
    func::FuncOp thread = makeThread(
        rewriter, func, cores, freeName(module, func.getSymName() + "_thread"));
    rewriter.setInsertionPointToStart(&thread.front());
    Value core = prem::ThreadIdOp::create(rewriter, thread.getLoc(),
                                          rewriter.getIndexType());
    SmallVector<prem::ComponentOp> components;
    thread.walk(
        [&](prem::ComponentOp component) { components.push_back(component); });
    int64_t behind = 0;
    for (prem::ComponentOp component : components)
      behind =
          std::max(behind, SegmentCalls::bytesOf(component, target.multicore));
    for (auto [number, component] : llvm::enumerate(components)) {
      SmallVector<Value> arguments;
      func::FuncOp segment = outlineSegment(
          rewriter, component, thread,
          freeName(module, func.getSymName() + "_segment" + Twine(number)),
          arguments);
      SegmentCalls calls(rewriter, component, target.multicore, core, segment,
                         arguments);
      calls.placeKept(behind);
      calls.write();
      rewriter.eraseOp(component);
      ++numComponents;
    }
    if (failed(lowerAffine(thread)))
      signalPassFailure();
  }
};
} // namespace
