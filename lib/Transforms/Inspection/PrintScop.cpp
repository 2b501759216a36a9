//===- PrintScop.cpp - print the polyhedral view of functions ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTSCOPPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct PrintScopPass : polymem::impl::PrintScopPassBase<PrintScopPass> {
  using PrintScopPassBase::PrintScopPassBase;

  // Not a function pass: the functions' texts come in the functions' order.
  void runOnOperation() override {
    markAllAnalysesPreserved();
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (rootName.empty() ? isa<func::FuncOp>(op) && !op->getRegion(0).empty()
                           : op->getName().getStringRef() == rootName)
        printScop(op);
    });
  }

  void printScop(Operation *root) {
    ScopFailure failure;
    ScopOptions options;
    options.maxIslOperations = maxIslOperations;
    std::unique_ptr<Scop> scop = Scop::build(root, failure, options);
    if (!scop) {
      remarkFailed(failure.op, getArgument(), "NotModelled")
          << sentence("'{0}' cannot be modelled: {1}", failure.op->getName(),
                      failure.reason);
      return;
    }
    llvm::raw_ostream &os = llvm::errs();
    os << "scop";
    auto func = dyn_cast<func::FuncOp>(root);
    if (!func)
      func = root->getParentOfType<func::FuncOp>();
    if (func)
      os << " @" << func.getName();
    if (func != root)
      os << " " << root->getName();
    os << "\n";
    scop->print(os);
    if (dependences)
      printDependences(*scop, os);
  }

  void printDependences(const Scop &scop, llvm::raw_ostream &os) {
    DependenceOptions options;
    if (maxDependenceOperations != 0)
      options.maxIslOperations = maxDependenceOperations;
    else
      options.maxIslOperations = maxIslOperations;
    auto dependences = Dependences::compute(scop, options);
    if (!dependences) {
      remarkFailed(scop.root(), getArgument(), "NoDependences")
          << sentence("the dependences need more than {0} isl operations",
                      named("MaxIslOperations", options.maxIslOperations));
      return;
    }
    dependences->print(scop, os);
    os << "    for example: "
       << describeDependence(scop, dependences->all()).text << "\n";
  }
};
} // namespace
