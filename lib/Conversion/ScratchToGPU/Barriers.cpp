//===- Barriers.cpp - where the threads of a block must meet --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward dataflow analysis over the structured body of a launch. Its leaves
// are the operations that all threads reach together (a tile mapped to threads,
// a copy, a statement of one thread). The state is the set of accesses made by
// leaves since the last barrier; a leaf that conflicts with one of them, made
// by another thread, needs a barrier before it, which empties the state.
//
// Loops are iterated to a fixed point over their wrap-around, so a copy that
// overwrites a buffer still being read in the previous iteration gets its
// barrier. An asynchronous copy accesses memory when it is issued and again
// where it is waited for: its elements have been written for those who read
// them only then, and until then it may read what others are to write.
// Where a barrier is in each iteration, what conflicts over the back
// edge is of iterations that follow each other. Control flow around leaves is
// uniform (LaunchPlan.cpp checks), so no barrier is ever in divergent code.
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"
#include "ThreadLocality.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {

/// An access to a memory object; no object: any memory but buffers.
struct Access {
  Value memory;
  bool write;
};

/// An access since the last barrier: which leaf made it, and the outermost loop
/// whose back edge was taken since (null: none), and whether that was `once`
/// only. (There may be entries of the same access with loops further in, too;
/// the one with the outermost loop stays.)
struct Pending {
  Operation *leaf;
  Value memory;
  bool write;
  Operation *carrier;
  bool once;
  bool operator==(const Pending &other) const {
    return leaf == other.leaf && memory == other.memory &&
           write == other.write && carrier == other.carrier &&
           once == other.once;
  }
};

using State = SmallVector<Pending>;
using Barriers = SetVector<Operation *>;

/// Adds `entries` to `state`; true iff something was new.
bool merge(State &state, ArrayRef<Pending> entries) {
  bool changed = false;
  for (const Pending &entry : entries) {
    if (llvm::is_contained(state, entry))
      continue;
    state.push_back(entry);
    changed = true;
  }
  return changed;
}

class BarrierAnalysis {
public:
  /// `locality` is null where it is not asked for.
  BarrierAnalysis(LaunchPlan &plan, ThreadLocality *locality)
      : plan(plan), locality(locality) {}

  void run() {
    // Dimensions of the root without a mapping are loops inside a block.
    for (unsigned dim = 0; dim < plan.root.getRank(); ++dim)
      sequentialRoot |= !plan.root.getMappingOf(dim);
    visitRoot(plan.barriersBefore);
    // What is relied on where all barriers are known.
    areKnown = true;
    Barriers same;
    visitRoot(same);
  }

private:
  void visitRoot(Barriers &barriers) {
    Block &body = plan.root.getBody().front();
    State state;
    if (sequentialRoot || llvm::is_contained(plan.strided, true))
      visitLoop(plan.root, {&body}, state, barriers);
    else
      visitBlock(body, state, barriers);
  }

  void visitBlock(Block &block, State &state, Barriers &barriers) {
    for (Operation &op : block) {
      switch (getRole(&op)) {
      case Role::Nothing:
        if (auto wait = dyn_cast<WaitOp>(op))
          visitWait(wait, state);
        break;
      case Role::Structure:
        visitStructure(&op, state, barriers);
        break;
      default:
        visitLeaf(&op, state, barriers);
      }
    }
  }

  /// Copies that arrive here were read and written until now by other threads.
  void visitWait(WaitOp wait, State &state) {
    for (Value token : wait.getTokens())
      for (auto [copy, carrier] : copiesBehind(token))
        if (plan.asyncCopies.contains(copy))
          for (const Access &access : accessesOf(copy))
            merge(state, Pending{copy, access.memory, access.write, carrier,
                                 /*once=*/false});
  }

  void visitLeaf(Operation *leaf, State &state, Barriers &barriers) {
    const SmallVector<Access> &accesses = accessesOf(leaf);
    SmallVector<Operation *> relied;
    if (areKnown && plan.barriersBefore.contains(leaf))
      state.clear();
    bool conflict = llvm::any_of(state, [&](const Pending &pending) {
      return llvm::any_of(accesses, [&](const Access &access) {
        if ((!pending.write && !access.write) ||
            !mayAlias(pending.memory, access.memory))
          return false;
        Locality locality = localityOf(pending, leaf, access.memory);
        if (locality == Locality::OneThread)
          relied.append({pending.leaf, leaf});
        return locality == Locality::Unknown;
      });
    });
    if (conflict) {
      barriers.insert(leaf);
      state.clear();
    } else if (areKnown) {
      for (Operation *op : relied)
        if (getRole(op) == Role::Copy)
          plan.ownElements.insert(op);
    }
    State own;
    for (const Access &access : accesses)
      own.push_back({leaf, access.memory, access.write, nullptr, false});
    merge(state, own);
  }

  void visitStructure(Operation *op, State &state, Barriers &barriers) {
    SmallVector<Block *> blocks;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
    if (isa<affine::AffineIfOp, scf::IfOp>(op)) {
      // One branch is taken; none if there is no else.
      State result;
      if (blocks.size() < 2)
        merge(result, state);
      for (Block *block : blocks) {
        State branch = state;
        visitBlock(*block, branch, barriers);
        merge(result, branch);
      }
      state = std::move(result);
      return;
    }
    visitLoop(op, blocks, state, barriers);
  }

