//===- MakeVersions.cpp - a copy of a function for a class of sizes -------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/AssumedSizes.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "VersionSizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace polymem {
#define GEN_PASS_DEF_MAKEVERSIONSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

SmallVector<VersionSize>
polymem::versionSizes(func::FuncOp func,
                      const llvm::StringMap<int64_t> &given) {
  SmallVector<VersionSize> extents, numbers;
  for (auto [number, argument] : llvm::enumerate(func.getArguments())) {
    unsigned position = number;
    if (argument.getType().isIndex() &&
        !given.contains(AssumedSizes::nameOf(argument)))
      numbers.push_back({position, std::nullopt});
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (!memref)
      continue;
    for (auto [dim, extent] : llvm::enumerate(memref.getShape()))
      if (ShapedType::isDynamic(extent) &&
          !given.contains(AssumedSizes::nameOf(argument, dim)))
        extents.push_back({position, static_cast<unsigned>(dim)});
  }
  return extents.empty() ? numbers : extents;
}

/// Why there are no versions of `func`; empty if there can be.
static StringRef obstacleOf(func::FuncOp func,
                            const llvm::StringMap<int64_t> &given) {
  if (func.getNumResults() > 0)
    return "it has results";
  if (!func.getBody().hasOneBlock())
    return "it has several blocks";
  if (func->hasAttr(kAssumedSizeAttr) || func->hasAttr(kVersionOfAttr))
    return "it is a version";
  if (versionSizes(func, given).empty())
    return "no size of it is an argument";
  return "";
}

namespace {
struct MakeVersionsPass
    : polymem::impl::MakeVersionsPassBase<MakeVersionsPass> {
  using MakeVersionsPassBase::MakeVersionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto given = readSizes(module, getArgument(), "assume",
                           llvm::to_vector(assume), /*otherwise=*/1);
    if (failed(given) || failed(checkSizes()))
      return signalPassFailure();
    SymbolTable symbols(module);
    for (auto func : llvm::to_vector(module.getOps<func::FuncOp>())) {
      bool hasLoops =
          !func.isExternal() &&
          func.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
      if (!hasLoops)
        continue;
      if (StringRef obstacle = obstacleOf(func, *given); !obstacle.empty()) {
        Sentence text =
            sentence("there are no versions for classes of sizes: {0}",
                     named("Reason", obstacle));
        remarkMissed(func, getArgument(), "NoVersions") << text;
        // With sizes in arguments, versions were asked for.
        if (!versionSizes(func, *given).empty())
          func.emitWarning(getArgument()) << ": " << text.text;
        continue;
      }
      makeVersions(func, symbols);
    }
  }

private:
  LogicalResult checkSizes() {
    int64_t last = 0;
    for (int64_t size : sizes) {
      if (size <= last)
        return getOperation().emitError(getArgument())
               << ": option 'sizes' has " << size << " behind " << last
               << "; give positive sizes in ascending order";
      last = size;
    }
    if (last == 0)
      return getOperation().emitError(getArgument())
             << ": option 'sizes' is empty; give the largest size of each "
                "class, as in sizes=256,2048";
    return success();
  }

  void makeVersions(func::FuncOp func, SymbolTable &symbols) {
    Builder builder(&getContext());
    for (int64_t size : ArrayRef<int64_t>(sizes).drop_back()) {
      func::FuncOp copy = func.clone();
      copy.setName((func.getName() + "_up_to_" + std::to_string(size)).str());
      copy.setPrivate();
      copy->setAttr(kAssumedSizeAttr, builder.getI64IntegerAttr(size));
      copy->setAttr(kVersionOfAttr, FlatSymbolRefAttr::get(func));
      symbols.insert(copy);
      ++numVersions;
    }
    func->setAttr(kAssumedSizeAttr,
                  builder.getI64IntegerAttr(ArrayRef<int64_t>(sizes).back()));
    remarkPassed(func, getArgument(), "Versions")
        << sentence("{0} versions, chosen by sizes when it runs",
                    named("Versions", sizes.size()));
  }
};
} // namespace
