//===- ContractArrays.cpp - temporary arrays in few cells -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Support/Refusals.h"
#include "PolyMem/Transforms/Passes.h"
#include "SharedBuffers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace polymem {
#define GEN_PASS_DEF_CONTRACTARRAYSPASS
#include "PolyMem/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;

static constexpr llvm::StringLiteral kPass = "polymem-contract-arrays";

namespace {
/// Decides how the arrays of one function are stored.
class Contractor {
public:
  Contractor(const Scop &scop, const ContractArraysPassOptions &options,
             StorageOptions storage, Refusals &refusals)
      : scop(scop), options(options), storage(std::move(storage)),
        refusals(refusals), dominance(scop.root()) {}

  /// What is known of an allocation and of the best mapping by itself;
  /// nothing, and a remark, if it has to stay as it is.
  std::optional<LocalArray> analyse(Operation *alloc);
  /// The mapping of an array that shares its cells with no other; nothing, and
  /// a remark, if it stays.
  std::optional<EmittedMapping> decide(const LocalArray &local);

private:
  const Scop &scop;
  const ContractArraysPassOptions &options;
  StorageOptions storage;
  Refusals &refusals;
  DominanceInfo dominance;
};

struct ContractArraysPass
    : polymem::impl::ContractArraysPassBase<ContractArraysPass> {
  using ContractArraysPassBase::ContractArraysPassBase;
  void runOnOperation() override;
};
} // namespace

/// A user that is neither an access of an element nor the end of the array's
/// life; null if there is none.
static Operation *otherUser(Value memref) {
  for (OpOperand &use : memref.getUses()) {
    Operation *user = use.getOwner();
    bool isAccess = isa<affine::AffineLoadOp, memref::LoadOp, memref::DeallocOp,
                        memref::DimOp>(user) ||
                    (isa<affine::AffineStoreOp, memref::StoreOp>(user) &&
                     use.getOperandNumber() == 1);
    if (!isAccess)
      return user;
  }
  return nullptr;
}

std::optional<LocalArray> Contractor::analyse(Operation *alloc) {
  Value memref = alloc->getResult(0);
  auto type = cast<MemRefType>(memref.getType());
  if (!type.getLayout().isIdentity()) {
    refusals.missed(alloc, "Layout", "its layout is not that of an array");
    return std::nullopt;
  }
  if (Operation *user = otherUser(memref)) {
    refusals.missed(alloc, "OtherUse",
                    "'" + user->getName().getStringRef().str() +
                        "' uses it, which neither loads nor stores an element");
    return std::nullopt;
  }
  const ScopArray *array = scop.arrayOf(memref);
  if (!array || array->liveOut) {
    refusals.missed(alloc, "NotAccessed", "no load or store is known");
    return std::nullopt;
  }
  DependenceOptions dependenceOptions;
  dependenceOptions.maxIslOperations = options.maxIslOperations;
  dependenceOptions.memoryBased = false;
  dependenceOptions.array = array;
  auto flow = Dependences::compute(scop, dependenceOptions);
  std::optional<ConflictSet> conflicts;
  ConflictPrecision used = ConflictPrecision::Exact;
  for (auto precision : {ConflictPrecision::Exact, ConflictPrecision::Hull}) {
    if (!flow || (conflicts && !conflicts->isNull()))
      break;
    IslOperationsGuard guard(scop.ctx(), options.maxIslOperations);
    used = precision;
    conflicts = computeArrayConflicts(scop, *array, *flow, precision);
    if (conflicts->isNull() && precision == ConflictPrecision::Exact)
      remarkAnalysis(alloc, kPass, "Approximated")
          << "budget of " + std::to_string(options.maxIslOperations) +
                 " isl operations exhausted: values of " + array->name +
                 " are taken to be needed until after their last reads";
  }
  if (!conflicts || conflicts->isNull()) {
    refusals.failed(alloc, "Budget",
                    "budget of " + std::to_string(options.maxIslOperations) +
                        " isl operations exhausted: it is not known which "
                        "elements of " +
                        array->name + " are needed at the same time");
    return std::nullopt;
  }
  StorageDecision decision = chooseStorage(*conflicts, storage);
  if (decision.candidates.empty()) {
    refusals.missed(alloc, "NoMapping",
                    "no mapping is known that is valid for all sizes of " +
                        array->name);
    return std::nullopt;
  }
  return LocalArray{alloc, array,      std::move(*flow),
                    used,  *conflicts, std::move(decision)};
}

