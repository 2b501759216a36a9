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

  void runOnOperation() override {
    markAllAnalysesPreserved();
    func::FuncOp func = getOperation();
    // Functions may be visited in parallel: one write each.
    std::string text;
    llvm::raw_string_ostream os(text);
    if (!rootName.empty())
      func.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op->getName().getStringRef() == rootName)
          printScop(op, os);
      });
    else if (!func.isExternal())
      printScop(func, os);
    llvm::errs() << text;
  }

  void printScop(Operation *root, llvm::raw_ostream &os) {
    ScopFailure failure;
    ScopOptions options;
    options.maxIslOperations = maxIslOperations;
    std::unique_ptr<Scop> scop = Scop::build(root, failure, options);
    if (!scop) {
      remarkFailed(failure.op, getArgument(), "NotModelled")
          << "'" << failure.op->getName().getStringRef()
          << "' cannot be modelled: " << failure.reason;
      return;
    }
    os << "scop @" << getOperation().getName();
    if (root != getOperation())
      os << " " << root->getName();
    os << "\n";
    scop->print(os);
    if (dependences)
      printDependences(*scop, os);
  }

  void printDependences(const Scop &scop, llvm::raw_ostream &os) {
    DependenceOptions options;
    options.maxIslOperations = maxIslOperations;
    auto dependences = Dependences::compute(scop, options);
    if (!dependences) {
      remarkFailed(scop.root(), getArgument(), "NoDependences")
          << "the dependences need more than "
          << std::to_string(maxIslOperations) << " isl operations";
      return;
    }
    dependences->print(os);
    os << "    for example: " << describeDependence(scop, dependences->all())
       << "\n";
  }
};
} // namespace
