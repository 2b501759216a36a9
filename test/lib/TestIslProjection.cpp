//===- TestIslProjection.cpp - projections of random relations ------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-isl-projection` compares `rangeWithDivisions` with isl's own
// projection, for the relations in the module's attribute `test.relations`, of
// which it prints how many basic sets both have, and for random ones.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/IslProjection.h"
#include "TestPasses.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <random>

using namespace mlir;
using namespace polymem;

namespace {

/// Text of random basic maps `[n] -> { S[t, i] -> A[a] : ... }`.
class RandomRelations {
public:
  explicit RandomRelations(unsigned seed) : engine(seed) {}

  std::string next() {
    bool plane = pick(2);
    std::string text = "[n] -> { S[t, i] -> ";
    text += plane ? "A[a, b]" : "A[a]";
    text += " : 0 <= t <= " + std::to_string(3 + pick(9)) + " and -n <= i <= n";
    for (unsigned c = 2 + pick(4); c > 0; --c)
      text += " and " + affine(plane) + " >= 0";
    text += pick(2) ? " and a = i + " + coefficient() + "t"
                    : " and i - 1 <= a <= i + " + std::to_string(pick(3));
    if (plane)
      text += " and -3 <= b + 2t <= " + std::to_string(pick(6));
    return text + " }";
  }

private:
  unsigned pick(unsigned count) { return engine() % count; }
  std::string coefficient() { return std::to_string(int(pick(7)) - 3); }
  std::string affine(bool plane) {
    return coefficient() + "t + " + coefficient() + "i + " + coefficient() +
           "a + " + (plane ? coefficient() + "b + " : "") + coefficient() +
           "n + " + std::to_string(pick(12));
  }

  std::mt19937 engine;
};

struct TestIslProjection
    : PassWrapper<TestIslProjection, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestIslProjection)

  TestIslProjection() = default;
  TestIslProjection(const TestIslProjection &other) : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "test-polymem-isl-projection";
  }
  StringRef getDescription() const override {
    return "Compare projections with explicit divisions with isl's";
  }

  void runOnOperation() override {
    if (auto given = getOperation()->getAttrOfType<ArrayAttr>("test.relations"))
      for (StringRef text : given.getAsValueRange<StringAttr>())
        if (std::optional<int> sets = compare(text.str())) {
          IslContext ctx;
          llvm::outs() << "// " << *sets << " explicit basic sets, isl's are "
                       << numExplicit(isl::map(ctx, text.str()).range())
                       << "\n";
        }
    RandomRelations random(seed);
    unsigned single = 0;
    for (unsigned k = 0; k < count; ++k)
      single += compare(random.next()).value_or(2) <= 1;
    llvm::outs() << "// " << single << " of " << count.getValue()
                 << " random relations have one explicit basic set\n";
  }

  /// The number of basic sets once no variable is existential.
  static int numExplicit(const isl::set &set) {
    return isl_set_n_basic_set(
        isl::manage(isl_set_compute_divs(set.copy())).get());
  }

  /// This number, of the range; nothing if it is wrong.
  std::optional<int> compare(const std::string &text) {
    IslContext ctx;
    isl::map relation(ctx, text);
    isl::set range = rangeWithDivisions(relation);
    if (!range.is_null() && range.is_equal(relation.range()).is_true())
      return numExplicit(range);
    getOperation().emitError() << "the range differs: " << text;
    signalPassFailure();
    return std::nullopt;
  }

  Option<unsigned> seed{*this, "seed", llvm::cl::init(1),
                        llvm::cl::desc("Seed of the random relations")};
  Option<unsigned> count{*this, "count", llvm::cl::init(100),
                         llvm::cl::desc("Number of random relations")};
};

} // namespace

void polymem::test::registerTestIslProjection() {
  PassRegistration<TestIslProjection>();
}
