//===- Snapshots.cpp - copies of arrays in front of nests -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "ExpansionCandidates.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// More are not tried.
static constexpr size_t kMaxSnapshots = 8;

namespace {

/// What accesses an array in one nest.
struct NestAccesses {
  SmallVector<affine::AffineLoadOp> loads;
  SmallVector<affine::AffineStoreOp> stores;
};

} // namespace

/// Subscript `d` of an access.
template <typename AccessOp>
static IndexTerms subscriptOf(AccessOp op, unsigned d) {
  return IndexTerms{op.getAffineMap(), llvm::to_vector(op.getMapOperands())}.at(
      d);
}

/// The sum of what `a - b` and `c - d` never exceed is negative.
static bool isNegative(const IndexTerms &a, const IndexTerms &b,
                       const IndexTerms &c, const IndexTerms &d) {
  std::optional<int64_t> first = greatestDifference(a, b);
  std::optional<int64_t> second =
      first ? greatestDifference(c, d) : std::nullopt;
  int64_t sum;
  return second && !llvm::AddOverflow(*first, *second, sum) && sum < 0;
}

/// `sign` times the variable of `nest`, and what `subscript` has
/// from outside of the nest, which is the same in all instances.
static IndexTerms pointOf(affine::AffineForOp nest, int64_t sign,
                          const IndexTerms &subscript) {
  MLIRContext *context = nest.getContext();
  AffineMap map = subscript.map;
  SmallVector<AffineExpr> dims, symbols;
  for (auto [k, operand] : llvm::enumerate(subscript.operands)) {
    bool isOutside = nest.isDefinedOutsideOfLoop(operand);
    (k < map.getNumDims() ? dims : symbols)
        .push_back(isOutside ? getAffineDimExpr(k, context)
                             : getAffineConstantExpr(0, context));
  }
  unsigned numOperands = subscript.operands.size();
  AffineExpr sum = map.getResult(0).replaceDimsAndSymbols(dims, symbols) +
                   getAffineDimExpr(numOperands, context) * sign;
  IndexTerms result{AffineMap::get(numOperands + 1, 0, sum),
                    subscript.operands};
  result.operands.push_back(nest.getInductionVar());
  return result;
}

/// In some subscript, `load` is ahead of what `store` has written in the same
/// and in all earlier iterations of `nest`: with its variable i and what is the
/// same in all instances,
///
///   store - i < load - i, or load + i < store + i, in all of them.
static bool isAhead(affine::AffineLoadOp load, affine::AffineStoreOp store,
                    affine::AffineForOp nest) {
  for (unsigned d = 0, e = load.getMemRefType().getRank(); d < e; ++d) {
    IndexTerms read = subscriptOf(load, d), written = subscriptOf(store, d);
    IndexTerms up = pointOf(nest, 1, written);
    IndexTerms down = pointOf(nest, -1, written);
    if (isNegative(written, up, up, read) ||
        isNegative(read, down, down, written))
      return true;
  }
  return false;
}

/// The accesses of `array` by nest; empty if something else is done with it.
static llvm::MapVector<Operation *, NestAccesses> accessesOf(func::FuncOp func,
                                                             Value array) {
  llvm::MapVector<Operation *, NestAccesses> result;
  size_t count = 0;
  for (OpOperand &use : array.getUses()) {
    Operation *op = use.getOwner();
    if (isa<memref::DeallocOp, memref::DimOp>(op))
      continue;
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    auto store = dyn_cast<affine::AffineStoreOp>(op);
    Operation *nest = func.getBody().front().findAncestorOpInBlock(*op);
    if ((!load && !(store && use.getOperandNumber() == 1)) || !nest ||
        ++count > kMaxArrayAccesses)
      return {};
    if (load)
      result[nest].loads.push_back(load);
    else
      result[nest].stores.push_back(store);
  }
  return result;
}

std::vector<Snapshot> polymem::findSnapshots(func::FuncOp func) {
  SmallVector<Value> arrays(func.getArguments());
  func.walk([&](memref::AllocOp op) { arrays.push_back(op); });
  std::vector<Snapshot> result;
  for (Value array : arrays) {
    if (!isa<MemRefType>(array.getType()))
      continue;
    for (auto &[op, accesses] : accessesOf(func, array)) {
      auto nest = dyn_cast<affine::AffineForOp>(op);
      if (!nest || accesses.stores.empty() || result.size() == kMaxSnapshots)
        continue;
      Snapshot snapshot{array, nest, {}};
      for (affine::AffineLoadOp load : accesses.loads)
        if (llvm::all_of(accesses.stores, [&](affine::AffineStoreOp store) {
              return isAhead(load, store, nest);
            }))
          snapshot.loads.push_back(load);
      if (!snapshot.loads.empty())
        result.push_back(std::move(snapshot));
    }
  }
  return result;
}

std::optional<ArrayWeb> polymem::webOf(const Scop &scop,
                                       const Snapshot &snapshot) {
  SmallVector<const ScopAccess *> reads;
  for (const ScopAccess &access : scop.accesses()) {
    if (!llvm::is_contained(snapshot.loads, access.op))
      continue;
    if (!access.must || !access.sure ||
        scop.arrays()[access.array].value != snapshot.array)
      return std::nullopt;
    reads.push_back(&access);
  }
  if (reads.size() != snapshot.loads.size())
    return std::nullopt;
  return webOfReads(scop, reads);
}
