//===- ComponentPlan.cpp - which tiles cores run as segments --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Components/ComponentPlan.h"
#include "BandPlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::affine;
using namespace polymem;

bool ComponentPlan::hasRefusals() const {
  return llvm::any_of(notes,
                      [](const TileNote &note) { return note.isRefusal(); });
}

bool ComponentPlan::isParallel() const {
  return llvm::any_of(components, [](const Component &component) {
    return llvm::any_of(component.nest.tree.loops,
                        [](const BandLoop &loop) { return loop.groups > 1; });
  });
}

static void append(ComponentPlan &plan, ComponentPlan &&other) {
  std::move(other.components.begin(), other.components.end(),
            std::back_inserter(plan.components));
  llvm::append_range(plan.notes, other.notes);
}

namespace {
class ComponentPlanner {
public:
  explicit ComponentPlanner(const ComponentRequest &request)
      : request(request) {}

  ComponentPlan planBlock(Block &block);

private:
  using Operations = SmallVector<Operation *>;

  ComponentPlan planOperation(Operation *op);
  ComponentPlan planLoop(Operation *loop);
  ComponentPlan planInside(Operation *op);
  ComponentPlan planWhole(ArrayRef<Operation *> ops);
  Sentence obstacleOfWhole(ArrayRef<Operation *> ops, TileBytes &bytes);
  const Scop *scopAround(Operation *op);
  SmallVector<Operations> groupWork(Block &block, ComponentPlan &plan);

  const ComponentRequest &request;
  /// Of the outermost operations, and of the function.
  llvm::DenseMap<Operation *, std::unique_ptr<Scop>> scops;
};
} // namespace

//===----------------------------------------------------------------------===//
// The operations of a block
//===----------------------------------------------------------------------===//

/// Accesses no memory, or is about memory as a whole: such operations stay
/// outside of tiles.
static bool staysOutside(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp,
             ViewLikeOpInterface>(op) ||
         isMemoryEffectFree(op);
}

/// What in `op`, or `op` itself, may not be in a tile; null: nothing.
static Operation *findForeign(Operation *op) {
  Operation *foreign = nullptr;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    bool known =
        isa<AffineLoadOp, AffineStoreOp, memref::LoadOp, memref::StoreOp,
            memref::AllocaOp, AffineForOp, AffineParallelOp, AffineIfOp,
            scf::ForOp, scf::IfOp, scf::WhileOp>(inner) ||
        inner->hasTrait<OpTrait::IsTerminator>() ||
        (inner->getNumRegions() == 0 && isMemoryEffectFree(inner));
    if (known)
      return WalkResult::advance();
    foreign = inner;
    return WalkResult::interrupt();
  });
  return foreign;
}

static bool isLoop(Operation *op) {
  return isa<AffineForOp, AffineParallelOp>(op);
}

static bool holdsPlan(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return prem::PlanAttr::of(inner) ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The operations of `block` that belong into tiles, in their order; those in
/// one list use each other's values, so that they share a tile.
SmallVector<ComponentPlanner::Operations>
ComponentPlanner::groupWork(Block &block, ComponentPlan &plan) {
  SmallVector<Operations> groups;
  llvm::SmallPtrSet<Operation *, 16> work;
  auto usesWork = [&](Operation *op) {
    return op
        ->walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            if (Operation *def = operand.getDefiningOp();
                def && work.contains(def))
              return WalkResult::interrupt();
          return WalkResult::advance();
        })
        .wasInterrupted();
  };
  for (Operation &op : block.without_terminator()) {
    if (staysOutside(&op) && !usesWork(&op)) {
      if (isa<memref::DeallocOp>(op))
        groups.emplace_back();
      continue;
    }
    if (Operation *foreign = findForeign(&op)) {
      plan.notes.push_back({TileNote::Kind::Refused, foreign, "NotModelled",
                            sentence("not in a tile: '{0}'",
                                     foreign->getName().getStringRef())});
      groups.emplace_back();
      continue;
    }
    work.insert(&op);
    groups.push_back({&op});
  }
  if (usesWork(block.getTerminator()))
    plan.notes.push_back(
        {TileNote::Kind::Refused, block.getTerminator(), "ValueLeavesTile",
         "a value that is computed from memory is used outside of tiles"});
  // Definitions and uses share a tile, and so does what is between.
  auto usedBy = [&](const Operations &defs, const Operations &uses) {
    return llvm::any_of(defs, [&](Operation *def) {
      return llvm::any_of(def->getUsers(), [&](Operation *user) {
        return llvm::any_of(
            uses, [&](Operation *use) { return use->isAncestor(user); });
      });
    });
  };
  for (size_t first = 0; first < groups.size(); ++first)
    for (size_t last = groups.size() - 1; last > first; --last) {
      if (!usedBy(groups[first], groups[last]))
        continue;
      for (size_t k = first + 1; k <= last; ++k)
        groups[first].append(groups[k]);
      groups.erase(groups.begin() + first + 1, groups.begin() + last + 1);
      last = groups.size();
    }
  return groups;
}

ComponentPlan ComponentPlanner::planBlock(Block &block) {
  ComponentPlan result;
  Operations pending;
  auto flush = [&] {
    if (!pending.empty())
      append(result, planWhole(pending));
    pending.clear();
  };
  for (Operations &group : groupWork(block, result)) {
    // An empty group separates.
    bool single = group.size() == 1 && group[0]->getNumRegions() != 0 &&
                  isa<AffineForOp, AffineParallelOp, AffineIfOp>(group[0]) &&
                  group[0]->getNumResults() == 0;
    if (group.empty() || single)
      flush();
    if (single) {
      append(result, planOperation(group[0]));
      continue;
    }
    Operations together = pending;
    together.append(group);
    TileBytes bytes;
    if (!pending.empty() && !obstacleOfWhole(together, bytes).empty())
      flush();
    pending.append(group);
  }
  flush();
  return result;
}

