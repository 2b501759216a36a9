//===- Reuse.cpp - buffers that tiles hand on to the next -----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tiles load and store is planned in PolyMem/Analysis/Reuse/ReusePlan.h.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/BufferBytes.h"
#include "PolyMem/Analysis/Accesses/ScratchpadBudget.h"
#include "PolyMem/Analysis/Accesses/SharedNumbers.h"
#include "PolyMem/Analysis/Reuse/ReusePlan.h"
#include "PolyMem/Dialect/Scratch/IR/BufferBuilder.h"
#include "PolyMem/Dialect/Scratch/Transforms/Transforms.h"
#include "PolyMem/Dialect/Scratch/Utils/BufferUses.h"
#include "PolyMem/Machine/Target.h"
#include "PolyMem/Polyhedral/Isl/BudgetWarning.h"
#include "PromoteRewriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

namespace polymem {
#define GEN_PASS_DEF_SCRATCHREUSEPASS
#include "PolyMem/Dialect/Scratch/Transforms/Passes.h.inc"
} // namespace polymem

using namespace mlir;
using namespace polymem;
using namespace polymem::scratch;

static constexpr llvm::StringLiteral kPass = "scratch-reuse";

namespace {
/// One buffer, to be kept from one iteration of a tile to the next.
struct Reuse {
  AllocOp alloc;
  /// The tile around it, and the one with the first dimension of the strip.
  TileOp tile, strip;
  BufferUses uses;
  ReusePlan plan;
};

class Reuser {
public:
  Reuser(const ScratchReusePassOptions &options, const Machine &machine,
         Refusals &refusals)
      : options(options), machine(machine), refusals(refusals) {}

  /// Decides on `alloc`, if the tile around it is a strip.
  std::optional<Reuse> decide(AllocOp alloc);

private:
  StringRef tryStrip(Reuse &reuse, ArrayRef<Operation *> around, unsigned strip,
                     Sentence &reason);
  void print(const Reuse &reuse) const;
  bool fits(const Reuse &reuse, Sentence &reason) const;

