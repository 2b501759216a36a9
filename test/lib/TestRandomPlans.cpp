//===- TestRandomPlans.cpp - random plans of nests ------------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `test-polymem-random-plans` gives half of the nests of a function a random
// `prem.plan`, by which polymem-tile cuts them into segments. Most of them can
// be obeyed as far as polymem-tile goes: a plan that is refused is drawn again
// a few times, but for one in five, for refusals are to be tested, too.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Components/ComponentPlan.h"
#include "PolyMem/Dialect/Prem/IR/Prem.h"
#include "PolyMem/Support/Random.h"
#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace polymem;

/// The loops of the perfect nest that begins at `loop`.
static unsigned depthOf(affine::AffineForOp loop) {
  unsigned depth = 1;
  while (true) {
    Block &body = *loop.getBody();
    auto inner = dyn_cast<affine::AffineForOp>(body.front());
    if (!inner || std::next(body.begin(), 2) != body.end())
      return depth;
    loop = inner;
    ++depth;
  }
}

static prem::PlanAttr randomPlan(affine::AffineForOp loop, unsigned arguments,
                                 unsigned cores, Random &random) {
  MLIRContext *context = loop.getContext();
  unsigned depth = std::max(depthOf(loop), 1u);
  unsigned cut = random.chance(40) ? depth : 1 + random.pick(depth);
  SmallVector<int64_t> tile, groups(cut, 1);
  for (unsigned d = 0; d < cut; ++d)
    tile.push_back(random.integer(1, 7));
  // Cores share a loop that is likely to be parallel.
  unsigned shared = random.chance(70) ? 0 : random.pick(cut);
  if (cut > 1 && cores % 2 == 0 && random.chance(25)) {
    groups[0] = 2;
    groups[1] = cores / 2;
  } else {
    groups[shared] = cores;
  }
  SmallVector<NamedAttribute> modes;
  static constexpr prem::Mode kModes[] = {
      prem::Mode::Stream, prem::Mode::Resident, prem::Mode::Serial};
  for (unsigned i = 0; i < arguments; ++i)
    if (random.chance(10))
      modes.emplace_back(StringAttr::get(context, "arg" + std::to_string(i)),
                         prem::ModeAttr::get(context, kModes[random.pick(3)]));
  return prem::PlanAttr::get(
      context, tile, groups,
      modes.empty() ? DictionaryAttr() : DictionaryAttr::get(context, modes));
}

/// Nobody refuses the plans of `func` as they are now.
static bool canBeObeyed(func::FuncOp func, unsigned cores) {
  ComponentRequest request;
  request.cores = cores;
  request.sizes = {1};
  return !planComponents(func.getBody().front(), request).hasRefusals();
}

namespace {
struct TestRandomPlans
    : PassWrapper<TestRandomPlans, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestRandomPlans)
  TestRandomPlans() = default;
  TestRandomPlans(const TestRandomPlans &other) : PassWrapper(other) {}
  StringRef getArgument() const final { return "test-polymem-random-plans"; }
  StringRef getDescription() const final {
    return "Give some nests a random plan of segments";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<prem::PremDialect>();
  }

  void runOnOperation() override {
    Random random(Random(seed).next(), /*stream=*/7);
    getOperation().walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
      if (!random.chance(share))
        return WalkResult::skip();
      unsigned tries = random.chance(20) ? 1 : 8;
      unsigned arguments = getOperation().getNumArguments();
      do
        // No loop of many nests can be shared.
        loop->setAttr("prem.plan",
                      randomPlan(loop, arguments,
                                 tries == 2 || tries == 3 ? 1 : cores, random));
      while (--tries > 0 && !canBeObeyed(getOperation(), cores));
      return WalkResult::skip();
    });
  }

  Option<unsigned> seed{*this, "seed", llvm::cl::init(1)};
  Option<unsigned> cores{*this, "cores", llvm::cl::init(1)};
  /// Of 100 nests, so many get a plan.
  Option<unsigned> share{*this, "share", llvm::cl::init(50)};
};
} // namespace

void polymem::test::registerTestRandomPlans() {
  PassRegistration<TestRandomPlans>();
}
