//===- PrintAxes.cpp - along which directions references are coalesced ----===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/LoopFacts.h"
#include "PolyMem/Analysis/Tiling/ThreadDirections.h"
#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Support/SourceNames.h"
#include "PolyMem/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTAXESPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

/// What people call the array.
static std::string nameOf(const ScopArray &array) {
  StringRef name = sourceNameOf(array.value);
  return name.empty() ? array.name : name.str();
}

/// "[1 0; 0 1]".
static std::string textOf(ArrayRef<SmallVector<int64_t>> matrix) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      matrix, os,
      [&](ArrayRef<int64_t> row) { llvm::interleave(row, os, " "); }, "; ");
  return text;
}

/// "neighbours of A, y; one element of x".
static std::string textOf(const Scop &scop, const ThreadNest &nest,
                          const ThreadDirection &direction) {
  SmallVector<std::string> parts;
  for (auto [adjacency, what] :
       {std::pair(Adjacency::Contiguous, "neighbours of "),
        std::pair(Adjacency::Same, "one element of "),
        std::pair(Adjacency::Scattered, "scattered elements of "),
        std::pair(Adjacency::Unknown, "unknown elements of ")}) {
    SmallVector<std::string> names;
    for (auto [reference, each] :
         llvm::zip_equal(nest.references, direction.adjacency))
      if (each == adjacency)
        names.push_back(nameOf(scop.arrays()[reference.access->array]));
    if (!names.empty())
      parts.push_back(what + llvm::join(names, ", "));
  }
  return llvm::join(parts, "; ");
}

static void print(const Scop &scop, const ThreadNest &nest,
                  llvm::function_ref<bool(Operation *)> isParallel,
                  llvm::raw_ostream &os) {
  SmallVector<std::string> names = namesOf(nest);
  os << "  loops ";
  for (auto [d, loopIv] : llvm::enumerate(nest.loops)) {
    Value iv = loopIv;
    Operation *loop = iv.getParentBlock()->getParentOp();
    os << (d == 0 ? "" : ", ") << names[d]
       << (isParallel(loop) ? " (parallel)" : "");
  }
  os << "\n";
  for (const NestReference &reference : nest.references)
    os << "    " << (reference.access->isRead() ? "load " : "store ")
       << nameOf(scop.arrays()[reference.access->array]) << ": "
       << (reference.matrix.empty() ? "no access matrix"
                                    : "[" + textOf(reference.matrix) + "]")
       << (reference.once ? ", each element once\n" : "\n");
  for (const ThreadDirection &direction : findDirections(scop, nest))
    os << "    threads along " << textOf(nest, direction) << ": "
       << textOf(scop, nest, direction) << "\n";
}

namespace {
struct PrintAxesPass : polymem::impl::PrintAxesPassBase<PrintAxesPass> {
  using PrintAxesPassBase::PrintAxesPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    llvm::raw_ostream &os = llvm::errs();
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      os << "axes of @" << func.getName() << "\n";
      print(func, os);
    }
  }

private:
  void print(func::FuncOp func, llvm::raw_ostream &os) {
    ScopFailure failure;
    ScopOptions options;
    options.maxIslOperations = maxIslOperations;
    std::unique_ptr<Scop> scop = Scop::build(func, failure, options);
    if (!scop) {
      os << "  not modelled: " << failure.reason.text << "\n";
      return;
    }
    auto dependences = sequentialDependences(*scop, maxIslOperations);
    if (!dependences) {
      os << "  the dependences exceed the budget of " << maxIslOperations
         << " isl operations\n";
      return;
    }
    IslOperationsGuard guard(scop->ctx(), maxIslOperations);
    // Each loop is a band of its own.
    DenseMap<Operation *, unsigned> numbers;
    for (const ScopLoop &loop : scop->loops())
      numbers.try_emplace(loop.op, numbers.size());
    auto facts = computeLoopFacts(*scop, *dependences, [&](Operation *loop) {
      return std::optional<unsigned>(numbers.lookup(loop));
    });
    auto isParallel = [&](Operation *loop) {
      auto known = facts.find(loop);
      return known != facts.end() && known->second.parallel;
    };
    for (const ThreadNest &nest :
         findThreadNests(*scop, isParallel, /*all=*/true))
      ::print(*scop, nest, isParallel, os);
    if (guard.exceeded())
      os << "  there may be more: the budget of " << maxIslOperations
         << " isl operations ended\n";
  }
};
} // namespace
