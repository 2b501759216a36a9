//===- ElementAccesses.cpp - what tiles and copies do to memory -----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementAccesses.h"
#include "LaunchPlan.h"
#include "PolyMem/Dialect/Scratch/Utils/ValueFacts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <map>
#include <tuple>
#include <vector>

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

std::pair<AffineMap, ValueRange> gpulaunch::getSubscripts(Operation *op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return {load.getAffineMap(), load.getMapOperands()};
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return {store.getAffineMap(), store.getMapOperands()};
  return {};
}

std::pair<AffineMap, SmallVector<Value>> gpulaunch::elementOf(Operation *op) {
  if (auto [map, operands] = getSubscripts(op); map)
    return {map, SmallVector<Value>(operands)};
  SmallVector<Value> indices(isa<memref::LoadOp>(op)
                                 ? cast<memref::LoadOp>(op).getIndices()
                                 : cast<memref::StoreOp>(op).getIndices());
  return {AffineMap::getMultiDimIdentityMap(indices.size(), op->getContext()),
          indices};
}

/// Adds `access` to `accesses` unless one of the same element is there, which
/// then stands for both: each pair costs a proof.
static void addAccess(Accesses &accesses, ElementAccess access) {
  auto [map, operands] = getSubscripts(access.op);
  for (ElementAccess &known : accesses) {
    auto [otherMap, otherOperands] = getSubscripts(known.op);
    if (!map || map != otherMap || operands != otherOperands)
      continue;
    known.write |= access.write;
    known.standsForOthers |= known.op->getBlock() != access.op->getBlock();
    return;
  }
  accesses.push_back(access);
}

SmallVector<affine::AffineIfOp> gpulaunch::conditionsAround(Block *block,
                                                            Operation *leaf) {
  SmallVector<affine::AffineIfOp> conditions;
  for (; block && block->getParentOp() != leaf;
       block = block->getParentOp()->getBlock())
    if (auto condition = dyn_cast<affine::AffineIfOp>(block->getParentOp());
        condition && block == condition.getThenBlock())
      conditions.push_back(condition);
  return conditions;
}

/// `expr` is nothing but operand number `operand`, counted over dimensions and
/// symbols.
static bool isOperand(AffineExpr expr, unsigned numDims, unsigned operand) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition() == operand;
  auto symbol = dyn_cast<AffineSymbolExpr>(expr);
  return symbol && numDims + symbol.getPosition() == operand;
}

/// `expr` without the constant that is added to it, and that.
static std::pair<AffineExpr, int64_t> splitConstant(AffineExpr expr) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return {expr, 0};
  auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS());
  return constant ? std::pair(sum.getLHS(), constant.getValue())
                  : std::pair(expr, int64_t(0));
}

namespace {
/// By how much subscripts differ. Those of jammed iterations are equal but for
/// a constant, so few are compared.
class SubscriptDifferences {
public:
  /// Result number `result` of `a` less that of `b`, if it is a constant.
  std::optional<int64_t> between(const affine::AffineValueMap &a,
                                 const affine::AffineValueMap &b,
                                 unsigned result);

private:
  /// The expressions and their operands.
  using Key = std::tuple<const void *, const void *, std::vector<void *>>;
  std::map<Key, std::optional<int64_t>> known;
};
} // namespace

