//===- PrintArrayStorage.cpp - cells of arrays in a given order -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Dependences.h"
#include "PolyMem/Storage/Arrays/ArrayConflicts.h"
#include "PolyMem/Storage/Arrays/OrderedConflicts.h"
#include "PolyMem/Support/Remarks.h"
#include "PolyMem/Transforms/Passes.h"
#include "PrintedMapping.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace polymem {
#define GEN_PASS_DEF_PRINTARRAYSTORAGEPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

namespace {
struct PrintArrayStoragePass
    : polymem::impl::PrintArrayStoragePassBase<PrintArrayStoragePass> {
  using PrintArrayStoragePassBase::PrintArrayStoragePassBase;

  void runOnOperation() override;

private:
  std::optional<ConflictSet> conflictsOf(const Scop &scop,
                                         const ScopArray &array,
                                         const isl::union_map &before);
  void printArray(llvm::raw_ostream &os, const Scop &scop,
                  const ScopArray &array, const isl::union_map &before,
                  const StorageOptions &options);
  void missed(StringRef name, const Sentence &reason) {
    remarkMissed(getOperation(), getArgument(), name) << reason;
  }
};
} // namespace

/// The conflicts in the order of the options; nothing, with a remark, if there
/// are none to choose a mapping for.
std::optional<ConflictSet>
PrintArrayStoragePass::conflictsOf(const Scop &scop, const ScopArray &array,
                                   const isl::union_map &before) {
  std::optional<ConflictSet> conflicts;
  bool contradicts = false;
  if (orderText == "program") {
    DependenceOptions dependenceOptions;
    dependenceOptions.maxIslOperations = maxIslOperations;
    dependenceOptions.memoryBased = false;
    dependenceOptions.array = &array;
    auto flow = Dependences::compute(scop, dependenceOptions);
    IslOperationsGuard guard(scop.ctx(), maxIslOperations);
    if (flow) {
      conflicts =
          computeArrayConflicts(scop, array, *flow, ConflictPrecision::Exact);
      addSureConflicts(*conflicts, scop, array, *flow);
    }
  } else {
    IslOperationsGuard guard(scop.ctx(), maxIslOperations);
    OrderedAccesses accesses =
        orderText == "lock-step"
            ? OrderedAccesses::inLockStep(scop, array)
            : OrderedAccesses::inOrder(scop, array, before);
    contradicts = accesses.contradictProgram();
    if (!contradicts)
      conflicts = accesses.conflicts();
  }
  if (contradicts) {
    missed("OtherOrder",
           sentence("the order is not one of the program: accesses to {0} that "
                    "depend on each other happen the other way round, or "
                    "that is not known",
                    named("Array", array.name)));
    return std::nullopt;
  }
  if (!conflicts || conflicts->isNull()) {
    missed("Budget",
           sentence("budget of {0} isl operations exhausted: it is not known "
                    "which elements of {1} are needed at the same time",
                    named("MaxIslOperations", maxIslOperations.getValue()),
                    named("Array", array.name)));
    return std::nullopt;
  }
  return conflicts;
}

void PrintArrayStoragePass::printArray(llvm::raw_ostream &os, const Scop &scop,
                                       const ScopArray &array,
                                       const isl::union_map &before,
                                       const StorageOptions &options) {
  std::optional<ConflictSet> conflicts = conflictsOf(scop, array, before);
  if (!conflicts)
    return;
  StorageDecision decision = chooseStorage(*conflicts, options);
  if (decision.candidates.empty())
    return missed("NoMapping",
                  "no mapping of " + array.name + " is known for all sizes");
  printBestMapping(os, array.name, *conflicts, decision);
  if (const auto &bound = decision.generalBound)
    os << "  " << array.name << ": at least "
       << bound->cells.text(conflicts->parameters()) << " cells"
       << bound->whereText(conflicts->parameters()) << "\n";
}

void PrintArrayStoragePass::runOnOperation() {
  markAllAnalysesPreserved();
  func::FuncOp func = getOperation();
  if (func.isExternal())
    return;
  StorageOptions options;
  options.maxIslOperations = maxIslOperations;
  if (auto wrong = addAssumed(options, llvm::to_vector<4>(assume))) {
    func.emitError() << getArgument()
                     << ": assume: expected 'name=value', not '" << *wrong
                     << "'";
    return signalPassFailure();
  }
  ScopFailure failure;
  ScopOptions scopOptions;
  scopOptions.maxIslOperations = maxIslOperations;
  std::unique_ptr<Scop> scop = Scop::build(func, failure, scopOptions);
  if (!scop)
    return missed("NotModelled", "cannot be modelled: " + failure.reason);
  isl::union_map before;
  if (orderText != "program" && orderText != "lock-step") {
    before = isl::union_map(scop->ctx(), orderText);
    if (before.is_null()) {
      func.emitError() << getArgument() << ": order: '" << orderText
                       << "' is neither 'program' nor 'lock-step', nor a "
                          "relation that isl can read";
      return signalPassFailure();
    }
  }
  // Functions may be looked at at the same time.
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "storage @" << func.getName() << "\n";
  for (const ScopArray &array : scop->arrays())
    if (array.kind == ScopArray::Kind::MemRef && !array.liveOut &&
        array.depth == 0)
      printArray(os, *scop, array, before, options);
  llvm::errs() << text;
}
