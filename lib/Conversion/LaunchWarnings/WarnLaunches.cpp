//===- WarnLaunches.cpp - say what a mapping is bad at --------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiles that become launches, their buffers and what is left of the host's
// code are all there; nothing is changed. See NoKernel.cpp for functions
// without launches.
//
//===----------------------------------------------------------------------===//

#include "NoKernel.h"
#include "PolyMem/Analysis/Accesses/BufferSizes.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Analysis/Scheduling/SequentialWork.h"
#include "PolyMem/Conversion/Passes.h"
#include "PolyMem/Dialect/Scratch/Utils/GridFold.h"
#include "PolyMem/Dialect/Scratch/Utils/LaunchTiles.h"
#include "PolyMem/Dialect/Scratch/Utils/MaterializeMapping.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Support/Attributes.h"
#include "PolyMem/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <set>

namespace polymem {
#define GEN_PASS_DEF_WARNLAUNCHESPASS
#include "PolyMem/Conversion/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::gpulaunch;
using namespace polymem::scratch;

namespace {
class LaunchWarner {
public:
  LaunchWarner(func::FuncOp func, const Machine &machine, AssumedSizes &sizes,
               StringRef pass)
      : func(func), machine(machine),
        budget(machine, workgroupSpace(func.getContext())), sizes(sizes),
        pass(pass) {}

  /// What is wrong with the launch that `root` becomes.
  void warnLaunch(TileOp root);
  /// What the host does with arrays that are arguments, which are the device's.
  void warnHost(ArrayRef<TileOp> roots);

private:
  bool warnOneThread(TileOp root);
  void warnFewBlocks(TileOp root);
  void warnCapacity(TileOp root);
  void warn(Operation *op, StringRef name, const Sentence &text);

  func::FuncOp func;
  const Machine &machine;
  ScratchpadBudget budget;
  AssumedSizes &sizes;
  StringRef pass;
  std::set<std::pair<const void *, std::string>> said;
};
} // namespace

/// A warning, and a remark that says the same; once of launches that have one
/// place. At the place, not at the operation, which would be printed as well.
void LaunchWarner::warn(Operation *op, StringRef name, const Sentence &text) {
  if (!said.insert({op->getLoc().getAsOpaquePointer(), text.text}).second)
    return;
  emitWarning(op->getLoc()) << text.text;
  remarkMissed(op, pass, name) << text;
}

//===----------------------------------------------------------------------===//
// One thread
//===----------------------------------------------------------------------===//

/// The threads that share the iterations of `tile`, one mapped to threads, and
/// of the tiles around it in `root`; nullopt if the number is not constant.
static std::optional<int64_t> threadsOf(TileOp tile, TileOp root) {
  int64_t threads = 1;
  for (Operation *op = tile;; op = op->getParentOp()) {
    auto around = dyn_cast<TileOp>(op);
    for (unsigned dim = 0; around && dim < around.getRank(); ++dim) {
      if (!isMappedTo(around.getMappingOf(dim), Unit::Thread))
        continue;
      std::optional<int64_t> count = constantTripBound(around, dim);
      if (!count || llvm::MulOverflow(threads, *count, threads))
        return std::nullopt;
    }
    if (op == root)
      return threads;
  }
}

/// Calls `visit` on the outermost loops of `root` that one thread of a block
/// executes.
static void forEachNestOfOneThread(TileOp root,
                                   function_ref<void(Operation *)> visit) {
  root.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<TileOp>(op) && containsDistributedWork(op)) {
      auto tile = cast<TileOp>(op);
      return tile.isMappedToThreads() && threadsOf(tile, root) != 1
                 ? WalkResult::skip()
                 : WalkResult::advance();
    }
    if (!isa<LoopLikeOpInterface>(op) || containsDistributedWork(op))
      return WalkResult::advance();
    // What only reads is done by all threads, unless they have been sent away.
    auto around = op->getParentOfType<TileOp>();
    if (around && around.isMappedToThreads()) {
      visit(op);
      return WalkResult::skip();
    }
    auto effects = getEffectsRecursively(op);
    bool writes = !effects || llvm::any_of(*effects, [](auto &effect) {
      return isa<MemoryEffects::Write>(effect.getEffect());
    });
    if (writes)
      visit(op);
    return WalkResult::skip();
  });
}

/// How often `nest`, of one thread, is executed by the loops and tiles around
/// it in `root` that do nothing else: the parts of a chain.
static int64_t executionsOf(Operation *nest, TileOp root, AssumedSizes &sizes) {
  int64_t all = 1;
  for (Operation *op = nest->getParentOp(); op != root;
       op = op->getParentOp()) {
    auto tile = dyn_cast<TileOp>(op);
    if ((tile && tile.isMappedToThreads()) || !isa<LoopLikeOpInterface>(op))
      continue;
    bool sharesWork =
        op->walk([&](TileOp inner) {
            return inner.isMappedToThreads() && threadsOf(inner, root) != 1
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          }).wasInterrupted();
    if (sharesWork)
      break;
    int64_t times = sizes.iterations(op).value_or(1);
    if (llvm::MulOverflow(all, std::max<int64_t>(times, 1), all))
      return std::numeric_limits<int32_t>::max();
  }
  return all;
}

