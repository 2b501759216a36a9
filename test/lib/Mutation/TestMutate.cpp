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
// Left out are places where the change makes no difference: where the domains,
// access relations and order of the changed program are those of the original.
// A fault that the checks do not find is therefore a hole in them.
//
//===----------------------------------------------------------------------===//

#include "../TestPasses.h"
#include "Mutations.h"
#include "PolyMem/Polyhedral/Scop.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::test;

/// What a Scop says of `function`, as text in isl notation.
static std::optional<SmallVector<std::string>> describe(Operation *function) {
  ScopFailure failure;
  std::unique_ptr<Scop> scop = Scop::build(function, failure);
  if (!scop)
    return std::nullopt;
  isl::set context = scop->context();
  // Nothing is outside of an array, whatever a copy's set says.
  isl::union_set elements = isl::union_set::empty(scop->ctx());
  for (const ScopArray &array : scop->arrays())
    elements = elements.unite(array.extent);
  SmallVector<std::string> texts;
  for (const isl::union_map &accesses :
       {scop->taggedReads(), scop->taggedMustWrites(), scop->taggedMayWrites()})
    texts.push_back(islToString(
        accesses.intersect_range(elements).intersect_params(context)));
  texts.push_back(islToString(scop->domains().intersect_params(context)));
  texts.push_back(islToString(scop->scheduleMap().intersect_params(context)));
  return texts;
}

/// The two descriptions mean the same.
static bool isEqual(ArrayRef<std::string> a, ArrayRef<std::string> b) {
  IslContext context;
  for (auto [left, right] : llvm::zip_equal(a, b))
    if (left != right && !isl::union_map(context.get(), left)
                              .is_equal(isl::union_map(context.get(), right))
                              .is_true())
      return false;
  return true;
}

namespace {
struct TestMutate : PassWrapper<TestMutate, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMutate)
  TestMutate() = default;
  TestMutate(const TestMutate &other) : PassWrapper(other) {}

  Option<bool> list{*this, "list", llvm::cl::desc("Print all faults")};
  Option<std::string> faultName{*this, "fault", llvm::cl::desc("The fault")};
  Option<unsigned> siteNumber{*this, "site", llvm::cl::desc("Its place"),
                              llvm::cl::init(0)};

  StringRef getArgument() const final { return "test-polymem-mutate"; }
  StringRef getDescription() const final { return "Put a fault in"; }

  void runOnOperation() override {
    descriptions.clear();
    bool found = false;
    for (ArrayRef<Fault> faults : {getScratchFaults(), getKernelFaults()})
      for (const Fault &fault : faults) {
        if (!list && fault.name != faultName)
          continue;
        found = true;
        SmallVector<FaultSite> sites = fault.collect(getOperation());
        if (list) {
          print(fault, sites);
          continue;
        }
        if (siteNumber >= sites.size()) {
          getOperation()->emitError("fault '")
              << faultName << "' has " << sites.size() << " sites here";
          return signalPassFailure();
        }
        sites[siteNumber].apply();
      }
    if (!found) {
      getOperation()->emitError("there is no fault '") << faultName << "'";
      signalPassFailure();
    }
  }

private:
  using Description = std::optional<SmallVector<std::string>>;

  void print(const Fault &fault, ArrayRef<FaultSite> sites) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (auto [number, site] : llvm::enumerate(sites))
      if (!fault.isModelled || makesDifference(fault, site))
        os << fault.name << " " << number << ": " << site.op->getLoc() << ": "
           << site.op->getName() << ": " << site.what << "\n";
    llvm::outs() << text;
  }

  /// True iff the function around `site` means something else with the fault,
  /// as far as a Scop can tell.
  bool makesDifference(const Fault &fault, const FaultSite &site) {
    auto function = dyn_cast<FunctionOpInterface>(site.op);
    if (!function)
      function = site.op->getParentOfType<FunctionOpInterface>();
    auto [before, isNew] = descriptions.try_emplace(function);
    if (isNew)
      before->second = describe(function);
    if (!before->second)
      return true;
    SmallVector<FaultSite> sites = fault.collect(function);
    auto *own = llvm::find_if(sites, [&](const FaultSite &other) {
      return other.op == site.op && other.what == site.what;
    });
    OwningOpRef<ModuleOp> holder = ModuleOp::create(function.getLoc());
    Operation *clone = function->clone();
    holder->push_back(clone);
    fault.collect(clone)[own - sites.begin()].apply();
    Description after = describe(clone);
    return !after || !isEqual(*before->second, *after);
  }

  DenseMap<Operation *, Description> descriptions;
};
} // namespace

void polymem::test::registerTestMutate() { PassRegistration<TestMutate>(); }