  const ScratchReusePassOptions &options;
  const Machine &machine;
  Refusals &refusals;
};

struct ScratchReusePass
    : polymem::impl::ScratchReusePassBase<ScratchReusePass> {
  using ScratchReusePassBase::ScratchReusePassBase;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

static TileOp outermostTile(TileOp tile) {
  while (auto outer = tile->getParentOfType<TileOp>())
    tile = outer;
  return tile;
}

/// The cells of a layout with these extents; nullopt if they are not constant.
static std::optional<int64_t> constantCells(AffineMap extents) {
  int64_t cells = 1;
  for (AffineExpr extent : extents.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    if (!constant || llvm::MulOverflow(cells, constant.getValue(), cells))
      return std::nullopt;
  }
  return cells;
}

/// `extent` is max(0, min(...)) as `minimum` says (`extentValue`).
static bool isExtent(Value extent, const BufferForm::Minimum &minimum) {
  auto most = extent.getDefiningOp<affine::AffineMaxOp>();
  if (!most)
    return false;
  if (minimum.map.getNumResults() == 1)
    return most.getMap().getNumResults() == 2 &&
           most.getMap().getResult(0) == minimum.map.getResult(0) &&
           llvm::equal(most.getOperands(), minimum.operands);
  auto least =
      most.getNumOperands() == 1
          ? most.getOperands().front().getDefiningOp<affine::AffineMinOp>()
          : affine::AffineMinOp();
  return least && least.getMap() == minimum.map &&
         llvm::equal(least.getOperands(), minimum.operands);
}

/// No dimension of the planned buffer is larger than that of `alloc`, as far as
/// that is seen at once.
static bool isNoLarger(const BufferForm &form, AllocOp alloc) {
  AffineMap before = alloc.getMapping().getExtents();
  if (form.extents.getNumResults() != before.getNumResults())
    return false;
  return llvm::all_of(
      llvm::zip_equal(form.extents.getResults(), before.getResults()),
      [&](auto pair) {
        auto [now, then] = pair;
        auto constant = dyn_cast<AffineConstantExpr>(now),
             was = dyn_cast<AffineConstantExpr>(then);
        if (constant || was)
          return constant && was && constant.getValue() <= was.getValue();
        auto symbol = dyn_cast<AffineSymbolExpr>(now),
             old = dyn_cast<AffineSymbolExpr>(then);
        return symbol && old && symbol.getPosition() >= form.symbols.size() &&
               isExtent(
                   alloc.getSymbols()[old.getPosition()],
                   form.minima[symbol.getPosition() - form.symbols.size()]);
      });
}

/// Buffers in `root` other than `alloc` whose size in its memory space is not
/// constant.
static bool hasOthersThatGrow(Operation *root, AllocOp alloc) {
  return root
      ->walk([&](AllocOp other) {
        bool grows = other != alloc &&
                     other.getType().getMemorySpace() ==
                         alloc.getType().getMemorySpace() &&
                     !constantBytes(other);
        return grows ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The buffers of the launch still fit if this one has another layout.
bool Reuser::fits(const Reuse &reuse, Sentence &reason) const {
  AllocOp alloc = reuse.alloc;
  Attribute space = alloc.getType().getMemorySpace();
  if (!space)
    return true;
  Operation *root = outermostTile(reuse.strip);
  std::optional<int64_t> before = constantBytes(alloc),
                         cells = constantCells(reuse.plan.form.extents);
  ScratchpadBudget budget(machine, space, options.capacity);
  if (before && !cells) {
    reason =
        sentence("it would take {0} elements, which depends on sizes, and "
                 "takes {1} bytes",
                 named("Extents", reuse.plan.extents), named("Bytes", *before));
    return false;
  }
  // Of sizes that are not constant, whether they fit was decided, or is tested
  // before the launch, as they are.
  bool wasDecided = !before && (cast<TileOp>(root).isSequential() ||
                                isNoLarger(reuse.plan.form, alloc));
  if (!cells && wasDecided)
    return true;
  if (!before && !wasDecided && (!cells || hasOthersThatGrow(root, alloc))) {
    reason = sentence("it would take {0} elements, and whether its launch has "
                      "room for more than it takes now is not known",
                      named("Extents", reuse.plan.extents));
    return false;
  }
  int64_t after = 0, taken = budget.takenIn(root) - before.value_or(0);
  bool isHuge =
      llvm::MulOverflow(*cells, int64_t(elementBytes(alloc, alloc.getType())),
                        after) ||
      llvm::AddOverflow(taken, after, taken);
  if (!isHuge && taken <= budget.capacity())
    return true;
  reason =
      sentence("with {0} elements, {1} bytes, buffers would take {2} of "
               "{3} bytes",
               named("Extents", reuse.plan.extents), named("Bytes", after),
               named("Taken", taken), named("Capacity", budget.capacity()));
  return false;
}

void Reuser::print(const Reuse &reuse) const {
  // In one piece: other functions may be printed at the same time.
  std::string text;
  llvm::raw_string_ostream os(text);
  Operation *alloc = reuse.alloc;
  os << "// scratch-reuse: @"
     << reuse.tile->getParentOfType<func::FuncOp>().getSymName()
     << ", buffer at " << alloc->getLoc() << "\n";
  reuse.plan.print(os);
  llvm::errs() << text;
}

/// Plans `reuse` with a strip of so many dimensions, those of `around` before
/// those of its tile. An obstacle's name, with `reason`, or an empty one.
StringRef Reuser::tryStrip(Reuse &reuse, ArrayRef<Operation *> around,
                           unsigned strip, Sentence &reason) {
  LoopBuffer buffer;
  buffer.loop = reuse.tile;
  buffer.buffer = reuse.alloc.getBuffer();
  buffer.array = reuse.uses.array;
  buffer.copyIns.assign(reuse.uses.copyIns.begin(), reuse.uses.copyIns.end());
  buffer.copyOuts.assign(reuse.uses.copyOuts.begin(),
                         reuse.uses.copyOuts.end());
  ReuseOptions plan;
  plan.strip = strip;
  plan.movement = options.movement;
  plan.vector =
      kWidestAccess / elementBytes(reuse.alloc, reuse.alloc.getType());
  // Iterations of loops around may be concurrent, too.
  if (!reuse.tile->getParentOfType<affine::AffineParallelOp>())
    plan.launch = outermostTile(reuse.tile);
  plan.explains = options.printSets;
  plan.maxIslOperations = options.maxIslOperations;
  reuse.plan = planReuse(buffer, around, plan);
  if (options.printSets)
    print(reuse);
  if (!reuse.plan.mayReuse()) {
    reason = reuse.plan.reason;
    return reuse.plan.obstacle;
  }
  reuse.strip = reuse.tile;
  for (unsigned dims = reuse.tile.getRank(); dims < reuse.plan.strip;
       dims += reuse.strip.getRank())
    reuse.strip = cast<TileOp>(reuse.strip->getParentOp());
  return fits(reuse, reason) ? StringRef() : StringRef("NoCapacity");
}

/// One of `values` is defined in `tile`.
static bool isInside(ValueRange values, TileOp tile) {
  return llvm::any_of(values, [&](Value value) {
    return tile->isAncestor(value.getParentRegion()->getParentOp());
  });
}

std::optional<Reuse> Reuser::decide(AllocOp alloc) {
  Reuse reuse;
  reuse.alloc = alloc;
  reuse.tile = dyn_cast<TileOp>(alloc->getParentOp());
  if (!reuse.tile || !reuse.tile.isSequential())
    return std::nullopt;
  auto stays = [&](StringRef name, const Sentence &why) {
    refusals.missed(alloc, name, "each tile fills its buffer anew: " + why);
    return std::nullopt;
  };
  if (alloc.getSharedCells())
    return stays("SharedCells", "its elements share cells already");
  // Copies from outside the tile may run ahead then, and these may not.
  if (reuse.tile.getPipelineAttr() || reuse.tile.carriesTokens())
    return stays("Pipelined", "tiles are pipelined already");
  BufferRefusal refusal;
  std::optional<BufferUses> uses = collectBufferUses(alloc, refusal);
  if (!uses)
    return stays(refusal.name, refusal.text);
  reuse.uses = std::move(*uses);
  if (llvm::count_if(reuse.uses.copyIns,
                     [](CopyInOp in) { return in.isComputing(); }) > 0 &&
      reuse.uses.copyIns.size() > 1)
    return stays("Computing", "one of several copies computes what it copies");
  SmallVector<Operation *> around;
  for (auto outer = dyn_cast<TileOp>(reuse.tile->getParentOp());
       outer && outer.isSequential() &&
       !isInside(alloc.getDynamicSizes(), outer);
       outer = dyn_cast<TileOp>(outer->getParentOp()))
    around.push_back(outer);
  if (isInside(alloc.getDynamicSizes(), reuse.tile))
    return stays("SizeInside", "its array's size is computed in the tile");
  // With fewer dimensions a strip keeps less.
  std::optional<std::pair<StringRef, Sentence>> first;
  for (unsigned strip = options.strip; strip > 0; --strip) {
    Sentence reason;
    StringRef obstacle = tryStrip(reuse, around, strip, reason);
    if (obstacle.empty())
      return reuse;
    if (!first)
      first = {obstacle, reason};
    // Then those of a shorter strip do not, either.
    if (obstacle == "NoReuse")
      break;
    // Dimensions that there are not were left out.
    strip = std::min(strip, reuse.plan.strip);
  }
  return stays(first->first, first->second);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Gives `copy` what is to be copied, or makes one there, or erases it. `sizes`
/// are the array's dynamic ones.
template <typename CopyTy>
static void setCopies(OpBuilder &builder, SmallVectorImpl<CopyTy> &copies,
                      const CopyForm &form, ValueRange sizes,
                      llvm::function_ref<CopyTy(ValueRange, ArrayAttr)> make) {
  SmallVector<Value> symbols;
  for (Value symbol : form.symbols)
    symbols.push_back(availableAt(builder, symbol));
  if (form.clipped)
    llvm::append_range(symbols, sizes);
  SmallVector<Attribute> sets;
  for (IntegerSet set : form.sets)
    sets.push_back(IntegerSetAttr::get(set));
  if (!sets.empty() && copies.empty()) {
    make(symbols, builder.getArrayAttr(sets));
    return;
  }
  for (CopyTy copy : sets.empty() ? ArrayRef<CopyTy>(copies)
                                  : ArrayRef<CopyTy>(copies).drop_front())
    copy.erase();
  if (sets.empty())
    return;
  copies.front().getSymbolsMutable().assign(symbols);
  copies.front().setSetsAttr(builder.getArrayAttr(sets));
}

/// The last `strip` dimensions of `tile` become a tile inside of it, which is
/// returned.
static TileOp splitTile(TileOp tile, unsigned strip) {
  unsigned outer = tile.getRank() - strip;
  Block &body = tile.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto inner = TileOp::create(builder, tile.getLoc(),
                              tile.getLowerBounds().drop_front(outer),
                              tile.getUpperBounds().drop_front(outer),
                              tile.getSteps().drop_front(outer), ArrayAttr());
  inner->setDiscardableAttrs(tile->getDiscardableAttrDictionary());
  Block &to = inner.getBody().front();
  to.getOperations().splice(to.begin(), body.getOperations(),
                            std::next(Block::iterator(inner)),
                            std::prev(body.end()));
  for (auto [k, origin] : llvm::enumerate(inner.getOrigins()))
    body.getArgument(outer + k).replaceAllUsesWith(origin);
  body.eraseArguments(outer, strip);
  tile.getLowerBoundsMutable().erase(outer, strip);
  tile.getUpperBoundsMutable().erase(outer, strip);
  tile.getStepsMutable().erase(outer, strip);
  return inner;
}

/// The symbols of what is planned that are origins of `before` are those of
/// `after` and the tile around it.
static void replaceOrigins(ReusePlan &plan, ArrayRef<Value> before,
                           ArrayRef<Value> after) {
  auto replace = [&](SmallVectorImpl<Value> &values) {
    for (Value &value : values)
      if (const auto *known = llvm::find(before, value); known != before.end())
        value = after[known - before.begin()];
  };
  replace(plan.form.symbols);
  replace(plan.form.in.symbols);
  replace(plan.form.out.symbols);
  for (BufferForm::Minimum &minimum : plan.form.minima)
    replace(minimum.operands);
}

/// The strip begins with all dimensions of a tile, which it is split for.
static void splitAtStrip(Reuse &reuse) {
  unsigned dims = reuse.plan.strip;
  for (TileOp tile = reuse.tile; tile != reuse.strip;
       tile = cast<TileOp>(tile->getParentOp()))
    dims -= tile.getRank();
  if (dims == reuse.strip.getRank())
    return;
  SmallVector<Value> before =
      llvm::to_vector_of<Value>(reuse.strip.getOrigins());
  bool isOwn = reuse.strip == reuse.tile;
  TileOp around = reuse.strip;
  reuse.strip = splitTile(around, dims);
  if (isOwn)
    reuse.tile = reuse.strip;
  SmallVector<Value> after = llvm::to_vector_of<Value>(around.getOrigins());
  llvm::append_range(after, reuse.strip.getOrigins());
  replaceOrigins(reuse.plan, before, after);
}

static void apply(Reuse &reuse) {
  splitAtStrip(reuse);
  AllocOp alloc = reuse.alloc;
  Location loc = alloc.getLoc();
  const BufferForm &form = reuse.plan.form;
  OpBuilder outside(reuse.strip);
  SmallVector<Value> symbols(form.symbols);
  for (const BufferForm::Minimum &minimum : form.minima)
    symbols.push_back(extentValue(outside, loc, minimum));
  auto mapping = MappingAttr::get(alloc.getContext(), form.cells, form.extents);
  auto array = cast<MemRefType>(form.array.getType());
  AllocOp kept = BufferBuilder(alloc.getType().getMemorySpace())
                     .createShared(outside, loc, array, alloc.getDynamicSizes(),
                                   mapping, symbols);
  Block &body = reuse.tile.getBody().front();
  OpBuilder first(reuse.tile), last(reuse.tile);
  if (reuse.uses.copyIns.empty())
    first.setInsertionPoint(alloc);
  else
    first.setInsertionPoint(
        *llvm::min_element(reuse.uses.copyIns, [](CopyInOp a, CopyInOp b) {
          return a->isBeforeInBlock(b);
        }));
  last.setInsertionPoint(body.getTerminator());
  alloc.getBuffer().replaceAllUsesWith(kept.getBuffer());
  setCopies<CopyInOp>(
      first, reuse.uses.copyIns, form.in, kept.getDynamicSizes(),
      [&](ValueRange symbols, ArrayAttr sets) {
        return CopyInOp::create(first, loc, /*token=*/Type(), form.array, kept,
                                symbols, sets);
      });
  setCopies<CopyOutOp>(
      last, reuse.uses.copyOuts, form.out, kept.getDynamicSizes(),
      [&](ValueRange symbols, ArrayAttr sets) {
        return CopyOutOp::create(last, loc, /*token=*/Type(), kept, form.array,
                                 symbols, sets);
      });
  alloc.erase();
  reuse.alloc = kept;
}

unsigned polymem::reuseBuffers(Operation *root,
                               const ScratchReusePassOptions &options,
                               const Machine &machine, Refusals &refusals) {
  Reuser reuser(options, machine, refusals);
  SmallVector<AllocOp> allocs;
  root->walk([&](AllocOp alloc) { allocs.push_back(alloc); });
  unsigned reused = 0;
  for (AllocOp alloc : allocs) {
    // What others take is known only when they are rewritten.
    std::optional<Reuse> reuse = reuser.decide(alloc);
    if (!reuse)
      continue;
    apply(*reuse);
    ++reused;
    if (!reuse->plan.whyNotWider.empty())
      remarkMissed(reuse->alloc, kPass, "NotWider")
          << "no more is loaded than what is read: " + reuse->plan.whyNotWider;
    remarkPassed(reuse->alloc, kPass, "Reused") << sentence(
        "tiles hand on a window of {0} elements: each loads {1}",
        named("Extents", reuse->plan.extents), named("Load", reuse->plan.load));
  }
  return reused;
}

void ScratchReusePass::runOnOperation() {
  func::FuncOp func = getOperation();
  ScratchReusePassOptions options;
  options.machine = machine;
  options.capacity = capacity;
  options.printSets = printSets;
  options.strip = strip;
  options.movement = movement;
  options.maxIslOperations = maxIslOperations;
  if (strip == 0) {
    func.emitError() << kPass << ": strip: a strip has one dimension or more";
    return signalPassFailure();
  }
  FailureOr<Machine> target = targetMachine(func, options.machine, kPass);
  if (failed(target))
    return signalPassFailure();
  BudgetWatch budgets(func, kPass, maxIslOperations, warnings);
  Refusals refusals(kPass, strict);
  unsigned reused = reuseBuffers(func, options, *target, refusals);
  numReused += reused;
  if (reused > 0)
    return;
  markAllAnalysesPreserved();
  if (failed(refusals.nothingDone(func, "no buffer is in a sequential tile")))
    signalPassFailure();
}