static constexpr llvm::StringLiteral kNotParallelText =
    ": no loop of it was found to be parallel; '--remarks-filter=polymem-.*' "
    "says why";

bool LaunchWarner::warnOneThread(TileOp root) {
  Operation *longest = nullptr;
  int64_t most = 0, nests = 0;
  Sentence assumptions;
  forEachNestOfOneThread(root, [&](Operation *nest) {
    sizes.takeAssumptions();
    int64_t work = sizes.work(nest);
    work = llvm::SaturatingMultiply<uint64_t>(work,
                                              executionsOf(nest, root, sizes));
    work = work < 0 ? std::numeric_limits<int64_t>::max() : work;
    ++nests;
    if (work > most) {
      most = work;
      longest = nest;
      assumptions = sizes.takeAssumptions();
    }
  });
  if (most <= machine.warps().threads)
    return false;
  sizes.takeAssumptions();
  bool manyBlocks = false;
  for (unsigned dim = 0; dim < root.getRank(); ++dim)
    manyBlocks |= isMappedTo(root.getMappingOf(dim), Unit::Block) &&
                  constantTripCount(root, dim) != 1;
  bool isAffine =
      !longest
           ->walk([](Operation *op) {
             return isa<scf::ForOp, scf::WhileOp, scf::ParallelOp>(op)
                        ? WalkResult::interrupt()
                        : WalkResult::advance();
           })
           .wasInterrupted();
  warn(longest, "OneThread",
       sentence(
           "this nest{0} on one thread{1}, about {2} iterations{3}, one after "
           "another{4}{5}",
           nests > 1 ? sentence(" and {0} more beside it run",
                                named("OtherNests", nests - 1))
                     : Sentence(" runs"),
           manyBlocks ? " of each block" : "", named("Iterations", most),
           nests > 1 ? " of this one" : "", assumptions,
           isAffine ? kNotParallelText : kRaiseScfText));
  return true;
}

//===----------------------------------------------------------------------===//
// Few blocks
//===----------------------------------------------------------------------===//

void LaunchWarner::warnFewBlocks(TileOp root) {
  sizes.takeAssumptions();
  int64_t blocks = 1;
  for (unsigned dim = 0; dim < root.getRank(); ++dim) {
    if (!isMappedTo(root.getMappingOf(dim), Unit::Block))
      continue;
    std::optional<int64_t> count = sizes.iterations(root, dim);
    if (!count || llvm::MulOverflow(blocks, *count, blocks))
      return;
  }
  AxisDeals grid = Distribution().ofGrid(root);
  if (std::optional<GridFold> fold = findGridFold(root, grid))
    if (auto folded = countFoldedBlocks(root, *fold, sizes);
        folded && folded->box > 0)
      blocks = blocks / folded->box * folded->folded;
  // A launch that has not even a full block of single iterations for each unit
  // has nothing to fill the machine with.
  int64_t cores = machine.cores().count;
  if (blocks == 0 || blocks >= cores)
    return;
  Sentence assumptions = sizes.takeAssumptions();
  int64_t enough = cores * machine.threads().defaultPerBlock;
  if (sizes.work(root) < enough)
    return;
  Sentence work = sizes.takeAssumptions();
  if (assumptions.empty())
    assumptions = work;
  warn(root, "FewBlocks",
       sentence("this launch has {0} block{1} for the {2} parallel units of "
                "'{3}'{4}: smaller tiles ('sizes') along its parallel loops "
                "make more",
                named("Blocks", blocks), blocks == 1 ? "" : "s",
                named("Units", cores), named("Machine", machine.name),
                assumptions));
}

//===----------------------------------------------------------------------===//
// Capacity
//===----------------------------------------------------------------------===//

/// Host code takes another launch where the buffers of `root` do not fit.
static bool hasVersionWithout(TileOp root) {
  for (Operation *op = root; (op = op->getParentOp());)
    if (isa<affine::AffineIfOp>(op) && op->hasAttr(kFitsAttr))
      return true;
  return false;
}

