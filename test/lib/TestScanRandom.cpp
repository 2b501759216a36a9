//===- TestScanRandom.cpp - proves generated code for random sets ---------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-scan-random` generates code for random parametric sets, builds
// the scop of that code, and proves with isl that exactly the set's elements
// are visited, each once, in lexicographic order, for all parameter values.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <random>

using namespace mlir;
using namespace polymem;

namespace {

/// Text of random sets `[arg1, arg2] -> { [i0, i1] : ... }`.
class RandomSets {
public:
  explicit RandomSets(unsigned seed) : engine(seed) {}

  std::string next() {
    std::string text = "[arg1, arg2] -> { ";
    unsigned pieces = 1 + pick(3);
    for (unsigned piece = 0; piece < pieces; ++piece) {
      // Bounded, whatever else is said.
      text += piece ? "; " : "";
      text += "[i0, i1] : " + std::to_string(-int(pick(6))) +
              " <= i0 < arg1 and i0 <= 40 and -" + std::to_string(pick(5)) +
              " <= i1 <= arg2 + " + std::to_string(pick(9));
      for (unsigned c = pick(3); c > 0; --c)
        text += " and " + constraint();
    }
    return text + " }";
  }

private:
  unsigned pick(unsigned count) { return engine() % count; }
  std::string coefficient() { return std::to_string(int(pick(7)) - 3); }
  std::string affine() {
    return coefficient() + "i0 + " + coefficient() + "i1 + " + coefficient() +
           "arg" + std::to_string(1 + pick(2)) + " + " + coefficient();
  }
  std::string constraint() {
    std::string modulus = std::to_string(2 + pick(4));
    switch (pick(5)) {
    case 0:
      return "(" + affine() + ") mod " + modulus + " = " +
             std::to_string(pick(2));
    case 1:
      return "i" + std::to_string(pick(2)) + " >= floor((" + affine() + ")/" +
             modulus + ")";
    case 2:
      return "(i0 = " + std::to_string(pick(5)) + " or " + affine() + " >= 0)";
    default:
      return affine() + " >= 0";
    }
  }

  std::mt19937 engine;
};

struct TestScanRandom : PassWrapper<TestScanRandom, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScanRandom)

  TestScanRandom() = default;
  TestScanRandom(const TestScanRandom &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-polymem-scan-random"; }
  StringRef getDescription() const override {
    return "Prove the code generated for random sets";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    func::FuncDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    SmallVector<std::string> sets;
    if (auto given = getOperation()->getAttrOfType<ArrayAttr>("test.sets"))
      for (StringRef text : given.getAsValueRange<StringAttr>())
        sets.push_back(text.str());
    RandomSets random(seed);
    for (unsigned k = 0; k < count; ++k)
      sets.push_back(random.next());
    unsigned proved = 0;
    for (auto [k, text] : llvm::enumerate(sets)) {
      func::FuncOp func = generate(text, k);
      if (!func || failed(verify(func)))
        return fail(text, "no valid code was generated");
      if (std::string wrong = prove(func, text); !wrong.empty())
        return fail(text, wrong);
      func.erase();
      ++proved;
    }
    llvm::outs() << "// " << proved << " sets proved\n";
  }

  void fail(StringRef text, StringRef why) {
    getOperation().emitError() << why << ": " << text;
    signalPassFailure();
  }

  /// A function that stores to each element of the set.
  func::FuncOp generate(const std::string &text, unsigned k) {
    IslContext ctx;
    Location loc = getOperation().getLoc();
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto memref = MemRefType::get({ShapedType::kDynamic, ShapedType::kDynamic},
                                  builder.getF32Type());
    Type index = builder.getIndexType();
    auto func = func::FuncOp::create(
        builder, loc, "scan" + std::to_string(k),
        builder.getFunctionType({memref, index, index, builder.getF32Type()},
                                {}));
    Block *body = func.addEntryBlock();
    builder.setInsertionPointToStart(body);
    auto parameters = [&](const isl::id &id) -> Value {
      return body->getArgument(id.get_name() == "arg1" ? 1 : 2);
    };
    AstOptions options;
    LogicalResult result = scanSet(
        builder, loc, isl::set(ctx, text), isl::set(), parameters,
        [&](OpBuilder &inner, ValueRange coordinates) {
          affine::AffineStoreOp::create(inner, loc, body->getArgument(3),
                                        body->getArgument(0), coordinates);
          return success();
        },
        options);
    func::ReturnOp::create(builder, loc);
    if (succeeded(result))
      return func;
    func.erase();
    return {};
  }

  /// What is wrong with `func` as a scan of the set; empty if nothing is.
  std::string prove(func::FuncOp func, const std::string &text) {
    ScopFailure failure;
    std::unique_ptr<Scop> scop = Scop::build(func, failure);
    if (!scop)
      return failure.reason.text;
    isl::set set = isl::set(scop->ctx(), text)
                       .set_tuple_id("arg0")
                       .intersect_params(scop->context());
    // { S[i] -> arg0[a] }
    isl::union_map visits = scop->mustWrites();
    if (!visits.range().is_equal(set.to_union_set()).is_true())
      return "other elements are visited";
    if (!visits.is_injective().is_true())
      return "an element is visited twice";
    // { arg0[a] -> [t] }: no element comes after a successor. (Elements stored
    // to by one instance come in textual order.)
    isl::union_map times = visits.reverse().apply_range(scop->scheduleMap());
    isl::union_set when = times.range();
    isl::union_map after =
        isl::manage(isl_union_set_lex_gt_union_set(when.copy(), when.copy()));
    isl::map smaller = isl::map::lex_lt(set.get_space());
    isl::union_map wrong = times.apply_range(after)
                               .apply_range(times.reverse())
                               .intersect(smaller.to_union_map());
    if (!wrong.is_empty().is_true()) {
      llvm::errs() << "WRONG " << islToString(wrong) << "\n";
    }
    return wrong.is_empty().is_true() ? "" : "the order is not lexicographic";
  }

  Option<unsigned> seed{*this, "seed", llvm::cl::init(1),
                        llvm::cl::desc("Seed of the random sets")};
  Option<unsigned> count{*this, "count", llvm::cl::init(20),
                         llvm::cl::desc("Number of sets")};
};

} // namespace

void polymem::test::registerTestScanRandom() {
  PassRegistration<TestScanRandom>();
}
