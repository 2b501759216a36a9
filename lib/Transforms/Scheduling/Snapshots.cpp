//===- Snapshots.cpp - copies of arrays in front of nests -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "PolyMem/Polyhedral/AstToAffine.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace polymem;

/// Arrays with more accesses are not looked at, and more snapshots are not
/// tried.
static constexpr size_t kMaxAccesses = 64, kMaxSnapshots = 8;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

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
  IndexTerms result{op.getAffineMap(), llvm::to_vector(op.getMapOperands())};
  result.map = result.map.getSubMap({d});
  return result;
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

/// In some subscript, `store` writes at most what `load` is ahead of in the
/// same and in all later iterations of `nest`: with its variable i,
///
///   store - i < load - i, or store + i > load + i, in all instances.
static bool isAhead(affine::AffineLoadOp load, affine::AffineStoreOp store,
                    affine::AffineForOp nest) {
  Value iv = nest.getInductionVar();
  AffineExpr self = getAffineDimExpr(0, nest.getContext());
  IndexTerms up{AffineMap::get(1, 0, self), {iv}};
  IndexTerms down{AffineMap::get(1, 0, -self), {iv}};
  for (unsigned d = 0, e = load.getMemRefType().getRank(); d < e; ++d) {
    IndexTerms read = subscriptOf(load, d), written = subscriptOf(store, d);
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
        ++count > kMaxAccesses)
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

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// What the loads of `snapshot` read; null if that is not known exactly.
static isl::set elementsOf(const Scop &scop, const Snapshot &snapshot) {
  isl::set result;
  for (const ScopAccess &access : scop.accesses()) {
    if (!llvm::is_contained(snapshot.loads, access.op))
      continue;
    if (!access.must || !access.sure)
      return {};
    isl::set elements =
        access.relation.intersect_params(scop.context()).range();
    result = result.is_null() ? elements : result.unite(elements);
  }
  return result.is_null() ? result : result.coalesce();
}

static Value allocateLike(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<MemRefType>(array.getType());
  Operation *alloc = array.getDefiningOp();
  SmallVector<Value> sizes;
  if (alloc)
    sizes = llvm::to_vector(alloc->getOperands());
  else
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        sizes.push_back(memref::DimOp::create(builder, loc, array, d));
  auto own = MemRefType::get(type.getShape(), type.getElementType(),
                             MemRefLayoutAttrInterface(),
                             alloc ? type.getMemorySpace() : Attribute());
  return memref::AllocOp::create(builder, loc, own, sizes);
}

LogicalResult polymem::takeSnapshot(const Scop &scop, const Snapshot &snapshot,
                                    const IRMapping &counterpart,
                                    unsigned long maxIslOperations) {
  isl::set elements = elementsOf(scop, snapshot);
  if (elements.is_null())
    return failure();
  Operation *nest = snapshot.nest;
  Operation *own = counterpart.lookup(nest);
  Value array = counterpart.lookup(snapshot.array);
  OpBuilder builder(own);
  Location loc = own->getLoc();
  Value copy = allocateLike(builder, loc, array);
  auto parameters = [&](const isl::id &id) -> Value {
    Value value = scop.parameterValue(id);
    Operation *definition = value ? value.getDefiningOp() : nullptr;
    bool isInFront =
        value && (!definition || (definition->getBlock() == nest->getBlock() &&
                                  definition->isBeforeInBlock(nest)));
    return isInFront ? counterpart.lookupOrDefault(value) : Value();
  };
  AstOptions options;
  options.maxIslOperations = maxIslOperations;
  auto copyOne = [&](OpBuilder &inner, ValueRange element) {
    AffineMap map = inner.getMultiDimIdentityMap(element.size());
    Value value = affine::AffineLoadOp::create(inner, loc, array, map, element);
    affine::AffineStoreOp::create(inner, loc, value, copy, map, element);
    return success();
  };
  if (failed(scanSet(builder, loc, elements, scop.context(), parameters,
                     copyOne, options)))
    return failure();
  for (affine::AffineLoadOp load : snapshot.loads)
    counterpart.lookup(load.getOperation())->setOperand(0, copy);
  builder.setInsertionPointAfter(own);
  memref::DeallocOp::create(builder, loc, copy);
  return success();
}