std::optional<int64_t>
SubscriptDifferences::between(const affine::AffineValueMap &a,
                              const affine::AffineValueMap &b,
                              unsigned result) {
  auto split = [&](const affine::AffineValueMap &of) {
    auto [expr, constant] = splitConstant(of.getAffineMap().getResult(result));
    AffineMap map = AffineMap::get(of.getNumDims(), of.getNumSymbols(), expr);
    return std::pair(map, constant);
  };
  auto [first, firstConstant] = split(a);
  auto [second, secondConstant] = split(b);
  // The maps say how many operands are of the first.
  std::vector<void *> operands;
  for (ValueRange values : {a.getOperands(), b.getOperands()})
    for (Value value : values)
      operands.push_back(value.getAsOpaquePointer());
  auto [it, isNew] =
      known.try_emplace({first.getAsOpaquePointer(),
                         second.getAsOpaquePointer(), std::move(operands)});
  if (isNew) {
    affine::AffineValueMap difference;
    affine::AffineValueMap::difference(
        affine::AffineValueMap(first, a.getOperands()),
        affine::AffineValueMap(second, b.getOperands()), &difference);
    if (auto constant = dyn_cast<AffineConstantExpr>(difference.getResult(0)))
      it->second = constant.getValue();
  }
  if (!it->second)
    return std::nullopt;
  return static_cast<int64_t>(uint64_t(*it->second) + uint64_t(firstConstant) -
                              uint64_t(secondConstant));
}

/// `access` is to an element that `general`, in a sequential tile that it is
/// not in, touches as well, if conditions are ignored: where the subscripts of
/// `general` have an origin of that tile, those of `access` have
/// lower + k * step, a constant k >= 0, which is less than the upper bound.
/// Jammed iterations of a full tile are to those of a partial one like that.
static bool isCoveredBy(const ElementAccess &access,
                        const ElementAccess &general,
                        SubscriptDifferences &differences) {
  auto rounds = general.op->getParentOfType<TileOp>();
  auto [map, operands] = getSubscripts(access.op);
  auto [generalMap, generalOperands] = getSubscripts(general.op);
  if (!map || !generalMap || !rounds.isSequential() ||
      rounds->isAncestor(access.op) || (access.write && !general.write))
    return false;
  SmallVector<Value> first(generalOperands);
  SmallVector<std::optional<int64_t>> distance(rounds.getRank());
  for (Value &operand : first)
    if (auto origin = dyn_cast<BlockArgument>(operand);
        origin && origin.getOwner() == &rounds.getBody().front())
      operand = rounds.getLowerBounds()[origin.getArgNumber()];
  affine::AffineValueMap subscripts(map, operands), others(generalMap, first);
  for (unsigned result = 0; result < generalMap.getNumResults(); ++result) {
    std::optional<int64_t> constant =
        differences.between(subscripts, others, result);
    if (!constant)
      return false;
    AffineExpr subscript = generalMap.getResult(result);
    std::optional<unsigned> dim;
    for (auto [index, operand] : llvm::enumerate(generalOperands)) {
      auto origin = dyn_cast<BlockArgument>(operand);
      if (!origin || origin.getOwner() != &rounds.getBody().front())
        continue;
      if (isOperand(subscript, generalMap.getNumDims(), index))
        dim = origin.getArgNumber();
      else if (index < generalMap.getNumDims()
                   ? subscript.isFunctionOfDim(index)
                   : subscript.isFunctionOfSymbol(index -
                                                  generalMap.getNumDims()))
        return false;
    }
    if (!dim && *constant != 0)
      return false;
    if (dim && distance[*dim].value_or(*constant) != *constant)
      return false;
    if (dim)
      distance[*dim] = constant;
  }
  ValueFacts facts;
  facts.addConditions(access.op->getBlock());
  for (unsigned dim = 0; dim < rounds.getRank(); ++dim) {
    int64_t offset = distance[dim].value_or(0);
    std::optional<int64_t> step = getConstantIntValue(rounds.getSteps()[dim]);
    unsigned lower = facts.variable(rounds.getLowerBounds()[dim]);
    unsigned upper = facts.variable(rounds.getUpperBounds()[dim]);
    if (!step || offset < 0 || offset % *step != 0 ||
        !facts.isImpossible(1, lower, upper, offset))
      return false;
  }
  return true;
}