ComponentPlan ComponentPlanner::planInside(Operation *op) {
  ComponentPlan result;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      append(result, planBlock(block));
  return result;
}

const Scop *ComponentPlanner::scopAround(Operation *op) {
  Operation *root = op;
  while (!isa<func::FuncOp>(root->getParentOp()))
    root = root->getParentOp();
  // One that has regions is modelled alone, others with what is around them.
  if (root == op && op->getNumRegions() == 0)
    root = op->getParentOp();
  auto [entry, isNew] = scops.try_emplace(root);
  if (isNew) {
    ScopFailure failure;
    ScopOptions options;
    options.maxIslOperations = request.maxIslOperations;
    entry->second = Scop::build(root, failure, options);
  }
  return entry->second.get();
}

Sentence ComponentPlanner::obstacleOfWhole(ArrayRef<Operation *> ops,
                                           TileBytes &bytes) {
  const Scop *scop = scopAround(ops.front());
  if (!scop)
    return "it cannot be modelled";
  SmallVector<TiledRange> ranges;
  for (const ScopLoop &loop : scop->loops())
    if (loop.op->isProperAncestor(ops.front()))
      ranges.push_back({loop.iv, 1});
  bytes = bytesOfTile(*scop, ranges, request.alignment,
                      request.maxIslOperations, ops);
  return bytes.obstacle.empty() ? obstacleOfSize(bytes, request)
                                : bytes.obstacle;
}

ComponentPlan ComponentPlanner::planWhole(ArrayRef<Operation *> ops) {
  ComponentPlan result;
  TileBytes bytes;
  Sentence obstacle = obstacleOfWhole(ops, bytes);
  // Of affine accesses, boxes may be smaller than they are taken for here: then
  // `scratch-promote` is to say whether they fit.
  bool refused =
      !obstacle.empty() &&
      (!bytes.obstacle.empty() || llvm::any_of(ops, [](Operation *op) {
        return op->getNumRegions() != 0 ||
               isa<memref::LoadOp, memref::StoreOp>(op);
      }));
  if (refused) {
    result.notes.push_back({TileNote::Kind::Refused, ops.front(), "NothingFits",
                            "not in a tile: " + obstacle});
    return result;
  }
  Component &component = result.components.emplace_back();
  component.ops.assign(ops.begin(), ops.end());
  component.plan = prem::PlanAttr::get(ops.front()->getContext(), {1}, {1}, {});
  component.bytes = bytes.total(kBuffersOfArray);
  return result;
}

//===----------------------------------------------------------------------===//
// Loops and conditions
//===----------------------------------------------------------------------===//

ComponentPlan ComponentPlanner::planOperation(Operation *op) {
  if (isLoop(op))
    return planLoop(op);
  ComponentPlan inside = planInside(op);
  if (holdsPlan(op) || (!inside.hasRefusals() && inside.isParallel()))
    return inside;
  ComponentPlan whole = planWhole(op);
  return whole.hasRefusals() ? std::move(inside) : std::move(whole);
}

/// The sizes that `loop` has an attribute for, or else those of the request.
static SmallVector<int64_t> sizesFor(Operation *loop,
                                     const ComponentRequest &request) {
  auto array = loop->getAttrOfType<ArrayAttr>(kTileSizesAttr);
  if (!array)
    return request.sizes;
  SmallVector<int64_t> sizes;
  for (Attribute element : array) {
    // Sizes at run time are not known here.
    auto number = dyn_cast<IntegerAttr>(element);
    sizes.push_back(number ? number.getInt() : 0);
  }
  return sizes;
}

ComponentPlan ComponentPlanner::planLoop(Operation *loop) {
  ComponentPlan result;
  if (std::optional<TileNote> exclusion = exclusionOf(loop)) {
    result.notes.push_back(*exclusion);
    return result;
  }
  prem::PlanAttr given = prem::PlanAttr::of(loop);
  if (!given && holdsPlan(loop))
    return planInside(loop);
  SmallVector<int64_t> sizes = sizesFor(loop, request);
  BandPlan band(loop, request);
  TileNote refusal{};
  std::optional<Component> component;
  if (band.failure())
    refusal = *band.failure();
  else if (given)
    component = band.obey(given, refusal);
  else if (!sizes.empty())
    component = band.withSizes(sizes, refusal);
  else
    component = band.largest(refusal);
  if (component) {
    result.components.push_back(std::move(*component));
    if (given || !sizes.empty() || result.isParallel() || request.cores == 1)
      return result;
  } else {
    result.notes.push_back(refusal);
    if (given)
      return result;
  }
  // What is inside may be of more use, or fit.
  ComponentPlan inside = planInside(loop);
  bool useInside = result.components.empty()
                       ? !inside.hasRefusals()
                       : !inside.hasRefusals() && inside.isParallel();
  if (!useInside)
    return result;
  inside.notes.insert(
      inside.notes.begin(),
      {TileNote::Kind::Info, loop, "OuterLoopKept",
       result.components.empty()
           ? "stays outside the tiles: " + refusal.text
           : Sentence("stays outside the tiles: cores can share what is inside "
                      "of it only")});
  return inside;
}

ComponentPlan polymem::planComponents(Block &body,
                                      const ComponentRequest &request) {
  return ComponentPlanner(request).planBlock(body);
}
