//===- AsyncCopies.cpp - which groups of copies may be under way ----------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's asynchronous copies are groups, one behind the other. It can wait
// until all but the last n are finished. A wait for tokens may leave as many as
// are surely behind the copies of its tokens: the least number on all paths.
// What control flow is not understood leaves none.
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

SmallVector<CopyBehind> gpulaunch::copiesBehind(Value token) {
  SmallVector<std::pair<Value, Operation *>> worklist = {{token, nullptr}};
  DenseSet<std::pair<Value, Operation *>> seen;
  SmallVector<CopyBehind> result;
  while (!worklist.empty()) {
    auto [value, carrier] = worklist.pop_back_val();
    if (!seen.insert({value, carrier}).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *origin =
        argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    auto tile = dyn_cast<TileOp>(origin);
    if (!tile) {
      result.push_back({origin, carrier});
      continue;
    }
    Operation *outermost =
        carrier && carrier->isAncestor(tile) ? carrier : tile.getOperation();
    unsigned position = argument ? argument.getArgNumber() - tile.getRank()
                                 : cast<OpResult>(value).getResultNumber();
    worklist.push_back({tile.getTokens()[position], outermost});
    worklist.push_back({tile.getYield().getTokens()[position], outermost});
  }
  return result;
}

namespace {
/// Counts the groups that are surely committed on the way from one place to
/// another.
class GroupCounter {
public:
  explicit GroupCounter(const SetVector<Operation *> &copies)
      : copies(copies) {}

  /// No copy of the token is asynchronous.
  static constexpr unsigned kNothingToWaitFor = ~0U;

  /// Behind the copies that `token` may be of and before `at`.
  unsigned since(Value token, Operation *at);

private:
  static unsigned add(unsigned count, unsigned more) {
    return count == kNothingToWaitFor ? count : count + more;
  }
  unsigned in(Operation &op) const;
  unsigned in(Block &block, Operation *end) const;
  std::optional<unsigned> into(Block &outer, Block::iterator begin,
                               Operation *at) const;

  const SetVector<Operation *> &copies;
  SmallVector<Value> onTheWay;
};
} // namespace

unsigned GroupCounter::in(Operation &op) const {
  if (copies.contains(&op))
    return 1;
  // Loops may have no iteration, and a condition without else no branch.
  if (!isa<affine::AffineIfOp, scf::IfOp>(op) || op.getRegion(1).empty())
    return 0;
  return std::min(in(op.getRegion(0).front(), nullptr),
                  in(op.getRegion(1).front(), nullptr));
}

/// In the operations of `block` before `end` (null: in all).
unsigned GroupCounter::in(Block &block, Operation *end) const {
  unsigned count = 0;
  for (Operation &op : block) {
    if (&op == end)
      break;
    count += in(op);
  }
  return count;
}

/// From `begin` in `outer` to `at`, which may be deeper inside; nothing if that
/// is no way forwards.
std::optional<unsigned> GroupCounter::into(Block &outer, Block::iterator begin,
                                           Operation *at) const {
  unsigned count = 0;
  while (at && at->getBlock() != &outer) {
    count += in(*at->getBlock(), at);
    at = at->getParentOp();
  }
  if (!at)
    return std::nullopt;
  for (; begin != outer.end(); ++begin) {
    if (&*begin == at)
      return count;
    count += in(*begin);
  }
  return std::nullopt;
}

unsigned GroupCounter::since(Value token, Operation *at) {
  auto argument = dyn_cast<BlockArgument>(token);
  Operation *origin =
      argument ? argument.getOwner()->getParentOp() : token.getDefiningOp();
  std::optional<unsigned> behind =
      argument
          ? into(*argument.getOwner(), argument.getOwner()->begin(), at)
          : into(*origin->getBlock(), std::next(origin->getIterator()), at);
  auto tile = dyn_cast<TileOp>(origin);
  if (!tile && !copies.contains(origin))
    return kNothingToWaitFor;
  if (!behind)
    return 0;
  if (!tile)
    return *behind;
  // A longer way around has no fewer groups.
  if (llvm::is_contained(onTheWay, token))
    return kNothingToWaitFor;
  onTheWay.push_back(token);
  unsigned position = argument ? argument.getArgNumber() - tile.getRank()
                               : cast<OpResult>(token).getResultNumber();
  unsigned given = since(tile.getTokens()[position], tile),
           next = since(tile.getYield().getTokens()[position], tile.getYield());
  onTheWay.pop_back();
  return add(std::min(given, next), *behind);
}

/// The threads of a block run all of it together.
static bool isUniform(Operation *op, TileOp root) {
  for (Operation *around = op->getParentOp(); around != root.getOperation();
       around = around->getParentOp())
    if (getRole(around) != Role::Structure)
      return false;
  return !root.isMappedToThreads();
}

static bool isShared(AllocOp alloc) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(
      alloc ? alloc.getType().getMemorySpace() : Attribute());
  return space && space.getValue() == gpu::AddressSpace::Workgroup;
}

/// A copy whose elements can be issued, and that all who wait for it wait for
/// together.
static bool canBeAsync(CopyInOp copy, TileOp root) {
  auto type = cast<MemRefType>(copy.getSource().getType());
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  bool isGlobal = !type.getMemorySpace() ||
                  (space && space.getValue() == gpu::AddressSpace::Global);
  return copy.isAsync() && isGlobal && type.getElementType().isIntOrFloat() &&
         isShared(copy.getTarget().getDefiningOp<AllocOp>()) &&
         !copy.getSource().getDefiningOp<AllocOp>() && isUniform(copy, root);
}

void gpulaunch::planAsyncCopies(LaunchPlan &plan) {
  SmallVector<WaitOp> waits;
  plan.root.walk([&](Operation *op) {
    if (auto copy = dyn_cast<CopyInOp>(op); copy && canBeAsync(copy, plan.root))
      plan.asyncCopies.insert(copy);
    else if (auto wait = dyn_cast<WaitOp>(op))
      waits.push_back(wait);
  });
  // What not all threads wait for is done where it stands.
  for (WaitOp wait : waits)
    if (!isUniform(wait, plan.root))
      for (Value token : wait.getTokens())
        for (const CopyBehind &behind : copiesBehind(token))
          plan.asyncCopies.remove(behind.copy);
  for (WaitOp wait : waits) {
    unsigned left = GroupCounter::kNothingToWaitFor;
    for (Value token : wait.getTokens())
      left = std::min(left, GroupCounter(plan.asyncCopies).since(token, wait));
    if (left != GroupCounter::kNothingToWaitFor)
      plan.groupsLeft[wait] = left;
  }
}
