//===- TestAstToAffine.cpp - code generation from isl text ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-ast-to-affine` replaces
//
//   "test.scan"(%n, %m) {set = "[p0, p1] -> { A[i] : ... }"} : ...
//
// by loops around `"test.visit"(%i)`, and
//
//   "test.generate"(%n) {schedule = "{ domain: ... }"} : ...
//
// by code that runs `"test.run"(%i) {statement = "S"}`. Operand k is parameter
// pk; the optional attribute `context` is a parameter set. An operation that
// cannot be replaced stays and gets a remark. The optional attribute
// `refuse` names a statement whose emission fails.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

namespace {

struct TestAstToAffine : PassWrapper<TestAstToAffine, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestAstToAffine)

  TestAstToAffine() = default;
  TestAstToAffine(const TestAstToAffine &other) : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "test-polymem-ast-to-affine";
  }
  StringRef getDescription() const override {
    return "Generate code from isl sets and schedules given as text";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<affine::AffineDialect, arith::ArithDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name == "test.scan" || name == "test.generate")
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      if (succeeded(replace(op)))
        op->erase();
      else
        op->emitRemark("no code was generated");
    }
  }

  LogicalResult replace(Operation *op) {
    IslContext ctx;
    OpBuilder builder(op);
    AstOptions options;
    options.maxIslOperations = maxIslOperations;
    options.forceScf = forceScf;
    isl::set context;
    if (auto text = op->getAttrOfType<StringAttr>("context"))
      context = isl::set(ctx, text.str());
    auto refused = op->getAttrOfType<StringAttr>("refuse");
    auto parameters = [&](const isl::id &id) -> Value {
      unsigned index = 0;
      StringRef name(isl_id_get_name(id.get()));
      if (!name.consume_front("p") || name.getAsInteger(10, index) ||
          index >= op->getNumOperands())
        return {};
      return op->getOperand(index);
    };
    if (auto text = op->getAttrOfType<StringAttr>("set"))
      return scanSet(
          builder, op->getLoc(), isl::set(ctx, text.str()), context, parameters,
          [&](OpBuilder &inner, ValueRange coordinates) {
            create(inner, op->getLoc(), "test.visit", coordinates);
            return success();
          },
          options);
    auto text = op->getAttrOfType<StringAttr>("schedule");
    if (!text)
      return failure();
    return generateCode(
        builder, op->getLoc(), isl::schedule(ctx, text.str()), context,
        parameters,
        [&](OpBuilder &inner, StringRef statement, ValueRange coordinates) {
          Operation *run = create(inner, op->getLoc(), "test.run", coordinates);
          run->setAttr("statement", inner.getStringAttr(statement));
          return success(!refused || refused.getValue() != statement);
        },
        options);
  }

  static Operation *create(OpBuilder &builder, Location loc, StringRef name,
                           ValueRange operands) {
    OperationState state(loc, name);
    state.addOperands(operands);
    return builder.create(state);
  }

  Option<unsigned long> maxIslOperations{
      *this, "max-isl-operations", llvm::cl::init(kDefaultIslOperations),
      llvm::cl::desc("Budget of isl operations")};
  Option<bool> forceScf{*this, "force-scf", llvm::cl::init(false),
                        llvm::cl::desc("Emit scf and arith only")};
};

} // namespace

void polymem::test::registerTestAstToAffine() {
  PassRegistration<TestAstToAffine>();
}
