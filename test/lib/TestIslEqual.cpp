//===- TestIslEqual.cpp - compares relations given as text ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-isl-equal` reads relations from the module's attribute
// `test.equal`, a list of `[name, a, b, where]`, and says for each whether `a`
// and `b` are equal on the elements `where`, the domain of a relation; or what
// is in one of them only.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "TestPasses.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace polymem;

namespace {

struct TestIslEqual : PassWrapper<TestIslEqual, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestIslEqual)

  StringRef getArgument() const override { return "test-polymem-isl-equal"; }
  StringRef getDescription() const override {
    return "Compare relations of the attribute test.equal";
  }

  void runOnOperation() override {
    auto all = getOperation()->getAttrOfType<ArrayAttr>("test.equal");
    if (!all || all.empty())
      return fail("no attribute test.equal");
    for (Attribute one : all) {
      SmallVector<std::string> texts;
      if (auto list = dyn_cast<ArrayAttr>(one))
        for (StringRef text : list.getAsValueRange<StringAttr>())
          texts.push_back(text.str());
      if (texts.size() != 4)
        return fail("test.equal: expected [name, a, b, where]");
      if (!compare(texts))
        return;
    }
  }

private:
  void fail(const Twine &why) {
    getOperation().emitError() << why;
    signalPassFailure();
  }

  bool compare(ArrayRef<std::string> texts) {
    IslContext ctx;
    isl::map a(ctx, texts[1]), b(ctx, texts[2]);
    isl::set where(ctx, texts[3]);
    a = a.intersect_domain(where);
    b = b.intersect_domain(where);
    if (a.is_null() || b.is_null()) {
      fail("isl cannot read or compare " + texts[0]);
      return false;
    }
    isl::map onlyA = a.subtract(b), onlyB = b.subtract(a);
    llvm::outs() << "// " << texts[0] << ": ";
    if (onlyA.is_empty().is_true() && onlyB.is_empty().is_true()) {
      llvm::outs() << (a.is_empty().is_true() ? "both empty\n" : "equal\n");
      return true;
    }
    llvm::outs() << "differ\n//   only in the first: "
                 << islToString(onlyA.coalesce())
                 << "\n//   only in the second: "
                 << islToString(onlyB.coalesce()) << "\n";
    fail(texts[0] + ": not equal");
    return false;
  }
};

} // namespace

void polymem::test::registerTestIslEqual() { PassRegistration<TestIslEqual>(); }
