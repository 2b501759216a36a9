//===- TestMutate.cpp - put one fault into a program ----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-mutate{list}` prints "fault site: location: what" for every
// fault that applies; `test-polymem-mutate{fault=NAME site=N}` puts it in.
//
// `test-polymem-mutate{list equivalent}` adds " = reason" where the change is
// proved to make no difference: Equivalence.h, KernelModel.h. Any other fault
// that the checks do not find is a hole in them.
//
//===----------------------------------------------------------------------===//

#include "../TestPasses.h"
#include "Equivalence.h"
#include "Mutations.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::test;

namespace {
struct TestMutate : PassWrapper<TestMutate, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMutate)
  TestMutate() = default;
  TestMutate(const TestMutate &other) : PassWrapper(other) {}

  Option<bool> list{*this, "list", llvm::cl::desc("Print all faults")};
  ListOption<std::string> only{*this, "only",
                               llvm::cl::desc("Print these faults only")};
  Option<bool> equivalent{
      *this, "equivalent",
      llvm::cl::desc(
          "Print why a fault makes no difference, if that is known")};
  Option<std::string> faultName{*this, "fault", llvm::cl::desc("The fault")};
  Option<int> siteNumber{*this, "site",
                         llvm::cl::desc("Its place (default: the first; with "
                                        "'list', all)"),
                         llvm::cl::init(-1)};

  StringRef getArgument() const final { return "test-polymem-mutate"; }
  StringRef getDescription() const final { return "Put a fault in"; }

  void runOnOperation() override {
    bool found = false;
    for (ArrayRef<Fault> faults :
         {getScratchFaults(), getMemoryFaults(), getKernelFaults()})
      for (const Fault &fault : faults) {
        if (list ? !only.empty() && !llvm::is_contained(only, fault.name)
                 : fault.name != faultName)
          continue;
        found = true;
        SmallVector<FaultSite> sites = fault.collect(getOperation());
        if (list) {
          print(fault, sites);
          continue;
        }
        unsigned number = std::max<int>(siteNumber, 0);
        if (number >= sites.size()) {
          getOperation()->emitError("fault '")
              << faultName << "' has " << sites.size() << " sites here";
          return signalPassFailure();
        }
        sites[number].apply();
      }
    scops.clear();
    if (!found) {
      getOperation()->emitError("there is no fault '") << faultName << "'";
      signalPassFailure();
    }
  }

private:
  void print(const Fault &fault, ArrayRef<FaultSite> sites) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (auto [number, site] : llvm::enumerate(sites)) {
      if (siteNumber >= 0 && size_t(siteNumber) != number)
        continue;
      std::string reason;
      if (equivalent && fault.isModelled)
        reason = whyEquivalent(fault, site);
      else if (equivalent && site.whyHarmless)
        reason = site.whyHarmless();
      os << fault.name << " " << number << ": " << site.op->getLoc() << ": "
         << site.op->getName() << ": " << site.what
         << (reason.empty() ? "" : " = " + reason) << "\n";
    }
    llvm::outs() << text;
  }

  std::unique_ptr<Scop> build(Operation *function) {
    ScopFailure failure;
    ScopOptions options;
    options.context = context;
    options.traceIndices = true;
    return Scop::build(function, failure, options);
  }

  /// Why the function around `site` means the same with the fault; empty if
  /// that is not known.
  std::string whyEquivalent(const Fault &fault, const FaultSite &site) {
    auto function = dyn_cast<FunctionOpInterface>(site.op);
    if (!function)
      function = site.op->getParentOfType<FunctionOpInterface>();
    auto [before, isNew] = scops.try_emplace(function);
    if (isNew)
      before->second = build(function);
    if (!before->second)
      return "";
    SmallVector<FaultSite> sites = fault.collect(function);
    auto *own = llvm::find_if(sites, [&](const FaultSite &other) {
      return other.op == site.op && other.what == site.what;
    });
    OwningOpRef<ModuleOp> holder = ModuleOp::create(function.getLoc());
    IRMapping copied;
    Operation *clone = function->clone(copied);
    holder->push_back(clone);
    fault.collect(clone)[own - sites.begin()].apply();
    std::unique_ptr<Scop> after = build(clone);
    return after ? test::whyEquivalent(*before->second, *after, copied) : "";
  }

  std::shared_ptr<IslContext> context = std::make_shared<IslContext>();
  DenseMap<Operation *, std::unique_ptr<Scop>> scops;
};
} // namespace

void polymem::test::registerTestMutate() { PassRegistration<TestMutate>(); }