void LaunchWarner::warnCapacity(TileOp root) {
  BufferSizes buffers(sizes, bufferAlignment);
  root.walk([&](AllocOp alloc) {
    auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(
        alloc.getType().getMemorySpace());
    if (space && space.getValue() == gpu::AddressSpace::Workgroup)
      buffers.add(getElementBytes(alloc), alloc.getMapping().getExtents(),
                  alloc.getSymbols());
  });
  if (!buffers.isParametric())
    return;
  int64_t capacity = budget.capacity();
  std::optional<int64_t> largest = buffers.largestThatFits(capacity);
  if (!largest)
    return;
  SetVector<StringRef> free;
  SmallVector<std::string> names;
  bool anyFree = false;
  for (Value size : buffers.sizes())
    if (!sizes.isGiven(size)) {
      anyFree = true;
      names.push_back(AssumedSizes::nameOf(size));
    }
  for (const std::string &name : names)
    if (!name.empty())
      free.insert(name);
  Sentence limit = "they do not fit for all sizes";
  if (!anyFree)
    limit = "they do not fit for the sizes given in 'assume'";
  else if (*largest > 0)
    limit =
        sentence("they fit up to {0}{1}{2}",
                 free.empty() ? "sizes of" : llvm::join(free, " = "),
                 free.empty() ? " " : " = ", named("LargestSize", *largest));
  warn(root, "Capacity",
       sentence("the buffers of this launch grow with sizes, and a block of "
                "'{0}' has {1} bytes for them: {2}; larger problems are {3}, "
                "smaller tiles ('sizes') need less",
                named("Machine", machine.name), named("Capacity", capacity),
                limit,
                hasVersionWithout(root) ? "launched without them"
                                        : "refused when it is launched"));
}

void LaunchWarner::warnLaunch(TileOp root) {
  if (!warnOneThread(root))
    warnFewBlocks(root);
  warnCapacity(root);
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// The argument of the function whose array `op` accesses; null if there is
/// none.
static BlockArgument accessedArgument(Operation *op) {
  if (isMemoryEffectFree(op) || op->getNumRegions() != 0 ||
      isa<memref::DeallocOp>(op))
    return {};
  for (Value operand : op->getOperands()) {
    if (!isa<BaseMemRefType>(operand.getType()))
      continue;
    while (auto view = operand.getDefiningOp<ViewLikeOpInterface>())
      operand = view.getViewSource();
    auto argument = dyn_cast<BlockArgument>(operand);
    if (argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      return argument;
  }
  return {};
}

void LaunchWarner::warnHost(ArrayRef<TileOp> roots) {
  // The outermost operations around accesses that no launch is in.
  llvm::MapVector<Operation *, SmallVector<Operation *>> nests;
  auto holdsLaunch = [&](Operation *op) {
    return llvm::any_of(roots,
                        [&](TileOp root) { return op->isAncestor(root); });
  };
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto tile = dyn_cast<TileOp>(op);
        tile && llvm::is_contained(roots, tile))
      return WalkResult::skip();
    if (isa<gpu::LaunchOp>(op) ||
        isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
      return WalkResult::skip();
    if (!accessedArgument(op))
      return WalkResult::advance();
    Operation *outer = op;
    while (outer->getParentOp() != func && !holdsLaunch(outer->getParentOp()))
      outer = outer->getParentOp();
    nests[outer].push_back(op);
    return WalkResult::advance();
  });
  if (nests.empty())
    return;
  SequentialWorkOptions options;
  options.buffers = budget.joined();
  SequentialPlan plan = planSequentialWork(func, options);
  for (auto &[outer, accesses] : nests) {
    Operation *first = accesses.front();
    std::string reason = "nothing maps it to the device";
    for (const HostWork &work : plan.host)
      if (outer->isAncestor(work.op) || work.op->isAncestor(outer))
        reason = (work.op->getName().getStringRef() + ": " + work.reason).str();
    warn(outer, "HostAccess",
         sentence("{0} of argument {1}{2} stays on the host ({3}), but the "
                  "array is in the device's memory: take it out of the "
                  "function, or give 'host-register' if the array is the "
                  "host's",
                  first->getName().getStringRef(),
                  named("Argument", accessedArgument(first).getArgNumber()),
                  accesses.size() > 1
                      ? sentence(" and {0} more accesses",
                                 named("OtherAccesses", accesses.size() - 1))
                      : Sentence(),
                  reason));
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct WarnLaunchesPass
    : polymem::impl::WarnLaunchesPassBase<WarnLaunchesPass> {
  using WarnLaunchesPassBase::WarnLaunchesPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    func::FuncOp func = getOperation();
    FailureOr<Machine> target = targetMachine(func, machine, getArgument());
    FailureOr<llvm::StringMap<int64_t>> given = readSizes(
        func, getArgument(), "assume", llvm::to_vector(assume), assumedSize);
    if (failed(target) || failed(requireGPU(func, *target, getArgument())) ||
        failed(given))
      return signalPassFailure();
    if (func.isExternal())
      return;
    SmallVector<TileOp> roots, hostTiles;
    findLaunchTiles(func, roots, hostTiles);
    if (roots.empty()) {
      if (std::optional<NoKernel> why = whyNoKernel(func)) {
        emitWarning(why->op->getLoc()) << why->text.text;
        remarkMissed(why->op, getArgument(), "NoKernel") << why->text;
      }
      return;
    }
    AssumedSizes sizes(func, *given, assumedSizeOf(func, assumedSize));
    IslOperationsGuard guard(sizes.context(), maxIslOperations);
    LaunchWarner warner(func, *target, sizes, getArgument());
    for (TileOp root : roots)
      warner.warnLaunch(root);
    if (!hostArrays)
      warner.warnHost(roots);
  }
};
} // namespace