/// All accesses of `tile` to `memory`; nothing if one of them is not a plain
/// load or store of it.
static std::optional<Accesses> accessesOfTile(TileOp tile, Value memory) {
  Accesses accesses;
  bool known = true;
  tile.walk([&](Operation *op) {
    if (auto inner = dyn_cast<TileOp>(op))
      known &= inner == tile || inner.isSequential();
    if (isa<affine::AffineLoadOp, memref::LoadOp>(op)) {
      Value source = op->getOperand(0);
      if (source == memory)
        addAccess(accesses, {op, false, {}});
      else
        known &= getUnderlyingMemory(source) != memory;
    } else if (isa<affine::AffineStoreOp, memref::StoreOp>(op)) {
      Value target = op->getOperand(1);
      if (target == memory)
        addAccess(accesses, {op, true, {}});
      else
        known &= getUnderlyingMemory(target) != memory;
    } else if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
               !op->hasTrait<OpTrait::IsTerminator>() &&
               !isMemoryEffectFree(op)) {
      known = false;
    }
  });
  if (!known)
    return std::nullopt;
  SubscriptDifferences differences;
  auto isCovered = [&](const ElementAccess &access) {
    if (access.op->getParentOfType<TileOp>() != tile)
      return false;
    auto *general = llvm::find_if(accesses, [&](const ElementAccess &general) {
      return general.op->getParentOfType<TileOp>() != tile &&
             isCoveredBy(access, general, differences);
    });
    if (general == accesses.end())
      return false;
    return general->standsForOthers = true;
  };
  // None covers others that is covered itself.
  SmallVector<bool> covered;
  for (const ElementAccess &access : accesses)
    covered.push_back(isCovered(access));
  Accesses needed;
  for (auto [access, isLeftOut] : llvm::zip_equal(accesses, covered))
    if (!isLeftOut)
      needed.push_back(access);
  return needed;
}

/// The same of a copy.
static std::optional<Accesses> accessesOfCopy(PolyhedralCopyOpInterface copy,
                                              Value memory) {
  Accesses accesses;
  for (bool write : {false, true}) {
    Value side =
        write ? copy.getPolyhedralTarget() : copy.getPolyhedralSource();
    if (side != memory && getUnderlyingMemory(side) == memory)
      return std::nullopt;
    if (side != memory)
      continue;
    for (IntegerSet set : copy.getPolyhedralSets())
      if (!set.isEmptyIntegerSet())
        accesses.push_back({copy, write, set});
  }
  return accesses;
}

std::optional<Accesses> gpulaunch::collectAccesses(Operation *leaf,
                                                   Value memory) {
  if (auto tile = dyn_cast<TileOp>(leaf))
    return accessesOfTile(tile, memory);
  return accessesOfCopy(cast<PolyhedralCopyOpInterface>(leaf), memory);
}

/// The family of `access` alone.
static AccessFamily familyOf(const ElementAccess &access, unsigned number) {
  AccessFamily family;
  family.members = {number};
  family.writes = access.write;
  family.block = access.op->getBlock();
  auto [map, operands] = getSubscripts(access.op);
  if (!map)
    return family;
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults()) {
    auto [expr, constant] = splitConstant(result);
    results.push_back(expr);
    family.constants.push_back({constant});
  }
  family.map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                              map.getContext());
  family.operands = llvm::to_vector(operands);
  return family;
}

SmallVector<AccessFamily> gpulaunch::familiesOf(const Accesses &accesses) {
  SmallVector<AccessFamily> families;
  for (auto [number, access] : llvm::enumerate(accesses)) {
    AccessFamily alone = familyOf(access, number);
    AccessFamily *known =
        llvm::find_if(families, [&](const AccessFamily &family) {
          return alone.map && family.block == alone.block &&
                 family.map == alone.map && family.operands == alone.operands;
        });
    if (known == families.end()) {
      families.push_back(std::move(alone));
      continue;
    }
    known->members.push_back(number);
    known->writes |= access.write;
    for (auto [all, one] : llvm::zip_equal(known->constants, alone.constants))
      all.push_back(one.front());
  }
  return families;
}