std::optional<EmittedMapping> Contractor::decide(const LocalArray &local) {
  auto &[alloc, array, flow, precision, conflicts, decision] = local;
  const std::vector<std::string> &names = conflicts.parameters();
  const StorageCandidate &best = decision.candidates.front();
  std::optional<int64_t> before = elementsOf(*array, names, decision.assumed);
  std::optional<int64_t> after = best.sizeAt(decision.assumed);
  std::string sizes = whereText(names, decision.assumed);
  if (!after || (before && *after >= *before)) {
    refusals.missed(alloc, "NotSmaller",
                    array->name +
                        " stays as it is: no mapping is known to fewer cells "
                        "than its " +
                        std::to_string(before.value_or(0)) + " elements" +
                        sizes + boundsText(decision, names));
    return std::nullopt;
  }
  auto parameters = parametersAt(scop, dominance, alloc, names);
  if (!parameters) {
    refusals.missed(alloc, "UnknownSize",
                    "the sizes that its mapping depends on are not known where "
                    "it is allocated");
    return std::nullopt;
  }
  std::string mappings;
  for (const StorageCase &part : best.cases) {
    mappings += (mappings.empty() ? "" : ", else ") + part.mapping.text(names) +
                ", " + part.mapping.size().text(names) + " cells";
    if (best.cases.size() > 1)
      mappings += ", where " +
                  islToString(part.context.gist(conflicts.domain().context()));
  }
  remarkPassed(alloc, kPass, "Contracted")
      << array->name + " takes " + std::to_string(*after) +
             " cells instead of " +
             (before ? std::to_string(*before) : "arbitrarily many") + sizes +
             ", by " + toString(best.method).str() + ": " + mappings +
             boundsText(decision, names);
  EmittedMapping result{best.cases, *parameters, conflicts.rank()};
  for (StorageCase &part : result.cases)
    part.context = part.context.gist(conflicts.domain().context());
  return result;
}

/// Makes the array a buffer.
static void contract(Operation *alloc, const EmittedMapping &mapping) {
  Value memref = alloc->getResult(0);
  auto type = cast<MemRefType>(memref.getType());
  OpBuilder builder(alloc);
  auto [attribute, symbols] = mapping.emit(builder, alloc->getLoc());
  auto bufferType = MemRefType::get(type.getShape(), type.getElementType(),
                                    attribute, type.getMemorySpace());
  auto buffer = scratch::AllocOp::create(builder, alloc->getLoc(), bufferType,
                                         alloc->getOperands(), symbols,
                                         /*shared_cells=*/true);
  for (Operation *user : llvm::make_early_inc_range(memref.getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  memref.replaceAllUsesWith(buffer);
  alloc->erase();
}

void ContractArraysPass::runOnOperation() {
  func::FuncOp func = getOperation();
  ContractArraysPassOptions options;
  options.strict = strict;
  options.maxIslOperations = maxIslOperations;
  StorageOptions storage;
  storage.maxIslOperations = maxIslOperations;
  for (StringRef text : assume) {
    auto [name, value] = text.split('=');
    int64_t number;
    if (name.empty() || value.getAsInteger(10, number)) {
      func.emitError() << kPass << ": assume: expected 'name=value', not '"
                       << text << "'";
      return signalPassFailure();
    }
    storage.assumed.emplace_back(name.str(), number);
  }
  SmallVector<Operation *> allocs;
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      allocs.push_back(op);
  });
  Refusals refusals(kPass, strict);
  unsigned contracted = 0;
  if (!allocs.empty()) {
    ScopFailure failure;
    ScopOptions scopOptions;
    scopOptions.maxIslOperations = maxIslOperations;
    if (auto scop = Scop::build(func, failure, scopOptions)) {
      Contractor contractor(*scop, options, storage, refusals);
      std::vector<LocalArray> arrays;
      for (Operation *alloc : allocs)
        if (auto local = contractor.analyse(alloc))
          arrays.push_back(std::move(*local));
      std::vector<SharedBuffer> buffers;
      if (share)
        buffers = findSharedBuffers(*scop, arrays, storage, kPass);
      llvm::SmallPtrSet<Operation *, 8> sharing;
      for (const SharedBuffer &buffer : buffers)
        for (const LocalArray *local : buffer.arrays)
          sharing.insert(local->alloc);
      std::vector<std::pair<Operation *, EmittedMapping>> contractions;
      for (const LocalArray &local : arrays)
        if (!sharing.contains(local.alloc))
          if (auto mapping = contractor.decide(local))
            contractions.emplace_back(local.alloc, std::move(*mapping));
      for (auto &[alloc, mapping] : contractions)
        contract(alloc, mapping);
      for (const SharedBuffer &buffer : buffers)
        shareBuffer(buffer);
      contracted = contractions.size() + sharing.size();
      numShared += sharing.size();
    } else {
      refusals.failed(failure.op ? failure.op : func, "NotModelled",
                      "arrays stay as they are: " + failure.reason);
    }
  }
  numContracted += contracted;
  if (contracted > 0)
    return;
  markAllAnalysesPreserved();
  if (failed(refusals.nothingDone(func, "no array was contracted")))
    signalPassFailure();
}
