//===- JoinVersions.cpp - a function chooses one of its versions ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Transforms/Passes.h"
#include "VersionSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace polymem {
#define GEN_PASS_DEF_JOINVERSIONSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// The largest size that `version` is for.
static int64_t boundOf(func::FuncOp version) {
  return version->getAttrOfType<IntegerAttr>(kAssumedSizeAttr).getInt();
}

/// An error at `version` unless its code can be put into `func`.
static LogicalResult checkVersion(func::FuncOp version, func::FuncOp func,
                                  StringRef pass) {
  StringRef wrong;
  if (!func || func.isExternal() || func == version)
    wrong = "there is no such function";
  else if (!version->getAttrOfType<IntegerAttr>(kAssumedSizeAttr))
    wrong = "it does not say for which sizes";
  else if (version.getFunctionType() != func.getFunctionType() ||
           version.getNumResults() > 0)
    wrong = "it has other arguments, or results";
  else if (!version.getBody().hasOneBlock() || !func.getBody().hasOneBlock())
    wrong = "there are several blocks";
  else if (func->hasAttr(kVersionOfAttr))
    wrong = "that is a version itself";
  else
    return success();
  return version.emitError(pass)
         << ": a version of " << version->getAttr(kVersionOfAttr)
         << " cannot be joined with it: " << wrong;
}

/// Moves the operations of `from`, but for its terminator, to the beginning of
/// `to`.
static void moveBody(Block &from, Block *to) {
  from.getTerminator()->erase();
  to->getOperations().splice(to->begin(), from.getOperations());
}

/// Whether none of `sizes` is larger than `bound`, before `builder`.
static Value areUpTo(ValueRange sizes, int64_t bound, OpBuilder &builder,
                     Location loc) {
  Value most = arith::ConstantIndexOp::create(builder, loc, bound);
  Value all;
  for (Value size : sizes) {
    Value one = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                      size, most);
    all = all ? arith::AndIOp::create(builder, loc, all, one).getResult() : one;
  }
  return all;
}

/// Puts `versions`, with ascending bounds, into `func`.
static void join(func::FuncOp func, ArrayRef<func::FuncOp> versions,
                 ArrayRef<VersionSize> sizes) {
  Block &entry = func.getBody().front();
  Block *last = entry.splitBlock(entry.begin());
  Location loc = func.getLoc();
  OpBuilder builder = OpBuilder::atBlockEnd(&entry);
  SmallVector<Value> values;
  for (const VersionSize &size : sizes) {
    Value argument = entry.getArgument(size.argument);
    values.push_back(
        size.dim ? memref::DimOp::create(builder, loc, argument, *size.dim)
                       .getResult()
                 : argument);
  }
  Block *elseBlock = nullptr;
  for (func::FuncOp version : versions) {
    auto branch = scf::IfOp::create(
        builder, loc, areUpTo(values, boundOf(version), builder, loc),
        /*withElseRegion=*/true);
    Block &body = version.getBody().front();
    for (auto [from, to] :
         llvm::zip_equal(body.getArguments(), entry.getArguments()))
      from.replaceAllUsesWith(to);
    moveBody(body, branch.thenBlock());
    elseBlock = branch.elseBlock();
    builder.setInsertionPointToStart(elseBlock);
    version.erase();
  }
  moveBody(*last, elseBlock);
  last->erase();
  builder.setInsertionPointToEnd(&entry);
  func::ReturnOp::create(builder, loc);
}

namespace {
struct JoinVersionsPass
    : polymem::impl::JoinVersionsPassBase<JoinVersionsPass> {
  using JoinVersionsPassBase::JoinVersionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto given = readSizes(module, getArgument(), "assume",
                           llvm::to_vector(assume), /*otherwise=*/1);
    if (failed(given))
      return signalPassFailure();
    SymbolTable symbols(module);
    llvm::MapVector<func::FuncOp, SmallVector<func::FuncOp>> versions;
    for (auto version : module.getOps<func::FuncOp>()) {
      Attribute of = version->getAttr(kVersionOfAttr);
      if (!of)
        continue;
      auto name = dyn_cast<FlatSymbolRefAttr>(of);
      auto func =
          name ? symbols.lookup<func::FuncOp>(name.getAttr()) : func::FuncOp();
      if (failed(checkVersion(version, func, getArgument())))
        return signalPassFailure();
      versions[func].push_back(version);
    }
    for (auto &[func, ofFunc] : versions)
      if (versionSizes(func, *given).empty()) {
        func.emitError(getArgument())
            << ": there are versions for classes of sizes, but 'assume' names "
               "all sizes; give what polymem-make-versions was given";
        return signalPassFailure();
      }
    for (auto &[func, ofFunc] : versions) {
      llvm::sort(ofFunc, [](func::FuncOp a, func::FuncOp b) {
        return boundOf(a) < boundOf(b);
      });
      numVersions += ofFunc.size();
      join(func, ofFunc, versionSizes(func, *given));
    }
    if (versions.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