  /// A loop that is entered with `state`. Where the accesses before the loop
  /// alone would cost a barrier in each iteration, it is put before the loop.
  void visitLoop(Operation *loop, ArrayRef<Block *> body, State &state,
                 Barriers &barriers) {
    State endWithout, endWith;
    if (areKnown && plan.barriersBefore.contains(loop))
      state.clear();
    Barriers without = visitLoopBody(loop, body, {}, endWithout);
    Barriers with = visitLoopBody(loop, body, state, endWith);
    bool onlyForEntry = llvm::any_of(
        with, [&](Operation *op) { return !without.contains(op); });
    if (onlyForEntry) {
      barriers.insert(loop);
      state.clear();
      barriers.insert(without.begin(), without.end());
      merge(state, endWithout);
      return;
    }
    barriers.insert(with.begin(), with.end());
    // The loop may run zero times.
    merge(state, endWith);
  }

  /// The barriers in a loop body entered with `before` or from its own end.
  Barriers visitLoopBody(Operation *loop, ArrayRef<Block *> body,
                         const State &before, State &end) {
    State entry = before;
    while (true) {
      Barriers barriers;
      end = entry;
      for (Block *block : body)
        visitBlock(*block, end, barriers);
      State carried;
      for (Pending pending : end) {
        // Iterations of a grid-stride loop are independent by the tile's
        // mapping: they share buffers only.
        if (loop == plan.root && !sequentialRoot && !isBuffer(pending.memory))
          continue;
        // Of iteration i, what is pending at the end of i + 1 was at its start.
        pending.once = pending.carrier != loop;
        pending.carrier = loop;
        carried.push_back(pending);
      }
      if (!merge(entry, carried))
        return barriers;
    }
  }

  static bool isBuffer(Value memory) {
    return memory && memory.getDefiningOp<AllocOp>();
  }

  static bool mayAlias(Value a, Value b) {
    if (a == b)
      return true;
    // Buffers alias nothing else, and arrays do not overlap (as everywhere in
    // PolyMem); an access to an unknown place may be to any array.
    return (!a && !isBuffer(b)) || (!b && !isBuffer(a));
  }

  /// Why the accesses of `pending` and `leaf` need no barrier between them.
  Locality localityOf(const Pending &pending, Operation *leaf, Value memory) {
    Role first = getRole(pending.leaf), second = getRole(leaf);
    if (first == Role::OneThread && second == Role::OneThread)
      return Locality::OneThread;
    auto isDistributed = [](Role role) {
      return role == Role::ThreadTile || role == Role::Copy;
    };
    if (!isDistributed(first) || !isDistributed(second) || !memory ||
        memory != pending.memory || !locality)
      return Locality::Unknown;
    Locality found =
        locality->between(pending.leaf, leaf, memory, pending.carrier);
    if (found == Locality::Unknown && pending.once)
      found = locality->inNextIteration(pending.leaf, leaf, memory,
                                        pending.carrier);
    return found;
  }

  const SmallVector<Access> &accessesOf(Operation *leaf) {
    auto [it, inserted] = cache.try_emplace(leaf);
    SmallVector<Access> &accesses = it->second;
    if (inserted)
      leaf->walk([&](Operation *op) { collect(op, leaf, accesses); });
    return accesses;
  }

  static void collect(Operation *op, Operation *leaf,
                      SmallVector<Access> &accesses) {
    auto add = [&](Value memory, bool write) {
      for (const Access &access : accesses)
        if (access.memory == memory && access.write == write)
          return;
      accesses.push_back({memory, write});
    };
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return;
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    if (!interface) {
      if (isa<TileOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
        return;
      add({}, false);
      add({}, true);
      return;
    }
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      bool write =
          isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
      if (!write && !isa<MemoryEffects::Read>(effect.getEffect()))
        continue;
      Value memory = effect.getValue();
      if (memory) {
        memory = getUnderlyingMemory(memory);
        // What a thread allocates for itself is its own.
        Operation *def = memory.getDefiningOp();
        if (def && leaf->isProperAncestor(def))
          continue;
        if (def && !isa<AllocOp>(def) &&
            !hasEffect<MemoryEffects::Allocate>(def))
          memory = {};
      }
      add(memory, write);
    }
  }

  LaunchPlan &plan;
  ThreadLocality *locality;
  bool sequentialRoot = false;
  /// The barriers are planned.
  bool areKnown = false;
  DenseMap<Operation *, SmallVector<Access>> cache;
};

} // namespace

void gpulaunch::planBarriers(LaunchPlan &plan, const LaunchOptions &options) {
  // A root mapped to threads has no code that threads share.
  if (plan.root.isMappedToThreads())
    return;
  if (!options.analyzeThreadLocality)
    return BarrierAnalysis(plan, nullptr).run();
  ThreadLocality locality(plan, options.maxIslOperations);
  BarrierAnalysis(plan, &locality).run();
  plan.barrierBudgetEnded = locality.budgetEnded();
}
